//! What the leader of a partition knows, answers and decides: remote replicas, fetches, the high
//! watermark.
//!
//! It never knows more of a follower than that follower's last fetch told it.

use crate::epoch_cache::EpochEnd;
use crate::error::ErrorCode;
use crate::fetch::{FetchReply, FetchRequest};
use crate::generation::{Generation, Truncation};
use crate::ids::{BrokerEpoch, BrokerId, BrokerList, BrokerSet, LeaderEpoch, Offset};
use crate::isr::{Isr, Standing};
use crate::log::ReplicaLog;

/// What a leader knows of one follower, times aside (those are in [`crate::lag`]).
/// Source: `ReplicaState`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RemoteReplica {
    /// Which broker.
    pub id: BrokerId,
    /// The fetch offset of its last accepted fetch; `None` before the first one.
    pub log_end: Option<Offset>,
    /// The log start that its last fetch carried.
    pub log_start: Option<Offset>,
    /// The broker epoch that its last fetch carried; the outer `None` before the first one.
    pub broker_epoch: Option<Option<BrokerEpoch>>,
}

impl RemoteReplica {
    /// A replica that hasn't fetched.
    #[must_use]
    pub fn unknown(id: BrokerId) -> RemoteReplica {
        RemoteReplica { id, log_end: None, log_start: None, broker_epoch: None }
    }
}

/// The state of a leadership.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leadership {
    /// The log end at which this leadership's epoch began.
    pub epoch_start: Offset,
    /// The ISR and the change in flight.
    pub isr: Isr,
    /// Every other assigned replica, ascending by id.
    pub remotes: Vec<RemoteReplica>,
}

/// What the rule for the high watermark says, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HighWatermarkRule {
    /// It is frozen: the committed ISR has fewer members than the effective minimum (3.7).
    BelowMinIsr {
        /// Members of the committed ISR.
        isr: usize,
        /// The effective minimum.
        min_isr: usize,
    },
    /// An in-sync replica hasn't fetched from this leader yet.
    Unknown {
        /// The replica.
        replica: BrokerId,
    },
    /// It may rise to this offset.
    At {
        /// The smallest log end among the leader and those that count.
        offset: Offset,
        /// Those whose log end it is.
        held_by: BrokerSet,
    },
}

/// What a leader learned from a fetch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotedFetch {
    /// The log end known before.
    pub known_before: Option<Offset>,
    /// The log end known now.
    pub known_now: Offset,
}

impl NotedFetch {
    /// Whether the known log end changed, in either direction.
    #[must_use]
    pub fn changed(&self) -> bool {
        self.known_before != Some(self.known_now)
    }
}

/// The smallest ISR that admits an `acks=all` write and, from 3.7 on, moves the high watermark.
///
/// From 3.7 on `min.insync.replicas` is capped by the number of assigned replicas, those being
/// added included. Source: `Partition.effectiveMinIsr`.
#[must_use]
pub fn effective_min_isr(min_insync: usize, assigned: usize, generation: Generation) -> usize {
    if generation.caps_min_isr() { min_insync.min(assigned) } else { min_insync }
}

impl Leadership {
    /// A leadership whose followers haven't fetched yet.
    #[must_use]
    pub fn begin(
        me: BrokerId,
        assigned: &[BrokerId],
        isr: &[BrokerId],
        epoch_start: Offset,
    ) -> Self {
        let mut leadership =
            Leadership { epoch_start, isr: Isr::committed_as(isr), remotes: Vec::new() };
        leadership.assign(me, assigned);
        leadership
    }

    /// Takes a new assignment: new replicas start unknown, others keep what is known of them.
    pub fn assign(&mut self, me: BrokerId, assigned: &[BrokerId]) {
        let others: BrokerSet = assigned.iter().copied().filter(|id| *id != me).collect();
        let known = std::mem::take(&mut self.remotes);
        self.remotes = others
            .iter()
            .map(|id| {
                let before = known.iter().find(|remote| remote.id == id);
                before.copied().unwrap_or(RemoteReplica::unknown(id))
            })
            .collect();
    }

    /// What is known of `replica`.
    #[must_use]
    pub fn remote(&self, replica: BrokerId) -> Option<&RemoteReplica> {
        self.remotes.iter().find(|remote| remote.id == replica)
    }

    /// How many replicas are assigned, the leader included.
    #[must_use]
    pub fn assigned(&self) -> usize {
        self.remotes.len() + 1
    }

    /// Notes a fetch that was answered with records (an error or a divergence is not noted).
    ///
    /// The known log end may go down: a follower that was cut fetches from lower.
    /// Source: `Replica.updateFetchStateOrThrow`.
    pub fn note_fetch(&mut self, request: &FetchRequest) -> Option<NotedFetch> {
        let remote = self.remotes.iter_mut().find(|remote| remote.id == request.replica)?;
        let known_before = remote.log_end;
        remote.log_end = Some(request.offset);
        remote.log_start = Some(request.log_start);
        remote.broker_epoch = Some(request.broker_epoch);
        Some(NotedFetch { known_before, known_now: request.offset })
    }

    /// The followers whose log ends count for the high watermark: the maximal ISR, and those `outsiders`
    /// that are caught up and eligible for it. Source: `Partition.maybeIncrementLeaderHW`.
    pub fn counted(&self, outsiders: BrokerSet) -> impl Iterator<Item = &RemoteReplica> {
        let counts = self.isr.maximal().union(outsiders);
        self.remotes.iter().filter(move |remote| counts.contains(remote.id))
    }

    /// Where the high watermark may go, and who holds it.
    ///
    /// The minimum runs over the leader, every member of the maximal ISR and those `outsiders`
    /// that are caught up and eligible for the ISR. The gate looks at the committed ISR.
    /// Source: `Partition.maybeIncrementLeaderHW`; the gate KAFKA-15583 (3.7).
    #[must_use]
    pub fn high_watermark_rule(
        &self,
        log_end: Offset,
        min_insync: usize,
        outsiders: BrokerSet,
        generation: Generation,
    ) -> HighWatermarkRule {
        let min_isr = effective_min_isr(min_insync, self.assigned(), generation);
        let isr = self.isr.members().len();
        if generation.gates_high_watermark() && isr < min_isr {
            return HighWatermarkRule::BelowMinIsr { isr, min_isr };
        }
        let mut offset = log_end;
        for remote in self.counted(outsiders) {
            match remote.log_end {
                None => return HighWatermarkRule::Unknown { replica: remote.id },
                Some(end) => offset = offset.min(end),
            }
        }
        let held_by = self
            .counted(outsiders)
            .filter(|remote| remote.log_end == Some(offset))
            .map(|remote| remote.id)
            .collect();
        HighWatermarkRule::At { offset, held_by }
    }
}

/// Checks the leader epoch that a request carries. Source: `Partition.checkCurrentLeaderEpoch`.
///
/// # Errors
/// `FENCED_LEADER_EPOCH` when the request's is older, `UNKNOWN_LEADER_EPOCH` when it is newer.
pub fn check_leader_epoch(
    carried: Option<LeaderEpoch>,
    local: Option<LeaderEpoch>,
) -> Result<(), ErrorCode> {
    match (carried, local) {
        (Some(carried), Some(local)) if carried < local => Err(ErrorCode::FencedLeaderEpoch),
        (Some(carried), Some(local)) if local < carried => Err(ErrorCode::UnknownLeaderEpoch),
        (Some(_), None) => Err(ErrorCode::UnknownLeaderEpoch),
        _ => Ok(()),
    }
}

/// Checks the broker epoch that a follower's fetch carries against what the leader's metadata says
/// of that broker. An earlier process of the follower may not speak for the present one; a newer
/// epoch than the metadata's passes, as does none at all. Source: `Replica.updateFetchStateOrThrow`
/// (KIP-903, 3.5).
///
/// # Errors
/// `NOT_LEADER_OR_FOLLOWER` when the carried epoch is older than the one of a live broker.
pub fn check_broker_epoch(
    standing: Standing,
    carried: Option<BrokerEpoch>,
) -> Result<(), ErrorCode> {
    match (standing, carried) {
        (Standing::Active(alive), Some(carried)) if carried < alive => {
            Err(ErrorCode::NotLeaderOrFollower)
        }
        _ => Ok(()),
    }
}

/// What a leader reads for a fetch: a divergence, or at most `limit` records up to its log end.
///
/// Checks in Kafka's order: epoch unknown, offset below the log start, divergence, offset out of
/// range. Source: `Partition.readRecords`, `LocalLog.read`.
#[must_use]
pub fn read_for_follower(
    log: &ReplicaLog,
    request: &FetchRequest,
    limit: u32,
    generation: Generation,
) -> FetchReply {
    if generation.truncation() == Truncation::OnFetch
        && let Some(asked) = request.last_fetched_epoch
    {
        let Some(at) = log.epochs().end_of(asked, log.end()) else {
            return FetchReply::Error(ErrorCode::OffsetOutOfRange);
        };
        if request.offset < log.start() {
            return FetchReply::Error(ErrorCode::OffsetOutOfRange);
        }
        if at.epoch < asked || at.end < request.offset {
            return FetchReply::Diverging { at };
        }
    }
    if request.offset < log.start() || log.end() < request.offset {
        return FetchReply::Error(ErrorCode::OffsetOutOfRange);
    }
    let to = request.offset.plus(limit).min(log.end());
    FetchReply::Records {
        entries: log.range(request.offset, to).to_vec(),
        high_watermark: log.high_watermark(),
        log_start: log.start(),
    }
}

/// The answer to `OffsetsForLeaderEpoch` (KIP-101).
#[must_use]
pub fn epoch_end(log: &ReplicaLog, asked: LeaderEpoch) -> Option<EpochEnd> {
    log.epochs().end_of(asked, log.end())
}

/// The ISR list as a set, for comparisons.
#[must_use]
pub fn as_set(members: &[BrokerId]) -> BrokerSet {
    members.iter().copied().collect()
}

/// A list from a set, ascending.
#[must_use]
pub fn as_list(members: BrokerSet) -> BrokerList {
    members.iter().collect()
}
