//! What is counted, and Kafka's metrics by their JMX names.
//!
//! A value here is what the JMX attribute would show: a gauge's value, or a meter's count since the
//! process began. Nothing here is averaged over time.

use highwater_protocol::control::{BrokerRegistration, PartitionRegistration, effective_min_isr};
use highwater_protocol::leader::Leadership;
use highwater_protocol::producer_state::ProducerStates;
use highwater_protocol::replica::Replica;
use highwater_protocol::{BrokerId, Generation};

use crate::broker::Broker;
use crate::cluster::Cluster;
use crate::config::PartitionId;

/// Counts of the controller since the start of the cluster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counters {
    /// Change records that set `RECOVERING`.
    pub unclean_elections: u32,
    /// Leaders that came from the ELR.
    pub elr_elections: u32,
}

/// Counts of one broker's process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BrokerCounters {
    /// ISR expansions that it got through as a leader.
    pub isr_expands: u32,
    /// ISR shrinks that it got through; a shrink of two replicas counts once. Shrinks that the
    /// controller makes are not counted.
    pub isr_shrinks: u32,
    /// ISR changes that failed or whose answer came too late.
    pub failed_isr_updates: u32,
    /// Writes that were refused before the append for a reason that is no ordinary course of
    /// things: too small an ISR, a number out of order. `NOT_LEADER_OR_FOLLOWER` is not counted.
    pub failed_produces: u32,
    /// `acks=all` writes that waited too long for the high watermark.
    pub expired_produces: u32,
    /// Followers' fetches that waited to the end of `replica.fetch.wait.max.ms`.
    pub expired_fetches: u32,
}

const PRODUCE_WAITS: &str = "kafka.server:type=DelayedProduceMetrics,name=";
const FETCH_WAITS: &str = "kafka.server:type=DelayedFetchMetrics,name=";
const PURGATORY: &str = "kafka.server:type=DelayedOperationPurgatory,name=NumDelayedOperations,\
                         delayedOperation=";

/// Where a metric is read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// At the active controller.
    Controller,
    /// At a broker.
    Broker(BrokerId),
}

/// One metric and its value now.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Metric {
    /// Where it is read.
    pub source: Source,
    /// The MBean's full name.
    pub name: String,
    /// The value.
    pub value: i64,
}

impl Cluster {
    /// Every metric that this model can tell, the controller's first, then broker by broker. A
    /// broker without a process has none.
    #[must_use]
    pub fn metrics(&self) -> Vec<Metric> {
        let mut metrics = self.controller_metrics();
        for broker in self.brokers.iter().filter(|broker| broker.is_up()) {
            self.broker_metrics(broker, &mut metrics);
            for (id, replica) in &broker.replicas {
                self.partition_metrics(broker.id, *id, replica, &mut metrics);
            }
        }
        metrics
    }

    fn controller_metrics(&self) -> Vec<Metric> {
        let image = &self.controller.image;
        let partitions = || self.partitions().filter_map(|id| self.registration(id));
        let offline = partitions().filter(|p| p.leader.is_none()).count();
        let imbalanced = partitions().filter(|p| !p.has_preferred_leader()).count();
        let registered = || image.brokers.iter();
        let fenced = registered().filter(|broker| broker.fenced).count();
        let leaving = registered().filter(|b| b.in_controlled_shutdown && !b.fenced).count();
        let last_record = image.offset as usize;
        let state = "kafka.controller:type=KafkaController,name=";
        let stats = "kafka.controller:type=ControllerStats,name=";
        let counters = self.counters;
        let mut metrics: Vec<Metric> = [
            (state, "ActiveControllerCount", 1),
            (state, "ActiveBrokerCount", registered().count() - fenced),
            (state, "FencedBrokerCount", fenced),
            (state, "ControlledShutdownBrokerCount", leaving),
            (state, "GlobalTopicCount", self.config.topics.len()),
            (state, "GlobalPartitionCount", partitions().count()),
            (state, "OfflinePartitionsCount", offline),
            (state, "PreferredReplicaImbalanceCount", imbalanced),
            (state, "LastAppliedRecordOffset", last_record),
            (state, "LastCommittedRecordOffset", last_record),
            (stats, "UncleanLeaderElectionsPerSec", counters.unclean_elections as usize),
            (stats, "ElectionFromEligibleLeaderReplicasPerSec", counters.elr_elections as usize),
        ]
        .into_iter()
        .filter(|(_, name, _)| {
            self.generation().has_elr() || !name.starts_with("ElectionFromEligible")
        })
        .map(|(bean, name, value)| Metric {
            source: Source::Controller,
            name: format!("{bean}{name}"),
            value: value as i64,
        })
        .collect();
        metrics.extend(registered().map(|broker| Metric {
            source: Source::Controller,
            name: format!("{state}BrokerRegistrationState,broker={}", broker.id),
            value: registration_state(broker),
        }));
        metrics
    }

    fn broker_metrics(&self, broker: &Broker, metrics: &mut Vec<Metric>) {
        let led: Vec<(PartitionId, &Leadership)> = broker
            .replicas
            .iter()
            .filter_map(|(id, replica)| Some((*id, replica.leadership()?)))
            .collect();
        let count = |test: &dyn Fn(PartitionId, &Leadership) -> bool| {
            led.iter().filter(|(id, leadership)| test(*id, leadership)).count() as i64
        };
        let under_replicated = count(&|id, l| l.isr.members().len() < assigned(broker, id, l));
        let under = count(&|id, l| l.isr.members().len() < self.min_isr_of(broker.id, id, l));
        let at = count(&|id, l| l.isr.members().len() == self.min_isr_of(broker.id, id, l));
        let lag = broker.lag.values().copied().max().unwrap_or(0);
        let moving = count(&|id, _| {
            let known = broker.image.partitions.get(usize::from(id.0));
            known.is_some_and(PartitionRegistration::is_reassigning)
        });
        let producers: usize = broker.producers.values().map(ProducerStates::len).sum();
        let waiting = broker.parked.len() + broker.parked_consumers.len();
        let manager = "kafka.server:type=ReplicaManager,name=";
        let topics = "kafka.server:type=BrokerTopicMetrics,name=";
        let fetcher = "kafka.server:type=ReplicaFetcherManager,name=";
        let counters = broker.counters;
        let failed = broker.replicas.values().filter(|replica| {
            replica.following().is_some_and(|following| {
                following.phase == highwater_protocol::follower::FollowPhase::Failed
            })
        });
        let values = [
            (manager, "UnderReplicatedPartitions", under_replicated),
            (manager, "UnderMinIsrPartitionCount", under),
            (manager, "AtMinIsrPartitionCount", at),
            (manager, "LeaderCount", led.len() as i64),
            (manager, "PartitionCount", broker.replicas.len() as i64),
            (manager, "ReassigningPartitions", moving),
            (manager, "ProducerIdCount", producers as i64),
            (manager, "IsrShrinksPerSec", i64::from(counters.isr_shrinks)),
            (manager, "IsrExpandsPerSec", i64::from(counters.isr_expands)),
            (manager, "FailedIsrUpdatesPerSec", i64::from(counters.failed_isr_updates)),
            (fetcher, "MaxLag,clientId=Replica", i64::from(lag)),
            (fetcher, "FailedPartitionsCount,clientId=Replica", failed.count() as i64),
            (topics, "FailedProduceRequestsPerSec", i64::from(counters.failed_produces)),
            (PRODUCE_WAITS, "ExpiresPerSec", i64::from(counters.expired_produces)),
            (
                FETCH_WAITS,
                "ExpiresPerSec,fetcherType=follower",
                i64::from(counters.expired_fetches),
            ),
            (PURGATORY, "Produce", broker.delayed_produce.len() as i64),
            (PURGATORY, "Fetch", waiting as i64),
        ];
        metrics.extend(values.into_iter().map(|(bean, name, value)| Metric {
            source: Source::Broker(broker.id),
            name: format!("{bean}{name}"),
            value,
        }));
    }

    fn partition_metrics(
        &self,
        broker: BrokerId,
        id: PartitionId,
        replica: &Replica,
        metrics: &mut Vec<Metric>,
    ) {
        let Some((topic, number)) = self.config.partition(id) else { return };
        if let Some(leader) = replica.following().and_then(|following| following.leader) {
            let lag = self.broker(broker).and_then(|broker| broker.lag.get(&id));
            metrics.push(Metric {
                source: Source::Broker(broker),
                name: format!(
                    "kafka.server:type=FetcherLagMetrics,name=ConsumerLag,\
                     clientId=ReplicaFetcherThread-0-{leader},topic={},partition={number}",
                    topic.name
                ),
                value: lag.map_or(-1, |lag| i64::from(*lag)),
            });
        }
        let leadership = replica.leadership();
        let isr = leadership.map_or(0, |l| l.isr.members().len());
        let min_isr = leadership.map(|l| self.min_isr_of(broker, id, l));
        let home = self.broker(broker);
        let replicas = home.zip(leadership).map_or(0, |(home, l)| assigned(home, id, l));
        let flag = |test: bool| i64::from(test);
        let unstable = replica.log.high_watermark().0 - self.last_stable(broker, id).0;
        let partition = "kafka.cluster:type=Partition,name=";
        let log = "kafka.log:type=Log,name=";
        let values = [
            (partition, "UnderReplicated", flag(isr < replicas)),
            (partition, "UnderMinIsr", flag(min_isr.is_some_and(|min| isr < min))),
            (partition, "AtMinIsr", flag(min_isr.is_some_and(|min| isr == min))),
            (partition, "InSyncReplicasCount", isr as i64),
            (partition, "ReplicasCount", replicas as i64),
            (partition, "LastStableOffsetLag", i64::from(unstable)),
            (log, "LogStartOffset", i64::from(replica.log.start().0)),
            (log, "LogEndOffset", i64::from(replica.log.end().0)),
        ];
        metrics.extend(values.into_iter().map(|(bean, name, value)| Metric {
            source: Source::Broker(broker),
            name: format!("{bean}{name},topic={},partition={number}", topic.name),
            value,
        }));
    }

    fn min_isr_of(&self, broker: BrokerId, id: PartitionId, leadership: &Leadership) -> usize {
        let configured = self.min_insync_at(broker, id);
        if Generation::caps_min_isr(self.generation()) {
            effective_min_isr(configured, leadership.assigned())
        } else {
            configured
        }
    }
}

/// Kafka's numbers for the states of a registration. Source: `BrokerRegistrationState`.
fn registration_state(broker: &BrokerRegistration) -> i64 {
    match (broker.fenced, broker.in_controlled_shutdown) {
        (true, _) => 10,
        (false, true) => 20,
        (false, false) => 30,
    }
}

/// How many replicas a led partition has; those that come in a move don't count yet.
fn assigned(broker: &Broker, id: PartitionId, leadership: &Leadership) -> usize {
    let known = broker.image.partitions.get(usize::from(id.0));
    leadership.assigned().saturating_sub(known.map_or(0, |partition| partition.adding.len()))
}
