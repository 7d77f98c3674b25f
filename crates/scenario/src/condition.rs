//! What a scenario can wait for or assert about a cluster. Values only.
//!
//! Whether a condition holds is decided in [`crate::judge`]; a condition never changes anything.

use std::fmt;
use std::rc::Rc;

use highwater_engine::config::PartitionId;
use highwater_protocol::{
    BrokerId, BrokerList, BrokerSet, ErrorCode, LeaderEpoch, Offset, PartitionEpoch,
};

/// Whether a claim shall be true or false.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Polarity {
    /// It shall be true.
    Is,
    /// It shall be false: `not …`.
    IsNot,
}

/// A claim with its polarity.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Condition {
    /// Whether the claim shall be true or false.
    pub polarity: Polarity,
    /// The claim.
    pub claim: Claim,
}

/// A produced or preloaded batch, or one record of it, by name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordRef {
    /// The batch's name.
    pub batch: Rc<str>,
    /// One record's place in the batch; `None` for the whole batch.
    pub place: Option<u32>,
}

impl fmt::Display for RecordRef {
    /// As scenarios write it: the batch's name, with the place behind it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.batch)?;
        match self.place {
            Some(place) => write!(f, "{place}"),
            None => Ok(()),
        }
    }
}

/// One line of `leader-epoch-checkpoint`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EpochLine {
    /// The leader epoch.
    pub epoch: LeaderEpoch,
    /// Its first offset.
    pub start: Offset,
}

/// One record of a log with the epoch it carries.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LogLine {
    /// The record.
    pub record: RecordRef,
    /// The leader epoch.
    pub epoch: LeaderEpoch,
}

/// Which of the controller's lists of replicas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReplicaList {
    /// All of them.
    All,
    /// Those that come in a move.
    Adding,
    /// Those that go when it is over.
    Removing,
}

impl ReplicaList {
    /// The word that scenarios use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ReplicaList::All => "replicas",
            ReplicaList::Adding => "adding",
            ReplicaList::Removing => "removing",
        }
    }
}

/// Something that is true or false of a cluster at a point in time.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// The producer waits for an answer.
    Pending(RecordRef),
    /// The producer heard of success.
    Acked(RecordRef),
    /// The producer heard that nothing was appended (with this error).
    Refused(RecordRef, Option<ErrorCode>),
    /// The producer does not know whether the records exist (after this error).
    Unknown(RecordRef, Option<ErrorCode>),
    /// An acknowledged record was found missing from the log of a leader.
    Lost(RecordRef),
    /// The acting leader's log has it.
    Kept(RecordRef),
    /// No replica, up or down, has it.
    Gone(RecordRef),
    /// A broker's log has it.
    Has(BrokerId, RecordRef),
    /// It lies below the acting leader's high watermark.
    Visible(RecordRef),
    /// The controller has this leader, or none.
    Leader(PartitionId, Option<BrokerId>),
    /// The controller's leader epoch.
    Epoch(PartitionId, LeaderEpoch),
    /// The controller's partition epoch.
    PartitionEpoch(PartitionId, PartitionEpoch),
    /// The controller's ISR, as a set.
    Isr(PartitionId, BrokerSet),
    /// The controller's ISR has this member.
    IsrHas(PartitionId, BrokerId),
    /// The controller's ISR in its order: who joined last stands last.
    IsrOrder(PartitionId, BrokerList),
    /// The controller's ELR, as a set.
    Elr(PartitionId, BrokerSet),
    /// The controller's list of replicas in its order, or of those that come or go.
    Replicas(ReplicaList, PartitionId, BrokerList),
    /// The leader that the controller remembers while there is none, or nobody (KIP-966).
    LastKnownLeader(PartitionId, Option<BrokerId>),
    /// The leader came from an unclean election and has not changed the ISR since.
    Recovering(PartitionId),
    /// A replica's log end offset.
    Leo(PartitionId, BrokerId, Offset),
    /// A replica's LSO.
    Lso(PartitionId, BrokerId, Offset),
    /// The consumer's application got it.
    Read(RecordRef),
    /// A replica's own high watermark.
    Hw(PartitionId, BrokerId, Offset),
    /// A replica's `leader-epoch-checkpoint`.
    Epochs(PartitionId, BrokerId, Vec<EpochLine>),
    /// A replica's whole log.
    Log(PartitionId, BrokerId, Vec<LogLine>),
    /// A follower knows where its log has to end and fetches from its present leader.
    Fetching(PartitionId, BrokerId),
    /// The broker's process runs.
    Up(BrokerId),
    /// The broker has no process.
    Down(BrokerId),
    /// The controller holds the broker fenced.
    Fenced(BrokerId),
    /// The consumer's position.
    Consumed(Offset),
    /// How many unclean elections there were.
    UncleanElections(u32),
    /// Two replicas were found to differ below both high watermarks.
    Diverged(PartitionId),
    /// How many verdicts there are that break a promise.
    Verdicts(u32),
    /// Nothing is left to happen but idle fetches and heartbeats.
    Quiet,
}

impl Condition {
    /// The claim, to be true.
    #[must_use]
    pub fn is(claim: Claim) -> Condition {
        Condition { polarity: Polarity::Is, claim }
    }
}
