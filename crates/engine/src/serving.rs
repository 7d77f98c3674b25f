//! The leader's side of replication: fetches taken, parked, woken and answered.
//!
//! What an answer says is decided in `highwater_protocol::leader`.

use highwater_protocol::fetch::{FetchReply, FetchRequest};
use highwater_protocol::leading::TakenFetch;
use highwater_protocol::{BrokerId, ErrorCode};

use crate::broker::ParkedFetch;
use crate::cluster::{Cluster, Timer};
use crate::command::Node;
use crate::config::PartitionId;
use crate::event::{Event, Fact};
use crate::network::{EpochQuestion, Message};

type FetchParts = Vec<(PartitionId, FetchRequest)>;
type AnswerParts = Vec<(PartitionId, FetchRequest, FetchReply)>;

impl Cluster {
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
        if answers.iter().any(|(_, _, reply)| reply.brings_news()) {
            self.answer_fetch(leader, follower, answers, out);
        } else {
            let expires = self.now + self.config.timings.replica_fetch_wait_max;
            let Some(broker) = self.broker_mut(leader) else {
                return;
            };
            let incarnation = broker.incarnation;
            broker.parked.retain(|parked| parked.follower != follower);
            broker.parked.push(ParkedFetch { follower, requests, expires, cause });
            self.at(expires, Timer::ParkedExpiry { leader, follower, incarnation });
        }
    }

    /// Answers one partition's fetch from a snapshot, then lets the fetch take effect: what the
    /// leader knows of the follower, the ISR, the high watermark, in this order.
    pub(crate) fn serve_fetch(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        request: &FetchRequest,
        out: &mut Vec<Event>,
    ) -> FetchReply {
        let follower = request.replica;
        let (now, limit, generation) =
            (self.wall_clock(), self.config.fetch_records_max, self.generation());
        let refused = FetchReply::Error(ErrorCode::NotLeaderOrFollower);
        let Some(broker) = self.broker_mut(leader) else { return refused };
        let standing = broker.image.standing(follower);
        let Some(replica) = broker.replica_mut(partition) else { return refused };
        let TakenFetch { reply, noted, log_end } =
            replica.take_fetch(request, limit, standing, generation);
        let Some(noted) = noted else {
            self.tell_why_not(leader, partition, follower, &reply, out);
            return reply;
        };
        let times = &mut broker.fetch_times;
        let times = times.get_or_insert_with((partition, follower), Default::default);
        times.note_fetch(request.offset, log_end, now);
        if noted.changed() {
            let log_end = noted.known_now;
            self.emit(Fact::FetchNoted { partition, leader, follower, log_end }, out);
        }
        self.aside(|cluster| cluster.consider_expansion(leader, partition, follower, out));
        if noted.changed() {
            self.aside(|cluster| cluster.advance_high_watermark(leader, partition, out));
        }
        reply
    }

    fn tell_why_not(
        &mut self,
        leader: BrokerId,
        partition: PartitionId,
        follower: BrokerId,
        reply: &FetchReply,
        out: &mut Vec<Event>,
    ) {
        match *reply {
            FetchReply::Error(error) => {
                self.emit(Fact::FetchRefused { partition, leader, follower, error }, out);
            }
            FetchReply::Diverging { at } => {
                self.emit(Fact::DivergenceReported { partition, leader, follower, at }, out);
            }
            FetchReply::Records { .. } => {}
        }
    }

    pub(crate) fn read_fetch(
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
        replica.answer_fetch(request, self.config.fetch_records_max, self.generation())
    }

    pub(crate) fn answer_fetch(
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
            if answers.iter().any(|(_, _, reply)| reply.brings_news()) {
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
            broker.parked.iter().any(|parked| parked.follower == follower && parked.expires <= now)
        });
        if due {
            if let Some(broker) = self.broker_mut(leader) {
                broker.counters.expired_fetches += 1;
            }
            let answers = self.reread(leader, follower);
            self.unpark(leader, follower, answers, out);
        }
    }

    pub(crate) fn reread(&self, leader: BrokerId, follower: BrokerId) -> AnswerParts {
        let parked = self
            .broker(leader)
            .and_then(|broker| broker.parked.iter().find(|parked| parked.follower == follower));
        let requests = parked.map_or(&[][..], |parked| &parked.requests);
        let read = |(id, request): &(PartitionId, FetchRequest)| {
            (*id, *request, self.read_fetch(leader, *id, request))
        };
        requests.iter().map(read).collect()
    }

    pub(crate) fn unpark(
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
                self.emit(Fact::EpochAnswered { partition, follower, leader, asked, answer }, out);
            }
            answers.push((question, result));
        }
        let message = Message::EpochEndsAnswer(answers);
        if !self.send(Node::Broker(leader), Node::Broker(follower), message) {
            self.back_off(follower, leader);
        }
    }
}
