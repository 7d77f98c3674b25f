//! Fetching between brokers, high watermarks and ISR changes, as they happen in time.

use highwater_protocol::fetch::{FetchReply, FetchRequest};
use highwater_protocol::follower::{Cut, FetchErrorReaction, FollowPhase};
use highwater_protocol::generation::IsrChange;
use highwater_protocol::isr::{self, AfterFailure, PendingIsr, Standing};
use highwater_protocol::leader::HighWatermarkRule;
use highwater_protocol::replica::FetchOutcome;
use highwater_protocol::{BrokerId, BrokerSet, ErrorCode, Offset};

use crate::broker::{Fetcher, ParkedFetch};
use crate::cluster::{Cluster, Timer};
use crate::command::Node;
use crate::config::PartitionId;
use crate::event::{Event, Fact, HeldBack, HighWatermarkCause, RemovedBy};
use crate::network::{EpochQuestion, IsrAnswer, IsrRequest, Message};

type FetchParts = Vec<(PartitionId, FetchRequest)>;
type AnswerParts = Vec<(PartitionId, FetchRequest, FetchReply)>;

impl Cluster {
    /// Lets a follower send its next request to every leader it has something to ask of.
    pub(crate) fn pump_all(&mut self, follower: BrokerId, out: &mut Vec<Event>) {
        let Some(broker) = self.broker(follower) else {
            return;
        };
        let mut leaders: Vec<BrokerId> = broker
            .replicas
            .values()
            .filter_map(|replica| replica.following()?.leader)
            .collect();
        leaders.sort_unstable();
        leaders.dedup();
        for leader in leaders {
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
                self.emit(
                    Fact::EpochAsked {
                        partition,
                        follower,
                        leader,
                        epoch: asked,
                    },
                    out,
                );
            }
            Message::EpochEnds(questions)
        };
        self.send(Node::Broker(follower), Node::Broker(leader), message);
        self.set_fetcher(follower, leader, Fetcher::Waiting);
    }

    fn set_fetcher(&mut self, follower: BrokerId, leader: BrokerId, state: Fetcher) {
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

    fn fetch_again_at(&mut self, follower: BrokerId, when: u64) {
        let incarnation = self.broker(follower).map_or(0, |broker| broker.incarnation);
        self.at(
            when,
            Timer::FetchAgain {
                follower,
                incarnation,
            },
        );
    }

    fn epoch_questions(&self, follower: BrokerId, leader: BrokerId) -> Vec<EpochQuestion> {
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
                    Some(EpochQuestion {
                        partition: *partition,
                        asked,
                    })
                }
                _ => None,
            }
        };
        broker.replicas.iter().filter_map(asks).collect()
    }

    fn may_ask(&self, broker: &crate::broker::Broker, partition: PartitionId) -> bool {
        broker
            .delayed
            .get(&partition)
            .is_none_or(|until| *until <= self.now)
    }

    fn fetch_parts(&self, follower: BrokerId, leader: BrokerId) -> FetchParts {
        let Some(broker) = self.broker(follower) else {
            return Vec::new();
        };
        let epoch = broker.epoch.unwrap_or_default();
        broker
            .replicas
            .iter()
            .filter(|(partition, _)| self.may_ask(broker, **partition))
            .filter(|(_, replica)| {
                replica
                    .following()
                    .is_some_and(|f| f.leader == Some(leader))
            })
            .filter_map(|(id, replica)| {
                Some((*id, replica.fetch_request(epoch, self.generation())?))
            })
            .collect()
    }

    /// A leader took a fetch.
    pub(crate) fn on_fetch(
        &mut self,
        leader: BrokerId,
        follower: BrokerId,
        requests: FetchParts,
        out: &mut Vec<Event>,
    ) {
        let cause = self.cause;
        let mut answers = Vec::with_capacity(requests.len());
        for (partition, request) in &requests {
            self.cause = cause;
            let reply = self.serve_fetch(leader, *partition, request, out);
            answers.push((*partition, *request, reply));
        }
        self.cause = cause;
        if answers.iter().any(|(_, _, reply)| brings_news(reply)) {
            self.answer_fetch(leader, follower, answers, out);
        } else {
            let expires = self.now + self.config.timings.replica_fetch_wait_max;
            let Some(broker) = self.broker_mut(leader) else {
                return;
            };
            let incarnation = broker.incarnation;
            broker.parked.retain(|parked| parked.follower != follower);
            broker.parked.push(ParkedFetch {
                follower,
                requests,
                expires,
                cause,
            });
            self.at(
                expires,
                Timer::ParkedExpiry {
                    leader,
                    follower,
                    incarnation,
                },
            );
        }
    }

    /// Answers one partition's fetch from a snapshot, then lets the fetch take effect: what the
    /// leader knows of the follower, the ISR, the high watermark, in this order.
    fn serve_fetch(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        request: &FetchRequest,
        out: &mut Vec<Event>,
    ) -> FetchReply {
        let follower = request.replica;
        let reply = self.read_fetch(leader, partition, request);
        match &reply {
            FetchReply::Error(error) => {
                let error = *error;
                self.emit(
                    Fact::FetchRefused {
                        partition,
                        leader,
                        follower,
                        error,
                    },
                    out,
                );
                return reply;
            }
            FetchReply::Diverging { at } => {
                let at = *at;
                self.emit(
                    Fact::DivergenceReported {
                        partition,
                        leader,
                        follower,
                        at,
                    },
                    out,
                );
                return reply;
            }
            FetchReply::Records { .. } => {}
        }
        let now = self.now;
        let Some(broker) = self.broker_mut(leader) else {
            return reply;
        };
        let Some(replica) = broker.replica_mut(partition) else {
            return reply;
        };
        let log_end = replica.log.end();
        let Some(noted) = replica.leadership_mut().and_then(|l| l.note_fetch(request)) else {
            return reply;
        };
        let times = broker.fetch_times.entry((partition, follower));
        times.or_default().note_fetch(request.offset, log_end, now);
        if noted.changed() {
            let log_end = noted.known_now;
            self.emit(
                Fact::FetchNoted {
                    partition,
                    leader,
                    follower,
                    log_end,
                },
                out,
            );
        }
        self.aside(|cluster| cluster.consider_expansion(leader, partition, follower, out));
        if noted.changed() {
            self.aside(|cluster| cluster.advance_high_watermark(leader, partition, out));
        }
        reply
    }

    fn read_fetch(
        &self,
        leader: BrokerId,
        partition: PartitionId,
        request: &FetchRequest,
    ) -> FetchReply {
        let Some(broker) = self.broker(leader) else {
            return FetchReply::Error(ErrorCode::NotLeaderOrFollower);
        };
        let Some(replica) = broker.replica(partition) else {
            return FetchReply::Error(ErrorCode::NotLeaderOrFollower);
        };
        let reply = replica.answer_fetch(request, self.config.fetch_records_max, self.generation());
        let alive = match broker.image.standing(request.replica) {
            Standing::Active(epoch) => Some(epoch),
            _ => None,
        };
        match (alive, request.broker_epoch) {
            // A fetch of an earlier process of this follower; its log may not be what it says.
            (Some(alive), Some(carried)) if carried < alive => {
                FetchReply::Error(ErrorCode::NotLeaderOrFollower)
            }
            _ => reply,
        }
    }

    fn answer_fetch(
        &mut self,
        leader: BrokerId,
        follower: BrokerId,
        answers: AnswerParts,
        out: &mut Vec<Event>,
    ) {
        self.emit(Fact::FetchAnswered { follower, leader }, out);
        let message = Message::FetchAnswer(answers);
        if !self.send(Node::Broker(leader), Node::Broker(follower), message) {
            self.back_off(follower, leader);
        }
    }

    /// Looks again at the fetches that wait for this partition; the log is read anew, what the
    /// leader knows of the follower is not updated again.
    pub(crate) fn wake_fetches(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        out: &mut Vec<Event>,
    ) {
        let Some(broker) = self.broker(leader) else {
            return;
        };
        let concerned: Vec<BrokerId> = broker
            .parked
            .iter()
            .filter(|parked| parked.requests.iter().any(|(id, _)| *id == partition))
            .map(|parked| parked.follower)
            .collect();
        for follower in concerned {
            let answers = self.reread(leader, follower);
            if answers.iter().any(|(_, _, reply)| brings_news(reply)) {
                self.aside(|cluster| cluster.unpark(leader, follower, answers, out));
            }
        }
    }

    /// A parked fetch has waited long enough: it is answered with what there is.
    pub(crate) fn expire_parked(
        &mut self,
        leader: BrokerId,
        follower: BrokerId,
        out: &mut Vec<Event>,
    ) {
        let now = self.now;
        let due = self.broker(leader).is_some_and(|broker| {
            broker
                .parked
                .iter()
                .any(|parked| parked.follower == follower && parked.expires <= now)
        });
        if due {
            let answers = self.reread(leader, follower);
            self.unpark(leader, follower, answers, out);
        }
    }

    fn reread(&self, leader: BrokerId, follower: BrokerId) -> AnswerParts {
        let parked = self.broker(leader).and_then(|broker| {
            broker
                .parked
                .iter()
                .find(|parked| parked.follower == follower)
        });
        let requests = parked.map_or(&[][..], |parked| &parked.requests);
        let read = |(id, request): &(PartitionId, FetchRequest)| {
            (*id, *request, self.read_fetch(leader, *id, request))
        };
        requests.iter().map(read).collect()
    }

    fn unpark(
        &mut self,
        leader: BrokerId,
        follower: BrokerId,
        answers: AnswerParts,
        out: &mut Vec<Event>,
    ) {
        if let Some(broker) = self.broker_mut(leader) {
            broker.parked.retain(|parked| parked.follower != follower);
        }
        self.answer_fetch(leader, follower, answers, out);
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

    fn take_fetch_reply(
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
        if replica
            .following()
            .is_none_or(|following| following.leader != Some(leader))
        {
            return;
        }
        match replica.accept_fetch(&request, reply, generation) {
            FetchOutcome::Ignored => {}
            FetchOutcome::Cut(cut) => self.note_cut(follower, partition, cut, out),
            FetchOutcome::Refused(error, reaction) => {
                self.on_fetch_refused(follower, leader, partition, error, reaction);
            }
            FetchOutcome::Accepted(accepted) => {
                let to = replica.log.end();
                let from = Offset(to.0 - accepted.appended);
                self.settle(follower, partition, out);
                if from < to {
                    self.emit(
                        Fact::Replicated {
                            partition,
                            broker: follower,
                            from,
                            to,
                        },
                        out,
                    );
                }
                let (from, to) = (
                    accepted.high_watermark_before,
                    accepted.high_watermark_after,
                );
                if from != to
                    && let FetchReply::Records { high_watermark, .. } = reply
                {
                    let cause = HighWatermarkCause::FollowerResponse {
                        leader_value: *high_watermark,
                    };
                    let fact = Fact::HighWatermarkMoved {
                        partition,
                        broker: follower,
                        from,
                        to,
                        cause,
                    };
                    self.emit(fact, out);
                }
                self.check_agreement(partition, out);
            }
        }
    }

    fn on_fetch_refused(
        &mut self,
        follower: BrokerId,
        leader: BrokerId,
        partition: PartitionId,
        error: ErrorCode,
        reaction: FetchErrorReaction,
    ) {
        let _ = error;
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
            let log_end = state
                .replica(partition)
                .map_or(Offset::ZERO, |r| r.log.end());
            self.emit(
                Fact::FollowerSettled {
                    partition,
                    broker,
                    log_end,
                },
                out,
            );
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
        self.note_removal(
            broker,
            partition,
            by,
            (cut.from, cut.to),
            cut.entries.to_vec(),
            out,
        );
    }

    /// Answers where epochs end (0.11 to 2.6).
    pub(crate) fn on_epoch_ends(
        &mut self,
        leader: BrokerId,
        follower: BrokerId,
        questions: Vec<EpochQuestion>,
        out: &mut Vec<Event>,
    ) {
        let mut answers = Vec::with_capacity(questions.len());
        for question in questions {
            let EpochQuestion { partition, asked } = question;
            let result = match self.replica(leader, partition) {
                Some(replica) => replica.answer_epoch_end(asked, None),
                None => Err(ErrorCode::NotLeaderOrFollower),
            };
            if let Ok(answer) = result {
                self.emit(
                    Fact::EpochAnswered {
                        partition,
                        follower,
                        leader,
                        asked,
                        answer,
                    },
                    out,
                );
            }
            answers.push((question, result));
        }
        let message = Message::EpochEndsAnswer(answers);
        if !self.send(Node::Broker(leader), Node::Broker(follower), message) {
            self.back_off(follower, leader);
        }
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
                self.on_fetch_refused(
                    follower,
                    leader,
                    partition,
                    ErrorCode::NotLeaderOrFollower,
                    FetchErrorReaction::BackOff,
                );
                continue;
            };
            let Some(replica) = self.replica_mut(follower, partition) else {
                continue;
            };
            let cut = replica.accept_epoch_end(asked, answer, generation);
            let settled = replica
                .following()
                .is_some_and(|f| f.phase == FollowPhase::Fetching);
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
        self.emit(
            Fact::HighWatermarkMoved {
                partition,
                broker: leader,
                from,
                to,
                cause,
            },
            out,
        );
        self.note_committed(partition, to);
        self.aside(|cluster| {
            cluster.complete_produce(leader, partition, out);
            cluster.wake_consumers(leader, partition);
        });
        self.check_agreement(partition, out);
    }

    fn note_held(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        rule: HighWatermarkRule,
        at: Offset,
        log_end: Offset,
        out: &mut Vec<Event>,
    ) {
        let why = match rule {
            HighWatermarkRule::BelowMinIsr { isr, min_isr } => HeldBack::BelowMinIsr {
                isr: isr as u8,
                min_isr: min_isr as u8,
            },
            HighWatermarkRule::Unknown { replica } => HeldBack::Unknown { replica },
            HighWatermarkRule::At { .. } => return,
        };
        if at < log_end && self.watch.is_news(partition, why, log_end) {
            self.emit(
                Fact::HighWatermarkHeld {
                    partition,
                    broker: leader,
                    at,
                    why,
                },
                out,
            );
        }
    }

    /// Followers outside the maximal ISR that are caught up and eligible.
    fn outsiders(&self, leader: BrokerId, partition: PartitionId) -> BrokerSet {
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

    fn is_eligible(
        &self,
        leader: BrokerId,
        follower: BrokerId,
        fetched_with: Option<Option<highwater_protocol::BrokerEpoch>>,
    ) -> bool {
        let standing = self
            .broker(leader)
            .map_or(Standing::Fenced, |broker| broker.image.standing(follower));
        isr::is_eligible(standing, fetched_with)
    }

    fn is_caught_up(&self, leader: BrokerId, partition: PartitionId, follower: BrokerId) -> bool {
        let Some(broker) = self.broker(leader) else {
            return false;
        };
        let Some(replica) = broker.replica(partition) else {
            return false;
        };
        let known = replica
            .leadership()
            .and_then(|leadership| leadership.remote(follower));
        let log_end = known.and_then(|remote| remote.log_end);
        let times = broker
            .fetch_times
            .get(&(partition, follower))
            .copied()
            .unwrap_or_default();
        let equal_end = if self.generation().equal_end_is_caught_up() {
            log_end
        } else {
            None
        };
        let lag = self.config.timings.replica_lag_time_max;
        times.is_caught_up(equal_end, replica.log.end(), self.now, lag)
    }

    /// Proposes a follower for the ISR if it may join.
    fn consider_expansion(
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
                let behind: BrokerSet = members
                    .iter()
                    .filter(|m| !self.is_caught_up(leader, *id, *m))
                    .collect();
                (leadership.isr.may_propose() && !behind.is_empty()).then_some((*id, behind))
            })
            .collect();
        for (partition, behind) in led {
            self.aside(|cluster| {
                cluster.propose(leader, partition, PendingIsr::Shrink(behind), out);
            });
        }
    }

    fn propose(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        change: PendingIsr,
        out: &mut Vec<Event>,
    ) {
        let Some(leadership) = self
            .replica_mut(leader, partition)
            .and_then(|replica| replica.leadership_mut())
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
        self.emit(
            Fact::IsrChangeProposed {
                partition,
                leader,
                isr,
            },
            out,
        );
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
                let result = self.alter_partition(leader, request, out);
                self.take_isr_answer(leader, IsrAnswer { partition, result }, out);
            }
        }
    }

    fn isr_request(&self, leader: BrokerId, partition: PartitionId) -> Option<IsrRequest> {
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
        let isr = leadership
            .isr
            .proposed()
            .iter()
            .map(|id| (*id, epoch_of(*id)))
            .collect();
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
        let Some(replica) = self.replica_mut(leader, partition) else {
            return;
        };
        let (leader_epoch, partition_epoch) = (replica.leader_epoch, replica.partition_epoch);
        let Some(leadership) = replica.leadership_mut() else {
            return;
        };
        let Some(pending) = leadership.isr.pending() else {
            return;
        };
        match answer.result {
            Ok(state) => {
                let stale = leader_epoch != Some(state.leader_epoch)
                    || partition_epoch.is_some_and(|known| state.partition_epoch < known);
                if stale {
                    self.counters.failed_isr_updates += 1;
                    return;
                }
                leadership.isr.commit(&state.isr);
                replica.partition_epoch = Some(state.partition_epoch);
                match pending {
                    PendingIsr::Expand(_) => self.counters.isr_expands += 1,
                    PendingIsr::Shrink(_) => self.counters.isr_shrinks += 1,
                }
                self.advance_high_watermark(leader, partition, out);
                self.complete_produce(leader, partition, out);
            }
            Err(error) => {
                let after = leadership.isr.fail(error);
                self.counters.failed_isr_updates += 1;
                if after == AfterFailure::SendAgain {
                    self.send_isr_request(leader, partition, out);
                }
            }
        }
    }
}

/// Whether a leader answers at once instead of waiting for records.
fn brings_news(reply: &FetchReply) -> bool {
    match reply {
        FetchReply::Error(_) | FetchReply::Diverging { .. } => true,
        FetchReply::Records { entries, .. } => !entries.is_empty(),
    }
}
