//! When a follower counts as caught up: times that a leader keeps for each follower.
//!
//! Times are an argument in milliseconds of the leader's clock; nothing here reads a clock. They
//! are kept apart from [`crate::leader::Leadership`], so that a search over states without time
//! need not carry them.

use crate::ids::Offset;

/// Milliseconds on the leader's clock.
pub type Millis = u64;

/// What a leader remembers of a follower's fetches in time. Source: `ReplicaState`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FetchTimes {
    /// The leader's log end at the last accepted fetch; `None` before the first one.
    pub last_fetch_leader_log_end: Option<Offset>,
    /// When that fetch came, in ms.
    pub last_fetch: Millis,
    /// The latest time at which the follower is known to have had everything, in ms.
    pub last_caught_up: Millis,
}

/// Whether a replica was in the ISR that the metadata gave to a new leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Membership {
    /// It was.
    InSync,
    /// It was not.
    OutOfSync,
}

impl FetchTimes {
    /// A replica object that was just created.
    #[must_use]
    pub fn created() -> FetchTimes {
        FetchTimes {
            last_fetch_leader_log_end: Some(Offset::ZERO),
            last_fetch: 0,
            last_caught_up: 0,
        }
    }

    /// The times for a broker that was not the leader just before: an ISR member gets a full
    /// period of grace. Source: `Replica.resetReplicaState`.
    #[must_use]
    pub fn for_new_leader(membership: Membership, now: Millis) -> FetchTimes {
        let caught_up = if membership == Membership::InSync { now } else { 0 };
        FetchTimes { last_fetch_leader_log_end: None, last_fetch: 0, last_caught_up: caught_up }
    }

    /// The times for a leader that was elected again with a higher epoch.
    #[must_use]
    pub fn for_reelected_leader(
        membership: Membership,
        now: Millis,
        log_end: Offset,
    ) -> FetchTimes {
        let time = if membership == Membership::InSync { now } else { 0 };
        FetchTimes {
            last_fetch_leader_log_end: Some(log_end),
            last_fetch: time,
            last_caught_up: time,
        }
    }

    /// Notes a fetch from `fetch_offset` that reached the leader at `now`, when its log ended at
    /// `leader_log_end`.
    ///
    /// A fetch that reaches the end of *now* is credited now; one that reaches the end of the
    /// previous fetch is credited at the time of that fetch, so a follower that is always one
    /// batch behind stays in sync. Source: `Replica.updateFetchStateOrThrow`.
    pub fn note_fetch(&mut self, fetch_offset: Offset, leader_log_end: Offset, now: Millis) {
        if leader_log_end <= fetch_offset {
            self.last_caught_up = self.last_caught_up.max(now);
        } else if self.last_fetch_leader_log_end.is_none_or(|end| end <= fetch_offset) {
            self.last_caught_up = self.last_caught_up.max(self.last_fetch);
        }
        let known = self.last_fetch_leader_log_end.unwrap_or_default();
        self.last_fetch_leader_log_end = Some(known.max(leader_log_end));
        self.last_fetch = now;
    }

    /// Whether the follower, whose log is known to end at `log_end`, is caught up at `now`.
    ///
    /// An equal end counts without a time limit (2.1); otherwise the last time it was caught up
    /// must not be more than `lag_max` ms ago. Source: `ReplicaState.isCaughtUp`.
    #[must_use]
    pub fn is_caught_up(
        &self,
        log_end: Option<Offset>,
        leader_log_end: Offset,
        now: Millis,
        lag_max: Millis,
    ) -> bool {
        log_end == Some(leader_log_end) || now.saturating_sub(self.last_caught_up) <= lag_max
    }
}

/// How often a leader looks for followers to remove, in ms: half the allowed lag, rounded down,
/// but at least 1. Source: `ReplicaManager.startup`.
#[must_use]
pub fn shrink_check_period(lag_max: Millis) -> Millis {
    (lag_max / 2).max(1)
}
