//! What an invariant that broke says: which record, who lost it, where the last copy was.
//!
//! Verdicts are made by the checks in `invariant`, never by a scenario.

use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, BrokerSet, Offset};

use crate::config::PartitionId;
use crate::event::EventId;
use crate::ledger::BatchId;

/// A broken invariant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Acknowledged records are not in the log of the partition's leader.
    AckedRecordLost(Loss),
    /// Two replicas that both count hold different records below both high watermarks.
    Diverged {
        /// Where.
        partition: PartitionId,
        /// The leader.
        leader: BrokerId,
        /// The follower.
        follower: BrokerId,
        /// The first offset that differs.
        offset: Offset,
    },
    /// The consumer read a record that is not in the log of the partition's leader any more.
    ConsumedRecordLost {
        /// Where.
        partition: PartitionId,
        /// The offset it was read from.
        offset: Offset,
        /// The new leader.
        leader: BrokerId,
    },
    /// A new leader begins below a high watermark that consumers have seen.
    HighWatermarkWentBack {
        /// Where.
        partition: PartitionId,
        /// The new leader.
        leader: BrokerId,
        /// The highest high watermark that a leader had.
        from: Offset,
        /// The new leader's.
        to: Offset,
    },
}

/// How a record came to be missing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LostBy {
    /// The new leader once had it and lost it in this event.
    Removal(BrokerId, EventId),
    /// The new leader never had it.
    NeverHad(BrokerId),
}

/// Lost records of one batch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Loss {
    /// The batch.
    pub batch: BatchId,
    /// Where.
    pub partition: PartitionId,
    /// The first lost offset.
    pub first: Offset,
    /// The exclusive end of the lost offsets.
    pub end: Offset,
    /// What the producer had waited for.
    pub acks: Acks,
    /// Who lost them.
    pub by: LostBy,
    /// Who still holds a copy at this moment, on disk or in the page cache, up or down.
    pub last_copies: BrokerSet,
}

impl Verdict {
    /// A short word for machines.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Verdict::AckedRecordLost(_) => "acked-record-lost",
            Verdict::Diverged { .. } => "diverged",
            Verdict::ConsumedRecordLost { .. } => "consumed-record-lost",
            Verdict::HighWatermarkWentBack { .. } => "high-watermark-went-back",
        }
    }

    /// Whether a promise of Kafka was broken. A high watermark that goes back over a clean
    /// failover breaks none: it comes forward again when the followers have fetched.
    #[must_use]
    pub fn breaks_a_promise(&self) -> bool {
        !matches!(self, Verdict::HighWatermarkWentBack { .. })
    }
}
