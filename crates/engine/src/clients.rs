//! The producer and the consumer, and what brokers do for them.
//!
//! What the producer was told goes to the ledger; whether it was true is not asked here.

use std::collections::BTreeMap;

use highwater_protocol::lag::Millis;
use highwater_protocol::leader::effective_min_isr;
use highwater_protocol::log::Entry;
use highwater_protocol::produce::{self, Acks};
use highwater_protocol::{BrokerId, ErrorCode, Offset};

use crate::broker::{DelayedProduce, ParkedConsumer};
use crate::cluster::{Cluster, Timer};
use crate::command::{Node, Produce};
use crate::config::PartitionId;
use crate::event::{Event, Fact};
use crate::ledger::{Append, BatchId, Outcome};
use crate::network::Message;

/// A batch that the producer waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PendingProduce {
    /// Which attempt, from 1.
    pub attempt: u32,
    /// How many more there may be.
    pub retries_left: u32,
    /// Where the attempt went; `None` between attempts.
    pub to: Option<BrokerId>,
    /// When the producer gives up for good (`delivery.timeout.ms`).
    pub deadline: Millis,
    /// Whether an earlier attempt may have been appended.
    pub may_exist: bool,
}

/// The producer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Producer {
    /// What it waits for.
    pub pending: BTreeMap<BatchId, PendingProduce>,
}

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

/// Whether a producer tries again after this error. Source: `Errors` (retriable exceptions).
fn is_retriable(error: ErrorCode) -> bool {
    !matches!(
        error,
        ErrorCode::InvalidRequiredAcks | ErrorCode::InvalidProducerEpoch
    )
}

impl Cluster {
    /// Whether the producer waits for nothing.
    #[must_use]
    pub fn producer_is_idle(&self) -> bool {
        self.producer.pending.is_empty()
    }

    /// What the producer waits for.
    #[must_use]
    pub fn producer(&self) -> &Producer {
        &self.producer
    }

    pub(crate) fn produce(&mut self, wish: &Produce, out: &mut Vec<Event>) {
        let id = self
            .ledger
            .open(wish.name.clone(), wish.count, wish.partition, wish.acks);
        let deadline = self.now + self.config.timings.delivery_timeout;
        let pending = PendingProduce {
            attempt: 0,
            retries_left: wish.retries,
            to: None,
            deadline,
            may_exist: false,
        };
        self.producer.pending.insert(id, pending);
        self.send_produce(id, out);
    }

    pub(crate) fn send_produce(&mut self, batch: BatchId, out: &mut Vec<Event>) {
        let Some(mut pending) = self.producer.pending.get(&batch).copied() else {
            return;
        };
        let partition = self.ledger.batch(batch).partition;
        pending.attempt += 1;
        let leader = self
            .registration(partition)
            .and_then(|registration| registration.leader);
        pending.to = leader;
        self.producer.pending.insert(batch, pending);
        let Some(to) = leader else {
            return self.attempt_failed(batch, ErrorCode::LeaderNotAvailable, Fate::Absent, out);
        };
        let attempt = pending.attempt;
        self.emit(
            Fact::ProduceSent {
                batch,
                partition,
                to,
                attempt,
            },
            out,
        );
        let reachable = self.broker(to).is_some_and(|broker| broker.is_up());
        let message = Message::Produce { batch, attempt };
        if !reachable || !self.send(Node::Producer, Node::Broker(to), message) {
            return self.attempt_failed(batch, ErrorCode::NetworkException, Fate::Absent, out);
        }
        if self.ledger.batch(batch).acks == Acks::None {
            // Nobody will answer: for the producer a sent record is a written one.
            self.producer.pending.remove(&batch);
            self.acknowledge(batch, out);
        } else {
            let when = self.now + self.config.timings.request_timeout;
            self.at(when, Timer::RequestTimeout { batch, attempt });
        }
    }

    fn attempt_failed(
        &mut self,
        batch: BatchId,
        error: ErrorCode,
        fate: Fate,
        out: &mut Vec<Event>,
    ) {
        let Some(mut pending) = self.producer.pending.get(&batch).copied() else {
            return;
        };
        pending.may_exist |= fate == Fate::Possible;
        pending.to = None;
        let again_at = self.now + self.config.timings.retry_backoff;
        if 0 < pending.retries_left && is_retriable(error) && again_at < pending.deadline {
            pending.retries_left -= 1;
            self.producer.pending.insert(batch, pending);
            self.emit(Fact::WillRetry { batch, error }, out);
            self.at(
                again_at,
                Timer::ProduceRetry {
                    batch,
                    attempt: pending.attempt,
                },
            );
            return;
        }
        self.producer.pending.remove(&batch);
        if pending.may_exist {
            self.ledger.batch_mut(batch).outcome = Outcome::Unknown(error);
            self.emit(Fact::Unknown { batch, error }, out);
        } else {
            self.ledger.batch_mut(batch).outcome = Outcome::Refused(error);
            self.emit(Fact::Refused { batch, error }, out);
        }
    }

    fn acknowledge(&mut self, batch: BatchId, out: &mut Vec<Event>) {
        let now = self.now;
        let entry = self.ledger.batch_mut(batch);
        entry.outcome = Outcome::Acked(now);
        entry.acked_append = entry.appends.last().copied();
        self.emit(Fact::Acked { batch }, out);
        self.check_acked(batch, out);
    }

    /// A broker took a produce request.
    pub(crate) fn on_produce(
        &mut self,
        at: BrokerId,
        batch: BatchId,
        attempt: u32,
        out: &mut Vec<Event>,
    ) {
        let entry = self.ledger.batch(batch);
        let (partition, acks, count, first) =
            (entry.partition, entry.acks, entry.count, entry.first);
        let answer = |cluster: &mut Cluster, result, appended| {
            if acks != Acks::None {
                let message = Message::ProduceAnswer {
                    batch,
                    attempt,
                    result,
                    appended,
                };
                cluster.send(Node::Broker(at), Node::Producer, message);
            }
        };
        let admitted = self.admit(at, partition, acks);
        if let Err(error) = admitted {
            return answer(self, Err(error), false);
        }
        let generation = self.generation();
        let Some(replica) = self.replica_mut(at, partition) else {
            return;
        };
        let (start, epoch) = (replica.log.end(), replica.leader_epoch.unwrap_or_default());
        for place in 0..count {
            let record = highwater_protocol::RecordId(first.0 + place);
            // The role was checked by `admit`.
            let _ = replica.append(record, generation);
        }
        let end = replica.log.end();
        let append = Append {
            broker: at,
            first: start,
            epoch,
            at: self.now,
        };
        let cause = self.emit(
            Fact::Appended {
                batch,
                partition,
                broker: at,
                first: start,
                end,
                epoch,
            },
            out,
        );
        self.note_append(batch, append);
        self.aside(|cluster| {
            cluster.advance_high_watermark(at, partition, out);
        });
        match acks {
            Acks::None => {}
            Acks::Leader => answer(self, Ok(()), true),
            Acks::All => {
                let expires = self.now + self.config.timings.request_timeout;
                let delayed = DelayedProduce {
                    batch,
                    attempt,
                    partition,
                    required: end,
                    expires,
                    cause,
                };
                if let Some(broker) = self.broker_mut(at) {
                    broker.delayed_produce.push(delayed);
                    let incarnation = broker.incarnation;
                    self.at(
                        expires,
                        Timer::ProduceExpiry {
                            broker: at,
                            incarnation,
                        },
                    );
                }
                self.complete_produce(at, partition, out);
            }
        }
        self.wake_fetches(at, partition, out);
    }

    fn note_append(&mut self, batch: BatchId, append: Append) {
        let entry = self.ledger.batch_mut(batch);
        entry.appends.push(append);
        if matches!(entry.outcome, Outcome::Acked(_)) && entry.acked_append.is_none() {
            entry.acked_append = Some(append);
        }
    }

    fn admit(&self, at: BrokerId, partition: PartitionId, acks: Acks) -> Result<(), ErrorCode> {
        let broker = self.broker(at).ok_or(ErrorCode::NotLeaderOrFollower)?;
        let replica = broker
            .replica(partition)
            .ok_or(ErrorCode::NotLeaderOrFollower)?;
        let leadership = replica.leadership().ok_or(ErrorCode::NotLeaderOrFollower)?;
        let min = self.min_isr_at(at, partition);
        produce::admit(acks, leadership.isr.members().len(), min)
    }

    /// The effective minimum ISR as a leader knows it.
    pub(crate) fn min_isr_at(&self, at: BrokerId, partition: PartitionId) -> usize {
        let assigned = self
            .replica(at, partition)
            .and_then(|replica| replica.leadership())
            .map_or(1, |leadership| leadership.assigned());
        effective_min_isr(
            self.min_insync_at(at, partition),
            assigned,
            self.generation(),
        )
    }

    /// `min.insync.replicas` as a broker's metadata has it.
    pub(crate) fn min_insync_at(&self, at: BrokerId, partition: PartitionId) -> usize {
        let image = self.broker(at).map(|broker| &broker.image);
        let known = image.and_then(|image| image.min_insync_replicas.get(usize::from(partition.0)));
        known.map_or(1, |value| usize::from(*value))
    }

    /// Answers the waiting writes of a partition that are done.
    pub(crate) fn complete_produce(
        &mut self,
        at: BrokerId,
        partition: PartitionId,
        out: &mut Vec<Event>,
    ) {
        let min_isr = self.min_isr_at(at, partition);
        let Some(broker) = self.broker(at) else {
            return;
        };
        let state = broker.replica(partition).and_then(|replica| {
            let leadership = replica.leadership()?;
            Some((replica.log.high_watermark(), leadership.isr.maximal().len()))
        });
        let verdict = |delayed: &DelayedProduce| match state {
            None => Some(Err(ErrorCode::NotLeaderOrFollower)),
            Some((hw, isr)) => produce::completion(hw, delayed.required, isr, min_isr),
        };
        let done: Vec<_> = broker
            .delayed_produce
            .iter()
            .filter(|delayed| delayed.partition == partition)
            .filter_map(|delayed| Some((*delayed, verdict(delayed)?)))
            .collect();
        for (delayed, result) in done {
            self.answer_delayed(at, delayed, result);
        }
        let _ = out;
    }

    /// Gives up on writes that have waited too long at a broker.
    pub(crate) fn expire_produce(&mut self, at: BrokerId) {
        let now = self.now;
        let Some(broker) = self.broker(at) else {
            return;
        };
        let expired: Vec<_> = broker
            .delayed_produce
            .iter()
            .filter(|delayed| delayed.expires <= now)
            .copied()
            .collect();
        for delayed in expired {
            self.answer_delayed(at, delayed, Err(ErrorCode::RequestTimedOut));
        }
    }

    fn answer_delayed(
        &mut self,
        at: BrokerId,
        delayed: DelayedProduce,
        result: Result<(), ErrorCode>,
    ) {
        if let Some(broker) = self.broker_mut(at) {
            broker.delayed_produce.retain(|other| *other != delayed);
        }
        let DelayedProduce { batch, attempt, .. } = delayed;
        let message = Message::ProduceAnswer {
            batch,
            attempt,
            result,
            appended: true,
        };
        self.send(Node::Broker(at), Node::Producer, message);
    }

    /// The producer heard from a broker.
    pub(crate) fn on_produce_answer(
        &mut self,
        batch: BatchId,
        attempt: u32,
        result: Result<(), ErrorCode>,
        appended: bool,
        out: &mut Vec<Event>,
    ) {
        let waiting = self.producer.pending.get(&batch);
        if waiting.is_none_or(|pending| pending.attempt != attempt || pending.to.is_none()) {
            return;
        }
        match result {
            Ok(()) => {
                self.producer.pending.remove(&batch);
                self.acknowledge(batch, out);
            }
            Err(error) => {
                let fate = if appended {
                    Fate::Possible
                } else {
                    Fate::Absent
                };
                self.attempt_failed(batch, error, fate, out);
            }
        }
    }

    /// The producer has waited too long, or its connection broke.
    pub(crate) fn produce_unanswered(
        &mut self,
        batch: BatchId,
        attempt: u32,
        error: ErrorCode,
        out: &mut Vec<Event>,
    ) {
        let waiting = self.producer.pending.get(&batch);
        if waiting.is_some_and(|pending| pending.attempt == attempt && pending.to.is_some()) {
            self.attempt_failed(batch, error, Fate::Possible, out);
        }
    }

    /// Clients notice that a broker's process ended.
    pub(crate) fn clients_lose(&mut self, broker: BrokerId) {
        let soon = self.now + self.config.timings.network_delay;
        let lost: Vec<_> = self
            .producer
            .pending
            .iter()
            .filter(|(_, pending)| pending.to == Some(broker))
            .map(|(batch, pending)| (*batch, pending.attempt))
            .collect();
        for (batch, attempt) in lost {
            self.at(soon, Timer::Disconnected { batch, attempt });
        }
        if self
            .consumer
            .as_ref()
            .is_some_and(|consumer| consumer.waits_for == Some(broker))
        {
            self.at(soon, Timer::ConsumerAgain);
        }
    }

    pub(crate) fn consume(&mut self, partition: PartitionId, position: Offset) {
        self.consumer = Some(Consumer {
            partition,
            position,
            read: Vec::new(),
            waits_for: None,
        });
        self.consumer_fetch();
    }

    /// The consumer asks the leader for more.
    pub(crate) fn consumer_fetch(&mut self) {
        let Some(consumer) = &self.consumer else {
            return;
        };
        let (partition, position) = (consumer.partition, consumer.position);
        let leader = self
            .registration(partition)
            .and_then(|registration| registration.leader);
        let reachable =
            leader.filter(|leader| self.broker(*leader).is_some_and(|broker| broker.is_up()));
        let sent = reachable.is_some_and(|leader| {
            let message = Message::ConsumerFetch {
                partition,
                position,
            };
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
                if position < log.start() || log.end() < position {
                    Err(ErrorCode::OffsetOutOfRange)
                } else if log.high_watermark() <= position {
                    if let Some(broker) = self.broker_mut(at) {
                        broker.parked_consumers.push(ParkedConsumer {
                            partition,
                            position,
                        });
                    }
                    return;
                } else {
                    Ok(log.range(position, log.high_watermark()).to_vec())
                }
            }
            _ => Err(ErrorCode::NotLeaderOrFollower),
        };
        let message = Message::ConsumerAnswer {
            partition,
            position,
            result,
        };
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
                self.emit(
                    Fact::Consumed {
                        partition,
                        from: position,
                        to,
                        broker: from,
                    },
                    out,
                );
                self.consumer_fetch();
            }
            Err(ErrorCode::OffsetOutOfRange) => {
                let to = self
                    .replica(from, partition)
                    .map_or(position, |replica| replica.log.high_watermark());
                if let Some(consumer) = &mut self.consumer {
                    consumer.position = to;
                }
                self.emit(
                    Fact::ConsumerReset {
                        partition,
                        from: position,
                        to,
                    },
                    out,
                );
                self.consumer_fetch();
            }
            Err(_) => {
                let again = self.now + self.config.timings.retry_backoff;
                self.at(again, Timer::ConsumerAgain);
            }
        }
    }
}

/// What a failed attempt leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// The records were certainly not appended.
    Absent,
    /// They may have been.
    Possible,
}
