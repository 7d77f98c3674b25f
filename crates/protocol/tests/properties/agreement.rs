//! Whether two replicas agree once they are settled, by generation: a property where the protocol
//! promises it, and the shortest way to disagreement where it doesn't.

use highwater_protocol::Generation;
use proptest::prelude::*;

use super::pair::{Op, Pair, Who};

const EVERY_OP: [Op; 9] = [
    Op::Lead(Who::A),
    Op::Lead(Who::B),
    Op::LeadSilently(Who::A),
    Op::LeadSilently(Who::B),
    Op::LeadTogether(Who::A),
    Op::LeadTogether(Who::B),
    Op::Append,
    Op::Exchange,
    Op::PowerCut,
];

/// Elections after which the leader writes before anybody asks it, and talk in between.
const WRITING_LEADERS: [Op; 4] = [Op::Lead(Who::A), Op::Lead(Who::B), Op::Append, Op::Exchange];

/// The same with elections by both and power cuts.
const WRITING_LEADERS_AND_POWER_CUTS: [Op; 7] = [
    Op::Lead(Who::A),
    Op::Lead(Who::B),
    Op::LeadTogether(Who::A),
    Op::LeadTogether(Who::B),
    Op::Append,
    Op::Exchange,
    Op::PowerCut,
];

/// The same, with leaders that don't write at once.
const SILENT_LEADERS: [Op; 4] =
    [Op::LeadSilently(Who::A), Op::LeadSilently(Who::B), Op::Append, Op::Exchange];

fn settled(generation: Generation, ops: &[Op]) -> Pair {
    let mut pair = Pair::new(generation);
    ops.iter().for_each(|op| pair.apply(*op));
    pair.settle();
    pair
}

/// The shortest sequence of at most `length_max` of these after which two settled replicas differ.
fn counterexample(generation: Generation, ops: &[Op], length_max: usize) -> Option<Vec<Op>> {
    for length in 0..=length_max {
        let count = ops.len().pow(length as u32);
        for index in 0..count {
            let digit = |place| ops[index / ops.len().pow(place) % ops.len()];
            let sequence: Vec<Op> = (0..length as u32).map(digit).collect();
            if !settled(generation, &sequence).agrees() {
                return Some(sequence);
            }
        }
    }
    None
}

fn some_of(ops: &'static [Op]) -> impl Strategy<Value = Vec<Op>> {
    prop::collection::vec(prop::sample::select(ops), 0..24)
}

fn one_of(generations: &'static [Generation]) -> impl Strategy<Value = Generation> {
    prop::sample::select(generations)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn from_kip320_on_settled_replicas_agree(
        generation in one_of(&[Generation::Kip320, Generation::Strict, Generation::Elr]),
        ops in some_of(&EVERY_OP),
    ) {
        let pair = settled(generation, &ops);
        prop_assert!(pair.agrees(), "{pair:?}");
        // What both hold is known to be committed, or will be with the next write.
        prop_assert!(pair.follower().log.high_watermark() <= pair.leader().log.high_watermark());
    }

    #[test]
    fn in_kip279_settled_replicas_agree_if_leaders_write_first(
        ops in some_of(&WRITING_LEADERS_AND_POWER_CUTS),
    ) {
        let pair = settled(Generation::Kip279, &ops);
        prop_assert!(pair.agrees(), "{pair:?}");
    }
}

#[test]
fn cutting_to_the_own_high_watermark_makes_logs_differ() {
    let found = counterexample(Generation::Hw, &WRITING_LEADERS, 4);
    assert_eq!(found, Some(vec![Op::Lead(Who::B), Op::Lead(Who::A)]));
}

/// The hole that KIP-279 mended (V85): B writes in an epoch that A never sees, between two epochs of
/// A. Where B's epoch would end in A's log, A's last epoch begins, and B has nothing beyond that.
#[test]
fn kip101_is_fooled_by_two_quick_elections() {
    let found = counterexample(Generation::Kip101, &WRITING_LEADERS, 4);
    let hole = vec![Op::Lead(Who::A), Op::Lead(Who::B), Op::Lead(Who::A)];
    assert_eq!(found, Some(hole.clone()));
    for generation in [Generation::Kip279, Generation::Kip320, Generation::Strict, Generation::Elr]
    {
        assert!(settled(generation, &hole).agrees(), "{generation}");
        assert_eq!(counterexample(generation, &WRITING_LEADERS, 6), None, "{generation}");
    }
}

/// The hole that KAFKA-7415 mended (V87): a leader that hasn't written yet can't tell where an epoch
/// ends that is newer than all it knows, and the follower falls back on its high watermark.
#[test]
fn kip279_is_fooled_by_a_leader_that_has_not_written() {
    let hole = vec![Op::Append, Op::LeadSilently(Who::B), Op::Append, Op::LeadSilently(Who::A)];
    assert_eq!(counterexample(Generation::Kip279, &SILENT_LEADERS, 4), Some(hole));
    for generation in [Generation::Kip320, Generation::Strict, Generation::Elr] {
        assert_eq!(counterexample(generation, &SILENT_LEADERS, 6), None, "{generation}");
    }
}
