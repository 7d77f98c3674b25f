//! Topics that get more partitions: the request, and where the new ones go.
//!
//! What may be asked is decided in `highwater_protocol::control::topics`, the places are drawn in
//! `highwater_protocol::control::placement`. Existing partitions stay where and as they are.

use highwater_protocol::control::PartitionRegistration;
use highwater_protocol::control::topics::{CreatePartitions, create_partitions};

use crate::cluster::Cluster;
use crate::config::PartitionId;
use crate::event::{Event, Fact};

impl Cluster {
    /// The partitions that a topic has, by number, and those that it has room for.
    fn slots(&self, id: PartitionId) -> impl Iterator<Item = PartitionId> + use<> {
        let first = self.first_partition_of(id).0;
        let room = self.config.partition(id).map_or(0, |(topic, _)| topic.assignments.len());
        (first..first + room as u16).map(PartitionId)
    }

    /// How many partitions the topic of this one can have.
    pub(crate) fn room_for_partitions(&self, id: PartitionId) -> usize {
        self.slots(id).count()
    }

    /// Somebody asks for so many partitions of a topic, as `kafka-topics.sh --alter` does.
    pub(crate) fn grow(&mut self, id: PartitionId, count: u32, out: &mut Vec<Event>) {
        let Some((topic, _)) = self.config.partition(id) else { return };
        let request = CreatePartitions { topic: topic.name.to_string(), count, assignments: None };
        let known = self.slots(id).filter_map(|slot| self.registration(slot).cloned());
        let existing: Vec<PartitionRegistration> = known.collect();
        let mut random = self.controller.random;
        let brokers = &self.controller.image.brokers;
        match create_partitions(&request, &existing, brokers, &mut random) {
            Err(error) => self.refuse_request(id, error.code, out),
            Ok(created) => {
                self.controller.random = random;
                let minimum = self.min_insync_replicas(id);
                let free: Vec<PartitionId> = self.slots(id).skip(existing.len()).collect();
                for (partition, registration) in free.into_iter().zip(created) {
                    let replicas = registration.replicas.clone();
                    let image = self.image_mut();
                    image.partitions[usize::from(partition.0)] = registration;
                    image.min_insync_replicas[usize::from(partition.0)] = minimum;
                    self.aside(|cluster| {
                        cluster.emit(Fact::PartitionCreated { partition, replicas }, out)
                    });
                }
                self.publish();
            }
        }
    }
}
