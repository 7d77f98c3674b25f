//! What a process finds on its disk: where each log ends and begins when it is loaded, which epochs
//! are known, and which broker epoch the last process left behind.
//!
//! Decisions only; nothing here reads a file. Indexes, snapshots and remote segments are left out.

use crate::epoch_cache::{AssignRule, EpochCache};
use crate::ids::{BrokerEpoch, LeaderEpoch, Offset};

/// How the process that wrote a log directory ended, by the marker it left or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shutdown {
    /// In order: everything was flushed.
    Clean,
    /// Killed, or the machine lost power: the end of the log may be torn.
    Unclean,
}

/// One log as it lies on disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiskLog<'a> {
    /// The base offset of each segment, ascending; the last one is the active segment.
    pub segments: &'a [Offset],
    /// Where the last segment ends, readable or not.
    pub end: Offset,
    /// The offsets of batches that fail their check, ascending.
    pub bad: &'a [Offset],
    /// The entry of `log-start-offset-checkpoint`, 0 without one.
    pub checkpointed_start: Offset,
    /// The entry of `recovery-point-offset-checkpoint`, 0 without one.
    pub checkpointed_recovery_point: Offset,
}

/// Whether a load kept what is left of a log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Records {
    /// It did.
    Kept,
    /// The log ended below its start, so it was dropped and begins empty.
    Dropped,
}

/// One log as it is loaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LoadedLog {
    /// The log start.
    pub start: Offset,
    /// The log end; what lay at or above it is gone.
    pub end: Offset,
    /// The recovery point.
    pub recovery_point: Offset,
    /// Whether there is anything left of it.
    pub records: Records,
    /// From where every batch was checked; `None` where all were trusted.
    pub scanned_from: Option<Offset>,
}

/// Decides what is left of a log.
///
/// After a clean shutdown everything is trusted and counts as flushed. Otherwise every segment that
/// reaches the recovery point or beyond is checked, the active one in any case; the first bad batch
/// ends the log. Segments below are trusted unread, and the recovery point stays: what has been
/// checked isn't flushed by that. A log that ends below its checkpointed start is dropped and
/// begins empty there. Source: `LogLoader`.
#[must_use]
pub fn load(disk: &DiskLog<'_>, shutdown: Shutdown) -> LoadedLog {
    let first_base = disk.segments.first().copied().unwrap_or(disk.checkpointed_start);
    let scanned_from = match shutdown {
        Shutdown::Clean => None,
        Shutdown::Unclean => first_scanned(disk.segments, disk.checkpointed_recovery_point),
    };
    let first_bad = scanned_from.and_then(|from| disk.bad.iter().find(|bad| from <= **bad));
    let end = first_bad.map_or(disk.end, |bad| disk.end.min(*bad)).max(first_base);
    let start = disk.checkpointed_start.max(first_base);
    if end < start {
        let recovery_point = disk.checkpointed_recovery_point.min(start);
        let records = Records::Dropped;
        return LoadedLog { start, end: start, recovery_point, records, scanned_from };
    }
    let recovery_point = match shutdown {
        Shutdown::Clean => end,
        Shutdown::Unclean => disk.checkpointed_recovery_point.min(end),
    };
    LoadedLog { start, end, recovery_point, records: Records::Kept, scanned_from }
}

/// The base of the first segment that may hold offsets at or above the recovery point.
fn first_scanned(segments: &[Offset], recovery_point: Offset) -> Option<Offset> {
    let holds_point = segments.iter().rev().find(|base| **base <= recovery_point);
    holds_point.or(segments.first()).copied()
}

/// Brings the leader epoch cache into line with a loaded log.
///
/// `batches` are the base offset and epoch of what was checked and kept, in order: an epoch that is
/// newer than all known ones is entered, so a lost file is rebuilt. Then the entries are trimmed to
/// the log: they are flushed before the records they announce, so they can be ahead of them.
/// Source: `LogSegment.recover`, `LogLoader.load`.
pub fn mend_epochs(
    epochs: &mut EpochCache,
    batches: impl IntoIterator<Item = (Offset, LeaderEpoch)>,
    log: &LoadedLog,
    rule: AssignRule,
) {
    if log.records == Records::Dropped {
        return epochs.clear();
    }
    for (base, epoch) in batches {
        if epochs.latest().is_none_or(|latest| latest.epoch < epoch) {
            epochs.assign(epoch, base, rule);
        }
    }
    epochs.truncate_from_end(log.end);
    epochs.truncate_from_start(log.start);
}

/// A log directory as a starting process finds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LogDir {
    /// It can't be read.
    Offline,
    /// It holds no `.kafka_cleanshutdown`.
    Unmarked,
    /// It holds one, of the process with this broker epoch.
    Marked(BrokerEpoch),
}

/// The broker epoch that a process reports as its predecessor's when it registers; `None` if that
/// one did not end in order in every directory. One directory that is offline, unmarked or of
/// another epoch is enough. Source: `LogManager.readBrokerEpochFromCleanShutdownFiles` (3.8).
#[must_use]
pub fn previous_broker_epoch(dirs: &[LogDir]) -> Option<BrokerEpoch> {
    let (first, others) = dirs.split_first()?;
    match first {
        LogDir::Marked(epoch) if others.iter().all(|dir| dir == first) => Some(*epoch),
        _ => None,
    }
}

/// What became of the logs of one directory when their process ended in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DirClosed {
    /// All were flushed and closed.
    All,
    /// At least one was not.
    Failed,
}

/// How far a process had come with the logs of one directory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DirLoading {
    /// All logs were loaded.
    Finished,
    /// Some were not, but the directory was marked clean when the process began.
    UnfinishedButMarked,
    /// Some were not, and the directory was not marked.
    Unfinished,
}

/// What a process that ends in order leaves in a directory. A directory whose logs weren't all
/// recovered must not look clean to the next process. Source: `LogManager.shutdown`.
#[must_use]
pub fn dir_after_shutdown(closed: DirClosed, loading: DirLoading, epoch: BrokerEpoch) -> LogDir {
    match (closed, loading) {
        (DirClosed::Failed, _) | (_, DirLoading::Unfinished) => LogDir::Unmarked,
        (DirClosed::All, _) => LogDir::Marked(epoch),
    }
}
