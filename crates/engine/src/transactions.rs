//! Transactions as far as readers see them: which records belong to one, how it ends, and how far a
//! `read_committed` consumer may read meanwhile.
//!
//! Each transaction has a producer of its own and happens once. The coordinator is no broker here: it
//! always runs, its markers travel as writes of the producer that are tried for ever, and it aborts
//! what is left open. Where the LSO is, is decided in `highwater_protocol::transactions`.

use std::rc::Rc;

use highwater_protocol::produce::Acks;
use highwater_protocol::transactions::{Transactions, timed_out_at};
use highwater_protocol::{BrokerId, Offset, ProducerId};

use crate::cluster::{Cluster, Timer};
use crate::command::Refusal;
use crate::config::PartitionId;
use crate::event::{Event, Fact};
use crate::ledger::{Batch, BatchId, Outcome};
use crate::table::Members;

/// A transaction, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TransactionId(pub u16);

impl TransactionId {
    /// The producer whose transaction it is.
    pub(crate) fn producer(self) -> ProducerId {
        ProducerId(1_000 + u32::from(self.0))
    }
}

/// How a transaction ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TransactionEnd {
    /// Its records count.
    Commit,
    /// They don't.
    Abort,
}

impl TransactionEnd {
    /// The word that scenarios use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TransactionEnd::Commit => "commit",
            TransactionEnd::Abort => "abort",
        }
    }
}

/// What a batch has to do with transactions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Part {
    /// Nothing.
    #[default]
    None,
    /// It belongs to this one.
    Of(TransactionId),
    /// It is the marker that ends this one in a partition.
    Marker(TransactionId, TransactionEnd),
}

/// A transaction as its producer knows it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Transaction {
    /// Its name.
    pub name: Rc<str>,
    /// The partitions that it wrote to.
    pub partitions: Members<PartitionId>,
    /// How it was ended.
    pub ended: Option<TransactionEnd>,
}

impl Cluster {
    /// Whether a batch may be written in a transaction.
    pub(crate) fn check_transaction(&self, name: &Rc<str>, acks: Acks) -> Result<(), Refusal> {
        if !self.generation().has_transactions() {
            return Err(Refusal::NoTransactions);
        }
        if acks != Acks::All {
            return Err(Refusal::TransactionNeedsAcksAll);
        }
        match self.ledger.transaction_called(name) {
            Some((_, known)) if known.ended.is_some() => {
                Err(Refusal::NoOpenTransaction(name.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Whether a transaction may be ended so. It is committed only when all of it was acknowledged.
    pub(crate) fn check_end(&self, name: &Rc<str>, end: TransactionEnd) -> Result<(), Refusal> {
        let open = self.ledger.transaction_called(name).filter(|(_, known)| known.ended.is_none());
        let Some((id, _)) = open else { return Err(Refusal::NoOpenTransaction(name.clone())) };
        let unacked = |batch: &Batch| {
            batch.part == Part::Of(id) && !matches!(batch.outcome, Outcome::Acked(_))
        };
        if end == TransactionEnd::Commit && self.ledger.batches().any(|(_, batch)| unacked(batch)) {
            return Err(Refusal::NotAllAcked(name.clone()));
        }
        let marker = marker_name(name, end, 0);
        match self.ledger.by_name(&marker) {
            Some(_) => Err(Refusal::NameTaken(marker)),
            None => Ok(()),
        }
    }

    /// Puts a batch into a transaction, which begins with its first one.
    pub(crate) fn join_transaction(&mut self, batch: BatchId, name: &Rc<str>) {
        let known = self.ledger.transaction_called(name).map(|(id, _)| id);
        let id = known.unwrap_or_else(|| {
            let id = self.ledger.begin_transaction(name);
            let when = timed_out_at(self.now, self.config.timings.transaction_timeout);
            self.at(when, Timer::TransactionTimeout(id));
            id
        });
        self.ledger.join_transaction(batch, id);
    }

    /// The coordinator aborts a transaction that nobody has ended.
    pub(crate) fn transaction_timed_out(&mut self, id: TransactionId, out: &mut Vec<Event>) {
        if self.ledger.is_open(id) {
            let name = self.ledger.transaction_name(id);
            self.end_transaction(&name, TransactionEnd::Abort, out);
        }
    }

    /// Ends a transaction: a marker goes to every partition that it wrote to.
    pub(crate) fn end_transaction(
        &mut self,
        name: &Rc<str>,
        end: TransactionEnd,
        out: &mut Vec<Event>,
    ) {
        let Some((id, known)) = self.ledger.transaction_called(name) else { return };
        let partitions: Vec<PartitionId> = known.partitions.iter().copied().collect();
        self.ledger.end_transaction(id, end);
        for (number, partition) in partitions.into_iter().enumerate() {
            let marker = marker_name(name, end, number);
            self.aside(|cluster| {
                cluster.produce_marker(marker, partition, Part::Marker(id, end), out);
            });
        }
    }

    /// LSO of a broker's copy: the first offset that a `read_committed` consumer may not read.
    #[must_use]
    pub fn last_stable(&self, broker: BrokerId, partition: PartitionId) -> Offset {
        let Some(replica) = self.replica(broker, partition) else { return Offset::ZERO };
        let log = &replica.log;
        let mut known = Transactions::default();
        if self.ledger.has_transactions() {
            for (index, entry) in log.entries().iter().enumerate() {
                let offset = log.start().plus(index as u32);
                match self.ledger.part_of(entry.record) {
                    Part::None => {}
                    Part::Of(id) => known.note_batch(id.producer(), offset),
                    Part::Marker(id, _) => known.note_marker(id.producer(), offset),
                }
            }
            known.note_high_watermark(log.high_watermark());
        }
        known.last_stable(log.start(), log.high_watermark())
    }

    /// The transactions that a log knows to be aborted.
    pub(crate) fn aborted(&self, broker: BrokerId, partition: PartitionId) -> Vec<TransactionId> {
        let log = self.replica(broker, partition).map(|replica| &replica.log);
        let entries = log.filter(|_| self.ledger.has_transactions()).map(|log| log.entries());
        let aborted = |part| match part {
            Part::Marker(id, TransactionEnd::Abort) => Some(id),
            _ => None,
        };
        let entries = entries.unwrap_or_default().iter();
        entries.filter_map(|entry| aborted(self.ledger.part_of(entry.record))).collect()
    }

    /// Says where a leader's LSO is, if that is news.
    pub(crate) fn note_last_stable(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        out: &mut Vec<Event>,
    ) {
        if !self.ledger.has_transactions() {
            return;
        }
        let at = self.last_stable(leader, partition);
        let log = self.replica(leader, partition).map(|replica| &replica.log);
        let high_watermark = log.map_or(at, |log| log.high_watermark());
        if self.watch.is_stable_news(partition, at, at < high_watermark) {
            let broker = leader;
            self.emit(Fact::LastStable { partition, broker, at, high_watermark }, out);
        }
    }
}

/// What the marker of a transaction is called; of several, each has a number.
fn marker_name(name: &str, end: TransactionEnd, number: usize) -> Rc<str> {
    match number {
        0 => format!("{name}-{}", end.name()).into(),
        _ => format!("{name}-{}-{number}", end.name()).into(),
    }
}
