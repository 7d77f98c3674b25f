//! Kafka's error codes, as far as this model can answer them.
//!
//! Names and numbers are those of `org.apache.kafka.common.protocol.Errors`.

use std::fmt;

macro_rules! error_codes {
    ($($(#[$doc:meta])* $variant:ident = $code:literal, $name:literal;)*) => {
        /// An error that a broker or the controller answers.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum ErrorCode {
            $($(#[$doc])* $variant = $code,)*
        }

        impl ErrorCode {
            /// Every code, in numeric order.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$variant,)*];

            /// Kafka's own name for the error.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(ErrorCode::$variant => $name,)*
                }
            }
        }
    };
}

error_codes! {
    /// An error that the server did not expect.
    UnknownServerError = -1, "UNKNOWN_SERVER_ERROR";
    /// A fetch below the log start offset or above the log end offset.
    OffsetOutOfRange = 1, "OFFSET_OUT_OF_RANGE";
    /// The partition isn't in the metadata.
    UnknownTopicOrPartition = 3, "UNKNOWN_TOPIC_OR_PARTITION";
    /// The partition has no leader that a client could write to.
    LeaderNotAvailable = 5, "LEADER_NOT_AVAILABLE";
    /// The broker does not lead the partition (or not any more).
    NotLeaderOrFollower = 6, "NOT_LEADER_OR_FOLLOWER";
    /// An `acks=all` write did not commit in time. The record stays in the leader's log.
    RequestTimedOut = 7, "REQUEST_TIMED_OUT";
    /// The connection broke before an answer came.
    NetworkException = 13, "NETWORK_EXCEPTION";
    /// The topic's name is not allowed.
    InvalidTopicException = 17, "INVALID_TOPIC_EXCEPTION";
    /// An `acks=all` write was refused before the append: too few members in the ISR.
    NotEnoughReplicas = 19, "NOT_ENOUGH_REPLICAS";
    /// An `acks=all` write was appended, then the ISR fell below the minimum.
    NotEnoughReplicasAfterAppend = 20, "NOT_ENOUGH_REPLICAS_AFTER_APPEND";
    /// `acks` is none of -1, 0, 1.
    InvalidRequiredAcks = 21, "INVALID_REQUIRED_ACKS";
    /// The broker does not know the request's version.
    UnsupportedVersion = 35, "UNSUPPORTED_VERSION";
    /// The topic exists already.
    TopicAlreadyExists = 36, "TOPIC_ALREADY_EXISTS";
    /// The number of partitions is not allowed.
    InvalidPartitions = 37, "INVALID_PARTITIONS";
    /// The replication factor is not allowed or can't be reached.
    InvalidReplicationFactor = 38, "INVALID_REPLICATION_FACTOR";
    /// A manual assignment is not valid.
    InvalidReplicaAssignment = 39, "INVALID_REPLICA_ASSIGNMENT";
    /// A configuration is not valid.
    InvalidConfig = 40, "INVALID_CONFIG";
    /// The controller has never seen an epoch this new.
    NotController = 41, "NOT_CONTROLLER";
    /// The request contradicts itself or the partition.
    InvalidRequest = 42, "INVALID_REQUEST";
    /// A sequence number that is not the next one.
    OutOfOrderSequenceNumber = 45, "OUT_OF_ORDER_SEQUENCE_NUMBER";
    /// A producer epoch older than the one stored.
    InvalidProducerEpoch = 47, "INVALID_PRODUCER_EPOCH";
    /// An operation that wasn't tried, because another one is pending.
    OperationNotAttempted = 55, "OPERATION_NOT_ATTEMPTED";
    /// The log directory is offline.
    KafkaStorageError = 56, "KAFKA_STORAGE_ERROR";
    /// The request carries an older leader epoch.
    FencedLeaderEpoch = 74, "FENCED_LEADER_EPOCH";
    /// The request carries a newer leader epoch.
    UnknownLeaderEpoch = 75, "UNKNOWN_LEADER_EPOCH";
    /// The request carries a broker epoch that isn't the registered one.
    StaleBrokerEpoch = 77, "STALE_BROKER_EPOCH";
    /// The new leader's high watermark has not yet reached the start of its epoch.
    OffsetNotAvailable = 78, "OFFSET_NOT_AVAILABLE";
    /// The preferred replica can't lead now.
    PreferredLeaderNotAvailable = 80, "PREFERRED_LEADER_NOT_AVAILABLE";
    /// No replica can lead now.
    EligibleLeadersNotAvailable = 83, "ELIGIBLE_LEADERS_NOT_AVAILABLE";
    /// The partition already has the wanted leader.
    ElectionNotNeeded = 84, "ELECTION_NOT_NEEDED";
    /// There is no reassignment to cancel.
    NoReassignmentInProgress = 85, "NO_REASSIGNMENT_IN_PROGRESS";
    /// The request carries an old partition epoch (or a feature level that can't be).
    InvalidUpdateVersion = 95, "INVALID_UPDATE_VERSION";
    /// The topic id isn't in the metadata.
    UnknownTopicId = 100, "UNKNOWN_TOPIC_ID";
    /// Another incarnation of the broker still has a live session.
    DuplicateBrokerRegistration = 101, "DUPLICATE_BROKER_REGISTRATION";
    /// The broker is not registered.
    BrokerIdNotRegistered = 102, "BROKER_ID_NOT_REGISTERED";
    /// The broker belongs to another cluster.
    InconsistentClusterId = 104, "INCONSISTENT_CLUSTER_ID";
    /// A proposed ISR member is fenced, shutting down, or of another incarnation.
    IneligibleReplica = 107, "INELIGIBLE_REPLICA";
    /// The change was made, and it moved the leadership away from the sender.
    NewLeaderElected = 108, "NEW_LEADER_ELECTED";
    /// The registration is not valid.
    InvalidRegistration = 119, "INVALID_REGISTRATION";
}

impl ErrorCode {
    /// Kafka's number for the error.
    #[must_use]
    pub fn code(self) -> i16 {
        self as i16
    }

    /// The code with this name, if there is one.
    #[must_use]
    pub fn by_name(name: &str) -> Option<ErrorCode> {
        ErrorCode::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
