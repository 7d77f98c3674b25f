//! How brokers' processes end and begin, and how the controller learns of it.

use std::rc::Rc;

use highwater_protocol::control::broker_registration::{RegisterBrokerRequest, register_broker};
use highwater_protocol::control::session::{self, SessionState};
use highwater_protocol::control::{BrokerChange, DirectoryId, IncarnationId, PreviousShutdown};
use highwater_protocol::generation::QuickRestart;
use highwater_protocol::isr::Standing;
use highwater_protocol::lag::Millis;
use highwater_protocol::{BrokerEpoch, BrokerId, ErrorCode, Offset};

use crate::broker::Process;
use crate::cluster::{Cluster, Timer};
use crate::command::{Node, Stop};
use crate::config::PartitionId;
use crate::event::{Event, Fact, RemovedBy};
use crate::network::Message;

impl Cluster {
    /// A broker is asked to stop in order: it asks the controller first.
    pub(crate) fn begin_shutdown(&mut self, id: BrokerId, out: &mut Vec<Event>) {
        if let Some(broker) = self.broker_mut(id) {
            broker.process = Process::ShuttingDown;
        }
        self.emit(Fact::ShutdownStarted { broker: id }, out);
        self.send(Node::Broker(id), Node::Controller, Message::WantShutdown);
    }

    /// The controller took a broker's wish to stop: its leaderships move, then it may go.
    pub(crate) fn on_want_shutdown(&mut self, id: BrokerId, out: &mut Vec<Event>) {
        let leads = self.partitions().any(|partition| {
            self.registration(partition)
                .is_some_and(|known| known.leader == Some(id))
        });
        let announce = Fact::ShutdownAccepted { broker: id };
        let flag = move |image: &mut crate::image::MetadataImage| {
            if let Some(registration) = image.brokers.get_mut(id) {
                registration.in_controlled_shutdown = true;
            }
        };
        self.broker_change(BrokerChange::ControlledShutdown(id), flag, announce, out);
        if leads {
            // The next heartbeat after the first one comes 50 ms later, and by then the other
            // brokers have applied the metadata that moved the leaderships.
            let incarnation = self.broker(id).map_or(0, |broker| broker.incarnation);
            let when = self.now + 50.max(3 * self.config.timings.network_delay);
            self.at(
                when,
                Timer::GrantShutdown {
                    broker: id,
                    incarnation,
                },
            );
        } else {
            self.grant_shutdown(id, out);
        }
    }

    /// The controller lets a broker go and fences it.
    pub(crate) fn grant_shutdown(&mut self, id: BrokerId, out: &mut Vec<Event>) {
        self.send(Node::Controller, Node::Broker(id), Message::MayShutdown);
        self.fence(id, out);
    }

    fn fence(&mut self, id: BrokerId, out: &mut Vec<Event>) {
        let flag = move |image: &mut crate::image::MetadataImage| {
            if let Some(registration) = image.brokers.get_mut(id) {
                registration.fenced = true;
            }
        };
        self.broker_change(
            BrokerChange::Fence(id),
            flag,
            Fact::Fenced { broker: id },
            out,
        );
    }

    /// A broker's process ends; the disk keeps what the kind of end leaves.
    pub(crate) fn end_process(&mut self, id: BrokerId, how: Stop, out: &mut Vec<Event>) {
        let heard = self.last_heartbeat(id);
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        if how == Stop::Clean {
            for (partition, replica) in &mut broker.replicas {
                let replica = Rc::make_mut(replica);
                replica.log.flush();
                broker
                    .disk
                    .high_watermarks
                    .insert(*partition, replica.log.high_watermark());
            }
            broker.disk.clean_shutdown = broker.epoch;
        }
        broker.process = Process::Down(how);
        broker.incarnation += 1;
        broker.fetch_times.clear();
        broker.fetchers.clear();
        broker.delayed.clear();
        broker.settled.clear();
        broker.parked.clear();
        broker.parked_consumers.clear();
        broker.delayed_produce.clear();
        let starts_again = broker.starts_again;
        let incarnation = broker.incarnation;
        let partitions: Vec<PartitionId> = broker.replicas.keys().copied().collect();
        self.emit(Fact::Stopped { broker: id, how }, out);
        for partition in partitions {
            self.aside(|cluster| cluster.unload(id, partition, how, out));
        }
        self.others_notice(id);
        self.lose_contact(id, heard);
        if starts_again {
            let when = self.now + self.config.timings.restart_pause;
            self.at(
                when,
                Timer::StartAgain {
                    broker: id,
                    incarnation,
                },
            );
        }
    }

    fn unload(&mut self, id: BrokerId, partition: PartitionId, how: Stop, out: &mut Vec<Event>) {
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        let checkpoint = broker
            .disk
            .high_watermarks
            .get(&partition)
            .copied()
            .unwrap_or_default();
        let Some(replica) = broker.replica_mut(partition) else {
            return;
        };
        let from = replica.log.end();
        let lost = match how {
            Stop::PowerCut => replica.log.lose_page_cache(Offset::ZERO),
            Stop::Clean | Stop::Crash => Default::default(),
        };
        let to = replica.log.end();
        replica.reload(checkpoint);
        if from != to {
            let by = RemovedBy::PowerCut;
            self.note_removal(id, partition, by, (from, to), lost.to_vec(), out);
        }
    }

    /// Connections to a process that ended break.
    fn others_notice(&mut self, id: BrokerId) {
        let others: Vec<BrokerId> = self
            .brokers
            .iter()
            .map(|broker| broker.id)
            .filter(|other| *other != id)
            .collect();
        for other in others {
            let answered = self
                .in_flight
                .values()
                .any(|m| m.from == Node::Broker(id) && m.to == Node::Broker(other));
            if !answered {
                self.connection_lost(other, id);
            }
        }
        self.clients_lose(id);
    }

    /// When the controller last heard a broker, by the rhythm of its heartbeats.
    fn last_heartbeat(&self, id: BrokerId) -> Millis {
        let interval = self.config.timings.heartbeat_interval.max(1);
        self.controller
            .silent
            .get(&id)
            .copied()
            .unwrap_or(self.now - self.now % interval)
    }

    /// From now on the controller hears nothing from a broker.
    pub(crate) fn lose_contact(&mut self, id: BrokerId, heard: Millis) {
        self.controller.silent.entry(id).or_insert(heard);
        self.schedule_scan(heard);
    }

    fn schedule_scan(&mut self, heard: Millis) {
        let timeout = self.config.timings.session_timeout;
        let period = session::scan_period(timeout);
        let mut when = (heard + timeout) / period * period;
        while !session::is_expired(heard, when, timeout) {
            when += period;
        }
        self.at(when.max(self.now), Timer::SessionScan);
    }

    /// The controller fences at most one broker whose session has run out, the lowest id first.
    pub(crate) fn session_scan(&mut self, out: &mut Vec<Event>) {
        let timeout = self.config.timings.session_timeout;
        let expired = self.controller.silent.iter().find(|(id, heard)| {
            session::is_expired(**heard, self.now, timeout)
                && self.standing(**id) != Standing::Fenced
        });
        let Some((id, _)) = expired else { return };
        let id = *id;
        self.fence(id, out);
        let again = self.now + session::SCAN_AGAIN_DELAY;
        self.at(again, Timer::SessionScan);
    }

    /// A broker's process begins.
    pub(crate) fn begin_process(&mut self, id: BrokerId, out: &mut Vec<Event>) {
        let boot = self.config.timings.boot;
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        broker.process = Process::Starting;
        broker.incarnation += 1;
        broker.starts_again = false;
        let incarnation = broker.incarnation;
        self.emit(Fact::Started { broker: id }, out);
        let when = self.now + boot;
        self.at(
            when,
            Timer::Boot {
                broker: id,
                incarnation,
            },
        );
    }

    /// A new process asks to be registered.
    pub(crate) fn register(&mut self, id: BrokerId) {
        let Some(broker) = self.broker(id) else {
            return;
        };
        let previous = broker.disk.clean_shutdown;
        let message = Message::Register(previous);
        if !self.send(Node::Broker(id), Node::Controller, message) {
            self.register_again(id);
        }
    }

    fn register_again(&mut self, id: BrokerId) {
        let incarnation = self.broker(id).map_or(0, |broker| broker.incarnation);
        let when = self.now + self.config.timings.heartbeat_interval;
        self.at(
            when,
            Timer::RegisterAgain {
                broker: id,
                incarnation,
            },
        );
    }

    /// The controller took a registration.
    pub(crate) fn on_register(
        &mut self,
        id: BrokerId,
        previous: Option<BrokerEpoch>,
        out: &mut Vec<Event>,
    ) {
        let timeout = self.config.timings.session_timeout;
        let fenced = self.standing(id) == Standing::Fenced;
        let heard = self.controller.silent.get(&id).copied();
        let alive = heard.is_none_or(|heard| !session::is_expired(heard, self.now, timeout));
        let unnoticed = self.generation().quick_restart() == QuickRestart::Unnoticed;
        if unnoticed && alive && !fenced {
            self.controller.silent.remove(&id);
            self.emit(Fact::RestartUnnoticed { broker: id }, out);
            let epoch = self
                .controller
                .image
                .brokers
                .get(id)
                .map(|known| known.epoch);
            self.answer_register(id, Ok(epoch.unwrap_or_default()));
            return self.publish_to(id);
        }
        // A ZooKeeper session that was closed or ran out is gone; a KRaft session lasts until its
        // time is over, whatever the broker's state.
        let session = if alive && !unnoticed {
            SessionState::Valid
        } else {
            SessionState::Expired
        };
        let incarnation = self.broker(id).map_or(0, |broker| broker.incarnation);
        let request = RegisterBrokerRequest {
            id,
            incarnation: IncarnationId(incarnation),
            previous_epoch: previous,
            rack: None,
            directories: std::iter::once(DirectoryId(100 + u32::from(id.0))).collect(),
        };
        let next = BrokerEpoch(self.controller.image.offset + 1);
        match register_broker(&self.controller.image.brokers, &request, session, next) {
            Ok(registered) => {
                self.controller.silent.remove(&id);
                let epoch = registered.registration.epoch;
                let change = registered
                    .change
                    .unwrap_or(BrokerChange::NewIncarnation(id, PreviousShutdown::Unclean));
                let previous = match change {
                    BrokerChange::NewIncarnation(_, previous) => previous,
                    _ => PreviousShutdown::Unclean,
                };
                let put = move |image: &mut crate::image::MetadataImage| {
                    image.brokers.put(registered.registration);
                };
                let announce = Fact::Registered {
                    broker: id,
                    epoch,
                    previous,
                };
                self.broker_change(change, put, announce, out);
                self.answer_register(id, Ok(epoch));
                self.publish_to(id);
            }
            Err(error) => {
                self.emit(Fact::RegistrationRefused { broker: id, error }, out);
                self.answer_register(id, Err(error));
            }
        }
    }

    fn answer_register(&mut self, id: BrokerId, result: Result<BrokerEpoch, ErrorCode>) {
        self.send(
            Node::Controller,
            Node::Broker(id),
            Message::RegisterAnswer(result),
        );
    }

    /// A new process heard of its registration.
    pub(crate) fn on_register_answer(
        &mut self,
        id: BrokerId,
        result: Result<BrokerEpoch, ErrorCode>,
    ) {
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        if broker.process != Process::Starting {
            return;
        }
        match result {
            Ok(epoch) => {
                broker.process = Process::Running;
                broker.epoch = Some(epoch);
                broker.starts_fresh = true;
                broker.disk.clean_shutdown = None;
                let incarnation = broker.incarnation;
                self.start_timers(id, incarnation);
            }
            Err(_) => self.register_again(id),
        }
    }

    /// The periodic work of a broker begins with its process.
    pub(crate) fn start_timers(&mut self, id: BrokerId, incarnation: u32) {
        let timings = self.config.timings;
        let shrink =
            self.now + highwater_protocol::lag::shrink_check_period(timings.replica_lag_time_max);
        let checkpoint = self.now + timings.high_watermark_checkpoint_interval;
        self.cause = None;
        self.at(shrink, Timer::ShrinkCheck(id, incarnation));
        self.at(checkpoint, Timer::Checkpoint(id, incarnation));
    }

    /// A broker has caught up with the metadata: it is unfenced.
    pub(crate) fn on_ready(&mut self, id: BrokerId, out: &mut Vec<Event>) {
        self.controller.silent.remove(&id);
        let running = self
            .broker(id)
            .is_some_and(|broker| broker.process == Process::Running);
        if !running || self.standing(id) != Standing::Fenced {
            return;
        }
        let flag = move |image: &mut crate::image::MetadataImage| {
            if let Some(registration) = image.brokers.get_mut(id) {
                registration.fenced = false;
                registration.in_controlled_shutdown = false;
            }
        };
        self.broker_change(
            BrokerChange::Unfence(id),
            flag,
            Fact::Unfenced { broker: id },
            out,
        );
    }

    /// Writes `replication-offset-checkpoint`.
    pub(crate) fn checkpoint(&mut self, id: BrokerId) {
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        for (partition, replica) in &broker.replicas {
            broker
                .disk
                .high_watermarks
                .insert(*partition, replica.log.high_watermark());
        }
    }

    /// A link was cut: what is under way is lost, waiting requests fail.
    pub(crate) fn cut_link(&mut self, a: Node, b: Node) {
        self.cut_links.insert((a.min(b), a.max(b)));
        self.in_flight
            .retain(|_, m| (m.from, m.to) != (a, b) && (m.from, m.to) != (b, a));
        match (a, b) {
            (Node::Broker(x), Node::Broker(y)) => {
                self.drop_parked(x, y);
                self.drop_parked(y, x);
                self.connection_lost(x, y);
                self.connection_lost(y, x);
            }
            (Node::Broker(id), Node::Controller) | (Node::Controller, Node::Broker(id)) => {
                let heard = self.last_heartbeat(id);
                self.lose_contact(id, heard);
                let starting = self
                    .broker(id)
                    .is_some_and(|broker| broker.process == Process::Starting);
                if starting {
                    self.register_again(id);
                }
            }
            (Node::Broker(id), Node::Producer | Node::Consumer)
            | (Node::Producer | Node::Consumer, Node::Broker(id)) => self.clients_lose(id),
            _ => {}
        }
    }

    fn drop_parked(&mut self, leader: BrokerId, follower: BrokerId) {
        if let Some(broker) = self.broker_mut(leader) {
            broker.parked.retain(|parked| parked.follower != follower);
        }
    }

    /// A link was mended: what must not wait for a timer is done at once.
    pub(crate) fn heal_link(&mut self, a: Node, b: Node, out: &mut Vec<Event>) {
        self.cut_links.remove(&(a.min(b), a.max(b)));
        let ((Node::Broker(id), Node::Controller) | (Node::Controller, Node::Broker(id))) = (a, b)
        else {
            return;
        };
        let Some(broker) = self.broker(id).filter(|broker| broker.is_up()) else {
            return;
        };
        let shutting_down = broker.process == Process::ShuttingDown;
        let led: Vec<PartitionId> = broker
            .replicas
            .iter()
            .filter(|(_, replica)| {
                replica
                    .leadership()
                    .is_some_and(|l| l.isr.pending().is_some())
            })
            .map(|(partition, _)| *partition)
            .collect();
        self.controller.silent.remove(&id);
        self.publish_to(id);
        let wish = if shutting_down {
            Message::WantShutdown
        } else {
            Message::Ready
        };
        self.send(Node::Broker(id), Node::Controller, wish);
        for partition in led {
            self.send_isr_request(id, partition, out);
        }
    }
}
