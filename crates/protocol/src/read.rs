//! How far who may read a log.
//!
//! Byte positions, batches and segments are not modelled: a read returns the records from its
//! offset up to the bound, and the caller limits how many.

use crate::error::ErrorCode;
use crate::ids::Offset;
use crate::log::{Entry, ReplicaLog};

/// `isolation.level` of a consumer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Isolation {
    /// It reads what is committed to the log.
    ReadUncommitted,
    /// It also waits for transactions to end (0.11, KIP-98).
    ReadCommitted,
}

/// Who reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reader {
    /// A follower, or a consumer that debugs as one.
    Replica,
    /// A consumer.
    Consumer(Isolation),
}

/// The first offset that `reader` may not see: log end, high watermark or last stable offset.
/// Source: `FetchIsolation`, `UnifiedLog.read`.
#[must_use]
pub fn bound(log: &ReplicaLog, last_stable: Offset, reader: Reader) -> Offset {
    match reader {
        Reader::Replica => log.end(),
        Reader::Consumer(Isolation::ReadUncommitted) => log.high_watermark(),
        Reader::Consumer(Isolation::ReadCommitted) => last_stable.min(log.high_watermark()),
    }
}

/// The records that `reader` may see from `from` on. Beyond its bound, but within the log, there is
/// nothing to see and nothing wrong: a consumer that is ahead of the high watermark waits.
///
/// # Errors
/// `OFFSET_OUT_OF_RANGE` when `from` is below the log start or above the log end.
/// Source: `LocalLog.read`.
pub fn readable(
    log: &ReplicaLog,
    last_stable: Offset,
    reader: Reader,
    from: Offset,
) -> Result<&[Entry], ErrorCode> {
    if from < log.start() || log.end() < from {
        return Err(ErrorCode::OffsetOutOfRange);
    }
    Ok(log.range(from, bound(log, last_stable, reader)))
}
