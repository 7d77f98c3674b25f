//! The ledger of the records, term by term.

use highwater_engine::event::{HighWatermarkCause, RemovedBy};
use highwater_engine::ledger::{Outcome, Removal};
use highwater_engine::verdict::{Loss, LostBy, Verdict};
use highwater_engine::{Event, EventId, Fact};
use highwater_phrase::Label;
use highwater_phrase::fate::{Fact as Said, Term};
use highwater_phrase::verdict::LostWord;
use highwater_protocol::BrokerId;
use highwater_scene::words;

use super::copies;
use super::subject::Subject;
use crate::document::{Line, Piece};

/// Every term with what is said of it.
pub(super) fn of(subject: &Subject<'_>) -> Vec<(String, Line)> {
    let lang = subject.lang();
    let term = |term: Term, line| (term.text(lang).to_owned(), line);
    let mut terms = vec![
        term(Term::Appended, appended(subject)),
        (Label::Producer.text(lang).to_owned(), answered(subject)),
        term(Term::Committed, committed(subject)),
        term(Term::ReadBy, read(subject)),
        term(Term::GoneFrom, gone(subject)),
        term(Term::Loser, who_lost(subject)),
    ];
    terms.extend(last_copy(subject).map(|line| term(Term::LastCopy, line)));
    terms.push((Label::IsNow.text(lang).to_owned(), Line::text(super::now(subject))));
    terms
}

/// A question why an event happened.
pub(super) fn why(subject: &Subject<'_>, event: EventId) -> Piece {
    Piece::Ask(Term::Why.text(subject.lang()).to_owned(), format!("why event {}", event.0))
}

/// Whether the run began with the records.
pub(super) fn is_preloaded(subject: &Subject<'_>) -> bool {
    let preloads = &subject.state.config().preloads;
    preloads.iter().any(|preload| preload.name == subject.ledger().name)
}

/// Where the records were appended, without times.
pub(super) fn appends(subject: &Subject<'_>) -> String {
    let texts: Vec<String> = appends_of(subject).into_iter().map(|(text, _)| text).collect();
    match texts.as_slice() {
        [] => Said::NeverAppended.say(subject.lang()),
        texts => texts.join("; "),
    }
}

fn appends_of(subject: &Subject<'_>) -> Vec<(String, BrokerId)> {
    let said = |append: &highwater_engine::ledger::Append| {
        let offsets = subject.offsets(append.first);
        let fact = Said::Append {
            broker: append.broker.0,
            first: offsets.start,
            end: offsets.end,
            epoch: append.epoch.0,
        };
        (fact.say(subject.lang()), append.broker)
    };
    subject.ledger().appends.iter().map(said).collect()
}

fn appended(subject: &Subject<'_>) -> Line {
    let lang = subject.lang();
    if is_preloaded(subject) {
        let said = format!("{} ({})", Said::FromTheStart.say(lang), appends(subject));
        return Line::text(said);
    }
    let events = subject.events().filter(
        |event| matches!(event.fact, Fact::Appended { batch, .. } if batch == subject.batch),
    );
    let lines = appends_of(subject).into_iter().zip(events);
    let lines: Vec<Line> =
        lines.map(|((text, _), event)| with_event(subject, text, event)).collect();
    list(lines).unwrap_or_else(|| Line::text(Said::NeverAppended.say(lang)))
}

/// A text, when that was, and the question why.
fn with_event(subject: &Subject<'_>, text: String, event: &Event) -> Line {
    let mut line = Line::text(text).then(Piece::Text(" · ".to_owned()));
    line.0.extend(copies::at(subject, event).0);
    line.then(Piece::Text(" ".to_owned())).then(why(subject, event.id))
}

fn list(lines: Vec<Line>) -> Option<Line> {
    let mut lines = lines.into_iter();
    let mut all = lines.next()?;
    for line in lines {
        all.0.push(Piece::Text("; ".to_owned()));
        all.0.extend(line.0);
    }
    Some(all)
}

fn answered(subject: &Subject<'_>) -> Line {
    let batch = subject.ledger();
    let text = format!("{} · {}", super::answer(subject), words::acks(batch.acks).name());
    let event = subject.events().rfind(|event| match &event.fact {
        Fact::Acked { batch }
        | Fact::Refused { batch, .. }
        | Fact::Unknown { batch, .. }
        | Fact::WillRetry { batch, .. } => *batch == subject.batch,
        _ => false,
    });
    match event {
        Some(event) => with_event(subject, text, event),
        None => Line::text(text),
    }
}

/// When a leader's high watermark first passed the last of the records.
fn committed(subject: &Subject<'_>) -> Line {
    let lang = subject.lang();
    let passed = subject.events().find(|event| match &event.fact {
        Fact::HighWatermarkMoved { partition, broker, from, to, cause } => {
            let leads = matches!(cause, HighWatermarkCause::LeaderMinimum { .. });
            leads && *partition == subject.partition() && {
                let has_last = subject.was_in(event.id, *broker, from.0..to.0);
                has_last && holds_last_below(subject, event.id, *broker, to.0)
            }
        }
        _ => false,
    });
    match (passed, subject.ledger().committed_at) {
        (Some(event), _) => {
            let hw = match event.fact {
                Fact::HighWatermarkMoved { to, .. } => to.0,
                _ => 0,
            };
            with_event(subject, Said::Passed { hw }.say(lang), event)
        }
        (None, Some(_)) if is_preloaded(subject) => Line::text(Said::FromTheStart.say(lang)),
        (None, _) => Line::text(Said::NotPassed.say(lang)),
    }
}

fn holds_last_below(subject: &Subject<'_>, event: EventId, broker: BrokerId, hw: u32) -> bool {
    let state = subject.past.after(event);
    let log = state.replica(broker, subject.partition()).map(|replica| &replica.log);
    log.is_some_and(|log| {
        let entries = log.entries().iter().zip(log.start().0..hw);
        entries.filter(|(entry, _)| subject.is_last(entry)).count() > 0
    })
}

/// What consumers read, and whether their applications were given it.
fn read(subject: &Subject<'_>) -> Line {
    let lang = subject.lang();
    let reads = subject.events().filter_map(|event| match event.fact {
        Fact::Consumed { partition, from, to, broker, .. }
            if partition == subject.partition()
                && subject.was_in(event.id, broker, from.0..to.0) =>
        {
            let fact = if is_hidden(subject, event.id) {
                Said::Hidden { broker: broker.0 }
            } else {
                Said::Read { broker: broker.0 }
            };
            Some(with_event(subject, fact.say(lang), event))
        }
        _ => None,
    });
    list(reads.collect()).unwrap_or_else(|| Line::text(Said::NotRead.say(lang)))
}

/// Whether a consumer that read the records kept them from its application: it was given none of them.
fn is_hidden(subject: &Subject<'_>, event: EventId) -> bool {
    let state = subject.past.after(event);
    let given = state.consumer().map_or(&[][..], |consumer| &consumer.read);
    !given.iter().any(|(_, entry)| subject.is(entry))
}

fn gone(subject: &Subject<'_>) -> Line {
    let lang = subject.lang();
    let lines = subject.removals().filter_map(|removal| {
        let event = subject.past.event(removal.event)?;
        Some(with_event(subject, Said::Gone(taken(subject, removal)).say(lang), event))
    });
    list(lines.collect()).unwrap_or_else(|| Line::text(Said::NotGone.say(lang)))
}

fn taken(subject: &Subject<'_>, removal: &Removal) -> LostWord {
    lost_word(subject, removal.broker, removal.event)
}

fn lost_word(subject: &Subject<'_>, broker: BrokerId, event: EventId) -> LostWord {
    match subject.past.event(event).map(|event| &event.fact) {
        Some(Fact::Removed { by: RemovedBy::Cut(rule), .. }) => {
            LostWord::Cut(broker.0, words::cut(*rule))
        }
        _ => LostWord::PowerCut(broker.0),
    }
}

/// The verdict that says that the records are lost, if there is one.
pub(super) fn loss<'s>(subject: &'s Subject<'_>) -> Option<(EventId, &'s Loss)> {
    let batch = subject.ledger();
    let append = batch.acked_append?;
    subject.state.verdicts().iter().find_map(|(event, verdict)| match verdict {
        Verdict::AckedRecordLost(loss) if loss.batch == subject.batch => {
            let offsets = subject.offsets(append.first);
            let concerns = offsets.start < loss.end.0 && loss.first.0 < offsets.end;
            concerns.then_some((*event, loss))
        }
        _ => None,
    })
}

/// The broker that lost them.
pub(super) fn loser(loss: &Loss) -> Option<BrokerId> {
    match loss.by {
        LostBy::Removal(id, _) | LostBy::NeverHad(id) => Some(id),
    }
}

/// Who lost the records: by the verdict, or nobody.
fn who_lost(subject: &Subject<'_>) -> Line {
    let lang = subject.lang();
    if let Some((event, loss)) = loss(subject) {
        let word = match loss.by {
            LostBy::Removal(id, event) => lost_word(subject, id, event),
            LostBy::NeverHad(id) => LostWord::NeverHad(id.0),
        };
        let text = Said::Gone(word).say(lang);
        return match subject.past.event(event) {
            Some(event) => with_event(subject, text, event),
            None => Line::text(text),
        };
    }
    let is_acked = matches!(subject.ledger().outcome, Outcome::Acked(_));
    let leader = subject.state.acting_leader(subject.partition()).map(|replica| replica.broker);
    let said = match leader {
        _ if !is_acked => Said::NoPromise,
        Some(leader) if !subject.held(leader).is_empty() => Said::PromiseKept,
        _ => Said::PromiseOpen,
    };
    Line::text(said.say(lang))
}

/// Who held the last copy, where the leader has none: those of the verdict, or who let it go last.
fn last_copy(subject: &Subject<'_>) -> Option<Line> {
    let lang = subject.lang();
    let still = subject.holders();
    if let Some((_, loss)) = loss(subject) {
        let last: Vec<u8> = loss.last_copies.iter().map(|id| id.0).collect();
        let brokers = last.as_slice();
        let said = match brokers {
            [] => Said::Nowhere,
            _ if brokers.iter().any(|id| still.contains(id)) => Said::HeldBy { brokers },
            _ => Said::HeldLastBy { brokers },
        };
        return Some(Line::text(said.say(lang)));
    }
    if !still.is_empty() {
        return None;
    }
    let removal = subject.removals().next_back()?;
    let brokers = &[removal.broker.0][..];
    let text = Said::HeldLastBy { brokers }.say(lang);
    Some(match subject.past.event(removal.event) {
        Some(event) => with_event(subject, text, event),
        None => Line::text(text),
    })
}
