//! The follower's side of replication: when it asks, and what happens with the answers.
//!
//! What an answer does to a log is decided in `highwater_protocol::follower`.

use highwater_protocol::fetch::{FetchReply, FetchRequest};
use highwater_protocol::follower::{Cut, FetchErrorReaction, FollowPhase};
use highwater_protocol::replica::FetchOutcome;
use highwater_protocol::{BrokerId, BrokerSet, ErrorCode, Offset};

use crate::broker::Fetcher;
use crate::cluster::{Cluster, Timer};
use crate::command::Node;
use crate::config::PartitionId;
use crate::event::{Event, Fact, HighWatermarkCause, RemovedBy};
use crate::network::{EpochQuestion, Message};

type FetchParts = Vec<(PartitionId, FetchRequest)>;
type AnswerParts = Vec<(PartitionId, FetchRequest, FetchReply)>;

impl Cluster {
    /// Lets a follower send its next request to every leader it has something to ask of.
    pub(crate) fn pump_all(&mut self, follower: BrokerId, out: &mut Vec<Event>) {
        let Some(broker) = self.broker(follower) else {
            return;
        };
        let leaders: BrokerSet =
            broker.replicas.values().filter_map(|replica| replica.following()?.leader).collect();
        for leader in leaders.iter() {
            self.aside(|cluster| cluster.pump(follower, leader, out));
        }
    }

    /// Sends the next request from a follower to a leader, if none is under way. One request
    /// covers every partition between the two; questions about epochs go first.
    pub(crate) fn pump(&mut self, follower: BrokerId, leader: BrokerId, out: &mut Vec<Event>) {
        let Some(broker) = self.broker(follower).filter(|broker| broker.is_up()) else {
            return;
        };
        match broker.fetchers.get(&leader) {
            Some(Fetcher::Waiting) => return,
            Some(Fetcher::BackOff(until)) if self.now < *until => return,
            _ => {}
        }
        let questions = self.epoch_questions(follower, leader);
        let fetches = self.fetch_parts(follower, leader);
        if questions.is_empty() && fetches.is_empty() {
            return;
        }
        let reachable = self.broker(leader).is_some_and(|broker| broker.is_up())
            && !self.is_cut(Node::Broker(follower), Node::Broker(leader));
        if !reachable {
            return self.back_off(follower, leader);
        }
        let message = if questions.is_empty() {
            self.emit(Fact::FetchSent { follower, leader }, out);
            Message::Fetch(fetches)
        } else {
            for question in &questions {
                let EpochQuestion { partition, asked } = *question;
                self.emit(Fact::EpochAsked { partition, follower, leader, epoch: asked }, out);
            }
            Message::EpochEnds(questions)
        };
        self.send(Node::Broker(follower), Node::Broker(leader), message);
        self.set_fetcher(follower, leader, Fetcher::Waiting);
    }

    pub(crate) fn set_fetcher(&mut self, follower: BrokerId, leader: BrokerId, state: Fetcher) {
        if let Some(broker) = self.broker_mut(follower) {
            broker.fetchers.insert(leader, state);
        }
    }

    /// Makes a follower wait before it asks this leader again.
    pub(crate) fn back_off(&mut self, follower: BrokerId, leader: BrokerId) {
        let until = self.now + self.config.timings.replica_fetch_backoff;
        self.set_fetcher(follower, leader, Fetcher::BackOff(until));
        self.fetch_again_at(follower, until);
    }

    pub(crate) fn fetch_again_at(&mut self, follower: BrokerId, when: u64) {
        let incarnation = self.broker(follower).map_or(0, |broker| broker.incarnation);
        self.at(when, Timer::FetchAgain { follower, incarnation });
    }

    pub(crate) fn epoch_questions(
        &self,
        follower: BrokerId,
        leader: BrokerId,
    ) -> Vec<EpochQuestion> {
        let Some(broker) = self.broker(follower) else {
            return Vec::new();
        };
        let asks = |(partition, replica): (&PartitionId, &std::rc::Rc<_>)| {
            let replica: &highwater_protocol::replica::Replica = replica;
            let following = replica.following()?;
            match following.phase {
                FollowPhase::Truncating { asked }
                    if following.leader == Some(leader) && self.may_ask(broker, *partition) =>
                {
                    Some(EpochQuestion { partition: *partition, asked })
                }
                _ => None,
            }
        };
        broker.replicas.iter().filter_map(asks).collect()
    }

    pub(crate) fn may_ask(&self, broker: &crate::broker::Broker, partition: PartitionId) -> bool {
        broker.delayed.get(&partition).is_none_or(|until| *until <= self.now)
    }

    pub(crate) fn fetch_parts(&self, follower: BrokerId, leader: BrokerId) -> FetchParts {
        let Some(broker) = self.broker(follower) else {
            return Vec::new();
        };
        let epoch = broker.epoch.unwrap_or_default();
        broker
            .replicas
            .iter()
            .filter(|(partition, _)| self.may_ask(broker, **partition))
            .filter(|(_, replica)| replica.following().is_some_and(|f| f.leader == Some(leader)))
            .filter_map(|(id, replica)| {
                Some((*id, replica.fetch_request(epoch, self.generation())?))
            })
            .collect()
    }

    /// A follower took an answer to its fetch.
    pub(crate) fn on_fetch_answer(
        &mut self,
        follower: BrokerId,
        leader: BrokerId,
        answers: AnswerParts,
        out: &mut Vec<Event>,
    ) {
        self.set_fetcher(follower, leader, Fetcher::Idle);
        let cause = self.cause;
        for (partition, request, reply) in answers {
            self.cause = cause;
            self.take_fetch_reply(follower, leader, partition, request, &reply, out);
        }
        self.cause = cause;
        self.pump(follower, leader, out);
    }

    pub(crate) fn take_fetch_reply(
        &mut self,
        follower: BrokerId,
        leader: BrokerId,
        partition: PartitionId,
        request: FetchRequest,
        reply: &FetchReply,
        out: &mut Vec<Event>,
    ) {
        let generation = self.generation();
        let Some(replica) = self.replica_mut(follower, partition) else {
            return;
        };
        if replica.following().is_none_or(|following| following.leader != Some(leader)) {
            return;
        }
        match replica.accept_fetch(&request, reply, generation) {
            FetchOutcome::Ignored => {}
            FetchOutcome::Cut(cut) => self.note_cut(follower, partition, cut, out),
            FetchOutcome::Refused(_, reaction) => {
                self.on_fetch_refused(follower, leader, partition, reaction);
            }
            FetchOutcome::Accepted(accepted) => {
                let to = replica.log.end();
                self.note_lag(follower, partition, reply, to);
                let from = Offset(to.0 - accepted.appended);
                self.settle(follower, partition, out);
                if from < to {
                    self.note_numbers(follower, partition, from, to);
                    self.emit(Fact::Replicated { partition, broker: follower, from, to }, out);
                }
                let (from, to) = (accepted.high_watermark_before, accepted.high_watermark_after);
                if from != to
                    && let FetchReply::Records { high_watermark, .. } = reply
                {
                    let cause =
                        HighWatermarkCause::FollowerResponse { leader_value: *high_watermark };
                    let fact =
                        Fact::HighWatermarkMoved { partition, broker: follower, from, to, cause };
                    self.emit(fact, out);
                }
                self.check_agreement(partition, out);
            }
        }
    }

    pub(crate) fn on_fetch_refused(
        &mut self,
        follower: BrokerId,
        leader: BrokerId,
        partition: PartitionId,
        reaction: FetchErrorReaction,
    ) {
        match reaction {
            FetchErrorReaction::Fail => {}
            FetchErrorReaction::BackOff => {
                let until = self.now + self.config.timings.replica_fetch_backoff;
                if let Some(broker) = self.broker_mut(follower) {
                    broker.delayed.insert(partition, until);
                }
                self.fetch_again_at(follower, until);
            }
            FetchErrorReaction::ResetToLeader => {
                let sent = self.send(
                    Node::Broker(follower),
                    Node::Broker(leader),
                    Message::LogBounds(partition),
                );
                if sent {
                    self.set_fetcher(follower, leader, Fetcher::Waiting);
                } else {
                    self.back_off(follower, leader);
                }
            }
        }
    }

    /// Notes how many committed records a follower lacks: the leader's high watermark in the
    /// response against the own log end. Source: `FetcherLagMetrics`.
    fn note_lag(&mut self, id: BrokerId, partition: PartitionId, reply: &FetchReply, end: Offset) {
        let FetchReply::Records { high_watermark, .. } = reply else { return };
        if let Some(broker) = self.broker_mut(id) {
            broker.lag.insert(partition, high_watermark.0.saturating_sub(end.0));
        }
    }

    /// Notes that a follower fetches from where its log has to end under this leader.
    pub(crate) fn settle(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        out: &mut Vec<Event>,
    ) {
        let Some(state) = self.broker_mut(broker) else {
            return;
        };
        if state.settled.insert(partition) {
            let log_end = state.replica(partition).map_or(Offset::ZERO, |r| r.log.end());
            self.emit(Fact::FollowerSettled { partition, broker, log_end }, out);
        }
    }

    /// Notes a cut of a follower's log.
    pub(crate) fn note_cut(
        &mut self,
        broker: BrokerId,
        partition: PartitionId,
        cut: Cut,
        out: &mut Vec<Event>,
    ) {
        let by = RemovedBy::Cut(cut.rule);
        self.note_removal(broker, partition, by, (cut.from, cut.to), cut.entries.to_vec(), out);
    }

    /// A follower took the answer to its questions about epochs.
    pub(crate) fn on_epoch_ends_answer(
        &mut self,
        follower: BrokerId,
        leader: BrokerId,
        answers: Vec<(
            EpochQuestion,
            Result<Option<highwater_protocol::epoch_cache::EpochEnd>, ErrorCode>,
        )>,
        out: &mut Vec<Event>,
    ) {
        self.set_fetcher(follower, leader, Fetcher::Idle);
        let generation = self.generation();
        let cause = self.cause;
        for (EpochQuestion { partition, asked }, result) in answers {
            self.cause = cause;
            let Ok(answer) = result else {
                self.on_fetch_refused(follower, leader, partition, FetchErrorReaction::BackOff);
                continue;
            };
            let Some(replica) = self.replica_mut(follower, partition) else {
                continue;
            };
            let cut = replica.accept_epoch_end(asked, answer, generation);
            let settled = replica.following().is_some_and(|f| f.phase == FollowPhase::Fetching);
            if let Some(cut) = cut {
                self.note_cut(follower, partition, cut, out);
                if settled {
                    self.settle(follower, partition, out);
                    self.check_agreement(partition, out);
                }
            }
        }
        self.cause = cause;
        self.pump(follower, leader, out);
    }

    /// A follower took the bounds of a log in which its fetch was out of range.
    pub(crate) fn on_log_bounds(
        &mut self,
        follower: BrokerId,
        leader: BrokerId,
        partition: PartitionId,
        result: Result<(Offset, Offset), ErrorCode>,
        out: &mut Vec<Event>,
    ) {
        self.set_fetcher(follower, leader, Fetcher::Idle);
        let follows = self
            .replica(follower, partition)
            .and_then(|replica| replica.following())
            .is_some_and(|following| following.leader == Some(leader));
        if follows {
            match result {
                Ok((start, end)) => {
                    if let Some(replica) = self.replica_mut(follower, partition) {
                        let cut = highwater_protocol::follower::reset_to_leader(
                            &mut replica.log,
                            start,
                            end,
                        );
                        self.note_cut(follower, partition, cut, out);
                    }
                }
                Err(_) => return self.back_off(follower, leader),
            }
        }
        self.pump(follower, leader, out);
    }
}
