//! What is explored: the settings of a partition and the question about it.

use std::fmt;

use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;

use crate::kafka::guards::Guard;

/// The settings of the one partition that is explored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// The rules in force. Whether there is an ELR follows from it.
    pub generation: Generation,
    /// Replicas, each on a broker of its own; 1 to [`Settings::REPLICAS_MAX`].
    pub replication_factor: u8,
    /// `min.insync.replicas`; 1 to [`Settings::MIN_INSYNC_MAX`].
    pub min_insync_replicas: u8,
    /// What producers wait for.
    pub acks: Acks,
    /// `unclean.leader.election.enable`.
    pub unclean: UncleanElection,
    /// How many records may be produced; up to [`Settings::RECORDS_MAX`].
    pub records: u8,
    /// How many records lie in every replica, committed and on disk, before anything happens; up
    /// to [`Settings::PRELOADED_MAX`].
    pub preloaded: u8,
    /// How many records one fetch brings at most; at least one, usually all.
    pub fetch_records: u8,
    /// A guard that is switched off.
    pub without: Option<Guard>,
}

impl Settings {
    /// Most replicas.
    pub const REPLICAS_MAX: u8 = 5;
    /// Largest `min.insync.replicas`: more than there can be replicas.
    pub const MIN_INSYNC_MAX: u8 = 7;
    /// Most produced records.
    pub const RECORDS_MAX: u8 = 4;
    /// Most records at the start.
    pub const PRELOADED_MAX: u8 = 2;

    /// More records than a log can hold.
    pub const ALL_RECORDS: u8 = u8::MAX;

    /// Three replicas of which two must be in sync, `acks=all`, no unclean election, two records on
    /// top of one.
    #[must_use]
    pub fn usual(generation: Generation) -> Settings {
        Settings {
            generation,
            replication_factor: 3,
            min_insync_replicas: 2,
            acks: Acks::All,
            unclean: UncleanElection::Disabled,
            records: 2,
            preloaded: 1,
            fetch_records: Settings::ALL_RECORDS,
            without: None,
        }
    }

    /// Whether a cluster in time can play a schedule: it has every guard, and its fetches bring all.
    #[must_use]
    pub fn can_be_played(&self) -> bool {
        self.without.is_none() && self.fetch_records == Settings::ALL_RECORDS
    }

    /// Whether a guard is in force.
    pub(super) fn has(&self, guard: Guard) -> bool {
        self.without != Some(guard)
    }

    /// Whether the settings can be explored.
    ///
    /// # Errors
    /// The first setting that can't be.
    pub fn check(&self) -> Result<(), SettingsError> {
        if !(1..=Settings::REPLICAS_MAX).contains(&self.replication_factor) {
            Err(SettingsError::ReplicationFactor)
        } else if !(1..=Settings::MIN_INSYNC_MAX).contains(&self.min_insync_replicas) {
            Err(SettingsError::MinInsyncReplicas)
        } else if !(1..=Settings::RECORDS_MAX).contains(&self.records) {
            Err(SettingsError::Records)
        } else if Settings::PRELOADED_MAX < self.preloaded {
            Err(SettingsError::Preloaded)
        } else if self.fetch_records == 0 {
            Err(SettingsError::FetchRecords)
        } else {
            Ok(())
        }
    }
}

/// A setting that can't be explored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SettingsError {
    /// Not 1 to [`Settings::REPLICAS_MAX`] replicas.
    ReplicationFactor,
    /// `min.insync.replicas` is not 1 to [`Settings::MIN_INSYNC_MAX`].
    MinInsyncReplicas,
    /// Not 1 to [`Settings::RECORDS_MAX`] records.
    Records,
    /// More than [`Settings::PRELOADED_MAX`] records at the start.
    Preloaded,
    /// A fetch that brings nothing.
    FetchRecords,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, least, most) = match self {
            SettingsError::ReplicationFactor => {
                ("the replication factor", 1, Settings::REPLICAS_MAX)
            }
            SettingsError::MinInsyncReplicas => {
                ("min.insync.replicas", 1, Settings::MIN_INSYNC_MAX)
            }
            SettingsError::Records => ("the number of records", 1, Settings::RECORDS_MAX),
            SettingsError::FetchRecords => ("the records of a fetch", 1, Settings::ALL_RECORDS),
            SettingsError::Preloaded => {
                ("the number of records before", 0, Settings::PRELOADED_MAX)
            }
        };
        write!(f, "{what} is {least} to {most} here")
    }
}

/// What shall never happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Question {
    /// A leader begins without a record that its producer was told is written.
    AckedRecordLost,
    /// A leader begins without a record that a consumer may have read.
    ConsumedRecordLost,
    /// A leader and a settled follower of its epoch differ below both high watermarks.
    Diverged,
    /// A leader begins with a high watermark below one that consumers may have seen. This breaks no
    /// promise of Kafka; it comes forward again.
    HighWatermarkWentBack,
    /// No write with the set acks can succeed before something is repaired.
    WriteBlocked,
    /// No write can succeed even if every broker starts again and is heard: only an unclean election
    /// or another setting would help.
    Unrecoverable,
}

impl Question {
    /// All of them.
    pub const ALL: [Question; 6] = [
        Question::AckedRecordLost,
        Question::ConsumedRecordLost,
        Question::Diverged,
        Question::HighWatermarkWentBack,
        Question::WriteBlocked,
        Question::Unrecoverable,
    ];

    /// The name on the command line, as the engine's verdicts have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Question::AckedRecordLost => "acked-record-lost",
            Question::ConsumedRecordLost => "consumed-record-lost",
            Question::Diverged => "diverged",
            Question::HighWatermarkWentBack => "high-watermark-went-back",
            Question::WriteBlocked => "write-blocked",
            Question::Unrecoverable => "unrecoverable",
        }
    }

    /// The question with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Question> {
        Question::ALL.into_iter().find(|question| question.name() == name)
    }
}
