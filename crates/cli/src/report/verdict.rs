//! Verdicts as JSON: which records, who lost them, who still holds a copy.

use highwater_engine::Cluster;
use highwater_engine::verdict::{Loss, LostBy, Verdict};
use serde_json::{Value, json};

use super::ids;

/// Every verdict with the event that showed it.
pub(crate) fn all(cluster: &Cluster) -> Value {
    let verdicts = cluster.verdicts().iter();
    verdicts
        .map(|(event, verdict)| {
            let mut value = fields(cluster, verdict);
            value["event"] = event.0.into();
            value["kind"] = verdict.kind().into();
            value["breaksAPromise"] = verdict.breaks_a_promise().into();
            value
        })
        .collect()
}

/// What a verdict says.
pub(super) fn fields(cluster: &Cluster, verdict: &Verdict) -> Value {
    let name = |id| cluster.config().partition_name(id);
    match verdict {
        Verdict::AckedRecordLost(loss) => lost(cluster, loss),
        Verdict::Diverged { partition, leader, follower, offset } => json!({
            "partition": name(*partition),
            "leader": leader.0,
            "follower": follower.0,
            "offset": offset.0,
        }),
        Verdict::ConsumedRecordLost { partition, offset, leader } => json!({
            "partition": name(*partition),
            "offset": offset.0,
            "leader": leader.0,
        }),
        Verdict::HighWatermarkWentBack { partition, leader, from, to } => json!({
            "partition": name(*partition),
            "leader": leader.0,
            "from": from.0,
            "to": to.0,
        }),
    }
}

fn lost(cluster: &Cluster, loss: &Loss) -> Value {
    let batch = cluster.ledger().batch(loss.batch);
    let appended = batch.acked_append.map_or(loss.first, |append| append.first);
    let records = (loss.first.0..loss.end.0).map(|offset| {
        let place = offset.saturating_sub(appended.0);
        if batch.count == 1 { batch.name.to_string() } else { format!("{}{place}", batch.name) }
    });
    let (broker, how, event) = match loss.by {
        LostBy::Removal(broker, event) => (broker, "removed", Some(event.0)),
        LostBy::NeverHad(broker) => (broker, "never-had", None),
    };
    let copies: Vec<_> = loss.last_copies.iter().collect();
    json!({
        "partition": cluster.config().partition_name(loss.partition),
        "records": records.collect::<Value>(),
        "first": loss.first.0,
        "end": loss.end.0,
        "acks": loss.acks.name(),
        "lostBy": { "broker": broker.0, "how": how, "event": event },
        "lastCopies": ids(&copies),
    })
}
