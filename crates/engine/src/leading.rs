//! What a leader does by and by: its high watermark and its ISR.
//!
//! Where the high watermark may go and who may be in the ISR is decided in
//! `highwater_protocol::{leader, leading}`.

use highwater_protocol::isr::PendingIsr;
use highwater_protocol::leader::HighWatermarkRule;
use highwater_protocol::leading::Outlook;
use highwater_protocol::replica::Replica;
use highwater_protocol::{BrokerId, BrokerSet, Offset};

use crate::cluster::Cluster;
use crate::config::PartitionId;
use crate::event::{Event, Fact, HeldBack, HighWatermarkCause};

impl Cluster {
    /// What the rule says of a leader's high watermark at this moment; `None` for a copy that does
    /// not lead.
    #[must_use]
    pub fn high_watermark_rule(
        &self,
        leader: BrokerId,
        partition: PartitionId,
    ) -> Option<HighWatermarkRule> {
        let outsiders =
            self.judge(leader, partition, |replica, outlook| replica.outsiders(outlook))?;
        let min_insync = self.min_insync_at(leader, partition);
        let replica = self.replica(leader, partition)?;
        let leadership = replica.leadership()?;
        let log_end = replica.log.end();
        Some(leadership.high_watermark_rule(log_end, min_insync, outsiders, self.generation()))
    }

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
        self.aside(|cluster| cluster.note_last_stable(leader, partition, out));
        self.aside(|cluster| {
            cluster.complete_produce(leader, partition);
            cluster.wake_consumers(leader, partition, out);
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
            now: self.wall_clock(),
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
        if self.awaits_isr_answer(leader, partition) {
            // OPERATION_NOT_ATTEMPTED: the ISR stays as it is committed, the try is counted.
            if let Some(broker) = self.broker_mut(leader) {
                broker.counters.failed_isr_updates += 1;
            }
            return;
        }
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
        self.submit_isr_change(leader, partition, out);
    }
}
