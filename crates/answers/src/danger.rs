//! Which single fault, now, would lose an acknowledged record: the engine plays each.

mod fault;
mod told;
mod trial;
mod windows;

pub use fault::Fault;
pub use trial::{STEPS_MAX, Trial, Until, Writes};
pub use windows::{WINDOW_STEPS_MAX, Windows, windows};

use highwater_phrase::{Label, caption, danger as phrase};
use highwater_scene::mark::Mark;

use crate::document::{Answer, Block, Line, Piece, Row};
use crate::moment::Moment;
use told::Outcome;

/// Every single fault that is possible at the moment, with what it would cost.
#[must_use]
pub fn danger(moment: Moment<'_>) -> Answer {
    let start = moment.cluster();
    let quiet = Trial::without_fault(&start);
    let outcome = |fault| Outcome::of(moment, &quiet, fault);
    let outcomes: Vec<Outcome> = Fault::possible(&start).into_iter().map(outcome).collect();
    let dangerous: Vec<&Outcome> = outcomes.iter().filter(|o| o.is_dangerous()).collect();
    let mut endangered: Vec<u8> =
        dangerous.iter().filter_map(|o| o.fault.broker()).map(|broker| broker.0).collect();
    endangered.dedup();

    let mut blocks = summary(moment, &quiet, &outcomes);
    blocks.push(table(moment, &outcomes));
    blocks.extend(told::cards(&dangerous));
    blocks.push(Block::Text(phrase::how(moment.lang).into()));
    blocks.extend(unsettled(moment, &outcomes));
    blocks.push(choices(moment, &endangered));
    Answer { title: Label::Danger.text(moment.lang).to_owned(), blocks, endangered }
}

/// What a reader should know first.
fn summary(moment: Moment<'_>, quiet: &Trial, outcomes: &[Outcome]) -> Vec<Block> {
    let lang = moment.lang;
    let mut lines = Vec::new();
    let anyway = told::lost(moment, quiet);
    if !anyway.is_empty() {
        lines.push(phrase::anyway(lang, &joined(&anyway)));
    }
    let dangerous = || outcomes.iter().filter(|outcome| outcome.is_dangerous());
    match dangerous().next() {
        None if !anyway.is_empty() => lines.push(phrase::no_more(lang).to_owned()),
        None => lines.push(phrase::none(lang, outcomes.len() as u32)),
        Some(first) if first.lost.is_empty() => lines.push(phrase::breaks(lang, &first.name)),
        Some(first) => lines.push(phrase::loses(lang, &first.name, &joined(&first.lost))),
    }
    let count = dangerous().count();
    if 1 < count {
        lines.push(phrase::count(lang, count as u32, outcomes.len() as u32));
    }
    lines.into_iter().map(|line| Block::Text(line.into())).collect()
}

fn table(moment: Moment<'_>, outcomes: &[Outcome]) -> Block {
    let head = [Label::DangerFault, Label::DangerLost, Label::DangerWrites];
    let rows = outcomes.iter().map(|outcome| {
        let fault = match outcome.fault.broker() {
            Some(broker) => Line::marked(outcome.name.clone(), Mark::Broker(broker.0)),
            None => Line::text(outcome.name.clone()),
        };
        let writes = told::writes(moment, &outcome.trial);
        Row {
            cells: vec![fault, outcome.cost(), writes.into()],
            stands_out: outcome.is_dangerous(),
        }
    });
    Block::Table {
        name: Label::DangerTable.text(moment.lang).to_owned(),
        head: head.iter().map(|label| label.text(moment.lang).to_owned()).collect(),
        rows: rows.collect(),
    }
}

/// Which faults did not come to rest: what they would do later is not known.
fn unsettled(moment: Moment<'_>, outcomes: &[Outcome]) -> Option<Block> {
    let names = outcomes.iter().filter(|outcome| !outcome.trial.rested).map(|o| o.name.clone());
    let names: Vec<String> = names.collect();
    let line =
        (!names.is_empty()).then(|| phrase::unsettled(moment.lang, &joined(&names), STEPS_MAX));
    line.map(|line| Block::Text(line.into()))
}

fn choices(moment: Moment<'_>, endangered: &[u8]) -> Block {
    let lang = moment.lang;
    let mut choices = vec![
        (Label::DangerWindows.text(lang).to_owned(), "windows".to_owned()),
        (Label::WholeCluster.text(lang).to_owned(), "inspect cluster".to_owned()),
    ];
    let brokers = endangered.iter();
    choices.extend(
        brokers.map(|id| {
            (caption::broker(lang, *id), format!("inspect {}", Mark::Broker(*id).text()))
        }),
    );
    Block::Choices(choices)
}

/// The windows of the whole run, whatever the moment, as an answer.
#[must_use]
pub fn tell_windows(moment: Moment<'_>, found: &Windows) -> Answer {
    let lang = moment.lang;
    let time = |position| caption::time(lang, moment.timeline.time_at(position));
    let mut blocks = vec![Block::Text(phrase::windows(lang, found.ranges.len() as u32).into())];
    let seek = |position| Line(vec![Piece::Seek(time(position), position)]);
    let start = moment.cluster();
    let row = |((from, to), fault): (&(usize, usize), &Fault)| Row {
        cells: vec![seek(*from), seek(*to), fault.name(&start, lang).into()],
        stands_out: (*from..=*to).contains(&moment.position),
    };
    if !found.ranges.is_empty() {
        let head = [Label::WindowFrom, Label::WindowTo, Label::WindowFault];
        blocks.push(Block::Table {
            name: Label::DangerWindows.text(lang).to_owned(),
            head: head.iter().map(|label| label.text(lang).to_owned()).collect(),
            rows: found.ranges.iter().zip(&found.examples).map(row).collect(),
        });
    }
    blocks.push(Block::Text(phrase::windows_how(lang, found.steps).into()));
    if found.until < moment.timeline.len() {
        let line = phrase::windows_limit(lang, &time(found.until), WINDOW_STEPS_MAX);
        blocks.push(Block::Text(line.into()));
    }
    let ask = (Label::Danger.text(lang).to_owned(), "danger".to_owned());
    blocks.push(Block::Choices(vec![ask]));
    let title = Label::DangerWindows.text(lang).to_owned();
    Answer { title, blocks, endangered: Vec::new() }
}

fn joined(texts: &[String]) -> String {
    texts.join(", ")
}
