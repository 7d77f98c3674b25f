//! `kind replica-pair`: a follower and a leader of one partition who exchange requests, one at a
//! time, until their logs agree or not.

use highwater_protocol::fetch::{FetchReply, FetchRequest};
use highwater_protocol::follower::{self, Cut, CutRule, FetchErrorReaction, FollowPhase};
use highwater_protocol::isr::Standing;
use highwater_protocol::log::ReplicaLog;
use highwater_protocol::replica::{FetchOutcome, PartitionMetadata, Replica, RoleChange};
use highwater_protocol::{
    BrokerEpoch, BrokerId, BrokerSet, Generation, LeaderEpoch, Offset, PartitionEpoch,
};

use super::notation;
use super::trace::{self, Bench};
use crate::harness::compare::Answer;
use crate::harness::fields::{Fields, elements, number};
use crate::harness::text::{Failure, Row};

const LEADER: BrokerId = BrokerId(0);
const FOLLOWER: BrokerId = BrokerId(1);
const BOTH: [BrokerId; 2] = [LEADER, FOLLOWER];
const EPOCH: BrokerEpoch = BrokerEpoch(1);

/// More exchanges than any row needs.
const ROUNDS_MAX: u32 = 50;

const ACTIONS: &str = "exchange, settle, send, receive, append, leader-hears, follower-hears, \
                       leader-drops-log, checkpoint, restart";

struct PairBench {
    leader: Replica,
    follower: Replica,
    generation: Generation,
    /// A fetch that was sent and not answered yet.
    sent: Option<FetchRequest>,
    partition_epoch: PartitionEpoch,
    /// `replication-offset-checkpoint` of leader and follower.
    checkpoints: [Offset; 2],
}

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    trace::run::<PairBench>(row)
}

impl Bench for PairBench {
    fn set_up(given: &mut Fields) -> Result<Self, String> {
        let generation = notation::generation(given)?;
        let mut leader = Replica::new(LEADER);
        let mut follower = Replica::new(FOLLOWER);
        leader.log = notation::log_field(given, ("leader", "leader-hw"), generation)?;
        follower.log = notation::log_field(given, ("follower", "follower-hw"), generation)?;
        if let Some(text) = given.take("follower-cache") {
            let cache = notation::cache("follower-cache", &text)?;
            follower.log = notation::with_cache(&follower.log, cache);
        }
        let epoch = notation::epoch_field(given, "epoch")?;
        let newest = leader.log.epochs().latest().map(|entry| entry.epoch);
        let epoch = epoch.or(newest).unwrap_or_default();
        let mut pair = PairBench {
            leader,
            follower,
            generation,
            sent: None,
            partition_epoch: PartitionEpoch(0),
            checkpoints: [Offset::ZERO; 2],
        };
        pair.hears(LEADER, epoch);
        pair.hears(FOLLOWER, notation::epoch_field(given, "follower-epoch")?.unwrap_or(epoch));
        Ok(pair)
    }

    fn act(&mut self, action: &str, given: &mut Fields) -> Result<Answer, String> {
        let answer = Answer::default();
        match action {
            "exchange" => return self.exchange(),
            "settle" => return self.settle(),
            "send" => {
                let request = self.request()?;
                self.sent = Some(request);
                let last = request.last_fetched_epoch;
                let last = last.map_or_else(|| "none".to_owned(), |epoch| epoch.to_string());
                return Ok(answer
                    .with_optional("from", request.offset.to_string())
                    .with_optional("last", last));
            }
            "receive" => return self.receive(given),
            "append" => {
                let count: u32 = number("append", &given.need_word("how many records")?)?;
                for _ in 0..count {
                    let epoch = self.leader.leader_epoch.unwrap_or_default();
                    let record = notation::record(epoch, self.leader.log.end()).record;
                    self.leader.append(record, self.generation).map_err(|e| e.to_string())?;
                }
                self.advance();
            }
            "leader-hears" => {
                let epoch = number("epoch", &given.need_word("the epoch")?)?;
                self.hears(LEADER, LeaderEpoch(epoch));
            }
            "follower-hears" => {
                let epoch = number("epoch", &given.need_word("the epoch")?)?;
                let change = self.hears(FOLLOWER, LeaderEpoch(epoch));
                return Ok(show_change(&change));
            }
            "leader-drops-log" => {
                self.leader.log.truncate_fully_and_start_at(Offset::ZERO);
            }
            "checkpoint" => {
                let (leader, follower) = (&self.leader.log, &self.follower.log);
                self.checkpoints = [leader.high_watermark(), follower.high_watermark()];
                let [leader, follower] = self.checkpoints;
                return Ok(answer.with("checkpoints", format!("[{leader},{follower}]")));
            }
            "restart" => self.restart(),
            other => return Err(format!("`{other}` is no action; actions are {ACTIONS}")),
        }
        Ok(answer)
    }

    fn show(&self, answer: Answer) -> Answer {
        let phase = match self.follower.following().map(|following| following.phase) {
            Some(FollowPhase::Fetching) => "fetching".to_owned(),
            Some(FollowPhase::Truncating { asked }) => format!("asks-{asked}"),
            Some(FollowPhase::Failed) => "failed".to_owned(),
            Some(FollowPhase::NoLeader) | None => "idle".to_owned(),
        };
        let (leader, follower) = (&self.leader.log, &self.follower.log);
        answer
            .with_optional("log", notation::show_log(follower))
            .with_optional("start", follower.start().to_string())
            .with_optional("leo", follower.end().to_string())
            .with_optional("hw", follower.high_watermark().to_string())
            .with_optional("cache", notation::show_cache(follower.epochs()))
            .with_optional("phase", phase)
            .with_optional("leader-leo", leader.end().to_string())
            .with_optional("leader-hw", leader.high_watermark().to_string())
            .with_optional("leader-cache", notation::show_cache(leader.epochs()))
            .with_optional("agree", show_agreement(leader, follower))
    }
}

impl PairBench {
    /// Metadata of this epoch reaches one of the two; the leader stays the same broker.
    fn hears(&mut self, who: BrokerId, epoch: LeaderEpoch) -> RoleChange {
        self.partition_epoch = self.partition_epoch.next();
        let metadata = PartitionMetadata {
            replicas: &BOTH,
            isr: &BOTH,
            leader: Some(LEADER),
            leader_epoch: epoch,
            partition_epoch: self.partition_epoch,
        };
        let replica = if who == LEADER { &mut self.leader } else { &mut self.follower };
        let change = replica.apply(metadata, self.generation);
        self.advance();
        change
    }

    fn advance(&mut self) {
        self.leader.advance_high_watermark(1, BrokerSet::EMPTY, self.generation);
    }

    /// Both processes end in order and begin again.
    fn restart(&mut self) {
        let epoch = self.leader.leader_epoch.unwrap_or_default();
        self.checkpoints = [self.leader.log.high_watermark(), self.follower.log.high_watermark()];
        self.leader.reload(self.checkpoints[0]);
        self.follower.reload(self.checkpoints[1]);
        self.hears(LEADER, epoch.next());
        self.hears(FOLLOWER, epoch.next());
    }

    fn request(&self) -> Result<FetchRequest, String> {
        let request = self.follower.fetch_request(EPOCH, self.generation);
        request.ok_or_else(|| "the follower has nothing to fetch now".to_owned())
    }

    /// One request of the follower and what it makes of the answer.
    fn exchange(&mut self) -> Result<Answer, String> {
        if let Some(FollowPhase::Truncating { asked }) = self.follower.following().map(|f| f.phase)
        {
            return self.ask_epoch(asked);
        }
        let request = self.request()?;
        let standing = Standing::Active(EPOCH);
        let taken = self.leader.take_fetch(&request, u32::MAX, standing, self.generation);
        if taken.noted.is_some_and(|noted| noted.changed()) {
            self.advance();
        }
        let answer = self.take_reply(&request, &taken.reply);
        let last = request.last_fetched_epoch;
        let last = last.map_or_else(|| "none".to_owned(), |epoch| epoch.to_string());
        Ok(answer.with_optional("from", request.offset.to_string()).with_optional("last", last))
    }

    fn ask_epoch(&mut self, asked: LeaderEpoch) -> Result<Answer, String> {
        let carried = self.follower.leader_epoch.filter(|_| self.generation.fences_fetch());
        let end = match self.leader.answer_epoch_end(asked, carried) {
            Ok(end) => end,
            Err(error) => return Ok(Answer::default().with("error", error.name())),
        };
        let cut = self.follower.accept_epoch_end(asked, end, self.generation);
        let cut = cut.ok_or("the follower did not wait for this answer")?;
        Ok(show_cut(&cut).with("end", notation::show_end(end)))
    }

    fn take_reply(&mut self, request: &FetchRequest, reply: &FetchReply) -> Answer {
        let answer = match reply {
            FetchReply::Error(error) => Answer::default().with("error", error.name()),
            FetchReply::Diverging { at } => {
                Answer::default().with("diverging", notation::show_end(Some(*at)))
            }
            FetchReply::Records { .. } => Answer::default(),
        };
        match self.follower.accept_fetch(request, reply, self.generation) {
            FetchOutcome::Ignored => answer.with("outcome", "ignored"),
            FetchOutcome::Accepted(accepted) => {
                answer.with_optional("appended", accepted.appended.to_string())
            }
            FetchOutcome::Cut(cut) => answer.with("cut", cut.to.to_string()),
            FetchOutcome::Refused(_, reaction) => match reaction {
                FetchErrorReaction::Fail => answer.with("outcome", "failed"),
                FetchErrorReaction::BackOff => answer.with("outcome", "backs-off"),
                FetchErrorReaction::ResetToLeader => {
                    let (start, end) = (self.leader.log.start(), self.leader.log.end());
                    let cut = follower::reset_to_leader(&mut self.follower.log, start, end);
                    answer.with("reset", cut.to.to_string())
                }
            },
        }
    }

    /// Exchanges until nothing changes any more; counts those that had to do with the log's end.
    fn settle(&mut self) -> Result<Answer, String> {
        let mut repairs = 0_u32;
        for _ in 0..ROUNDS_MAX {
            let before = (self.leader.clone(), self.follower.clone());
            let cuts = before.1.following().is_some_and(|f| f.phase != FollowPhase::Fetching);
            self.exchange()?;
            let cut = self.follower.log.end() < before.1.log.end();
            repairs += u32::from(cuts || cut);
            if before == (self.leader.clone(), self.follower.clone()) {
                return Ok(Answer::default().with_optional("repairs", repairs.to_string()));
            }
        }
        Err(format!("not settled after {ROUNDS_MAX} exchanges"))
    }

    /// `receive [3,4] hw=`, `receive diverging=`: an answer that was not asked of the leader here,
    /// to the fetch that was sent, or else to the one that would be sent now.
    fn receive(&mut self, given: &mut Fields) -> Result<Answer, String> {
        let request = match self.sent.take() {
            Some(request) => request,
            None => self.request()?,
        };
        let high_watermark = notation::offset_field(given, "hw")?.unwrap_or_default();
        let reply = if let Some(text) = given.take("diverging") {
            FetchReply::Diverging { at: notation::epoch_end("diverging", &text)? }
        } else {
            let text = given.need_word("the epochs of the records, as in [3,4],")?;
            let mut offset = request.offset;
            let mut entries = highwater_protocol::log::Entries::new();
            for epoch in elements("records", &text)? {
                entries.push(notation::record(LeaderEpoch(number("epoch", epoch)?), offset));
                offset = offset.next();
            }
            FetchReply::Records { entries, high_watermark, log_start: Offset::ZERO }
        };
        Ok(self.take_reply(&request, &reply))
    }
}

fn show_change(change: &RoleChange) -> Answer {
    match change {
        RoleChange::FollowerStarts { cut: Some(cut) } => show_cut(cut),
        RoleChange::FollowerStarts { cut: None } => Answer::default().with("fetcher", "new"),
        _ => Answer::default().with("fetcher", "kept"),
    }
}

fn show_cut(cut: &Cut) -> Answer {
    let rule = match cut.rule {
        CutRule::OwnHighWatermark => "own-high-watermark",
        CutRule::HighWatermarkForLackOfEpoch => "no-epoch-known",
        CutRule::EpochEndOffset => "end-offset",
        CutRule::EpochAndEndOffset => "epoch-and-end-offset",
        CutRule::DivergingEpoch => "diverging-epoch",
        CutRule::OutOfRange => "out-of-range",
    };
    Answer::default().with("cut", cut.to.to_string()).with_optional("rule", rule)
}

/// The offset up to which both logs hold the same records, as far as both have any.
fn show_agreement(leader: &ReplicaLog, follower: &ReplicaLog) -> String {
    let until = leader.end().min(follower.end());
    let from = leader.start().max(follower.start());
    let differs = |offset: &u32| leader.entry(Offset(*offset)) != follower.entry(Offset(*offset));
    match (from.0..until.0).find(differs) {
        Some(offset) => offset.to_string(),
        None => "all".to_owned(),
    }
}
