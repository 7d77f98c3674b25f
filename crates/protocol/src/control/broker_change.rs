//! What a change of one broker does to the partitions it has replicas of.
//!
//! Says which partitions are visited, in which order the records come, and what one partition's
//! record is. It does not find the partitions: the engine walks them.

use crate::control::change_builder::{ChangeBuilder, ElectionType};
use crate::control::registration::{PartitionChange, PartitionRegistration};
use crate::control::rules::{ElrFeature, PartitionContext};
use crate::ids::{BrokerId, BrokerList, BrokerSet};

/// How a broker's previous process ended, as the controller learns it from the next registration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PreviousShutdown {
    /// In order: the new process knew the epoch of the old one.
    Clean,
    /// A crash, or the first registration ever.
    Unclean,
}

/// A change of one broker that the controller carries into its partitions.
///
/// Source: `generateLeaderAndIsrUpdates` and its callers in `ReplicationControlManager`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BrokerChange {
    /// The session ran out or the broker asked for it (`handleBrokerFenced`).
    Fence(BrokerId),
    /// The broker is caught up with the metadata (`handleBrokerUnfenced`).
    Unfence(BrokerId),
    /// The broker asked to stop and leads something (`handleBrokerInControlledShutdown`).
    ControlledShutdown(BrokerId),
    /// An administrator removed the broker (`handleBrokerUnregistered`).
    Unregister(BrokerId),
    /// A new incarnation registered (`handleBrokerShutdown`).
    NewIncarnation(BrokerId, PreviousShutdown),
}

/// Where a broker change puts the broker's own record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordOrder {
    /// First the broker's record, then the partitions' changes.
    BrokerFirst,
    /// First the partitions' changes. A controller that dies in between has changed partitions of
    /// a broker whose state is still the old one.
    PartitionsFirst,
}

/// Which partitions a pass over the metadata visits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PartitionPass {
    /// Those whose ISR has the broker.
    InIsr(BrokerId),
    /// Those whose ELR has the broker.
    InElr(BrokerId),
    /// Those without a leader.
    Leaderless,
}

impl PartitionPass {
    /// Whether the pass visits this partition. The ISR that counts is the one before the change.
    #[must_use]
    pub fn visits(self, partition: &PartitionRegistration) -> bool {
        match self {
            PartitionPass::InIsr(broker) => partition.isr.contains(&broker),
            PartitionPass::InElr(broker) => partition.elr.contains(&broker),
            PartitionPass::Leaderless => partition.leader.is_none(),
        }
    }
}

impl BrokerChange {
    /// The broker that changes.
    #[must_use]
    pub fn broker(self) -> BrokerId {
        match self {
            BrokerChange::Fence(broker)
            | BrokerChange::Unfence(broker)
            | BrokerChange::ControlledShutdown(broker)
            | BrokerChange::Unregister(broker)
            | BrokerChange::NewIncarnation(broker, _) => broker,
        }
    }

    /// Where the broker's own record stands among the partitions' records.
    #[must_use]
    pub fn record_order(self) -> RecordOrder {
        match self {
            BrokerChange::Unfence(_) | BrokerChange::ControlledShutdown(_) => {
                RecordOrder::BrokerFirst
            }
            BrokerChange::Fence(_)
            | BrokerChange::Unregister(_)
            | BrokerChange::NewIncarnation(..) => RecordOrder::PartitionsFirst,
        }
    }

    /// The first pass over the partitions, and the second one if there is one. Both look at the
    /// partitions as they were before the change.
    #[must_use]
    pub fn passes(self, elr: ElrFeature) -> (PartitionPass, Option<PartitionPass>) {
        let broker = self.broker();
        match self {
            BrokerChange::Unfence(_) => (PartitionPass::Leaderless, None),
            BrokerChange::Unregister(_) => {
                (PartitionPass::InIsr(broker), Some(PartitionPass::InElr(broker)))
            }
            BrokerChange::NewIncarnation(_, PreviousShutdown::Unclean) if elr == ElrFeature::On => {
                (PartitionPass::InIsr(broker), Some(PartitionPass::InElr(broker)))
            }
            BrokerChange::Fence(_)
            | BrokerChange::ControlledShutdown(_)
            | BrokerChange::NewIncarnation(..) => (PartitionPass::InIsr(broker), None),
        }
    }

    /// What is taken out of, or counted into, the partitions.
    #[must_use]
    pub fn update(self, elr: ElrFeature) -> LeaderAndIsrUpdate {
        let nothing = LeaderAndIsrUpdate { remove: None, add: None, unclean: None };
        match self {
            BrokerChange::Unfence(broker) => LeaderAndIsrUpdate { add: Some(broker), ..nothing },
            BrokerChange::NewIncarnation(broker, PreviousShutdown::Unclean)
                if elr == ElrFeature::On =>
            {
                LeaderAndIsrUpdate { unclean: Some(broker), ..nothing }
            }
            BrokerChange::Fence(broker)
            | BrokerChange::ControlledShutdown(broker)
            | BrokerChange::Unregister(broker)
            | BrokerChange::NewIncarnation(broker, _) => {
                LeaderAndIsrUpdate { remove: Some(broker), ..nothing }
            }
        }
    }
}

/// The three brokers that `generateLeaderAndIsrUpdates` is told about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LeaderAndIsrUpdate {
    /// Leaves the ISR and can't lead, though its state may still say that it can.
    pub remove: Option<BrokerId>,
    /// Can lead, though its state still says that it can't. Joins no ISR.
    pub add: Option<BrokerId>,
    /// Leaves the ISR *and* the ELR and can't lead.
    pub unclean: Option<BrokerId>,
}

/// The record that a broker's change makes for one partition, or none.
///
/// `context.acceptable` is the state before the change; `update` overrides it. Source:
/// `ReplicationControlManager.generateLeaderAndIsrUpdates`.
#[must_use]
pub fn generate_leader_and_isr(
    partition: &PartitionRegistration,
    context: &PartitionContext,
    update: LeaderAndIsrUpdate,
) -> Option<PartitionChange> {
    let set = |broker: Option<BrokerId>| broker.map_or(BrokerSet::EMPTY, BrokerSet::of);
    let gone = set(update.remove).union(set(update.unclean));
    let acceptable = context.acceptable.union(set(update.add)).minus(gone);
    let isr: BrokerList =
        partition.isr.iter().copied().filter(|member| !gone.contains(*member)).collect();
    let election = ElectionType::by_config(context.unclean);
    ChangeBuilder::new(partition, PartitionContext { acceptable, ..*context }, election)
        .isr(isr)
        .unclean_shutdown(set(update.unclean))
        .build()
}
