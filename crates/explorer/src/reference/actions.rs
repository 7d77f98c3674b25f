//! What can happen in the abstract model, and the two things that are the same in every variant.

use std::fmt;

use crate::reference::bounds::Variant;
use crate::reference::model::Reference;
use crate::reference::state::{Entry, Members, Quorum, State};

/// Something that happens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// The controller elects a member of the ISR.
    ElectLeader(u8),
    /// The controller takes a replica out of the ISR, as when its broker is gone.
    ControllerShrinkIsr(u8),
    /// The replica that the announcement with this epoch names takes the leadership.
    BecomeLeader(u8),
    /// A leader writes the next record.
    Write(u8),
    /// A leader takes a replica out of the ISR.
    LeaderShrinkIsr {
        /// The leader.
        leader: u8,
        /// Who leaves.
        replica: u8,
    },
    /// A leader takes a replica into the ISR.
    LeaderExpandIsr {
        /// The leader.
        leader: u8,
        /// Who joins.
        replica: u8,
    },
    /// A leader raises its high watermark by one.
    RaiseHighWatermark(u8),
    /// A follower gets a record and the high watermark from a leader.
    Replicate {
        /// The follower.
        follower: u8,
        /// The leader.
        leader: u8,
    },
    /// A replica hears of the announcement with this epoch, truncates and follows.
    BecomeFollower {
        /// The replica.
        replica: u8,
        /// The epoch.
        epoch: u8,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::ElectLeader(replica) => write!(f, "elect-leader {replica}"),
            Action::ControllerShrinkIsr(replica) => write!(f, "controller-shrink-isr {replica}"),
            Action::BecomeLeader(epoch) => write!(f, "become-leader epoch {epoch}"),
            Action::Write(replica) => write!(f, "write {replica}"),
            Action::LeaderShrinkIsr { leader, replica } => {
                write!(f, "leader-shrink-isr {leader} without {replica}")
            }
            Action::LeaderExpandIsr { leader, replica } => {
                write!(f, "leader-expand-isr {leader} with {replica}")
            }
            Action::RaiseHighWatermark(replica) => write!(f, "raise-high-watermark {replica}"),
            Action::Replicate { follower, leader } => {
                write!(f, "replicate {follower} from {leader}")
            }
            Action::BecomeFollower { replica, epoch } => {
                write!(f, "become-follower {replica} epoch {epoch}")
            }
        }
    }
}

impl Reference {
    /// Names what may be able to happen; [`Reference::apply`] has the last word.
    pub(super) fn candidates(&self, state: &State, out: &mut Vec<Action>) {
        let replicas = 0..self.bounds.replicas();
        let announced = 0..state.next_epoch;
        if state.next_epoch <= self.bounds.epochs() {
            out.extend(replicas.clone().map(Action::ElectLeader));
            out.extend(replicas.clone().map(Action::ControllerShrinkIsr));
        }
        out.extend(announced.clone().map(Action::BecomeLeader));
        for leader in replicas.clone().filter(|leader| state.presumes(*leader)) {
            out.push(Action::Write(leader));
            out.push(Action::RaiseHighWatermark(leader));
            for replica in replicas.clone() {
                let in_isr = state.replica(leader).isr.contains(replica);
                if state.quorum.leader != Some(leader) {
                    // Its ISR can't change.
                } else if in_isr {
                    out.push(Action::LeaderShrinkIsr { leader, replica });
                } else {
                    out.push(Action::LeaderExpandIsr { leader, replica });
                }
                if state.follows(replica, leader) {
                    out.push(Action::Replicate { follower: replica, leader });
                }
            }
        }
        for replica in replicas {
            let newer = state.replica(replica).epoch.map_or(0, |epoch| epoch + 1)..state.next_epoch;
            out.extend(newer.map(|epoch| Action::BecomeFollower { replica, epoch }));
        }
    }

    pub(super) fn apply(&self, state: &State, action: Action) -> Option<State> {
        let fenced = self.variant == Variant::Kip320;
        match action {
            Action::ElectLeader(replica) => self.elect(state, replica),
            Action::ControllerShrinkIsr(replica) => self.controller_shrink(state, replica),
            Action::BecomeLeader(epoch) => become_leader(state, epoch),
            Action::Write(replica) => self.write(state, replica),
            Action::LeaderShrinkIsr { leader, replica } if fenced => {
                state.shrink_in_epoch(leader, replica)
            }
            Action::LeaderShrinkIsr { leader, replica } => state.shrink(leader, replica),
            Action::LeaderExpandIsr { leader, replica } if fenced => {
                state.expand_in_epoch(leader, replica)
            }
            Action::LeaderExpandIsr { leader, replica } => state.expand(leader, replica),
            Action::RaiseHighWatermark(leader) if fenced => state.raise_in_epoch(leader),
            Action::RaiseHighWatermark(leader) => state.raise(leader, self.bounds.log()),
            Action::Replicate { follower, leader } => {
                let fetches = if fenced {
                    state.same_epoch(leader, follower)
                } else {
                    state.presumes(leader) && state.follows(follower, leader)
                };
                if fetches { replicate(state, follower, leader) } else { None }
            }
            Action::BecomeFollower { replica, epoch } => {
                self.become_follower(state, replica, epoch)
            }
        }
    }

    fn elect(&self, state: &State, replica: u8) -> Option<State> {
        let Quorum { leader, isr, .. } = state.quorum;
        if !isr.contains(replica) || leader == Some(replica) {
            return None;
        }
        self.announce(state, Some(replica), isr)
    }

    fn controller_shrink(&self, state: &State, replica: u8) -> Option<State> {
        let Quorum { leader, isr, .. } = state.quorum;
        if leader != Some(replica) {
            return isr
                .contains(replica)
                .then(|| self.announce(state, leader, isr.without(replica)))?;
        }
        let rest = if isr == Members::only(replica) { isr } else { isr.without(replica) };
        self.announce(state, None, rest)
    }

    fn announce(&self, state: &State, leader: Option<u8>, isr: Members) -> Option<State> {
        let epoch = state.next_epoch;
        if self.bounds.epochs() < epoch {
            return None;
        }
        let mut next = state.clone();
        next.quorum = Quorum { epoch: Some(epoch), leader, isr };
        next.announced[usize::from(epoch)] = next.quorum;
        next.next_epoch += 1;
        Some(next)
    }

    fn write(&self, state: &State, replica: u8) -> Option<State> {
        let writer = state.replica(replica);
        let can = state.presumes(replica)
            && state.next_id < self.bounds.records()
            && writer.end < self.bounds.log();
        if !can {
            return None;
        }
        let entry = Entry { id: state.next_id, epoch: writer.epoch? };
        let mut next = state.clone();
        next.replica_mut(replica).push(entry);
        next.next_id += 1;
        Some(next)
    }
}

fn become_leader(state: &State, epoch: u8) -> Option<State> {
    let announced = state.announced(epoch)?;
    let leader = announced.leader?;
    if announced.epoch <= state.replica(leader).epoch {
        return None;
    }
    let mut next = state.clone();
    let replica = next.replica_mut(leader);
    replica.epoch = announced.epoch;
    replica.leader = Some(leader);
    replica.isr = announced.isr;
    Some(next)
}

fn replicate(state: &State, follower: u8, leader: u8) -> Option<State> {
    let source = state.replica(leader);
    let entry = source.entry(state.replica(follower).end)?;
    let mut next = state.clone();
    let replica = next.replica_mut(follower);
    replica.push(entry);
    replica.hw = source.hw.min(replica.end);
    Some(next)
}
