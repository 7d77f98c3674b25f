//! How brokers stop, start, fall silent and are heard again; and how followers leave the ISR.

use highwater_protocol::control::{BrokerChange, PreviousShutdown};
use highwater_protocol::follower::FollowPhase;
use highwater_protocol::generation::QuickRestart;
use highwater_protocol::{BrokerEpoch, BrokerId, BrokerSet, Offset};

use crate::kafka::guards::Guard;
use crate::kafka::model::Kafka;
use crate::kafka::world::{Contact, Process, Seat, World};

/// How a process ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// In order: flushed, the high watermark checkpointed, marked clean.
    Clean,
    /// Killed; the page cache survives.
    Crash,
    /// With everything that was not flushed.
    PowerCut,
}

impl Kafka {
    /// Takes a follower out of the ISR that the leader counts as fallen behind.
    pub(super) fn shrink(&self, world: &mut World, follower: BrokerId) -> bool {
        let Some(leader) = world.partition.leader else {
            return false;
        };
        if !world.seat(leader).is_some_and(Seat::hears_controller) {
            return false;
        }
        let lagging = BrokerSet::of(follower);
        let out = self.with_outlook(world, leader, lagging, |outlook| {
            let seat = world.seat(leader);
            seat.map_or(BrokerSet::EMPTY, |seat| seat.replica.out_of_sync(outlook))
        });
        if !out.contains(follower) {
            return false;
        }
        let leadership = world.seat_mut(leader).and_then(|seat| seat.replica.leadership_mut());
        let Some(leadership) = leadership else {
            return false;
        };
        if leadership.isr.propose_shrink(lagging).is_err() {
            return false;
        }
        self.alter_isr(world, leader);
        true
    }

    /// Whether a follower could fetch from the leader that the controller names, so that falling
    /// behind would be its own fault.
    pub(super) fn could_fetch(&self, world: &World, follower: BrokerId) -> bool {
        let fetches = |seat: &Seat| {
            let following = seat.replica.following();
            following.is_some_and(|following| {
                following.leader == world.partition.leader
                    && !matches!(following.phase, FollowPhase::Failed | FollowPhase::NoLeader)
            })
        };
        world.seat(follower).is_some_and(|seat| seat.runs() && fetches(seat))
    }

    pub(super) fn stop_in_order(&self, world: &mut World, broker: BrokerId) -> bool {
        let Some(seat) = world.seat(broker) else {
            return false;
        };
        if !seat.hears_controller() || seat.fenced {
            return false;
        }
        // The process ends first here: a broker that is shutting down takes no new role.
        self.end_process(world, broker, End::Clean);
        self.change_broker(world, BrokerChange::ControlledShutdown(broker), |_| {});
        self.change_broker(world, BrokerChange::Fence(broker), |seat| seat.fenced = true);
        true
    }

    /// A restart in order that the controller doesn't notice.
    pub(super) fn restart_quickly(&self, world: &mut World, broker: BrokerId) -> bool {
        let unnoticed = self.settings.generation.quick_restart() == QuickRestart::Unnoticed;
        let Some(seat) = world.seat(broker) else {
            return false;
        };
        if !unnoticed || !seat.hears_controller() || seat.fenced {
            return false;
        }
        self.end_process(world, broker, End::Clean);
        self.start(world, broker)
    }

    /// Ends a process; the disk keeps what the kind of end leaves.
    pub(super) fn end_process(&self, world: &mut World, broker: BrokerId, end: End) {
        let Some(seat) = world.seat_mut(broker) else {
            return;
        };
        let log = &mut seat.replica.log;
        match end {
            End::Clean => {
                log.flush();
                seat.checkpoint = log.high_watermark();
            }
            End::Crash => {}
            End::PowerCut => {
                log.lose_page_cache(Offset::ZERO);
            }
        }
        seat.replica.reload(seat.checkpoint);
        seat.process = if end == End::Clean { Process::Stopped } else { Process::Crashed };
        seat.contact = Contact::InTouch;
        seat.settled = false;
        seat.view = None;
        self.fail_writes(world, broker);
    }

    pub(super) fn fence(&self, world: &mut World, broker: BrokerId) -> bool {
        let Some(seat) = world.seat(broker) else {
            return false;
        };
        if seat.fenced || seat.hears_controller() {
            return false;
        }
        self.change_broker(world, BrokerChange::Fence(broker), |seat| seat.fenced = true);
        true
    }

    /// Starts a process. A session that still runs keeps it from registering (from 2.2 on).
    pub(super) fn start(&self, world: &mut World, broker: BrokerId) -> bool {
        let Some(seat) = world.seat(broker).filter(|seat| !seat.runs()) else {
            return false;
        };
        let unnoticed = self.settings.generation.quick_restart() == QuickRestart::Unnoticed;
        if !seat.fenced && !unnoticed {
            return false;
        }
        if seat.fenced {
            let ended = match seat.process {
                Process::Stopped => PreviousShutdown::Clean,
                Process::Crashed if !self.settings.has(Guard::UncleanShutdown) => {
                    PreviousShutdown::Clean
                }
                Process::Running | Process::Crashed => PreviousShutdown::Unclean,
            };
            self.change_broker(world, BrokerChange::NewIncarnation(broker, ended), |seat| {
                seat.epoch = BrokerEpoch(seat.epoch.0 + 1);
            });
        }
        if let Some(seat) = world.seat_mut(broker) {
            seat.process = Process::Running;
        }
        self.apply_metadata(world, broker);
        self.unfence(world, broker);
        true
    }

    fn unfence(&self, world: &mut World, broker: BrokerId) {
        if world.seat(broker).is_some_and(|seat| seat.fenced) {
            self.change_broker(world, BrokerChange::Unfence(broker), |seat| seat.fenced = false);
        }
    }

    pub(super) fn isolate(&self, world: &mut World, broker: BrokerId) -> bool {
        let view = world.view();
        let Some(seat) = world.seat_mut(broker).filter(|seat| seat.hears_controller()) else {
            return false;
        };
        seat.contact = Contact::Isolated;
        seat.view = seat.replica.leadership().map(|_| view);
        true
    }

    /// A broker and the controller hear each other again: it applies the metadata, is unfenced, and
    /// sends again what ISR change is still pending.
    pub(super) fn rejoin(&self, world: &mut World, broker: BrokerId) -> bool {
        let Some(seat) = world.seat_mut(broker) else {
            return false;
        };
        if !seat.runs() || seat.contact == Contact::InTouch {
            return false;
        }
        seat.contact = Contact::InTouch;
        self.apply_metadata(world, broker);
        self.unfence(world, broker);
        self.alter_isr(world, broker);
        if let Some(seat) = world.seat_mut(broker)
            && let Some(leadership) = seat.replica.leadership_mut()
            && leadership.isr.pending().is_none()
        {
            // No answer will come to a request that metadata has replaced.
            leadership.isr.note_answer();
        }
        true
    }
}
