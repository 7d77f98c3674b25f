//! Where logs part, or acknowledged records are missing: one line through all lanes.

use highwater_engine::verdict::Verdict;
use highwater_engine::{Cluster, PartitionId};
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
    // Where two of them part, at least one parts from the one that has the most.
    let most = *logs.iter().max_by_key(|log| log.entries().len())?;
    logs.iter().filter_map(|other| parting(most, other)).min()
}

fn parting(one: &ReplicaLog, other: &ReplicaLog) -> Option<u32> {
    let (from, to) = (one.start().max(other.start()), one.end().min(other.end()));
    let pairs = one.range(from, to).iter().zip(other.range(from, to));
    let place = pairs.enumerate().find(|(_, (here, there))| here != there)?.0;
    Some(from.0 + place as u32)
}

/// The first offset that the verdicts call lost.
fn loss(cluster: &Cluster, id: PartitionId) -> Option<u32> {
    let lost = cluster.verdicts().iter().filter_map(|(_, verdict)| match verdict {
        Verdict::AckedRecordLost(loss) if loss.partition == id => Some(loss.first.0),
        _ => None,
    });
    lost.min()
}
