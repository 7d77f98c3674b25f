//! Two replicas of one partition, of which now this one leads and now that one.
//!
//! Elections are as unfair as can be: anybody may be elected at any time, whatever its log. What is
//! to be seen is whether the two come to agree, not what is lost on the way.

use highwater_protocol::fetch::FetchReply;
use highwater_protocol::follower::{self, FetchErrorReaction, FollowPhase};
use highwater_protocol::isr::Standing;
use highwater_protocol::replica::{FetchOutcome, PartitionMetadata, Replica};
use highwater_protocol::{
    BrokerEpoch, BrokerId, BrokerSet, Generation, LeaderEpoch, Offset, PartitionEpoch, RecordId,
};

const BOTH: [BrokerId; 2] = [BrokerId(0), BrokerId(1)];
const BROKER_EPOCH: BrokerEpoch = BrokerEpoch(1);

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    A,
    B,
}

/// Something that happens to the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    /// This one is elected, alone in the ISR, and writes a record at once.
    Lead(Who),
    /// This one is elected, alone in the ISR, and doesn't write.
    LeadSilently(Who),
    /// This one is elected, with the other in the ISR, and writes a record at once.
    LeadTogether(Who),
    /// The leader writes a record.
    Append,
    /// The follower sends a request and takes the answer.
    Exchange,
    /// The follower's machine loses power: its last record is lost, and so is its high watermark.
    PowerCut,
}

/// The two replicas.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    replicas: [Replica; 2],
    generation: Generation,
    leader: usize,
    epoch: LeaderEpoch,
    partition_epoch: PartitionEpoch,
    written: u32,
}

impl Pair {
    pub(crate) fn new(generation: Generation) -> Pair {
        let mut pair = Pair {
            replicas: BOTH.map(Replica::new),
            generation,
            leader: 0,
            epoch: LeaderEpoch(0),
            partition_epoch: PartitionEpoch(0),
            written: 0,
        };
        pair.elect(0, &BOTH);
        pair
    }

    pub(crate) fn leader(&self) -> &Replica {
        &self.replicas[self.leader]
    }

    pub(crate) fn follower(&self) -> &Replica {
        &self.replicas[1 - self.leader]
    }

    pub(crate) fn apply(&mut self, op: Op) {
        match op {
            Op::Lead(who) => {
                self.elect(who as usize, &[BOTH[who as usize]]);
                self.append();
            }
            Op::LeadSilently(who) => self.elect(who as usize, &[BOTH[who as usize]]),
            Op::LeadTogether(who) => {
                self.elect(who as usize, &BOTH);
                self.append();
            }
            Op::Append => self.append(),
            Op::Exchange => self.exchange(),
            Op::PowerCut => self.cut_power(),
        }
    }

    fn elect(&mut self, leader: usize, isr: &[BrokerId]) {
        self.leader = leader;
        self.epoch = self.epoch.next();
        self.partition_epoch = self.partition_epoch.next();
        self.tell(leader, isr);
        self.tell(1 - leader, isr);
    }

    fn tell(&mut self, who: usize, isr: &[BrokerId]) {
        let metadata = PartitionMetadata {
            replicas: &BOTH,
            isr,
            leader: Some(BOTH[self.leader]),
            leader_epoch: self.epoch,
            partition_epoch: self.partition_epoch,
        };
        self.replicas[who].apply(metadata, self.generation);
        self.advance();
    }

    fn advance(&mut self) {
        let leader = &mut self.replicas[self.leader];
        leader.advance_high_watermark(1, BrokerSet::EMPTY, self.generation);
    }

    fn append(&mut self) {
        let record = RecordId(self.written);
        self.written += 1;
        let _ = self.replicas[self.leader].append(record, self.generation);
        self.advance();
    }

    fn cut_power(&mut self) {
        let follower = &mut self.replicas[1 - self.leader];
        let last = Offset(follower.log.end().0.saturating_sub(1));
        follower.log.lose_page_cache(last);
        follower.reload(Offset::ZERO);
        let members =
            self.leader().leadership().map(|leadership| leadership.isr.members().to_vec());
        self.tell(1 - self.leader, &members.unwrap_or_default());
    }

    fn exchange(&mut self) {
        let generation = self.generation;
        let [a, b] = &mut self.replicas;
        let (leader, follower) = if self.leader == 0 { (a, b) } else { (b, a) };
        let phase = follower.following().map(|following| following.phase);
        if let Some(FollowPhase::Truncating { asked }) = phase {
            if let Ok(end) = leader.answer_epoch_end(asked, None) {
                follower.accept_epoch_end(asked, end, generation);
            }
            return;
        }
        let Some(request) = follower.fetch_request(BROKER_EPOCH, generation) else { return };
        let standing = Standing::Active(BROKER_EPOCH);
        let taken = leader.take_fetch(&request, 2, standing, generation);
        let outcome = follower.accept_fetch(&request, &taken.reply, generation);
        if let FetchOutcome::Refused(_, FetchErrorReaction::ResetToLeader) = outcome {
            follower::reset_to_leader(&mut follower.log, leader.log.start(), leader.log.end());
        }
        if matches!(taken.reply, FetchReply::Records { .. }) {
            self.advance();
        }
    }

    /// Lets the two talk until nothing changes any more.
    pub(crate) fn settle(&mut self) {
        // Each exchange cuts an epoch or moves two records, and an idle one ends it.
        for _ in 0..200 {
            let before = self.clone();
            self.exchange();
            if *self == before {
                return;
            }
        }
        panic!("not settled: {self:?}");
    }

    /// Whether both logs hold the same records.
    pub(crate) fn agrees(&self) -> bool {
        let [a, b] = &self.replicas;
        (a.log.start(), a.log.entries()) == (b.log.start(), b.log.entries())
    }
}
