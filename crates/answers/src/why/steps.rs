//! A chain as steps: each event in a sentence, with its numbers, its reason and its rule.

use highwater_engine::event::HighWatermarkCause;
use highwater_engine::{Cluster, Event, EventId, Fact, PartitionId};
use highwater_phrase::fate::Term;
use highwater_phrase::{Lang, caption, cause};
use highwater_protocol::BrokerId;
use highwater_protocol::log::Entry;
use highwater_scene::mark::Mark;
use highwater_scene::tell;

use super::chain::{self, Chain, STEPS_MAX};
use super::detail::{self, reads_committed};
use super::past::Past;
use super::root::{self, Root};
use super::rule::{self, Circumstances};
use crate::document::{Line, Piece, Step};

/// Words of a text with the places in the picture that they stand for.
type Words = Vec<(String, Mark)>;

/// The chain of an event as steps.
pub(crate) fn of(past: Past<'_>, head: EventId, lang: Lang) -> Vec<Step> {
    let chain = chain::of(past, head);
    let told = |id: &EventId| {
        let mut step = step(past, *id, lang)?;
        // Its own chain may have more to tell than there was room for.
        let more = past.event(*id).filter(|event| {
            *id != head && root::is_fact_of_command(past, *id, &event.fact).is_none()
        });
        if more.is_some() {
            let question = format!("why event {}", id.0);
            step.what.0.push(Piece::Text(" ".to_owned()));
            step.what.0.push(Piece::Ask(Term::Why.text(lang).to_owned(), question));
        }
        Some((*id, step))
    };
    let mut steps: Vec<(EventId, Step)> = chain.events.iter().filter_map(told).collect();
    begin(past, &chain, &mut steps, lang);
    steps.into_iter().map(|(_, step)| step).collect()
}

/// Says where the chain begins: by itself if it is a command, or with the event it belongs to.
fn begin(past: Past<'_>, chain: &Chain, steps: &mut Vec<(EventId, Step)>, lang: Lang) {
    let Some((owner, root)) = chain.root else { return };
    if root == Root::Time && past.event(owner).is_some_and(|event| tells_its_time(&event.fact)) {
        return;
    }
    let said = root::say(past, root, lang);
    let is_last = steps.last().is_some_and(|(id, _)| *id == owner);
    if let Root::Command(index) = root
        && is_last
        && steps.len() < STEPS_MAX
    {
        let when = caption::time(lang, past.timeline.time_at(index));
        let what = Line::text(said);
        steps.push((owner, Step { when, position: index + 1, what, ..Step::default() }));
        return;
    }
    if let Some((_, step)) = steps.iter_mut().find(|(id, _)| *id == owner) {
        let gap = if step.why.is_empty() { "" } else { " " };
        step.why.0.push(Piece::Text(format!("{gap}{said}")));
    }
}

/// Whether an event's own reason says that a time had come.
fn tells_its_time(fact: &Fact) -> bool {
    matches!(fact, Fact::IsrChanged { .. } | Fact::IsrChangeProposed { .. } | Fact::Fenced { .. })
}

/// One event as a step.
pub(crate) fn step(past: Past<'_>, id: EventId, lang: Lang) -> Option<Step> {
    let event = past.event(id)?;
    let state = past.after(id);
    let removed_by = |id| tell::removed_by(past.timeline.event(id)?);
    let sentence = tell::sentence(&state, event, &removed_by, lang);
    let mut why = match root::is_fact_of_command(past, id, &event.fact) {
        Some(root) => joined(&root::say(past, root, lang), &sentence.why),
        None => sentence.why,
    };
    if let Some(detail) = detail::of(past, event, &state, lang) {
        why = joined(&why, &detail);
    }
    let position = past.position_of(id);
    let [in_what, in_why] = places(&event.fact, &state, lang);
    Some(Step {
        when: caption::time(lang, event.at),
        position,
        what: Line::marking(&sentence.what, &in_what),
        why: Line::marking(&why, &in_why),
        rule: rule_of(past, event, &state).to_owned(),
    })
}

fn joined(first: &str, second: &str) -> String {
    match (first, second) {
        (first, "") => first.to_owned(),
        ("", second) => second.to_owned(),
        (first, second) => format!("{first} {second}"),
    }
}

/// The words of an event's sentence, and of its reason, that stand for places in the picture.
fn places(fact: &Fact, state: &Cluster, lang: Lang) -> [Words; 2] {
    let hw = |home: &BrokerId, id: &PartitionId| {
        ("HW".to_owned(), Mark::HighWatermark { broker: home.0, partition: id.0 })
    };
    let leo = |home: &BrokerId, id: &PartitionId| {
        ("LEO".to_owned(), Mark::Leo { broker: home.0, partition: id.0 })
    };
    match fact {
        Fact::HighWatermarkMoved { broker, partition, cause, .. } => {
            let in_why = match cause {
                HighWatermarkCause::LeaderMinimum { held_by } => {
                    let ends = tell::log_ends(state, *partition, *broker, *held_by);
                    ends_in_words(&ends, *partition, lang)
                }
                HighWatermarkCause::FollowerResponse { .. } => vec![leo(broker, partition)],
            };
            [vec![hw(broker, partition)], in_why]
        }
        Fact::HighWatermarkHeld { broker, partition, .. } => {
            [vec![hw(broker, partition)], Vec::new()]
        }
        Fact::Appended { batch, broker, partition, first, .. } => {
            let name = state.ledger().batch(*batch).name.to_string();
            let (partition_index, offset) = (partition.0, first.0);
            let record = Mark::Record { partition: partition_index, offset, broker: broker.0 };
            [vec![(name, record)], vec![leo(broker, partition)]]
        }
        Fact::FetchNoted { follower, partition, .. } => {
            [vec![leo(follower, partition)], Vec::new()]
        }
        Fact::Removed { partition, broker, to, .. } => {
            let removals = &state.ledger().removals;
            let removal = removals.iter().rev().find(|removal| {
                (removal.partition, removal.broker, removal.first) == (*partition, *broker, *to)
            });
            let entries = removal.iter().flat_map(|removal| &removal.entries).zip(to.0..);
            let word = |(entry, offset): (&Entry, u32)| {
                let name = state.ledger().record_name(entry.record);
                (name, Mark::Record { partition: partition.0, offset, broker: broker.0 })
            };
            [entries.map(word).collect(), Vec::new()]
        }
        Fact::Replicated { broker, partition, .. } => [Vec::new(), vec![leo(broker, partition)]],
        Fact::BecameLeader { broker, partition, .. } => {
            [Vec::new(), vec![leo(broker, partition), hw(broker, partition)]]
        }
        Fact::BecameFollower { broker, partition, .. } => {
            [Vec::new(), vec![leo(broker, partition)]]
        }
        _ => [Vec::new(), Vec::new()],
    }
}

/// Log ends as they are said, each with its place in the picture.
pub(crate) fn ends_in_words(ends: &[(u8, u32)], id: PartitionId, lang: Lang) -> Words {
    let word = |(broker, end): &(u8, u32)| {
        let mark = Mark::Leo { broker: *broker, partition: id.0 };
        (cause::log_end_of(lang, *broker, *end), mark)
    };
    ends.iter().map(word).collect()
}

fn rule_of(past: Past<'_>, event: &Event, state: &Cluster) -> &'static str {
    use highwater_engine::verdict::{LostBy, Verdict};
    let acks = match &event.fact {
        Fact::Acked { batch } => Some(state.ledger().batch(*batch).acks),
        _ => None,
    };
    let about = Circumstances {
        generation: state.generation(),
        acks,
        reads_committed: reads_committed(state),
    };
    let decided = match &event.fact {
        // The promise was broken by whatever took the records.
        Fact::Broken(Verdict::AckedRecordLost(loss)) => match loss.by {
            LostBy::Removal(_, id) => past.event(id).map(|event| &event.fact),
            LostBy::NeverHad(_) => {
                let elected =
                    past.last(event.id, |fact| matches!(fact, Fact::LeaderElected { .. }));
                elected.and_then(|id| past.event(id)).map(|event| &event.fact)
            }
        },
        fact => Some(fact),
    };
    decided.and_then(|fact| rule::of(fact, about)).map_or("", rule::Rule::source)
}
