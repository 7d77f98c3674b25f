//! Random but valid command sequences, and the cluster they are played on.

use std::rc::Rc;

use highwater_engine::command::{Command, Election, Node, Produce, Stop};
use highwater_engine::config::{ClusterConfig, PartitionId, Preload, Timings, TopicConfig};
use highwater_engine::idempotence::Idempotence;
use highwater_engine::transactions::TransactionEnd;
use highwater_engine::{Cluster, Event};
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, Generation, LeaderEpoch, Offset};
use proptest::prelude::*;

/// Which faults a sequence may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Faults {
    /// Stops, crashes, cuts, slowness; nothing that Kafka does not promise to survive.
    Survivable,
    /// The same, and partitions that move.
    SurvivableMoves,
    /// Power cuts and unclean elections too.
    Any,
}

/// A wish and how long to wait afterwards, in ms.
pub(crate) type Play = Vec<(Wish, u64)>;

/// A command whose record names are filled in when it is played.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wish {
    Produce(Acks, u32, u8),
    Consume(u8),
    Stop(u8, Stop),
    Start(u8),
    Restart(u8, Stop),
    Cut(u8, u8),
    Heal(u8, u8),
    Slow(u8, u64),
    MinIsr(u8),
    Unclean(UncleanElection),
    Elect(Election),
    Flush(u8),
    Idempotence(Idempotence),
    /// To these brokers, by number in [`TARGETS`].
    Reassign(usize),
    CancelReassignment,
    /// A record in a transaction of this number, and the end of one.
    Transact(u8),
    End(u8, TransactionEnd),
}

/// Where partitions can be moved to.
const TARGETS: [&[u8]; 6] = [&[0, 1, 2], &[2, 0, 1], &[0, 1], &[1, 2], &[2, 0], &[1]];

fn acks() -> impl Strategy<Value = Acks> {
    prop_oneof![1 => Just(Acks::None), 1 => Just(Acks::Leader), 4 => Just(Acks::All)]
}

fn stop(faults: Faults) -> BoxedStrategy<Stop> {
    match faults {
        Faults::Survivable | Faults::SurvivableMoves => {
            prop_oneof![Just(Stop::Clean), Just(Stop::Crash)].boxed()
        }
        Faults::Any => {
            prop_oneof![Just(Stop::Clean), Just(Stop::Crash), Just(Stop::PowerCut)].boxed()
        }
    }
}

fn wish(faults: Faults) -> BoxedStrategy<Wish> {
    // Node 3 of a cut is the controller, 4 the producer.
    let node = 0u8..5;
    let common = prop_oneof![
        8 => (acks(), 0u32..3, 1u8..4).prop_map(|(a, r, n)| Wish::Produce(a, r, n)),
        1 => (0u8..2).prop_map(Wish::Consume),
        4 => (0u8..3, stop(faults)).prop_map(|(b, how)| Wish::Stop(b, how)),
        6 => (0u8..3).prop_map(Wish::Start),
        4 => (0u8..3, stop(faults)).prop_map(|(b, how)| Wish::Restart(b, how)),
        2 => (0u8..3, node.clone()).prop_map(|(a, b)| Wish::Cut(a, b)),
        3 => (0u8..3, node).prop_map(|(a, b)| Wish::Heal(a, b)),
        1 => (0u8..3, prop_oneof![Just(0u64), 1u64..2000]).prop_map(|(b, d)| Wish::Slow(b, d)),
        1 => Just(Wish::Elect(Election::Preferred)),
        1 => (0u8..3).prop_map(Wish::Flush),
        1 => (0u8..6).prop_map(Wish::Transact),
        1 => (0u8..6, prop_oneof![Just(TransactionEnd::Commit), Just(TransactionEnd::Abort)])
            .prop_map(|(name, end)| Wish::End(name, end)),
        1 => prop_oneof![Just(Idempotence::On), Just(Idempotence::Off)].prop_map(Wish::Idempotence),
    ];
    let moves = prop_oneof![
        3 => (0..TARGETS.len()).prop_map(Wish::Reassign),
        1 => Just(Wish::CancelReassignment),
    ];
    match faults {
        Faults::Survivable => common.boxed(),
        Faults::SurvivableMoves => prop_oneof![9 => common, 1 => moves].boxed(),
        Faults::Any => prop_oneof![
            20 => common,
            1 => moves,
            1 => (1u8..4).prop_map(Wish::MinIsr),
            1 => prop_oneof![Just(UncleanElection::Enabled), Just(UncleanElection::Disabled)]
                .prop_map(Wish::Unclean),
            1 => Just(Wish::Elect(Election::Unclean)),
        ]
        .boxed(),
    }
}

/// Sequences of `length` commands.
pub(crate) fn play(faults: Faults, length: usize) -> impl Strategy<Value = Play> {
    let wait = prop_oneof![4 => 0u64..60, 3 => 0u64..1200, 2 => 0u64..12_000, 1 => 0u64..50_000];
    proptest::collection::vec((wish(faults), wait), length)
}

/// Three brokers, two partitions, three records each.
pub(crate) fn cluster(generation: Generation, min_insync: u8) -> Cluster {
    let brokers: Vec<BrokerId> = (0..3).map(BrokerId).collect();
    let assignment = |order: [u8; 3]| order.into_iter().map(BrokerId).collect();
    let preload = |partition: u16, name: &str| Preload {
        partition: PartitionId(partition),
        name: Rc::from(name),
        count: 3,
        epoch: LeaderEpoch(2),
    };
    Cluster::start(ClusterConfig {
        generation,
        brokers,
        topics: vec![TopicConfig {
            name: "t".into(),
            assignments: vec![assignment([0, 1, 2]), assignment([1, 2, 0])],
            min_insync_replicas: min_insync,
            unclean: Some(UncleanElection::Disabled),
        }],
        preloads: vec![preload(0, "a"), preload(1, "b")],
        timings: Timings::defaults(),
        fetch_records_max: 2,
        placement_seed: 17,
    })
    .expect("a valid configuration")
}

fn node(number: u8) -> Node {
    match number {
        3 => Node::Controller,
        4 => Node::Producer,
        other => Node::Broker(BrokerId(other)),
    }
}

fn command(wish: Wish, number: usize) -> Command {
    let partition = PartitionId((number % 2) as u16);
    match wish {
        Wish::Produce(acks, retries, count) => Command::Produce(Produce {
            name: format!("r{number}").into(),
            count: u32::from(count),
            partition,
            acks,
            retries,
            at: None,
            transaction: None,
        }),
        Wish::Consume(number) => Command::consume_from(PartitionId(u16::from(number)), Offset(0)),
        Wish::Stop(id, how) => Command::Stop(BrokerId(id), how),
        Wish::Start(id) => Command::Start(BrokerId(id)),
        Wish::Restart(id, how) => Command::Restart(BrokerId(id), how),
        Wish::Cut(a, b) => Command::CutLink(node(a), node(b)),
        Wish::Heal(a, b) => Command::HealLink(node(a), node(b)),
        Wish::Slow(id, extra) => Command::Slow(BrokerId(id), extra),
        Wish::MinIsr(value) => Command::SetMinInsyncReplicas(partition, value),
        Wish::Unclean(value) => Command::SetUncleanElection(partition, value),
        Wish::Elect(election) => Command::Elect(partition, election),
        Wish::Flush(id) => Command::Flush(BrokerId(id)),
        Wish::Reassign(target) => {
            let target = TARGETS[target].iter().copied().map(BrokerId).collect();
            Command::Reassign(partition, target)
        }
        Wish::Transact(name) => Command::Produce(Produce {
            name: format!("x{number}").into(),
            count: 2,
            partition,
            acks: Acks::All,
            retries: 3,
            at: None,
            transaction: Some(format!("t{name}").into()),
        }),
        Wish::End(name, end) => Command::EndTransaction(format!("t{name}").into(), end),
        Wish::CancelReassignment => Command::CancelReassignment(partition),
        Wish::Idempotence(value) => Command::SetIdempotence(value),
    }
}

/// Plays a sequence and calls `look` after every step.
pub(crate) fn run(
    mut cluster: Cluster,
    play: &Play,
    mut look: impl FnMut(&Cluster, &[Event]),
) -> (Cluster, Vec<Event>) {
    let mut events = Vec::new();
    for (number, (wish, wait)) in play.iter().enumerate() {
        let mut seen = events.len();
        // A refused wish is part of the test: it must change nothing and harm nothing.
        let _ = cluster.submit(&command(*wish, number), &mut events);
        look(&cluster, &events[seen..]);
        let until = cluster.now() + wait;
        while cluster.next_at().is_some_and(|at| at <= until) {
            seen = events.len();
            cluster.step(&mut events);
            look(&cluster, &events[seen..]);
        }
        cluster.run_until(until, &mut events);
    }
    (cluster, events)
}
