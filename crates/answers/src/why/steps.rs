//! A chain as steps: each event in a sentence, with its numbers, its reason and its rule.

use highwater_engine::event::{ElectedFrom, HighWatermarkCause};
use highwater_engine::{Cluster, Event, EventId, Fact, PartitionId};
use highwater_phrase::cause::{self, Detail};
use highwater_phrase::{Lang, caption};
use highwater_protocol::control::PartitionRegistration;
use highwater_protocol::generation::IsrChange;
use highwater_protocol::isr::Standing;
use highwater_protocol::read::Isolation;
use highwater_protocol::{BrokerId, ErrorCode, Offset};
use highwater_scene::tell;

use super::chain::{self, Chain, STEPS_MAX};
use super::past::Past;
use super::root::{self, Root};
use super::rule::{self, Circumstances};
use crate::document::{Line, Piece, Step};

/// Words of a text with the places in the picture that they stand for.
type Words = Vec<(String, String)>;

/// The chain of an event as steps.
pub(crate) fn of(past: Past<'_>, head: EventId, lang: Lang) -> Vec<Step> {
    let chain = chain::of(past, head);
    let mut steps: Vec<(EventId, Step)> =
        chain.events.iter().filter_map(|id| Some((*id, step(past, *id, lang)?))).collect();
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
    if let Some(detail) = detail(past, event, &state, lang) {
        why = joined(&why, &detail);
    }
    let position = past.position_of(id);
    let [in_what, in_why] = places(&event.fact, &state, lang);
    Some(Step {
        when: caption::time(lang, event.at),
        position,
        what: marked(sentence.what, &in_what),
        why: marked(why, &in_why),
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

/// A text in which words stand for places in the picture, each where it is first said.
pub(crate) fn marked(text: String, words: &[(String, String)]) -> Line {
    let mut line = Line::default();
    let mut rest = text.as_str();
    for (word, mark) in words {
        if let Some((before, after)) = rest.split_once(word.as_str()) {
            line.0.push(Piece::Text(before.to_owned()));
            line.0.push(Piece::Marked(word.clone(), mark.clone()));
            rest = after;
        }
    }
    line.then(Piece::Text(rest.to_owned()))
}

/// The words of an event's sentence, and of its reason, that stand for places in the picture.
fn places(fact: &Fact, state: &Cluster, lang: Lang) -> [Words; 2] {
    let at = |name: &str, home: &BrokerId, id: &PartitionId| {
        (name.to_uppercase(), format!("{name}-{}-{}", home.0, id.0))
    };
    match fact {
        Fact::HighWatermarkMoved { broker, partition, cause, .. } => {
            let in_why = match cause {
                HighWatermarkCause::LeaderMinimum { held_by } => {
                    let holders: Vec<u8> = held_by.iter().map(|id| id.0).collect();
                    let ends = known_ends(state, *broker, *partition, &holders);
                    ends_in_words(&ends, *partition, lang)
                }
                HighWatermarkCause::FollowerResponse { .. } => vec![at("leo", broker, partition)],
            };
            [vec![at("hw", broker, partition)], in_why]
        }
        Fact::HighWatermarkHeld { broker, partition, .. } => {
            [vec![at("hw", broker, partition)], Vec::new()]
        }
        Fact::Appended { batch, broker, partition, first, .. } => {
            let name = state.ledger().batch(*batch).name.to_string();
            let record = format!("rec-{}-{}-{}", partition.0, first.0, broker.0);
            [vec![(name, record)], vec![at("leo", broker, partition)]]
        }
        Fact::Replicated { broker, partition, .. } => {
            [Vec::new(), vec![at("leo", broker, partition)]]
        }
        Fact::BecameLeader { broker, partition, .. } => {
            [Vec::new(), vec![at("leo", broker, partition), at("hw", broker, partition)]]
        }
        Fact::BecameFollower { broker, partition, .. } => {
            [Vec::new(), vec![at("leo", broker, partition)]]
        }
        _ => [Vec::new(), Vec::new()],
    }
}

/// The log ends that a leader's high watermark is the minimum of, as the leader knows them.
pub(crate) fn known_ends(
    state: &Cluster,
    leader: BrokerId,
    id: PartitionId,
    holders: &[u8],
) -> Vec<(u8, u32)> {
    let Some(replica) = state.replica(leader, id) else { return Vec::new() };
    let mut ends = vec![(leader.0, replica.log.end().0)];
    if let Some(leadership) = replica.leadership() {
        let counts = leadership.isr.maximal();
        let remotes = leadership.remotes.iter();
        let counted = remotes.filter(|r| counts.contains(r.id) || holders.contains(&r.id.0));
        ends.extend(counted.filter_map(|r| Some((r.id.0, r.log_end?.0))));
    }
    ends
}

/// Log ends as they are said, each with its place in the picture.
pub(crate) fn ends_in_words(ends: &[(u8, u32)], id: PartitionId, lang: Lang) -> Words {
    let word = |(broker, end): &(u8, u32)| {
        (cause::log_end_of(lang, *broker, *end), format!("leo-{broker}-{}", id.0))
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

/// What the numbers around an event add to it.
fn detail(past: Past<'_>, event: &Event, state: &Cluster, lang: Lang) -> Option<String> {
    match &event.fact {
        Fact::LeaderElected { partition, from, .. } => {
            let with_elr = *from != ElectedFrom::AnyReplica || state.generation().has_elr();
            candidates(past, event, *partition, with_elr, lang)
        }
        Fact::WentOffline { partition, .. } => candidates(past, event, *partition, true, lang),
        Fact::Fenced { .. } => session(past, event, state, lang),
        Fact::Consumed { broker, partition, .. } if reads_committed(state) => {
            let hw = state.replica(*broker, *partition)?.log.high_watermark().0;
            let lso = state.last_stable(*broker, *partition).0;
            Some(Detail::ReadsUpTo { lso, hw }.say(lang)).filter(|_| lso < hw)
        }
        Fact::Unknown { batch, error: ErrorCode::RequestTimedOut } => {
            let batch = state.ledger().batch(*batch);
            let append = batch.appends.last()?;
            let log = &state.replica(append.broker, batch.partition)?.log;
            let required = append.first.plus(batch.count);
            waited_for(required, log.high_watermark(), lang)
        }
        _ => None,
    }
}

fn reads_committed(state: &Cluster) -> bool {
    state.consumer().is_some_and(|consumer| consumer.isolation == Isolation::ReadCommitted)
}

fn waited_for(required: Offset, at: Offset, lang: Lang) -> Option<String> {
    (at < required).then(|| Detail::WaitedFor { required: required.0, at: at.0 }.say(lang))
}

/// Whom the controller could choose from, as it was before it wrote.
fn candidates(
    past: Past<'_>,
    event: &Event,
    id: PartitionId,
    with_elr: bool,
    lang: Lang,
) -> Option<String> {
    let (before, after) = (past.before(event.id), past.after(event.id));
    let known: &PartitionRegistration = before.registration(id)?;
    let ids = |list: &[BrokerId]| list.iter().map(|id| id.0).collect::<Vec<u8>>();
    let is_alive = |id: &&BrokerId| matches!(after.standing(**id), Standing::Active(_));
    let alive: Vec<u8> = known.replicas.iter().filter(is_alive).map(|id| id.0).collect();
    let elr = ids(&known.elr);
    let elr = (with_elr && before.generation().has_elr()).then_some(elr.as_slice());
    let (replicas, isr) = (ids(&known.replicas), ids(&known.isr));
    Some(Detail::Candidates { replicas: &replicas, isr: &isr, elr, alive: &alive }.say(lang))
}

/// That no heartbeat came, unless the broker was let go in order.
fn session(past: Past<'_>, event: &Event, state: &Cluster, lang: Lang) -> Option<String> {
    let cause = event.cause.and_then(|id| past.event(id)).map(|event| &event.fact);
    if matches!(cause, Some(Fact::ShutdownAccepted { .. })) {
        return None;
    }
    let setting = match state.generation().isr_change() {
        IsrChange::ZooKeeperWrite => "zookeeper.session.timeout.ms",
        IsrChange::AlterPartition => "broker.session.timeout.ms",
    };
    let millis = state.config().timings.session_timeout;
    Some(Detail::SessionOver { setting, millis }.say(lang))
}
