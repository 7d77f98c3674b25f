//! The leader epoch cache: which leader epoch began at which offset of one replica's log.
//!
//! It is what `leader-epoch-checkpoint` stores. Nothing here reads or writes a file.

use crate::ids::{LeaderEpoch, Offset};

/// One line of the cache: the first offset written in `epoch`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EpochEntry {
    /// The leader epoch.
    pub epoch: LeaderEpoch,
    /// The first offset of the epoch; equals the log end while the epoch has no record.
    pub start: Offset,
}

/// Where an epoch ends, as a leader answers it. Source: KIP-101 (offset), KIP-279 (epoch too).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EpochEnd {
    /// The largest known epoch that is not above the one asked for (or the one asked for, when
    /// all known epochs are above it).
    pub epoch: LeaderEpoch,
    /// The exclusive end of that epoch.
    pub end: Offset,
}

/// How a cache treats an entry that contradicts what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AssignRule {
    /// The new entry is ignored unless both fields grow (0.11 to 2.0.0).
    OnlyGrowing,
    /// Contradicting entries are removed, then the new one is put (KAFKA-7415, 2.0.1).
    ReplaceConflicting,
}

/// The cache: entries strictly increasing in epoch and in start offset.
/// Source: `LeaderEpochFileCache`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct EpochCache {
    entries: Vec<EpochEntry>,
}

impl EpochCache {
    /// The entries, oldest first.
    #[must_use]
    pub fn entries(&self) -> &[EpochEntry] {
        &self.entries
    }

    /// The newest entry.
    #[must_use]
    pub fn latest(&self) -> Option<EpochEntry> {
        self.entries.last().copied()
    }

    /// Notes that `epoch` starts at `start`. Keeps an earlier start of the same epoch.
    pub fn assign(&mut self, epoch: LeaderEpoch, start: Offset, rule: AssignRule) {
        if let Some(latest) = self.latest() {
            if latest.epoch == epoch && latest.start <= start {
                return;
            }
            let grows = latest.epoch < epoch && latest.start < start;
            if rule == AssignRule::OnlyGrowing && !grows {
                return;
            }
        }
        while let Some(last) = self.latest() {
            if last.epoch < epoch && last.start < start {
                break;
            }
            self.entries.pop();
        }
        self.entries.push(EpochEntry { epoch, start });
    }

    /// Forgets epochs that start at or after `end`.
    pub fn truncate_from_end(&mut self, end: Offset) {
        while self.entries.last().is_some_and(|entry| end <= entry.start) {
            self.entries.pop();
        }
    }

    /// Forgets what lies before `start`; the epoch that `start` falls into now begins there.
    pub fn truncate_from_start(&mut self, start: Offset) {
        let passed = self.entries.iter().take_while(|entry| entry.start <= start).count();
        if passed == 0 {
            return;
        }
        self.entries.drain(..passed - 1);
        self.entries[0].start = start;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Where `asked` ends in a log that ends at `log_end`; `None` when it can't be told (nothing
    /// cached, or `asked` is above everything known). Source: `endOffsetFor`.
    #[must_use]
    pub fn end_of(&self, asked: LeaderEpoch, log_end: Offset) -> Option<EpochEnd> {
        if self.latest()?.epoch == asked {
            return Some(EpochEnd { epoch: asked, end: log_end });
        }
        let next = self.entries.iter().position(|entry| asked < entry.epoch)?;
        let epoch = if next == 0 { asked } else { self.entries[next - 1].epoch };
        Some(EpochEnd { epoch, end: self.entries[next].start })
    }

    /// The epoch that `offset` was written in, if the cache reaches back that far.
    #[must_use]
    pub fn epoch_of(&self, offset: Offset) -> Option<LeaderEpoch> {
        self.entries.iter().rev().find(|entry| entry.start <= offset).map(|entry| entry.epoch)
    }
}
