//! The leader's side of replication: fetches taken, parked, woken and answered.
//!
//! What an answer says is decided in `highwater_protocol::leader`.

use highwater_protocol::fetch::{FetchReply, FetchRequest};
use highwater_protocol::isr::Standing;
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
        if answers.iter().any(|(_, _, reply)| brings_news(reply)) {
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
        let reply = self.read_fetch(leader, partition, request);
        match &reply {
            FetchReply::Error(error) => {
                let error = *error;
                self.emit(Fact::FetchRefused { partition, leader, follower, error }, out);
                return reply;
            }
            FetchReply::Diverging { at } => {
                let at = *at;
                self.emit(Fact::DivergenceReported { partition, leader, follower, at }, out);
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
            self.emit(Fact::FetchNoted { partition, leader, follower, log_end }, out);
        }
        self.aside(|cluster| cluster.consider_expansion(leader, partition, follower, out));
        if noted.changed() {
            self.aside(|cluster| cluster.advance_high_watermark(leader, partition, out));
        }
        reply
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
            broker.parked.iter().any(|parked| parked.follower == follower && parked.expires <= now)
        });
        if due {
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

/// Whether a leader answers at once instead of waiting for records.
fn brings_news(reply: &FetchReply) -> bool {
    match reply {
        FetchReply::Error(_) | FetchReply::Diverging { .. } => true,
        FetchReply::Records { entries, .. } => !entries.is_empty(),
    }
}
