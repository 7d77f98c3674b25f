//! What a follower makes of a leader's answers: where it cuts its log, what it appends, how far it
//! believes the log is committed.
//!
//! It never compares records; it compares epochs and offsets, which is the point of KIP-101.

use crate::epoch_cache::EpochEnd;
use crate::error::ErrorCode;
use crate::generation::{Generation, Truncation};
use crate::ids::{BrokerId, LeaderEpoch, Offset};
use crate::log::{Entries, ReplicaLog};

/// Where a follower stands in its work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FollowPhase {
    /// The partition has no leader to fetch from.
    NoLeader,
    /// It asks the leader where this epoch ends, before it fetches (0.11 to 2.6).
    Truncating {
        /// The newest epoch of its own cache.
        asked: LeaderEpoch,
    },
    /// It fetches from its log end on.
    Fetching,
    /// It was fenced and waits for new metadata.
    Failed,
}

/// The state of a follower.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Following {
    /// Whom it follows.
    pub leader: Option<BrokerId>,
    /// Where it stands.
    pub phase: FollowPhase,
}

/// The rule by which a follower's log was cut.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CutRule {
    /// To its own high watermark, unasked (before 0.11).
    OwnHighWatermark,
    /// To its own high watermark, because no epoch is known on one side.
    HighWatermarkForLackOfEpoch,
    /// To the end of its last epoch as the leader knows it (KIP-101).
    EpochEndOffset,
    /// To the point where both agree on an epoch and its end (KIP-279).
    EpochAndEndOffset,
    /// To the divergence that a fetch reported (2.8).
    DivergingEpoch,
    /// To the leader's log end, after `OFFSET_OUT_OF_RANGE`.
    OutOfRange,
}

/// A cut of a follower's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// By which rule.
    pub rule: CutRule,
    /// The log end before.
    pub from: Offset,
    /// The log end after.
    pub to: Offset,
    /// What was cut, in offset order.
    pub entries: Entries,
}

/// Cuts `log` to `end` under `rule`; the result says so even when nothing had to go.
pub fn cut(log: &mut ReplicaLog, end: Offset, rule: CutRule) -> Cut {
    let from = log.end();
    let entries = log.truncate_to(end);
    Cut { rule, from, to: log.end(), entries }
}

/// Where to cut, and whether leader and follower agree from there on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TruncationTarget {
    /// The log end to cut to.
    pub end: Offset,
    /// Whether this was the last step.
    pub complete: bool,
}

/// The point to cut at, given the leader's answer with an epoch and its end.
///
/// Source: `AbstractFetcherThread.getOffsetTruncationState`.
#[must_use]
pub fn truncation_target(log: &ReplicaLog, answer: EpochEnd) -> TruncationTarget {
    match log.epochs().end_of(answer.epoch, log.end()) {
        None => TruncationTarget { end: answer.end.min(log.end()), complete: true },
        Some(own) if own.epoch != answer.epoch => {
            TruncationTarget { end: own.end.min(log.end()), complete: false }
        }
        Some(own) => {
            TruncationTarget { end: own.end.min(answer.end).min(log.end()), complete: true }
        }
    }
}

/// How a follower starts: what it cuts at once and in which phase it then is.
/// Source: `ReplicaManager.makeFollowers`, by version.
pub fn start_following(log: &mut ReplicaLog, generation: Generation) -> (FollowPhase, Option<Cut>) {
    let high_watermark = log.high_watermark();
    match (generation.truncation(), log.epochs().latest()) {
        (Truncation::ToHighWatermark, _) => {
            let cut = cut(log, high_watermark, CutRule::OwnHighWatermark);
            (FollowPhase::Fetching, Some(cut))
        }
        (_, None) => {
            let cut = cut(log, high_watermark, CutRule::HighWatermarkForLackOfEpoch);
            (FollowPhase::Fetching, Some(cut))
        }
        (Truncation::OnFetch, Some(_)) => (FollowPhase::Fetching, None),
        (_, Some(latest)) => (FollowPhase::Truncating { asked: latest.epoch }, None),
    }
}

/// Takes the leader's answer to "where does this epoch end?" (0.11 to 2.6).
///
/// An unknown end cuts to the own high watermark. With KIP-101 an end at or beyond the own log end
/// cuts nothing, which is the hole that KIP-279 mended.
pub fn accept_epoch_end(
    log: &mut ReplicaLog,
    answer: Option<EpochEnd>,
    generation: Generation,
) -> (FollowPhase, Cut) {
    let Some(answer) = answer else {
        let high_watermark = log.high_watermark();
        let cut = cut(log, high_watermark, CutRule::HighWatermarkForLackOfEpoch);
        return (FollowPhase::Fetching, cut);
    };
    if generation.truncation() == Truncation::ByEpochEndOffset {
        let cut = cut(log, answer.end, CutRule::EpochEndOffset);
        return (FollowPhase::Fetching, cut);
    }
    let target = truncation_target(log, answer);
    let cut = cut(log, target.end, CutRule::EpochAndEndOffset);
    let phase = match log.epochs().latest() {
        Some(latest) if !target.complete => FollowPhase::Truncating { asked: latest.epoch },
        _ => FollowPhase::Fetching,
    };
    (phase, cut)
}

/// Takes a fetch response that reports a divergence. High watermark and log start of the response
/// are not used. Source: `AbstractFetcherThread.truncateOnFetchResponse`.
pub fn accept_divergence(log: &mut ReplicaLog, at: EpochEnd) -> Cut {
    let target = truncation_target(log, at);
    cut(log, target.end, CutRule::DivergingEpoch)
}

/// A batch whose offsets don't go on from the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnexpectedOffset;

/// Appends a whole batch that begins at `first`.
///
/// A leader returns the batch that a fetch offset lies in from its beginning, so after a
/// `DeleteRecords` a follower with an empty log can meet a batch that begins before the log and
/// reaches beyond it: the log then starts over where the batch begins. Logs here hold single
/// records, so [`accept_records`] never meets that case; nor can they hold the offset gaps that
/// compaction leaves, so a batch beyond the log end is refused, too.
/// Source: `UnifiedLog.appendAsFollower`, `Partition.appendRecordsToFollowerOrFutureReplica`.
///
/// # Errors
/// [`UnexpectedOffset`]; nothing was appended then.
pub fn accept_batch(
    log: &mut ReplicaLog,
    first: Offset,
    entries: &[crate::log::Entry],
    generation: Generation,
) -> Result<(), UnexpectedOffset> {
    let end = log.end();
    let past_batch = first.plus(entries.len() as u32);
    if first < end && log.start() == end && end < past_batch {
        log.truncate_fully_and_start_at(first);
    } else if first != end {
        return Err(UnexpectedOffset);
    }
    entries.iter().for_each(|entry| log.append(*entry, generation.assign_rule()));
    Ok(())
}

/// What a follower took from a response with records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// How many records were appended.
    pub appended: u32,
    /// The own high watermark before.
    pub high_watermark_before: Offset,
    /// The own high watermark after: the leader's, but not beyond the own log end.
    pub high_watermark_after: Offset,
}

/// Appends what a response carries and takes its high watermark.
///
/// From the first record of a newer epoch than the follower's own on, everything is dropped
/// (KAFKA-18723); the high watermark is taken all the same.
/// Source: `ReplicaFetcherThread.processPartitionData`.
pub fn accept_records(
    log: &mut ReplicaLog,
    entries: &[crate::log::Entry],
    high_watermark: Offset,
    log_start: Offset,
    leader_epoch: Option<LeaderEpoch>,
    generation: Generation,
) -> Accepted {
    let known = |entry: &&crate::log::Entry| match leader_epoch {
        Some(own) if generation.fences_fetch() => entry.epoch <= own,
        _ => true,
    };
    let mut appended = 0;
    for entry in entries.iter().take_while(known) {
        log.append(*entry, generation.assign_rule());
        appended += 1;
    }
    let before = log.high_watermark();
    log.set_high_watermark(high_watermark);
    if log.start() < log_start {
        // The leader's log start is at most its high watermark; a follower that can't follow yet
        // raises its own start with a later response.
        let _ = log.raise_start(log_start.min(log.high_watermark()));
    }
    Accepted { appended, high_watermark_before: before, high_watermark_after: log.high_watermark() }
}

/// How a follower reacts to a refused fetch. Source: `AbstractFetcherThread.processFetchRequest`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FetchErrorReaction {
    /// Asks the leader for its log's bounds and resets to them.
    ResetToLeader,
    /// Stops until new metadata comes.
    Fail,
    /// Tries again after `replica.fetch.backoff.ms`.
    BackOff,
}

/// The reaction to `error`, when the request carried the follower's current epoch.
#[must_use]
pub fn on_fetch_error(error: ErrorCode) -> FetchErrorReaction {
    match error {
        ErrorCode::OffsetOutOfRange => FetchErrorReaction::ResetToLeader,
        ErrorCode::FencedLeaderEpoch => FetchErrorReaction::Fail,
        _ => FetchErrorReaction::BackOff,
    }
}

/// Resets a log whose fetch offset the leader does not have: cut to a leader that ends earlier, or
/// start over at a leader that begins later. No divergence is repaired.
/// Source: `AbstractFetcherThread.fetchOffsetAndTruncate`.
pub fn reset_to_leader(log: &mut ReplicaLog, leader_start: Offset, leader_end: Offset) -> Cut {
    if leader_end < log.end() {
        return cut(log, leader_end, CutRule::OutOfRange);
    }
    let from = log.end();
    if from < leader_start {
        let entries = log.truncate_fully_and_start_at(leader_start);
        return Cut { rule: CutRule::OutOfRange, from, to: leader_start, entries };
    }
    Cut { rule: CutRule::OutOfRange, from, to: from, entries: Entries::new() }
}
