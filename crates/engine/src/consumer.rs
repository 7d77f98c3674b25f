//! The consumer: it reads committed records from the leader and says how far it came.

use highwater_protocol::log::Entry;
use highwater_protocol::read::{self, Isolation, Reader};
use highwater_protocol::{BrokerId, ErrorCode, Offset};

use crate::broker::ParkedConsumer;
use crate::cluster::{Cluster, Timer};
use crate::command::Node;
use crate::config::PartitionId;
use crate::event::{Event, Fact};
use crate::network::Message;

/// A consumer of one partition that reads committed records from the leader.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Consumer {
    /// Which partition.
    pub partition: PartitionId,
    /// The next offset it asks for.
    pub position: Offset,
    /// What it has read, with offsets, in reading order.
    pub read: Vec<(Offset, Entry)>,
    /// The broker it waits for.
    pub waits_for: Option<BrokerId>,
}

impl Cluster {
    pub(crate) fn consume(&mut self, partition: PartitionId, position: Offset) {
        self.consumer = Some(Consumer { partition, position, read: Vec::new(), waits_for: None });
        self.consumer_fetch();
    }

    /// The consumer asks the leader for more.
    pub(crate) fn consumer_fetch(&mut self) {
        let Some(consumer) = &self.consumer else {
            return;
        };
        let (partition, position) = (consumer.partition, consumer.position);
        let leader = self.registration(partition).and_then(|registration| registration.leader);
        let reachable =
            leader.filter(|leader| self.broker(*leader).is_some_and(|broker| broker.is_up()));
        let sent = reachable.is_some_and(|leader| {
            let message = Message::ConsumerFetch { partition, position };
            self.send(Node::Consumer, Node::Broker(leader), message)
        });
        if let Some(consumer) = &mut self.consumer {
            consumer.waits_for = reachable.filter(|_| sent);
        }
        if !sent {
            let again = self.now + self.config.timings.replica_fetch_wait_max;
            self.at(again, Timer::ConsumerAgain);
        }
    }

    /// A broker took a consumer's fetch.
    pub(crate) fn on_consumer_fetch(
        &mut self,
        at: BrokerId,
        partition: PartitionId,
        position: Offset,
    ) {
        let result = match self.replica(at, partition) {
            Some(replica) if replica.leadership().is_some() => {
                let log = &replica.log;
                // No transactions here, so everything below the high watermark is stable.
                let reader = Reader::Consumer(Isolation::ReadUncommitted);
                read::readable(log, log.high_watermark(), reader, position).map(<[_]>::to_vec)
            }
            _ => Err(ErrorCode::NotLeaderOrFollower),
        };
        if result.as_ref().is_ok_and(Vec::is_empty) {
            if let Some(broker) = self.broker_mut(at) {
                broker.parked_consumers.push(ParkedConsumer { partition, position });
            }
            return;
        }
        let message = Message::ConsumerAnswer { partition, position, result };
        self.send(Node::Broker(at), Node::Consumer, message);
    }

    /// Looks again at consumers that wait for this partition.
    pub(crate) fn wake_consumers(&mut self, at: BrokerId, partition: PartitionId) {
        let Some(broker) = self.broker_mut(at) else {
            return;
        };
        let waiting = std::mem::take(&mut broker.parked_consumers);
        for parked in waiting {
            if parked.partition == partition {
                self.on_consumer_fetch(at, parked.partition, parked.position);
            } else if let Some(broker) = self.broker_mut(at) {
                broker.parked_consumers.push(parked);
            }
        }
    }

    /// The consumer heard from a broker.
    pub(crate) fn on_consumer_answer(
        &mut self,
        from: BrokerId,
        position: Offset,
        result: Result<Vec<Entry>, ErrorCode>,
        out: &mut Vec<Event>,
    ) {
        let Some(consumer) = &mut self.consumer else {
            return;
        };
        if consumer.position != position {
            return;
        }
        let partition = consumer.partition;
        consumer.waits_for = None;
        match result {
            Ok(entries) => {
                let to = position.plus(entries.len() as u32);
                let numbered = entries.iter().enumerate();
                let read = numbered.map(|(index, entry)| (position.plus(index as u32), *entry));
                consumer.read.extend(read);
                consumer.position = to;
                self.emit(Fact::Consumed { partition, from: position, to, broker: from }, out);
                self.consumer_fetch();
            }
            Err(ErrorCode::OffsetOutOfRange) => {
                let to = self
                    .replica(from, partition)
                    .map_or(position, |replica| replica.log.high_watermark());
                if let Some(consumer) = &mut self.consumer {
                    consumer.position = to;
                }
                self.emit(Fact::ConsumerReset { partition, from: position, to }, out);
                self.consumer_fetch();
            }
            Err(_) => {
                let again = self.now + self.config.timings.retry_backoff;
                self.at(again, Timer::ConsumerAgain);
            }
        }
    }
}
