//! How a replica begins to follow: where each variant cuts its log.

use crate::reference::bounds::Variant;
use crate::reference::model::Reference;
use crate::reference::state::{ReplicaState, State};

impl Reference {
    pub(super) fn become_follower(&self, state: &State, replica: u8, epoch: u8) -> Option<State> {
        let announced = state.announced(epoch)?;
        let leader = announced.leader.filter(|leader| *leader != replica)?;
        let own = state.replica(replica);
        if announced.epoch <= own.epoch {
            return None;
        }
        let led = state.replica(leader);
        let answers = self.variant != Variant::Kip320
            || state.presumes(leader) && led.epoch == announced.epoch;
        let cut = cut_for(self.variant, own, led);
        if !answers || own.end < cut {
            return None;
        }
        let mut next = state.clone();
        let follower = next.replica_mut(replica);
        follower.cut(cut);
        follower.hw = follower.hw.min(cut);
        follower.epoch = announced.epoch;
        follower.leader = Some(leader);
        follower.isr = announced.isr;
        Some(next)
    }
}

/// The log end that a follower cuts to; it may lie beyond its log.
fn cut_for(variant: Variant, follower: &ReplicaState, leader: &ReplicaState) -> u8 {
    match variant {
        Variant::Hw => follower.hw,
        Variant::Kip101 => end_of_last_epoch(follower, leader),
        Variant::Kip279 | Variant::Kip320 => end_of_agreement(follower, leader),
    }
}

/// Where the leader's log leaves the epoch of the follower's last record.
fn end_of_last_epoch(follower: &ReplicaState, leader: &ReplicaState) -> u8 {
    let Some(last) = follower.log().last() else {
        return 0;
    };
    match leader.log().last() {
        None => follower.hw,
        Some(leaders) if leaders.epoch == last.epoch => leader.end,
        Some(_) => {
            let later = leader.log().iter().position(|entry| last.epoch < entry.epoch);
            later.map_or(follower.hw, |offset| offset as u8)
        }
    }
}

/// The offset after the last one at which both hold the same record.
fn end_of_agreement(follower: &ReplicaState, leader: &ReplicaState) -> u8 {
    let pairs = follower.log().iter().zip(leader.log());
    let last = pairs.enumerate().rfind(|(_, (a, b))| a == b);
    last.map_or(0, |(offset, _)| offset as u8 + 1)
}
