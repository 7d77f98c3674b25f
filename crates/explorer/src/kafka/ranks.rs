//! Epochs brought to one form: only their order matters, so they are numbered anew without gaps.
//!
//! Every rule compares epochs of the same kind and nothing else, and a new epoch is always above
//! all others; so worlds that differ only in how far their epochs lie apart behave alike.

use highwater_protocol::follower::FollowPhase;
use highwater_protocol::isr::Standing;
use highwater_protocol::replica::Role;
use highwater_protocol::{BrokerEpoch, BrokerId, LeaderEpoch};

use crate::kafka::world::World;

/// The leader epochs that occur in a world, as bits. An epoch is at most 63: what is decoded
/// begins at 0 without gaps, and a step adds few.
pub(super) struct LeaderEpochs(u64);

impl LeaderEpochs {
    pub(super) fn of(world: &World) -> LeaderEpochs {
        let mut epochs = LeaderEpochs(0);
        epochs.add(world.partition.leader_epoch);
        for seat in &world.seats {
            let replica = &seat.replica;
            replica.leader_epoch.into_iter().for_each(|epoch| epochs.add(epoch));
            replica.log.entries().iter().for_each(|entry| epochs.add(entry.epoch));
            replica.log.epochs().entries().iter().for_each(|entry| epochs.add(entry.epoch));
            if let Role::Follower(following) = &replica.role
                && let FollowPhase::Truncating { asked } = following.phase
            {
                epochs.add(asked);
            }
        }
        epochs
    }

    fn add(&mut self, epoch: LeaderEpoch) {
        self.0 |= 1 << (epoch.0 & 63);
    }

    /// How many of the epochs are below this one.
    pub(super) fn rank(&self, epoch: LeaderEpoch) -> u32 {
        (self.0 & ((1 << (epoch.0 & 63)) - 1)).count_ones()
    }
}

/// How a leader's knowledge of a follower's broker epoch stands to the present registration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BrokerEpochs {
    /// In the leader's view: 0 for the present registration, 1 or 2 for an older one.
    pub(super) seen: Option<u32>,
    /// In the follower's last fetch, by the same count.
    pub(super) carried: Option<u32>,
}

/// The registered epoch of every broker after decoding; an older one is less by its rank.
pub(super) const REGISTERED: BrokerEpoch = BrokerEpoch(2);

impl BrokerEpochs {
    pub(super) fn of(world: &World, leader: BrokerId, follower: BrokerId) -> BrokerEpochs {
        let Some(seat) = world.seat(leader) else {
            return BrokerEpochs { seen: None, carried: None };
        };
        let is_plain = seat.view.is_none();
        let registered = world.seat(follower).map_or(BrokerEpoch(0), |seat| seat.epoch);
        let seen = seat.view.as_ref().and_then(|view| {
            match view.standings.get(usize::from(follower.0)).copied() {
                Some(Standing::Active(epoch)) => Some(epoch),
                _ => None,
            }
        });
        let remote = seat.replica.leadership().and_then(|l| l.remote(follower));
        let carried = remote.and_then(|remote| remote.broker_epoch).flatten();
        if is_plain && carried == Some(registered) {
            return BrokerEpochs { seen: None, carried: Some(0) };
        }
        // Views and fetches are never ahead of the registration.
        let rank = |epoch: BrokerEpoch| {
            let other = [seen, carried].into_iter().flatten().find(|other| *other != epoch);
            let between = other.is_some_and(|other| epoch < other && other < registered);
            u32::from(epoch < registered) + u32::from(between)
        };
        BrokerEpochs { seen: seen.map(rank), carried: carried.map(rank) }
    }
}

/// The epoch that stands for a rank.
pub(super) fn broker_epoch(rank: u32) -> BrokerEpoch {
    BrokerEpoch(REGISTERED.0.saturating_sub(rank))
}
