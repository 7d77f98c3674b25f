//! The records in each broker's copy: there, on disk or not, or gone, by which rule and when.

use highwater_engine::event::RemovedBy;
use highwater_engine::ledger::Removal;
use highwater_engine::{Event, Fact};
use highwater_phrase::fate::{self, CopyState, Fact as Said, Term};
use highwater_phrase::{Label, caption};
use highwater_protocol::{BrokerId, Offset};
use highwater_scene::mark::Mark;
use highwater_scene::words;

use super::subject::Subject;
use super::terms;
use crate::document::{Block, Line, Piece, Row};

/// A row for every broker that has, or had, or should have the records.
pub(super) fn table(subject: &Subject<'_>) -> Block {
    let lang = subject.lang();
    let mut head = vec![Label::Broker.text(lang).to_owned()];
    head.extend([Term::State, Term::Since, Term::Until].map(|term| term.text(lang).to_owned()));
    let brokers = subject.state.brokers().iter().map(|broker| broker.id);
    let rows = brokers.filter(|id| concerns(subject, *id)).map(|id| row(subject, id)).collect();
    Block::Table { name: Term::Copies.text(lang).to_owned(), head, rows }
}

fn concerns(subject: &Subject<'_>, broker: BrokerId) -> bool {
    let known = subject.state.registration(subject.partition());
    known.is_some_and(|known| known.replicas.contains(&broker))
        || subject.state.replica(broker, subject.partition()).is_some()
        || arrival(subject, broker).is_some()
}

fn row(subject: &Subject<'_>, broker: BrokerId) -> Row {
    let lang = subject.lang();
    let held = subject.held(broker);
    let removal = subject.removals().rfind(|removal| removal.broker == broker);
    let arrived = arrival(subject, broker);
    let is_preloaded = terms::is_preloaded(subject);
    let since = match arrived {
        Some(event) => at(subject, event),
        None if (!held.is_empty() || removal.is_some()) && is_preloaded => {
            Line::text(Said::FromTheStart.say(lang))
        }
        None => Line::text("–"),
    };
    let went = removal
        .filter(|removal| held.is_empty() || arrived.is_none_or(|event| event.id < removal.event));
    let went = went.and_then(|removal| subject.past.event(removal.event));
    let until = match went {
        Some(event) => {
            at(subject, event).then(Piece::Text(" ".to_owned())).then(terms::why(subject, event.id))
        }
        None => Line::text("–"),
    };
    let name = caption::broker(lang, broker.0);
    let name = Line::marked(name, Mark::Broker(broker.0));
    let state = state(subject, broker, &held, removal);
    let loser = terms::loss(subject).and_then(|(_, loss)| terms::loser(loss));
    Row { cells: vec![name, state, since, until], stands_out: loser == Some(broker) }
}

/// A time that goes to the moment of an event.
pub(super) fn at(subject: &Subject<'_>, event: &Event) -> Line {
    let time = caption::time(subject.lang(), event.at);
    Line(vec![Piece::Seek(time, subject.past.position_of(event.id))])
}

/// The last event that brought any of the records into a broker's copy.
fn arrival<'a>(subject: &Subject<'a>, broker: BrokerId) -> Option<&'a Event> {
    subject.events().rfind(|event| match &event.fact {
        Fact::Appended { batch, broker: b, .. } => (*batch, *b) == (subject.batch, broker),
        Fact::Replicated { partition, broker: b, from, to } => {
            (*partition, *b) == (subject.partition(), broker)
                && subject.was_in(event.id, broker, from.0..to.0)
        }
        _ => false,
    })
}

/// What a copy is to the records, each stretch of offsets with its place in the picture.
fn state(subject: &Subject<'_>, broker: BrokerId, held: &[u32], removal: Option<&Removal>) -> Line {
    let lang = subject.lang();
    let Some(replica) = subject.state.replica(broker, subject.partition()) else {
        let had = removal.is_some() || arrival(subject, broker).is_some();
        let state = if had { CopyState::CopyDeleted } else { CopyState::NeverHad };
        return Line::text(state.say(lang));
    };
    if held.is_empty() {
        return Line::text(gone(subject, removal).say(lang));
    }
    let on_disk = replica.log.recovery_point();
    let is_down = subject.state.broker(broker).is_some_and(|known| !known.has_process());
    let is_whole = held.len() == subject.offsets(Offset(0)).len();
    let (disk, cache): (Vec<u32>, Vec<u32>) = held.iter().partition(|at| Offset(**at) < on_disk);
    let mut line = Line::default();
    for (offsets, state) in [(disk, CopyState::OnDisk), (cache, CopyState::InPageCache)] {
        let (Some(first), Some(last)) = (offsets.first(), offsets.last()) else { continue };
        let text = if is_whole && offsets.len() == held.len() {
            state.say(lang)
        } else {
            fate::part(lang, (*first, last + 1), state)
        };
        let text = if is_down { fate::down(lang, &text) } else { text };
        if !line.is_empty() {
            line.0.push(Piece::Text(", ".to_owned()));
        }
        let partition = subject.partition().0;
        let mark = Mark::Record { partition, offset: *first, broker: broker.0 };
        line.0.push(Piece::Marked(text, mark));
    }
    line
}

/// How a copy came to lack the records.
fn gone(subject: &Subject<'_>, removal: Option<&Removal>) -> CopyState {
    let event = removal.and_then(|removal| subject.past.event(removal.event));
    match event.map(|event| &event.fact) {
        Some(Fact::Removed { by: RemovedBy::Cut(rule), .. }) => CopyState::Cut(words::cut(*rule)),
        Some(_) => CopyState::PowerCut,
        None => CopyState::NeverHad,
    }
}
