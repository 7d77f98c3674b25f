//! A broker: its process, its disk, its copies of partitions and what waits inside it.

use std::rc::Rc;

use highwater_protocol::fetch::FetchRequest;
use highwater_protocol::lag::{FetchTimes, Millis};
use highwater_protocol::producer_state::ProducerStates;
use highwater_protocol::replica::Replica;
use highwater_protocol::{BrokerEpoch, BrokerId, Offset};

use crate::command::{Node, Stop};
use crate::config::PartitionId;
use crate::consumer::ConsumerRequest;
use crate::event::EventId;
use crate::image::MetadataImage;
use crate::isr_requests::IsrRequests;
use crate::ledger::{Append, BatchId};
use crate::metrics::BrokerCounters;
use crate::table::{Members, Table};

/// The state of a broker's process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Process {
    /// It runs (fenced or not).
    Running,
    /// It has started and is not registered yet.
    Starting,
    /// It runs and waits for the controller's leave to stop.
    ShuttingDown,
    /// It doesn't run.
    Down(Stop),
}

/// A follower's connection to one leader.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fetcher {
    /// Nothing under way; the next chance to fetch is taken.
    Idle,
    /// A request is under way or parked at the leader.
    Waiting,
    /// Nothing is sent before this time.
    BackOff(Millis),
}

/// What a broker waits for on behalf of somebody else.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ParkedFetch {
    /// Who fetched.
    pub follower: BrokerId,
    /// What was asked.
    pub requests: Vec<(PartitionId, FetchRequest)>,
    /// When the wait ends.
    pub expires: Millis,
    /// The event that brought it.
    pub cause: Option<EventId>,
}

/// An `acks=all` write that waits for the high watermark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DelayedProduce {
    /// Which batch.
    pub batch: BatchId,
    /// Which attempt of it.
    pub attempt: u32,
    /// Where.
    pub partition: PartitionId,
    /// The exclusive end that the high watermark must reach.
    pub required: Offset,
    /// The append that is waited for.
    pub append: Append,
    /// When the broker gives up.
    pub expires: Millis,
    /// The event that appended it.
    pub cause: Option<EventId>,
}

/// What survives a process, beside the logs themselves.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Disk {
    /// `replication-offset-checkpoint`.
    pub high_watermarks: Table<PartitionId, Offset>,
    /// `.kafka_cleanshutdown`: the broker epoch of a process that ended in order.
    pub clean_shutdown: Option<BrokerEpoch>,
}

/// A broker.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Broker {
    /// Its id.
    pub id: BrokerId,
    /// Its process.
    pub process: Process,
    /// Its broker epoch, once registered.
    pub epoch: Option<BrokerEpoch>,
    /// The metadata it has applied.
    pub image: Rc<MetadataImage>,
    /// Its copies of partitions.
    pub replicas: Table<PartitionId, Rc<Replica>>,
    /// What it remembers of its followers in time, per partition it leads.
    pub fetch_times: Table<(PartitionId, BrokerId), FetchTimes>,
    /// Its connections to leaders.
    pub fetchers: Table<BrokerId, Fetcher>,
    /// Partitions whose fetch was refused and that wait until this time.
    pub delayed: Table<PartitionId, Millis>,
    /// Partitions it follows whose log is known to end where this leader wants it to end.
    pub settled: Members<PartitionId>,
    /// Followers' fetches that wait for something to return.
    pub parked: Vec<ParkedFetch>,
    /// Consumers' fetches that wait.
    pub parked_consumers: Vec<ConsumerRequest>,
    /// Writes that wait.
    pub delayed_produce: Vec<DelayedProduce>,
    /// The ISR changes that it asks the controller for.
    pub(crate) isr_requests: IsrRequests,
    /// How many committed records each followed partition lacked, by the last response.
    pub lag: Table<PartitionId, u32>,
    /// What each of its copies remembers of idempotent producers.
    pub producers: Table<PartitionId, ProducerStates>,
    /// What its process has counted.
    pub counters: BrokerCounters,
    /// Its disk.
    pub disk: Disk,
    /// Extra delay of what it replicates, each way.
    pub slow: Millis,
    /// Whether the process starts again by itself when it is down.
    pub starts_again: bool,
    /// Whether the process has not applied any metadata yet.
    pub starts_fresh: bool,
    /// Counts starts, so that timers of an earlier process are ignored.
    pub incarnation: u32,
}

impl Broker {
    /// Whether a process runs that can answer others.
    #[must_use]
    pub fn is_up(&self) -> bool {
        matches!(self.process, Process::Running | Process::ShuttingDown)
    }

    /// Whether a process exists at all.
    #[must_use]
    pub fn has_process(&self) -> bool {
        !matches!(self.process, Process::Down(_))
    }

    /// This broker as a node.
    #[must_use]
    pub fn node(&self) -> Node {
        Node::Broker(self.id)
    }

    /// Whether its copy of a partition follows a leader and has settled where its log ends.
    #[must_use]
    pub fn is_settled(&self, partition: PartitionId) -> bool {
        self.settled.contains(&partition)
    }

    /// Its copy of a partition.
    #[must_use]
    pub fn replica(&self, partition: PartitionId) -> Option<&Replica> {
        self.replicas.get(&partition).map(Rc::as_ref)
    }

    /// Its copy of a partition, to change it.
    pub(crate) fn replica_mut(&mut self, partition: PartitionId) -> Option<&mut Replica> {
        self.replicas.get_mut(&partition).map(Rc::make_mut)
    }
}
