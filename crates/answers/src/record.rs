//! What became of a record: appended where, on disk where, acknowledged, visible, read, cut, last held.
//!
//! Everything is read from events, logs and the engine's ledger. Who lost a record is the engine's
//! verdict; who held the last copy is said beside it.

mod copies;
mod subject;
mod terms;

use std::iter;

use highwater_phrase::fate::{Fact, Term};
use highwater_phrase::{Label, caption, cause};
use highwater_scenario::differences;

use crate::changed;
use crate::document::{Answer, Block, Line, Piece, Row};
use crate::moment::Moment;
use subject::Subject;

/// The fate of a batch, by its name or the mark of one of its records; `None` if there is none.
#[must_use]
pub fn record(moment: Moment<'_>, name: &str) -> Option<Answer> {
    let subject = Subject::find(moment, name)?;
    let lang = moment.lang;
    let all = (Term::AllRecords.text(lang).to_owned(), "records".to_owned());
    let others = subject.state.ledger().batches();
    let others = others.filter(|(id, _)| *id != subject.batch || subject.is_a_part());
    let others =
        others.map(|(_, batch)| (batch.name.to_string(), format!("record {}", batch.name)));
    let blocks = vec![
        Block::Terms(terms::of(&subject)),
        copies::table(&subject),
        Block::Choices(iter::once(all).chain(others).collect()),
    ];
    let title = subject.titled(cause::ask_record(lang, &subject.name()));
    Some(Answer { title, blocks, ..Answer::default() })
}

/// The fate of every batch.
#[must_use]
pub fn records(moment: Moment<'_>) -> Answer {
    let lang = moment.lang;
    let title = Term::AllRecords.text(lang).to_owned();
    let labels = [Term::Batch, Term::Appended].map(|term| term.text(lang).to_owned());
    let mut head = Vec::from(labels);
    head.push("acks".to_owned());
    head.push(Label::Producer.text(lang).to_owned());
    head.push(Term::Committed.text(lang).to_owned());
    head.push(Label::IsNow.text(lang).to_owned());
    let state = moment.cluster();
    let rows = state
        .ledger()
        .batches()
        .filter_map(|(_, batch)| Some(row(&Subject::find(moment, &batch.name)?)));
    let rows: Vec<Row> = rows.collect();
    let blocks = vec![Block::Table { name: title.clone(), head, rows }];
    Answer { title, blocks, ..Answer::default() }
}

fn row(subject: &Subject<'_>) -> Row {
    let batch = subject.ledger();
    let lang = subject.lang();
    let name = batch.name.to_string();
    let ask = Line(vec![Piece::Ask(name.clone(), format!("record {name}"))]);
    let cells = vec![
        ask,
        Line::text(subject.titled(terms::appends(subject))),
        Line::text(batch.acks.name()),
        Line::text(answer(subject)),
        Line::text(match batch.committed_at {
            Some(_) if terms::is_preloaded(subject) => Fact::FromTheStart.say(lang),
            Some(at) => caption::time(lang, at),
            None => Fact::NotPassed.say(lang),
        }),
        Line::text(now(subject)),
    ];
    Row { cells, stands_out: batch.lost_in.is_some() }
}

/// What the producer was told.
fn answer(subject: &Subject<'_>) -> String {
    let told = differences::answer(&subject.state, &subject.ledger().name);
    changed::answer(told).say(subject.lang())
}

/// Where the records are now, in a few words: for the leader, and by broker.
fn now(subject: &Subject<'_>) -> String {
    let lang = subject.lang();
    let word = changed::fate(differences::fate(&subject.state, &subject.ledger().name));
    let holders = subject.holders();
    match holders.as_slice() {
        [] => word.text(lang).to_owned(),
        brokers => format!("{} · {}", word.text(lang), Fact::HeldBy { brokers }.say(lang)),
    }
}
