//! The cluster: the whole state, stepped one event at a time.
//!
//! Same configuration, same commands at the same times: same events, same state, same digest, on
//! every target. This module holds the state, the queue and the common small work; what happens on
//! a message or timer is in its siblings. It reads no clock and draws no random number.

use std::rc::Rc;

use highwater_protocol::control::PartitionRegistration;
use highwater_protocol::isr::Standing;
use highwater_protocol::lag::Millis;
use highwater_protocol::replica::Replica;
use highwater_protocol::{BrokerId, Generation};

use crate::broker::Broker;
use crate::client_metadata::ClientMetadata;
use crate::command::Node;
use crate::config::{ClusterConfig, PartitionId};
use crate::consumer::Consumer;
use crate::control::Controller;
use crate::event::{Event, EventId, Fact};
use crate::invariant::Watch;
use crate::ledger::Ledger;
use crate::metrics::Counters;
use crate::network::{InFlight, Message, MessageId};
use crate::producer::Producer;
use crate::table::{Members, Queue, Table};
use crate::verdict::Verdict;

/// The whole cluster.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cluster {
    pub(crate) config: Rc<ClusterConfig>,
    pub(crate) now: Millis,
    pub(crate) brokers: Vec<Broker>,
    pub(crate) controller: Controller,
    pub(crate) queue: Queue<(Millis, Turn, u32), Task>,
    pub(crate) sequence: u32,
    pub(crate) in_flight: Table<MessageId, InFlight>,
    pub(crate) cut_links: Members<(Node, Node)>,
    pub(crate) ledger: Ledger,
    pub(crate) producer: Producer,
    pub(crate) consumer: Option<Consumer>,
    pub(crate) consumer_metadata: ClientMetadata,
    pub(crate) watch: Watch,
    pub(crate) counters: Counters,
    pub(crate) verdicts: Vec<(EventId, Verdict)>,
    pub(crate) next_event: u32,
    pub(crate) history: u64,
    pub(crate) cause: Option<EventId>,
}

/// At the same millisecond messages come before timers. (Kafka leaves the order open.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Turn {
    Message,
    Timer,
}

/// Something to do at a time.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Task {
    Deliver(MessageId),
    Timer(Timer, Option<EventId>),
}

/// What a timer is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Timer {
    /// A broker looks for followers to remove from ISRs.
    ShrinkCheck(BrokerId, u32),
    /// A broker writes `replication-offset-checkpoint`.
    Checkpoint(BrokerId, u32),
    /// A parked fetch of this follower has waited long enough.
    ParkedExpiry { leader: BrokerId, follower: BrokerId, incarnation: u32 },
    /// A write has waited long enough at the broker.
    ProduceExpiry { broker: BrokerId, incarnation: u32 },
    /// The producer has waited long enough for an answer.
    RequestTimeout { batch: crate::ledger::BatchId, attempt: u32 },
    /// The producer notices a broken connection.
    Disconnected { batch: crate::ledger::BatchId, attempt: u32 },
    /// A batch has been on its way for as long as it may.
    DeliveryTimeout(crate::ledger::BatchId),
    /// The coordinator looks whether a transaction has been open for too long.
    TransactionTimeout(crate::transactions::TransactionId),
    /// A client notices that a broker is gone, whether it waits for it or not.
    ClientDisconnected { client: Node, broker: BrokerId },
    /// A client asks for metadata.
    RefreshMetadata(Node),
    /// The controller lets a broker stop that led something.
    GrantShutdown { broker: BrokerId, incarnation: u32 },
    /// A pause of the producer is over.
    ProduceRetry,
    /// A follower may fetch again.
    FetchAgain { follower: BrokerId, incarnation: u32 },
    /// The consumer tries again.
    ConsumerAgain,
    /// A broker asks the controller again for the ISR changes that it couldn't send.
    IsrRequestsAgain { broker: BrokerId, incarnation: u32 },
    /// A process is ready to register.
    Boot { broker: BrokerId, incarnation: u32 },
    /// A process starts again.
    StartAgain { broker: BrokerId, incarnation: u32 },
    /// A refused registration is tried again.
    RegisterAgain { broker: BrokerId, incarnation: u32 },
    /// The controller looks whether a broker's session has run out.
    SessionScan,
    /// The controller elects for leaderless partitions where that is allowed.
    UncleanTask,
    /// The controller moves leadership back to preferred replicas.
    PreferredTask,
}

impl Cluster {
    /// Simulated ms since the start.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.now
    }

    /// The clock that leaders judge their followers by, in ms: brokers have run for long when the
    /// time here begins, so that "never" is not a moment ago.
    #[must_use]
    pub fn wall_clock(&self) -> Millis {
        const BEFORE_THE_START: Millis = 1 << 40;
        BEFORE_THE_START + self.now
    }

    /// What it was started with, and settings changed since.
    #[must_use]
    pub fn config(&self) -> &ClusterConfig {
        &self.config
    }

    /// The rules in force.
    #[must_use]
    pub fn generation(&self) -> Generation {
        self.config.generation
    }

    /// The brokers, ascending.
    #[must_use]
    pub fn brokers(&self) -> &[Broker] {
        &self.brokers
    }

    /// A broker.
    #[must_use]
    pub fn broker(&self, id: BrokerId) -> Option<&Broker> {
        self.brokers.iter().find(|broker| broker.id == id)
    }

    /// A broker's copy of a partition.
    #[must_use]
    pub fn replica(&self, broker: BrokerId, partition: PartitionId) -> Option<&Replica> {
        self.broker(broker)?.replica(partition)
    }

    /// Every partition's id.
    pub fn partitions(&self) -> impl Iterator<Item = PartitionId> + use<> {
        let image = Rc::clone(&self.controller.image);
        let exists = move |index: &usize| !image.partitions[*index].replicas.is_empty();
        (0..self.config.partition_count()).filter(exists).map(|index| PartitionId(index as u16))
    }

    /// A partition as the controller has it.
    #[must_use]
    pub fn registration(&self, partition: PartitionId) -> Option<&PartitionRegistration> {
        let known = self.controller.image.partitions.get(usize::from(partition.0));
        known.filter(|registration| !registration.replicas.is_empty())
    }

    /// The replica that leads a partition according to the controller, if its process is up and it
    /// has learned of it.
    #[must_use]
    pub fn acting_leader(&self, partition: PartitionId) -> Option<&Replica> {
        let leader = self.registration(partition)?.leader?;
        let broker = self.broker(leader).filter(|broker| broker.is_up())?;
        broker.replica(partition).filter(|replica| replica.leadership().is_some())
    }

    /// `min.insync.replicas` of a partition's topic, as the controller has it.
    #[must_use]
    pub fn min_insync_replicas(&self, partition: PartitionId) -> u8 {
        let values = &self.controller.image.min_insync_replicas;
        values.get(usize::from(partition.0)).copied().unwrap_or(1)
    }

    /// A broker's standing according to the controller.
    #[must_use]
    pub fn standing(&self, broker: BrokerId) -> Standing {
        self.controller.image.standing(broker)
    }

    /// How many records the metadata log has, as the controller counts them.
    #[must_use]
    pub fn metadata_offset(&self) -> u32 {
        self.controller.image.offset
    }

    /// When the controller last heard a broker; heartbeats are not messages of their own here, so
    /// this is the last one by their rhythm.
    #[must_use]
    pub fn last_heard(&self, broker: BrokerId) -> Millis {
        self.last_heartbeat(broker)
    }

    /// What producers were told.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The consumer, if it was started.
    #[must_use]
    pub fn consumer(&self) -> Option<&Consumer> {
        self.consumer.as_ref()
    }

    /// Messages under way, by number.
    pub fn in_flight(&self) -> impl Iterator<Item = (MessageId, &InFlight)> {
        self.in_flight.iter().map(|(id, message)| (*id, message))
    }

    /// Whether the link between two nodes is cut.
    #[must_use]
    pub fn is_cut(&self, a: Node, b: Node) -> bool {
        self.cut_links.contains(&(a.min(b), a.max(b)))
    }

    /// The links that are cut, each with its smaller end first.
    pub fn cut_links(&self) -> impl Iterator<Item = (Node, Node)> {
        self.cut_links.iter().copied()
    }

    /// The invariants that broke, with the event that showed it, oldest first.
    #[must_use]
    pub fn verdicts(&self) -> &[(EventId, Verdict)] {
        &self.verdicts
    }

    /// What was counted since the start.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// How many events there were.
    #[must_use]
    pub fn event_count(&self) -> u32 {
        self.next_event
    }

    /// When the next thing happens.
    #[must_use]
    pub fn next_at(&self) -> Option<Millis> {
        self.queue.first_key().map(|(at, _, _)| *at)
    }

    /// Does the next thing in the queue; its events are added to `out`. Returns false when there
    /// is nothing left to do.
    pub fn step(&mut self, out: &mut Vec<Event>) -> bool {
        let Some(((at, _, _), task)) = self.queue.pop_first() else {
            return false;
        };
        self.now = at;
        match task {
            Task::Deliver(id) => {
                if let Some(message) = self.in_flight.remove(&id) {
                    self.cause = message.cause;
                    self.deliver(message, out);
                }
            }
            Task::Timer(timer, cause) => {
                self.cause = cause;
                self.fire(timer, out);
            }
        }
        self.cause = None;
        true
    }

    /// Steps while the next thing lies before or at `until`, then moves the time there.
    pub fn run_until(&mut self, until: Millis, out: &mut Vec<Event>) {
        while self.next_at().is_some_and(|at| at <= until) {
            self.step(out);
        }
        self.now = self.now.max(until);
    }

    /// Notes a fact as an event caused by the current one, and makes it the current cause.
    pub(crate) fn emit(&mut self, fact: Fact, out: &mut Vec<Event>) -> EventId {
        let id = EventId(self.next_event);
        self.next_event += 1;
        let event = Event { id, at: self.now, cause: self.cause, fact };
        self.history = crate::digest::chain(self.history, &event);
        out.push(event);
        self.cause = Some(id);
        id
    }

    /// Runs `work` and puts the current cause back afterwards, so that what follows is not taken
    /// for a consequence of it.
    pub(crate) fn aside<T>(&mut self, work: impl FnOnce(&mut Cluster) -> T) -> T {
        let cause = self.cause;
        let result = work(self);
        self.cause = cause;
        result
    }

    pub(crate) fn broker_mut(&mut self, id: BrokerId) -> Option<&mut Broker> {
        self.brokers.iter_mut().find(|broker| broker.id == id)
    }

    pub(crate) fn replica_mut(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
    ) -> Option<&mut Replica> {
        self.broker_mut(broker)?.replica_mut(partition)
    }

    pub(crate) fn at(&mut self, when: Millis, timer: Timer) {
        self.sequence += 1;
        let task = Task::Timer(timer, self.cause);
        self.queue.insert((when, Turn::Timer, self.sequence), task);
    }

    /// Sends a message; over a cut link it is lost at once and false is returned.
    pub(crate) fn send(&mut self, from: Node, to: Node, message: Message) -> bool {
        if self.is_cut(from, to) {
            return false;
        }
        let delay = self.config.timings.network_delay + self.extra_delay(from, to);
        self.sequence += 1;
        let id = MessageId(self.sequence);
        let due = self.now + delay;
        self.in_flight
            .insert(id, InFlight { from, to, sent: self.now, due, cause: self.cause, message });
        self.queue.insert((due, Turn::Message, self.sequence), Task::Deliver(id));
        true
    }

    /// A slow broker delays what it exchanges with other brokers, not what it says to the
    /// controller or to clients.
    fn extra_delay(&self, from: Node, to: Node) -> Millis {
        match (from, to) {
            (Node::Broker(a), Node::Broker(b)) => {
                let slow = |id| self.broker(id).map_or(0, |broker| broker.slow);
                slow(a) + slow(b)
            }
            _ => 0,
        }
    }
}
