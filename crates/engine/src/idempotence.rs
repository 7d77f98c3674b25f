//! Idempotent producing (KIP-98): how batches are numbered, and what each replica remembers.
//!
//! Whether a batch is a repetition or out of order is decided in
//! `highwater_protocol::producer_state`; a follower decides nothing and remembers what it copies.

use highwater_protocol::producer_state::{
    Admission, FirstContact, NumberedBatch, ProducerEpoch, ProducerStates, Sequence,
};
use highwater_protocol::{BrokerId, ErrorCode, Offset, ProducerId};

use crate::cluster::Cluster;
use crate::command::Stop;
use crate::config::PartitionId;
use crate::ledger::BatchId;
use crate::table::Table;
use crate::transactions::Part;

/// Whether the producer numbers its batches (`enable.idempotence`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Idempotence {
    /// It doesn't: a retry of a batch that was appended appends it again.
    #[default]
    Off,
    /// It does, for `acks=all`: a leader recognizes a retry.
    On,
}

/// The numbers that the producer gives out.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Numbering {
    /// Whether it gives any.
    pub idempotence: Idempotence,
    epoch: ProducerEpoch,
    next: Table<(ProducerId, PartitionId), Sequence>,
    /// A numbered batch failed for good, so numbers may be missing.
    gap: bool,
}

/// The id of the producer without transactions.
const PRODUCER: ProducerId = ProducerId(1);

impl Numbering {
    /// Numbers a batch of `count` records.
    fn number(
        &mut self,
        producer: ProducerId,
        partition: PartitionId,
        count: u32,
    ) -> NumberedBatch {
        let next = self.next.get_or_insert_with((producer, partition), Default::default);
        let first = *next;
        *next = first.plus(count);
        let last = first.plus(count - 1);
        let epoch = if producer == PRODUCER { self.epoch } else { ProducerEpoch::default() };
        NumberedBatch { producer, epoch, first, last }
    }

    /// Notes that a numbered batch failed for good.
    pub(crate) fn note_failure(&mut self) {
        self.gap = true;
    }

    /// Begins a new epoch at 0, if numbers may be missing (KIP-360).
    fn close_gap(&mut self) {
        if std::mem::take(&mut self.gap) {
            self.epoch = ProducerEpoch(self.epoch.0.wrapping_add(1));
            self.next.retain(|(producer, _), _| *producer != PRODUCER);
        }
    }
}

impl Cluster {
    /// Numbers a batch that is about to be sent for the first time, if the producer does so. A gap
    /// is closed only when no numbered batch is under way any more.
    pub(crate) fn number_batch(&mut self, id: BatchId) {
        let batch = self.ledger.batch(id);
        let (partition, count) = (batch.partition, batch.count);
        let producer = match batch.part {
            Part::Of(transaction) => transaction.producer(),
            Part::Marker(..) => return,
            Part::None => PRODUCER,
        };
        let is_idempotent = self.producer.numbering.idempotence == Idempotence::On
            && batch.acks == highwater_protocol::produce::Acks::All;
        if !is_idempotent && producer == PRODUCER {
            return;
        }
        let under_way =
            self.producer.pending.keys().any(|id| self.ledger.batch(*id).numbered.is_some());
        if !under_way {
            self.producer.numbering.close_gap();
        }
        let numbered = self.producer.numbering.number(producer, partition, count);
        self.ledger.batch_mut(id).numbered = Some(numbered);
    }

    /// What a leader makes of a batch's numbers: the first offset of the earlier append if it is a
    /// repetition.
    pub(crate) fn recognize(
        &self,
        at: BrokerId,
        partition: PartitionId,
        batch: BatchId,
    ) -> Result<Option<Offset>, ErrorCode> {
        let Some(numbered) = self.ledger.batch(batch).numbered else { return Ok(None) };
        let known = self.broker(at).and_then(|broker| broker.producers.get(&partition));
        let unknown = ProducerStates::default();
        let states = known.unwrap_or(&unknown);
        match states.admit(&numbered, FirstContact::AnySequence)? {
            Admission::Append => Ok(None),
            Admission::Duplicate(stored) => Ok(Some(stored.first_offset)),
        }
    }

    /// Notes the batches that end in `[from, to)` of a replica's log, just appended.
    pub(crate) fn note_numbers(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        from: Offset,
        to: Offset,
    ) {
        let Some(replica) = self.replica(broker, partition) else { return };
        let mut ended = Vec::new();
        for (index, entry) in replica.log.range(from, to).iter().enumerate() {
            let Some((id, place)) = self.ledger.batch_of(entry.record) else { continue };
            let batch = self.ledger.batch(id);
            if let (Some(numbered), true) = (batch.numbered, place + 1 == batch.count) {
                let last = from.plus(index as u32);
                ended.push((numbered, Offset(last.0.saturating_sub(place))));
            }
        }
        if ended.is_empty() {
            return;
        }
        let Some(broker) = self.broker_mut(broker) else { return };
        let states = broker.producers.get_or_insert_with(partition, Default::default);
        for (numbered, first) in ended {
            states.note_append(&numbered, first);
        }
    }

    /// Rebuilds what a replica remembers from its log, after a cut or when its process ended. In
    /// order, the memory is what the snapshot of the shutdown keeps.
    pub(crate) fn rebuild_numbers(
        &mut self,
        id: BrokerId,
        partition: PartitionId,
        ended: Option<Stop>,
    ) {
        let Some(broker) = self.broker_mut(id) else { return };
        let Some(before) = broker.producers.remove(&partition) else { return };
        if ended == Some(Stop::Clean) {
            broker.producers.insert(partition, before.snapshot());
            return;
        }
        let Some(log) = broker.replica(partition).map(|replica| &replica.log) else { return };
        let (from, to) = (log.start(), log.end());
        self.note_numbers(id, partition, from, to);
    }
}
