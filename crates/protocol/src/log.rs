//! One replica's log: its records, high watermark, recovery point and leader epoch cache.
//!
//! The log never decides where it is to be cut or how far it is committed; it only does what it
//! is told and keeps `log start <= high watermark <= log end`.

use crate::epoch_cache::{AssignRule, EpochCache};
use crate::error::ErrorCode;
use crate::ids::{LeaderEpoch, Offset, RecordId};

/// One record as a log holds it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entry {
    /// The leader epoch under which a leader appended it.
    pub epoch: LeaderEpoch,
    /// Which record it is.
    pub record: RecordId,
}

/// A run of entries as it travels in a fetch response.
pub type Entries = Vec<Entry>;

/// One replica's log. Source: `UnifiedLog`, `LocalLog`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ReplicaLog {
    start: Offset,
    entries: Entries,
    high_watermark: Offset,
    recovery_point: Offset,
    epochs: EpochCache,
}

/// A high watermark that was asked to pass the log end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BeyondLogEnd;

impl ReplicaLog {
    /// A log put together from its parts, as files or a report show them. High watermark, recovery
    /// point and epoch entries that don't fit the records are brought down to them.
    #[must_use]
    pub fn from_parts(
        start: Offset,
        entries: Entries,
        high_watermark: Offset,
        recovery_point: Offset,
        epochs: EpochCache,
    ) -> ReplicaLog {
        let mut log = ReplicaLog { start, entries, high_watermark, recovery_point, epochs };
        let end = log.end();
        log.high_watermark = high_watermark.clamp(start, end);
        log.recovery_point = recovery_point.min(end);
        log.epochs.truncate_from_end(end.next());
        log
    }

    /// The first readable offset.
    #[must_use]
    pub fn start(&self) -> Offset {
        self.start
    }

    /// LEO: the offset that the next record will get.
    #[must_use]
    pub fn end(&self) -> Offset {
        self.start.plus(self.entries.len() as u32)
    }

    /// HW: the first offset that is not known to be committed.
    #[must_use]
    pub fn high_watermark(&self) -> Offset {
        self.high_watermark
    }

    /// Offsets below it are known to be on disk.
    #[must_use]
    pub fn recovery_point(&self) -> Offset {
        self.recovery_point
    }

    /// The leader epoch cache.
    #[must_use]
    pub fn epochs(&self) -> &EpochCache {
        &self.epochs
    }

    /// The records, from [`ReplicaLog::start`] on.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The record at `offset`.
    #[must_use]
    pub fn entry(&self, offset: Offset) -> Option<Entry> {
        let index = offset.0.checked_sub(self.start.0)?;
        self.entries.get(index as usize).copied()
    }

    /// The records of `[from, to)`, as far as the log has them.
    #[must_use]
    pub fn range(&self, from: Offset, to: Offset) -> &[Entry] {
        let low = from.max(self.start).0 - self.start.0;
        let high = to.min(self.end()).0.saturating_sub(self.start.0);
        if high <= low { &[] } else { &self.entries[low as usize..high as usize] }
    }

    /// Appends one record; the high watermark stays. A batch's epoch is offered to the cache.
    pub fn append(&mut self, entry: Entry, rule: AssignRule) {
        self.epochs.assign(entry.epoch, self.end(), rule);
        self.entries.push(entry);
    }

    /// Notes that a leader of `epoch` starts at the log end (no record needed).
    pub fn start_epoch(&mut self, epoch: LeaderEpoch, rule: AssignRule) {
        let end = self.end();
        self.epochs.assign(epoch, end, rule);
    }

    /// Sets the high watermark as a follower does: clamped to the log, and it may go down.
    /// Says whether it changed. Source: `UnifiedLog.updateHighWatermark`.
    pub fn set_high_watermark(&mut self, to: Offset) -> bool {
        let clamped = to.clamp(self.start, self.end());
        let changed = clamped != self.high_watermark;
        self.high_watermark = clamped;
        changed
    }

    /// Raises the high watermark as a leader does: never down. Says whether it moved.
    ///
    /// # Errors
    /// [`BeyondLogEnd`] when `to` is above the log end.
    /// Source: `UnifiedLog.maybeIncrementHighWatermark`.
    pub fn raise_high_watermark(&mut self, to: Offset) -> Result<bool, BeyondLogEnd> {
        if self.end() < to {
            return Err(BeyondLogEnd);
        }
        let moved = self.high_watermark < to;
        self.high_watermark = self.high_watermark.max(to);
        Ok(moved)
    }

    /// Raises the log start; records before it are gone.
    ///
    /// # Errors
    /// `OFFSET_OUT_OF_RANGE` when `to` is above the high watermark.
    /// Source: `UnifiedLog.maybeIncrementLogStartOffset`.
    pub fn raise_start(&mut self, to: Offset) -> Result<(), ErrorCode> {
        if self.high_watermark < to {
            return Err(ErrorCode::OffsetOutOfRange);
        }
        if self.start < to {
            self.entries.drain(..(to.0 - self.start.0) as usize);
            self.start = to;
            self.epochs.truncate_from_start(to);
            self.recovery_point = self.recovery_point.max(to);
        }
        Ok(())
    }

    /// Cuts the log so that it ends at `end`; returns what was cut, in offset order.
    ///
    /// At or beyond the log end no record goes, but an epoch entry without records does. Cutting
    /// below the high watermark is allowed and takes it down. Source: `UnifiedLog.truncateTo`.
    pub fn truncate_to(&mut self, end: Offset) -> Entries {
        let old_end = self.end();
        if old_end <= end {
            self.epochs.truncate_from_end(old_end);
            return Entries::new();
        }
        let keep = end.0.saturating_sub(self.start.0) as usize;
        let cut = self.entries.drain(keep..).collect();
        self.start = self.start.min(end);
        self.recovery_point = self.recovery_point.min(end);
        self.epochs.truncate_from_end(end);
        self.high_watermark = self.high_watermark.min(end);
        cut
    }

    /// Drops everything and starts empty at `offset`. Source: `truncateFullyAndStartAt`.
    pub fn truncate_fully_and_start_at(&mut self, offset: Offset) -> Entries {
        let cut = std::mem::take(&mut self.entries);
        self.start = offset;
        self.high_watermark = offset;
        self.recovery_point = self.recovery_point.min(offset);
        self.epochs.clear();
        cut
    }

    /// Writes everything to disk: the recovery point becomes the log end.
    pub fn flush(&mut self) {
        self.recovery_point = self.end();
    }

    /// Loads the log after its process ended: only disk and page cache are left, and the high
    /// watermark is the checkpointed one, clamped. Epoch entries are flushed before the records
    /// they announce, so those that lie at or beyond the end are dropped.
    /// Source: `LogLoader`, `Partition.createLog`.
    pub fn reload(&mut self, checkpointed_high_watermark: Offset) {
        self.epochs.truncate_from_end(self.end());
        self.high_watermark = checkpointed_high_watermark.clamp(self.start, self.end());
    }

    /// Loses what the page cache held: everything at or above the recovery point and `survived`,
    /// where `survived` is how far the system happened to write back. Returns the lost records.
    pub fn lose_page_cache(&mut self, survived: Offset) -> Entries {
        // The recovery point can be below the log start; the start itself is never lost.
        let end = self.recovery_point.max(survived).max(self.start);
        if self.end() <= end { Entries::new() } else { self.truncate_to(end) }
    }
}
