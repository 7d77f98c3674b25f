//! AlterPartition: a leader asks the controller for another ISR.
//!
//! Checks and applies one partition's part of the request; what the leader makes of the answer is
//! the data plane's business. Source: `ReplicationControlManager.alterPartition`, KIP-497, KIP-841,
//! KIP-903.

use crate::control::brokers::Brokers;
use crate::control::change_builder::{ChangeBuilder, ElectionType};
use crate::control::registration::{
    LeaderField, LeaderRecoveryState, PartitionChange, PartitionRegistration,
};
use crate::control::rules::PartitionContext;
use crate::error::ErrorCode;
use crate::ids::{BrokerEpoch, BrokerId, BrokerList, LeaderEpoch, PartitionEpoch};

/// A broker that the leader wants in the ISR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProposedMember {
    /// The broker.
    pub broker: BrokerId,
    /// The broker epoch that the leader saw in its fetches; `None` (-1 in Kafka) is not checked.
    pub epoch: Option<BrokerEpoch>,
}

/// One partition's part of an AlterPartition request.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AlterPartitionRequest {
    /// Who asks.
    pub sender: BrokerId,
    /// The leader epoch that the sender leads in.
    pub leader_epoch: LeaderEpoch,
    /// The partition epoch that the sender knows.
    pub partition_epoch: PartitionEpoch,
    /// The ISR that the sender wants, in its order.
    pub new_isr: Vec<ProposedMember>,
    /// The recovery state that the sender wants.
    pub recovery: LeaderRecoveryState,
}

/// What the sender is told about a change that was made (or was not necessary).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AlterPartitionReply {
    /// The state after the change.
    Success,
    /// Only [`ErrorCode::NewLeaderElected`]: the change took the leadership from the sender.
    NewLeaderElected,
}

/// A request that passed the checks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Applied {
    /// The record to write; none if the partition is already as asked.
    pub change: Option<PartitionChange>,
    /// The partition after the record.
    pub partition: PartitionRegistration,
    /// What the sender is told.
    pub reply: AlterPartitionReply,
}

impl Applied {
    /// The code in the answer, `None` for success.
    #[must_use]
    pub fn error(&self) -> Option<ErrorCode> {
        match self.reply {
            AlterPartitionReply::Success => None,
            AlterPartitionReply::NewLeaderElected => Some(ErrorCode::NewLeaderElected),
        }
    }
}

/// Checks the sender of a whole request. Its being fenced is no reason to refuse.
///
/// # Errors
/// `STALE_BROKER_EPOCH` if the broker is not registered with this epoch.
pub fn check_broker_epoch(
    brokers: &Brokers,
    sender: BrokerId,
    epoch: BrokerEpoch,
) -> Result<(), ErrorCode> {
    match brokers.get(sender) {
        Some(registration) if registration.epoch == epoch => Ok(()),
        Some(_) | None => Err(ErrorCode::StaleBrokerEpoch),
    }
}

/// Checks one partition's part and computes its record; the first check that fails decides.
///
/// # Errors
/// `NOT_CONTROLLER` for an epoch from the future, `FENCED_LEADER_EPOCH` and
/// `INVALID_UPDATE_VERSION` for an old one, `INVALID_REQUEST` for a request that contradicts itself
/// or the partition, `INELIGIBLE_REPLICA` for a member (also a present one) that may not be in an
/// ISR. A partition that does not exist is the caller's `UNKNOWN_TOPIC_OR_PARTITION`.
pub fn alter_partition(
    partition: &PartitionRegistration,
    request: &AlterPartitionRequest,
    brokers: &Brokers,
    context: &PartitionContext,
) -> Result<Applied, ErrorCode> {
    check_epochs(partition, request)?;
    check_isr(partition, request)?;
    if !request.new_isr.iter().all(|member| is_eligible(brokers, *member)) {
        return Err(ErrorCode::IneligibleReplica);
    }

    let isr: BrokerList = request.new_isr.iter().map(|member| member.broker).collect();
    let election = ElectionType::by_config(context.unclean);
    let change = ChangeBuilder::new(partition, *context, election)
        .isr(isr)
        .recovery(request.recovery)
        .build();
    let after = change.as_ref().map_or_else(|| partition.clone(), |change| partition.merge(change));
    let reply = match change.as_ref().map(|change| change.leader) {
        Some(LeaderField::Set(leader)) if leader != Some(request.sender) => {
            AlterPartitionReply::NewLeaderElected
        }
        Some(_) | None => AlterPartitionReply::Success,
    };
    Ok(Applied { change, partition: after, reply })
}

fn check_epochs(
    partition: &PartitionRegistration,
    request: &AlterPartitionRequest,
) -> Result<(), ErrorCode> {
    // An epoch that this controller has not seen means that it was deposed and does not know yet.
    if partition.leader_epoch < request.leader_epoch
        || partition.partition_epoch < request.partition_epoch
    {
        return Err(ErrorCode::NotController);
    }
    if request.leader_epoch < partition.leader_epoch {
        return Err(ErrorCode::FencedLeaderEpoch);
    }
    if partition.leader != Some(request.sender) {
        return Err(ErrorCode::InvalidRequest);
    }
    if request.partition_epoch < partition.partition_epoch {
        return Err(ErrorCode::InvalidUpdateVersion);
    }
    Ok(())
}

fn check_isr(
    partition: &PartitionRegistration,
    request: &AlterPartitionRequest,
) -> Result<(), ErrorCode> {
    let times_proposed =
        |broker: BrokerId| request.new_isr.iter().filter(|member| member.broker == broker).count();
    let is_subset = request.new_isr.iter().all(|member| {
        partition.replicas.contains(&member.broker) && times_proposed(member.broker) == 1
    });
    let has_leader = partition.leader.is_some_and(|leader| times_proposed(leader) == 1);
    let recovering = request.recovery == LeaderRecoveryState::Recovering;
    let recovers_from_nothing = recovering && partition.recovery == LeaderRecoveryState::Recovered;
    let recovers_with_others = recovering && 1 < request.new_isr.len();
    if is_subset && has_leader && !recovers_with_others && !recovers_from_nothing {
        Ok(())
    } else {
        Err(ErrorCode::InvalidRequest)
    }
}

/// KIP-841 (3.3): not fenced, not shutting down; KIP-903 (3.5): still the same incarnation.
fn is_eligible(brokers: &Brokers, member: ProposedMember) -> bool {
    brokers.get(member.broker).is_some_and(|registration| {
        registration.is_active() && member.epoch.is_none_or(|epoch| epoch == registration.epoch)
    })
}
