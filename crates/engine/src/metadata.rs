//! What a broker does when newer metadata reaches it.

use std::rc::Rc;

use highwater_protocol::BrokerId;
use highwater_protocol::follower::FollowPhase;
use highwater_protocol::lag::FetchTimes;
use highwater_protocol::replica::{PartitionMetadata, Replica, Role, RoleChange};

use crate::broker::{Fetcher, Process};
use crate::cluster::Cluster;
use crate::command::Node;
use crate::config::PartitionId;
use crate::event::{Event, Fact};
use crate::image::MetadataImage;
use crate::network::Message;

impl Cluster {
    /// A broker took newer metadata: leaders first, then followers, then fetching goes on.
    pub(crate) fn on_metadata(
        &mut self,
        id: BrokerId,
        image: Rc<MetadataImage>,
        out: &mut Vec<Event>,
    ) {
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        if !broker.is_up() || (image.offset <= broker.image.offset && !broker.starts_fresh) {
            return;
        }
        broker.image = Rc::clone(&image);
        let fresh = std::mem::take(&mut broker.starts_fresh);
        self.emit(Fact::MetadataApplied { broker: id }, out);
        self.drop_copies(id, &image, out);
        let (led, followed): (Vec<_>, Vec<_>) = image
            .partitions
            .iter()
            .enumerate()
            .map(|(index, registration)| (PartitionId(index as u16), registration))
            .filter(|(_, registration)| registration.replicas.contains(&id))
            .partition(|(_, registration)| registration.leader == Some(id));
        for (partition, _) in led.into_iter().chain(followed) {
            self.aside(|cluster| cluster.apply(id, partition, out));
        }
        if fresh {
            self.send(Node::Broker(id), Node::Controller, Message::Ready);
        }
        self.pump_all(id, out);
    }

    fn apply(&mut self, id: BrokerId, partition: PartitionId, out: &mut Vec<Event>) {
        let generation = self.generation();
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        let image = Rc::clone(&broker.image);
        let shutting_down = broker.process == Process::ShuttingDown;
        let registration = &image.partitions[usize::from(partition.0)];
        broker.replicas.get_or_insert_with(partition, || Rc::new(Replica::new(id)));
        let Some(replica) = broker.replica_mut(partition) else {
            return;
        };
        let known = replica.partition_epoch == Some(registration.partition_epoch);
        if known && replica.role != Role::Idle {
            return self.look_again(id, partition, out);
        }
        if shutting_down && registration.leader != Some(id) {
            // A broker that is about to stop doesn't begin to follow.
            let was_leader = replica.leadership().is_some();
            replica.role = Role::Idle;
            replica.leader_epoch = Some(registration.leader_epoch);
            replica.partition_epoch = Some(registration.partition_epoch);
            if was_leader {
                self.stop_leading(id, partition, out);
            }
            return;
        }
        let was_leader = replica.leadership().is_some();
        let metadata = PartitionMetadata {
            replicas: &registration.replicas,
            isr: &registration.isr,
            leader: registration.leader,
            leader_epoch: registration.leader_epoch,
            partition_epoch: registration.partition_epoch,
        };
        match replica.apply(metadata, generation) {
            RoleChange::Stale | RoleChange::FollowerContinues => {}
            RoleChange::LeaderOfNewEpoch { led_before } => {
                self.start_leading(id, partition, led_before, out);
            }
            RoleChange::LeaderContinues => {
                self.forget_removed_followers(id, partition);
                self.advance_high_watermark(id, partition, out);
                self.complete_produce(id, partition);
            }
            RoleChange::FollowerStarts { cut } => {
                self.start_following(id, partition, out);
                if was_leader {
                    self.aside(|cluster| cluster.stop_leading(id, partition, out));
                }
                if let Some(cut) = cut {
                    self.note_cut(id, partition, cut, out);
                }
                let fetching = self
                    .replica(id, partition)
                    .and_then(|replica| replica.following())
                    .is_some_and(|following| following.phase == FollowPhase::Fetching);
                let asks_first = generation.truncation() == highwater_protocol::Truncation::OnFetch;
                if fetching && !asks_first {
                    self.settle(id, partition, out);
                    self.check_agreement(partition, out);
                }
            }
        }
    }

    /// A change of other brokers' standing or of a setting may matter to a leader.
    fn look_again(&mut self, id: BrokerId, partition: PartitionId, out: &mut Vec<Event>) {
        if self.replica(id, partition).is_some_and(|replica| replica.leadership().is_some()) {
            self.advance_high_watermark(id, partition, out);
            self.complete_produce(id, partition);
        }
    }

    /// What is remembered of replicas that are no longer assigned goes.
    fn forget_removed_followers(&mut self, id: BrokerId, partition: PartitionId) {
        let Some(broker) = self.broker_mut(id) else { return };
        let known: Vec<BrokerId> = broker
            .replica(partition)
            .and_then(|replica| replica.leadership())
            .map(|leadership| leadership.remotes.iter().map(|remote| remote.id).collect())
            .unwrap_or_default();
        broker.fetch_times.retain(|(p, follower), _| *p != partition || known.contains(follower));
    }

    fn start_leading(
        &mut self,
        id: BrokerId,
        partition: PartitionId,
        led_before: bool,
        out: &mut Vec<Event>,
    ) {
        let now = self.wall_clock();
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        broker.settled.remove(&partition);
        let Some(replica) = broker.replica(partition) else {
            return;
        };
        let Some(leadership) = replica.leadership() else {
            return;
        };
        let (log_end, high_watermark) = (replica.log.end(), replica.log.high_watermark());
        let epoch = replica.leader_epoch.unwrap_or_default();
        let change = RoleChange::LeaderOfNewEpoch { led_before };
        let fresh: Vec<(BrokerId, FetchTimes)> = leadership
            .remotes
            .iter()
            .filter_map(|remote| {
                Some((remote.id, replica.times_at_election(remote.id, &change, now)?))
            })
            .collect();
        for (follower, times) in fresh {
            broker.fetch_times.insert((partition, follower), times);
        }
        self.emit(
            Fact::BecameLeader { partition, broker: id, epoch, log_end, high_watermark },
            out,
        );
        self.aside(|cluster| cluster.check_new_leader(id, partition, out));
        self.advance_high_watermark(id, partition, out);
        self.complete_produce(id, partition);
        // Fetches of the old epoch are parked with the old epoch; they are refused now.
        self.wake_fetches(id, partition, out);
    }

    fn start_following(&mut self, id: BrokerId, partition: PartitionId, out: &mut Vec<Event>) {
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        broker.settled.remove(&partition);
        broker.delayed.remove(&partition);
        let Some(replica) = broker.replica(partition) else {
            return;
        };
        let leader = replica.following().and_then(|following| following.leader);
        let (epoch, log_end) = (replica.leader_epoch.unwrap_or_default(), replica.log.end());
        if let Some(leader) = leader {
            // A new fetcher does not inherit an old one's back-off.
            let fetcher = broker.fetchers.get_or_insert_with(leader, || Fetcher::Idle);
            if matches!(fetcher, Fetcher::BackOff(_)) {
                *fetcher = Fetcher::Idle;
            }
        }
        self.emit(Fact::BecameFollower { partition, broker: id, leader, epoch, log_end }, out);
    }

    /// Lets go of everything that waited for this broker's leadership.
    pub(crate) fn stop_leading(
        &mut self,
        id: BrokerId,
        partition: PartitionId,
        out: &mut Vec<Event>,
    ) {
        if let Some(broker) = self.broker_mut(id) {
            broker.fetch_times.retain(|(p, _), _| *p != partition);
        }
        self.complete_produce(id, partition);
        self.wake_consumers(id, partition, out);
        self.wake_fetches(id, partition, out);
    }

    /// The error of a follower's connection that broke: all its partitions wait a while.
    pub(crate) fn connection_lost(&mut self, follower: BrokerId, leader: BrokerId) {
        let waiting = self
            .broker(follower)
            .is_some_and(|broker| broker.fetchers.get(&leader) == Some(&Fetcher::Waiting));
        if waiting {
            self.back_off(follower, leader);
        }
    }
}
