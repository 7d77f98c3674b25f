//! What `kafka-reassign-partitions.sh` prints, and the file that it reads and writes.
//!
//! The functions take what the tool knows at that moment as values: partitions with their lists,
//! targets, and who was refused. Only [`list`] looks at a cluster. What a reassignment does is
//! decided by the controller's rules, never here. Source: `ReassignPartitionsCommand` (4.x).

use highwater_engine::{Cluster, PartitionId};
use highwater_protocol::BrokerId;
use highwater_protocol::control::PartitionRegistration;

use crate::topics::{list_of, partitions_in_order};

/// A partition and the replicas that it has or shall have.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Assignment {
    /// The topic.
    pub topic: String,
    /// The partition's number in it.
    pub partition: u32,
    /// The replicas, in order.
    pub replicas: Vec<BrokerId>,
}

impl Assignment {
    fn name(&self) -> String {
        format!("{}-{}", self.topic, self.partition)
    }
}

/// How a partition stands that was asked about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Standing {
    /// The partition with its target.
    pub target: Assignment,
    /// The replicas that it has now.
    pub current: Vec<BrokerId>,
    /// Whether the controller is moving it at this moment.
    pub moving: Moving,
}

/// Whether a partition is being moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Moving {
    /// It is.
    Yes,
    /// It isn't.
    No,
}

/// The file of `--reassignment-json-file`: compact, partitions in order.
#[must_use]
pub fn json(assignments: &[Assignment]) -> String {
    let entry = |assignment: &Assignment| {
        let any = vec!["\"any\""; assignment.replicas.len()].join(",");
        format!(
            "{{\"topic\":\"{}\",\"partition\":{},\"replicas\":[{}],\"log_dirs\":[{any}]}}",
            assignment.topic,
            assignment.partition,
            list_of(&assignment.replicas)
        )
    };
    let entries: Vec<String> = sorted(assignments).into_iter().map(entry).collect();
    format!("{{\"version\":1,\"partitions\":[{}]}}", entries.join(","))
}

fn sorted(assignments: &[Assignment]) -> Vec<&Assignment> {
    let mut sorted: Vec<&Assignment> = assignments.iter().collect();
    sorted.sort_by(|a, b| (&a.topic, a.partition).cmp(&(&b.topic, b.partition)));
    sorted
}

/// `--generate`: what there is, and what the tool proposes.
#[must_use]
pub fn generated(current: &[Assignment], proposed: &[Assignment]) -> String {
    format!(
        "Current partition replica assignment\n{}\n\n\
         Proposed partition reassignment configuration\n{}\n",
        json(current),
        json(proposed)
    )
}

/// `--execute`: what there was, for a way back, and what was started.
#[must_use]
pub fn executed(current: &[Assignment]) -> String {
    let started: Vec<String> = sorted(current).into_iter().map(Assignment::name).collect();
    format!(
        "{}Successfully started partition {} for {}\n",
        way_back(current),
        reassignments(started.len()),
        started.join(",")
    )
}

/// `--execute` where the controller refused partitions: the name of each and its message.
#[must_use]
pub fn refused(current: &[Assignment], refusals: &[(String, String)]) -> String {
    let mut lines: Vec<String> =
        refusals.iter().map(|(name, message)| format!("{name}: {message}")).collect();
    lines.sort();
    format!("{}Error reassigning partition(s):\n{}\n", way_back(current), lines.join("\n"))
}

fn way_back(current: &[Assignment]) -> String {
    format!(
        "Current partition replica assignment\n\n{}\n\n\
         Save this to use as the --reassignment-json-file option during rollback\n",
        json(current)
    )
}

fn reassignments(count: usize) -> &'static str {
    if count == 1 { "reassignment" } else { "reassignments" }
}

/// `--execute` without `--additional` while partitions are being moved.
pub const ALREADY_MOVING: &str = "Cannot execute because there is an existing partition \
assignment.  Use --additional to override this and create a new partition assignment in addition \
to the existing one. The --additional flag can also be used to change the throttle by resubmitting \
the current reassignment.\n";

/// `--verify`: how each partition stands. `brokers` are those whose throttles the tool clears once
/// nothing is moving any more; it asks all that it knows.
#[must_use]
pub fn verified(standings: &[Standing], brokers: &[BrokerId]) -> String {
    let mut standings: Vec<&Standing> = standings.iter().collect();
    standings.sort_by(|a, b| a.target.cmp(&b.target));
    let mut text = "Status of partition reassignment:\n".to_owned();
    for standing in &standings {
        text.push_str(&status(standing));
        text.push('\n');
    }
    if standings.iter().all(|standing| standing.moving == Moving::No) {
        let mut topics: Vec<&str> = standings.iter().map(|s| s.target.topic.as_str()).collect();
        topics.dedup();
        let (broker, topic) = (plural("broker", brokers.len()), plural("topic", topics.len()));
        text.push_str(&format!(
            "Clearing broker-level throttles on {broker} {}\n\
             Clearing topic-level throttles on {topic} {}\n",
            list_of(brokers),
            topics.join(",")
        ));
    }
    text
}

fn plural(word: &str, count: usize) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

fn status(standing: &Standing) -> String {
    let name = standing.target.name();
    if standing.moving == Moving::Yes {
        format!("Reassignment of partition {name} is still in progress.")
    } else if standing.current == standing.target.replicas {
        format!("Reassignment of partition {name} is completed.")
    } else {
        format!(
            "There is no active reassignment of partition {name}, but replica set is {} rather \
             than {}.",
            list_of(&standing.current),
            list_of(&standing.target.replicas)
        )
    }
}

/// `--cancel`: the partitions whose reassignment was taken back. The tool ends its last line, about
/// moves between log directories, without a line break.
#[must_use]
pub fn cancelled(partitions: &[Assignment]) -> String {
    let names: Vec<String> = sorted(partitions).into_iter().map(Assignment::name).collect();
    let first = if names.is_empty() {
        "None of the specified partition reassignments are active.".to_owned()
    } else {
        let what = reassignments(names.len());
        format!("Successfully cancelled partition {what} for: {}", names.join(","))
    };
    format!("{first}\nNone of the specified partition moves are active.")
}

/// `--list`: every partition that the controller is moving.
#[must_use]
pub fn list(cluster: &Cluster) -> String {
    let mut lines = Vec::new();
    for (topic, number, id) in partitions_in_order(cluster) {
        let known = cluster.registration(id).filter(|known| known.is_reassigning());
        if let Some(known) = known {
            lines.push(line(&format!("{topic}-{number}"), known));
        }
    }
    if lines.is_empty() {
        return "No partition reassignments found.\n".to_owned();
    }
    format!("Current partition reassignments:\n{}", lines.concat())
}

fn line(name: &str, known: &PartitionRegistration) -> String {
    let mut text = format!("{name}: replicas: {}.", list_of(&known.replicas));
    for (word, brokers) in [("adding", &known.adding), ("removing", &known.removing)] {
        if !brokers.is_empty() {
            text.push_str(&format!(" {word}: {}.", list_of(brokers)));
        }
    }
    text.push('\n');
    text
}

/// The assignment of every partition of a cluster, as `--generate` and `--execute` show the present
/// one.
#[must_use]
pub fn assignments(cluster: &Cluster) -> Vec<Assignment> {
    let order = partitions_in_order(cluster).into_iter();
    let found = |(topic, number, id): (String, usize, PartitionId)| {
        let replicas = cluster.registration(id)?.replicas.to_vec();
        Some(Assignment { topic, partition: number as u32, replicas })
    };
    order.filter_map(found).collect()
}
