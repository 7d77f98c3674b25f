//! The switches of the controller's rules, and what it knows when it decides about a partition.
//!
//! Only [`ControllerRules::of`] asks the generation; every rule beside it asks a switch.

use crate::generation::Generation;
use crate::ids::BrokerSet;

/// Whether the controller keeps eligible leader replicas (`eligible.leader.replicas.version`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElrFeature {
    /// Level 0: the ISR is never written empty.
    Off,
    /// Level 1 (KIP-966).
    On,
}

/// What an ISR shrink that keeps the leader does to the leader epoch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ShrinkEpoch {
    /// Nothing (metadata.version 3.6-IV0 and later, KAFKA-15021).
    Keeps,
    /// The record carries the same leader again, so the epoch grows (before).
    Bumps,
}

/// When a reassignment counts as complete.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReassignmentCompletion {
    /// As soon as the added replicas are in the ISR; the surviving ones too only where the
    /// replication factor shrinks (4.3, KAFKA-19975).
    AddedInSync,
    /// Only when every replica of the new list is in the ISR (3.8 to 4.2).
    AllInSync,
}

/// `unclean.leader.election.enable`, as it holds for the topic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UncleanElection {
    /// A partition without an eligible leader waits.
    Disabled,
    /// The first live replica may lead, whatever its log holds.
    Enabled,
}

/// Which of the controller's rules are in force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ControllerRules {
    /// Whether ELR is kept.
    pub elr: ElrFeature,
    /// What an ISR shrink does to the leader epoch.
    pub shrink_epoch: ShrinkEpoch,
    /// When a reassignment is complete.
    pub completion: ReassignmentCompletion,
}

impl ControllerRules {
    /// The rules of a generation; reassignments complete as they do since 4.3.
    #[must_use]
    pub fn of(generation: Generation) -> ControllerRules {
        ControllerRules {
            elr: if generation.has_elr() { ElrFeature::On } else { ElrFeature::Off },
            shrink_epoch: if generation.keeps_epoch_on_shrink() {
                ShrinkEpoch::Keeps
            } else {
                ShrinkEpoch::Bumps
            },
            completion: ReassignmentCompletion::AddedInSync,
        }
    }
}

/// What the controller knows when it decides about one partition, beside the registration.
///
/// It knows no offset: nothing here says how much of the log a replica holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PartitionContext {
    /// The rules in force.
    pub rules: ControllerRules,
    /// The effective minimum ISR, see [`crate::control::effective_min_isr`].
    pub min_isr: usize,
    /// Brokers that may lead: active ones whose directory with this partition is online. Source:
    /// `ReplicationControlManager.LeaderAcceptor`.
    pub acceptable: BrokerSet,
    /// Whether an unclean election is allowed for the topic.
    pub unclean: UncleanElection,
}
