//! What a producer does that knows an old leader: errors, refused connections, new metadata.

use highwater_engine::command::{Command, Node, Produce, Stop};
use highwater_engine::ledger::Outcome;
use highwater_engine::network::Message;
use highwater_engine::{Cluster, Event, Fact, PartitionId};
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, ErrorCode, Generation};

use crate::support::cluster;

const P: PartitionId = PartitionId(0);
const OLD: BrokerId = BrokerId(0);
const NEW: BrokerId = BrokerId(1);

fn produce(cluster: &mut Cluster, retries: u32) -> Vec<Event> {
    let mut out = Vec::new();
    let wish = Produce {
        name: "x".into(),
        count: 1,
        partition: P,
        acks: Acks::All,
        retries,
        at: None,
        transaction: None,
    };
    cluster.submit(&Command::Produce(wish), &mut out).expect("produce");
    out
}

fn outcome(cluster: &Cluster) -> Outcome {
    let id = cluster.ledger().by_name("x").expect("a batch");
    cluster.ledger().batch(id).outcome
}

/// The old leader has lost its leadership and follows; the producer was never told.
fn moved(generation: Generation) -> Cluster {
    let mut cluster = cluster(generation, 1);
    let mut out = Vec::new();
    let link = (Node::Broker(OLD), Node::Controller);
    cluster.submit(&Command::CutLink(link.0, link.1), &mut out).expect("cut");
    cluster.run_until(11_000, &mut out);
    cluster.submit(&Command::HealLink(link.0, link.1), &mut out).expect("heal");
    cluster.run_until(15_000, &mut out);
    assert_eq!(cluster.registration(P).and_then(|known| known.leader), Some(NEW));
    cluster
}

/// What the producer did and heard, with the time since `start`.
fn story(events: &[Event], start: u64) -> Vec<(u64, String)> {
    let told = |event: &Event| {
        Some(match &event.fact {
            Fact::ProduceSent { to, attempt, .. } => format!("sent to {to} as {attempt}"),
            Fact::WillRetry { error, .. } => format!("retry after {error}"),
            Fact::Refused { error, .. } => format!("refused {error}"),
            Fact::Unknown { error, .. } => format!("unknown {error}"),
            Fact::LeaderLearned { leader, partition: P, .. } => match leader {
                Some(leader) => format!("leader {leader}"),
                None => "no leader".to_owned(),
            },
            Fact::Acked { .. } => "acked".to_owned(),
            _ => return None,
        })
    };
    events.iter().filter_map(|event| Some((event.at - start, told(event)?))).collect()
}

fn lines(story: &[(u64, String)]) -> Vec<(u64, &str)> {
    story.iter().map(|(at, what)| (*at, what.as_str())).collect()
}

#[test]
fn the_old_leader_refuses_and_the_producer_asks_who_leads() {
    let mut cluster = moved(Generation::Kip320);
    let start = cluster.now();
    let mut out = produce(&mut cluster, 1);
    cluster.run_until(start + 1_000, &mut out);
    let story = story(&out, start);
    let expected = [
        (0, "sent to 0 as 1"),
        (20, "retry after NOT_LEADER_OR_FOLLOWER"),
        (40, "leader 1"),
        (120, "sent to 1 as 2"),
        (160, "acked"),
    ];
    assert_eq!(lines(&story), expected);
}

#[test]
fn from_3_7_on_the_refusal_names_the_leader_and_nothing_is_waited_for() {
    let mut cluster = moved(Generation::Strict);
    let start = cluster.now();
    let mut out = produce(&mut cluster, 1);
    cluster.run_until(start + 1_000, &mut out);
    let story = story(&out, start);
    let expected = [
        (0, "sent to 0 as 1"),
        (20, "leader 1"),
        (20, "retry after NOT_LEADER_OR_FOLLOWER"),
        (20, "sent to 1 as 2"),
        (60, "acked"),
    ];
    assert_eq!(lines(&story), expected);
}

#[test]
fn without_a_retry_the_refusal_is_the_end() {
    for generation in Generation::ALL {
        let mut cluster = moved(generation);
        let mut out = produce(&mut cluster, 0);
        cluster.run_until(16_000, &mut out);
        let refused = Outcome::Refused(ErrorCode::NotLeaderOrFollower);
        assert_eq!(outcome(&cluster), refused, "{generation}");
        // It has learned from it all the same.
        assert_eq!(
            cluster.producer().metadata.leader(P).and_then(|known| known.leader),
            Some(NEW),
            "{generation}"
        );
    }
}

#[test]
fn a_refused_connection_is_no_attempt() {
    for generation in Generation::ALL {
        let mut cluster = cluster(generation, 1);
        let mut out = Vec::new();
        cluster.submit(&Command::Stop(OLD, Stop::Crash), &mut out).expect("stop");
        cluster.run_until(15_000, &mut out);
        let mut out = produce(&mut cluster, 0);
        cluster.run_until(16_000, &mut out);
        let story = story(&out, 15_000);
        let expected =
            [(0, "retry after NETWORK_EXCEPTION"), (20, "leader 1"), (20, "sent to 1 as 1")];
        assert_eq!(lines(&story)[..3], expected, "{generation}");
        assert!(matches!(outcome(&cluster), Outcome::Acked(_)), "{generation}");
    }
}

#[test]
fn a_batch_without_a_leader_is_kept_for_delivery_timeout_ms() {
    for (generation, asked) in [(Generation::Kip320, 1_000), (Generation::Strict, 120)] {
        let mut cluster = cluster(generation, 1);
        let mut out = Vec::new();
        let mut stop = |cluster: &mut Cluster, id: u8, until: u64| {
            cluster.submit(&Command::Stop(BrokerId(id), Stop::Crash), &mut out).expect("stop");
            cluster.run_until(until, &mut out);
        };
        stop(&mut cluster, 2, 15_000);
        stop(&mut cluster, 1, 30_000);
        stop(&mut cluster, 0, 45_000);
        let mut out: Vec<Event> = Vec::new();
        cluster.submit(&Command::Start(BrokerId(2)), &mut out).expect("start");
        cluster.run_until(50_000, &mut out);
        let mut out = produce(&mut cluster, 3);
        let mut requests = Vec::new();
        while cluster.next_at().is_some_and(|at| at < 170_000) {
            cluster.step(&mut out);
            let asks = |message: &Message| matches!(message, Message::AskMetadata);
            let under_way = cluster.in_flight().filter(|(_, m)| asks(&m.message));
            for (id, _) in under_way {
                if requests.last() != Some(&id) {
                    requests.push(id);
                }
            }
        }
        assert_eq!(outcome(&cluster), Outcome::Pending, "{generation}");
        // Every 120 ms, or with pauses that grow to a second.
        let expected = asked - asked / 20..=asked + asked / 20;
        assert!(expected.contains(&requests.len()), "{generation}: {}", requests.len());
        cluster.run_until(170_000, &mut out);
        assert_eq!(outcome(&cluster), Outcome::Refused(ErrorCode::RequestTimedOut));
        let told = story(&out, 50_000);
        let expected = [
            (0, "retry after NETWORK_EXCEPTION"),
            (20, "no leader"),
            (20, "retry after LEADER_NOT_AVAILABLE"),
            (120_000, "refused REQUEST_TIMED_OUT"),
        ];
        assert_eq!(lines(&told), expected, "{generation}");
    }
}

#[test]
fn a_batch_that_may_exist_is_unknown_when_its_time_is_over() {
    let mut cluster = cluster(Generation::Strict, 1);
    let mut out = produce(&mut cluster, 100);
    cluster.run_until(10, &mut out);
    for id in 0..3 {
        cluster.submit(&Command::Stop(BrokerId(id), Stop::Crash), &mut out).expect("stop");
    }
    cluster.run_until(119_999, &mut out);
    assert_eq!(outcome(&cluster), Outcome::Pending);
    cluster.run_until(120_000, &mut out);
    assert_eq!(outcome(&cluster), Outcome::Unknown(ErrorCode::RequestTimedOut));
}

#[test]
fn a_batch_that_is_under_way_when_its_time_is_over_may_exist() {
    let mut config = cluster(Generation::Strict, 1).config().clone();
    config.timings.delivery_timeout = 5_000;
    let mut cluster = Cluster::start(config).expect("a valid configuration");
    let mut out = Vec::new();
    let link = (Node::Broker(BrokerId(0)), Node::Broker(BrokerId(1)));
    cluster.submit(&Command::CutLink(link.0, link.1), &mut out).expect("cut");
    produce(&mut cluster, 9);
    cluster.run_until(4_999, &mut out);
    assert_eq!(outcome(&cluster), Outcome::Pending);
    cluster.run_until(5_000, &mut out);
    assert_eq!(outcome(&cluster), Outcome::Unknown(ErrorCode::RequestTimedOut));
}

#[test]
fn a_lost_connection_is_not_made_anew_for_50_ms() {
    let mut cluster = cluster(Generation::Strict, 1);
    let mut out = produce(&mut cluster, 0);
    cluster.run_until(1_000, &mut out);
    let link = (Node::Producer, Node::Broker(OLD));
    cluster.submit(&Command::CutLink(link.0, link.1), &mut out).expect("cut");
    cluster.run_until(1_010, &mut out);
    cluster.submit(&Command::HealLink(link.0, link.1), &mut out).expect("heal");
    // It noticed at 1010 and asks broker 1 for metadata; a write waits for the connection.
    let mut out = Vec::new();
    let (name, acks) = ("y".into(), Acks::All);
    let wish =
        Produce { name, count: 1, partition: P, acks, retries: 0, at: None, transaction: None };
    cluster.submit(&Command::Produce(wish), &mut out).expect("produce");
    cluster.run_until(2_000, &mut out);
    let story = story(&out, 1_010);
    let expected = [(0, "retry after NETWORK_EXCEPTION"), (50, "sent to 0 as 1"), (90, "acked")];
    assert_eq!(lines(&story), expected);
}

#[test]
fn a_broker_that_is_behind_tells_what_it_knows_and_no_older_epoch_is_believed() {
    let mut cluster = cluster(Generation::Strict, 1);
    let mut out = Vec::new();
    let cut = |cluster: &mut Cluster, a: Node, b: Node, out: &mut Vec<Event>| {
        cluster.submit(&Command::CutLink(a, b), out).expect("cut");
    };
    cut(&mut cluster, Node::Broker(OLD), Node::Controller, &mut out);
    cluster.run_until(11_000, &mut out);
    let known = |cluster: &Cluster| cluster.producer().metadata.leader(P).map(|k| k.leader);
    // The old leader is asked first, since its id is the lowest: it still names itself.
    let mut sent = produce(&mut cluster, 9);
    cluster.run_until(20_000, &mut sent);
    assert_eq!(known(&cluster), Some(Some(OLD)));
    cut(&mut cluster, Node::Broker(OLD), Node::Producer, &mut sent);
    cluster.run_until(21_000, &mut sent);
    assert_eq!(known(&cluster), Some(Some(NEW)));
    let heal = Command::HealLink(Node::Broker(OLD), Node::Producer);
    cluster.submit(&heal, &mut sent).expect("heal");
    cluster.submit(&Command::Stop(NEW, Stop::Crash), &mut sent).expect("stop");
    cluster.run_until(22_000, &mut sent);
    assert_eq!(known(&cluster), Some(Some(NEW)), "epoch 0 is older than epoch 1");
}

#[test]
fn another_producer_may_know_more() {
    let mut cluster = moved(Generation::Kip320);
    let mut out = Vec::new();
    let wish = |at| Produce {
        name: "x".into(),
        count: 1,
        partition: P,
        acks: Acks::All,
        retries: 0,
        at: Some(BrokerId(at)),
        transaction: None,
    };
    let refusal = cluster.submit(&Command::Produce(wish(7)), &mut out);
    assert_eq!(refusal, Err(highwater_engine::Refusal::NoSuchBroker(BrokerId(7))));
    cluster.submit(&Command::Produce(wish(NEW.0)), &mut out).expect("produce");
    cluster.run_until(16_000, &mut out);
    assert!(matches!(outcome(&cluster), Outcome::Acked(_)));
}
