//! What a leader does by and by: its high watermark and its ISR.
//!
//! Where the high watermark may go and who may be in the ISR is decided in
//! `highwater_protocol::{leader, isr, lag}`.

use highwater_protocol::generation::IsrChange;
use highwater_protocol::isr::{self, AfterFailure, PendingIsr, Standing};
use highwater_protocol::leader::HighWatermarkRule;
use highwater_protocol::replica::{self, IsrAfterChange, IsrOutcome};
use highwater_protocol::{BrokerId, BrokerSet, Offset};

use crate::cluster::Cluster;
use crate::command::Node;
use crate::config::PartitionId;
use crate::event::{Event, Fact, HeldBack, HighWatermarkCause};
use crate::network::{IsrAnswer, IsrRequest, Message};

impl Cluster {
    /// Looks at a leader's high watermark and does what follows from a move.
    pub(crate) fn advance_high_watermark(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        out: &mut Vec<Event>,
    ) {
        let generation = self.generation();
        let outsiders = self.outsiders(leader, partition);
        let min_insync = self.min_insync_at(leader, partition);
        let Some(replica) = self.replica_mut(leader, partition) else {
            return;
        };
        let Some(step) = replica.advance_high_watermark(min_insync, outsiders, generation) else {
            return;
        };
        let log_end = replica.log.end();
        if !step.moved() {
            return self.note_held(leader, partition, step.rule, step.to, log_end, out);
        }
        let held_by = match step.rule {
            HighWatermarkRule::At { held_by, .. } => held_by,
            _ => BrokerSet::EMPTY,
        };
        let cause = HighWatermarkCause::LeaderMinimum { held_by };
        let (from, to) = (step.from, step.to);
        self.emit(Fact::HighWatermarkMoved { partition, broker: leader, from, to, cause }, out);
        self.note_committed(partition, to);
        self.aside(|cluster| {
            cluster.complete_produce(leader, partition);
            cluster.wake_consumers(leader, partition);
        });
        self.check_agreement(partition, out);
    }

    pub(crate) fn note_held(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        rule: HighWatermarkRule,
        at: Offset,
        log_end: Offset,
        out: &mut Vec<Event>,
    ) {
        let why = match rule {
            HighWatermarkRule::BelowMinIsr { isr, min_isr } => {
                HeldBack::BelowMinIsr { isr: isr as u8, min_isr: min_isr as u8 }
            }
            HighWatermarkRule::Unknown { replica } => HeldBack::Unknown { replica },
            HighWatermarkRule::At { .. } => return,
        };
        if at < log_end && self.watch.is_news(partition, why, log_end) {
            self.emit(Fact::HighWatermarkHeld { partition, broker: leader, at, why }, out);
        }
    }

    /// Followers outside the maximal ISR that are caught up and eligible.
    pub(crate) fn outsiders(&self, leader: BrokerId, partition: PartitionId) -> BrokerSet {
        let Some(broker) = self.broker(leader) else {
            return BrokerSet::EMPTY;
        };
        let Some(replica) = broker.replica(partition) else {
            return BrokerSet::EMPTY;
        };
        let Some(leadership) = replica.leadership() else {
            return BrokerSet::EMPTY;
        };
        let maximal = leadership.isr.maximal();
        leadership
            .remotes
            .iter()
            .filter(|remote| !maximal.contains(remote.id))
            .filter(|remote| self.is_eligible(leader, remote.id, remote.broker_epoch))
            .filter(|remote| self.is_caught_up(leader, partition, remote.id))
            .map(|remote| remote.id)
            .collect()
    }

    pub(crate) fn is_eligible(
        &self,
        leader: BrokerId,
        follower: BrokerId,
        fetched_with: Option<Option<highwater_protocol::BrokerEpoch>>,
    ) -> bool {
        let standing =
            self.broker(leader).map_or(Standing::Fenced, |broker| broker.image.standing(follower));
        isr::is_eligible(standing, fetched_with)
    }

    pub(crate) fn is_caught_up(
        &self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
    ) -> bool {
        let Some(broker) = self.broker(leader) else {
            return false;
        };
        let Some(replica) = broker.replica(partition) else {
            return false;
        };
        let known = replica.leadership().and_then(|leadership| leadership.remote(follower));
        let log_end = known.and_then(|remote| remote.log_end);
        let times = broker.fetch_times.get(&(partition, follower)).copied().unwrap_or_default();
        let equal_end = if self.generation().equal_end_is_caught_up() { log_end } else { None };
        let lag = self.config.timings.replica_lag_time_max;
        times.is_caught_up(equal_end, replica.log.end(), self.now, lag)
    }

    /// Proposes a follower for the ISR if it may join.
    pub(crate) fn consider_expansion(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        out: &mut Vec<Event>,
    ) {
        let Some(replica) = self.replica(leader, partition) else {
            return;
        };
        let Some(leadership) = replica.leadership() else {
            return;
        };
        let Some(remote) = leadership.remote(follower) else {
            return;
        };
        let Some(log_end) = remote.log_end else {
            return;
        };
        let outside = !leadership.isr.committed().contains(follower);
        let wanted = outside
            && leadership.isr.may_propose()
            && isr::has_enough_to_join(
                log_end,
                replica.log.high_watermark(),
                leadership.epoch_start,
            )
            && self.is_eligible(leader, follower, remote.broker_epoch);
        if wanted {
            self.propose(leader, partition, PendingIsr::Expand(follower), out);
        }
    }

    /// Proposes to remove the followers that are too far behind; the leader does so on a timer.
    pub(crate) fn shrink_check(&mut self, leader: BrokerId, out: &mut Vec<Event>) {
        let Some(broker) = self.broker(leader) else {
            return;
        };
        let led: Vec<(PartitionId, BrokerSet)> = broker
            .replicas
            .iter()
            .filter_map(|(id, replica)| {
                let leadership = replica.leadership()?;
                let members = leadership.isr.committed().without(leader);
                let behind: BrokerSet =
                    members.iter().filter(|m| !self.is_caught_up(leader, *id, *m)).collect();
                (leadership.isr.may_propose() && !behind.is_empty()).then_some((*id, behind))
            })
            .collect();
        for (partition, behind) in led {
            self.aside(|cluster| {
                cluster.propose(leader, partition, PendingIsr::Shrink(behind), out);
            });
        }
    }

    pub(crate) fn propose(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        change: PendingIsr,
        out: &mut Vec<Event>,
    ) {
        let Some(leadership) =
            self.replica_mut(leader, partition).and_then(|replica| replica.leadership_mut())
        else {
            return;
        };
        let proposed = match change {
            PendingIsr::Expand(replica) => leadership.isr.propose_expand(replica),
            PendingIsr::Shrink(replicas) => leadership.isr.propose_shrink(replicas),
        };
        if proposed.is_err() {
            return;
        }
        let isr = leadership.isr.proposed();
        self.emit(Fact::IsrChangeProposed { partition, leader, isr }, out);
        self.send_isr_request(leader, partition, out);
    }

    /// Sends the pending ISR change of a partition, or writes it where leaders did so themselves.
    pub(crate) fn send_isr_request(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        out: &mut Vec<Event>,
    ) {
        let Some(request) = self.isr_request(leader, partition) else {
            return;
        };
        match self.generation().isr_change() {
            IsrChange::AlterPartition => {
                let message = Message::AlterPartition(request);
                self.send(Node::Broker(leader), Node::Controller, message);
            }
            IsrChange::ZooKeeperWrite => {
                if self.is_cut(Node::Broker(leader), Node::Controller) {
                    return;
                }
                let asked_at = request.partition_epoch;
                let result = self.alter_partition(leader, request, out);
                self.take_isr_answer(leader, IsrAnswer { partition, asked_at, result }, out);
                self.publish();
            }
        }
    }

    pub(crate) fn isr_request(
        &self,
        leader: BrokerId,
        partition: PartitionId,
    ) -> Option<IsrRequest> {
        let broker = self.broker(leader)?;
        let replica = broker.replica(partition)?;
        let leadership = replica.leadership()?;
        leadership.isr.pending()?;
        let epoch_of = |member: BrokerId| {
            if !self.generation().checks_broker_epoch() {
                None
            } else if member == leader {
                broker.epoch
            } else {
                leadership.remote(member)?.broker_epoch?
            }
        };
        let isr = leadership.isr.proposed().iter().map(|id| (*id, epoch_of(*id))).collect();
        Some(IsrRequest {
            partition,
            leader_epoch: replica.leader_epoch?,
            partition_epoch: replica.partition_epoch?,
            isr,
        })
    }

    /// A leader took the controller's answer to its ISR change.
    pub(crate) fn take_isr_answer(
        &mut self,
        leader: BrokerId,
        answer: IsrAnswer,
        out: &mut Vec<Event>,
    ) {
        let partition = answer.partition;
        let Some(broker) = self.broker_mut(leader) else { return };
        let Some(replica) = broker.replica_mut(partition) else { return };
        let result = answer.result.as_ref().map_err(|error| *error).map(|state| IsrAfterChange {
            isr: &state.isr,
            leader_epoch: state.leader_epoch,
            partition_epoch: state.partition_epoch,
        });
        match replica.accept_isr_answer(replica::IsrAnswer { asked_at: answer.asked_at, result }) {
            IsrOutcome::Overridden => {}
            IsrOutcome::Stale => broker.counters.failed_isr_updates += 1,
            IsrOutcome::Committed(change) => {
                match change {
                    PendingIsr::Expand(_) => broker.counters.isr_expands += 1,
                    PendingIsr::Shrink(_) => broker.counters.isr_shrinks += 1,
                }
                self.advance_high_watermark(leader, partition, out);
                self.complete_produce(leader, partition);
            }
            IsrOutcome::Refused(after) => {
                broker.counters.failed_isr_updates += 1;
                if after == AfterFailure::SendAgain {
                    self.send_isr_request(leader, partition, out);
                }
            }
        }
    }
}
