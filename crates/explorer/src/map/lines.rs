//! The map as text: one line a cell, for files and for passing on.
//!
//! `strict false all 3 2 = 3 3 >3 2`: generation, unclean election, acks, replicas, minimum; then
//! what was measured, in the order of [`Measure::ALL`]. `>3` is more than three, `?` unknown.

use std::fmt;

use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;

use crate::map::cell::{Cell, Fewest};
use crate::map::place::{MapBounds, Measure, Place};
use crate::session::{acks_by_name, number};

/// The first line of a map.
const HEAD: &str = "# generation unclean acks rf min.insync.replicas = lose lose-one-unclean \
                    lose-disks-kept block\n";

/// The map for the default bounds, as it was when this was built.
const DEFAULT: &str = include_str!("default.txt");

/// A line of a map, counted from 1, that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapError {
    /// Which line.
    pub line: usize,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: this is no cell of a map", self.line)
    }
}

impl fmt::Display for Fewest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fewest::Faults(faults) => write!(f, "{faults}"),
            Fewest::MoreThan(faults) => write!(f, ">{faults}"),
            Fewest::Unknown => f.write_str("?"),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { generation, unclean, acks, replication_factor, min_insync_replicas } =
            self.place;
        let unclean = unclean == UncleanElection::Enabled;
        let acks = acks.name();
        write!(f, "{generation} {unclean} {acks} {replication_factor} {min_insync_replicas} =")?;
        Measure::ALL.into_iter().try_for_each(|measure| write!(f, " {}", self.fewest(measure)))
    }
}

/// Writes a map.
#[must_use]
pub fn print(cells: &[Cell]) -> String {
    let mut text = HEAD.to_owned();
    for cell in cells {
        text.push_str(&cell.to_string());
        text.push('\n');
    }
    text
}

/// Reads a map; empty lines and comments are passed over.
///
/// # Errors
/// The first line that is no cell.
pub fn parse(text: &str) -> Result<Vec<Cell>, MapError> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(index, line)| cell(line).ok_or(MapError { line: index + 1 })).collect()
}

/// The map for [`MapBounds::DEFAULT`], as lines.
#[must_use]
pub fn default_lines() -> &'static str {
    DEFAULT
}

/// The map for [`MapBounds::DEFAULT`].
#[must_use]
pub fn default_map() -> Vec<Cell> {
    // It is a test's business that every line is one.
    parse(DEFAULT).unwrap_or_default()
}

impl Place {
    /// Reads the words of a cell's line before the `=`; `None` if they are none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Place> {
        let mut words = text.split(' ');
        let mut next = || words.next();
        let place = Place {
            generation: Generation::by_name(next()?)?,
            unclean: match next()? {
                "true" => UncleanElection::Enabled,
                "false" => UncleanElection::Disabled,
                _ => return None,
            },
            acks: acks_by_name(next()?)?,
            replication_factor: number(next()?)?,
            min_insync_replicas: number(next()?)?,
        };
        words.next().is_none().then_some(place)
    }
}

impl MapBounds {
    /// Reads lines `faults N`, `records N` and `states N`; what is missing is as usual.
    #[must_use]
    pub fn parse(text: &str) -> Option<MapBounds> {
        let mut bounds = MapBounds::DEFAULT;
        for line in text.lines().filter(|line| !line.is_empty()) {
            let (word, value) = line.split_once(' ')?;
            match word {
                "faults" => bounds.faults = number(value)?,
                "records" => bounds.records = number(value)?,
                "states" => bounds.states = number(value)?,
                _ => return None,
            }
        }
        Some(bounds)
    }
}

fn cell(line: &str) -> Option<Cell> {
    // By the character: searching for a text would link a general search into the page.
    let (place, found) = line.split_once('=')?;
    let (place, mut words) = (place.strip_suffix(' ')?, found.strip_prefix(' ')?.split(' '));
    let mut fewest = [Fewest::Unknown; Measure::ALL.len()];
    for slot in &mut fewest {
        *slot = figure(words.next()?)?;
    }
    words.next().is_none().then_some(Cell { place: Place::parse(place)?, fewest })
}

fn figure(word: &str) -> Option<Fewest> {
    match (word, word.strip_prefix('>')) {
        ("?", _) => Some(Fewest::Unknown),
        (_, Some(more)) => number(more).map(Fewest::MoreThan),
        (found, None) => number(found).map(Fewest::Faults),
    }
}
