//! What a cluster is started with: brokers, topics, timings. Values only.

use std::rc::Rc;

use highwater_protocol::control::UncleanElection;
use highwater_protocol::lag::Millis;
use highwater_protocol::{BrokerId, BrokerList, Generation, LeaderEpoch};

/// A partition's index in the cluster, in order of topics and partition numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartitionId(pub u16);

/// A topic as it is configured.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TopicConfig {
    /// Its name.
    pub name: Rc<str>,
    /// Replicas of each partition, in order; the first is preferred. Empty lists at the end are
    /// partitions that the topic may still get.
    pub assignments: Vec<BrokerList>,
    /// `min.insync.replicas`.
    pub min_insync_replicas: u8,
    /// `unclean.leader.election.enable`; `None` takes the generation's default.
    pub unclean: Option<UncleanElection>,
}

/// Records that are in every replica when the cluster starts, all committed and on disk.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Preload {
    /// Where.
    pub partition: PartitionId,
    /// The name of the batch; record `i` of several is called `name` followed by its number.
    pub name: Rc<str>,
    /// How many records.
    pub count: u32,
    /// The leader epoch they were written in.
    pub epoch: LeaderEpoch,
}

/// Times, all in simulated milliseconds, by the names of Kafka's configurations where it has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Timings {
    /// One way between any two nodes.
    pub network_delay: Millis,
    /// `replica.lag.time.max.ms`.
    pub replica_lag_time_max: Millis,
    /// `replica.fetch.wait.max.ms`.
    pub replica_fetch_wait_max: Millis,
    /// `replica.fetch.backoff.ms`.
    pub replica_fetch_backoff: Millis,
    /// `replica.high.watermark.checkpoint.interval.ms`.
    pub high_watermark_checkpoint_interval: Millis,
    /// `broker.heartbeat.interval.ms`.
    pub heartbeat_interval: Millis,
    /// `broker.session.timeout.ms`.
    pub session_timeout: Millis,
    /// The producer's `request.timeout.ms`, which is also how long a broker lets it wait.
    pub request_timeout: Millis,
    /// The producer's `retry.backoff.ms`.
    pub retry_backoff: Millis,
    /// The producer's `delivery.timeout.ms`.
    pub delivery_timeout: Millis,
    /// The producer's `transaction.timeout.ms`.
    pub transaction_timeout: Millis,
    /// How long a process needs from its start to its registration. Not a Kafka configuration.
    pub boot: Millis,
    /// How long a restart leaves the process down. Not a Kafka configuration.
    pub restart_pause: Millis,
}

impl Timings {
    /// Kafka's defaults, with a network of 10 ms one way.
    #[must_use]
    pub fn defaults() -> Timings {
        Timings {
            network_delay: 10,
            replica_lag_time_max: 30_000,
            replica_fetch_wait_max: 500,
            replica_fetch_backoff: 1_000,
            high_watermark_checkpoint_interval: 5_000,
            heartbeat_interval: 2_000,
            session_timeout: 9_000,
            request_timeout: 30_000,
            retry_backoff: 100,
            delivery_timeout: 120_000,
            transaction_timeout: 60_000,
            boot: 50,
            restart_pause: 300,
        }
    }
}

/// Everything a cluster is started with.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ClusterConfig {
    /// The rules in force.
    pub generation: Generation,
    /// The brokers, ascending.
    pub brokers: Vec<BrokerId>,
    /// The topics.
    pub topics: Vec<TopicConfig>,
    /// What the logs hold at the start.
    pub preloads: Vec<Preload>,
    /// Times.
    pub timings: Timings,
    /// Most records in one fetch response for one partition.
    pub fetch_records_max: u32,
    /// What the controller's draws begin with when it places new partitions.
    pub placement_seed: u64,
}

impl ClusterConfig {
    /// The topic and partition number of a partition.
    #[must_use]
    pub fn partition(&self, id: PartitionId) -> Option<(&TopicConfig, usize)> {
        let mut index = usize::from(id.0);
        for topic in &self.topics {
            if index < topic.assignments.len() {
                return Some((topic, index));
            }
            index -= topic.assignments.len();
        }
        None
    }

    /// How many partitions there are or can be.
    #[must_use]
    pub fn partition_count(&self) -> usize {
        self.topics.iter().map(|topic| topic.assignments.len()).sum()
    }

    /// The partition's name as Kafka prints it, `topic-0`.
    #[must_use]
    pub fn partition_name(&self, id: PartitionId) -> String {
        match self.partition(id) {
            Some((topic, number)) => format!("{}-{number}", topic.name),
            None => format!("?-{}", id.0),
        }
    }

    /// Whether an unclean election is allowed for a topic.
    #[must_use]
    pub fn unclean(&self, topic: &TopicConfig) -> UncleanElection {
        topic.unclean.unwrap_or(if self.generation.unclean_election_default() {
            UncleanElection::Enabled
        } else {
            UncleanElection::Disabled
        })
    }
}
