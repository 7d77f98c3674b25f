//! Commands, messages and timers: who handles what.

use std::rc::Rc;

use highwater_protocol::ErrorCode;

use crate::broker::Process;
use crate::cluster::{Cluster, Timer};
use crate::command::{Command, Node, Produce, Refusal, Stop};
use crate::config::PartitionId;
use crate::event::{Event, Fact};
use crate::network::{InFlight, Message};
use highwater_protocol::BrokerId;

/// The most records that one batch may have.
pub const BATCH_RECORDS_MAX: u32 = 1_000;

impl Cluster {
    /// Carries out a command at the present time; its events are added to `out`.
    ///
    /// # Errors
    /// A [`Refusal`] when the command makes no sense now; nothing has changed then.
    pub fn submit(&mut self, command: &Command, out: &mut Vec<Event>) -> Result<(), Refusal> {
        self.check(command)?;
        self.cause = None;
        self.carry_out(command, out);
        self.cause = None;
        Ok(())
    }

    /// Whether a command could be carried out now.
    ///
    /// # Errors
    /// The [`Refusal`] that [`Cluster::submit`] would give.
    pub fn check(&self, command: &Command) -> Result<(), Refusal> {
        match command {
            Command::Produce(wish) => self.check_produce(wish),
            Command::Consume(partition, _, _)
            | Command::SetUncleanElection(partition, _)
            | Command::Elect(partition, _)
            | Command::Reassign(partition, _)
            | Command::CancelReassignment(partition) => self.check_partition(*partition),
            Command::SetMinInsyncReplicas(partition, value) => {
                self.check_partition(*partition)?;
                if *value == 0 { Err(Refusal::BadMinInsyncReplicas) } else { Ok(()) }
            }
            Command::EndTransaction(name, end) => self.check_end(name, *end),
            Command::Grow(partition, count) => {
                self.check_partition(*partition)?;
                let room = self.room_for_partitions(*partition) as u32;
                if room < *count { Err(Refusal::NoRoom(room)) } else { Ok(()) }
            }
            Command::Stop(id, how) | Command::Restart(id, how) => self.check_stop(*id, *how),
            Command::Start(id) => {
                let broker = self.broker(*id).ok_or(Refusal::NoSuchBroker(*id))?;
                if broker.has_process() { Err(Refusal::AlreadyRunning(*id)) } else { Ok(()) }
            }
            Command::SetIdempotence(_) => Ok(()),
            Command::CutLink(a, b) => self.check_link(*a, *b, LinkNow::Whole),
            Command::HealLink(a, b) => self.check_link(*a, *b, LinkNow::Cut),
            Command::Slow(id, _) | Command::Flush(id) => {
                self.broker(*id).map(|_| ()).ok_or(Refusal::NoSuchBroker(*id))
            }
        }
    }

    fn check_stop(&self, id: BrokerId, how: Stop) -> Result<(), Refusal> {
        let broker = self.broker(id).ok_or(Refusal::NoSuchBroker(id))?;
        match broker.process {
            Process::Down(_) => Err(Refusal::NotRunning(id)),
            Process::ShuttingDown if how == Stop::Clean => Err(Refusal::AlreadyStopping(id)),
            _ => Ok(()),
        }
    }

    fn check_partition(&self, partition: PartitionId) -> Result<(), Refusal> {
        match self.registration(partition) {
            Some(_) => Ok(()),
            None => Err(Refusal::NoSuchPartition(partition)),
        }
    }

    fn check_produce(&self, wish: &Produce) -> Result<(), Refusal> {
        self.check_partition(wish.partition)?;
        if wish.count == 0 || BATCH_RECORDS_MAX < wish.count {
            return Err(Refusal::BadCount(BATCH_RECORDS_MAX));
        }
        if let Some(name) = &wish.transaction {
            self.check_transaction(name, wish.acks)?;
        }
        if let Some(at) = wish.at.filter(|at| self.broker(*at).is_none()) {
            return Err(Refusal::NoSuchBroker(at));
        }
        if self.ledger.by_name(&wish.name).is_some() {
            return Err(Refusal::NameTaken(wish.name.clone()));
        }
        Ok(())
    }

    fn check_link(&self, a: Node, b: Node, expected: LinkNow) -> Result<(), Refusal> {
        for node in [a, b] {
            if let Node::Broker(id) = node {
                self.broker(id).ok_or(Refusal::NoSuchBroker(id))?;
            }
        }
        let connected = a != b && [a, b].iter().any(|node| matches!(node, Node::Broker(_)));
        if !connected {
            return Err(Refusal::NoSuchLink(a, b));
        }
        let now = if self.is_cut(a, b) { LinkNow::Cut } else { LinkNow::Whole };
        if now == expected { Ok(()) } else { Err(Refusal::LinkUnchanged(a, b)) }
    }

    fn carry_out(&mut self, command: &Command, out: &mut Vec<Event>) {
        match command {
            Command::Produce(wish) => self.produce(wish, out),
            Command::Consume(partition, from, isolation) => {
                self.consume(*partition, *from, *isolation);
            }
            Command::Stop(id, how) => self.stop(*id, *how, Afterwards::StayDown, out),
            Command::Restart(id, how) => self.stop(*id, *how, Afterwards::StartAgain, out),
            Command::Start(id) => self.begin_process(*id, out),
            Command::CutLink(a, b) => {
                self.emit(Fact::LinkCut { a: *a, b: *b }, out);
                self.cut_link(*a, *b);
            }
            Command::HealLink(a, b) => {
                self.emit(Fact::LinkHealed { a: *a, b: *b }, out);
                self.heal_link(*a, *b);
            }
            Command::Slow(id, extra) => {
                if let Some(broker) = self.broker_mut(*id) {
                    broker.slow = *extra;
                }
                self.emit(Fact::Slowed { broker: *id, extra: *extra }, out);
            }
            Command::SetMinInsyncReplicas(id, value) => self.set_min_insync(*id, *value, out),
            Command::SetUncleanElection(id, value) => {
                let Some((topic, _)) = self.config.partition(*id) else {
                    return;
                };
                let name = topic.name.clone();
                let topics = &mut Rc::make_mut(&mut self.config).topics;
                if let Some(topic) = topics.iter_mut().find(|topic| topic.name == name) {
                    topic.unclean = Some(*value);
                }
                self.emit(Fact::UncleanElectionSet { topic: name, value: *value }, out);
            }
            Command::SetIdempotence(value) => {
                self.producer.numbering.idempotence = *value;
                self.emit(Fact::IdempotenceSet { value: *value }, out);
            }
            Command::Elect(id, wish) => self.elect(*id, *wish, out),
            Command::Reassign(id, target) => self.reassign(*id, target, out),
            Command::EndTransaction(name, end) => self.end_transaction(name, *end, out),
            Command::Grow(id, count) => self.grow(*id, *count, out),
            Command::CancelReassignment(id) => self.cancel_reassignment(*id, out),
            Command::Flush(id) => {
                if let Some(broker) = self.broker_mut(*id) {
                    for replica in broker.replicas.values_mut() {
                        Rc::make_mut(replica).log.flush();
                    }
                }
                self.emit(Fact::Flushed { broker: *id }, out);
            }
        }
    }

    fn stop(&mut self, id: BrokerId, how: Stop, then: Afterwards, out: &mut Vec<Event>) {
        let quick = then == Afterwards::StartAgain
            && self.generation().quick_restart() == highwater_protocol::QuickRestart::Unnoticed;
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        broker.starts_again = then == Afterwards::StartAgain;
        let asks_first = how == Stop::Clean && broker.process == Process::Running && !quick;
        if asks_first {
            self.begin_shutdown(id, out);
        } else {
            self.end_process(id, how, out);
        }
    }

    /// Hands a message to its receiver.
    pub(crate) fn deliver(&mut self, under_way: InFlight, out: &mut Vec<Event>) {
        match (under_way.from, under_way.to) {
            (from, Node::Broker(to)) => self.deliver_to_broker(from, to, under_way.message, out),
            (Node::Broker(from), Node::Controller) => {
                self.deliver_to_controller(from, under_way.message, out);
            }
            (Node::Broker(from), client @ (Node::Producer | Node::Consumer)) => {
                self.deliver_to_client(from, client, under_way.message, out);
            }
            _ => {}
        }
    }

    fn deliver_to_broker(
        &mut self,
        from: Node,
        to: BrokerId,
        message: Message,
        out: &mut Vec<Event>,
    ) {
        let Some(broker) = self.broker(to) else {
            return;
        };
        if let Message::RegisterAnswer(result) = message {
            return self.on_register_answer(to, result);
        }
        if !broker.is_up() {
            return self.refuse_connection(from, to, &message);
        }
        match (from, message) {
            (Node::Broker(from), Message::Fetch(requests)) => {
                self.on_fetch(to, from, requests, out);
            }
            (Node::Broker(from), Message::FetchAnswer(answers)) => {
                self.on_fetch_answer(to, from, answers, out);
            }
            (Node::Broker(from), Message::EpochEnds(questions)) => {
                self.on_epoch_ends(to, from, questions, out);
            }
            (Node::Broker(from), Message::EpochEndsAnswer(answers)) => {
                self.on_epoch_ends_answer(to, from, answers, out);
            }
            (Node::Broker(from), Message::LogBounds(partition)) => {
                let result = match self.replica(to, partition) {
                    Some(replica) => {
                        replica.check_leads(None).map(|_| (replica.log.start(), replica.log.end()))
                    }
                    None => Err(ErrorCode::NotLeaderOrFollower),
                };
                let answer = Message::LogBoundsAnswer(partition, result);
                if !self.send(Node::Broker(to), Node::Broker(from), answer) {
                    self.back_off(from, to);
                }
            }
            (Node::Broker(from), Message::LogBoundsAnswer(partition, result)) => {
                self.on_log_bounds(to, from, partition, result, out);
            }
            (Node::Producer, Message::Produce { batch, attempt }) => {
                self.on_produce(to, batch, attempt, out);
            }
            (client, Message::AskMetadata) => self.on_ask_metadata(to, client),
            (Node::Consumer, Message::ConsumerAsks(request)) => {
                self.on_consumer_asks(to, request, out);
            }
            (Node::Controller, Message::AlterPartitionAnswer(answers)) => {
                self.on_isr_answers(to, answers, out);
            }
            (Node::Controller, Message::Metadata(image)) => self.on_metadata(to, image, out),
            (Node::Controller, Message::MayShutdown)
                if self.broker(to).is_some_and(|b| b.process == Process::ShuttingDown) =>
            {
                self.end_process(to, Stop::Clean, out);
            }
            _ => {}
        }
    }

    /// Nobody listens: whoever asked sees a broken connection.
    fn refuse_connection(&mut self, from: Node, to: BrokerId, message: &Message) {
        match (from, message) {
            (
                Node::Broker(from),
                Message::Fetch(_) | Message::EpochEnds(_) | Message::LogBounds(_),
            ) => {
                self.connection_lost(from, to);
            }
            (Node::Producer, Message::Produce { batch, attempt }) => {
                let when = self.now + self.config.timings.network_delay;
                self.at(when, Timer::Disconnected { batch: *batch, attempt: *attempt });
            }
            (client, Message::AskMetadata) => self.client_disconnected(client, to),
            (Node::Consumer, Message::ConsumerAsks(_)) => self.consumer_refused(to),
            _ => {}
        }
    }

    fn deliver_to_controller(&mut self, from: BrokerId, message: Message, out: &mut Vec<Event>) {
        match message {
            Message::AlterPartition(requests) => self.on_alter_partition(from, requests, out),
            Message::Register(previous) => self.on_register(from, previous, out),
            Message::Ready => self.on_ready(from, out),
            Message::WantShutdown => self.on_want_shutdown(from, out),
            _ => {}
        }
    }

    fn deliver_to_client(
        &mut self,
        from: BrokerId,
        client: Node,
        message: Message,
        out: &mut Vec<Event>,
    ) {
        match message {
            Message::ProduceAnswer { batch, attempt, result, append, leader } => {
                self.on_produce_answer(batch, attempt, result, append, leader, out);
            }
            Message::Metadata(image) => self.on_client_metadata(client, &image, out),
            Message::ConsumerAnswer(request, result) => {
                self.on_consumer_answer(from, request, result, out);
            }
            _ => {}
        }
    }

    /// Does what a timer is for; a timer of an earlier process does nothing.
    pub(crate) fn fire(&mut self, timer: Timer, out: &mut Vec<Event>) {
        let current = |cluster: &Cluster, id: BrokerId, incarnation: u32| {
            cluster.broker(id).is_some_and(|broker| broker.incarnation == incarnation)
        };
        match timer {
            Timer::ShrinkCheck(id, incarnation) if current(self, id, incarnation) => {
                self.shrink_check(id, out);
                let lag = self.config.timings.replica_lag_time_max;
                let when = self.now + highwater_protocol::lag::shrink_check_period(lag);
                self.cause = None;
                self.at(when, timer);
            }
            Timer::Checkpoint(id, incarnation) if current(self, id, incarnation) => {
                self.checkpoint(id);
                let when = self.now + self.config.timings.high_watermark_checkpoint_interval.max(1);
                self.at(when, timer);
            }
            Timer::ParkedExpiry { leader, follower, incarnation }
                if current(self, leader, incarnation) =>
            {
                self.expire_parked(leader, follower, out);
            }
            Timer::ProduceExpiry { broker, incarnation } if current(self, broker, incarnation) => {
                self.expire_produce(broker);
            }
            Timer::FetchAgain { follower, incarnation } if current(self, follower, incarnation) => {
                self.pump_all(follower, out);
            }
            Timer::Boot { broker, incarnation } | Timer::RegisterAgain { broker, incarnation }
                if current(self, broker, incarnation) =>
            {
                self.register(broker);
            }
            Timer::IsrRequestsAgain { broker, incarnation }
                if current(self, broker, incarnation) =>
            {
                self.send_isr_requests(broker, out);
            }
            Timer::StartAgain { broker, incarnation } if current(self, broker, incarnation) => {
                self.begin_process(broker, out);
            }
            Timer::GrantShutdown { broker, incarnation } if current(self, broker, incarnation) => {
                self.grant_shutdown(broker, out);
            }
            Timer::RequestTimeout { batch, attempt } => {
                self.produce_unanswered(batch, attempt, ErrorCode::RequestTimedOut, out);
            }
            Timer::Disconnected { batch, attempt } => {
                self.produce_unanswered(batch, attempt, ErrorCode::NetworkException, out);
            }
            Timer::ProduceRetry => self.pump_producer(out),
            Timer::DeliveryTimeout(batch) => self.delivery_timed_out(batch, out),
            Timer::TransactionTimeout(id) => self.transaction_timed_out(id, out),
            Timer::ClientDisconnected { client, broker } => {
                self.client_disconnected(client, broker);
            }
            Timer::RefreshMetadata(client) => self.ask_for_metadata(client),
            Timer::ConsumerAgain => self.consumer_again(),
            Timer::SessionScan => self.session_scan(out),
            Timer::UncleanTask => {
                self.unclean_task(out);
                self.repeat(timer, highwater_protocol::control::election::UNCLEAN_TASK_PERIOD);
            }
            Timer::PreferredTask => {
                self.preferred_task(out);
                self.repeat(timer, highwater_protocol::control::election::PREFERRED_TASK_PERIOD);
            }
            _ => {}
        }
    }

    fn repeat(&mut self, timer: Timer, period: u64) {
        self.cause = None;
        let when = self.now + period;
        self.at(when, timer);
    }
}

/// The state that a command about a link expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LinkNow {
    Whole,
    Cut,
}

/// What is to come after a stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Afterwards {
    StayDown,
    StartAgain,
}
