//! What happened: facts in the past tense, each with its time, number and cause.
//!
//! An event never says what should happen next, and never carries text for a reader; sentences
//! are made elsewhere from the numbers here.

use std::rc::Rc;

use highwater_protocol::control::{LeaderRecoveryState, PreviousShutdown, UncleanElection};
use highwater_protocol::epoch_cache::EpochEnd;
use highwater_protocol::follower::CutRule;
use highwater_protocol::lag::Millis;
use highwater_protocol::{
    BrokerEpoch, BrokerId, BrokerList, BrokerSet, ErrorCode, LeaderEpoch, Offset,
};

use crate::command::{Node, Stop};
use crate::config::PartitionId;
use crate::consumer::LogEdge;
use crate::idempotence::Idempotence;
use crate::ledger::BatchId;
use crate::verdict::Verdict;

/// The number of an event, counted from 0 in the order of happening.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventId(pub u32);

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Event {
    /// Its number.
    pub id: EventId,
    /// When, in simulated ms.
    pub at: Millis,
    /// The event without which it would not have happened.
    pub cause: Option<EventId>,
    /// What happened.
    pub fact: Fact,
}

/// Why a leader's high watermark is where it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HighWatermarkCause {
    /// On the leader: the smallest log end of the leader and those replicas that count.
    LeaderMinimum {
        /// Those whose log end it is; empty when it is the leader's own.
        held_by: BrokerSet,
    },
    /// On a follower: the leader's value in a response, not beyond the own log end.
    FollowerResponse {
        /// The value in the response.
        leader_value: Offset,
    },
}

/// Why a leader's high watermark could not pass a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeldBack {
    /// The committed ISR is below the minimum, so it is frozen (3.7).
    BelowMinIsr {
        /// Members of the ISR.
        isr: u8,
        /// The minimum.
        min_isr: u8,
    },
    /// A member of the ISR hasn't fetched from this leader yet.
    Unknown {
        /// Which.
        replica: BrokerId,
    },
}

/// Who changed an ISR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IsrChangedBy {
    /// The leader, by lag or by a follower that caught up.
    Leader,
    /// The controller, because a broker was fenced, stopped or registered anew.
    Controller,
    /// A move of the partition that is over, or was cancelled.
    Reassignment,
}

/// How a leader was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElectedFrom {
    /// It is a member of the ISR.
    Isr,
    /// It is an eligible leader replica; the ISR was empty (KIP-966).
    Elr,
    /// It led last; nobody else was eligible (KIP-966). Counts as unclean.
    LastKnownLeader,
    /// It is merely alive: an unclean election.
    AnyReplica,
}

/// Why records disappeared from one replica.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RemovedBy {
    /// The follower cut its log under this rule.
    Cut(CutRule),
    /// A power cut took what was not flushed.
    PowerCut,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the variants are explained; their fields are named as Kafka does")]
pub enum Fact {
    /// A person or scenario wrote: the producer sent a batch.
    ProduceSent { batch: BatchId, partition: PartitionId, to: BrokerId, attempt: u32 },
    /// The leader appended a batch.
    Appended {
        /// Which batch.
        batch: BatchId,
        partition: PartitionId,
        broker: BrokerId,
        /// First offset and exclusive end.
        first: Offset,
        end: Offset,
        epoch: LeaderEpoch,
    },
    /// The leader recognized a batch that it has already (KIP-98) and appended nothing.
    Recognized { batch: BatchId, partition: PartitionId, broker: BrokerId, first: Offset },
    /// The producer heard of success.
    Acked { batch: BatchId },
    /// The producer heard that nothing was appended.
    Refused { batch: BatchId, error: ErrorCode },
    /// The producer heard an error (or nothing) that leaves open whether the records exist.
    Unknown { batch: BatchId, error: ErrorCode },
    /// The producer will try again after an error.
    WillRetry { batch: BatchId, error: ErrorCode },
    /// A client heard of another leader, or that there is none.
    LeaderLearned {
        client: Node,
        partition: PartitionId,
        leader: Option<BrokerId>,
        epoch: LeaderEpoch,
    },
    /// The consumer read records.
    Consumed {
        partition: PartitionId,
        from: Offset,
        to: Offset,
        broker: BrokerId,
        /// How many of them the application does not get: markers, and what was aborted.
        hidden: u32,
    },
    /// The consumer has learned where the log begins or ends, and begins there.
    ConsumerStarted { partition: PartitionId, edge: LogEdge, to: Offset },
    /// A leader did not say where its log begins or ends.
    OffsetWithheld { partition: PartitionId, broker: BrokerId, error: ErrorCode },
    /// The consumer's position was outside the log; it starts again at one of its ends.
    ConsumerReset { partition: PartitionId, from: Offset, to: Offset },

    /// A follower sent a fetch (all its partitions with this leader at once).
    FetchSent { follower: BrokerId, leader: BrokerId },
    /// The leader took a fetch for one partition and now knows this log end of the follower.
    FetchNoted { partition: PartitionId, leader: BrokerId, follower: BrokerId, log_end: Offset },
    /// The leader answered a fetch.
    FetchAnswered { follower: BrokerId, leader: BrokerId },
    /// The leader refused a fetch of one partition.
    FetchRefused { partition: PartitionId, leader: BrokerId, follower: BrokerId, error: ErrorCode },
    /// The leader found that logs diverge.
    DivergenceReported {
        partition: PartitionId,
        leader: BrokerId,
        follower: BrokerId,
        at: EpochEnd,
    },
    /// A follower asked where an epoch ends (0.11 to 2.6).
    EpochAsked { partition: PartitionId, follower: BrokerId, leader: BrokerId, epoch: LeaderEpoch },
    /// The leader answered.
    EpochAnswered {
        partition: PartitionId,
        follower: BrokerId,
        leader: BrokerId,
        asked: LeaderEpoch,
        answer: Option<EpochEnd>,
    },
    /// A follower appended what it fetched.
    Replicated { partition: PartitionId, broker: BrokerId, from: Offset, to: Offset },
    /// A follower knows where its log has to end and fetches from there on.
    FollowerSettled { partition: PartitionId, broker: BrokerId, log_end: Offset },
    /// Records disappeared from a replica (or an empty cut was made: `from == to`).
    Removed {
        partition: PartitionId,
        broker: BrokerId,
        by: RemovedBy,
        /// Log end before and after.
        from: Offset,
        to: Offset,
    },
    /// A high watermark changed.
    HighWatermarkMoved {
        partition: PartitionId,
        broker: BrokerId,
        from: Offset,
        to: Offset,
        cause: HighWatermarkCause,
    },
    /// Where a leader's LSO is now.
    LastStable { partition: PartitionId, broker: BrokerId, at: Offset, high_watermark: Offset },
    /// A leader's high watermark stays although the log is longer.
    HighWatermarkHeld { partition: PartitionId, broker: BrokerId, at: Offset, why: HeldBack },

    /// A leader asks for another ISR.
    IsrChangeProposed { partition: PartitionId, leader: BrokerId, isr: BrokerList },
    /// The controller refused it.
    IsrChangeRefused { partition: PartitionId, leader: BrokerId, error: ErrorCode },
    /// The controller wrote another ISR (and, with KIP-966, another ELR).
    IsrChanged {
        partition: PartitionId,
        from: BrokerList,
        to: BrokerList,
        elr: BrokerList,
        by: IsrChangedBy,
    },
    /// The ELR alone changed.
    ElrChanged { partition: PartitionId, from: BrokerList, to: BrokerList },
    /// The controller wrote a leader.
    LeaderElected {
        partition: PartitionId,
        leader: BrokerId,
        before: Option<BrokerId>,
        epoch: LeaderEpoch,
        from: ElectedFrom,
        recovery: LeaderRecoveryState,
    },
    /// The controller found nobody to lead.
    WentOffline { partition: PartitionId, before: Option<BrokerId>, epoch: LeaderEpoch },
    /// The controller wrote another replica list, or which of them come and go.
    ReplicasChanged {
        partition: PartitionId,
        replicas: BrokerList,
        adding: BrokerList,
        removing: BrokerList,
    },
    /// The controller created a partition of a topic that grew.
    PartitionCreated { partition: PartitionId, replicas: BrokerList },
    /// A broker deleted a copy that it is no longer to keep.
    CopyDeleted { partition: PartitionId, broker: BrokerId },
    /// The controller refused a request about partitions' replicas or number.
    RequestRefused { partition: PartitionId, error: ErrorCode },
    /// An asked-for election was refused.
    ElectionRefused { partition: PartitionId, error: ErrorCode },
    /// A broker learned that it leads.
    BecameLeader {
        partition: PartitionId,
        broker: BrokerId,
        epoch: LeaderEpoch,
        log_end: Offset,
        high_watermark: Offset,
    },
    /// A broker learned whom to follow.
    BecameFollower {
        partition: PartitionId,
        broker: BrokerId,
        leader: Option<BrokerId>,
        epoch: LeaderEpoch,
        log_end: Offset,
    },

    /// A broker began its controlled shutdown.
    ShutdownStarted { broker: BrokerId },
    /// The controller accepted it and moved the broker's leaderships.
    ShutdownAccepted { broker: BrokerId },
    /// A broker's process ended.
    Stopped { broker: BrokerId, how: Stop },
    /// A broker's process started.
    Started { broker: BrokerId },
    /// The controller registered a broker's new process.
    Registered { broker: BrokerId, epoch: BrokerEpoch, previous: PreviousShutdown },
    /// The controller took a quick restart for the process it knew (before 2.2).
    RestartUnnoticed { broker: BrokerId },
    /// The controller refused a registration.
    RegistrationRefused { broker: BrokerId, error: ErrorCode },
    /// The controller fenced a broker.
    Fenced { broker: BrokerId },
    /// The controller unfenced a broker.
    Unfenced { broker: BrokerId },
    /// A broker applied newer metadata.
    MetadataApplied { broker: BrokerId },

    /// A link was cut.
    LinkCut { a: Node, b: Node },
    /// A link was mended.
    LinkHealed { a: Node, b: Node },
    /// A broker replicates slowly, or no longer does (0 ms).
    Slowed { broker: BrokerId, extra: Millis },
    /// `min.insync.replicas` was set.
    MinInsyncReplicasSet { topic: Rc<str>, value: u8 },
    /// `unclean.leader.election.enable` was set.
    UncleanElectionSet { topic: Rc<str>, value: UncleanElection },
    /// The producer's `enable.idempotence` was set.
    IdempotenceSet { value: Idempotence },
    /// A broker's logs were flushed.
    Flushed { broker: BrokerId },

    /// An invariant was broken.
    Broken(Verdict),
}

/// How much an event means to somebody who steps through a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Weight {
    /// Housekeeping: messages, metadata that changes nothing.
    Detail,
    /// Something on the stage changed.
    Meaningful,
    /// A leader was chosen, records disappeared, an invariant broke.
    Landmark,
}

impl Fact {
    /// How much it means.
    #[must_use]
    pub fn weight(&self) -> Weight {
        match self {
            Fact::FetchSent { .. }
            | Fact::FetchNoted { .. }
            | Fact::FetchAnswered { .. }
            | Fact::MetadataApplied { .. }
            | Fact::EpochAsked { .. }
            | Fact::WillRetry { .. }
            | Fact::IsrChangeProposed { .. }
            | Fact::ShutdownAccepted { .. }
            | Fact::RegistrationRefused { .. } => Weight::Detail,
            Fact::Removed { from, to, .. } if from == to => Weight::Detail,
            Fact::LeaderElected { .. }
            | Fact::WentOffline { .. }
            | Fact::Removed { .. }
            | Fact::Broken(_) => Weight::Landmark,
            _ => Weight::Meaningful,
        }
    }
}
