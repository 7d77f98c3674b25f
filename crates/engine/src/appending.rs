//! What a leader does with writes: admission, append, the wait for the high watermark.
//!
//! When a write is admitted or done is decided in `highwater_protocol::produce`.

use highwater_protocol::client;
use highwater_protocol::produce::{self, Acks};
use highwater_protocol::{BrokerId, ErrorCode, LeaderEpoch, Offset, RecordId};

use crate::broker::DelayedProduce;
use crate::client_metadata::KnownLeader;
use crate::cluster::{Cluster, Timer};
use crate::command::Node;
use crate::config::PartitionId;
use crate::event::{Event, Fact};
use crate::ledger::{Append, BatchId, Outcome};
use crate::network::Message;

impl Cluster {
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
        let answer = |cluster: &mut Cluster, result, append| {
            if acks != Acks::None {
                cluster.answer_produce(at, (batch, attempt), result, append);
            }
        };
        // The ISR is looked at first: a repetition of what is already stored can be refused.
        let admitted =
            self.admit(at, partition, acks).and_then(|()| self.recognize(at, partition, batch));
        let repeated = match admitted {
            Ok(repeated) => repeated,
            Err(error) => {
                if produce::counts_as_failed(error)
                    && let Some(broker) = self.broker_mut(at)
                {
                    broker.counters.failed_produces += 1;
                }
                return answer(self, Err(error), None);
            }
        };
        let append = match repeated {
            Some(stored) => {
                let epoch = self.epoch_at(at, partition, stored);
                let append = Append { broker: at, first: stored, epoch, at: self.now };
                self.emit(Fact::Recognized { batch, partition, broker: at, first: stored }, out);
                append
            }
            None => self.append_batch(at, partition, batch, (first, count), out),
        };
        match acks {
            Acks::None => {}
            Acks::Leader => answer(self, Ok(()), Some(append)),
            Acks::All => {
                let expires = self.now + self.config.timings.request_timeout;
                let required = append.first.plus(count);
                let cause = self.cause;
                let delayed =
                    DelayedProduce { batch, attempt, partition, required, append, expires, cause };
                if let Some(broker) = self.broker_mut(at) {
                    broker.delayed_produce.push(delayed);
                    let incarnation = broker.incarnation;
                    self.at(expires, Timer::ProduceExpiry { broker: at, incarnation });
                }
                self.complete_produce(at, partition);
            }
        }
        self.wake_fetches(at, partition, out);
    }

    fn epoch_at(&self, at: BrokerId, partition: PartitionId, offset: Offset) -> LeaderEpoch {
        let entry = self.replica(at, partition).and_then(|replica| replica.log.entry(offset));
        entry.map(|entry| entry.epoch).unwrap_or_default()
    }

    /// Appends a batch to a leader's log and lets it count; admission was checked before.
    fn append_batch(
        &mut self,
        at: BrokerId,
        partition: PartitionId,
        batch: BatchId,
        (first, count): (RecordId, u32),
        out: &mut Vec<Event>,
    ) -> Append {
        let (generation, now) = (self.generation(), self.now);
        let mut append =
            Append { broker: at, first: Offset::ZERO, epoch: LeaderEpoch::default(), at: now };
        let Some(replica) = self.replica_mut(at, partition) else { return append };
        append.first = replica.log.end();
        append.epoch = replica.leader_epoch.unwrap_or_default();
        for place in 0..count {
            // That the replica leads was checked by the admission.
            let _ = replica.append(RecordId(first.0 + place), generation);
        }
        let end = replica.log.end();
        let Append { first, epoch, .. } = append;
        self.emit(Fact::Appended { batch, partition, broker: at, first, end, epoch }, out);
        self.note_append(batch, append);
        self.note_numbers(at, partition, first, end);
        self.aside(|cluster| cluster.advance_high_watermark(at, partition, out));
        append
    }

    fn note_append(&mut self, batch: BatchId, append: Append) {
        let entry = self.ledger.batch_mut(batch);
        entry.appends.push(append);
        if matches!(entry.outcome, Outcome::Acked(_)) && entry.acked_append.is_none() {
            entry.acked_append = Some(append);
        }
    }

    fn admit(&self, at: BrokerId, partition: PartitionId, acks: Acks) -> Result<(), ErrorCode> {
        let replica = self.replica(at, partition).ok_or(ErrorCode::NotLeaderOrFollower)?;
        replica.admit_write(acks, self.min_insync_at(at, partition), self.generation())
    }

    /// `min.insync.replicas` as a broker's metadata has it.
    pub(crate) fn min_insync_at(&self, at: BrokerId, partition: PartitionId) -> usize {
        let image = self.broker(at).map(|broker| &broker.image);
        let known = image.and_then(|image| image.min_insync_replicas.get(usize::from(partition.0)));
        known.map_or(1, |value| usize::from(*value))
    }

    /// Answers the waiting writes of a partition that are done.
    pub(crate) fn complete_produce(&mut self, at: BrokerId, partition: PartitionId) {
        let min_insync = self.min_insync_at(at, partition);
        let Some(broker) = self.broker(at) else { return };
        let Some(replica) = broker.replica(partition) else { return };
        let done: Vec<_> = broker
            .delayed_produce
            .iter()
            .filter(|delayed| delayed.partition == partition)
            .filter_map(|delayed| {
                let result =
                    replica.completion_of(delayed.required, min_insync, self.generation())?;
                Some((*delayed, result))
            })
            .collect();
        for (delayed, result) in done {
            self.answer_delayed(at, delayed, result);
        }
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
        if let Some(broker) = self.broker_mut(at) {
            broker.counters.expired_produces += expired.len() as u32;
        }
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
        let DelayedProduce { batch, attempt, append, .. } = delayed;
        self.answer_produce(at, (batch, attempt), result, Some(append));
    }

    fn answer_produce(
        &mut self,
        at: BrokerId,
        (batch, attempt): (BatchId, u32),
        result: Result<(), ErrorCode>,
        append: Option<Append>,
    ) {
        let partition = self.ledger.batch(batch).partition;
        let generation = self.generation();
        let names = result.is_err_and(|error| client::names_leader(error, generation));
        let leader = self.broker(at).filter(|_| names).and_then(|broker| {
            let registration = broker.image.partitions.get(usize::from(partition.0))?;
            let epoch = registration.leader_epoch;
            registration.leader.map(|id| KnownLeader { leader: Some(id), epoch })
        });
        let message = Message::ProduceAnswer { batch, attempt, result, append, leader };
        self.send(Node::Broker(at), Node::Producer, message);
    }
}
