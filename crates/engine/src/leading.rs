//! What a leader does by and by: its high watermark and its ISR.
//!
//! Where the high watermark may go and who may be in the ISR is decided in
//! `highwater_protocol::{leader, leading}`.

use highwater_protocol::generation::IsrChange;
use highwater_protocol::isr::{AfterFailure, PendingIsr};
use highwater_protocol::leader::HighWatermarkRule;
use highwater_protocol::leading::Outlook;
use highwater_protocol::replica::{self, IsrAfterChange, IsrOutcome, Replica};
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
        let outsiders =
            self.judge(leader, partition, |replica, outlook| replica.outsiders(outlook));
        let min_insync = self.min_insync_at(leader, partition);
        let Some(replica) = self.replica_mut(leader, partition) else {
            return;
        };
        let Some(step) =
            replica.advance_high_watermark(min_insync, outsiders.unwrap_or_default(), generation)
        else {
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

    /// Asks what a leader concludes about the followers of one partition at this moment.
    fn judge<T>(
        &self,
        leader: BrokerId,
        partition: PartitionId,
        ask: impl FnOnce(&Replica, &Outlook<'_>) -> T,
    ) -> Option<T> {
        let broker = self.broker(leader)?;
        let known = |follower| broker.fetch_times.get(&(partition, follower)).copied();
        let outlook = Outlook {
            standing: &|follower| broker.image.standing(follower),
            times: &|follower| known(follower).unwrap_or_default(),
            now: self.now,
            lag_max: self.config.timings.replica_lag_time_max,
            generation: self.generation(),
        };
        Some(ask(broker.replica(partition)?, &outlook))
    }

    /// Proposes a follower for the ISR if it may join.
    pub(crate) fn consider_expansion(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        out: &mut Vec<Event>,
    ) {
        let joins =
            self.judge(leader, partition, |replica, outlook| replica.may_join(follower, outlook));
        if joins == Some(true) {
            self.propose(leader, partition, PendingIsr::Expand(follower), out);
        }
    }

    /// Proposes to remove the followers that are too far behind; the leader does so on a timer.
    pub(crate) fn shrink_check(&mut self, leader: BrokerId, out: &mut Vec<Event>) {
        let Some(broker) = self.broker(leader) else {
            return;
        };
        let behind = |id: &PartitionId| {
            let behind =
                self.judge(leader, *id, |replica, outlook| replica.out_of_sync(outlook))?;
            (!behind.is_empty()).then_some((*id, behind))
        };
        let led: Vec<(PartitionId, BrokerSet)> =
            broker.replicas.keys().filter_map(behind).collect();
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
            let known = replica.known_broker_epoch(member, broker.epoch);
            known.filter(|_| self.generation().checks_broker_epoch())
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
