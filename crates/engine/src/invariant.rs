//! The invariants, looked at whenever something happens that could break one.
//!
//! Verdicts come from here and from nowhere else; no scenario and no sentence makes one.

use highwater_protocol::log::Entry;
use highwater_protocol::{BrokerId, BrokerSet, Offset, RecordId};

use crate::cluster::Cluster;
use crate::config::PartitionId;
use crate::event::{Event, Fact, HeldBack, RemovedBy};
use crate::ledger::{Append, BatchId, Outcome, Removal};
use crate::table::{Members, Table};
use crate::verdict::{Loss, LostBy, Verdict};

/// What the checks remember.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Watch {
    /// The highest high watermark that any leader of a partition had.
    exposed: Table<PartitionId, Offset>,
    /// How far a follower's log is known to equal the leader's.
    agreed: Table<(PartitionId, BrokerId), Offset>,
    /// Divergences that were reported.
    diverged: Members<(PartitionId, BrokerId)>,
    /// The last reason why a leader's high watermark was held back, and the log end then.
    held: Table<PartitionId, (HeldBack, Offset)>,
    /// Where a leader's LSO was last said to be.
    stable: Table<PartitionId, Offset>,
}

impl Watch {
    /// Whether it is news that a leader's LSO is here, and whether below its high watermark.
    pub(crate) fn is_stable_news(
        &mut self,
        partition: PartitionId,
        at: Offset,
        held: bool,
    ) -> bool {
        let before = self.stable.insert(partition, at);
        before.map_or(held, |before| before != at)
    }

    /// Forgets what was known of a copy that is deleted.
    pub(crate) fn forget(&mut self, partition: PartitionId, broker: BrokerId) {
        self.agreed.remove(&(partition, broker));
        self.diverged.remove(&(partition, broker));
    }

    /// Whether a reason for holding the high watermark back is new, or the log has grown.
    pub(crate) fn is_news(&mut self, partition: PartitionId, why: HeldBack, end: Offset) -> bool {
        self.held.insert(partition, (why, end)) != Some((why, end))
    }
}

impl Cluster {
    /// Notes what a replica lost.
    pub(crate) fn note_removal(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        by: RemovedBy,
        (from, to): (Offset, Offset),
        entries: Vec<Entry>,
        out: &mut Vec<Event>,
    ) {
        let event = self.emit(Fact::Removed { partition, broker, by, from, to }, out);
        self.limit_agreement(partition, broker, to);
        if by != RemovedBy::PowerCut {
            self.rebuild_numbers(broker, partition, None);
        }
        if !entries.is_empty() {
            self.ledger.removals.push(Removal { broker, partition, first: to, entries, event });
        }
    }

    fn limit_agreement(&mut self, partition: PartitionId, broker: BrokerId, to: Offset) {
        if let Some(agreed) = self.watch.agreed.get_mut(&(partition, broker)) {
            *agreed = (*agreed).min(to);
        }
    }

    /// Notes that a leader's high watermark reached `to`.
    pub(crate) fn note_committed(&mut self, partition: PartitionId, to: Offset) {
        let exposed = self.watch.exposed.get_or_insert_with(partition, Default::default);
        *exposed = (*exposed).max(to);
        let now = self.now;
        self.ledger.note_committed(partition, to, now);
    }

    /// A broker has begun to lead: is everything there that was promised?
    pub(crate) fn check_new_leader(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        out: &mut Vec<Event>,
    ) {
        self.watch.agreed.retain(|(p, _), _| *p != partition);
        self.watch.diverged.retain(|(p, _)| *p != partition);
        let acked: Vec<BatchId> = self
            .ledger
            .batches()
            .filter(|(_, batch)| batch.partition == partition && batch.lost_in.is_none())
            .filter(|(_, batch)| matches!(batch.outcome, Outcome::Acked(_)))
            .map(|(id, _)| id)
            .collect();
        for id in acked {
            self.aside(|cluster| cluster.check_batch(leader, id, out));
        }
        self.aside(|cluster| cluster.check_consumer(leader, partition, out));
        let exposed = self.watch.exposed.get(&partition).copied().unwrap_or_default();
        let Some(replica) = self.replica(leader, partition) else {
            return;
        };
        let to = replica.log.high_watermark();
        if to < exposed {
            let verdict = Verdict::HighWatermarkWentBack { partition, leader, from: exposed, to };
            self.watch.exposed.insert(partition, to);
            self.aside(|cluster| cluster.pronounce(verdict, out));
        }
    }

    /// A batch was just acknowledged: is it in the present leader's log?
    pub(crate) fn check_acked(&mut self, id: BatchId, out: &mut Vec<Event>) {
        let batch = self.ledger.batch(id);
        let Some(append) = batch.acked_append else {
            return;
        };
        let partition = batch.partition;
        let leader = self
            .acting_leader(partition)
            .filter(|replica| replica.leader_epoch.is_some_and(|epoch| append.epoch < epoch))
            .map(|replica| replica.broker);
        if let Some(leader) = leader {
            self.aside(|cluster| cluster.check_batch(leader, id, out));
        }
    }

    fn check_batch(&mut self, leader: BrokerId, id: BatchId, out: &mut Vec<Event>) {
        let batch = self.ledger.batch(id);
        let Some(append) = batch.acked_append else {
            return;
        };
        let partition = batch.partition;
        let missing = |place: &u32| !self.holds(leader, partition, append, batch.first, *place);
        let Some(first_missing) = (0..batch.count).find(missing) else {
            return;
        };
        let record = RecordId(batch.first.0 + first_missing);
        let at = append.first.plus(first_missing);
        let loss = Loss {
            batch: id,
            partition,
            first: at,
            end: append.first.plus(batch.count),
            acks: batch.acks,
            by: self.blame(leader, partition, record),
            last_copies: self.holders(partition, append, batch.first, first_missing),
        };
        let event = self.pronounce(Verdict::AckedRecordLost(loss), out);
        self.ledger.batch_mut(id).lost_in = Some(event);
    }

    fn holds(
        &self,
        broker: BrokerId,
        partition: PartitionId,
        append: Append,
        first: RecordId,
        place: u32,
    ) -> bool {
        let offset = append.first.plus(place);
        let entry = self.replica(broker, partition).and_then(|replica| replica.log.entry(offset));
        entry.is_some_and(|entry| entry.record == RecordId(first.0 + place))
    }

    fn holders(
        &self,
        partition: PartitionId,
        append: Append,
        first: RecordId,
        place: u32,
    ) -> BrokerSet {
        let ids = self.brokers.iter().map(|broker| broker.id);
        ids.filter(|id| self.holds(*id, partition, append, first, place)).collect()
    }

    fn blame(&self, leader: BrokerId, partition: PartitionId, record: RecordId) -> LostBy {
        let removal = self.ledger.removals.iter().rev().find(|removal| {
            removal.broker == leader
                && removal.partition == partition
                && removal.entries.iter().any(|entry| entry.record == record)
        });
        match removal {
            Some(removal) => LostBy::Removal(leader, removal.event),
            None => LostBy::NeverHad(leader),
        }
    }

    fn check_consumer(&mut self, leader: BrokerId, partition: PartitionId, out: &mut Vec<Event>) {
        let Some(consumer) = self.consumer.as_ref().filter(|c| c.partition == partition) else {
            return;
        };
        let Some(replica) = self.replica(leader, partition) else {
            return;
        };
        let gone = consumer.read.iter().find(|(offset, entry)| {
            replica.log.start() <= *offset
                && replica.log.entry(*offset).is_none_or(|kept| kept.record != entry.record)
        });
        if let Some((offset, _)) = gone {
            let verdict = Verdict::ConsumedRecordLost { partition, offset: *offset, leader };
            let known = self.verdicts.iter().any(|(_, other)| match other {
                Verdict::ConsumedRecordLost { partition: p, offset: o, .. } => {
                    *p == partition && o == offset
                }
                _ => false,
            });
            if !known {
                self.pronounce(verdict, out);
            }
        }
    }

    /// Compares every follower that has settled under the leader's epoch with it, below both high
    /// watermarks. One that doesn't know of the epoch yet will have to cut first.
    pub(crate) fn check_agreement(&mut self, partition: PartitionId, out: &mut Vec<Event>) {
        let Some((leader, epoch)) =
            self.acting_leader(partition).map(|replica| (replica.broker, replica.leader_epoch))
        else {
            return;
        };
        let followers: Vec<BrokerId> = self
            .brokers
            .iter()
            .filter(|broker| broker.is_up() && broker.settled.contains(&partition))
            .filter(|broker| {
                let replica = broker.replica(partition).filter(|r| r.leader_epoch == epoch);
                let following = replica.and_then(|replica| replica.following());
                following.is_some_and(|following| following.leader == Some(leader))
            })
            .map(|broker| broker.id)
            .collect();
        for follower in followers {
            self.aside(|cluster| cluster.compare(partition, leader, follower, out));
        }
    }

    fn compare(
        &mut self,
        partition: PartitionId,
        leader: BrokerId,
        follower: BrokerId,
        out: &mut Vec<Event>,
    ) {
        let (Some(ours), Some(theirs)) =
            (self.replica(leader, partition), self.replica(follower, partition))
        else {
            return;
        };
        let from = self.watch.agreed.get(&(partition, follower)).copied().unwrap_or_default();
        let from = from.max(ours.log.start()).max(theirs.log.start());
        let to = ours.log.high_watermark().min(theirs.log.high_watermark());
        let (left, right) = (ours.log.range(from, to), theirs.log.range(from, to));
        let differs = left.iter().zip(right).position(|(a, b)| a != b);
        match differs {
            None => {
                self.watch.agreed.insert((partition, follower), from.max(to));
            }
            Some(index) => {
                let offset = from.plus(index as u32);
                self.watch.agreed.insert((partition, follower), offset);
                if self.watch.diverged.insert((partition, follower)) {
                    self.pronounce(Verdict::Diverged { partition, leader, follower, offset }, out);
                }
            }
        }
    }

    fn pronounce(&mut self, verdict: Verdict, out: &mut Vec<Event>) -> crate::event::EventId {
        let event = self.emit(Fact::Broken(verdict.clone()), out);
        self.verdicts.push((event, verdict));
        event
    }
}
