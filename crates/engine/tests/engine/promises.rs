//! What Kafka promises, under random commands; and what it did not keep in its older generations.
//!
//! `PROPTEST_CASES` sets how many sequences are tried, `HIGHWATER_COMMANDS` how long they are.

use std::collections::BTreeMap;

use crate::support::{Faults, cluster, play, run};
use highwater_engine::verdict::Verdict;
use highwater_engine::{Cluster, Event, PartitionId};
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, Generation, LeaderEpoch, Offset};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

fn length() -> usize {
    std::env::var("HIGHWATER_COMMANDS").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

fn runner() -> TestRunner {
    let config = Config { cases: cases(), failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    )
}

/// Leader high watermarks seen so far, by partition, leader and epoch.
type Seen = BTreeMap<(PartitionId, BrokerId, LeaderEpoch), Offset>;

fn check_structure(cluster: &Cluster, seen: &mut Seen) {
    for broker in cluster.brokers() {
        for (partition, replica) in &broker.replicas {
            let log = &replica.log;
            assert!(log.start() <= log.high_watermark(), "log start above high watermark");
            assert!(log.high_watermark() <= log.end(), "high watermark above log end");
            let last_stable = cluster.last_stable(broker.id, *partition);
            assert!(log.start() <= last_stable, "LSO below log start");
            assert!(last_stable <= log.high_watermark(), "LSO above high watermark");
            let entries = log.epochs().entries();
            for pair in entries.windows(2) {
                assert!(pair[0].epoch < pair[1].epoch && pair[0].start < pair[1].start);
            }
            assert!(entries.last().is_none_or(|entry| entry.start <= log.end()));
            if let (Some(leadership), Some(epoch)) = (replica.leadership(), replica.leader_epoch) {
                assert!(leadership.isr.committed().contains(broker.id), "a leader left its ISR");
                let before = seen.insert((*partition, broker.id, epoch), log.high_watermark());
                let restarts = cluster.generation() < Generation::Kip320;
                assert!(
                    restarts || before.is_none_or(|before| before <= log.high_watermark()),
                    "a leader's high watermark fell"
                );
            }
        }
    }
}

fn losses(cluster: &Cluster, acks: Acks) -> usize {
    let lost = |verdict: &Verdict| match verdict {
        Verdict::AckedRecordLost(loss) => loss.acks == acks,
        _ => false,
    };
    cluster.verdicts().iter().filter(|(_, verdict)| lost(verdict)).count()
}

fn divergences(cluster: &Cluster) -> usize {
    let diverged = |verdict: &Verdict| matches!(verdict, Verdict::Diverged { .. });
    cluster.verdicts().iter().filter(|(_, verdict)| diverged(verdict)).count()
}

fn try_all(
    generation: Generation,
    faults: Faults,
    min_insync: u8,
    check: impl Fn(&Cluster, &[Event]),
) {
    let result = runner().run(&play(faults, length()), |play| {
        let mut seen = Seen::new();
        let start = cluster(generation, min_insync);
        let (end, events) = run(start, &play, |cluster, _| check_structure(cluster, &mut seen));
        check(&end, &events);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{generation}: {error}");
    }
}

#[test]
fn nothing_panics_and_the_structure_holds_whatever_is_done() {
    for generation in Generation::ALL {
        try_all(generation, Faults::Any, 2, |_, events| {
            for (number, event) in events.iter().enumerate() {
                assert_eq!(event.id.0 as usize, number, "events are numbered in order");
                assert!(event.cause.is_none_or(|cause| cause < event.id), "a cause comes first");
            }
        });
    }
}

#[test]
fn from_kip320_on_replicas_never_diverge_below_the_high_watermark() {
    for generation in [Generation::Kip320, Generation::Strict, Generation::Elr] {
        try_all(generation, Faults::Any, 1, |cluster, _| {
            assert_eq!(divergences(cluster), 0);
        });
    }
}

#[test]
fn from_kip320_on_crashes_alone_lose_no_record_acknowledged_by_all() {
    for generation in [Generation::Kip320, Generation::Strict, Generation::Elr] {
        for min_insync in [1, 2] {
            try_all(generation, Faults::Survivable, min_insync, |cluster, _| {
                assert_eq!(losses(cluster, Acks::All), 0);
            });
        }
    }
}

/// With ELR this does not hold, see `a_replica_that_comes_back_while_the_elr_still_names_it`.
#[test]
fn crashes_lose_nothing_while_partitions_move_either() {
    for generation in [Generation::Kip320, Generation::Strict] {
        for min_insync in [1, 2] {
            try_all(generation, Faults::SurvivableMoves, min_insync, |cluster, _| {
                assert_eq!(losses(cluster, Acks::All), 0);
            });
        }
    }
}

#[test]
fn two_runs_give_the_same_digest() {
    for generation in Generation::ALL {
        let result = runner().run(&play(Faults::Any, length()), |play| {
            let once = run(cluster(generation, 2), &play, |_, _| {}).0.digest();
            let twice = run(cluster(generation, 2), &play, |_, _| {}).0.digest();
            prop_assert_eq!(once, twice);
            Ok(())
        });
        assert!(result.is_ok(), "{generation}: {result:?}");
    }
}

/// Searches for a sequence after which `broken` holds; the search must find one.
fn must_break(
    generation: Generation,
    faults: Faults,
    what: &str,
    broken: impl Fn(&Cluster) -> bool,
) {
    let config = Config {
        cases: 3_000,
        failure_persistence: None,
        max_shrink_iters: 0,
        ..Config::default()
    };
    let rng = proptest::test_runner::TestRng::deterministic_rng(
        proptest::test_runner::RngAlgorithm::ChaCha,
    );
    let result = TestRunner::new_with_rng(config, rng).run(&play(faults, 60), |play| {
        let end = run(cluster(generation, 1), &play, |_, _| {}).0;
        prop_assert!(!broken(&end));
        Ok(())
    });
    assert!(result.is_err(), "no random schedule {what} under {generation}");
}

#[test]
fn before_kip101_crashes_alone_lose_acknowledged_records() {
    must_break(Generation::Hw, Faults::Survivable, "loses a record", |cluster| {
        0 < losses(cluster, Acks::All)
    });
}

#[test]
fn before_kip101_crashes_alone_make_replicas_diverge() {
    must_break(Generation::Hw, Faults::Survivable, "diverges", |cluster| 0 < divergences(cluster));
}

#[test]
fn kip101_still_lets_replicas_diverge() {
    must_break(Generation::Kip101, Faults::Any, "diverges", |cluster| 0 < divergences(cluster));
}

#[test]
fn kip279_still_lets_replicas_diverge() {
    must_break(Generation::Kip279, Faults::Any, "diverges", |cluster| 0 < divergences(cluster));
}
