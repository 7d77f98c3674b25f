//! How brokers' processes end and begin.

use std::rc::Rc;

use highwater_protocol::control::BrokerChange;
use highwater_protocol::{BrokerId, Offset};

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
            self.registration(partition).is_some_and(|known| known.leader == Some(id))
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
            self.at(when, Timer::GrantShutdown { broker: id, incarnation });
        } else {
            self.grant_shutdown(id, out);
        }
    }

    /// The controller lets a broker go and fences it.
    pub(crate) fn grant_shutdown(&mut self, id: BrokerId, out: &mut Vec<Event>) {
        self.send(Node::Controller, Node::Broker(id), Message::MayShutdown);
        self.fence(id, out);
    }

    pub(crate) fn fence(&mut self, id: BrokerId, out: &mut Vec<Event>) {
        let flag = move |image: &mut crate::image::MetadataImage| {
            if let Some(registration) = image.brokers.get_mut(id) {
                registration.fenced = true;
            }
        };
        self.broker_change(BrokerChange::Fence(id), flag, Fact::Fenced { broker: id }, out);
    }

    /// A broker's process ends; the disk keeps what the kind of end leaves.
    pub(crate) fn end_process(&mut self, id: BrokerId, how: Stop, out: &mut Vec<Event>) {
        let heard = self.last_heartbeat(id);
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        if how == Stop::Clean {
            for (partition, replica) in broker.replicas.iter_mut() {
                let replica = Rc::make_mut(replica);
                replica.log.flush();
                broker.disk.high_watermarks.insert(*partition, replica.log.high_watermark());
            }
            broker.disk.clean_shutdown = broker.epoch;
        }
        broker.process = Process::Down(how);
        broker.incarnation += 1;
        broker.fetch_times.clear();
        broker.fetchers.clear();
        broker.delayed.clear();
        broker.settled.clear();
        broker.lag.clear();
        broker.isr_requests = Default::default();
        broker.counters = Default::default();
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
            self.at(when, Timer::StartAgain { broker: id, incarnation });
        }
    }

    pub(crate) fn unload(
        &mut self,
        id: BrokerId,
        partition: PartitionId,
        how: Stop,
        out: &mut Vec<Event>,
    ) {
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        let checkpoint = broker.disk.high_watermarks.get(&partition).copied().unwrap_or_default();
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
        self.rebuild_numbers(id, partition, Some(how));
        if from != to {
            let by = RemovedBy::PowerCut;
            self.note_removal(id, partition, by, (from, to), lost.to_vec(), out);
        }
    }

    /// Connections to a process that ended break.
    pub(crate) fn others_notice(&mut self, id: BrokerId) {
        let others: Vec<BrokerId> =
            self.brokers.iter().map(|broker| broker.id).filter(|other| *other != id).collect();
        for other in others {
            let answered = self
                .in_flight
                .values()
                .any(|m| m.from == Node::Broker(id) && m.to == Node::Broker(other));
            if !answered {
                self.connection_lost(other, id);
            }
        }
        self.producer_loses(id);
        self.consumer_loses(id);
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
        self.at(when, Timer::Boot { broker: id, incarnation });
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

    /// Writes `replication-offset-checkpoint`.
    pub(crate) fn checkpoint(&mut self, id: BrokerId) {
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        for (partition, replica) in &broker.replicas {
            broker.disk.high_watermarks.insert(*partition, replica.log.high_watermark());
        }
    }
}
