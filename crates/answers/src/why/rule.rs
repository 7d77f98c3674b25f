//! Which rule of Kafka decides, and where that rule comes from.
//!
//! One table. The words are Kafka's own (a KIP, an issue, a class, a setting, and the release that
//! brought it) and are the same in every language. No rule is decided here.

use highwater_engine::Fact;
use highwater_engine::event::{ElectedFrom, HeldBack, HighWatermarkCause, IsrChangedBy, RemovedBy};
use highwater_protocol::follower::CutRule;
use highwater_protocol::produce::Acks;
use highwater_protocol::{ErrorCode, Generation};

macro_rules! rules {
    ($($name:ident = $source:literal;)*) => {
        /// A rule of Kafka that can be named as the reason of an event.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Rule {
            $($name,)*
        }

        impl Rule {
            /// Where it comes from.
            pub(crate) fn source(self) -> &'static str {
                match self {
                    $(Rule::$name => $source,)*
                }
            }
        }
    };
}

rules! {
    // Clients.
    Produce = "ProduceRequest, acks · Kafka 0.8";
    Append = "Partition.appendRecordsToLeader · Kafka 0.8";
    Idempotence = "KIP-98 · Kafka 0.11";
    AckNone = "acks=0 · Kafka 0.8";
    AckLeader = "acks=1 · Kafka 0.8";
    AckAll = "acks=all, DelayedProduce · Kafka 0.8";
    MinIsr = "min.insync.replicas, KAFKA-1555 · Kafka 0.8.2";
    MinIsrAfterAppend = "DelayedProduce, KAFKA-1555 · Kafka 0.8.2";
    Timeout = "request.timeout.ms, delivery.timeout.ms";
    Connection = "NetworkClient: NETWORK_EXCEPTION";
    Retry = "RetriableException, retries";
    ClientMetadata = "Metadata.requestUpdate · Kafka 0.8";
    ReadBound = "FetchIsolation.HIGH_WATERMARK · Kafka 0.8";
    ReadCommitted = "isolation.level=read_committed, KIP-98 · Kafka 0.11";
    ListOffsets = "ListOffsets, auto.offset.reset";
    LatestGuard = "KIP-207 · Kafka 2.2";
    // Replication.
    Fetch = "ReplicaFetcherThread · Kafka 0.8";
    FetchState = "Partition.updateFollowerFetchState · Kafka 0.8";
    FetchFencing = "KIP-320 · Kafka 2.1";
    FetchLeader = "NOT_LEADER_OR_FOLLOWER, Partition.getLocalLog · Kafka 0.8";
    FetchRange = "OFFSET_OUT_OF_RANGE, AbstractFetcherThread · Kafka 0.8";
    EpochEnd = "KIP-101, OffsetsForLeaderEpoch · Kafka 0.11";
    EpochAndEnd = "KIP-279, OffsetsForLeaderEpoch · Kafka 2.0";
    Diverging = "KIP-595, KAFKA-10554 · Kafka 2.8";
    CutOwnHighWatermark = "ReplicaManager.makeFollowers · Kafka 0.8 – 0.10";
    CutNoEpoch = "KIP-101 · Kafka 0.11";
    NoFsync = "log.flush.interval.messages = 9223372036854775807";
    LeaderMinimum = "Partition.maybeIncrementLeaderHW · Kafka 0.8";
    MinIsrGate = "KAFKA-15583 (KIP-966) · Kafka 3.7";
    FollowerHw = "ReplicaFetcherThread.processPartitionData · Kafka 0.8";
    LastStable = "KIP-98 · Kafka 0.11";
    // The controller.
    IsrGrow = "Partition.maybeExpandIsr · Kafka 0.8";
    IsrShrink = "Partition.maybeShrinkIsr, replica.lag.time.max.ms · Kafka 0.8";
    AlterPartitionGrow = "Partition.maybeExpandIsr, KIP-497 · Kafka 2.7";
    AlterPartitionShrink = "Partition.maybeShrinkIsr, KIP-497 · Kafka 2.7";
    AlterPartition = "KIP-497 · Kafka 2.7";
    IsrBrokerGone = "ReplicationControlManager.generateLeaderAndIsrUpdates · KRaft";
    IsrBrokerGoneZk = "KafkaController.onBrokerFailure · ZooKeeper";
    Elr = "KIP-966 · Kafka 4.0";
    Elect = "PartitionChangeBuilder · KRaft";
    ElectZk = "PartitionStateMachine · ZooKeeper";
    Unclean = "unclean.leader.election.enable, KAFKA-1028 · Kafka 0.8.2";
    CleanByDefault = "unclean.leader.election.enable=false, KIP-106 · Kafka 0.11";
    ElectLeaders = "KIP-460 · Kafka 2.4";
    Reassignment = "KIP-455 · Kafka 2.4";
    Growth = "KIP-195 · Kafka 1.0";
    MakeLeader = "Partition.makeLeader · Kafka 0.8";
    EpochCache = "Partition.makeLeader, KIP-101 · Kafka 0.11";
    EpochAtElection = "Partition.makeLeader, KAFKA-7415 · Kafka 2.1";
    MakeFollower = "Partition.makeFollower · Kafka 0.8";
    // Processes.
    Shutdown = "controlled.shutdown.enable · Kafka 0.8";
    Load = "replication-offset-checkpoint, LogLoader";
    Register = "ClusterControlManager.registerBroker · KRaft";
    RegisterZk = "/brokers/ids · ZooKeeper";
    UnseenRestart = "KIP-380 · Kafka 2.2";
    Session = "broker.session.timeout.ms, KIP-631 · Kafka 2.8";
    SessionZk = "zookeeper.session.timeout.ms · ZooKeeper";
    Heartbeat = "BrokerHeartbeat, KIP-631 · Kafka 2.8";
}

/// What the deciding rule can depend on besides the fact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circumstances {
    /// The rules in force.
    pub(crate) generation: Generation,
    /// What the producer of the batch waits for, if there is a batch.
    pub(crate) acks: Option<Acks>,
    /// Whether the consumer reads what is committed only.
    pub(crate) reads_committed: bool,
}

/// The rule that decided; `None` where somebody's wish or a machine did.
pub(crate) fn of(fact: &Fact, about: Circumstances) -> Option<Rule> {
    client(fact, about)
        .or_else(|| replication(fact, about.generation))
        .or_else(|| control(fact, about.generation))
        .or_else(|| process(fact, about.generation))
}

fn client(fact: &Fact, about: Circumstances) -> Option<Rule> {
    Some(match fact {
        Fact::ProduceSent { .. } => Rule::Produce,
        Fact::Appended { .. } => Rule::Append,
        Fact::Recognized { .. } => Rule::Idempotence,
        Fact::Acked { .. } => match about.acks? {
            Acks::None => Rule::AckNone,
            Acks::Leader => Rule::AckLeader,
            Acks::All => Rule::AckAll,
        },
        Fact::WillRetry { .. } => Rule::Retry,
        Fact::Refused { error, .. } | Fact::Unknown { error, .. } => match error {
            ErrorCode::NotEnoughReplicas => Rule::MinIsr,
            ErrorCode::NotEnoughReplicasAfterAppend => Rule::MinIsrAfterAppend,
            ErrorCode::RequestTimedOut => Rule::Timeout,
            ErrorCode::NetworkException => Rule::Connection,
            _ => Rule::FetchLeader,
        },
        Fact::LeaderLearned { .. } => Rule::ClientMetadata,
        Fact::Consumed { .. } if about.reads_committed => Rule::ReadCommitted,
        Fact::Consumed { .. } => Rule::ReadBound,
        Fact::ConsumerStarted { .. } | Fact::ConsumerReset { .. } => Rule::ListOffsets,
        Fact::OffsetWithheld { error: ErrorCode::OffsetNotAvailable, .. } => Rule::LatestGuard,
        Fact::OffsetWithheld { .. } => Rule::FetchLeader,
        _ => return None,
    })
}

fn replication(fact: &Fact, generation: Generation) -> Option<Rule> {
    Some(match fact {
        Fact::FetchNoted { .. } => Rule::FetchState,
        Fact::FetchRefused { error, .. } => match error {
            ErrorCode::OffsetOutOfRange => Rule::FetchRange,
            _ if generation.fences_fetch() => Rule::FetchFencing,
            _ => Rule::FetchLeader,
        },
        Fact::DivergenceReported { .. } => Rule::Diverging,
        Fact::EpochAsked { .. } | Fact::EpochAnswered { .. }
            if generation.restarts_fetcher_on_epoch() =>
        {
            Rule::EpochAndEnd
        }
        Fact::EpochAsked { .. } | Fact::EpochAnswered { .. } => Rule::EpochEnd,
        Fact::Replicated { .. } | Fact::FollowerSettled { .. } => Rule::Fetch,
        Fact::Removed { by, .. } => removal(*by),
        Fact::HighWatermarkMoved { cause: HighWatermarkCause::LeaderMinimum { .. }, .. } => {
            Rule::LeaderMinimum
        }
        Fact::HighWatermarkMoved { .. } => Rule::FollowerHw,
        Fact::HighWatermarkHeld { why: HeldBack::BelowMinIsr { .. }, .. } => Rule::MinIsrGate,
        Fact::HighWatermarkHeld { .. } => Rule::LeaderMinimum,
        Fact::LastStable { .. } => Rule::LastStable,
        _ => return None,
    })
}

/// The rule by which records disappeared.
pub(crate) fn removal(by: RemovedBy) -> Rule {
    match by {
        RemovedBy::PowerCut => Rule::NoFsync,
        RemovedBy::Cut(CutRule::OwnHighWatermark) => Rule::CutOwnHighWatermark,
        RemovedBy::Cut(CutRule::HighWatermarkForLackOfEpoch) => Rule::CutNoEpoch,
        RemovedBy::Cut(CutRule::EpochEndOffset) => Rule::EpochEnd,
        RemovedBy::Cut(CutRule::EpochAndEndOffset) => Rule::EpochAndEnd,
        RemovedBy::Cut(CutRule::DivergingEpoch) => Rule::Diverging,
        RemovedBy::Cut(CutRule::OutOfRange) => Rule::FetchRange,
    }
}

fn control(fact: &Fact, generation: Generation) -> Option<Rule> {
    let zk = generation.uses_zookeeper();
    Some(match fact {
        Fact::IsrChangeProposed { .. } => {
            if zk {
                Rule::IsrGrow
            } else {
                Rule::AlterPartition
            }
        }
        Fact::IsrChangeRefused { .. } => Rule::AlterPartition,
        Fact::IsrChanged { from, to, by, .. } => match by {
            IsrChangedBy::Reassignment => Rule::Reassignment,
            IsrChangedBy::Controller if zk => Rule::IsrBrokerGoneZk,
            IsrChangedBy::Controller => Rule::IsrBrokerGone,
            IsrChangedBy::Leader if from.len() < to.len() => {
                if zk {
                    Rule::IsrGrow
                } else {
                    Rule::AlterPartitionGrow
                }
            }
            IsrChangedBy::Leader => {
                if zk {
                    Rule::IsrShrink
                } else {
                    Rule::AlterPartitionShrink
                }
            }
        },
        Fact::ElrChanged { .. } => Rule::Elr,
        Fact::LeaderElected { from, .. } => match from {
            ElectedFrom::Isr if zk => Rule::ElectZk,
            ElectedFrom::Isr => Rule::Elect,
            ElectedFrom::Elr | ElectedFrom::LastKnownLeader => Rule::Elr,
            ElectedFrom::AnyReplica => Rule::Unclean,
        },
        Fact::WentOffline { .. } if generation.unclean_election_default() => Rule::Unclean,
        Fact::WentOffline { .. } => Rule::CleanByDefault,
        Fact::ElectionRefused { .. } => Rule::ElectLeaders,
        Fact::ReplicasChanged { .. } | Fact::CopyDeleted { .. } => Rule::Reassignment,
        Fact::PartitionCreated { .. } | Fact::RequestRefused { .. } => Rule::Growth,
        Fact::BecameLeader { .. } if generation.writes_epoch_at_election() => Rule::EpochAtElection,
        Fact::BecameLeader { .. } if generation.has_epoch_cache() => Rule::EpochCache,
        Fact::BecameLeader { .. } => Rule::MakeLeader,
        Fact::BecameFollower { .. } => Rule::MakeFollower,
        _ => return None,
    })
}

fn process(fact: &Fact, generation: Generation) -> Option<Rule> {
    let zk = generation.uses_zookeeper();
    Some(match fact {
        Fact::ShutdownStarted { .. } => Rule::Shutdown,
        Fact::Started { .. } => Rule::Load,
        Fact::Registered { .. } if generation.has_elr() => Rule::Elr,
        Fact::Registered { .. } if zk => Rule::RegisterZk,
        Fact::Registered { .. } | Fact::RegistrationRefused { .. } => Rule::Register,
        Fact::RestartUnnoticed { .. } => Rule::UnseenRestart,
        Fact::Fenced { .. } => {
            if zk {
                Rule::SessionZk
            } else {
                Rule::Session
            }
        }
        Fact::Unfenced { .. } => {
            if zk {
                Rule::RegisterZk
            } else {
                Rule::Heartbeat
            }
        }
        Fact::MinInsyncReplicasSet { .. } => Rule::MinIsr,
        Fact::UncleanElectionSet { .. } => Rule::Unclean,
        Fact::IdempotenceSet { .. } => Rule::Idempotence,
        _ => return None,
    })
}
