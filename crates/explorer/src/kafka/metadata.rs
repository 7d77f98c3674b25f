//! What brokers make of new metadata.

use std::rc::Rc;

use highwater_protocol::follower::FollowPhase;
use highwater_protocol::replica::{PartitionMetadata, Role, RoleChange};
use highwater_protocol::{BrokerId, Truncation};

use crate::kafka::model::Kafka;
use crate::kafka::world::{Seat, World};

impl Kafka {
    /// Lets every broker in touch apply the metadata as it is now.
    pub(super) fn publish(&self, world: &mut World) {
        for broker in world.brokers() {
            if world.seat(broker).is_some_and(Seat::hears_controller) {
                self.apply_metadata(world, broker);
            }
        }
    }

    /// Lets one broker apply the metadata.
    pub(super) fn apply_metadata(&self, world: &mut World, broker: BrokerId) {
        let generation = self.settings.generation;
        let partition = Rc::clone(&world.partition);
        let Some(seat) = world.seat(broker) else {
            return;
        };
        let is_known = seat.replica.partition_epoch == Some(partition.partition_epoch)
            && seat.replica.role != Role::Idle;
        if is_known && seat.view.is_none() {
            return self.look_at_leader(world, broker);
        }
        let Some(seat) = world.seat_mut(broker) else {
            return;
        };
        seat.view = None;
        if is_known {
            return self.look_at_leader(world, broker);
        }
        let was_leader = seat.replica.leadership().is_some();
        let metadata = PartitionMetadata {
            replicas: &partition.replicas,
            isr: &partition.isr,
            leader: partition.leader,
            leader_epoch: partition.leader_epoch,
            partition_epoch: partition.partition_epoch,
        };
        match seat.replica.apply(metadata, generation) {
            RoleChange::Stale | RoleChange::FollowerContinues => {}
            RoleChange::LeaderContinues => self.look_at_leader(world, broker),
            RoleChange::LeaderOfNewEpoch { .. } => {
                seat.settled = false;
                self.begin_to_lead(world, broker);
                self.look_at_leader(world, broker);
            }
            RoleChange::FollowerStarts { .. } => {
                let following = seat.replica.following();
                let fetches = following.is_some_and(|f| f.phase == FollowPhase::Fetching);
                seat.settled = fetches && generation.truncation() != Truncation::OnFetch;
                if was_leader {
                    self.fail_writes(world, broker);
                }
            }
        }
    }
}
