//! One partition as the metadata log describes it, and the record that changes it.
//!
//! Values only: what a change should be is decided in [`crate::control::ChangeBuilder`], whether a
//! request may ask for it in the sibling modules.

use std::fmt;

use crate::ids::{BrokerId, BrokerList, LeaderEpoch, PartitionEpoch};

/// Whether the current leader came from an unclean election that no leader has closed yet.
///
/// Source: `LeaderRecoveryState`, KIP-704 (3.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LeaderRecoveryState {
    /// The normal state.
    Recovered,
    /// An unclean election happened; the next ISR change that says "recovered" ends it.
    Recovering,
}

impl LeaderRecoveryState {
    /// Kafka's name for the state.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LeaderRecoveryState::Recovered => "RECOVERED",
            LeaderRecoveryState::Recovering => "RECOVERING",
        }
    }
}

/// The field `lastKnownElr`, which in spite of its name holds the last known *leader*.
///
/// Kafka stores a list of ids. In production it has at most one element, so the three lists that
/// can occur are named here. Source: KIP-966, `maybeUpdateLastKnownLeader` (4.1+).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum LastKnownElr {
    /// The empty list: the partition has a leader, or lost none since ELR is on.
    #[default]
    Empty,
    /// The broker that led before the partition became leaderless.
    Leader(BrokerId),
    /// The list `[-1]`: a leaderless partition with an empty field had its leader field written
    /// again (a reassignment dropped a replica). Nobody can be elected from it.
    NoLeader,
}

impl LastKnownElr {
    /// What is remembered when a partition with this leader loses it.
    #[must_use]
    pub fn of(leader: Option<BrokerId>) -> LastKnownElr {
        leader.map_or(LastKnownElr::NoLeader, LastKnownElr::Leader)
    }

    /// Whether Kafka's list has no element.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == LastKnownElr::Empty
    }

    /// The broker that is remembered, if one is.
    #[must_use]
    pub fn leader(self) -> Option<BrokerId> {
        match self {
            LastKnownElr::Leader(broker) => Some(broker),
            LastKnownElr::Empty | LastKnownElr::NoLeader => None,
        }
    }
}

impl fmt::Display for LastKnownElr {
    /// The list without brackets, as Kafka's tools print it: nothing, `2` or `-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LastKnownElr::Empty => Ok(()),
            LastKnownElr::Leader(broker) => write!(f, "{broker}"),
            LastKnownElr::NoLeader => f.write_str("-1"),
        }
    }
}

/// The state of one partition in the metadata. Source: `metadata.PartitionRegistration`.
///
/// `replicas`, `isr`, `removing` and `adding` are lists whose order Kafka keeps, compares and
/// prints. `elr` is a set in Kafka's use of it and is kept ascending here, which is also the order
/// Kafka produces for ids below 16.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PartitionRegistration {
    /// Every replica; the first one is the preferred leader. While a reassignment runs, the target
    /// list followed by the replicas to be removed.
    pub replicas: BrokerList,
    /// The in-sync replicas. Empty only while (or just after) ELR is on.
    pub isr: BrokerList,
    /// The eligible leader replicas, ascending, none of them in the ISR (KIP-966).
    pub elr: BrokerList,
    /// The last known leader (KIP-966).
    pub last_known_elr: LastKnownElr,
    /// Replicas that leave when the reassignment completes, ascending.
    pub removing: BrokerList,
    /// Replicas that joined for the reassignment, ascending.
    pub adding: BrokerList,
    /// The leader, or nobody (Kafka writes -1).
    pub leader: Option<BrokerId>,
    /// Whether the leader came from an unclean election.
    pub recovery: LeaderRecoveryState,
    /// Grows with every change record that carries a leader.
    pub leader_epoch: LeaderEpoch,
    /// Grows with every change record.
    pub partition_epoch: PartitionEpoch,
}

/// What a change record says about the leader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum LeaderField {
    /// Nothing (Kafka writes -2, `NO_LEADER_CHANGE`): the leader epoch stays.
    #[default]
    Unchanged,
    /// This leader, perhaps the present one, or none (Kafka writes -1): the leader epoch grows.
    Set(Option<BrokerId>),
}

/// A `PartitionChangeRecord`: `None` means that the record leaves the field alone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PartitionChange {
    /// The new ISR.
    pub isr: Option<BrokerList>,
    /// The new eligible leader replicas.
    pub elr: Option<BrokerList>,
    /// The new last known leader.
    pub last_known_elr: Option<LastKnownElr>,
    /// The new leader, if the record carries one.
    pub leader: LeaderField,
    /// The new replica list.
    pub replicas: Option<BrokerList>,
    /// The new list of replicas to be removed.
    pub removing: Option<BrokerList>,
    /// The new list of replicas that are being added.
    pub adding: Option<BrokerList>,
    /// The new recovery state. A record that sets `Recovering` is what Kafka counts as an unclean
    /// election.
    pub recovery: Option<LeaderRecoveryState>,
}

impl PartitionChange {
    /// Whether the record would say nothing, so that none is written.
    #[must_use]
    pub fn is_no_op(&self) -> bool {
        *self == PartitionChange::default()
    }

    /// Whether Kafka counts the record in `UncleanLeaderElectionsPerSec`.
    #[must_use]
    pub fn counts_as_unclean_election(&self) -> bool {
        self.recovery == Some(LeaderRecoveryState::Recovering)
    }
}

impl PartitionRegistration {
    /// A partition as it is created: the ISR is given, its first member leads, both epochs are 0.
    ///
    /// An empty ISR makes a partition without a leader; Kafka refuses to create one.
    #[must_use]
    pub fn new(replicas: BrokerList, isr: BrokerList) -> PartitionRegistration {
        let leader = isr.first().copied();
        PartitionRegistration {
            replicas,
            isr,
            elr: BrokerList::new(),
            last_known_elr: LastKnownElr::Empty,
            removing: BrokerList::new(),
            adding: BrokerList::new(),
            leader,
            recovery: LeaderRecoveryState::Recovered,
            leader_epoch: LeaderEpoch::default(),
            partition_epoch: PartitionEpoch::default(),
        }
    }

    /// The registration after the record was applied. Source: `PartitionRegistration.merge`.
    ///
    /// The partition epoch grows whatever the record says; the leader epoch grows if it carries a
    /// leader, even the present one or none.
    #[must_use]
    pub fn merge(&self, change: &PartitionChange) -> PartitionRegistration {
        let (leader, leader_epoch) = match change.leader {
            LeaderField::Unchanged => (self.leader, self.leader_epoch),
            LeaderField::Set(leader) => (leader, self.leader_epoch.next()),
        };
        let list = |new: &Option<BrokerList>, old: &BrokerList| new.as_ref().unwrap_or(old).clone();
        PartitionRegistration {
            replicas: list(&change.replicas, &self.replicas),
            isr: list(&change.isr, &self.isr),
            elr: list(&change.elr, &self.elr),
            last_known_elr: change.last_known_elr.unwrap_or(self.last_known_elr),
            removing: list(&change.removing, &self.removing),
            adding: list(&change.adding, &self.adding),
            leader,
            recovery: change.recovery.unwrap_or(self.recovery),
            leader_epoch,
            partition_epoch: self.partition_epoch.next(),
        }
    }

    /// The replica that leads if all is well. Source: `PartitionRegistration.preferredReplica`.
    #[must_use]
    pub fn preferred(&self) -> Option<BrokerId> {
        self.replicas.first().copied()
    }

    /// Whether the preferred replica leads; never true of a partition without a leader.
    #[must_use]
    pub fn has_preferred_leader(&self) -> bool {
        self.leader.is_some() && self.leader == self.preferred()
    }

    /// Whether a reassignment is under way.
    #[must_use]
    pub fn is_reassigning(&self) -> bool {
        !self.removing.is_empty() || !self.adding.is_empty()
    }
}
