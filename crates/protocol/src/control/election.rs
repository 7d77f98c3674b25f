//! Elections that somebody asks for: the ElectLeaders request and the controller's periodic tasks.
//!
//! Source: `ReplicationControlManager.electLeader`, KIP-460; `maybeBalancePartitionLeaders`,
//! `maybeElectUncleanLeaders`.

use crate::control::api_error::ApiError;
use crate::control::change_builder::{ChangeBuilder, ElectionType};
use crate::control::registration::{PartitionChange, PartitionRegistration};
use crate::control::rules::{PartitionContext, UncleanElection};
use crate::error::ErrorCode;
use crate::lag::Millis;

/// Default of `leader.imbalance.check.interval.seconds`, in ms; the first run is one period after
/// the controller became active. There is no percentage threshold in KRaft.
pub const PREFERRED_TASK_PERIOD: Millis = 300_000;

/// Default of `unclean.leader.election.interval.ms`.
pub const UNCLEAN_TASK_PERIOD: Millis = 300_000;

/// How many records a periodic election writes before it pauses.
pub const TASK_RECORDS_MAX: usize = 1_000;

/// How soon a periodic election runs again if it paused, in ms.
pub const TASK_AGAIN_DELAY: Millis = 10;

/// What a client can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RequestedElection {
    /// The preferred replica should lead.
    Preferred,
    /// Anybody should lead, whatever the topic's configuration says about unclean elections.
    Unclean,
}

/// The outcome of ElectLeaders for one partition.
///
/// A `PREFERRED` election can succeed without the preferred replica: the record then repairs a
/// partition whose leader was missing or not acceptable.
///
/// # Errors
/// `ELECTION_NOT_NEEDED` if the partition already is as asked; `PREFERRED_LEADER_NOT_AVAILABLE` or
/// `ELIGIBLE_LEADERS_NOT_AVAILABLE` if nothing would change. For a partition that does not exist
/// see [`no_such_topic`] and [`no_such_partition`].
pub fn elect_leader(
    partition: &PartitionRegistration,
    requested: RequestedElection,
    context: &PartitionContext,
) -> Result<PartitionChange, ErrorCode> {
    let (election, satisfied, refusal) = match requested {
        RequestedElection::Preferred => (
            ElectionType::Preferred,
            partition.has_preferred_leader(),
            ErrorCode::PreferredLeaderNotAvailable,
        ),
        RequestedElection::Unclean => (
            ElectionType::Unclean,
            partition.leader.is_some(),
            ErrorCode::EligibleLeadersNotAvailable,
        ),
    };
    if satisfied {
        return Err(ErrorCode::ElectionNotNeeded);
    }
    ChangeBuilder::new(partition, *context, election).build().ok_or(refusal)
}

/// The answer of ElectLeaders for a topic that does not exist.
#[must_use]
pub fn no_such_topic(topic: &str) -> ApiError {
    ApiError::new(ErrorCode::UnknownTopicOrPartition, format!("No such topic as {topic}"))
}

/// The answer of ElectLeaders for a partition that does not exist.
#[must_use]
pub fn no_such_partition(topic: &str, partition: u32) -> ApiError {
    let message = format!("No such partition as {topic}-{partition}");
    ApiError::new(ErrorCode::UnknownTopicOrPartition, message)
}

/// What the periodic preferred election (`auto.leader.rebalance.enable`) writes for a partition.
/// One without a leader counts as imbalanced.
#[must_use]
pub fn balance(
    partition: &PartitionRegistration,
    context: &PartitionContext,
) -> Option<PartitionChange> {
    elect_leader(partition, RequestedElection::Preferred, context).ok()
}

/// What the periodic unclean election writes for a partition: nothing unless it is leaderless and
/// the topic allows it.
#[must_use]
pub fn elect_unclean(
    partition: &PartitionRegistration,
    context: &PartitionContext,
) -> Option<PartitionChange> {
    match context.unclean {
        UncleanElection::Disabled => None,
        UncleanElection::Enabled => {
            elect_leader(partition, RequestedElection::Unclean, context).ok()
        }
    }
}
