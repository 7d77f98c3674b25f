//! What the numbers around an event add to its sentence. Looks them up; decides nothing.

use highwater_engine::event::ElectedFrom;
use highwater_engine::{Cluster, Event, Fact, PartitionId};
use highwater_phrase::Lang;
use highwater_phrase::cause::Detail;
use highwater_protocol::control::{PartitionRegistration, isr_needs_no_elr};
use highwater_protocol::isr::Standing;
use highwater_protocol::read::Isolation;
use highwater_protocol::{BrokerId, BrokerSet, ErrorCode, Offset};

use super::past::Past;

/// What the numbers around an event add to it.
pub(super) fn of(past: Past<'_>, event: &Event, state: &Cluster, lang: Lang) -> Option<String> {
    match &event.fact {
        Fact::LeaderElected { partition, from, .. } => {
            let with_elr = *from != ElectedFrom::AnyReplica || state.generation().has_elr();
            candidates(past, event, *partition, with_elr, lang)
        }
        Fact::WentOffline { partition, .. } => candidates(past, event, *partition, true, lang),
        Fact::Fenced { .. } => session(past, event, state, lang),
        Fact::Stopped { broker, .. } => checkpoint(past, event, *broker, lang),
        Fact::IsrChanged { partition, to, elr, .. } => {
            let kept: BrokerSet = to.iter().chain(elr).copied().collect();
            left_elr(past, event, *partition, kept, lang)
        }
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

pub(super) fn reads_committed(state: &Cluster) -> bool {
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
    let setting = if state.generation().uses_zookeeper() {
        "zookeeper.session.timeout.ms"
    } else {
        "broker.session.timeout.ms"
    };
    let millis = state.config().timings.session_timeout;
    Some(Detail::SessionOver { setting, millis }.say(lang))
}

/// That a high watermark falls back to the checkpoint's, where one copy is concerned.
fn checkpoint(past: Past<'_>, event: &Event, home: BrokerId, lang: Lang) -> Option<String> {
    let (before, after) = (past.before(event.id), past.after(event.id));
    let hw =
        |state: &Cluster, id| state.replica(home, id).map(|replica| replica.log.high_watermark().0);
    let mut changed = after.broker(home)?.replicas.keys().filter_map(|id| {
        let (hw, checkpoint) = (hw(&before, *id)?, hw(&after, *id)?);
        (hw != checkpoint).then_some(Detail::HwFromCheckpoint { hw, checkpoint })
    });
    let only = changed.next().filter(|_| changed.next().is_none())?;
    Some(only.say(lang))
}

/// Who left the ELR without joining the ISR, and why.
fn left_elr(
    past: Past<'_>,
    event: &Event,
    id: PartitionId,
    kept: BrokerSet,
    lang: Lang,
) -> Option<String> {
    let (before, after) = (past.before(event.id), past.after(event.id));
    let left = before.registration(id)?.elr.iter().filter(|id| !kept.contains(**id));
    let left: Vec<u8> = left.map(|id| id.0).collect();
    if left.is_empty() {
        return None;
    }
    let known = after.registration(id)?;
    let (isr, min_isr) = (known.isr.len(), after.controller_min_isr(id));
    let brokers = left.as_slice();
    let detail = if isr_needs_no_elr(isr, min_isr) {
        Detail::ElrEmptied { isr: isr as u8, min_isr: min_isr as u8, elr: brokers }
    } else {
        Detail::ElrLeft { brokers }
    };
    Some(detail.say(lang))
}
