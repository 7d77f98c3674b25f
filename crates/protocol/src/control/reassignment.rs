//! Moving a partition to other brokers: what to add and remove, when it is done, how it is undone.
//!
//! Data is not copied here; a reassignment completes when the ISR says so. Source:
//! `PartitionReassignmentReplicas`, `PartitionReassignmentRevert`,
//! `ReplicationControlManager.changePartitionReassignment` and `cancelPartitionReassignment`,
//! KIP-455.

use crate::control::api_error::ApiError;
use crate::control::brokers::Brokers;
use crate::control::change_builder::{ChangeBuilder, Cleanness, ElectionType};
use crate::control::manual_assignment::check_manual_assignment;
use crate::control::registration::{PartitionChange, PartitionRegistration};
use crate::control::rules::{PartitionContext, ReassignmentCompletion, UncleanElection};
use crate::error::ErrorCode;
use crate::few::sort_few;
use crate::ids::{BrokerId, BrokerList};

/// A replica list and its two halves that are moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moving<'a> {
    /// Every replica, old and new.
    pub replicas: &'a [BrokerId],
    /// Those that leave at the end.
    pub removing: &'a [BrokerId],
    /// Those that came for it.
    pub adding: &'a [BrokerId],
}

/// What a completed reassignment leaves behind.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Completed {
    /// The replicas that stay, in order.
    pub replicas: BrokerList,
    /// The ISR without those that left, in order.
    pub isr: BrokerList,
}

/// The end of the reassignment if this ISR completes it, else `None` (also where none is under
/// way). Source: `PartitionReassignmentReplicas.maybeCompleteReassignment`.
#[must_use]
pub fn completed(
    moving: Moving<'_>,
    isr: &[BrokerId],
    completion: ReassignmentCompletion,
) -> Option<Completed> {
    if moving.removing.is_empty() && moving.adding.is_empty() {
        return None;
    }
    let isr = without(isr, moving.removing);
    let replicas = without(moving.replicas, moving.removing);
    if !moving.removing.is_empty() && (isr.is_empty() || replicas.is_empty()) {
        return None;
    }
    let all_in_isr = |members: &[BrokerId]| members.iter().all(|member| isr.contains(member));
    let done = match completion {
        ReassignmentCompletion::AddedInSync => {
            let shrinks = moving.adding.len() < moving.removing.len();
            all_in_isr(moving.adding) && (!shrinks || all_in_isr(&replicas))
        }
        ReassignmentCompletion::AllInSync => all_in_isr(&replicas),
    };
    done.then_some(Completed { replicas, isr })
}

/// What a reassignment from one list to another asks for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    /// The target, then the replicas to be removed.
    pub replicas: BrokerList,
    /// The replicas to be removed, ascending.
    pub removing: BrokerList,
    /// The replicas to be added, ascending.
    pub adding: BrokerList,
}

/// The plan that leads from `current` to `target`.
///
/// During a reassignment `current` is the merged list, so replicas that were half added count as
/// old ones. Source: the constructor of `PartitionReassignmentReplicas`.
#[must_use]
pub fn plan(current: &[BrokerId], target: &[BrokerId]) -> Plan {
    let mut removing = without(current, target);
    let mut adding = without(target, current);
    sort_few(&mut removing, |a, b| a < b);
    sort_few(&mut adding, |a, b| a < b);
    let replicas = target.iter().chain(&removing).copied().collect();
    Plan { replicas, removing, adding }
}

/// Whether a reassignment may change how many replicas there are (a flag of the request, KIP-860).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReplicationFactorChange {
    /// It may.
    Allowed,
    /// It may not.
    Refused,
}

/// A reassignment that a client asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reassign<'a> {
    /// The replicas it wants. They need only be registered.
    pub target: &'a [BrokerId],
    /// Whether their number may differ from the present one.
    pub replication_factor: ReplicationFactorChange,
}

/// The record that starts a reassignment (and, where that is possible at once, completes it);
/// `None` if the partition already is as asked.
///
/// An empty half of the plan leaves the stored half alone, so going back to the original list while
/// a reassignment runs does not end it: [`cancel`] does. The election is never an unclean one.
///
/// # Errors
/// `INVALID_REPLICA_ASSIGNMENT` for a target that can't be; `INVALID_REPLICATION_FACTOR` for one of
/// another size, if that is refused. For a partition that does not exist see [`no_such_topic`] and
/// [`no_such_partition`].
pub fn reassign(
    partition: &PartitionRegistration,
    request: Reassign<'_>,
    brokers: &Brokers,
    context: &PartitionContext,
) -> Result<Option<PartitionChange>, ApiError> {
    check_manual_assignment(request.target, None, brokers)?;
    let base = base_size(partition);
    if request.replication_factor == ReplicationFactorChange::Refused
        && request.target.len() != base
    {
        return Err(ApiError::new(
            ErrorCode::InvalidReplicationFactor,
            format!("The replication factor is changed from {base} to {}", request.target.len()),
        ));
    }
    let plan = plan(&partition.replicas, request.target);
    let mut builder =
        ChangeBuilder::new(partition, *context, ElectionType::Online).replicas(plan.replicas);
    if !plan.removing.is_empty() {
        builder = builder.removing(plan.removing);
    }
    if !plan.adding.is_empty() {
        builder = builder.adding(plan.adding);
    }
    Ok(builder.build())
}

/// How many replicas the partition has when no reassignment is counted.
fn base_size(partition: &PartitionRegistration) -> usize {
    let added = without(&partition.adding, &partition.replicas);
    let all: BrokerList = partition.replicas.iter().chain(&added).copied().collect();
    without(&all, &partition.removing).len()
}

/// What cancelling a reassignment would leave. Source: `PartitionReassignmentRevert`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Revert {
    /// The replicas that were there before, in the order of the merged list: the original order is
    /// lost.
    pub replicas: BrokerList,
    /// The ISR without the added replicas.
    pub isr: BrokerList,
    /// Unclean if nobody would be left in the ISR, so that the first replica is put there.
    pub cleanness: Cleanness,
}

/// What cancelling the reassignment of this partition would leave.
#[must_use]
pub fn revert(partition: &PartitionRegistration) -> Revert {
    let replicas = without(&partition.replicas, &partition.adding);
    let isr = without(&partition.isr, &partition.adding);
    if isr.is_empty() {
        let isr = replicas.first().copied().into_iter().collect();
        Revert { replicas, isr, cleanness: Cleanness::Unclean }
    } else {
        Revert { replicas, isr, cleanness: Cleanness::Clean }
    }
}

/// The record that cancels a reassignment of `topic`-`index`; the name and the number are only for
/// the message.
///
/// # Errors
/// `NO_REASSIGNMENT_IN_PROGRESS` if there is none; `INVALID_REPLICA_ASSIGNMENT` if it would take an
/// unclean election that the topic does not allow.
pub fn cancel(
    partition: &PartitionRegistration,
    context: &PartitionContext,
    topic: &str,
    index: u32,
) -> Result<Option<PartitionChange>, ApiError> {
    if !partition.is_reassigning() {
        // Kafka's exception carries only its default sentence.
        let message = "No partition reassignment is in progress.";
        return Err(ApiError::new(ErrorCode::NoReassignmentInProgress, message));
    }
    let revert = revert(partition);
    if revert.cleanness == Cleanness::Unclean && context.unclean == UncleanElection::Disabled {
        let message = format!(
            "Unable to revert partition assignment for {topic}:{index} because it would require \
             an unclean leader election."
        );
        return Err(ApiError::new(ErrorCode::InvalidReplicaAssignment, message));
    }
    let election = ElectionType::by_config(context.unclean);
    Ok(ChangeBuilder::new(partition, *context, election)
        .isr(revert.isr)
        .replicas(revert.replicas)
        .removing(BrokerList::new())
        .adding(BrokerList::new())
        .build())
}

/// The answer for a topic that does not exist.
#[must_use]
pub fn no_such_topic(topic: &str) -> ApiError {
    let message = format!("Unable to find a topic named {topic}.");
    ApiError::new(ErrorCode::UnknownTopicOrPartition, message)
}

/// The answer for a partition that does not exist.
#[must_use]
pub fn no_such_partition(topic: &str, index: u32) -> ApiError {
    let message = format!("Unable to find partition {topic}:{index}.");
    ApiError::new(ErrorCode::UnknownTopicOrPartition, message)
}

/// `list` without the members of `gone`, in its own order.
fn without(list: &[BrokerId], gone: &[BrokerId]) -> BrokerList {
    list.iter().copied().filter(|broker| !gone.contains(broker)).collect()
}
