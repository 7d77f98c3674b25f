//! The safety map as a table or as JSON, computed cell by cell.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use highwater_explorer::map::{Cell, CellSearch, MapBounds, Measure, Place};
use highwater_phrase::{Lang, schedule};
use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use serde_json::{Value, json};

use super::{ExploreWish, SLICE};
use crate::args::Form;
use crate::outcome::Outcome;
use crate::report::pretty;

/// The most replicas and faults that a map is computed for: with more it would take days.
const REPLICAS_MAX: u8 = 5;
const FAULTS_MAX: u8 = 5;

pub(super) fn map(wish: &ExploreWish) -> Outcome {
    let (bounds, generation) = match asked(wish) {
        Ok(asked) => asked,
        Err(why) => return Outcome::bad_input(why),
    };
    let places = bounds.places().into_iter();
    let places: Vec<Place> =
        places.filter(|place| generation.is_none_or(|g| g == place.generation)).collect();
    let mut cells = Vec::with_capacity(places.len());
    for place in &places {
        cells.push(compute(*place, bounds));
        if wish.tells_progress {
            // Whoever closed the pipe has seen enough.
            let _ = writeln!(io::stderr(), "{} of {} cells", cells.len(), places.len());
        }
    }
    Outcome::fine(match wish.form {
        Form::Json => pretty(&cells.iter().map(entry).collect()),
        Form::Text => table(&cells, bounds, wish.lang),
    })
}

fn asked(wish: &ExploreWish) -> Result<(MapBounds, Option<Generation>), String> {
    let mut bounds = MapBounds::DEFAULT;
    let mut generation = None;
    if wish.source.is_some() || wish.wants_scenario || wish.fails_on_violation {
        return Err("a map is of all settings, not of one scenario or violation".to_owned());
    }
    for (option, line) in &wish.lines {
        let value = line.split_once(' ').map_or("", |(_, value)| value);
        let bad = || format!("`{option}` can't be `{value}` for a map");
        let number = |most: u8| {
            let number = value.parse::<u8>().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(bad)
        };
        match *option {
            "--rf" => bounds.replicas = number(REPLICAS_MAX)?,
            "--faults" => bounds.faults = number(FAULTS_MAX)?,
            "--records" => bounds.records = number(4)?,
            "--states" => bounds.states = value.parse().map_err(|_| bad())?,
            "--generation" => generation = Some(Generation::by_name(value).ok_or_else(bad)?),
            other => return Err(format!("{other} does not belong to the map")),
        }
    }
    Ok((bounds, generation))
}

fn compute(place: Place, bounds: MapBounds) -> Cell {
    let mut search = CellSearch::new(place, bounds);
    loop {
        if let Some(cell) = search.run(SLICE) {
            return cell;
        }
    }
}

fn entry(cell: &Cell) -> Value {
    let place = cell.place;
    let mut value = json!({
        "generation": place.generation.name(),
        "rf": place.replication_factor,
        "min.insync.replicas": place.min_insync_replicas,
        "acks": place.acks.name(),
        "unclean.leader.election.enable": place.unclean == UncleanElection::Enabled,
    });
    for measure in Measure::ALL {
        value[measure.name()] = cell.fewest(measure).to_string().into();
    }
    value
}

/// How wide a cell is, and what stands before the cells.
const CELL: usize = 13;
const ROW: usize = 32;

/// What the figures of a cell are.
fn legend(bounds: MapBounds, lang: Lang) -> String {
    let MapBounds { faults, records, .. } = bounds;
    let mut text = match lang {
        Lang::Ko => format!(
            "장애 {faults}개까지, 쓰는 레코드 {records}건. 칸마다 차례로 네 수입니다. \
             `>{faults}`는 {faults}개보다 많다는 뜻입니다.\n"
        ),
        Lang::En => format!(
            "Up to {faults} fault(s), {records} record(s) produced. Four figures a cell, in this \
             order; `>{faults}` is more than {faults}.\n"
        ),
    };
    for measure in Measure::ALL {
        let name = measure.name();
        // Writing to a string can't fail.
        let _ = writeln!(text, "  {name:<18}{}", schedule::measure(lang, name));
    }
    text.push('\n');
    text
}

/// A row for each generation, kind of election and acks; a column for each number of replicas with
/// each minimum.
fn table(cells: &[Cell], bounds: MapBounds, lang: Lang) -> String {
    let mut text = legend(bounds, lang);
    let columns: Vec<(u8, u8)> =
        (1..=bounds.replicas).flat_map(|rf| (1..=rf).map(move |min| (rf, min))).collect();
    let mut line = |head: &str, cells: &mut dyn Iterator<Item = String>| {
        let mut row = format!("{head:<ROW$}");
        for cell in cells {
            // Writing to a string can't fail.
            let _ = write!(row, "{cell:<CELL$}");
        }
        text.push_str(row.trim_end());
        text.push('\n');
    };
    line("rf", &mut columns.iter().map(|(rf, _)| rf.to_string()));
    line("min.insync.replicas", &mut columns.iter().map(|(_, min)| min.to_string()));
    for row in cells.chunks(columns.len().max(1)) {
        let Some(first) = row.first() else { continue };
        let Place { generation, unclean, acks, .. } = first.place;
        let unclean = unclean == UncleanElection::Enabled;
        let head = format!("{:<8}acks={:<4}unclean={unclean}", generation.name(), acks.name());
        let mut fewest = row.iter().map(|cell| {
            let all: Vec<String> =
                Measure::ALL.iter().map(|measure| cell.fewest(*measure).to_string()).collect();
            let (block, lose) = all.split_last().map_or(("", &[][..]), |(b, l)| (b.as_str(), l));
            format!("{} {block}", lose.join("/"))
        });
        line(&head, &mut fewest);
    }
    text
}
