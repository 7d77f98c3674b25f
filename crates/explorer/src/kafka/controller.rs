//! What the controller does, by its own rules: brokers that come and go, ISR requests, elections.
//! Every record it writes reaches the brokers in touch at once.

use std::rc::Rc;

use highwater_protocol::control::alter_partition::{
    AlterPartitionRequest, ProposedMember, alter_partition,
};
use highwater_protocol::control::configs::{
    ElrClearing, MinIsrChange, MinIsrScope, change_min_isr, clear_elr,
};
use highwater_protocol::control::{
    BrokerChange, BrokerRegistration, Brokers, ControllerRules, DirectoryId, IncarnationId,
    LeaderRecoveryState, PartitionContext, RecordOrder, ShrinkEpoch, effective_min_isr, election,
    generate_leader_and_isr,
};
use highwater_protocol::generation::IsrChange;
use highwater_protocol::replica::{IsrAfterChange, IsrAnswer};
use highwater_protocol::{BrokerId, ErrorCode, PartitionEpoch};

use crate::kafka::guards::Guard;
use crate::kafka::model::Kafka;
use crate::kafka::world::{Seat, World};

impl Kafka {
    fn context(&self, world: &World) -> PartitionContext {
        let replicas = world.partition.replicas.len();
        PartitionContext {
            rules: ControllerRules::of(self.settings.generation),
            min_isr: effective_min_isr(usize::from(world.min_insync), replicas),
            acceptable: world.active(),
            unclean: self.settings.unclean,
        }
    }

    /// Carries a change of a broker into the partition; `register` changes what is registered of
    /// the broker itself.
    pub(super) fn change_broker(
        &self,
        world: &mut World,
        change: BrokerChange,
        register: impl FnOnce(&mut Seat),
    ) {
        let elr = self.context(world).rules.elr;
        let (first, second) = change.passes(elr);
        let passes = [Some(first), second].into_iter().flatten();
        let visits = passes.filter(|pass| pass.visits(&world.partition)).count();
        let mut register = Some(register);
        let mut write_broker = |world: &mut World| {
            if let (Some(register), Some(seat)) = (register.take(), world.seat_mut(change.broker()))
            {
                register(seat);
            }
        };
        if change.record_order() == RecordOrder::BrokerFirst {
            write_broker(world);
        }
        for _ in 0..visits {
            let context = self.context(world);
            let record = generate_leader_and_isr(&world.partition, &context, change.update(elr));
            if let Some(record) = record {
                world.partition = Rc::new(world.partition.merge(&record));
            }
        }
        write_broker(world);
        self.publish(world);
    }

    /// Moves the leadership to the preferred replica, if it may lead. Says whether it did.
    pub(super) fn prefer(&self, world: &mut World) -> bool {
        let partition = &world.partition;
        if partition.leader.is_none() || partition.has_preferred_leader() {
            return false;
        }
        let Some(record) = election::balance(partition, &self.context(world)) else {
            return false;
        };
        world.partition = Rc::new(partition.merge(&record));
        self.publish(world);
        true
    }

    pub(super) fn set_min_insync(&self, world: &mut World, value: u8) {
        let elr = self.context(world).rules.elr;
        let scope = MinIsrScope::Topic { stored: Some(u32::from(world.min_insync)) };
        let clearing = change_min_isr(scope, MinIsrChange::Set(u32::from(value)), elr);
        world.min_insync = value;
        if clearing != Ok(ElrClearing::Nothing)
            && let Some(cleared) = clear_elr(&world.partition)
        {
            world.partition = Rc::new(cleared);
        }
        self.publish(world);
    }

    /// Sends the ISR change that a leader has pending and takes the answer, if the controller can
    /// be reached.
    pub(super) fn alter_isr(&self, world: &mut World, leader: BrokerId) {
        if !world.seat(leader).is_some_and(Seat::hears_controller) {
            return;
        }
        let Some(request) = self.isr_request(world, leader) else {
            return;
        };
        let asked_at = request.partition_epoch;
        let mut context = self.context(world);
        if self.settings.generation.isr_change() == IsrChange::ZooKeeperWrite {
            // A leader that writes the ISR itself leaves its own epoch alone.
            context.rules.shrink_epoch = ShrinkEpoch::Keeps;
        }
        let applied = alter_partition(&world.partition, &request, &brokers(world), &context);
        let result = applied.and_then(|applied| {
            let error = applied.error();
            world.partition = Rc::new(applied.partition);
            error.map_or(Ok(()), Err)
        });
        self.take_isr_answer(world, leader, asked_at, result);
        self.publish(world);
    }

    fn take_isr_answer(
        &self,
        world: &mut World,
        leader: BrokerId,
        asked_at: PartitionEpoch,
        result: Result<(), ErrorCode>,
    ) {
        let partition = Rc::clone(&world.partition);
        let Some(seat) = world.seat_mut(leader) else {
            return;
        };
        let result = result.map(|()| IsrAfterChange {
            isr: &partition.isr,
            leader_epoch: partition.leader_epoch,
            partition_epoch: partition.partition_epoch,
        });
        seat.replica.accept_isr_answer(IsrAnswer { asked_at, result });
        self.look_at_leader(world, leader);
    }

    fn isr_request(&self, world: &World, leader: BrokerId) -> Option<AlterPartitionRequest> {
        let seat = world.seat(leader)?;
        let replica = &seat.replica;
        let isr = &replica.leadership()?.isr;
        isr.pending()?;
        let names_epochs =
            self.settings.generation.checks_broker_epoch() && self.settings.has(Guard::BrokerEpoch);
        let member = |broker: &BrokerId| ProposedMember {
            broker: *broker,
            epoch: replica.known_broker_epoch(*broker, Some(seat.epoch)).filter(|_| names_epochs),
        };
        Some(AlterPartitionRequest {
            sender: leader,
            leader_epoch: replica.leader_epoch?,
            partition_epoch: replica.partition_epoch?,
            new_isr: isr.proposed().iter().map(member).collect(),
            recovery: LeaderRecoveryState::Recovered,
        })
    }
}

/// The registrations as the rules for ISR requests want them.
fn brokers(world: &World) -> Brokers {
    let registration = |(id, seat): (BrokerId, &Rc<Seat>)| BrokerRegistration {
        id,
        epoch: seat.epoch,
        incarnation: IncarnationId(seat.epoch.0),
        rack: None,
        directories: std::iter::once(DirectoryId(100 + u32::from(id.0))).collect(),
        fenced: seat.fenced,
        in_controlled_shutdown: false,
    };
    world.brokers().zip(&world.seats).map(registration).collect()
}
