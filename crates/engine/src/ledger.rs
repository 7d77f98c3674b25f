//! What producers were told, kept apart from what logs hold.
//!
//! The ledger never looks into a replica; it notes what was sent, answered and removed.

use std::rc::Rc;

use highwater_protocol::lag::Millis;
use highwater_protocol::log::Entry;
use highwater_protocol::produce::Acks;
use highwater_protocol::producer_state::NumberedBatch;
use highwater_protocol::{BrokerId, ErrorCode, LeaderEpoch, Offset, RecordId};

use crate::config::PartitionId;
use crate::event::EventId;
use crate::table::{Members, Table};
use crate::transactions::{Part, Transaction, TransactionEnd, TransactionId};

/// A produced batch, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BatchId(pub u16);

/// What the producer knows of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// No answer yet.
    Pending,
    /// Success was reported (at this time).
    Acked(Millis),
    /// Nothing was appended.
    Refused(ErrorCode),
    /// It may or may not exist.
    Unknown(ErrorCode),
}

/// An append of a batch by a leader. A retry can make a second one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Append {
    /// Who appended.
    pub broker: BrokerId,
    /// The first offset.
    pub first: Offset,
    /// Under which epoch.
    pub epoch: LeaderEpoch,
    /// When.
    pub at: Millis,
}

/// A batch and what is known of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Batch {
    /// Its name.
    pub name: Rc<str>,
    /// Its first record; the others follow in order.
    pub first: RecordId,
    /// How many records.
    pub count: u32,
    /// Where to.
    pub partition: PartitionId,
    /// What the producer waits for.
    pub acks: Acks,
    /// What it has to do with transactions.
    pub part: Part,
    /// Its numbers, if the producer is idempotent.
    pub numbered: Option<NumberedBatch>,
    /// What it knows.
    pub outcome: Outcome,
    /// The appends, in order.
    pub appends: Vec<Append>,
    /// The append that a success was reported for.
    pub acked_append: Option<Append>,
    /// When the leader's high watermark first passed the last record.
    pub committed_at: Option<Millis>,
    /// The event that showed that it was lost, if it was.
    pub lost_in: Option<EventId>,
}

/// Records that one replica lost, and in which event.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Removal {
    /// Whose copy.
    pub broker: BrokerId,
    /// Which partition.
    pub partition: PartitionId,
    /// The first offset removed.
    pub first: Offset,
    /// What was removed, in offset order.
    pub entries: Vec<Entry>,
    /// The event.
    pub event: EventId,
}

/// Every batch, by number, and every removal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ledger {
    batches: Vec<Batch>,
    by_name: Table<Rc<str>, BatchId>,
    /// Batches that no leader's high watermark has passed yet.
    uncommitted: Vec<BatchId>,
    records: u32,
    transactions: Vec<Transaction>,
    /// What replicas lost, oldest first.
    pub removals: Vec<Removal>,
}

impl Ledger {
    /// The batches, in order of production; preloaded ones first.
    pub fn batches(&self) -> impl Iterator<Item = (BatchId, &Batch)> {
        self.batches.iter().enumerate().map(|(index, batch)| (BatchId(index as u16), batch))
    }

    /// A batch.
    #[must_use]
    pub fn batch(&self, id: BatchId) -> &Batch {
        &self.batches[usize::from(id.0)]
    }

    pub(crate) fn batch_mut(&mut self, id: BatchId) -> &mut Batch {
        &mut self.batches[usize::from(id.0)]
    }

    /// The transaction of this name.
    pub(crate) fn transaction_called(&self, name: &str) -> Option<(TransactionId, &Transaction)> {
        let index = self.transactions.iter().position(|known| &*known.name == name)?;
        Some((TransactionId(index as u16), &self.transactions[index]))
    }

    /// Whether there ever was a transaction.
    #[must_use]
    pub fn has_transactions(&self) -> bool {
        !self.transactions.is_empty()
    }

    /// What a record has to do with transactions.
    #[must_use]
    pub fn part_of(&self, record: RecordId) -> Part {
        self.batch_of(record).map_or(Part::None, |(id, _)| self.batch(id).part)
    }

    /// Whether a transaction has not been ended.
    pub(crate) fn is_open(&self, id: TransactionId) -> bool {
        let known = self.transactions.get(usize::from(id.0));
        known.is_some_and(|known| known.ended.is_none())
    }

    /// A transaction's name.
    pub(crate) fn transaction_name(&self, id: TransactionId) -> Rc<str> {
        Rc::clone(&self.transactions[usize::from(id.0)].name)
    }

    /// Begins a transaction.
    pub(crate) fn begin_transaction(&mut self, name: &Rc<str>) -> TransactionId {
        let partitions = Members::default();
        self.transactions.push(Transaction { name: name.clone(), partitions, ended: None });
        TransactionId(self.transactions.len() as u16 - 1)
    }

    /// Puts a batch into a transaction.
    pub(crate) fn join_transaction(&mut self, batch: BatchId, id: TransactionId) {
        let batch = &mut self.batches[usize::from(batch.0)];
        batch.part = Part::Of(id);
        self.transactions[usize::from(id.0)].partitions.insert(batch.partition);
    }

    /// Notes that a transaction was ended.
    pub(crate) fn end_transaction(&mut self, id: TransactionId, end: TransactionEnd) {
        self.transactions[usize::from(id.0)].ended = Some(end);
    }

    /// The batch of this name, or `None`.
    #[must_use]
    pub fn by_name(&self, name: &str) -> Option<BatchId> {
        self.by_name.get(name).copied()
    }

    /// The batch that a record belongs to, and its place in it.
    #[must_use]
    pub fn batch_of(&self, record: RecordId) -> Option<(BatchId, u32)> {
        let after = self.batches.partition_point(|batch| batch.first <= record);
        let id = BatchId(after.checked_sub(1)? as u16);
        let place = record.0 - self.batch(id).first.0;
        (place < self.batch(id).count).then_some((id, place))
    }

    /// What a reader calls a record: the batch's name, with the place in it if it has several.
    #[must_use]
    pub fn record_name(&self, record: RecordId) -> String {
        match self.batch_of(record) {
            Some((id, _)) if self.batch(id).count == 1 => self.batch(id).name.to_string(),
            Some((id, place)) => format!("{}{place}", self.batch(id).name),
            None => format!("?{}", record.0),
        }
    }

    /// Notes which batches of a partition lie below a high watermark for the first time.
    pub(crate) fn note_committed(&mut self, partition: PartitionId, to: Offset, now: Millis) {
        let batches = &mut self.batches;
        self.uncommitted.retain(|id| {
            let batch = &mut batches[usize::from(id.0)];
            let reached = batch.partition == partition
                && batch.appends.last().is_some_and(|a| a.first.plus(batch.count) <= to);
            if reached {
                batch.committed_at = Some(now);
            }
            !reached
        });
    }

    pub(crate) fn open(
        &mut self,
        name: Rc<str>,
        count: u32,
        partition: PartitionId,
        acks: Acks,
    ) -> BatchId {
        let id = BatchId(self.batches.len() as u16);
        self.by_name.insert(Rc::clone(&name), id);
        self.uncommitted.push(id);
        self.batches.push(Batch {
            name,
            first: RecordId(self.records),
            count,
            partition,
            acks,
            part: Part::None,
            numbered: None,
            outcome: Outcome::Pending,
            appends: Vec::new(),
            acked_append: None,
            committed_at: None,
            lost_in: None,
        });
        self.records += count;
        id
    }
}
