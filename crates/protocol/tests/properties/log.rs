//! One log and its epoch cache under anything that can be asked of them.

use highwater_protocol::epoch_cache::{AssignRule, EpochCache, EpochEnd};
use highwater_protocol::follower::{accept_batch, truncation_target};
use highwater_protocol::log::{Entry, ReplicaLog};
use highwater_protocol::{Generation, LeaderEpoch, Offset, RecordId};
use proptest::prelude::*;

/// Small numbers, which meet each other, and now and then the largest one.
fn number() -> BoxedStrategy<u32> {
    prop_oneof![20 => 0_u32..12, 1 => Just(u32::MAX)].boxed()
}

/// Small numbers only: at the largest one a log can't go on.
fn small() -> BoxedStrategy<u32> {
    (0_u32..12).boxed()
}

#[derive(Clone, Debug)]
enum CacheOp {
    Assign(u32, u32, AssignRule),
    CutEnd(u32),
    CutStart(u32),
    Clear,
}

fn rule() -> impl Strategy<Value = AssignRule> {
    prop_oneof![Just(AssignRule::OnlyGrowing), Just(AssignRule::ReplaceConflicting)]
}

fn cache_op() -> impl Strategy<Value = CacheOp> {
    prop_oneof![
        6 => (number(), number(), rule()).prop_map(|(e, s, r)| CacheOp::Assign(e, s, r)),
        2 => number().prop_map(CacheOp::CutEnd),
        2 => number().prop_map(CacheOp::CutStart),
        1 => Just(CacheOp::Clear),
    ]
}

fn grows(cache: &EpochCache) -> bool {
    cache.entries().windows(2).all(|two| two[0].epoch < two[1].epoch && two[0].start < two[1].start)
}

#[derive(Clone, Debug)]
enum LogOp {
    Append(u32),
    StartEpoch(u32),
    Batch(u32, u8),
    SetHighWatermark(u32),
    RaiseHighWatermark(u32),
    RaiseStart(u32),
    Cut(u32),
    CutFully(u32),
    Flush,
    PowerCut(u32),
    Reload(u32),
}

fn log_op(number: fn() -> BoxedStrategy<u32>) -> impl Strategy<Value = LogOp> {
    prop_oneof![
        8 => number().prop_map(LogOp::Append),
        2 => number().prop_map(LogOp::StartEpoch),
        2 => (number(), 0_u8..4).prop_map(|(first, count)| LogOp::Batch(first, count)),
        3 => number().prop_map(LogOp::SetHighWatermark),
        3 => number().prop_map(LogOp::RaiseHighWatermark),
        2 => number().prop_map(LogOp::RaiseStart),
        3 => number().prop_map(LogOp::Cut),
        1 => number().prop_map(LogOp::CutFully),
        1 => Just(LogOp::Flush),
        1 => number().prop_map(LogOp::PowerCut),
        1 => number().prop_map(LogOp::Reload),
    ]
}

fn apply(log: &mut ReplicaLog, op: &LogOp) {
    let rule = AssignRule::ReplaceConflicting;
    let entry = |epoch| Entry { epoch: LeaderEpoch(epoch), record: RecordId(0) };
    match *op {
        LogOp::Append(epoch) => log.append(entry(epoch), rule),
        LogOp::StartEpoch(epoch) => log.start_epoch(LeaderEpoch(epoch), rule),
        LogOp::Batch(first, count) => {
            let entries = vec![entry(3); usize::from(count)];
            let _ = accept_batch(log, Offset(first), &entries, Generation::Strict);
        }
        LogOp::SetHighWatermark(to) => drop(log.set_high_watermark(Offset(to))),
        LogOp::RaiseHighWatermark(to) => drop(log.raise_high_watermark(Offset(to))),
        LogOp::RaiseStart(to) => drop(log.raise_start(Offset(to))),
        LogOp::Cut(end) => drop(log.truncate_to(Offset(end))),
        LogOp::CutFully(at) => drop(log.truncate_fully_and_start_at(Offset(at))),
        LogOp::Flush => log.flush(),
        LogOp::PowerCut(survived) => drop(log.lose_page_cache(Offset(survived))),
        LogOp::Reload(checkpoint) => log.reload(Offset(checkpoint)),
    }
}

proptest! {
    #[test]
    fn an_epoch_cache_grows_in_epoch_and_offset(ops in prop::collection::vec(cache_op(), 0..30)) {
        let mut cache = EpochCache::default();
        for op in ops {
            match op {
                CacheOp::Assign(epoch, start, rule) => {
                    cache.assign(LeaderEpoch(epoch), Offset(start), rule);
                }
                CacheOp::CutEnd(end) => cache.truncate_from_end(Offset(end)),
                CacheOp::CutStart(start) => cache.truncate_from_start(Offset(start)),
                CacheOp::Clear => cache.clear(),
            }
            prop_assert!(grows(&cache), "{cache:?}");
        }
    }

    #[test]
    fn a_log_keeps_its_offsets_in_order(ops in prop::collection::vec(log_op(number), 0..30)) {
        let mut log = ReplicaLog::default();
        for op in ops {
            apply(&mut log, &op);
            prop_assert!(log.start() <= log.high_watermark(), "{op:?}: {log:?}");
            prop_assert!(log.high_watermark() <= log.end(), "{op:?}: {log:?}");
            prop_assert!(log.recovery_point() <= log.end(), "{op:?}: {log:?}");
            prop_assert!(grows(log.epochs()), "{op:?}: {log:?}");
            let newest = log.epochs().latest();
            prop_assert!(newest.is_none_or(|latest| latest.start <= log.end()), "{op:?}: {log:?}");
        }
    }

    /// Leaders only ever write in newer epochs; then the cache knows every record's.
    #[test]
    fn a_cache_names_the_epoch_of_every_record(
        ops in prop::collection::vec(log_op(small), 0..30),
    ) {
        let mut log = ReplicaLog::default();
        let mut epoch = 0;
        for op in ops {
            let op = match op {
                LogOp::Append(_) => LogOp::Append(epoch),
                LogOp::StartEpoch(_) => {
                    epoch += 1;
                    LogOp::StartEpoch(epoch)
                }
                LogOp::Batch(..) => continue,
                other => other,
            };
            apply(&mut log, &op);
            for (entry, index) in log.entries().iter().zip(0..) {
                let offset = log.start().plus(index);
                prop_assert_eq!(log.epochs().epoch_of(offset), Some(entry.epoch), "{:?}", log);
            }
        }
    }

    /// While leader and follower don't agree on the epoch yet, a step may stop above the leader's
    /// end; the next one goes on from there.
    #[test]
    fn a_cut_is_never_above_either_end(
        ops in prop::collection::vec(log_op(number), 0..30),
        epoch in number(),
        end in number(),
    ) {
        let mut log = ReplicaLog::default();
        ops.iter().for_each(|op| apply(&mut log, op));
        let answer = EpochEnd { epoch: LeaderEpoch(epoch), end: Offset(end) };
        let target = truncation_target(&log, answer);
        prop_assert!(target.end <= log.end());
        prop_assert!(!target.complete || target.end <= answer.end);
    }
}
