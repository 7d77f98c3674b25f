//! The producer: what it sends, hears and gives up.
//!
//! What it was told goes to the ledger; whether it was true is not asked here.

use std::rc::Rc;

use highwater_protocol::lag::Millis;
use highwater_protocol::produce::{self, Acks, Reaction, client_backoff};
use highwater_protocol::{BrokerId, ErrorCode};

use crate::client_metadata::{ClientMetadata, KnownLeader};
use crate::cluster::{Cluster, Timer};
use crate::command::{Node, Produce};
use crate::config::PartitionId;
use crate::event::{Event, Fact};
use crate::idempotence::Numbering;
use crate::ledger::{Append, BatchId, Outcome};
use crate::network::Message;
use crate::table::Table;
use crate::transactions::Part;

/// A batch that the producer waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PendingProduce {
    /// Which attempt, from 1.
    pub attempt: u32,
    /// How many more there may be.
    pub retries_left: u32,
    /// Whom the first attempt is to go to, whoever leads.
    pub at: Option<BrokerId>,
    /// Where the attempt went; `None` between attempts.
    pub to: Option<BrokerId>,
    /// When the next attempt may begin.
    pub not_before: Millis,
    /// Why the next attempt couldn't begin so far.
    pub hindered_by: Option<ErrorCode>,
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
    /// What it knows of partitions' leaders.
    pub metadata: ClientMetadata,
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
            at: wish.at,
            to: None,
            not_before: self.now,
            hindered_by: None,
            deadline,
            may_exist: false,
        };
        if let Some(name) = &wish.transaction {
            self.join_transaction(id, name);
        }
        self.number_batch(id);
        self.producer.pending.insert(id, pending);
        self.send_produce(id, out);
        self.at(deadline, Timer::DeliveryTimeout(id));
    }

    /// Sends the marker of a transaction, again and again until it is written.
    pub(crate) fn produce_marker(
        &mut self,
        name: Rc<str>,
        partition: PartitionId,
        part: Part,
        out: &mut Vec<Event>,
    ) {
        let id = self.ledger.open(name, 1, partition, Acks::All);
        self.ledger.batch_mut(id).part = part;
        let pending = PendingProduce {
            attempt: 0,
            retries_left: u32::MAX,
            at: None,
            to: None,
            not_before: self.now,
            hindered_by: None,
            deadline: Millis::MAX,
            may_exist: false,
        };
        self.producer.pending.insert(id, pending);
        self.send_produce(id, out);
    }

    /// Sends what waits for a leader, a connection or the end of a pause.
    pub(crate) fn pump_producer(&mut self, out: &mut Vec<Event>) {
        let now = self.now;
        let waits = |pending: &PendingProduce| pending.to.is_none() && pending.not_before <= now;
        let pending = self.producer.pending.iter();
        let due: Vec<BatchId> =
            pending.filter(|(_, pending)| waits(pending)).map(|(batch, _)| *batch).collect();
        for batch in due {
            self.aside(|cluster| cluster.send_produce(batch, out));
        }
    }

    /// Sends a batch to whom the producer takes for the leader. Where it knows none, or can't reach
    /// it, the batch waits: that is no attempt yet.
    fn send_produce(&mut self, batch: BatchId, out: &mut Vec<Event>) {
        let Some(mut pending) = self.producer.pending.get(&batch).copied() else {
            return;
        };
        let partition = self.ledger.batch(batch).partition;
        let known = self.producer.metadata.leader(partition).and_then(|known| known.leader);
        let Some(to) = pending.at.or(known) else {
            return self.hindered(batch, ErrorCode::LeaderNotAvailable, out);
        };
        let can_reach = match pending.at {
            Some(_) => self.is_reachable(Node::Producer, to),
            None => self.can_reach(Node::Producer, to),
        };
        if !can_reach {
            let again = self.reconnects_at(Node::Producer, to);
            if self.now < again && self.is_reachable(Node::Producer, to) {
                self.at(again, Timer::ProduceRetry);
            }
            return self.hindered(batch, ErrorCode::NetworkException, out);
        }
        pending.attempt += 1;
        pending.to = Some(to);
        pending.at = None;
        pending.hindered_by = None;
        let attempt = pending.attempt;
        self.producer.pending.insert(batch, pending);
        self.producer.metadata.connected = self.producer.metadata.connected.with(to);
        self.emit(Fact::ProduceSent { batch, partition, to, attempt }, out);
        self.send(Node::Producer, Node::Broker(to), Message::Produce { batch, attempt });
        if self.ledger.batch(batch).acks == Acks::None {
            // Nobody will answer: for the producer a sent record is a written one.
            self.producer.pending.remove(&batch);
            self.acknowledge(batch, None, out);
        } else {
            let when = self.now + self.config.timings.request_timeout;
            self.at(when, Timer::RequestTimeout { batch, attempt });
        }
    }

    /// A batch can't even be sent. It waits for other metadata.
    fn hindered(&mut self, batch: BatchId, error: ErrorCode, out: &mut Vec<Event>) {
        let Some(pending) = self.producer.pending.get_mut(&batch) else { return };
        pending.at = None;
        if pending.hindered_by.replace(error) != Some(error) {
            self.emit(Fact::WillRetry { batch, error }, out);
        }
        self.refresh_metadata(Node::Producer);
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
        let reaction = produce::reaction(error);
        if reaction == Reaction::RefreshAndRetry {
            self.refresh_metadata(Node::Producer);
        }
        if 0 < pending.retries_left && reaction != Reaction::GiveUp && self.now < pending.deadline {
            let tries = pending.attempt.saturating_sub(1);
            let backoff = self.config.timings.retry_backoff;
            pending.retries_left -= 1;
            pending.not_before = self.now + client_backoff(backoff, tries, self.generation());
            self.producer.pending.insert(batch, pending);
            self.emit(Fact::WillRetry { batch, error }, out);
            return self.at(pending.not_before, Timer::ProduceRetry);
        }
        self.give_up(batch, pending, error, out);
    }

    /// A batch fails for good.
    fn give_up(
        &mut self,
        batch: BatchId,
        pending: PendingProduce,
        error: ErrorCode,
        out: &mut Vec<Event>,
    ) {
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

    /// `delivery.timeout.ms` have passed since a batch was handed over.
    pub(crate) fn delivery_timed_out(&mut self, batch: BatchId, out: &mut Vec<Event>) {
        if let Some(mut pending) = self.producer.pending.get(&batch).copied() {
            pending.may_exist |= pending.to.is_some();
            self.give_up(batch, pending, ErrorCode::RequestTimedOut, out);
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
        named: Option<KnownLeader>,
        out: &mut Vec<Event>,
    ) {
        let waiting = self.producer.pending.get(&batch);
        if waiting.is_none_or(|pending| pending.attempt != attempt || pending.to.is_none()) {
            return;
        }
        let Err(error) = result else {
            self.producer.pending.remove(&batch);
            return self.acknowledge(batch, append, out);
        };
        let partition = self.ledger.batch(batch).partition;
        let is_news =
            named.is_some_and(|named| self.learn_leader(Node::Producer, partition, named, out));
        let fate = if append.is_some() { Fate::Possible } else { Fate::Absent };
        self.attempt_failed(batch, error, fate, out);
        if is_news && let Some(pending) = self.producer.pending.get_mut(&batch) {
            // Whom to send it to is known, so there is nothing to wait for.
            pending.not_before = self.now;
            self.pump_producer(out);
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
        let waiting = self.producer.pending.get(&batch).filter(|p| p.attempt == attempt);
        let Some(to) = waiting.and_then(|pending| pending.to) else { return };
        // A request that was given up closes its connection, too.
        self.client_disconnected(Node::Producer, to);
        self.attempt_failed(batch, error, Fate::Possible, out);
    }

    /// The producer will notice that its connection to a broker is gone.
    pub(crate) fn producer_loses(&mut self, broker: BrokerId) {
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
        if self.producer.metadata.connected.contains(broker) {
            self.at(soon, Timer::ClientDisconnected { client: Node::Producer, broker });
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
