//! Where the replicas of new partitions go: stripes over racks and brokers.
//!
//! Source: `StripedReplicaPlacer`, KIP-36 for racks. Brokers whose directories are all cordoned
//! (KIP-1066) are not modelled.

use crate::control::api_error::ApiError;
use crate::control::brokers::{Brokers, RackId};
use crate::control::random::RandomSource;
use crate::error::ErrorCode;
use crate::few::sort_few;
use crate::ids::{BrokerId, BrokerList};

/// A broker that may get replicas: registered and not shutting down. Source: `UsableBroker`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UsableBroker {
    /// Its id.
    pub id: BrokerId,
    /// Its rack, if it has one.
    pub rack: Option<RackId>,
    /// Whether it is fenced: it then never leads, and is used only when its rack has nobody else.
    pub fenced: bool,
}

/// The brokers that may get replicas, ascending by id.
#[must_use]
pub fn usable_brokers(brokers: &Brokers) -> Vec<UsableBroker> {
    brokers
        .iter()
        .filter(|broker| !broker.in_controlled_shutdown)
        .map(|broker| UsableBroker { id: broker.id, rack: broker.rack, fenced: broker.fenced })
        .collect()
}

/// How many partitions to place, with how many replicas each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlacementSpec {
    /// The number of partitions.
    pub partitions: u32,
    /// The replication factor as it was asked for, also a senseless one.
    pub replication_factor: i16,
}

/// Places the replicas of one request; the first of each list is to lead.
///
/// Where Kafka walks its racks in the order of a hash map they are walked in ascending order here.
///
/// # Errors
/// `INVALID_REPLICATION_FACTOR` for a factor below 1 or above the number of usable brokers (fenced
/// ones included), or if every usable broker is fenced. The sentences are those of 4.3.
pub fn place(
    spec: PlacementSpec,
    brokers: &[UsableBroker],
    random: &mut impl RandomSource,
) -> Result<Vec<BrokerList>, ApiError> {
    let replication_factor = check(spec.replication_factor, brokers)?;
    let mut racks = RackList::new(brokers, random);
    (0..spec.partitions).map(|_| racks.place_one(replication_factor, random)).collect()
}

fn check(factor: i16, brokers: &[UsableBroker]) -> Result<usize, ApiError> {
    let refuse = |message| Err(ApiError::new(ErrorCode::InvalidReplicationFactor, message));
    let positive = usize::try_from(factor).ok().filter(|factor| 0 < *factor);
    let Some(replication_factor) = positive else {
        return refuse(format!(
            "Invalid replication factor {factor}: the replication factor must be positive."
        ));
    };
    if brokers.iter().all(|broker| broker.fenced) {
        return refuse(
            "All brokers are currently fenced, or have all their log directories cordoned."
                .to_owned(),
        );
    }
    if brokers.len() < replication_factor {
        return refuse(too_few(replication_factor, brokers.len()));
    }
    Ok(replication_factor)
}

fn too_few(replication_factor: usize, usable: usize) -> String {
    format!(
        "The target replication factor of {replication_factor} cannot be reached because only \
         {usable} broker(s) are registered or some brokers have all their log directories cordoned."
    )
}

/// Brokers to be handed out in turn, each at most once in an epoch.
#[derive(Clone, Debug, Default)]
struct Turn {
    brokers: Vec<BrokerId>,
    index: usize,
    offset: usize,
    epoch: usize,
}

impl Turn {
    fn start(&mut self, random: &mut impl RandomSource) {
        if !self.brokers.is_empty() {
            sort_few(&mut self.brokers, |a, b| a < b);
            self.offset = random.next_int(self.brokers.len() as u32) as usize;
        }
    }

    fn next(&mut self, epoch: usize) -> Option<BrokerId> {
        if self.brokers.is_empty() {
            return None;
        }
        if self.epoch != epoch {
            self.epoch = epoch;
            self.index = 0;
            self.offset = (self.offset + 1) % self.brokers.len();
        }
        if self.brokers.len() <= self.index {
            return None;
        }
        let broker = self.brokers[(self.index + self.offset) % self.brokers.len()];
        self.index += 1;
        Some(broker)
    }
}

#[derive(Clone, Debug, Default)]
struct Rack {
    fenced: Turn,
    unfenced: Turn,
}

impl Rack {
    fn next(&mut self, epoch: usize) -> Option<BrokerId> {
        self.unfenced.next(epoch).or_else(|| self.fenced.next(epoch))
    }
}

/// The state of one request's placement.
struct RackList {
    racks: Vec<Rack>,
    /// Indexes into `racks`, in the order in which the racks take their turns.
    order: Vec<usize>,
    unfenced_count: usize,
    total_count: usize,
    epoch: usize,
    offset: usize,
}

impl RackList {
    fn new(brokers: &[UsableBroker], random: &mut impl RandomSource) -> RackList {
        let mut names: Vec<Option<RackId>> = brokers.iter().map(|broker| broker.rack).collect();
        sort_few(&mut names, |a, b| a < b);
        names.dedup();
        let mut racks = vec![Rack::default(); names.len()];
        for broker in brokers {
            if let Ok(index) = names.binary_search(&broker.rack) {
                let rack = &mut racks[index];
                let turn = if broker.fenced { &mut rack.fenced } else { &mut rack.unfenced };
                turn.brokers.push(broker.id);
            }
        }
        for rack in &mut racks {
            rack.fenced.start(random);
            rack.unfenced.start(random);
        }
        let order: Vec<usize> = (0..racks.len()).collect();
        let offset = random.next_int(order.len() as u32) as usize;
        let unfenced_count = brokers.iter().filter(|broker| !broker.fenced).count();
        let total_count = brokers.len();
        RackList { racks, order, unfenced_count, total_count, epoch: 0, offset }
    }

    fn place_one(
        &mut self,
        replication_factor: usize,
        random: &mut impl RandomSource,
    ) -> Result<BrokerList, ApiError> {
        self.start_epoch(random);
        let mut replicas = BrokerList::new();
        let mut leader_rack = Some(self.place_leader(&mut replicas)?);
        let mut cursor = self.offset;
        let mut fruitless = 0;
        while replicas.len() < replication_factor {
            // Two rounds without a result can't become one later; Kafka would never return.
            if 2 * self.order.len() < fruitless {
                return Err(self.exhausted(replication_factor));
            }
            let found = if leader_rack == Some(cursor) {
                // The leader's rack has had its turn in the first round.
                leader_rack = None;
                None
            } else {
                self.racks[self.order[cursor]].next(self.epoch)
            };
            fruitless = if found.is_some() { 0 } else { fruitless + 1 };
            replicas.extend(found);
            cursor = (cursor + 1) % self.order.len();
        }
        self.epoch += 1;
        self.offset += 1;
        Ok(replicas)
    }

    /// Once every unfenced broker could have led, everything is shuffled, so that assignments do
    /// not repeat. With one unfenced broker there is nothing to gain.
    fn start_epoch(&mut self, random: &mut impl RandomSource) {
        if self.epoch == self.unfenced_count && 1 < self.unfenced_count {
            random.shuffle(&mut self.order);
            for rack in &mut self.racks {
                random.shuffle(&mut rack.fenced.brokers);
                random.shuffle(&mut rack.unfenced.brokers);
            }
            self.epoch = 0;
        }
        if self.offset == self.order.len() {
            self.offset = 0;
        }
    }

    /// Adds the leader and returns the position of its rack in the order.
    fn place_leader(&mut self, replicas: &mut BrokerList) -> Result<usize, ApiError> {
        for step in 0..self.order.len() {
            let position = (self.offset + step) % self.order.len();
            if let Some(leader) = self.racks[self.order[position]].unfenced.next(self.epoch) {
                replicas.push(leader);
                return Ok(position);
            }
        }
        Err(self.exhausted(1))
    }

    fn exhausted(&self, replication_factor: usize) -> ApiError {
        let message = too_few(replication_factor, self.total_count);
        ApiError::new(ErrorCode::InvalidReplicationFactor, message)
    }
}
