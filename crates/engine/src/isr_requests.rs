//! How a leader's ISR changes travel to the controller: one request of a broker at a time, with
//! everything that waited for its turn.
//!
//! Source: `DefaultAlterPartitionManager` (KIP-497, 2.7). Before that a leader wrote each change to
//! ZooKeeper itself, at once. What an answer does to an ISR is decided in
//! `highwater_protocol::replica`.

use highwater_protocol::BrokerId;
use highwater_protocol::generation::IsrChange;
use highwater_protocol::isr::{AfterFailure, PendingIsr, resent_at};
use highwater_protocol::lag::Millis;
use highwater_protocol::replica::{self, IsrAfterChange, IsrOutcome};

use crate::cluster::{Cluster, Timer};
use crate::command::Node;
use crate::config::PartitionId;
use crate::event::Event;
use crate::network::{IsrAnswer, IsrRequest, Message};

/// The ISR changes that a broker has asked for and heard nothing of.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct IsrRequests {
    /// The changes, oldest first, at most one a partition.
    waiting: Vec<IsrRequest>,
    /// How many of them, from the front, are in the request under way.
    sent: usize,
    /// When a request last failed on its way, if none was sent since.
    failed: Option<Millis>,
}

impl IsrRequests {
    fn concerns(&self, partition: PartitionId) -> bool {
        self.waiting.iter().any(|request| request.partition == partition)
    }
}

impl Cluster {
    /// Whether a broker has asked for a change of this partition and waits. It takes no second one
    /// for it until then, be it in another epoch.
    pub(crate) fn awaits_isr_answer(&self, leader: BrokerId, partition: PartitionId) -> bool {
        self.broker(leader).is_some_and(|broker| broker.isr_requests.concerns(partition))
    }

    /// Puts the pending ISR change of a partition behind those that wait.
    pub(crate) fn submit_isr_change(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        out: &mut Vec<Event>,
    ) {
        let Some(request) = self.isr_request(leader, partition) else { return };
        if let Some(broker) = self.broker_mut(leader) {
            broker.isr_requests.waiting.push(request);
        }
        self.send_isr_requests(leader, out);
    }

    /// Sends everything that waits in one request, unless one is under way.
    pub(crate) fn send_isr_requests(&mut self, leader: BrokerId, out: &mut Vec<Event>) {
        let is_cut = self.is_cut(Node::Broker(leader), Node::Controller);
        let (now, change) = (self.now, self.generation().isr_change());
        let Some(broker) = self.broker_mut(leader) else { return };
        let requests = &mut broker.isr_requests;
        if requests.waiting.is_empty() || 0 < requests.sent {
            return;
        }
        if is_cut {
            requests.failed.get_or_insert(now);
            return;
        }
        requests.failed = None;
        match change {
            IsrChange::AlterPartition => {
                requests.sent = requests.waiting.len();
                let message = Message::AlterPartition(requests.waiting.clone());
                self.send(Node::Broker(leader), Node::Controller, message);
            }
            IsrChange::ZooKeeperWrite => {
                for request in std::mem::take(&mut requests.waiting) {
                    let answer = self.answer_isr_request(leader, request, out);
                    self.take_isr_answer(leader, answer, out);
                }
                self.publish();
            }
        }
    }

    /// The controller's answer came: each change is forgotten before its leader looks at it, since
    /// that may make it ask again. What has waited meanwhile goes at once.
    pub(crate) fn on_isr_answers(
        &mut self,
        leader: BrokerId,
        answers: Vec<IsrAnswer>,
        out: &mut Vec<Event>,
    ) {
        let Some(broker) = self.broker_mut(leader) else { return };
        if broker.isr_requests.sent == 0 {
            return;
        }
        let cause = self.cause;
        for answer in answers {
            self.cause = cause;
            if let Some(broker) = self.broker_mut(leader) {
                broker.isr_requests.waiting.retain(|known| known.partition != answer.partition);
            }
            self.take_isr_answer(leader, answer, out);
        }
        self.cause = cause;
        if let Some(broker) = self.broker_mut(leader) {
            broker.isr_requests.sent = 0;
        }
        self.send_isr_requests(leader, out);
    }

    /// The way to the controller was cut: no answer will come to the request under way.
    pub(crate) fn isr_requests_failed(&mut self, leader: BrokerId) {
        let now = self.now;
        if let Some(broker) = self.broker_mut(leader)
            && 0 < std::mem::take(&mut broker.isr_requests.sent)
        {
            broker.isr_requests.failed = Some(now);
        }
    }

    /// The way to the controller is whole again. All the while the broker has tried every 50 ms; its
    /// next try gets through.
    pub(crate) fn retry_isr_requests(&mut self, leader: BrokerId) {
        let Some(broker) = self.broker(leader) else { return };
        if let Some(failed) = broker.isr_requests.failed {
            let incarnation = broker.incarnation;
            let when = resent_at(failed, self.now);
            self.at(when, Timer::IsrRequestsAgain { broker: leader, incarnation });
        }
    }

    fn isr_request(&self, leader: BrokerId, partition: PartitionId) -> Option<IsrRequest> {
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
    fn take_isr_answer(&mut self, leader: BrokerId, answer: IsrAnswer, out: &mut Vec<Event>) {
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
                    self.submit_isr_change(leader, partition, out);
                }
            }
        }
    }
}
