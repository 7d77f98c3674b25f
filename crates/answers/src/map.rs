//! The safety map: the fewest faults for every combination of settings. Each figure can be searched for.

use highwater_explorer::map::{Cell, Fewest, Measure, Place, default_map};
use highwater_phrase::{Label, Lang, schedule};
use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use highwater_scenario::Overrides;
use highwater_scene::words;

use crate::document::{Answer, Block, Line, Piece, Row};

/// The map with one of its figures.
#[must_use]
pub(crate) fn map(measure: Measure, lang: Lang) -> Answer {
    let label = |label: Label| label.text(lang).to_owned();
    let cells = default_map();
    let mut head = vec![label(Label::Settings)];
    let short = |generation| words::generation(generation).short(lang).to_owned();
    head.extend(Generation::ALL.into_iter().map(short));
    // Every generation has the same settings in the same order.
    let rows = cells.len() / Generation::ALL.len();
    let table = Block::Table {
        name: schedule::measure(lang, measure.name()).to_owned(),
        head,
        rows: (0..rows).map(|row| settings_row(&cells, row, rows, measure)).collect(),
    };
    let others = Measure::ALL.into_iter().filter(|other| *other != measure);
    let choice = |other: Measure| {
        (schedule::measure(lang, other.name()).to_owned(), format!("map {}", other.name()))
    };
    Answer {
        title: label(Label::SafetyMap),
        blocks: vec![
            Block::Text(label(Label::MapHint).into()),
            Block::Choices(others.map(choice).collect()),
            table,
        ],
        ..Answer::default()
    }
}

fn settings_row(cells: &[Cell], row: usize, rows: usize, measure: Measure) -> Row {
    let place = cells[row].place;
    let unclean = if place.unclean == UncleanElection::Enabled { " · unclean" } else { "" };
    let (acks, rf, min) = (place.acks.name(), place.replication_factor, place.min_insync_replicas);
    let settings = format!("acks={acks} · rf {rf} · min {min}{unclean}");
    let figure = |index: usize| {
        let Cell { place, .. } = cells[index];
        let fewest = cells[index].fewest(measure);
        let class = match fewest {
            Fewest::Faults(0 | 1) => "figure-cell one",
            Fewest::Faults(2) => "figure-cell two",
            Fewest::Faults(_) => "figure-cell three",
            Fewest::MoreThan(_) | Fewest::Unknown => "figure-cell more",
        };
        let figure = fewest.to_string();
        Line(vec![Piece::Hunt {
            name: format!("{}, {settings}: {figure}", place.generation),
            text: figure,
            class,
            hunt: format!("cell {} {}", measure.name(), overrides(place).write()),
        }])
    };
    let mut line = vec![Line::text(settings.clone())];
    line.extend((row..cells.len()).step_by(rows).map(figure));
    Row { cells: line, stands_out: false }
}

fn overrides(place: Place) -> Overrides {
    Overrides {
        generation: Some(place.generation),
        replication_factor: Some(place.replication_factor),
        min_insync_replicas: Some(place.min_insync_replicas),
        unclean: Some(place.unclean),
        acks: Some(place.acks),
        ..Overrides::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_can_be_searched_with_its_own_settings() {
        let answer = map(Measure::Lose, Lang::En);
        let Some(Block::Table { rows, head, .. }) = answer.blocks.last() else {
            panic!("there is a table")
        };
        let cells: usize = rows.iter().map(|row| row.cells.len() - 1).sum();
        assert_eq!((head.len(), cells), (7, default_map().len()));
        for (row, line) in rows.iter().enumerate() {
            for (column, cell) in line.cells.iter().skip(1).enumerate() {
                let Piece::Hunt { hunt, text, .. } = &cell.0[0] else { panic!("{cell:?}") };
                let settings = hunt.strip_prefix("cell lose ").expect("the figure's name");
                let found = default_map()[column * rows.len() + row];
                assert_eq!(Overrides::read(settings), overrides(found.place));
                assert_eq!(*text, found.fewest(Measure::Lose).to_string());
            }
        }
    }
}
