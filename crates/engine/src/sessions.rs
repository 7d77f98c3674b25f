//! How the controller learns that brokers are there: registration, sessions, fencing.

use highwater_protocol::control::broker_registration::{RegisterBrokerRequest, register_broker};
use highwater_protocol::control::session::{self, SessionState};
use highwater_protocol::control::{BrokerChange, DirectoryId, IncarnationId, PreviousShutdown};
use highwater_protocol::generation::QuickRestart;
use highwater_protocol::isr::Standing;
use highwater_protocol::lag::Millis;
use highwater_protocol::{BrokerEpoch, BrokerId, ErrorCode};

use crate::broker::Process;
use crate::cluster::{Cluster, Timer};
use crate::command::Node;
use crate::control::Silence;
use crate::event::{Event, Fact};
use crate::network::Message;

impl Cluster {
    /// When the controller last heard a broker, by the rhythm of its heartbeats.
    pub(crate) fn last_heartbeat(&self, id: BrokerId) -> Millis {
        let interval = self.config.timings.heartbeat_interval.max(1);
        let beat = self.now - self.now % interval;
        self.controller.silent.get(&id).map_or(beat, |silence| silence.heard)
    }

    /// From now on the controller hears nothing from a broker.
    pub(crate) fn lose_contact(&mut self, id: BrokerId, heard: Millis) {
        let silence = Silence { heard, cause: self.cause };
        self.controller.silent.get_or_insert_with(id, || silence);
        self.schedule_scan(heard);
    }

    pub(crate) fn schedule_scan(&mut self, heard: Millis) {
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
        if self.controller.scanned_at.replace(self.now) == Some(self.now) {
            return;
        }
        let timeout = self.config.timings.session_timeout;
        let expired = self.controller.silent.iter().find(|(id, silence)| {
            session::is_expired(silence.heard, self.now, timeout)
                && self.standing(**id) != Standing::Fenced
        });
        let Some((id, silence)) = expired else { return };
        let id = *id;
        self.cause = silence.cause;
        self.fence(id, out);
        let again = self.now + session::SCAN_AGAIN_DELAY;
        self.at(again, Timer::SessionScan);
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

    pub(crate) fn register_again(&mut self, id: BrokerId) {
        let incarnation = self.broker(id).map_or(0, |broker| broker.incarnation);
        let when = self.now + self.config.timings.heartbeat_interval;
        self.at(when, Timer::RegisterAgain { broker: id, incarnation });
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
        let heard = self.controller.silent.get(&id).map(|silence| silence.heard);
        let alive = heard.is_none_or(|heard| !session::is_expired(heard, self.now, timeout));
        let unnoticed = self.generation().quick_restart() == QuickRestart::Unnoticed;
        if unnoticed && alive && !fenced {
            self.controller.silent.remove(&id);
            self.emit(Fact::RestartUnnoticed { broker: id }, out);
            let epoch = self.controller.image.brokers.get(id).map(|known| known.epoch);
            self.answer_register(id, Ok(epoch.unwrap_or_default()));
            return self.publish_to(id);
        }
        // A ZooKeeper session that was closed or ran out is gone; a KRaft session lasts until its
        // time is over, whatever the broker's state.
        let session = if alive && !unnoticed { SessionState::Valid } else { SessionState::Expired };
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
                let put = move |image: &mut crate::image::MetadataImage| {
                    image.brokers.put(registered.registration);
                };
                match registered.change {
                    Some(change) => {
                        let previous = match change {
                            BrokerChange::NewIncarnation(_, previous) => previous,
                            _ => PreviousShutdown::Unclean,
                        };
                        let announce = Fact::Registered { broker: id, epoch, previous };
                        self.broker_change(change, put, announce, out);
                    }
                    // The answer to the same process's registration was lost: nothing is new.
                    None => put(self.image_mut()),
                }
                self.answer_register(id, Ok(epoch));
                self.publish_to(id);
            }
            Err(error) => {
                self.emit(Fact::RegistrationRefused { broker: id, error }, out);
                self.answer_register(id, Err(error));
            }
        }
    }

    pub(crate) fn answer_register(&mut self, id: BrokerId, result: Result<BrokerEpoch, ErrorCode>) {
        self.send(Node::Controller, Node::Broker(id), Message::RegisterAnswer(result));
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

    /// A broker has caught up with the metadata: it is unfenced.
    pub(crate) fn on_ready(&mut self, id: BrokerId, out: &mut Vec<Event>) {
        self.controller.silent.remove(&id);
        let running = self.broker(id).is_some_and(|broker| broker.process == Process::Running);
        if !running || self.standing(id) != Standing::Fenced {
            return;
        }
        let flag = move |image: &mut crate::image::MetadataImage| {
            if let Some(registration) = image.brokers.get_mut(id) {
                registration.fenced = false;
                registration.in_controlled_shutdown = false;
            }
        };
        self.broker_change(BrokerChange::Unfence(id), flag, Fact::Unfenced { broker: id }, out);
    }
}
