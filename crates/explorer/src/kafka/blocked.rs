//! Whether a write can still succeed: without any repair, or after every repair.
//!
//! "Without any repair" means that nothing that is down starts and nobody cut off is heard again;
//! sessions still run out, leaders are elected, the ISR shrinks and followers fetch.

use highwater_protocol::{BrokerId, RecordId};

use crate::kafka::model::Kafka;
use crate::kafka::world::{Seat, World};
use highwater_protocol::produce::Acks;

/// Rounds in which every follower exchanges once. What is asked here needs at most a truncation in
/// two steps, a fetch of the records, a fetch that tells of them, and all that again for a
/// follower that had to wait for another.
const ROUNDS: usize = 8;

/// A record that is none of the others.
const PROBE: RecordId = RecordId(7);

impl Kafka {
    /// Whether a write with the set acks can succeed before something is repaired.
    pub(super) fn can_write(&self, world: &World) -> bool {
        let mut calm = world.clone();
        for broker in world.brokers() {
            self.fence(&mut calm, broker);
        }
        self.exchange_rounds(&mut calm);
        let Some(leader) = calm.partition.leader else {
            return false;
        };
        if !calm.seat(leader).is_some_and(Seat::hears_controller) {
            return false;
        }
        let Some(offset) = self.append(&mut calm, leader, PROBE) else {
            return false;
        };
        if self.settings.acks != Acks::All {
            return true;
        }
        self.look_at_leader(&mut calm, leader);
        self.exchange_rounds(&mut calm);
        self.is_complete(&calm, leader, offset)
    }

    /// Whether a write can succeed once everybody who was cut off is heard again and every process
    /// that was down has started, in the order of their ids.
    pub(super) fn can_recover(&self, world: &World) -> bool {
        if self.can_write(world) {
            return true;
        }
        let mut healed = world.clone();
        for broker in world.brokers() {
            self.rejoin(&mut healed, broker);
            self.fence(&mut healed, broker);
        }
        for broker in world.brokers() {
            self.start(&mut healed, broker);
        }
        self.can_write(&healed)
    }

    fn exchange_rounds(&self, world: &mut World) {
        for _ in 0..ROUNDS {
            for broker in world.brokers() {
                if self.could_fetch(world, broker) {
                    self.exchange(world, broker);
                } else if world.partition.leader != Some(broker) {
                    self.shrink(world, broker);
                }
            }
        }
    }

    fn is_complete(
        &self,
        world: &World,
        leader: BrokerId,
        offset: highwater_protocol::Offset,
    ) -> bool {
        let min_insync = world.min_insync_at(leader);
        let generation = self.settings.generation;
        world.seat(leader).is_some_and(|seat| {
            let done = seat.replica.completion_of(offset.next(), min_insync, generation);
            done == Some(Ok(()))
        })
    }
}
