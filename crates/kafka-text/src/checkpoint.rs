//! The checkpoint files of a log directory: versions, counts, entries.
//!
//! All share one shape: a line with the version `0`, a line with the number of entries, then one
//! entry a line, its fields separated by blanks. Source: `CheckpointFile`, `OffsetCheckpointFile`,
//! `LeaderEpochCheckpointFile`.

use std::fmt;

use highwater_engine::broker::Broker;
use highwater_engine::{Cluster, PartitionId};
use highwater_protocol::{BrokerId, LeaderEpoch, Offset};

use crate::topics;

/// A line of `replication-offset-checkpoint` and its relatives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OffsetLine {
    /// The topic.
    pub topic: String,
    /// The partition's number in it.
    pub partition: u32,
    /// The offset.
    pub offset: Offset,
}

/// A line of `leader-epoch-checkpoint`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EpochLine {
    /// The epoch.
    pub epoch: LeaderEpoch,
    /// Its first offset.
    pub start: Offset,
}

/// Why a text is not a checkpoint file. Lines are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckpointError {
    /// The first line is not the version 0.
    Version {
        /// What stands there.
        found: String,
    },
    /// The second line is not a number of entries.
    Count {
        /// What stands there.
        found: String,
    },
    /// There are more or fewer entries than the second line says.
    WrongCount {
        /// What the second line says.
        announced: usize,
        /// What follows.
        found: usize,
    },
    /// A line doesn't have the fields it should have.
    Line {
        /// Which.
        line: usize,
        /// What stands there.
        found: String,
        /// What would be right.
        wanted: &'static str,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Version { found } => {
                write!(f, "line 1: expected the version 0, found \"{found}\"")
            }
            CheckpointError::Count { found } => {
                write!(f, "line 2: expected the number of entries, found \"{found}\"")
            }
            CheckpointError::WrongCount { announced, found } => {
                write!(f, "line 2 announces {announced} entries, {found} follow")
            }
            CheckpointError::Line { line, found, wanted } => {
                write!(f, "line {line}: expected {wanted}, found \"{found}\"")
            }
        }
    }
}

/// Prints a file with offsets.
#[must_use]
pub fn print_offsets(lines: &[OffsetLine]) -> String {
    let entries = lines.iter().map(|l| format!("{} {} {}", l.topic, l.partition, l.offset));
    print(entries.collect())
}

/// Prints a file with epochs.
#[must_use]
pub fn print_epochs(lines: &[EpochLine]) -> String {
    print(lines.iter().map(|l| format!("{} {}", l.epoch, l.start)).collect())
}

fn print(entries: Vec<String>) -> String {
    let mut text = format!("0\n{}\n", entries.len());
    for entry in entries {
        text.push_str(&entry);
        text.push('\n');
    }
    text
}

/// Reads a file with offsets; an empty file has no entries.
///
/// # Errors
/// A [`CheckpointError`] that names the line and what would be right.
pub fn parse_offsets(text: &str) -> Result<Vec<OffsetLine>, CheckpointError> {
    parse(text, "topic, partition, offset", |fields| match fields {
        [topic, partition, offset] => Some(OffsetLine {
            topic: (*topic).to_owned(),
            partition: partition.parse().ok()?,
            offset: Offset(offset.parse().ok()?),
        }),
        _ => None,
    })
}

/// Reads a file with epochs; an empty file has no entries.
///
/// # Errors
/// A [`CheckpointError`] that names the line and what would be right.
pub fn parse_epochs(text: &str) -> Result<Vec<EpochLine>, CheckpointError> {
    parse(text, "epoch, start offset", |fields| match fields {
        [epoch, start] => Some(EpochLine {
            epoch: LeaderEpoch(epoch.parse().ok()?),
            start: Offset(start.parse().ok()?),
        }),
        _ => None,
    })
}

fn parse<T>(
    text: &str,
    wanted: &'static str,
    entry: impl Fn(&[&str]) -> Option<T>,
) -> Result<Vec<T>, CheckpointError> {
    let lines: Vec<&str> = text.lines().collect();
    let Some(version) = lines.first() else { return Ok(Vec::new()) };
    if version.trim() != "0" {
        return Err(CheckpointError::Version { found: (*version).to_owned() });
    }
    let count = lines.get(1).copied().unwrap_or("");
    let announced: usize =
        count.trim().parse().map_err(|_| CheckpointError::Count { found: count.to_owned() })?;
    let mut entries = Vec::new();
    for (index, line) in lines.iter().enumerate().skip(2) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        match entry(&fields) {
            Some(entry) => entries.push(entry),
            None => {
                return Err(CheckpointError::Line {
                    line: index + 1,
                    found: (*line).to_owned(),
                    wanted,
                });
            }
        }
    }
    if entries.len() == announced {
        Ok(entries)
    } else {
        Err(CheckpointError::WrongCount { announced, found: entries.len() })
    }
}

fn offsets(
    cluster: &Cluster,
    broker: BrokerId,
    offset: impl Fn(&Broker, PartitionId) -> Option<Offset>,
) -> String {
    let Some(broker) = cluster.broker(broker) else { return print_offsets(&[]) };
    let lines: Vec<OffsetLine> = broker
        .replicas
        .keys()
        .filter_map(|id| {
            let (topic, number) = cluster.config().partition(*id)?;
            let offset = offset(broker, *id)?;
            Some(OffsetLine { topic: topic.name.to_string(), partition: number as u32, offset })
        })
        .collect();
    print_offsets(&lines)
}

/// `replication-offset-checkpoint` as it lies on a broker's disk: the high watermarks of the last
/// checkpoint, which may be older than those in memory.
#[must_use]
pub fn replication_offsets(cluster: &Cluster, broker: BrokerId) -> String {
    offsets(cluster, broker, |broker, id| broker.disk.high_watermarks.get(&id).copied())
}

/// `recovery-point-offset-checkpoint`: what is known to be on disk.
#[must_use]
pub fn recovery_points(cluster: &Cluster, broker: BrokerId) -> String {
    offsets(cluster, broker, |broker, id| Some(broker.replica(id)?.log.recovery_point()))
}

/// `leader-epoch-checkpoint` of one replica; `None` in generations without one (before 0.11).
#[must_use]
pub fn leader_epochs(
    cluster: &Cluster,
    broker: BrokerId,
    partition: PartitionId,
) -> Option<String> {
    if !cluster.generation().has_epoch_cache() {
        return None;
    }
    let replica = cluster.replica(broker, partition)?;
    let entries = replica.log.epochs().entries().iter();
    let lines: Vec<EpochLine> =
        entries.map(|entry| EpochLine { epoch: entry.epoch, start: entry.start }).collect();
    Some(print_epochs(&lines))
}

/// `partition.metadata` of a replica; `None` before there were topic ids (2.8).
#[must_use]
pub fn partition_metadata(cluster: &Cluster, partition: PartitionId) -> Option<String> {
    if !topics::has_topic_ids(cluster.generation()) {
        return None;
    }
    let (topic, _) = cluster.config().partition(partition)?;
    Some(format!("version: 0\ntopic_id: {}\n", topics::topic_id(&topic.name)))
}

/// `.kafka_cleanshutdown`, where a broker left one: it ended in order and has not started since.
#[must_use]
pub fn clean_shutdown(cluster: &Cluster, broker: BrokerId) -> Option<String> {
    let epoch = cluster.broker(broker)?.disk.clean_shutdown?;
    Some(format!("{{\"version\":0,\"brokerEpoch\":{}}}", epoch.0))
}
