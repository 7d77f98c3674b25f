//! Where consumers begin: what a leader tells of its log's ends, and when it doesn't.

use highwater_engine::command::{Command, Node, Produce, Stop};
use highwater_engine::consumer::{LogEdge, StartAt};
use highwater_engine::network::Message;
use highwater_engine::{Cluster, Event, Fact, PartitionId};
use highwater_protocol::produce::Acks;
use highwater_protocol::read::Isolation;
use highwater_protocol::{BrokerId, ErrorCode, Generation, Offset};

use crate::support::cluster;

const P: PartitionId = PartitionId(0);

fn submit(cluster: &mut Cluster, command: Command, out: &mut Vec<Event>) {
    cluster.submit(&command, out).expect("a possible command");
}

fn produce(name: &str, acks: Acks) -> Command {
    let (name, count, partition) = (name.into(), 2, P);
    Command::Produce(Produce {
        name,
        count,
        partition,
        acks,
        retries: 0,
        at: None,
        transaction: None,
    })
}

fn consume(from: StartAt) -> Command {
    Command::Consume(P, from, Isolation::ReadUncommitted)
}

/// Where the consumer began or began again, when, and what it was refused.
fn story(events: &[Event], start: u64) -> Vec<(u64, String)> {
    let told = |event: &Event| {
        Some(match &event.fact {
            Fact::ConsumerStarted { edge, to, .. } => format!("{} {to}", edge.name()),
            Fact::ConsumerReset { from, to, .. } => format!("{from} to {to}"),
            Fact::OffsetWithheld { error, .. } => error.name().to_owned(),
            Fact::Consumed { from, to, .. } => format!("read {from} to {to}"),
            _ => return None,
        })
    };
    events.iter().filter_map(|event| Some((event.at - start, told(event)?))).collect()
}

fn lines(story: &[(u64, String)]) -> Vec<(u64, &str)> {
    story.iter().map(|(at, what)| (*at, what.as_str())).collect()
}

#[test]
fn a_consumer_begins_at_the_end_that_it_may_read_or_at_the_beginning() {
    for (edge, expected) in [
        (LogEdge::Latest, vec![(20, "latest 3")]),
        (LogEdge::Earliest, vec![(20, "earliest 0"), (40, "read 0 to 3")]),
    ] {
        let mut cluster = cluster(Generation::Strict, 1);
        let mut out = Vec::new();
        submit(&mut cluster, Command::CutLink(node(0), node(1)), &mut out);
        // The log ends at 5, but only 3 records are committed.
        submit(&mut cluster, produce("x", Acks::Leader), &mut out);
        cluster.run_until(1_000, &mut out);
        out.clear();
        submit(&mut cluster, consume(StartAt::Edge(edge)), &mut out);
        cluster.run_until(2_000, &mut out);
        assert_eq!(lines(&story(&out, 1_000)), expected);
    }
}

fn node(id: u8) -> Node {
    Node::Broker(BrokerId(id))
}

/// A leader whose high watermark is behind the start of its epoch: its only fellow in the ISR
/// can't fetch.
fn behind_its_epoch(generation: Generation, out: &mut Vec<Event>) -> Cluster {
    let mut cluster = cluster(generation, 1);
    submit(&mut cluster, Command::CutLink(node(1), node(2)), out);
    submit(&mut cluster, produce("x", Acks::All), out);
    // Both followers have the records; that they are committed is not yet known to broker 1.
    cluster.run_until(35, out);
    submit(&mut cluster, Command::Stop(BrokerId(0), Stop::Crash), out);
    cluster.run_until(12_000, out);
    let leader = cluster.acting_leader(P).expect("a leader");
    assert_eq!((leader.broker, leader.log.end()), (BrokerId(1), Offset(5)));
    assert_eq!(leader.log.high_watermark(), Offset(3), "{generation}");
    cluster
}

#[test]
fn a_new_leader_behind_the_start_of_its_epoch_does_not_tell_its_end_from_kip207_on() {
    for generation in Generation::ALL {
        let mut out = Vec::new();
        let mut cluster = behind_its_epoch(generation, &mut out);
        out.clear();
        submit(&mut cluster, consume(StartAt::Edge(LogEdge::Latest)), &mut out);
        cluster.run_until(12_200, &mut out);
        submit(&mut cluster, Command::HealLink(node(1), node(2)), &mut out);
        cluster.run_until(16_000, &mut out);
        let told = story(&out, 12_000);
        let refused =
            told.iter().filter(|(_, what)| what == ErrorCode::OffsetNotAvailable.name()).count();
        if generation.guards_latest_offset() {
            assert_eq!(lines(&told)[0], (10, "OFFSET_NOT_AVAILABLE"), "{generation}");
            // The answer takes 10 ms, retry.backoff.ms is 100, the request 10.
            assert_eq!(lines(&told)[1], (130, "OFFSET_NOT_AVAILABLE"), "{generation}");
            assert!(2 < refused, "{generation}");
            assert_eq!(told.last().map(|(_, what)| what.as_str()), Some("latest 5"));
        } else {
            assert_eq!(refused, 0, "{generation}");
            assert_eq!(lines(&told)[0], (20, "latest 3"), "{generation}: it goes back in time");
        }
    }
}

#[test]
fn the_beginning_is_always_told_and_reading_is_not_guarded() {
    let mut out = Vec::new();
    let mut cluster = behind_its_epoch(Generation::Strict, &mut out);
    out.clear();
    submit(&mut cluster, consume(StartAt::Edge(LogEdge::Earliest)), &mut out);
    cluster.run_until(12_200, &mut out);
    assert_eq!(lines(&story(&out, 12_000)), [(20, "earliest 0"), (40, "read 0 to 3")]);
}

#[test]
fn a_position_outside_the_log_is_replaced_as_the_policy_says() {
    for (from, expected) in
        [(StartAt::Offset(Offset(9)), "9 to 3"), (StartAt::Edge(LogEdge::Earliest), "5 to 0")]
    {
        let mut cluster = cluster(Generation::Strict, 1);
        let mut out = Vec::new();
        if let StartAt::Edge(_) = from {
            // It reads five records of which the next leader has three.
            for id in [1, 2] {
                submit(&mut cluster, Command::Stop(BrokerId(id), Stop::Crash), &mut out);
            }
            cluster.run_until(25_000, &mut out);
            submit(&mut cluster, produce("x", Acks::All), &mut out);
            submit(&mut cluster, consume(from), &mut out);
            cluster.run_until(26_000, &mut out);
            submit(&mut cluster, Command::Stop(BrokerId(0), Stop::Crash), &mut out);
            cluster.run_until(40_000, &mut out);
            submit(&mut cluster, Command::Start(BrokerId(1)), &mut out);
            cluster.run_until(41_000, &mut out);
            let unclean = highwater_engine::command::Election::Unclean;
            submit(&mut cluster, Command::Elect(P, unclean), &mut out);
        } else {
            submit(&mut cluster, consume(from), &mut out);
        }
        let until = cluster.now() + 5_000;
        cluster.run_until(until, &mut out);
        let told = story(&out, 0);
        assert!(told.iter().any(|(_, what)| what == expected), "{told:?}");
    }
}

#[test]
fn another_consumer_takes_the_place_of_the_one_before() {
    let mut cluster = cluster(Generation::Strict, 1);
    let mut out = Vec::new();
    submit(&mut cluster, consume(StartAt::Offset(Offset(3))), &mut out);
    cluster.run_until(15, &mut out);
    submit(&mut cluster, consume(StartAt::Offset(Offset(0))), &mut out);
    cluster.run_until(1_000, &mut out);
    let consumer = cluster.consumer().expect("a consumer");
    assert_eq!((consumer.position, consumer.read.len()), (Offset(3), 3));
}

/// What the consumer did and heard of leaders.
fn leaders(events: &[Event], start: u64) -> Vec<(u64, Option<u8>)> {
    let learned = |event: &Event| match &event.fact {
        Fact::LeaderLearned { client: Node::Consumer, leader, .. } => {
            Some((event.at - start, leader.map(|id| id.0)))
        }
        _ => None,
    };
    events.iter().filter_map(learned).collect()
}

#[test]
fn a_consumer_that_waits_at_a_leader_is_told_when_it_leads_no_more() {
    for generation in Generation::ALL {
        let mut cluster = cluster(generation, 1);
        let mut out = Vec::new();
        submit(&mut cluster, consume(StartAt::Offset(Offset(3))), &mut out);
        cluster.run_until(1_000, &mut out);
        let target = [1, 2].map(BrokerId).into_iter().collect();
        submit(&mut cluster, Command::Reassign(P, target), &mut out);
        let when = |out: &[Event]| {
            let moved = |event: &&Event| matches!(event.fact, Fact::CopyDeleted { .. });
            out.iter().find(moved).map(|event| event.at)
        };
        while when(&out).is_none() {
            assert!(cluster.now() < 5_000 && cluster.step(&mut out), "{generation}");
        }
        let start = when(&out).unwrap_or_default();
        submit(&mut cluster, produce("x", Acks::All), &mut out);
        cluster.run_until(start + 3_000, &mut out);
        // The refusal takes 10 ms, asking for metadata 20.
        assert_eq!(leaders(&out, start), [(30, Some(1))], "{generation}");
    }
}

#[test]
fn a_consumer_goes_on_where_it_was_when_its_leader_is_gone() {
    for generation in Generation::ALL {
        let mut cluster = cluster(generation, 1);
        let mut out = Vec::new();
        submit(&mut cluster, consume(StartAt::Offset(Offset(0))), &mut out);
        cluster.run_until(1_000, &mut out);
        submit(&mut cluster, Command::Stop(BrokerId(0), Stop::Crash), &mut out);
        cluster.run_until(15_000, &mut out);
        submit(&mut cluster, produce("x", Acks::All), &mut out);
        cluster.run_until(16_000, &mut out);
        let consumer = cluster.consumer().expect("a consumer");
        assert_eq!((consumer.position, consumer.read.len()), (Offset(5), 5), "{generation}");
        assert_eq!(consumer.waits_for, Some(BrokerId(1)), "{generation}");
    }
}

#[test]
fn a_consumer_that_is_cut_off_from_its_leader_asks_another_broker() {
    for generation in Generation::ALL {
        let mut cluster = cluster(generation, 1);
        let mut out = Vec::new();
        // The consumer begins with what broker 0 knows; that is cut off and has an old epoch.
        submit(&mut cluster, Command::CutLink(node(0), Node::Controller), &mut out);
        cluster.run_until(11_000, &mut out);
        submit(&mut cluster, consume(StartAt::Edge(LogEdge::Latest)), &mut out);
        submit(&mut cluster, Command::CutLink(node(0), Node::Consumer), &mut out);
        cluster.run_until(12_000, &mut out);
        // It has asked another broker meanwhile and waits at the new leader.
        let consumer = cluster.consumer().expect("a consumer");
        assert_eq!(consumer.waits_for, Some(BrokerId(1)), "{generation}");
        submit(&mut cluster, Command::HealLink(node(0), Node::Controller), &mut out);
        submit(&mut cluster, Command::Stop(BrokerId(1), Stop::Crash), &mut out);
        cluster.run_until(40_000, &mut out);
        let consumer = cluster.consumer().expect("a consumer");
        let leader = cluster.registration(P).and_then(|known| known.leader);
        assert_eq!(consumer.waits_for, leader, "{generation}");
    }
}

#[test]
fn a_consumer_of_an_old_epoch_is_fenced_from_kip320_on_and_reads_on() {
    for generation in [Generation::Kip279, Generation::Kip320] {
        let mut cluster = cluster(generation, 1);
        let mut out = Vec::new();
        submit(&mut cluster, consume(StartAt::Offset(Offset(3))), &mut out);
        // Before 3.6 the shrink of the ISR raises the epoch of a leader that stays.
        submit(&mut cluster, Command::Stop(BrokerId(2), Stop::Crash), &mut out);
        cluster.run_until(15_000, &mut out);
        submit(&mut cluster, produce("x", Acks::All), &mut out);
        let mut fenced = false;
        while cluster.next_at().is_some_and(|at| at <= 16_000) {
            cluster.step(&mut out);
            let refused = Err(ErrorCode::FencedLeaderEpoch);
            fenced |= cluster.in_flight().any(|(_, under_way)| match &under_way.message {
                Message::ConsumerAnswer(_, result) => *result == refused,
                _ => false,
            });
        }
        assert_eq!(fenced, generation.fences_fetch(), "{generation}");
        let consumer = cluster.consumer().expect("a consumer");
        assert_eq!((consumer.position, consumer.read.len()), (Offset(5), 2), "{generation}");
    }
}
