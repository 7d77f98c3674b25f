//! Idempotence: what one log knows of each producer's last batches, and which batches a leader
//! takes, recognizes as repeated, or refuses.
//!
//! A batch here is its numbers only; records, timestamps and expiry of idle producers are left out.

use crate::error::ErrorCode;
use crate::ids::{Offset, ProducerId};

/// How many batches of a producer are remembered. Source: `ProducerStateEntry`.
pub const BATCHES_KEPT: usize = 5;

/// A producer's epoch: it grows when the producer starts over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ProducerEpoch(pub u16);

/// The number of a record within a producer and a partition, 0 to 2147483647; then 0 again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sequence(u32);

impl Sequence {
    /// The largest number, after which 0 follows.
    pub const MAX: Sequence = Sequence(i32::MAX as u32);

    /// The number, or `None` above [`Sequence::MAX`].
    #[must_use]
    pub fn new(number: u32) -> Option<Sequence> {
        Some(Sequence(number)).filter(|sequence| *sequence <= Sequence::MAX)
    }

    /// The number itself.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    /// The number `n` records later.
    #[must_use]
    pub fn plus(self, n: u32) -> Sequence {
        Sequence(self.0.wrapping_add(n) & Sequence::MAX.0)
    }
}

/// A batch as an idempotent producer sends it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberedBatch {
    /// Who sends it.
    pub producer: ProducerId,
    /// The producer's epoch.
    pub epoch: ProducerEpoch,
    /// The number of its first record.
    pub first: Sequence,
    /// The number of its last record.
    pub last: Sequence,
}

/// A batch that is in the log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StoredBatch {
    /// The number of its first record.
    pub first: Sequence,
    /// The number of its last record.
    pub last: Sequence,
    /// The offset of its first record.
    pub first_offset: Offset,
    /// The offset of its last record.
    pub last_offset: Offset,
}

/// What is known of one producer. Source: `ProducerStateEntry`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Producer {
    id: ProducerId,
    epoch: ProducerEpoch,
    /// The last batches of this epoch, oldest first.
    batches: Vec<StoredBatch>,
}

/// Where a producer that this log doesn't know may begin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstContact {
    /// Anywhere: its earlier records may have been deleted.
    AnySequence,
    /// At 0, as transactions of the second version demand (KIP-890, 4.0).
    AtZero,
}

/// What a leader does with a batch that it doesn't refuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Admission {
    /// It appends it.
    Append,
    /// It has it already and answers as for this one; `acks=all` still waits for its offsets.
    Duplicate(StoredBatch),
}

/// What one log knows of its producers. Source: `ProducerStateManager`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ProducerStates {
    /// Ascending by id.
    producers: Vec<Producer>,
}

impl ProducerStates {
    /// How many producers are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.producers.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.producers.is_empty()
    }

    fn producer(&self, id: ProducerId) -> Option<&Producer> {
        let index = self.producers.binary_search_by_key(&id, |producer| producer.id).ok()?;
        self.producers.get(index)
    }

    /// What a leader makes of a client's batch. A repeated one is recognized before its epoch and
    /// number are looked at. Source: `UnifiedLog.analyzeAndValidateProducerState` (0.11, KIP-98).
    ///
    /// # Errors
    /// As [`ProducerStates::check`].
    pub fn admit(&self, batch: &NumberedBatch, new: FirstContact) -> Result<Admission, ErrorCode> {
        match self.duplicate_of(batch) {
            Some(stored) => Ok(Admission::Duplicate(stored)),
            None => self.check(batch, new).map(|()| Admission::Append),
        }
    }

    /// The remembered batch of the same epoch with exactly these numbers.
    #[must_use]
    pub fn duplicate_of(&self, batch: &NumberedBatch) -> Option<StoredBatch> {
        let producer = self.producer(batch.producer)?;
        if producer.epoch != batch.epoch {
            return None;
        }
        let same = |stored: &&StoredBatch| (stored.first, stored.last) == (batch.first, batch.last);
        producer.batches.iter().find(same).copied()
    }

    /// Whether a batch that isn't a known repetition comes next.
    ///
    /// # Errors
    /// `INVALID_PRODUCER_EPOCH` when its epoch is older than the known one.
    /// `OUT_OF_ORDER_SEQUENCE_NUMBER` when a new epoch doesn't begin at 0, or when its number isn't
    /// the next one: gaps, overlaps and repetitions of long ago alike.
    /// Source: `ProducerAppendInfo.checkProducerEpoch`, `ProducerAppendInfo.checkSequence`.
    pub fn check(&self, batch: &NumberedBatch, new: FirstContact) -> Result<(), ErrorCode> {
        let zero = Sequence::default();
        let expected = match self.producer(batch.producer) {
            None if new == FirstContact::AnySequence => return Ok(()),
            None => zero,
            Some(known) if batch.epoch < known.epoch => {
                return Err(ErrorCode::InvalidProducerEpoch);
            }
            Some(known) if known.epoch < batch.epoch => zero,
            Some(known) => known.batches.last().map_or(zero, |stored| stored.last.plus(1)),
        };
        if batch.first == expected { Ok(()) } else { Err(ErrorCode::OutOfOrderSequenceNumber) }
    }

    /// Notes a batch that was appended at `first_offset`, on a leader or a follower. Nothing is
    /// checked: a follower rebuilds what its leader has let pass, whatever its numbers. Another
    /// epoch than the known one begins with an empty memory.
    pub fn note_append(&mut self, batch: &NumberedBatch, first_offset: Offset) {
        let count = batch.last.0.wrapping_sub(batch.first.0) & Sequence::MAX.0;
        let stored = StoredBatch {
            first: batch.first,
            last: batch.last,
            first_offset,
            last_offset: first_offset.plus(count),
        };
        let producer = self.in_epoch(batch.producer, batch.epoch);
        if producer.batches.len() == BATCHES_KEPT {
            producer.batches.remove(0);
        }
        producer.batches.push(stored);
    }

    /// Notes the marker of a producer's transaction, which may bring a new epoch but no numbers.
    pub fn note_marker(&mut self, producer: ProducerId, epoch: ProducerEpoch) {
        self.in_epoch(producer, epoch);
    }

    fn in_epoch(&mut self, id: ProducerId, epoch: ProducerEpoch) -> &mut Producer {
        let found = self.producers.binary_search_by_key(&id, |producer| producer.id);
        let index = found.unwrap_or_else(|free| {
            self.producers.insert(free, Producer { id, epoch, batches: Vec::new() });
            free
        });
        let producer = &mut self.producers[index];
        if producer.epoch != epoch {
            producer.epoch = epoch;
            producer.batches.clear();
        }
        producer
    }

    /// What a snapshot file keeps: of each producer the last batch only. A process that has
    /// nothing to replay after it recognizes one batch instead of five.
    /// Source: `ProducerStateManager.takeSnapshot`.
    #[must_use]
    pub fn snapshot(&self) -> ProducerStates {
        let mut kept = self.clone();
        for producer in &mut kept.producers {
            let before_last = producer.batches.len().saturating_sub(1);
            producer.batches.drain(..before_last);
        }
        kept
    }
}
