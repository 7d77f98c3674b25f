//! Settings that take the place of a scenario's own: what a reader moves sliders for.
//!
//! A setting given here holds from the start to the end, so a script can't change it either.

use highwater_engine::command::Command;
use highwater_engine::config::{ClusterConfig, TopicConfig};
use highwater_protocol::control::UncleanElection;
use highwater_protocol::control::placement::{PlacementSpec, UsableBroker, place};
use highwater_protocol::control::random::MockRandom;
use highwater_protocol::lag::Millis;
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, BrokerList, BrokerSet, Generation};

use crate::script::{Scenario, TopicSetup, round_robin};
use crate::timings::MOST_MS;

/// The most records that one fetch brings for one partition.
const FETCH_RECORDS_MAX: u32 = 1_000;

/// Settings in place of a scenario's own; `None` leaves the scenario's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Overrides {
    /// The protocol generation.
    pub generation: Option<Generation>,
    /// How many brokers.
    pub brokers: Option<u8>,
    /// The replication factor of every topic; never more than there are brokers.
    pub replication_factor: Option<u8>,
    /// `min.insync.replicas` of every topic.
    pub min_insync_replicas: Option<u8>,
    /// `unclean.leader.election.enable` of every topic.
    pub unclean: Option<UncleanElection>,
    /// `acks` of every write in the script.
    pub acks: Option<Acks>,
    /// `replica.lag.time.max.ms`; at least twice `replica.fetch.wait.max.ms`.
    pub replica_lag_time_max: Option<Millis>,
}

impl Overrides {
    /// Nothing but another generation.
    #[must_use]
    pub fn of_generation(generation: Generation) -> Overrides {
        Overrides { generation: Some(generation), ..Overrides::default() }
    }

    /// These settings, and `below` where these leave the scenario's own.
    #[must_use]
    pub fn over(&self, below: &Overrides) -> Overrides {
        Overrides {
            generation: self.generation.or(below.generation),
            brokers: self.brokers.or(below.brokers),
            replication_factor: self.replication_factor.or(below.replication_factor),
            min_insync_replicas: self.min_insync_replicas.or(below.min_insync_replicas),
            unclean: self.unclean.or(below.unclean),
            acks: self.acks.or(below.acks),
            replica_lag_time_max: self.replica_lag_time_max.or(below.replica_lag_time_max),
        }
    }

    /// The cluster that the scenario starts with under these settings.
    #[must_use]
    pub fn config(&self, scenario: &Scenario) -> ClusterConfig {
        let brokers = match self.brokers {
            Some(count) => with_count(&scenario.brokers, usize::from(count)),
            None => scenario.brokers.clone(),
        };
        let mut timings = scenario.timings;
        if let Some(ms) = self.replica_lag_time_max {
            // With less, a leader drops followers whose idle fetches it holds back itself, and the
            // ISR never comes to rest.
            let least = 2 * timings.replica_fetch_wait_max;
            timings.replica_lag_time_max = ms.min(Millis::from(MOST_MS)).max(least);
        }
        // Kafka's tests begin with 17, so that is as good a seed as any.
        let mut random = scenario
            .placement
            .map_or(MockRandom::of_kafka_tests(), |seed| MockRandom(u64::from(seed)));
        let placement = scenario.placement.is_some();
        ClusterConfig {
            generation: self.generation.unwrap_or(scenario.generation),
            topics: scenario
                .topics
                .iter()
                .map(|topic| self.topic(topic, &brokers, placement.then_some(&mut random)))
                .collect(),
            brokers,
            preloads: scenario.preloads.clone(),
            timings,
            fetch_records_max: FETCH_RECORDS_MAX,
            placement_seed: random.0,
        }
    }

    fn topic(
        &self,
        topic: &TopicSetup,
        brokers: &[BrokerId],
        random: Option<&mut MockRandom>,
    ) -> TopicConfig {
        let wanted = self.replication_factor.unwrap_or(topic.replication_factor);
        let replication_factor = wanted.min(brokers.len() as u8).max(1);
        let placed = random.and_then(|random| {
            let partitions = topic.partitions as u32;
            let factor = i16::from(replication_factor);
            let spec = PlacementSpec { partitions, replication_factor: factor };
            let usable = |id: &BrokerId| UsableBroker { id: *id, rack: None, fenced: false };
            let usable: Vec<UsableBroker> = brokers.iter().map(usable).collect();
            place(spec, &usable, random).ok()
        });
        let placed = placed.as_deref().unwrap_or_default();
        let assignments = topic.assignments.iter().enumerate();
        let assignments = assignments.map(|(number, explicit)| match explicit {
            _ if topic.partitions <= number => BrokerList::new(),
            Some(replicas) => replaced(replicas, brokers, usize::from(replication_factor)),
            None => match placed.get(number) {
                Some(replicas) => replicas.clone(),
                None => round_robin(brokers, number, replication_factor),
            },
        });
        TopicConfig {
            name: topic.name.clone(),
            assignments: assignments.collect(),
            min_insync_replicas: self
                .min_insync_replicas
                .unwrap_or(topic.min_insync_replicas)
                .max(1),
            unclean: self.unclean.or(topic.unclean),
        }
    }

    /// What a command of the script becomes; `None` where a setting here has taken its place.
    #[must_use]
    pub fn command(&self, command: &Command) -> Option<Command> {
        match command {
            Command::SetMinInsyncReplicas(..) if self.min_insync_replicas.is_some() => None,
            Command::SetUncleanElection(..) if self.unclean.is_some() => None,
            Command::Produce(produce) => {
                let mut produce = produce.clone();
                // A transaction is always written with acks=all.
                let acks = self.acks.filter(|_| produce.transaction.is_none());
                produce.acks = acks.unwrap_or(produce.acks);
                Some(Command::Produce(produce))
            }
            other => Some(other.clone()),
        }
    }
}

/// The first so many brokers, and as many more as are needed: the numbers after the last, then the
/// lowest that are free.
fn with_count(brokers: &[BrokerId], count: usize) -> Vec<BrokerId> {
    let count = count.clamp(1, usize::from(BrokerId::MAX.0) + 1);
    let mut ids: Vec<BrokerId> = brokers.iter().take(count).copied().collect();
    let next = brokers.last().map_or(0, |last| last.0 + 1);
    let free = (next..=BrokerId::MAX.0).chain(0..next).map(BrokerId);
    for id in free.filter(|id| !brokers.contains(id)) {
        if ids.len() == count {
            break;
        }
        ids.push(id);
    }
    ids.into_iter().collect::<BrokerSet>().iter().collect()
}

/// What is left of an explicit assignment, filled up with the lowest free brokers.
fn replaced(replicas: &[BrokerId], brokers: &[BrokerId], count: usize) -> BrokerList {
    let kept = replicas.iter().filter(|id| brokers.contains(id));
    let added = brokers.iter().filter(|id| !replicas.contains(id));
    kept.chain(added).take(count).copied().collect()
}
