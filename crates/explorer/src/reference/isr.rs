//! What a leader does with its ISR and its high watermark: freely before KIP-320, from then on only
//! with followers of its own epoch.

use crate::reference::state::{Members, State};

impl State {
    /// Writes another ISR, which only the leader that the controller knows can do.
    fn update_isr(&self, leader: u8, isr: Members) -> Option<State> {
        let known = self.quorum.leader == Some(leader)
            && self.presumes(leader)
            && self.replica(leader).epoch == self.quorum.epoch;
        if !known {
            return None;
        }
        let mut next = self.clone();
        next.quorum.isr = isr;
        next.replica_mut(leader).isr = isr;
        Some(next)
    }

    fn is_caught_up(&self, leader: u8, follower: u8, end: u8) -> bool {
        self.follows(follower, leader)
            && (end == 0 || end <= self.replica(leader).end && end <= self.replica(follower).end)
    }

    pub(super) fn shrink(&self, leader: u8, replica: u8) -> Option<State> {
        let isr = self.replica(leader).isr;
        let leaves = isr.contains(replica)
            && replica != leader
            && !self.is_caught_up(leader, replica, self.replica(leader).end);
        if leaves { self.update_isr(leader, isr.without(replica)) } else { None }
    }

    pub(super) fn expand(&self, leader: u8, replica: u8) -> Option<State> {
        let isr = self.replica(leader).isr;
        let joins =
            !isr.contains(replica) && self.is_caught_up(leader, replica, self.replica(leader).hw);
        if joins { self.update_isr(leader, isr.with(replica)) } else { None }
    }

    pub(super) fn raise(&self, leader: u8, log_max: u8) -> Option<State> {
        let own = self.replica(leader);
        let acknowledged =
            |follower: u8| self.follows(follower, leader) && own.hw < self.replica(follower).end;
        if self.presumes(leader) && own.hw < log_max && own.isr.iter().all(acknowledged) {
            Some(self.with_higher_watermark(leader))
        } else {
            None
        }
    }

    pub(super) fn shrink_in_epoch(&self, leader: u8, follower: u8) -> Option<State> {
        let isr = self.replica(leader).isr;
        let is_behind = !self.same_epoch(leader, follower)
            || self.replica(follower).end < self.replica(leader).end;
        let leaves = isr.contains(follower) && follower != leader && is_behind;
        if leaves { self.update_isr(leader, isr.without(follower)) } else { None }
    }

    pub(super) fn expand_in_epoch(&self, leader: u8, follower: u8) -> Option<State> {
        let own = self.replica(leader);
        let has_enough = own.hw == 0 || own.hw <= self.replica(follower).end;
        let reached_epoch = own.hw == own.end
            || own.entry(own.hw).is_some_and(|entry| Some(entry.epoch) == own.epoch);
        let joins = !own.isr.contains(follower)
            && self.same_epoch(leader, follower)
            && has_enough
            && reached_epoch;
        if joins { self.update_isr(leader, own.isr.with(follower)) } else { None }
    }

    pub(super) fn raise_in_epoch(&self, leader: u8) -> Option<State> {
        let own = self.replica(leader);
        let acknowledged =
            |follower: u8| self.same_epoch(leader, follower) && own.hw < self.replica(follower).end;
        if own.hw < own.end && own.isr.iter().all(acknowledged) {
            Some(self.with_higher_watermark(leader))
        } else {
            None
        }
    }

    fn with_higher_watermark(&self, leader: u8) -> State {
        let mut next = self.clone();
        next.replica_mut(leader).hw += 1;
        next
    }
}
