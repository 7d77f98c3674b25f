//! The controller: what it does about brokers, ISR requests and elections, and when.
//!
//! Every decision is taken by `highwater_protocol::control`; this module keeps the state that the
//! decisions are about, writes what they say into it, and publishes it.

use std::rc::Rc;

use highwater_protocol::control::alter_partition::{
    self, AlterPartitionReply, AlterPartitionRequest, ProposedMember,
};
use highwater_protocol::control::configs::{self, ElrClearing, MinIsrChange, MinIsrScope};
use highwater_protocol::control::election::{self, RequestedElection};
use highwater_protocol::control::random::MockRandom;
use highwater_protocol::control::{
    BrokerChange, ControllerRules, LeaderField, LeaderRecoveryState, PartitionChange,
    PartitionContext, PartitionRegistration, RecordOrder, ShrinkEpoch, effective_min_isr,
    generate_leader_and_isr,
};
use highwater_protocol::generation::IsrChange;
use highwater_protocol::lag::Millis;
use highwater_protocol::{BrokerId, BrokerList, ErrorCode};

use crate::broker::Broker;
use crate::cluster::Cluster;
use crate::command::{Election, Node};
use crate::config::PartitionId;
use crate::event::{ElectedFrom, Event, EventId, Fact, IsrChangedBy};
use crate::image::MetadataImage;
use crate::network::{IsrAnswer, IsrRequest, IsrState, Message};
use crate::table::Table;

/// What the controller knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Controller {
    /// The metadata.
    pub image: Rc<MetadataImage>,
    /// Brokers that are not heard of. Those in touch are not listed.
    pub silent: Table<BrokerId, Silence>,
    /// When it last looked for sessions that ran out; it looks once at a time.
    pub scanned_at: Option<Millis>,
    /// Where its draws have come to.
    pub random: MockRandom,
}

/// A broker that is not heard of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Silence {
    /// When its last heartbeat came.
    pub heard: Millis,
    /// The event that silenced it.
    pub cause: Option<EventId>,
}

impl Cluster {
    pub(crate) fn context(&self, partition: PartitionId) -> PartitionContext {
        let image = &self.controller.image;
        let (topic, _) = self.config.partition(partition).expect("partitions come from the config");
        PartitionContext {
            rules: ControllerRules::of(self.generation()),
            min_isr: self.controller_min_isr(partition),
            acceptable: image.brokers.active(),
            unclean: self.config.unclean(topic),
        }
    }

    /// The minimum ISR of a partition as the controller applies it.
    #[must_use]
    pub fn controller_min_isr(&self, partition: PartitionId) -> usize {
        // Kafka takes partition 0's replicas for every partition of the topic.
        let first = self.first_partition_of(partition);
        let replicas = self.registration(first).map_or(0, |first| first.replicas.len());
        effective_min_isr(usize::from(self.min_insync_replicas(partition)), replicas)
    }

    pub(crate) fn first_partition_of(&self, partition: PartitionId) -> PartitionId {
        let number = self.config.partition(partition).map_or(0, |(_, number)| number);
        PartitionId(partition.0 - number as u16)
    }

    /// Carries a change of one broker into its partitions and its own registration.
    pub(crate) fn broker_change(
        &mut self,
        change: BrokerChange,
        register: impl FnOnce(&mut MetadataImage),
        announce: Fact,
        out: &mut Vec<Event>,
    ) {
        let rules = ControllerRules::of(self.generation());
        let (first, second) = change.passes(rules.elr);
        let mut visited: Vec<PartitionId> = Vec::new();
        for pass in [Some(first), second].into_iter().flatten() {
            visited.extend(self.partitions().filter(|id| {
                self.registration(*id).is_some_and(|partition| pass.visits(partition))
            }));
        }
        self.emit(announce, out);
        let before = self.cause;
        let broker_first = change.record_order() == RecordOrder::BrokerFirst;
        let mut register = Some(register);
        if broker_first && let Some(register) = register.take() {
            register(self.image_mut());
        }
        for id in visited {
            self.cause = before;
            let Some(partition) = self.registration(id) else {
                continue;
            };
            let update = change.update(rules.elr);
            if let Some(record) = generate_leader_and_isr(partition, &self.context(id), update) {
                self.write(id, &record, IsrChangedBy::Controller, out);
            }
        }
        self.cause = before;
        if let Some(register) = register.take() {
            register(self.image_mut());
        }
        self.publish();
    }

    pub(crate) fn image_mut(&mut self) -> &mut MetadataImage {
        let image = Rc::make_mut(&mut self.controller.image);
        image.offset += 1;
        image
    }

    /// Writes a partition's change record and says what it changed.
    pub(crate) fn write(
        &mut self,
        id: PartitionId,
        record: &PartitionChange,
        by: IsrChangedBy,
        out: &mut Vec<Event>,
    ) {
        let Some(before) = self.registration(id).cloned() else {
            return;
        };
        let after = before.merge(record);
        self.image_mut().partitions[usize::from(id.0)] = after.clone();
        if record.counts_as_unclean_election() {
            self.counters.unclean_elections += 1;
        }
        let moved = (&before.replicas, &before.adding, &before.removing)
            != (&after.replicas, &after.adding, &after.removing);
        if moved {
            let (replicas, adding) = (after.replicas.clone(), after.adding.clone());
            let removing = after.removing.clone();
            self.emit(Fact::ReplicasChanged { partition: id, replicas, adding, removing }, out);
        }
        if before.isr != after.isr {
            let left = before.replicas.iter().any(|broker| !after.replicas.contains(broker));
            let by = if left { IsrChangedBy::Reassignment } else { by };
            let fact = Fact::IsrChanged {
                partition: id,
                from: before.isr.clone(),
                to: after.isr.clone(),
                elr: after.elr.clone(),
                by,
            };
            self.emit(fact, out);
        } else if before.elr != after.elr {
            let (from, to) = (before.elr.clone(), after.elr.clone());
            self.emit(Fact::ElrChanged { partition: id, from, to }, out);
        }
        self.announce_leader(id, &before, &after, record, out);
    }

    fn announce_leader(
        &mut self,
        id: PartitionId,
        before: &PartitionRegistration,
        after: &PartitionRegistration,
        record: &PartitionChange,
        out: &mut Vec<Event>,
    ) {
        let LeaderField::Set(leader) = record.leader else {
            return;
        };
        if leader == before.leader {
            return;
        }
        let epoch = after.leader_epoch;
        let Some(leader) = leader else {
            self.emit(Fact::WentOffline { partition: id, before: before.leader, epoch }, out);
            return;
        };
        let from = elected_from(before, leader);
        if from == ElectedFrom::Elr {
            self.counters.elr_elections += 1;
        }
        let fact = Fact::LeaderElected {
            partition: id,
            leader,
            before: before.leader,
            epoch,
            from,
            recovery: after.recovery,
        };
        self.emit(fact, out);
    }

    /// Sends the metadata to every broker that is registered, runs and doesn't have it.
    pub(crate) fn publish(&mut self) {
        let newest = self.controller.image.offset;
        let lacks = |broker: &&Broker| broker.is_up() && broker.image.offset < newest;
        let ids: Vec<BrokerId> = self.brokers.iter().filter(lacks).map(|b| b.id).collect();
        for id in ids {
            self.publish_to(id);
        }
    }

    /// Sends the metadata to one broker.
    pub(crate) fn publish_to(&mut self, broker: BrokerId) {
        let image = Rc::clone(&self.controller.image);
        self.send(Node::Controller, Node::Broker(broker), Message::Metadata(image));
    }

    /// A broker asks for other ISRs of partitions that it leads.
    pub(crate) fn on_alter_partition(
        &mut self,
        from: BrokerId,
        requests: Vec<IsrRequest>,
        out: &mut Vec<Event>,
    ) {
        let cause = self.cause;
        let mut answers = Vec::with_capacity(requests.len());
        for request in requests {
            self.cause = cause;
            answers.push(self.answer_isr_request(from, request, out));
        }
        self.send(Node::Controller, Node::Broker(from), Message::AlterPartitionAnswer(answers));
        // Brokers see the changes in their next fetch of the metadata log, after the answer.
        self.publish();
    }

    pub(crate) fn answer_isr_request(
        &mut self,
        from: BrokerId,
        request: IsrRequest,
        out: &mut Vec<Event>,
    ) -> IsrAnswer {
        let (partition, asked_at) = (request.partition, request.partition_epoch);
        let result = self.alter_partition(from, request, out);
        // With NEW_LEADER_ELECTED the change was made; only the sender leads no more.
        if let Err(error) = result
            && error != ErrorCode::NewLeaderElected
        {
            self.emit(Fact::IsrChangeRefused { partition, leader: from, error }, out);
        }
        IsrAnswer { partition, asked_at, result }
    }

    /// Checks and writes an ISR; also what a ZooKeeper write comes to, before 2.7.
    fn alter_partition(
        &mut self,
        from: BrokerId,
        request: IsrRequest,
        out: &mut Vec<Event>,
    ) -> Result<IsrState, ErrorCode> {
        let id = request.partition;
        let partition = self.registration(id).ok_or(ErrorCode::UnknownTopicOrPartition)?;
        let members = request.isr.iter();
        let request = AlterPartitionRequest {
            sender: from,
            leader_epoch: request.leader_epoch,
            partition_epoch: request.partition_epoch,
            new_isr: members
                .map(|(broker, epoch)| ProposedMember { broker: *broker, epoch: *epoch })
                .collect(),
            recovery: LeaderRecoveryState::Recovered,
        };
        let brokers = &self.controller.image.brokers;
        let mut context = self.context(id);
        if self.generation().isr_change() == IsrChange::ZooKeeperWrite {
            // A leader that writes the ISR itself leaves its own epoch alone.
            context.rules.shrink_epoch = ShrinkEpoch::Keeps;
        }
        let applied = alter_partition::alter_partition(partition, &request, brokers, &context)?;
        if let Some(record) = &applied.change {
            self.write(id, record, IsrChangedBy::Leader, out);
        }
        match applied.reply {
            AlterPartitionReply::NewLeaderElected => Err(ErrorCode::NewLeaderElected),
            AlterPartitionReply::Success => Ok(IsrState {
                isr: applied.partition.isr,
                leader_epoch: applied.partition.leader_epoch,
                partition_epoch: applied.partition.partition_epoch,
            }),
        }
    }

    /// Somebody asks for an election, as `kafka-leader-election.sh` does.
    pub(crate) fn elect(&mut self, id: PartitionId, wish: Election, out: &mut Vec<Event>) {
        let Some(partition) = self.registration(id) else {
            return;
        };
        let requested = match wish {
            Election::Preferred => RequestedElection::Preferred,
            Election::Unclean => RequestedElection::Unclean,
        };
        match election::elect_leader(partition, requested, &self.context(id)) {
            Ok(record) => {
                self.write(id, &record, IsrChangedBy::Controller, out);
                self.publish();
            }
            Err(error) => {
                self.emit(Fact::ElectionRefused { partition: id, error }, out);
            }
        }
    }

    /// The periodic election for leaderless partitions that allow an unclean one.
    pub(crate) fn unclean_task(&mut self, out: &mut Vec<Event>) {
        let records: Vec<_> = self
            .partitions()
            .filter_map(|id| {
                let record = election::elect_unclean(self.registration(id)?, &self.context(id))?;
                Some((id, record))
            })
            .collect();
        self.write_all(records, out);
    }

    /// The periodic move of leadership to preferred replicas.
    pub(crate) fn preferred_task(&mut self, out: &mut Vec<Event>) {
        let records: Vec<_> = self
            .partitions()
            .filter_map(|id| {
                let partition = self.registration(id)?;
                if partition.has_preferred_leader() {
                    return None;
                }
                Some((id, election::balance(partition, &self.context(id))?))
            })
            .collect();
        self.write_all(records, out);
    }

    fn write_all(&mut self, records: Vec<(PartitionId, PartitionChange)>, out: &mut Vec<Event>) {
        if records.is_empty() {
            return;
        }
        for (id, record) in records {
            self.aside(|cluster| cluster.write(id, &record, IsrChangedBy::Controller, out));
        }
        self.publish();
    }

    /// Sets a topic's `min.insync.replicas`; with ELR on, a change clears the topic's ELR.
    pub(crate) fn set_min_insync(&mut self, id: PartitionId, value: u8, out: &mut Vec<Event>) {
        let rules = ControllerRules::of(self.generation());
        let stored = Some(u32::from(self.controller.image.min_insync_replicas[usize::from(id.0)]));
        let clearing = configs::change_min_isr(
            MinIsrScope::Topic { stored },
            MinIsrChange::Set(u32::from(value)),
            rules.elr,
        );
        let Some((topic, _)) = self.config.partition(id) else {
            return;
        };
        let name = topic.name.clone();
        self.emit(Fact::MinInsyncReplicasSet { topic: name.clone(), value }, out);
        let same: Vec<PartitionId> = self
            .partitions()
            .filter(|other| self.config.partition(*other).is_some_and(|(t, _)| t.name == name))
            .collect();
        for other in same {
            let index = usize::from(other.0);
            self.image_mut().min_insync_replicas[index] = value;
            let cleared = (clearing != Ok(ElrClearing::Nothing))
                .then(|| configs::clear_elr(&self.controller.image.partitions[index]))
                .flatten();
            if let Some(after) = cleared {
                let from = self.controller.image.partitions[index].elr.clone();
                self.image_mut().partitions[index] = after;
                let to = BrokerList::new();
                self.aside(|cluster| {
                    cluster.emit(Fact::ElrChanged { partition: other, from, to }, out)
                });
            }
        }
        self.publish();
    }
}

/// From which set the new leader came, by the registration before the election.
fn elected_from(before: &PartitionRegistration, leader: BrokerId) -> ElectedFrom {
    if before.isr.contains(&leader) {
        ElectedFrom::Isr
    } else if before.elr.contains(&leader) {
        ElectedFrom::Elr
    } else if before.isr.is_empty() && before.last_known_elr.leader() == Some(leader) {
        ElectedFrom::LastKnownLeader
    } else {
        ElectedFrom::AnyReplica
    }
}
