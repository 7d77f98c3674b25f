//! How a cluster begins: everything is registered, every log holds its preload, every follower's
//! fetch is parked at its leader.

use std::fmt;
use std::rc::Rc;

use highwater_protocol::control::random::MockRandom;
use highwater_protocol::control::{
    BrokerRegistration, Brokers, DirectoryId, IncarnationId, PartitionRegistration,
};
use highwater_protocol::log::Entry;
use highwater_protocol::produce::Acks;
use highwater_protocol::replica::{PartitionMetadata, Replica};
use highwater_protocol::{BrokerEpoch, BrokerId, BrokerSet, LeaderEpoch, RecordId};

use crate::broker::{Broker, Disk, Process};
use crate::client_metadata::ClientMetadata;
use crate::cluster::{Cluster, Timer};
use crate::config::{ClusterConfig, PartitionId};
use crate::control::Controller;
use crate::image::MetadataImage;
use crate::invariant::Watch;
use crate::isr_requests::IsrRequests;
use crate::ledger::{Append, Ledger, Outcome};
use crate::metrics::{BrokerCounters, Counters};
use crate::network::MessageId;
use crate::producer::Producer;
use crate::table::{Members, Queue, Table};

/// Why a cluster can't be started so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfigError {
    /// There is no broker, or an id occurs twice or is above 31, or ids don't ascend.
    Brokers,
    /// A partition has no replica, one twice, or one that is not a broker.
    Assignment(PartitionId),
    /// A preload names a partition that isn't there or a name that is taken.
    Preload(usize),
    /// `min.insync.replicas` is 0.
    MinInsyncReplicas,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Brokers => f.write_str("broker ids must ascend and be at most 31"),
            ConfigError::Assignment(id) => {
                write!(f, "the replicas of partition {} must be distinct brokers", id.0)
            }
            ConfigError::Preload(index) => write!(f, "preload {index} does not fit"),
            ConfigError::MinInsyncReplicas => f.write_str("min.insync.replicas is at least 1"),
        }
    }
}

impl Cluster {
    /// A cluster at rest, at time 0.
    ///
    /// # Errors
    /// A [`ConfigError`] that says what does not fit.
    pub fn start(config: ClusterConfig) -> Result<Cluster, ConfigError> {
        validate(&config)?;
        let image = Rc::new(first_image(&config));
        let brokers = config.brokers.iter().map(|id| first_broker(*id, &image)).collect();
        let seed = config.placement_seed;
        let producer = Producer { metadata: ClientMetadata::of(&image), ..Producer::default() };
        let mut cluster = Cluster {
            config: Rc::new(config),
            now: 0,
            brokers,
            controller: Controller {
                image,
                silent: Table::new(),
                scanned_at: None,
                random: MockRandom(seed),
            },
            queue: Queue::new(),
            sequence: 0,
            in_flight: Table::new(),
            cut_links: Members::default(),
            ledger: Ledger::default(),
            producer,
            consumer: None,
            consumer_metadata: ClientMetadata::default(),
            watch: Watch::default(),
            counters: Counters::default(),
            verdicts: Vec::new(),
            next_event: 0,
            history: 0,
            cause: None,
        };
        cluster.fill_logs();
        cluster.take_roles();
        cluster.park_fetches();
        Ok(cluster)
    }

    fn fill_logs(&mut self) {
        let config = Rc::clone(&self.config);
        let rule = config.generation.assign_rule();
        for preload in &config.preloads {
            let id = preload.partition;
            let batch = self.ledger.open(preload.name.clone(), preload.count, id, Acks::All);
            let first = self.ledger.batch(batch).first;
            let replicas = self.registration(id).map(|r| r.replicas.clone()).unwrap_or_default();
            let mut append = None;
            for broker in &replicas {
                let Some(replica) = self.replica_mut(*broker, id) else {
                    continue;
                };
                let start = replica.log.end();
                for place in 0..preload.count {
                    let record = RecordId(first.0 + place);
                    replica.log.append(Entry { epoch: preload.epoch, record }, rule);
                }
                replica.log.flush();
                let end = replica.log.end();
                replica.log.set_high_watermark(end);
                append.get_or_insert(Append {
                    broker: *broker,
                    first: start,
                    epoch: preload.epoch,
                    at: 0,
                });
            }
            let entry = self.ledger.batch_mut(batch);
            entry.outcome = Outcome::Acked(0);
            entry.acked_append = append;
            entry.appends = append.into_iter().collect();
        }
        for index in 0..self.brokers.len() {
            let id = self.brokers[index].id;
            self.checkpoint(id);
        }
        for id in self.partitions() {
            let end = self
                .registration(id)
                .and_then(|r| r.leader)
                .and_then(|leader| self.replica(leader, id))
                .map(|replica| replica.log.end());
            self.note_committed(id, end.unwrap_or_default());
        }
    }

    fn take_roles(&mut self) {
        let image = Rc::clone(&self.controller.image);
        let (now, generation) = (self.wall_clock(), self.generation());
        let membership = highwater_protocol::lag::Membership::InSync;
        for (index, registration) in image.partitions.iter().enumerate() {
            let id = PartitionId(index as u16);
            let metadata = PartitionMetadata {
                replicas: &registration.replicas,
                isr: &registration.isr,
                leader: registration.leader,
                leader_epoch: registration.leader_epoch,
                partition_epoch: registration.partition_epoch,
            };
            for broker in &registration.replicas {
                let Some(replica) = self.replica_mut(*broker, id) else {
                    continue;
                };
                replica.apply(metadata, generation);
                let times = highwater_protocol::lag::FetchTimes::for_new_leader(membership, now);
                let Some(home) = self.broker_mut(*broker) else {
                    continue;
                };
                if registration.leader == Some(*broker) {
                    for other in registration.replicas.iter().filter(|other| *other != broker) {
                        home.fetch_times.insert((id, *other), times);
                    }
                }
            }
        }
    }

    /// Lets every follower fetch once, without the network between, and starts the timers.
    fn park_fetches(&mut self) {
        let ids: Vec<BrokerId> = self.brokers.iter().map(|broker| broker.id).collect();
        let mut unseen = Vec::new();
        // Followers of 0.11 to 2.6 ask for an epoch first: each message is handed over at once.
        for id in &ids {
            self.pump_all(*id, &mut unseen);
        }
        while let Some(key) = self.first_in_flight() {
            if let Some(message) = self.in_flight.remove(&key) {
                self.cause = None;
                self.deliver(message, &mut unseen);
            }
        }
        self.queue.retain(|task| !matches!(task, crate::cluster::Task::Deliver(_)));
        for id in ids {
            self.start_timers(id, 0);
        }
        use highwater_protocol::control::election::{PREFERRED_TASK_PERIOD, UNCLEAN_TASK_PERIOD};
        self.cause = None;
        self.at(UNCLEAN_TASK_PERIOD, Timer::UncleanTask);
        self.at(PREFERRED_TASK_PERIOD, Timer::PreferredTask);
        for task in self.queue.values_mut() {
            if let crate::cluster::Task::Timer(_, cause) = task {
                *cause = None;
            }
        }
        for broker in &mut self.brokers {
            for parked in &mut broker.parked {
                parked.cause = None;
            }
            let follows = broker.replicas.iter().filter(|(_, r)| r.following().is_some());
            broker.settled = follows.map(|(partition, _)| *partition).collect();
        }
        self.next_event = 0;
        self.history = 0;
        self.cause = None;
    }
}

impl Cluster {
    fn first_in_flight(&self) -> Option<MessageId> {
        self.in_flight.keys().next().copied()
    }
}

fn validate(config: &ClusterConfig) -> Result<(), ConfigError> {
    let ascending = config.brokers.windows(2).all(|pair| pair[0] < pair[1]);
    let in_range = config.brokers.iter().all(|id| *id <= BrokerId::MAX);
    if config.brokers.is_empty() || !ascending || !in_range {
        return Err(ConfigError::Brokers);
    }
    let mut index = 0;
    for topic in &config.topics {
        if topic.min_insync_replicas == 0 {
            return Err(ConfigError::MinInsyncReplicas);
        }
        for (number, replicas) in topic.assignments.iter().enumerate() {
            let known = replicas.iter().all(|id| config.brokers.contains(id));
            let distinct: BrokerSet = replicas.iter().copied().collect();
            let is_room = replicas.is_empty() && 0 < number;
            let follows_room = 0 < number && topic.assignments[number - 1].is_empty();
            let is_whole = !replicas.is_empty() && !follows_room;
            if !(is_room || is_whole) || !known || distinct.len() != replicas.len() {
                return Err(ConfigError::Assignment(PartitionId(index)));
            }
            index += 1;
        }
    }
    for (number, preload) in config.preloads.iter().enumerate() {
        let taken = config.preloads[..number].iter().any(|other| other.name == preload.name);
        let exists = config.partition(preload.partition).is_some_and(|(topic, number)| {
            topic.assignments.get(number).is_some_and(|replicas| !replicas.is_empty())
        });
        if !exists || taken || preload.count == 0 {
            return Err(ConfigError::Preload(number));
        }
    }
    Ok(())
}

fn first_image(config: &ClusterConfig) -> MetadataImage {
    let mut partitions = Vec::new();
    let mut min_insync_replicas = Vec::new();
    for topic in &config.topics {
        for replicas in &topic.assignments {
            let id = PartitionId(partitions.len() as u16);
            let mut registration = PartitionRegistration::new(replicas.clone(), replicas.clone());
            let epochs = config.preloads.iter().filter(|p| p.partition == id).map(|p| p.epoch);
            registration.leader_epoch = epochs.max().unwrap_or(LeaderEpoch(0));
            partitions.push(registration);
            min_insync_replicas.push(topic.min_insync_replicas);
        }
    }
    let mut brokers = Brokers::default();
    for (index, id) in config.brokers.iter().enumerate() {
        brokers.put(BrokerRegistration {
            id: *id,
            epoch: BrokerEpoch(index as u32 + 1),
            incarnation: IncarnationId(0),
            rack: None,
            directories: std::iter::once(DirectoryId(100 + u32::from(id.0))).collect(),
            fenced: false,
            in_controlled_shutdown: false,
        });
    }
    let offset = (config.brokers.len() + partitions.len()) as u32;
    MetadataImage { offset, partitions, brokers, min_insync_replicas }
}

fn first_broker(id: BrokerId, image: &Rc<MetadataImage>) -> Broker {
    let replicas = image
        .partitions
        .iter()
        .enumerate()
        .filter(|(_, registration)| registration.replicas.contains(&id))
        .map(|(index, _)| (PartitionId(index as u16), Rc::new(Replica::new(id))))
        .collect();
    Broker {
        id,
        process: Process::Running,
        epoch: image.brokers.get(id).map(|registration| registration.epoch),
        image: Rc::clone(image),
        replicas,
        fetch_times: Table::new(),
        fetchers: Table::new(),
        delayed: Table::new(),
        settled: Members::default(),
        parked: Vec::new(),
        parked_consumers: Vec::new(),
        delayed_produce: Vec::new(),
        isr_requests: IsrRequests::default(),
        lag: Table::new(),
        producers: Table::new(),
        counters: BrokerCounters::default(),
        disk: Disk::default(),
        slow: 0,
        starts_again: false,
        starts_fresh: false,
        incarnation: 0,
    }
}
