//! What `kafka-topics.sh --describe` prints.

use std::hash::{Hash, Hasher};

use highwater_engine::config::TopicConfig;
use highwater_engine::digest::StableHasher;
use highwater_engine::{Cluster, PartitionId};
use highwater_protocol::control::{PartitionRegistration, UncleanElection};
use highwater_protocol::isr::Standing;
use highwater_protocol::{BrokerId, Generation};

/// An option of `--describe` that prints only some partitions, without headers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Filter {
    /// `--under-replicated-partitions`.
    UnderReplicated,
    /// `--under-min-isr-partitions`: no leader, or fewer in the ISR than the configured value.
    UnderMinIsr,
    /// `--at-min-isr-partitions`.
    AtMinIsr,
    /// `--unavailable-partitions`.
    Unavailable,
}

/// The whole description: every topic in order of names, header first.
#[must_use]
pub fn describe(cluster: &Cluster) -> String {
    let mut text = String::new();
    for (topic, first) in topics(cluster) {
        text.push_str(&header(cluster, topic, first));
        for number in 0..topic.assignments.len() {
            let id = PartitionId(first.0 + number as u16);
            text.push_str(&partition(cluster, topic, number, id));
        }
    }
    text
}

/// Only the partitions that one of `filters` selects.
#[must_use]
pub fn describe_filtered(cluster: &Cluster, filters: &[Filter]) -> String {
    let mut text = String::new();
    for (topic, first) in topics(cluster) {
        for number in 0..topic.assignments.len() {
            let id = PartitionId(first.0 + number as u16);
            if filters.iter().any(|filter| selects(*filter, cluster, id)) {
                text.push_str(&partition(cluster, topic, number, id));
            }
        }
    }
    text
}

/// `--topics-with-overrides`: the headers of the topics with a setting that is not a default.
#[must_use]
pub fn describe_overrides(cluster: &Cluster) -> String {
    let overridden = topics(cluster)
        .into_iter()
        .filter(|(topic, first)| !configs(cluster, topic, min_insync(cluster, *first)).is_empty());
    overridden.map(|(topic, first)| header(cluster, topic, first)).collect()
}

/// A topic's id: any fixed number will do here, so it is derived from the name. Printed as Kafka
/// prints a UUID: sixteen bytes in unpadded URL-safe base 64.
#[must_use]
pub fn topic_id(name: &str) -> String {
    let half = |seed: u64| {
        let mut hasher = StableHasher::new(seed);
        name.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    let bits = half(1) << 64 | half(2);
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    // 128 bits are 21 digits of 6 bits and one of the last 2, filled up with zeros.
    let digit = |index: u32| match index {
        21 => ((bits << 4) & 63) as usize,
        _ => ((bits >> (122 - 6 * index)) & 63) as usize,
    };
    (0..22).map(|index| char::from(DIGITS[digit(index)])).collect()
}

/// Whether topics have ids: from 2.8 on.
pub(crate) fn has_topic_ids(generation: Generation) -> bool {
    Generation::Kip320 <= generation
}

fn topics(cluster: &Cluster) -> Vec<(&TopicConfig, PartitionId)> {
    let mut first = 0;
    let mut topics = Vec::new();
    for topic in &cluster.config().topics {
        topics.push((topic, PartitionId(first)));
        first += topic.assignments.len() as u16;
    }
    topics.sort_by(|a, b| a.0.name.cmp(&b.0.name));
    topics
}

/// Every partition with its topic's name and its number, by name and number.
pub(crate) fn partitions_in_order(cluster: &Cluster) -> Vec<(String, usize, PartitionId)> {
    let mut partitions = Vec::new();
    for (topic, first) in topics(cluster) {
        for number in 0..topic.assignments.len() {
            partitions.push((topic.name.to_string(), number, PartitionId(first.0 + number as u16)));
        }
    }
    partitions
}

fn configs(cluster: &Cluster, topic: &TopicConfig, min_insync: usize) -> String {
    let mut entries = Vec::new();
    // With ELR the cluster has a value of its own, so that the entry is never a default.
    if min_insync != 1 || cluster.generation().has_elr() {
        entries.push(format!("min.insync.replicas={min_insync}"));
    }
    if let Some(unclean) = topic.unclean {
        let value = unclean == UncleanElection::Enabled;
        entries.push(format!("unclean.leader.election.enable={value}"));
    }
    entries.join(",")
}

fn header(cluster: &Cluster, topic: &TopicConfig, first: PartitionId) -> String {
    let replicas = cluster.registration(first).map_or(0, replication_factor);
    let id = if has_topic_ids(cluster.generation()) {
        format!("\tTopicId: {}", topic_id(&topic.name))
    } else {
        String::new()
    };
    format!(
        "Topic: {}{id}\tPartitionCount: {}\tReplicationFactor: {replicas}\tConfigs: {}\n",
        topic.name,
        partition_count(cluster, topic, first),
        configs(cluster, topic, min_insync(cluster, first)),
    )
}

/// How many partitions there are; the topic may have room for more.
fn partition_count(cluster: &Cluster, topic: &TopicConfig, first: PartitionId) -> usize {
    let exists = |number: &usize| {
        let id = PartitionId(first.0 + *number as u16);
        cluster.registration(id).is_some()
    };
    (0..topic.assignments.len()).filter(exists).count()
}

fn min_insync(cluster: &Cluster, id: PartitionId) -> usize {
    usize::from(cluster.min_insync_replicas(id))
}

fn replication_factor(partition: &PartitionRegistration) -> usize {
    partition.replicas.len() - partition.adding.len()
}

/// Broker ids as Kafka's tools print them.
pub(crate) fn list_of(ids: &[BrokerId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// The leader as the answering broker's cache has it: one without a live endpoint is none.
fn visible_leader(cluster: &Cluster, partition: &PartitionRegistration) -> Option<BrokerId> {
    partition.leader.filter(|leader| cluster.standing(*leader) != Standing::Fenced)
}

fn partition(cluster: &Cluster, topic: &TopicConfig, number: usize, id: PartitionId) -> String {
    let Some(partition) = cluster.registration(id) else { return String::new() };
    let leader = visible_leader(cluster, partition);
    let leader = leader.map_or_else(|| "none".to_owned(), |leader| leader.to_string());
    let mut line = format!(
        "\tTopic: {}\tPartition: {number}\tLeader: {leader}\tReplicas: {}\tIsr: {}",
        topic.name,
        list_of(&partition.replicas),
        list_of(&partition.isr),
    );
    if partition.is_reassigning() {
        line.push_str(&format!(
            "\tAdding Replicas: {}\tRemoving Replicas: {}",
            list_of(&partition.adding),
            list_of(&partition.removing)
        ));
    }
    // The two columns came with 3.8.
    if Generation::Strict <= cluster.generation() {
        let last_known = partition.last_known_elr;
        line.push_str(&format!("\tElr: {}\tLastKnownElr: {last_known}", list_of(&partition.elr)));
    }
    line.push('\n');
    line
}

fn selects(filter: Filter, cluster: &Cluster, id: PartitionId) -> bool {
    let Some(partition) = cluster.registration(id) else { return false };
    let leader = visible_leader(cluster, partition);
    let isr = partition.isr.len();
    match filter {
        Filter::UnderReplicated => isr < replication_factor(partition),
        Filter::UnderMinIsr => leader.is_none() || isr < min_insync(cluster, id),
        Filter::AtMinIsr => isr == min_insync(cluster, id),
        Filter::Unavailable => leader.is_none(),
    }
}
