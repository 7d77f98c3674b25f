//! One leader under any fetches, writes, answers and metadata of its leadership.

use highwater_protocol::fetch::FetchRequest;
use highwater_protocol::isr::{PendingIsr, Standing};
use highwater_protocol::replica::{IsrAfterChange, IsrAnswer, PartitionMetadata, Replica};
use highwater_protocol::{
    BrokerEpoch, BrokerId, BrokerList, BrokerSet, ErrorCode, Generation, LeaderEpoch, Offset,
    PartitionEpoch, RecordId,
};
use proptest::prelude::*;

const REPLICAS: [BrokerId; 3] = [BrokerId(0), BrokerId(1), BrokerId(2)];

#[derive(Clone, Debug)]
enum Op {
    Append,
    Fetch { follower: u8, offset: u32, epoch: Option<u32>, last: Option<u32> },
    Expand(u8),
    Shrink(u8),
    Grant,
    Refuse(ErrorCode),
    Metadata { isr: u8, reelected: bool },
    MinIsr(usize),
    Outsiders(u8),
}

fn op() -> impl Strategy<Value = Op> {
    let maybe = || prop::option::of(0_u32..4);
    let refusals = vec![
        ErrorCode::IneligibleReplica,
        ErrorCode::InvalidUpdateVersion,
        ErrorCode::NetworkException,
    ];
    prop_oneof![
        4 => Just(Op::Append),
        8 => (1_u8..4, 0_u32..8, maybe(), maybe())
            .prop_map(|(follower, offset, epoch, last)| Op::Fetch { follower, offset, epoch, last }),
        2 => (1_u8..3).prop_map(Op::Expand),
        2 => (1_u8..3).prop_map(Op::Shrink),
        3 => Just(Op::Grant),
        1 => prop::sample::select(refusals).prop_map(Op::Refuse),
        2 => (0_u8..8, any::<bool>()).prop_map(|(isr, reelected)| Op::Metadata { isr, reelected }),
        1 => (1_usize..5).prop_map(Op::MinIsr),
        1 => (0_u8..8).prop_map(Op::Outsiders),
    ]
}

struct World {
    leader: Replica,
    generation: Generation,
    min_insync: usize,
    outsiders: BrokerSet,
    asked_at: PartitionEpoch,
}

fn members(bits: u8) -> BrokerList {
    REPLICAS.into_iter().filter(|id| bits & (1 << id.0) != 0).collect()
}

impl World {
    fn new(generation: Generation) -> World {
        let mut world = World {
            leader: Replica::new(REPLICAS[0]),
            generation,
            min_insync: 2,
            outsiders: BrokerSet::EMPTY,
            asked_at: PartitionEpoch(0),
        };
        world.hear(&REPLICAS, LeaderEpoch(1));
        world
    }

    fn hear(&mut self, isr: &[BrokerId], leader_epoch: LeaderEpoch) {
        let known = self.leader.partition_epoch.unwrap_or_default();
        let metadata = PartitionMetadata {
            replicas: &REPLICAS,
            isr,
            leader: Some(REPLICAS[0]),
            leader_epoch,
            partition_epoch: known.next(),
        };
        self.leader.apply(metadata, self.generation);
    }

    fn propose(&mut self, change: PendingIsr) {
        let asked_at = self.leader.partition_epoch.unwrap_or_default();
        let Some(leadership) = self.leader.leadership_mut() else { return };
        let proposed = match change {
            PendingIsr::Expand(follower) if leadership.isr.committed().contains(follower) => return,
            PendingIsr::Expand(follower) => leadership.isr.propose_expand(follower),
            PendingIsr::Shrink(out) => leadership.isr.propose_shrink(out),
        };
        if proposed.is_ok() {
            self.asked_at = asked_at;
        }
    }

    fn answer(&mut self, error: Option<ErrorCode>) {
        let isr = self.leader.leadership().map(|l| l.isr.proposed()).unwrap_or_default();
        let after = IsrAfterChange {
            isr: &isr,
            leader_epoch: self.leader.leader_epoch.unwrap_or_default(),
            partition_epoch: self.leader.partition_epoch.unwrap_or_default().next(),
        };
        let result = error.map_or(Ok(after), Err);
        self.leader.accept_isr_answer(IsrAnswer { asked_at: self.asked_at, result });
    }

    fn apply(&mut self, op: &Op) {
        match op.clone() {
            Op::Append => drop(self.leader.append(RecordId(0), self.generation)),
            Op::Fetch { follower, offset, epoch, last } => {
                let request = FetchRequest {
                    replica: BrokerId(follower),
                    offset: Offset(offset),
                    leader_epoch: epoch.map(LeaderEpoch),
                    last_fetched_epoch: last.map(LeaderEpoch),
                    log_start: Offset::ZERO,
                    broker_epoch: Some(BrokerEpoch(1)),
                };
                let standing = Standing::Active(BrokerEpoch(1));
                self.leader.take_fetch(&request, 3, standing, self.generation);
            }
            Op::Expand(follower) => self.propose(PendingIsr::Expand(BrokerId(follower))),
            Op::Shrink(follower) => {
                self.propose(PendingIsr::Shrink(BrokerSet::of(BrokerId(follower))));
            }
            Op::Grant => self.answer(None),
            Op::Refuse(error) => self.answer(Some(error)),
            Op::Metadata { isr, reelected } => {
                let epoch = self.leader.leader_epoch.unwrap_or_default();
                self.hear(&members(isr | 1), if reelected { epoch.next() } else { epoch });
            }
            Op::MinIsr(value) => self.min_insync = value,
            Op::Outsiders(bits) => self.outsiders = members(bits).into_iter().collect(),
        }
        self.leader.advance_high_watermark(self.min_insync, self.outsiders, self.generation);
    }
}

proptest! {
    #[test]
    fn a_leaders_high_watermark_never_goes_back(
        generation in prop::sample::select(&Generation::ALL[..]),
        ops in prop::collection::vec(op(), 0..40),
    ) {
        let mut world = World::new(generation);
        let mut before = Offset::ZERO;
        for op in ops {
            world.apply(&op);
            let now = world.leader.log.high_watermark();
            prop_assert!(before <= now, "{op:?}: {:?}", world.leader);
            prop_assert!(now <= world.leader.log.end());
            before = now;
        }
    }

    /// What a move needs: the gate is open, and everybody who counts has fetched up to there.
    #[test]
    fn a_high_watermark_moves_only_with_the_maximal_isr(
        generation in prop::sample::select(&Generation::ALL[..]),
        ops in prop::collection::vec(op(), 0..40),
    ) {
        let mut world = World::new(generation);
        for op in ops {
            let before = world.leader.log.high_watermark();
            world.apply(&op);
            let now = world.leader.log.high_watermark();
            let Some(leadership) = world.leader.leadership() else { unreachable!() };
            let lags = |member: BrokerId| {
                let remote = leadership.remote(member);
                remote.is_some_and(|remote| remote.log_end < Some(now))
            };
            if before < now {
                prop_assert!(!leadership.isr.maximal().iter().any(lags), "{op:?}: {leadership:?}");
                let enough = world.min_insync.min(3) <= leadership.isr.members().len();
                prop_assert!(enough || !generation.gates_high_watermark(), "{op:?}");
            }
        }
    }

    /// One request at a time, and only metadata or an answer ends it.
    #[test]
    fn the_maximal_isr_contains_the_committed_one(ops in prop::collection::vec(op(), 0..40)) {
        let mut world = World::new(Generation::Strict);
        for op in ops {
            world.apply(&op);
            let Some(leadership) = world.leader.leadership() else { unreachable!() };
            let isr = &leadership.isr;
            prop_assert!(isr.committed().minus(isr.maximal()).is_empty());
            prop_assert!(isr.committed().contains(REPLICAS[0]));
            prop_assert!(isr.pending().is_none() || !isr.may_propose());
        }
    }
}
