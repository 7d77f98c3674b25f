//! The partition as the search sees it.

use std::rc::Rc;

use highwater_protocol::control::PartitionRegistration;
use highwater_protocol::generation::QuickRestart;
use highwater_protocol::log::Entry;
use highwater_protocol::replica::Replica;
use highwater_protocol::{BrokerId, BrokerList, LeaderEpoch, RecordId};

use crate::kafka::ledger::Ledger;
use crate::kafka::lifecycle::End;
use crate::kafka::settings::{Question, Settings};
use crate::kafka::step::{Fault, Step};
use crate::kafka::world::{Contact, Process, Seat, World};
use crate::kafka::{codec, ranks};
use crate::search::{FaultKind, Model, Property};

/// One partition under settings, with one question about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kafka {
    pub(super) settings: Settings,
    pub(super) question: Question,
}

impl Kafka {
    /// The partition under these settings.
    ///
    /// # Errors
    /// As [`Settings::check`].
    pub fn new(
        settings: Settings,
        question: Question,
    ) -> Result<Kafka, crate::kafka::SettingsError> {
        settings.check()?;
        Ok(Kafka { settings, question })
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The question.
    #[must_use]
    pub fn question(&self) -> Question {
        self.question
    }

    /// The state at the start and after each step, with epochs that count on as Kafka's do; `None`
    /// if a step can't happen when its turn comes.
    #[must_use]
    pub fn follow(&self, steps: &[Step]) -> Option<Vec<World>> {
        let mut worlds = Vec::with_capacity(steps.len() + 1);
        worlds.push(self.start_world());
        for step in steps {
            let next = self.next(worlds.last()?, *step)?;
            worlds.push(next);
        }
        Some(worlds)
    }

    pub(super) fn brokers(&self) -> impl Iterator<Item = BrokerId> + use<> {
        (0..self.settings.replication_factor).map(BrokerId)
    }

    /// Broker 0 leads, everybody is in the ISR and has fetched to the end; what was there before is
    /// committed, on disk and checkpointed.
    fn start_world(&self) -> World {
        let replicas: BrokerList = self.brokers().collect();
        let rule = self.settings.generation.assign_rule();
        let seat = |broker| {
            let mut replica = Replica::new(broker);
            for record in (0..u32::from(self.settings.preloaded)).map(RecordId) {
                replica.log.append(Entry { epoch: LeaderEpoch(0), record }, rule);
            }
            replica.log.flush();
            let end = replica.log.end();
            replica.log.set_high_watermark(end);
            Rc::new(Seat {
                replica,
                process: Process::Running,
                contact: Contact::InTouch,
                settled: false,
                checkpoint: end,
                fenced: false,
                epoch: ranks::REGISTERED,
                view: None,
            })
        };
        let mut world = World {
            partition: Rc::new(PartitionRegistration::new(replicas.clone(), replicas)),
            min_insync: self.settings.min_insync_replicas,
            seats: self.brokers().map(seat).collect(),
            ledger: Ledger::default(),
        };
        self.publish(&mut world);
        // Before 2.8 the first exchange of a follower may be about an epoch.
        for follower in self.brokers().chain(self.brokers()) {
            self.exchange(&mut world, follower);
        }
        let end = world.replica(BrokerId(0)).map(|replica| replica.log.high_watermark());
        world.ledger.exposed = end.unwrap_or_default();
        world
    }

    fn is_broken(&self, world: &World) -> bool {
        let broken = world.ledger.broken;
        match self.question {
            Question::AckedRecordLost => broken.acked_lost,
            Question::ConsumedRecordLost => broken.consumed_lost,
            Question::HighWatermarkWentBack => broken.high_watermark_back,
            Question::Diverged => world.diverges(),
            Question::WriteBlocked => !self.can_write(world),
            Question::Unrecoverable => !self.can_recover(world),
        }
    }

    fn fault(&self, world: &mut World, fault: Fault) -> bool {
        match fault {
            Fault::CleanStop(broker) => self.stop_in_order(world, broker),
            Fault::QuickRestart(broker) => self.restart_quickly(world, broker),
            Fault::Crash(broker) => {
                self.end_process(world, broker, End::Crash);
                true
            }
            Fault::PowerCut(broker) => {
                self.end_process(world, broker, End::PowerCut);
                true
            }
            Fault::Blackout => {
                for broker in world.brokers() {
                    if world.seat(broker).is_some_and(Seat::runs) {
                        self.end_process(world, broker, End::PowerCut);
                    }
                }
                true
            }
            Fault::Lag(follower) => self.shrink(world, follower),
            Fault::Isolate(broker) => self.isolate(world, broker),
            Fault::SetMinInsyncReplicas(value) => {
                self.set_min_insync(world, value);
                true
            }
        }
    }
}

impl World {
    /// Whether the acting leader and a settled follower of its epoch hold different records below
    /// both high watermarks.
    fn diverges(&self) -> bool {
        let Some(leader) = self.acting_leader() else {
            return false;
        };
        self.seats.iter().filter(|seat| seat.runs() && seat.settled).any(|seat| {
            let follower = &seat.replica;
            let follows = follower.leader_epoch == leader.leader_epoch
                && follower.following().is_some_and(|f| f.leader == Some(leader.broker));
            let end = leader.log.high_watermark().min(follower.log.high_watermark());
            let start = highwater_protocol::Offset::ZERO;
            follows && leader.log.range(start, end) != follower.log.range(start, end)
        })
    }

    fn isr_has(&self, broker: BrokerId) -> bool {
        self.partition.leader != Some(broker) && self.partition.isr.contains(&broker)
    }
}

impl Model for Kafka {
    type State = World;
    type Action = Step;

    fn initial(&self, out: &mut Vec<World>) {
        out.push(self.start_world());
    }

    fn steps(&self, world: &World, out: &mut Vec<Step>) {
        out.push(Step::Write);
        for (broker, seat) in world.brokers().zip(&world.seats) {
            let follows = seat.replica.following().is_some_and(|f| f.leader.is_some());
            if seat.runs() && follows {
                out.push(Step::Exchange(broker));
            }
            if world.isr_has(broker) && !self.could_fetch(world, broker) {
                out.push(Step::Drop(broker));
            }
            if !seat.fenced && !seat.hears_controller() {
                out.push(Step::Fence(broker));
            }
            if !seat.runs() {
                out.push(Step::Start(broker));
            } else if seat.contact == Contact::Isolated {
                out.push(Step::Rejoin(broker));
            }
        }
        if !world.partition.has_preferred_leader() {
            out.push(Step::PreferredElection);
        }
    }

    fn faults(&self, world: &World, out: &mut Vec<Step>) {
        let quick = self.settings.generation.quick_restart() == QuickRestart::Unnoticed;
        let mut fault = |fault| out.push(Step::Fault(fault));
        for (broker, seat) in world.brokers().zip(&world.seats) {
            if !seat.runs() {
                continue;
            }
            if world.isr_has(broker) && self.could_fetch(world, broker) {
                fault(Fault::Lag(broker));
            }
            fault(Fault::CleanStop(broker));
            if quick {
                fault(Fault::QuickRestart(broker));
            }
            fault(Fault::Crash(broker));
            fault(Fault::PowerCut(broker));
            if seat.contact == Contact::InTouch {
                fault(Fault::Isolate(broker));
            }
        }
        if world.seats.iter().any(|seat| seat.runs()) {
            fault(Fault::Blackout);
        }
        let values = 1..=self.settings.replication_factor;
        values
            .filter(|value| *value != world.min_insync)
            .for_each(|value| fault(Fault::SetMinInsyncReplicas(value)));
    }

    fn fault_kind(&self, step: Step) -> FaultKind {
        match step {
            Step::Fault(fault) => fault.kind(),
            _ => FaultKind(0),
        }
    }

    fn next(&self, world: &World, step: Step) -> Option<World> {
        let mut next = world.clone();
        let happened = match step {
            Step::Write => self.write(&mut next),
            Step::Exchange(follower) => self.exchange(&mut next, follower),
            Step::Drop(follower) => self.shrink(&mut next, follower),
            Step::Fence(broker) => self.fence(&mut next, broker),
            Step::Start(broker) => self.start(&mut next, broker),
            Step::Rejoin(broker) => self.rejoin(&mut next, broker),
            Step::PreferredElection => self.prefer(&mut next),
            Step::Fault(fault) => self.fault(&mut next, fault),
        };
        happened.then_some(next)
    }

    fn properties(&self) -> Vec<Property<Kafka>> {
        vec![Property { name: self.question.name(), holds: |kafka, world| !kafka.is_broken(world) }]
    }

    fn encode(&self, world: &World, out: &mut Vec<u8>) {
        codec::encode(self, world, out);
    }

    fn decode(&self, bytes: &[u8]) -> World {
        codec::decode(self, bytes)
    }
}
