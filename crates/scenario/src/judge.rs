//! Whether a condition holds in a cluster, and what is the case instead.
//!
//! It only looks; the cluster is never changed.

use std::ops::Range;

use highwater_engine::Cluster;
use highwater_engine::config::PartitionId;
use highwater_engine::consumer::Seeking;
use highwater_engine::ledger::{Batch, BatchId, Outcome};
use highwater_engine::verdict::Verdict;
use highwater_protocol::control::LeaderRecoveryState;
use highwater_protocol::follower::FollowPhase;
use highwater_protocol::isr::Standing;
use highwater_protocol::log::ReplicaLog;
use highwater_protocol::{BrokerId, RecordId};

use crate::condition::{Claim, Condition, EpochLine, LogLine, Polarity, RecordRef, ReplicaList};

/// Whether a condition holds.
#[must_use]
pub fn holds(cluster: &Cluster, condition: &Condition) -> bool {
    is_true(cluster, &condition.claim) == (condition.polarity == Polarity::Is)
}

/// What is the case where a claim was made: the same claim with the value it has, or, where there
/// is no value, the claim or its opposite.
#[must_use]
pub fn actual(cluster: &Cluster, claim: &Claim) -> Condition {
    if let Some(measured) = measured(cluster, claim) {
        return Condition::is(measured);
    }
    let polarity = if is_true(cluster, claim) { Polarity::Is } else { Polarity::IsNot };
    Condition { polarity, claim: claim.clone() }
}

fn is_true(cluster: &Cluster, claim: &Claim) -> bool {
    match claim {
        Claim::Refused(record, None) => {
            matches!(outcome(cluster, record), Some(Outcome::Refused(_)))
        }
        Claim::Unknown(record, None) => {
            matches!(outcome(cluster, record), Some(Outcome::Unknown(_)))
        }
        Claim::Lost(record) => is_lost(cluster, record),
        Claim::Kept(record) => in_acting_leader(cluster, record, ReplicaLog::end),
        Claim::Visible(record) => in_acting_leader(cluster, record, ReplicaLog::high_watermark),
        Claim::Read(record) => is_read(cluster, record),
        Claim::Gone(record) => is_gone(cluster, record),
        Claim::Has(broker, record) => find(cluster, record).is_some_and(|found| {
            let replica = cluster.replica(*broker, found.batch.partition);
            replica.is_some_and(|replica| has_all(&replica.log, &found.records, replica.log.end().0))
        }),
        Claim::IsrHas(partition, broker) => cluster
            .registration(*partition)
            .is_some_and(|registration| registration.isr.contains(broker)),
        Claim::Recovering(partition) => cluster
            .registration(*partition)
            .is_some_and(|known| known.recovery == LeaderRecoveryState::Recovering),
        Claim::Fetching(partition, broker) => is_fetching(cluster, *partition, *broker),
        Claim::Up(broker) => cluster.broker(*broker).is_some_and(|broker| broker.is_up()),
        Claim::Down(broker) => cluster.broker(*broker).is_some_and(|broker| !broker.has_process()),
        Claim::Fenced(broker) => {
            cluster.broker(*broker).is_some() && cluster.standing(*broker) == Standing::Fenced
        }
        Claim::Diverged(partition) => cluster.verdicts().iter().any(|(_, verdict)| {
            matches!(verdict, Verdict::Diverged { partition: found, .. } if found == partition)
        }),
        Claim::Quiet => cluster.is_quiet(),
        _ => measured(cluster, claim).is_some_and(|measured| measured == *claim),
    }
}

/// The claim with the value that is the case, if it is a claim about a value.
fn measured(cluster: &Cluster, claim: &Claim) -> Option<Claim> {
    Some(match claim {
        Claim::Pending(record)
        | Claim::Acked(record)
        | Claim::Refused(record, _)
        | Claim::Unknown(record, _) => match outcome(cluster, record)? {
            Outcome::Pending => Claim::Pending(record.clone()),
            Outcome::Acked(_) => Claim::Acked(record.clone()),
            Outcome::Refused(error) => Claim::Refused(record.clone(), Some(error)),
            Outcome::Unknown(error) => Claim::Unknown(record.clone(), Some(error)),
        },
        Claim::Leader(partition, _) => {
            Claim::Leader(*partition, cluster.registration(*partition)?.leader)
        }
        Claim::Epoch(partition, _) => {
            Claim::Epoch(*partition, cluster.registration(*partition)?.leader_epoch)
        }
        Claim::PartitionEpoch(partition, _) => {
            Claim::PartitionEpoch(*partition, cluster.registration(*partition)?.partition_epoch)
        }
        Claim::IsrOrder(partition, _) => {
            Claim::IsrOrder(*partition, cluster.registration(*partition)?.isr.clone())
        }
        Claim::LastKnownLeader(partition, _) => {
            let remembered = cluster.registration(*partition)?.last_known_elr;
            Claim::LastKnownLeader(*partition, remembered.leader())
        }
        Claim::Isr(partition, _) => {
            let isr = &cluster.registration(*partition)?.isr;
            Claim::Isr(*partition, isr.iter().copied().collect())
        }
        Claim::Elr(partition, _) => {
            let elr = &cluster.registration(*partition)?.elr;
            Claim::Elr(*partition, elr.iter().copied().collect())
        }
        Claim::Replicas(which, partition, _) => {
            let known = cluster.registration(*partition)?;
            let list = match which {
                ReplicaList::All => &known.replicas,
                ReplicaList::Adding => &known.adding,
                ReplicaList::Removing => &known.removing,
            };
            Claim::Replicas(*which, *partition, list.clone())
        }
        Claim::Consumed(_) => {
            let consumer = cluster.consumer().filter(|known| known.seeking == Seeking::Done)?;
            Claim::Consumed(consumer.position)
        }
        Claim::UncleanElections(_) => Claim::UncleanElections(cluster.counters().unclean_elections),
        Claim::Verdicts(_) => {
            let verdicts = cluster.verdicts().iter();
            let broken = verdicts.filter(|(_, verdict)| verdict.breaks_a_promise());
            Claim::Verdicts(broken.count() as u32)
        }
        _ => measured_of_replica(cluster, claim)?,
    })
}

fn measured_of_replica(cluster: &Cluster, claim: &Claim) -> Option<Claim> {
    Some(match claim {
        Claim::Leo(partition, broker, _) => {
            let log = &cluster.replica(*broker, *partition)?.log;
            Claim::Leo(*partition, *broker, log.end())
        }
        Claim::Hw(partition, broker, _) => {
            let log = &cluster.replica(*broker, *partition)?.log;
            Claim::Hw(*partition, *broker, log.high_watermark())
        }
        Claim::Lso(partition, broker, _) => {
            cluster.replica(*broker, *partition)?;
            Claim::Lso(*partition, *broker, cluster.last_stable(*broker, *partition))
        }
        Claim::Epochs(partition, broker, _) => {
            let log = &cluster.replica(*broker, *partition)?.log;
            let line = |entry: &highwater_protocol::epoch_cache::EpochEntry| EpochLine {
                epoch: entry.epoch,
                start: entry.start,
            };
            // Before 0.11 there is no such file.
            let entries = log.epochs().entries().iter();
            let entries = entries.filter(|_| cluster.generation().has_epoch_cache());
            let lines = entries.map(line).collect();
            Claim::Epochs(*partition, *broker, lines)
        }
        Claim::Log(partition, broker, _) => {
            let log = &cluster.replica(*broker, *partition)?.log;
            let lines = log.entries().iter().map(|entry| LogLine {
                record: record_ref(cluster, entry.record),
                epoch: entry.epoch,
            });
            Claim::Log(*partition, *broker, lines.collect())
        }
        _ => return None,
    })
}

/// A batch or record by name, found in the ledger.
struct Found<'a> {
    id: BatchId,
    batch: &'a Batch,
    records: Range<u32>,
}

fn find<'a>(cluster: &'a Cluster, record: &RecordRef) -> Option<Found<'a>> {
    let id = cluster.ledger().by_name(&record.batch)?;
    let batch = cluster.ledger().batch(id);
    let first = batch.first.0;
    let records = match record.place {
        None => first..first + batch.count,
        Some(place) if place < batch.count => first + place..first + place + 1,
        Some(_) => return None,
    };
    Some(Found { id, batch, records })
}

/// How a scenario would name a record.
fn record_ref(cluster: &Cluster, record: RecordId) -> RecordRef {
    match cluster.ledger().batch_of(record) {
        Some((id, place)) => {
            let batch = cluster.ledger().batch(id);
            RecordRef { batch: batch.name.clone(), place: (1 < batch.count).then_some(place) }
        }
        None => RecordRef { batch: "?".into(), place: Some(record.0) },
    }
}

fn outcome(cluster: &Cluster, record: &RecordRef) -> Option<Outcome> {
    find(cluster, record).map(|found| found.batch.outcome)
}

fn is_lost(cluster: &Cluster, record: &RecordRef) -> bool {
    let Some(found) = find(cluster, record) else {
        return false;
    };
    cluster.verdicts().iter().any(|(_, verdict)| {
        let Verdict::AckedRecordLost(loss) = verdict else {
            return false;
        };
        let Some(append) = found.batch.acked_append else {
            return false;
        };
        let offset_of = |record: u32| append.first.plus(record - found.batch.first.0);
        loss.batch == found.id
            && found.records.clone().any(|record| {
                let offset = offset_of(record);
                loss.first <= offset && offset < loss.end
            })
    })
}

/// Whether a log has all of the records below `end`.
fn has_all(log: &ReplicaLog, records: &Range<u32>, end: u32) -> bool {
    let below = (end.saturating_sub(log.start().0)) as usize;
    let entries = &log.entries()[..below.min(log.entries().len())];
    // Records of a batch lie together, in order, wherever they are.
    let held = entries.iter().filter(|entry| records.contains(&entry.record.0));
    records.len() <= held.count()
}

fn in_acting_leader(
    cluster: &Cluster,
    record: &RecordRef,
    end: impl Fn(&ReplicaLog) -> highwater_protocol::Offset,
) -> bool {
    find(cluster, record).is_some_and(|found| {
        let leader = cluster.acting_leader(found.batch.partition);
        leader.is_some_and(|leader| has_all(&leader.log, &found.records, end(&leader.log).0))
    })
}

fn is_gone(cluster: &Cluster, record: &RecordRef) -> bool {
    find(cluster, record).is_some_and(|found| {
        let replicas = cluster.brokers().iter();
        let mut logs = replicas.filter_map(|broker| broker.replica(found.batch.partition));
        !logs.any(|replica| {
            replica.log.entries().iter().any(|entry| found.records.contains(&entry.record.0))
        })
    })
}

/// Whether the consumer's application got all of it.
fn is_read(cluster: &Cluster, record: &RecordRef) -> bool {
    let read = cluster.consumer().map_or(&[][..], |consumer| &consumer.read);
    find(cluster, record).is_some_and(|found| {
        let got = |record: u32| read.iter().any(|(_, entry)| entry.record.0 == record);
        found.records.clone().all(got)
    })
}

/// Whether a follower fetches from the leader that the controller has now.
fn is_fetching(cluster: &Cluster, partition: PartitionId, broker: BrokerId) -> bool {
    let Some(home) = cluster.broker(broker).filter(|home| home.is_up()) else {
        return false;
    };
    let leader = cluster.registration(partition).and_then(|registration| registration.leader);
    let epoch = cluster.registration(partition).map(|registration| registration.leader_epoch);
    home.replica(partition).is_some_and(|replica| {
        let following = replica.following();
        following.is_some_and(|following| {
            following.phase == FollowPhase::Fetching && following.leader == leader
        }) && leader.is_some()
            && replica.leader_epoch == epoch
    })
}
