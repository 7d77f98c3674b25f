//! The consumer: where it begins, what it reads from the leader, and how far it came.
//!
//! How far it may read and what it is told of a log's ends is decided in
//! `highwater_protocol::{read, list_offsets}`. It knows leaders as a producer does: as of the broker
//! that it begins with, until something makes it ask again.

use highwater_protocol::list_offsets::{ListOffset, RequestVersion, Spot};
use highwater_protocol::log::Entry;
use highwater_protocol::produce::{self, Reaction};
use highwater_protocol::read::{self, Isolation, Reader};
use highwater_protocol::transactions::{Belonging, is_delivered};
use highwater_protocol::{BrokerId, ErrorCode, LeaderEpoch, Offset};

use crate::client_metadata::ClientMetadata;
use crate::cluster::{Cluster, Timer};
use crate::command::Node;
use crate::config::PartitionId;
use crate::event::{Event, Fact};
use crate::network::Message;
use crate::transactions::{Part, TransactionId};

/// One end of a log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LogEdge {
    /// The first offset.
    Earliest,
    /// The offset behind the last one that the consumer may read.
    Latest,
}

impl LogEdge {
    /// The word that `auto.offset.reset` has for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            LogEdge::Earliest => "earliest",
            LogEdge::Latest => "latest",
        }
    }
}

/// Where a consumer begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StartAt {
    /// At an offset that it remembers. If that turns out not to be in the log, at its end.
    Offset(Offset),
    /// At an end of the log, which it has to ask for; also whenever its position is not in the log
    /// (`auto.offset.reset`).
    Edge(LogEdge),
}

/// A request that a consumer makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConsumerRequest {
    /// Which partition.
    pub partition: PartitionId,
    /// Its `isolation.level`.
    pub isolation: Isolation,
    /// The leader epoch that it knows, from 2.1 on.
    pub leader_epoch: Option<LeaderEpoch>,
    /// What it asks.
    pub asks: Asks,
}

/// What a consumer asks a leader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asks {
    /// For records from this offset on.
    Records(Offset),
    /// Where the log begins or ends (`ListOffsets`).
    Where(LogEdge),
}

/// What the leader answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Told {
    /// The readable records, and which transactions in the log are aborted.
    Records(Vec<Entry>, Vec<TransactionId>),
    /// The offset of the log's end.
    Offset(Offset),
}

/// A consumer of one partition that reads from the leader.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Consumer {
    /// Which partition.
    pub partition: PartitionId,
    /// Its `isolation.level`.
    pub isolation: Isolation,
    /// The next offset it asks for; 0 while it asks where to begin.
    pub position: Offset,
    /// Where it begins when it has no position (`auto.offset.reset`).
    pub reset: LogEdge,
    /// Whether it has a position, or what became of the last one.
    pub seeking: Seeking,
    /// What it has read, with offsets, in reading order.
    pub read: Vec<(Offset, Entry)>,
    /// The broker it waits for.
    pub waits_for: Option<BrokerId>,
}

/// Whether a consumer has a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seeking {
    /// It has one.
    Done,
    /// It has none yet.
    First,
    /// Its last one is not in the log.
    Again(Offset),
}

impl Consumer {
    /// What it wants to know next.
    fn asks(&self) -> Asks {
        match self.seeking {
            Seeking::Done => Asks::Records(self.position),
            Seeking::First | Seeking::Again(_) => Asks::Where(self.reset),
        }
    }
}

impl Cluster {
    pub(crate) fn consume(&mut self, partition: PartitionId, from: StartAt, isolation: Isolation) {
        // Another consumer takes the place of the one before, with connections of its own.
        for broker in &mut self.brokers {
            broker.parked_consumers.clear();
        }
        self.in_flight.retain(|_, m| m.from != Node::Consumer && m.to != Node::Consumer);
        let (position, reset, seeking) = match from {
            StartAt::Offset(offset) => (offset, LogEdge::Latest, Seeking::Done),
            StartAt::Edge(edge) => (Offset::ZERO, edge, Seeking::First),
        };
        let (read, waits_for) = (Vec::new(), None);
        let consumer = Consumer { partition, isolation, position, reset, seeking, read, waits_for };
        self.consumer = Some(consumer);
        let ids = self.brokers.iter().map(|broker| broker.id);
        let first = ids.clone().find(|id| self.is_reachable(Node::Consumer, *id));
        let home = first.and_then(|id| self.broker(id));
        self.consumer_metadata =
            home.map_or_else(ClientMetadata::default, |home| ClientMetadata::of(&home.image));
        self.consumer_asks();
    }

    /// The consumer asks the leader for more, or where to begin.
    pub(crate) fn consumer_asks(&mut self) {
        let Some(consumer) = &self.consumer else {
            return;
        };
        let asks = consumer.asks();
        let (partition, isolation) = (consumer.partition, consumer.isolation);
        let known = self.consumer_metadata.leader(partition);
        let leader_epoch =
            known.map(|known| known.epoch).filter(|_| self.generation().fences_fetch());
        let request = ConsumerRequest { partition, isolation, leader_epoch, asks };
        let leader = known.and_then(|known| known.leader);
        let reachable = leader.filter(|leader| self.can_reach(Node::Consumer, *leader));
        if let Some(consumer) = &mut self.consumer {
            consumer.waits_for = reachable;
        }
        let Some(leader) = reachable else {
            let again = leader.map_or(0, |leader| self.reconnects_at(Node::Consumer, leader));
            if self.now < again {
                self.at(again, Timer::ConsumerAgain);
            }
            return self.refresh_metadata(Node::Consumer);
        };
        self.consumer_metadata.connected = self.consumer_metadata.connected.with(leader);
        self.send(Node::Consumer, Node::Broker(leader), Message::ConsumerAsks(request));
    }

    /// The consumer asks again, unless it waits for an answer.
    pub(crate) fn consumer_again(&mut self) {
        if self.consumer.as_ref().is_some_and(|consumer| consumer.waits_for.is_none()) {
            self.consumer_asks();
        }
    }

    /// The consumer will notice that its connection to a broker is gone.
    pub(crate) fn consumer_loses(&mut self, broker: BrokerId) {
        let soon = self.now + self.config.timings.network_delay;
        if let Some(consumer) = &mut self.consumer
            && consumer.waits_for == Some(broker)
        {
            consumer.waits_for = None;
            self.at(soon, Timer::ConsumerAgain);
        }
        if self.consumer_metadata.connected.contains(broker) {
            self.at(soon, Timer::ClientDisconnected { client: Node::Consumer, broker });
        }
    }

    /// A broker took no connection from the consumer.
    pub(crate) fn consumer_refused(&mut self, by: BrokerId) {
        if let Some(consumer) = &mut self.consumer {
            consumer.waits_for = None;
        }
        self.client_disconnected(Node::Consumer, by);
        let again = self.now + self.config.timings.retry_backoff;
        self.at(again, Timer::ConsumerAgain);
    }

    /// A broker took a consumer's request.
    pub(crate) fn on_consumer_asks(
        &mut self,
        at: BrokerId,
        request: ConsumerRequest,
        out: &mut Vec<Event>,
    ) {
        let result = self.answer_consumer(at, request);
        match &result {
            Ok(Told::Records(entries, _)) if entries.is_empty() => {
                if let Some(broker) = self.broker_mut(at) {
                    broker.parked_consumers.push(request);
                }
                return;
            }
            Err(error) if matches!(request.asks, Asks::Where(_)) => {
                let (partition, error) = (request.partition, *error);
                self.emit(Fact::OffsetWithheld { partition, broker: at, error }, out);
            }
            _ => {}
        }
        self.send(Node::Broker(at), Node::Consumer, Message::ConsumerAnswer(request, result));
    }

    fn answer_consumer(&self, at: BrokerId, request: ConsumerRequest) -> Result<Told, ErrorCode> {
        let replica = self.replica(at, request.partition).ok_or(ErrorCode::NotLeaderOrFollower)?;
        replica.check_leads(request.leader_epoch)?;
        let reader = Reader::Consumer(request.isolation);
        let last_stable = self.last_stable(at, request.partition);
        match request.asks {
            Asks::Records(position) => {
                let entries = read::readable(&replica.log, last_stable, reader, position)?;
                let aborted = match request.isolation {
                    Isolation::ReadCommitted => self.aborted(at, request.partition),
                    Isolation::ReadUncommitted => Vec::new(),
                };
                Ok(Told::Records(entries.to_vec(), aborted))
            }
            Asks::Where(edge) => {
                let spot = match edge {
                    LogEdge::Earliest => Spot::Earliest,
                    LogEdge::Latest => Spot::Latest,
                };
                let version = RequestVersion::FiveOn;
                let leader_epoch = request.leader_epoch;
                let asked = ListOffset { reader, spot, leader_epoch, version };
                let offset = replica.list_offset(&asked, last_stable, self.generation())?;
                Ok(Told::Offset(offset.unwrap_or_default()))
            }
        }
    }

    /// Looks again at consumers that wait for this partition.
    pub(crate) fn wake_consumers(
        &mut self,
        at: BrokerId,
        partition: PartitionId,
        out: &mut Vec<Event>,
    ) {
        let Some(broker) = self.broker_mut(at) else {
            return;
        };
        let waiting = std::mem::take(&mut broker.parked_consumers);
        for request in waiting {
            if request.partition == partition {
                self.on_consumer_asks(at, request, out);
            } else if let Some(broker) = self.broker_mut(at) {
                broker.parked_consumers.push(request);
            }
        }
    }

    /// The consumer heard from a broker.
    pub(crate) fn on_consumer_answer(
        &mut self,
        from: BrokerId,
        request: ConsumerRequest,
        result: Result<Told, ErrorCode>,
        out: &mut Vec<Event>,
    ) {
        let Some(consumer) = &mut self.consumer else {
            return;
        };
        if consumer.asks() != request.asks {
            // It has asked twice and was answered before.
            return;
        }
        let (partition, position) = (consumer.partition, consumer.position);
        consumer.waits_for = None;
        match result {
            Ok(Told::Records(entries, aborted)) => {
                let to = position.plus(entries.len() as u32);
                let before = consumer.read.len();
                for (index, entry) in entries.iter().enumerate() {
                    let belonging = match self.ledger.part_of(entry.record) {
                        Part::Of(id) if aborted.contains(&id) => Belonging::Aborted,
                        Part::None | Part::Of(_) => Belonging::Plain,
                        Part::Marker(..) => Belonging::Marker,
                    };
                    if is_delivered(belonging) {
                        consumer.read.push((position.plus(index as u32), *entry));
                    }
                }
                let hidden = (entries.len() + before - consumer.read.len()) as u32;
                consumer.position = to;
                let broker = from;
                self.emit(Fact::Consumed { partition, from: position, to, broker, hidden }, out);
            }
            Ok(Told::Offset(to)) => {
                let before = consumer.seeking;
                consumer.position = to;
                consumer.seeking = Seeking::Done;
                let edge = consumer.reset;
                let fact = match before {
                    Seeking::Again(from) => Fact::ConsumerReset { partition, from, to },
                    _ => Fact::ConsumerStarted { partition, edge, to },
                };
                self.emit(fact, out);
            }
            Err(ErrorCode::OffsetOutOfRange) => consumer.seeking = Seeking::Again(position),
            Err(error) => {
                if produce::reaction(error) == Reaction::RefreshAndRetry {
                    self.refresh_metadata(Node::Consumer);
                }
                let again = self.now + self.config.timings.retry_backoff;
                return self.at(again, Timer::ConsumerAgain);
            }
        }
        self.consumer_asks();
    }
}
