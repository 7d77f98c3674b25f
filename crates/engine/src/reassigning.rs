//! Partitions that move to other brokers: the request, and what a broker does with a copy that it
//! is no longer to keep.
//!
//! What may be asked, and when a move is over, is decided in
//! `highwater_protocol::control::reassignment`; new copies begin empty and fetch like any other.

use highwater_protocol::control::reassignment::{self, Reassign, ReplicationFactorChange};
use highwater_protocol::control::{ApiError, PartitionChange};
use highwater_protocol::replica::Role;
use highwater_protocol::{BrokerId, ErrorCode};

use crate::cluster::Cluster;
use crate::config::PartitionId;
use crate::event::{Event, Fact, IsrChangedBy};
use crate::image::MetadataImage;

impl Cluster {
    /// Somebody asks for other replicas of a partition, as `kafka-reassign-partitions.sh` does.
    pub(crate) fn reassign(&mut self, id: PartitionId, target: &[BrokerId], out: &mut Vec<Event>) {
        let Some(partition) = self.registration(id) else { return };
        let request = Reassign { target, replication_factor: ReplicationFactorChange::Allowed };
        let brokers = &self.controller.image.brokers;
        let result = reassignment::reassign(partition, request, brokers, &self.context(id));
        self.settle_request(id, result, out);
    }

    /// Somebody asks to end a move where it stands.
    pub(crate) fn cancel_reassignment(&mut self, id: PartitionId, out: &mut Vec<Event>) {
        let (Some(partition), Some((topic, number))) =
            (self.registration(id), self.config.partition(id))
        else {
            return;
        };
        let (name, number) = (&*topic.name, number as u32);
        let result = reassignment::cancel(partition, &self.context(id), name, number);
        self.settle_request(id, result, out);
    }

    fn settle_request(
        &mut self,
        id: PartitionId,
        result: Result<Option<PartitionChange>, ApiError>,
        out: &mut Vec<Event>,
    ) {
        match result {
            Ok(None) => {}
            Ok(Some(record)) => {
                self.write(id, &record, IsrChangedBy::Controller, out);
                self.publish();
            }
            Err(error) => self.refuse_request(id, error.code, out),
        }
    }

    pub(crate) fn refuse_request(
        &mut self,
        partition: PartitionId,
        error: ErrorCode,
        out: &mut Vec<Event>,
    ) {
        self.emit(Fact::RequestRefused { partition, error }, out);
    }

    /// Deletes the copies that a broker's metadata no longer gives it.
    pub(crate) fn drop_copies(
        &mut self,
        id: BrokerId,
        image: &MetadataImage,
        out: &mut Vec<Event>,
    ) {
        let Some(broker) = self.broker(id) else { return };
        let is_kept = |partition: &PartitionId| {
            let registration = image.partitions.get(usize::from(partition.0));
            registration.is_some_and(|registration| registration.replicas.contains(&id))
        };
        let dropped: Vec<PartitionId> =
            broker.replicas.keys().filter(|partition| !is_kept(partition)).copied().collect();
        for partition in dropped {
            self.aside(|cluster| cluster.drop_copy(id, partition, out));
        }
    }

    fn drop_copy(&mut self, id: BrokerId, partition: PartitionId, out: &mut Vec<Event>) {
        let Some(replica) = self.replica_mut(id, partition) else { return };
        let led = replica.leadership().is_some();
        replica.role = Role::Idle;
        self.emit(Fact::CopyDeleted { partition, broker: id }, out);
        if led {
            self.stop_leading(id, partition, out);
        }
        if let Some(broker) = self.broker_mut(id) {
            broker.replicas.remove(&partition);
            broker.delayed.remove(&partition);
            broker.settled.remove(&partition);
            broker.lag.remove(&partition);
            broker.producers.remove(&partition);
            broker.disk.high_watermarks.remove(&partition);
        }
        self.watch.forget(partition, id);
    }
}
