//! The same script under other settings, side by side at the same time.

mod columns;
mod facts;
mod picture;

pub use columns::Columns;

use highwater_phrase::Label;
use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use highwater_scenario::Overrides;
use highwater_scene::words;

use crate::document::{Answer, Block, Line, Row};
use crate::moment::Moment;
use columns::Column;

/// Generations that are worth a comparison, as questions.
const SUGGESTIONS: [&str; 3] = ["hw,elr", "hw,kip101,kip279,kip320", "kip320,strict,elr"];

/// Two to four columns, each at the moment's time (at their ends, if that is the run's end), with what
/// differs and the verdict so far. No settings at all stand for the run beside the generation that is
/// furthest from it. `kept` holds the runs of the columns for the next question.
#[must_use]
pub fn compare(moment: Moment<'_>, settings: &[Overrides], kept: &mut Columns) -> Answer {
    let lang = moment.lang;
    let furthest = [Overrides::default(), Overrides::of_generation(furthest(moment))];
    let settings = if settings.is_empty() { &furthest } else { settings };
    let columns = kept.of(moment, settings);
    let mut blocks = Vec::new();
    let names: Vec<String> = columns.iter().map(|column| name(moment, column)).collect();
    blocks.push(differences(moment, &columns, &names));
    blocks.push(Block::Columns(picture::figures(moment, &columns, &names)));
    let choices = SUGGESTIONS.iter().map(|names| {
        let words = names.split(',').filter_map(Generation::by_name).map(words::generation);
        let words: Vec<&str> = words.map(|word| word.short(lang)).collect();
        (words.join(" · "), format!("compare {names}"))
    });
    blocks.push(Block::Choices(choices.collect()));
    Answer { title: Label::Compare.text(lang).to_owned(), blocks, endangered: Vec::new() }
}

/// The oldest rules, or the newest for a run under the oldest.
fn furthest(moment: Moment<'_>) -> Generation {
    let [oldest, .., newest] = Generation::ALL;
    if moment.cluster().generation() == oldest { newest } else { oldest }
}

/// The settings that a column stands for: its generation, and what else is not the scenario's own.
fn name(moment: Moment<'_>, column: &Column<'_>) -> String {
    let settings = &column.settings;
    let generation = settings.generation.unwrap_or(moment.timeline.scenario().generation);
    let mut parts = vec![words::generation(generation).short(moment.lang).to_owned()];
    let mut add = |name: &str, value: Option<String>| {
        parts.extend(value.map(|value| format!("{name}={value}")));
    };
    add("brokers", settings.brokers.map(|count| count.to_string()));
    add("replication.factor", settings.replication_factor.map(|count| count.to_string()));
    add("min.insync.replicas", settings.min_insync_replicas.map(|count| count.to_string()));
    let unclean = settings.unclean.map(|choice| format!("{}", choice == UncleanElection::Enabled));
    add("unclean.leader.election.enable", unclean);
    add("acks", settings.acks.map(|acks| acks.name().to_owned()));
    add("replica.lag.time.max.ms", settings.replica_lag_time_max.map(|ms| ms.to_string()));
    parts.join(" · ")
}

/// What is not the same in every column, as a table; what differs from the first one is marked.
fn differences(moment: Moment<'_>, columns: &[Column<'_>], names: &[String]) -> Block {
    let lang = moment.lang;
    let rows: Vec<Row> = facts::rows(columns, lang)
        .into_iter()
        .filter(|row| row.cells.iter().any(|cell| *cell != row.cells[0]))
        .map(|row| {
            let marked = |cell: &String| match *cell == row.cells[0] {
                true => Line::text(cell.clone()),
                false => Line::text(format!("≠ {cell}")),
            };
            let mut cells = vec![Line::text(row.name.clone())];
            cells.extend(row.cells.iter().map(marked));
            Row { cells, stands_out: row.loses }
        })
        .collect();
    if rows.is_empty() {
        return Block::Text(Label::NothingDiffers.text(lang).into());
    }
    let mut head = vec![Label::CompareRow.text(lang).to_owned()];
    head.extend(names.iter().cloned());
    Block::Table { name: Label::CompareTable.text(lang).to_owned(), head, rows }
}
