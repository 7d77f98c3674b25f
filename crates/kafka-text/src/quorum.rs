//! What `kafka-metadata-quorum.sh describe` prints.
//!
//! The quorum of this model is one controller, node [`CONTROLLER`]: it leads from the start, in epoch
//! 1, and commits what it writes at once. The brokers are its observers; each is as far as the
//! metadata that it has applied. Times are simulated ms since the start. Source:
//! `MetadataQuorumCommand`.

use highwater_engine::Cluster;
use highwater_engine::broker::Broker;
use highwater_protocol::Generation;

use crate::topics::topic_id;

/// The controller's node id. The model has none, so a usual one is taken.
pub const CONTROLLER: u32 = 3000;

/// The one leader epoch of the quorum.
const EPOCH: u32 = 1;

/// A node as the leader of the quorum sees it.
struct Node {
    id: u32,
    log_end: u32,
    last_fetch: i64,
    last_caught_up: i64,
    status: &'static str,
}

/// Whether the generation has a quorum: before KRaft there is none to describe.
fn has_quorum(generation: Generation) -> bool {
    Generation::Kip320 <= generation
}

/// From 3.9 on voters and observers are printed with directories and endpoints.
fn names_directories(generation: Generation) -> bool {
    Generation::Strict <= generation
}

fn directory(id: u32) -> String {
    topic_id(&format!("metadata log directory of node {id}"))
}

/// The leader, then the observers by id.
fn nodes(cluster: &Cluster) -> Vec<Node> {
    let now = cluster.now() as i64;
    let end = log_end(cluster);
    let leader = Node {
        id: CONTROLLER,
        log_end: end,
        last_fetch: now,
        last_caught_up: now,
        status: "Leader",
    };
    let observer = |broker: &Broker| {
        let log_end = broker.image.offset + 1;
        let fetched = cluster.last_heard(broker.id) as i64;
        // One that lacks something was caught up at some time that is not kept.
        let last_caught_up = if log_end == end { fetched } else { -1 };
        let id = u32::from(broker.id.0);
        Node { id, log_end, last_fetch: fetched, last_caught_up, status: "Observer" }
    };
    let observers = cluster.brokers().iter().filter(|broker| broker.is_up()).map(observer);
    std::iter::once(leader).chain(observers).collect()
}

fn log_end(cluster: &Cluster) -> u32 {
    cluster.metadata_offset() + 1
}

/// `describe --status`; `None` in generations without a quorum.
#[must_use]
pub fn status(cluster: &Cluster) -> Option<String> {
    let generation = cluster.generation();
    if !has_quorum(generation) {
        return None;
    }
    let observers = nodes(cluster).into_iter().skip(1).map(|node| {
        let id = node.id;
        if names_directories(generation) {
            format!("{{\"id\": {id}, \"directoryId\": \"{}\"}}", directory(id))
        } else {
            id.to_string()
        }
    });
    let (voters, observers) = if names_directories(generation) {
        let voter = format!(
            "[{{\"id\": {CONTROLLER}, \"directoryId\": \"{}\", \"endpoints\": \
             [\"CONTROLLER://localhost:9093\"]}}]",
            directory(CONTROLLER)
        );
        (voter, observers.collect::<Vec<_>>().join(", "))
    } else {
        (format!("[{CONTROLLER}]"), observers.collect::<Vec<_>>().join(","))
    };
    let rows = [
        ("ClusterId:", topic_id("cluster")),
        ("LeaderId:", CONTROLLER.to_string()),
        ("LeaderEpoch:", EPOCH.to_string()),
        ("HighWatermark:", log_end(cluster).to_string()),
        // The leader is the only voter, so nobody is behind it.
        ("MaxFollowerLag:", "0".to_owned()),
        ("MaxFollowerLagTimeMs:", "0".to_owned()),
        ("CurrentVoters:", voters),
        ("CurrentObservers:", format!("[{observers}]")),
    ];
    Some(rows.into_iter().map(|(label, value)| format!("{label:<24}{value}\n")).collect())
}

/// `describe --replication`; `None` in generations without a quorum.
#[must_use]
pub fn replication(cluster: &Cluster) -> Option<String> {
    if !has_quorum(cluster.generation()) {
        return None;
    }
    let header = [
        "NodeId",
        "DirectoryId",
        "LogEndOffset",
        "Lag",
        "LastFetchTimestamp",
        "LastCaughtUpTimestamp",
        "Status",
    ];
    let end = log_end(cluster);
    let row = |node: Node| {
        [
            node.id.to_string(),
            directory(node.id),
            node.log_end.to_string(),
            end.saturating_sub(node.log_end).to_string(),
            node.last_fetch.to_string(),
            node.last_caught_up.to_string(),
            node.status.to_owned(),
        ]
    };
    let mut rows = vec![header.map(str::to_owned)];
    rows.extend(nodes(cluster).into_iter().map(row));
    Some(table(&rows))
}

/// Every cell is filled up to the widest of its column and followed by a tab, the last one too.
fn table(rows: &[[String; 7]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..7).map(width).collect();
    let mut text = String::new();
    for row in rows {
        for (cell, width) in row.iter().zip(&widths) {
            text.push_str(&format!("{cell:<width$}\t"));
        }
        text.push('\n');
    }
    text
}
