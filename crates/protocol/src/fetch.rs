//! What a follower asks of a leader and what the leader answers.
//!
//! Plain data; who makes what of it is in [`crate::leader`] and [`crate::follower`].

use crate::epoch_cache::EpochEnd;
use crate::error::ErrorCode;
use crate::ids::{BrokerEpoch, BrokerId, LeaderEpoch, Offset};
use crate::log::Entries;

/// A follower's fetch of one partition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FetchRequest {
    /// Who fetches.
    pub replica: BrokerId,
    /// From which offset: the follower's log end.
    pub offset: Offset,
    /// The follower's leader epoch, from 2.1 on.
    pub leader_epoch: Option<LeaderEpoch>,
    /// The newest epoch in the follower's cache, from 2.8 on.
    pub last_fetched_epoch: Option<LeaderEpoch>,
    /// The follower's log start.
    pub log_start: Offset,
    /// The follower's broker epoch, from 3.5 on.
    pub broker_epoch: Option<BrokerEpoch>,
}

/// A leader's answer for one partition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FetchReply {
    /// The fetch was refused.
    Error(ErrorCode),
    /// The logs differ: the follower must cut first (2.8).
    Diverging {
        /// Where the leader's copy of the epoch in question ends.
        at: EpochEnd,
    },
    /// Records from the fetch offset on, possibly none.
    Records {
        /// The records.
        entries: Entries,
        /// The leader's high watermark before this fetch had any effect.
        high_watermark: Offset,
        /// The leader's log start.
        log_start: Offset,
    },
}

impl FetchReply {
    /// Whether a leader sends this at once. A reply without it is held back until there is one, or
    /// for `replica.fetch.wait.max.ms`; a high watermark that moved is no reason to send it (that
    /// was so in 2.4 and 2.5 only). Source: `ReplicaManager.fetchMessages`, `DelayedFetch`.
    #[must_use]
    pub fn brings_news(&self) -> bool {
        match self {
            FetchReply::Error(_) | FetchReply::Diverging { .. } => true,
            FetchReply::Records { entries, .. } => !entries.is_empty(),
        }
    }
}
