//! Where logs part, or acknowledged records are missing: one line through all lanes.

use highwater_engine::verdict::Verdict;
use highwater_engine::{Cluster, PartitionId};
use highwater_protocol::Offset;
use highwater_protocol::log::ReplicaLog;

use crate::model::{Guide, GuideKind};

/// The most serious guide of a partition: a difference between logs first, then a loss.
pub(super) fn of(cluster: &Cluster, id: PartitionId) -> Option<Guide> {
    difference(cluster, id)
        .map(|offset| Guide { offset, kind: GuideKind::Differs })
        .or_else(|| loss(cluster, id).map(|offset| Guide { offset, kind: GuideKind::Lost }))
}

/// The first offset where any two copies hold different records.
fn difference(cluster: &Cluster, id: PartitionId) -> Option<u32> {
    let logs: Vec<&ReplicaLog> = cluster
        .brokers()
        .iter()
        .filter_map(|broker| broker.replica(id))
        .map(|replica| &replica.log)
        .collect();
    let pairs = logs
        .iter()
        .enumerate()
        .flat_map(|(index, one)| logs[index + 1..].iter().map(move |other| (*one, *other)));
    pairs.filter_map(|(one, other)| parting(one, other)).min()
}

fn parting(one: &ReplicaLog, other: &ReplicaLog) -> Option<u32> {
    let from = one.start().max(other.start());
    let to = one.end().min(other.end());
    (from.0..to.0).find(|offset| one.entry(Offset(*offset)) != other.entry(Offset(*offset)))
}

/// The first offset that the verdicts call lost.
fn loss(cluster: &Cluster, id: PartitionId) -> Option<u32> {
    let lost = cluster.verdicts().iter().filter_map(|(_, verdict)| match verdict {
        Verdict::AckedRecordLost(loss) if loss.partition == id => Some(loss.first.0),
        _ => None,
    });
    lost.min()
}
