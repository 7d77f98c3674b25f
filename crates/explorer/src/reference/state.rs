//! The state of the abstract model: values and the small questions that actions ask of them.

use crate::reference::bounds::{Bounds, EPOCHS_MAX, LOG_MAX, REPLICAS_MAX};

/// A set of replicas.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Members(pub(super) u8);

impl Members {
    /// All of the first `count` replicas.
    #[must_use]
    pub fn first(count: u8) -> Members {
        Members((1 << count) - 1)
    }

    /// The set with only `replica`.
    #[must_use]
    pub fn only(replica: u8) -> Members {
        Members(1 << replica)
    }

    /// Whether `replica` is in the set.
    #[must_use]
    pub fn contains(self, replica: u8) -> bool {
        self.0 & (1 << replica) != 0
    }

    /// The set with `replica`.
    #[must_use]
    pub fn with(self, replica: u8) -> Members {
        Members(self.0 | 1 << replica)
    }

    /// The set without `replica`.
    #[must_use]
    pub fn without(self, replica: u8) -> Members {
        Members(self.0 & !(1 << replica))
    }

    /// The members, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..REPLICAS_MAX as u8).filter(move |replica| self.contains(*replica))
    }
}

/// A record in a log: which one, and in which epoch its leader wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Entry {
    /// The record's number.
    pub id: u8,
    /// The leader epoch.
    pub epoch: u8,
}

/// What a replica holds and believes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReplicaState {
    pub(super) log: [Entry; LOG_MAX],
    pub(super) end: u8,
    /// Its high watermark.
    pub hw: u8,
    /// The leader epoch it knows, if any.
    pub epoch: Option<u8>,
    /// The leader it knows, itself perhaps.
    pub leader: Option<u8>,
    /// The ISR it knows.
    pub isr: Members,
}

impl ReplicaState {
    /// The records of its log.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log[..usize::from(self.end)]
    }

    /// The record at an offset.
    #[must_use]
    pub fn entry(&self, offset: u8) -> Option<Entry> {
        self.log().get(usize::from(offset)).copied()
    }

    pub(super) fn push(&mut self, entry: Entry) {
        if let Some(slot) = self.log.get_mut(usize::from(self.end)) {
            *slot = entry;
            self.end += 1;
        }
    }

    /// Cuts the log so that it ends at `end`.
    pub(super) fn cut(&mut self, end: u8) {
        let (from, to) = (usize::from(end), usize::from(self.end));
        if from < to {
            self.log[from..to].fill(Entry::default());
            self.end = end;
        }
    }
}

/// What the controller decided about leader and ISR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Quorum {
    /// The leader epoch, none before the first decision.
    pub epoch: Option<u8>,
    /// The leader, if there is one.
    pub leader: Option<u8>,
    /// The ISR.
    pub isr: Members,
}

/// A state of the abstract model.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) replicas: [ReplicaState; REPLICAS_MAX],
    /// The controller's present decision.
    pub quorum: Quorum,
    /// Every decision that was announced, by epoch; it may arrive at any time from then on.
    pub(super) announced: [Quorum; EPOCHS_MAX],
    /// The number of the next record.
    pub next_id: u8,
    /// The epoch of the next announcement.
    pub next_epoch: u8,
}

impl State {
    pub(super) fn initial(bounds: Bounds) -> State {
        let isr = Members::first(bounds.replicas());
        State {
            replicas: [ReplicaState::default(); REPLICAS_MAX],
            quorum: Quorum { isr, ..Quorum::default() },
            announced: [Quorum::default(); EPOCHS_MAX],
            next_id: 0,
            next_epoch: 0,
        }
    }

    /// A replica.
    #[must_use]
    pub fn replica(&self, replica: u8) -> &ReplicaState {
        &self.replicas[usize::from(replica)]
    }

    pub(super) fn replica_mut(&mut self, replica: u8) -> &mut ReplicaState {
        &mut self.replicas[usize::from(replica)]
    }

    /// The decision that was announced with this epoch.
    #[must_use]
    pub fn announced(&self, epoch: u8) -> Option<Quorum> {
        if self.next_epoch <= epoch { None } else { Some(self.announced[usize::from(epoch)]) }
    }

    /// Whether a replica takes itself for the leader.
    #[must_use]
    pub fn presumes(&self, replica: u8) -> bool {
        self.follows(replica, replica)
    }

    /// Whether a replica takes `leader` for the leader.
    #[must_use]
    pub fn follows(&self, replica: u8, leader: u8) -> bool {
        self.replica(replica).leader == Some(leader)
    }

    /// Whether a leader and a follower agree on the epoch.
    pub(super) fn same_epoch(&self, leader: u8, follower: u8) -> bool {
        self.presumes(leader)
            && self.follows(follower, leader)
            && self.replica(leader).epoch == self.replica(follower).epoch
    }
}
