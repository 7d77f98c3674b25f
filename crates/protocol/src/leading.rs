//! What a leader does about its followers: it takes their fetches, sees who may join the ISR, who
//! has fallen behind and who else holds the high watermark back.
//!
//! Kafka's order for one fetch: [`Replica::take_fetch`], `FetchTimes::note_fetch`,
//! [`Replica::may_join`] with the proposal that follows from it, and, if the known log end has
//! changed, [`Replica::advance_high_watermark`]. The answer was read before all of that, so it
//! never tells of what it has caused (2.0, KAFKA-7104).
//!
//! Metadata and times are looked up through an [`Outlook`]; nothing here keeps them.

use crate::error::ErrorCode;
use crate::fetch::{FetchReply, FetchRequest};
use crate::generation::Generation;
use crate::ids::{BrokerEpoch, BrokerId, BrokerSet, Offset};
use crate::isr::{self, Standing};
use crate::lag::{FetchTimes, Membership, Millis};
use crate::leader::{self, NotedFetch, RemoteReplica, effective_min_isr};
use crate::produce::{self, Acks};
use crate::replica::{Replica, RoleChange};

/// What a leader can look up about its followers at one moment.
#[derive(Clone, Copy)]
pub struct Outlook<'a> {
    /// What the leader's metadata says of a broker.
    pub standing: &'a dyn Fn(BrokerId) -> Standing,
    /// The times of a follower's fetches.
    pub times: &'a dyn Fn(BrokerId) -> FetchTimes,
    /// The leader's clock, in ms.
    pub now: Millis,
    /// `replica.lag.time.max.ms`.
    pub lag_max: Millis,
    /// The rules in force.
    pub generation: Generation,
}

impl Outlook<'_> {
    /// Whether a follower is caught up with a leader whose log ends at `leader_log_end`. Before
    /// 2.1 only the time counted. Source: `ReplicaState.isCaughtUp`.
    #[must_use]
    pub fn is_caught_up(&self, remote: &RemoteReplica, leader_log_end: Offset) -> bool {
        let equal_end = remote.log_end.filter(|_| self.generation.equal_end_is_caught_up());
        let times = (self.times)(remote.id);
        times.is_caught_up(equal_end, leader_log_end, self.now, self.lag_max)
    }

    /// Whether a follower may be in the ISR by what the metadata says of it.
    #[must_use]
    pub fn is_eligible(&self, remote: &RemoteReplica) -> bool {
        isr::is_eligible((self.standing)(remote.id), remote.broker_epoch)
    }
}

/// What a leader made of a follower's fetch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenFetch {
    /// The answer, read before the fetch had any effect.
    pub reply: FetchReply,
    /// What the leader learned; `None` when the fetch was refused or the logs diverge.
    pub noted: Option<NotedFetch>,
    /// The leader's log end that the fetch is measured against.
    pub log_end: Offset,
}

impl Replica {
    /// Answers a follower's fetch and notes it. A refused fetch and one that meets a divergence
    /// leave no trace. Source: `Partition.fetchRecords`, `Partition.updateFollowerFetchState`.
    pub fn take_fetch(
        &mut self,
        request: &FetchRequest,
        limit: u32,
        standing: Standing,
        generation: Generation,
    ) -> TakenFetch {
        let log_end = self.log.end();
        let reply = self.answer_fetch(request, limit, generation);
        if !matches!(reply, FetchReply::Records { .. }) {
            return TakenFetch { reply, noted: None, log_end };
        }
        if let Err(error) = leader::check_broker_epoch(standing, request.broker_epoch) {
            return TakenFetch { reply: FetchReply::Error(error), noted: None, log_end };
        }
        let noted = self.leadership_mut().and_then(|leadership| leadership.note_fetch(request));
        TakenFetch { reply, noted, log_end }
    }

    /// Whether `follower` is to be proposed for the ISR: it is outside, nothing is in flight, it
    /// has what a member must have, and the metadata lets it. Looked at only when it fetches.
    /// Source: `Partition.maybeExpandIsr`, `Partition.isFollowerInSync`.
    #[must_use]
    pub fn may_join(&self, follower: BrokerId, outlook: &Outlook<'_>) -> bool {
        let Some(leadership) = self.leadership() else {
            return false;
        };
        let Some(remote) = leadership.remote(follower) else {
            return false;
        };
        let high_watermark = self.log.high_watermark();
        let has_enough = remote.log_end.is_some_and(|log_end| {
            isr::has_enough_to_join(log_end, high_watermark, leadership.epoch_start)
        });
        leadership.isr.may_propose()
            && !leadership.isr.committed().contains(follower)
            && has_enough
            && outlook.is_eligible(remote)
    }

    /// The ISR members that have fallen behind, to be removed in one request; nobody while a
    /// change is in flight. The leader never counts itself.
    /// Source: `Partition.maybeShrinkIsr`, `Partition.getOutOfSyncReplicas`.
    #[must_use]
    pub fn out_of_sync(&self, outlook: &Outlook<'_>) -> BrokerSet {
        let Some(leadership) = self.leadership().filter(|l| l.isr.may_propose()) else {
            return BrokerSet::EMPTY;
        };
        let log_end = self.log.end();
        let keeps_up = |member: BrokerId| {
            let remote = leadership.remote(member);
            remote.is_some_and(|remote| outlook.is_caught_up(remote, log_end))
        };
        let members = leadership.isr.committed().without(self.broker);
        members.iter().filter(|member| !keeps_up(*member)).collect()
    }

    /// Followers outside the maximal ISR that hold the high watermark back all the same, because
    /// they are caught up and may join; otherwise they could never reach it.
    /// Source: `Partition.maybeIncrementLeaderHW`.
    #[must_use]
    pub fn outsiders(&self, outlook: &Outlook<'_>) -> BrokerSet {
        let Some(leadership) = self.leadership() else {
            return BrokerSet::EMPTY;
        };
        let maximal = leadership.isr.maximal();
        let log_end = self.log.end();
        leadership
            .remotes
            .iter()
            .filter(|remote| !maximal.contains(remote.id))
            .filter(|remote| outlook.is_eligible(remote) && outlook.is_caught_up(remote, log_end))
            .map(|remote| remote.id)
            .collect()
    }

    /// The broker epoch that an ISR change names for a member: the leader's own, or what the
    /// member's last fetch carried. Source: `Partition.addBrokerEpochToIsr` (3.5).
    #[must_use]
    pub fn known_broker_epoch(
        &self,
        member: BrokerId,
        own: Option<BrokerEpoch>,
    ) -> Option<BrokerEpoch> {
        if member == self.broker {
            return own;
        }
        self.leadership()?.remote(member)?.broker_epoch?
    }

    /// The times to keep for a follower now that metadata made `change` of this replica; `None`
    /// where the old ones go on. An ISR member starts with a full period of grace.
    /// Source: `Replica.resetReplicaState`.
    #[must_use]
    pub fn times_at_election(
        &self,
        follower: BrokerId,
        change: &RoleChange,
        now: Millis,
    ) -> Option<FetchTimes> {
        let RoleChange::LeaderOfNewEpoch { led_before } = change else {
            return None;
        };
        let in_sync = self.leadership()?.isr.committed().contains(follower);
        let membership = if in_sync { Membership::InSync } else { Membership::OutOfSync };
        Some(if *led_before {
            FetchTimes::for_reelected_leader(membership, now, self.log.end())
        } else {
            FetchTimes::for_new_leader(membership, now)
        })
    }

    /// Whether a write may be appended here.
    ///
    /// # Errors
    /// `NOT_LEADER_OR_FOLLOWER` from a replica that doesn't lead, then those of
    /// [`produce::admit`]. A write carries no leader epoch, so a leader that hasn't heard of its
    /// successor takes it.
    pub fn admit_write(
        &self,
        acks: Acks,
        min_insync: usize,
        generation: Generation,
    ) -> Result<(), ErrorCode> {
        let leadership = self.leadership().ok_or(ErrorCode::NotLeaderOrFollower)?;
        let min_isr = effective_min_isr(min_insync, leadership.assigned(), generation);
        produce::admit(acks, leadership.isr.members().len(), min_isr)
    }

    /// Whether an `acks=all` write that ends before `required` is done: `None` while it waits.
    /// A replica that no longer leads answers `NOT_LEADER_OR_FOLLOWER`, and the record stays.
    /// Source: `DelayedProduce`.
    #[must_use]
    pub fn completion_of(
        &self,
        required: Offset,
        min_insync: usize,
        generation: Generation,
    ) -> Option<Result<(), ErrorCode>> {
        let Some(leadership) = self.leadership() else {
            return Some(Err(ErrorCode::NotLeaderOrFollower));
        };
        let min_isr = effective_min_isr(min_insync, leadership.assigned(), generation);
        let maximal = leadership.isr.maximal().len();
        produce::completion(self.log.high_watermark(), required, maximal, min_isr)
    }
}
