//! The producer: what it sends, hears and gives up.
//!
//! What it was told goes to the ledger; whether it was true is not asked here.

use highwater_protocol::lag::Millis;
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, ErrorCode};

use crate::cluster::{Cluster, Timer};
use crate::command::{Node, Produce};
use crate::event::{Event, Fact};
use crate::idempotence::Numbering;
use crate::ledger::{Append, BatchId, Outcome};
use crate::network::Message;
use crate::table::Table;

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
    pub pending: Table<BatchId, PendingProduce>,
    /// The numbers that it gives its batches.
    pub numbering: Numbering,
}

/// Whether a producer tries again after this error. Source: `Errors` (retriable exceptions).
fn is_retriable(error: ErrorCode) -> bool {
    !matches!(error, ErrorCode::InvalidRequiredAcks | ErrorCode::InvalidProducerEpoch)
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
        let id = self.ledger.open(wish.name.clone(), wish.count, wish.partition, wish.acks);
        let deadline = self.now + self.config.timings.delivery_timeout;
        let pending = PendingProduce {
            attempt: 0,
            retries_left: wish.retries,
            to: None,
            deadline,
            may_exist: false,
        };
        self.number_batch(id);
        self.producer.pending.insert(id, pending);
        self.send_produce(id, out);
    }

    pub(crate) fn send_produce(&mut self, batch: BatchId, out: &mut Vec<Event>) {
        let Some(mut pending) = self.producer.pending.get(&batch).copied() else {
            return;
        };
        let partition = self.ledger.batch(batch).partition;
        pending.attempt += 1;
        let leader = self.registration(partition).and_then(|registration| registration.leader);
        pending.to = leader;
        self.producer.pending.insert(batch, pending);
        let Some(to) = leader else {
            return self.attempt_failed(batch, ErrorCode::LeaderNotAvailable, Fate::Absent, out);
        };
        let attempt = pending.attempt;
        self.emit(Fact::ProduceSent { batch, partition, to, attempt }, out);
        let reachable = self.broker(to).is_some_and(|broker| broker.is_up());
        let message = Message::Produce { batch, attempt };
        if !reachable || !self.send(Node::Producer, Node::Broker(to), message) {
            return self.attempt_failed(batch, ErrorCode::NetworkException, Fate::Absent, out);
        }
        if self.ledger.batch(batch).acks == Acks::None {
            // Nobody will answer: for the producer a sent record is a written one.
            self.producer.pending.remove(&batch);
            self.acknowledge(batch, None, out);
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
            self.at(again_at, Timer::ProduceRetry { batch, attempt: pending.attempt });
            return;
        }
        self.producer.pending.remove(&batch);
        if self.ledger.batch(batch).numbered.is_some() {
            self.producer.numbering.note_failure();
        }
        if pending.may_exist {
            self.ledger.batch_mut(batch).outcome = Outcome::Unknown(error);
            self.emit(Fact::Unknown { batch, error }, out);
        } else {
            self.ledger.batch_mut(batch).outcome = Outcome::Refused(error);
            self.emit(Fact::Refused { batch, error }, out);
        }
    }

    fn acknowledge(&mut self, batch: BatchId, append: Option<Append>, out: &mut Vec<Event>) {
        let now = self.now;
        let entry = self.ledger.batch_mut(batch);
        entry.outcome = Outcome::Acked(now);
        entry.acked_append = append;
        self.emit(Fact::Acked { batch }, out);
        self.check_acked(batch, out);
    }

    /// The producer heard from a broker.
    pub(crate) fn on_produce_answer(
        &mut self,
        batch: BatchId,
        attempt: u32,
        result: Result<(), ErrorCode>,
        append: Option<Append>,
        out: &mut Vec<Event>,
    ) {
        let waiting = self.producer.pending.get(&batch);
        if waiting.is_none_or(|pending| pending.attempt != attempt || pending.to.is_none()) {
            return;
        }
        match result {
            Ok(()) => {
                self.producer.pending.remove(&batch);
                self.acknowledge(batch, append, out);
            }
            Err(error) => {
                let fate = if append.is_some() { Fate::Possible } else { Fate::Absent };
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
        if self.consumer.as_ref().is_some_and(|consumer| consumer.waits_for == Some(broker)) {
            self.at(soon, Timer::ConsumerAgain);
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
