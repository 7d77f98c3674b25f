//! ISR changes by lag and by session, in every generation.

use crate::support::cluster;
use highwater_engine::command::{Command, Node, Produce, Stop};
use highwater_engine::config::{ClusterConfig, Timings, TopicConfig};
use highwater_engine::event::IsrChangedBy;
use highwater_engine::metrics::Source;
use highwater_engine::network::Message;
use highwater_engine::{Cluster, Event, Fact, PartitionId};
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, BrokerList, Generation};

const P: PartitionId = PartitionId(0);
const LEADER: BrokerId = BrokerId(0);
const FAR: BrokerId = BrokerId(2);

fn isr(cluster: &Cluster) -> Vec<u8> {
    let registration = cluster.registration(P).expect("a partition");
    let mut members: Vec<u8> = registration.isr.iter().map(|id| id.0).collect();
    members.sort_unstable();
    members
}

fn produce(name: &str) -> Command {
    Command::Produce(Produce {
        name: name.into(),
        count: 1,
        partition: P,
        acks: Acks::All,
        retries: 0,
        at: None,
        transaction: None,
    })
}

fn metric(cluster: &Cluster, broker: BrokerId, name: &str) -> i64 {
    let wanted = |m: &&highwater_engine::metrics::Metric| {
        m.source == Source::Broker(broker) && m.name.ends_with(name)
    };
    cluster.metrics().iter().find(wanted).map(|m| m.value).expect("a metric")
}

#[test]
fn a_follower_that_cannot_fetch_leaves_the_isr_by_lag_and_comes_back() {
    for generation in Generation::ALL {
        let mut cluster = cluster(generation, 1);
        let mut out: Vec<Event> = Vec::new();
        let link = (Node::Broker(LEADER), Node::Broker(FAR));
        cluster.submit(&Command::CutLink(link.0, link.1), &mut out).expect("cut");
        cluster.submit(&produce("x"), &mut out).expect("produce");
        // The first check later than 30 s after the last fetch is the one at 45 s.
        cluster.run_until(44_999, &mut out);
        assert_eq!(isr(&cluster), [0, 1, 2], "{generation}: too early");
        cluster.run_until(46_000, &mut out);
        assert_eq!(isr(&cluster), [0, 1], "{generation}");
        let by_leader = out.iter().any(|event| {
            matches!(event.fact, Fact::IsrChanged { partition: P, by: IsrChangedBy::Leader, .. })
        });
        assert!(by_leader, "{generation}: the leader removes it, not the controller");
        // Before 3.6 a shrink bumped the leader epoch, so the leader took the answer for one of
        // another epoch, counted a failure and waited for the metadata.
        let bumped = i64::from(generation == Generation::Kip320);
        assert_eq!(metric(&cluster, LEADER, "IsrShrinksPerSec"), 1 - bumped, "{generation}");
        assert_eq!(metric(&cluster, LEADER, "FailedIsrUpdatesPerSec"), bumped, "{generation}");
        assert_eq!(metric(&cluster, LEADER, "ReplicaManager,name=UnderReplicatedPartitions"), 1);
        let leader = cluster.acting_leader(P).expect("a leader");
        assert_eq!(leader.log.high_watermark(), leader.log.end(), "{generation}: committed");
        cluster.submit(&Command::HealLink(link.0, link.1), &mut out).expect("heal");
        cluster.run_until(50_000, &mut out);
        assert_eq!(isr(&cluster), [0, 1, 2], "{generation}: back");
        assert_eq!(metric(&cluster, LEADER, "IsrExpandsPerSec"), 1, "{generation}");
    }
}

#[test]
fn a_dead_follower_on_an_idle_partition_leaves_by_its_session_only() {
    for generation in Generation::ALL {
        let mut cluster = cluster(generation, 1);
        let mut out: Vec<Event> = Vec::new();
        cluster.submit(&Command::Stop(FAR, Stop::Crash), &mut out).expect("stop");
        cluster.run_until(9_000, &mut out);
        assert_eq!(isr(&cluster), [0, 1, 2], "{generation}: its session still lives");
        cluster.run_until(10_200, &mut out);
        assert_eq!(isr(&cluster), [0, 1], "{generation}");
        let by_leader = out
            .iter()
            .any(|event| matches!(event.fact, Fact::IsrChanged { by: IsrChangedBy::Leader, .. }));
        assert!(!by_leader, "{generation}: its log end is the leader's, so lag never removes it");
    }
}

#[test]
fn a_leader_that_is_cut_off_from_the_controller_commits_nothing_it_could_lose() {
    // S8: it serves on under its old epoch, but its ISR can't shrink.
    for generation in [Generation::Kip320, Generation::Strict, Generation::Elr] {
        let mut cluster = cluster(generation, 1);
        let mut out: Vec<Event> = Vec::new();
        let cut = Command::CutLink(Node::Broker(LEADER), Node::Controller);
        cluster.submit(&cut, &mut out).expect("cut");
        cluster.run_until(10_300, &mut out);
        let elected = cluster.registration(P).and_then(|registration| registration.leader);
        assert_eq!(elected, Some(BrokerId(1)), "{generation}");
        let old = cluster.replica(LEADER, P).expect("a replica");
        assert!(old.leadership().is_some(), "{generation}: it doesn't know");
        let before = old.log.high_watermark();
        cluster.run_until(60_000, &mut out);
        let old = cluster.replica(LEADER, P).expect("a replica");
        assert_eq!(old.log.high_watermark(), before, "{generation}");
        let mend = Command::HealLink(Node::Broker(LEADER), Node::Controller);
        cluster.submit(&mend, &mut out).expect("heal");
        cluster.run_until(70_000, &mut out);
        assert_eq!(isr(&cluster), [0, 1, 2], "{generation}: it follows and is back in the ISR");
        assert!(cluster.verdicts().iter().all(|(_, verdict)| !verdict.breaks_a_promise()));
    }
}

#[test]
fn a_registration_that_is_repeated_because_its_answer_was_lost_changes_nothing() {
    let back = BrokerId(2);
    let mut cluster = cluster(Generation::Elr, 2);
    let mut out: Vec<Event> = Vec::new();
    for broker in [BrokerId(1), back] {
        cluster.submit(&Command::Stop(broker, Stop::Clean), &mut out).expect("stop");
        cluster.run_until(cluster.now() + 1_000, &mut out);
    }
    let elr = |cluster: &Cluster| cluster.registration(P).map(|known| known.elr.to_vec());
    assert_eq!(elr(&cluster), Some(vec![back]));
    cluster.submit(&Command::Start(back), &mut out).expect("start");
    let registered = |out: &[Event]| {
        out.iter().any(|e| matches!(e.fact, Fact::Registered { broker, .. } if broker == back))
    };
    while !registered(&out) {
        assert!(cluster.now() < 30_000 && cluster.step(&mut out));
    }
    let epoch = cluster.standing(back);
    // The answer is under way and is lost with the link.
    let link = (Node::Broker(back), Node::Controller);
    cluster.submit(&Command::CutLink(link.0, link.1), &mut out).expect("cut");
    cluster.run_until(cluster.now() + 1_000, &mut out);
    cluster.submit(&Command::HealLink(link.0, link.1), &mut out).expect("heal");
    out.clear();
    let unfenced = |out: &[Event]| {
        out.iter().any(|e| matches!(e.fact, Fact::Unfenced { broker } if broker == back))
    };
    while !unfenced(&out) {
        assert_eq!(cluster.standing(back), epoch);
        assert!(cluster.now() < 60_000 && cluster.step(&mut out));
    }
    assert_eq!(elr(&cluster), Some(vec![back]), "its stop was clean, asked once or twice");
    assert!(!registered(&out), "the second request is the first one over again");
}

#[test]
fn waits_and_refusals_are_counted_by_kafkas_names() {
    let mut cluster = cluster(Generation::Strict, 3);
    let mut out: Vec<Event> = Vec::new();
    let waiting = "name=NumDelayedOperations,delayedOperation=Produce";
    let fetches = "name=NumDelayedOperations,delayedOperation=Fetch";
    let expired = "type=DelayedProduceMetrics,name=ExpiresPerSec";
    let refused = "name=FailedProduceRequestsPerSec";
    cluster.run_until(2_000, &mut out);
    assert_eq!(metric(&cluster, LEADER, fetches), 2, "both followers wait for news");
    // In two seconds each of them has waited three times to the end.
    let idle = "type=DelayedFetchMetrics,name=ExpiresPerSec,fetcherType=follower";
    assert_eq!(metric(&cluster, LEADER, idle), 6);
    let link = (Node::Broker(LEADER), Node::Broker(FAR));
    cluster.submit(&Command::CutLink(link.0, link.1), &mut out).expect("cut");
    cluster.submit(&produce("x"), &mut out).expect("produce");
    cluster.run_until(10_000, &mut out);
    assert_eq!(metric(&cluster, LEADER, waiting), 1);
    assert_eq!(metric(&cluster, LEADER, expired), 0);
    cluster.run_until(40_000, &mut out);
    assert_eq!((metric(&cluster, LEADER, waiting), metric(&cluster, LEADER, expired)), (0, 1));
    cluster.run_until(60_000, &mut out);
    assert_eq!(metric(&cluster, LEADER, refused), 0);
    cluster.submit(&produce("y"), &mut out).expect("produce");
    cluster.run_until(70_000, &mut out);
    assert_eq!(metric(&cluster, LEADER, refused), 1, "NOT_ENOUGH_REPLICAS");
}

/// A cluster in which broker 0 leads two partitions of three replicas.
fn leading_two(generation: Generation) -> Cluster {
    let replicas: BrokerList = [0, 1, 2].map(BrokerId).into_iter().collect();
    let topic = TopicConfig {
        name: "t".into(),
        assignments: vec![replicas.clone(), replicas.clone()],
        min_insync_replicas: 1,
        unclean: None,
    };
    Cluster::start(ClusterConfig {
        generation,
        brokers: replicas.to_vec(),
        topics: vec![topic],
        preloads: Vec::new(),
        timings: Timings::defaults(),
        fetch_records_max: 100,
        placement_seed: 17,
    })
    .expect("a valid configuration")
}

/// Steps up to `until`; returns how many partitions each request for other ISRs was about, and when
/// it was sent.
fn isr_requests(cluster: &mut Cluster, until: u64) -> Vec<(u64, usize)> {
    let mut out: Vec<Event> = Vec::new();
    let mut sent = Vec::new();
    while cluster.next_at().is_some_and(|at| at <= until) {
        cluster.step(&mut out);
        let under_way: Vec<(u64, usize)> = cluster
            .in_flight()
            .filter_map(|(_, message)| match &message.message {
                Message::AlterPartition(requests) => Some((message.sent, requests.len())),
                Message::AlterPartitionAnswer(answers) => {
                    Some((message.sent.checked_sub(10)?, answers.len()))
                }
                _ => None,
            })
            .collect();
        assert!(under_way.len() <= 1, "two requests of one broker are under way");
        for request in under_way {
            if !sent.contains(&request) {
                sent.push(request);
            }
        }
    }
    cluster.run_until(until, &mut out);
    sent
}

fn fall_behind(cluster: &mut Cluster) {
    let mut out: Vec<Event> = Vec::new();
    let cut = Command::CutLink(Node::Broker(LEADER), Node::Broker(FAR));
    cluster.submit(&cut, &mut out).expect("cut");
    for (name, partition) in [("x", P), ("y", PartitionId(1))] {
        let Command::Produce(mut wish) = produce(name) else { unreachable!() };
        wish.partition = partition;
        cluster.submit(&Command::Produce(wish), &mut out).expect("produce");
    }
}

#[test]
fn a_broker_has_one_isr_request_under_way_whatever_it_leads() {
    for generation in [Generation::Kip320, Generation::Strict, Generation::Elr] {
        let mut cluster = leading_two(generation);
        fall_behind(&mut cluster);
        // Both are proposed by one check; the second waits until the first is answered.
        let sent = isr_requests(&mut cluster, 46_000);
        assert_eq!(sent, [(45_000, 1), (45_020, 1)], "{generation}");
        for partition in cluster.partitions() {
            let isr = cluster.registration(partition).map(|known| known.isr.len());
            assert_eq!(isr, Some(2), "{generation}");
        }
    }
}

#[test]
fn isr_changes_whose_request_failed_on_its_way_are_sent_again_together() {
    let mut cluster = leading_two(Generation::Strict);
    fall_behind(&mut cluster);
    let mut out: Vec<Event> = Vec::new();
    assert_eq!(isr_requests(&mut cluster, 45_005), [(45_000, 1)]);
    let link = (Node::Broker(LEADER), Node::Controller);
    cluster.submit(&Command::CutLink(link.0, link.1), &mut out).expect("cut");
    assert_eq!(isr_requests(&mut cluster, 45_120), []);
    cluster.submit(&Command::HealLink(link.0, link.1), &mut out).expect("heal");
    // It failed at 45 005, so it is tried at 45 055, 45 105 and 45 155.
    assert_eq!(isr_requests(&mut cluster, 46_000), [(45_155, 2)]);
    assert_eq!(isr(&cluster), [0, 1]);
    assert_eq!(metric(&cluster, LEADER, "IsrShrinksPerSec"), 2);
}

#[test]
fn a_follower_that_a_new_leader_has_never_heard_is_not_caught_up_early_in_a_run_either() {
    for generation in [Generation::Strict, Generation::Elr] {
        let mut cluster = cluster(generation, 1);
        let mut out: Vec<Event> = Vec::new();
        let submit = |cluster: &mut Cluster, command: Command, out: &mut Vec<Event>| {
            cluster.submit(&command, out).expect("a possible command");
        };
        submit(&mut cluster, Command::Stop(FAR, Stop::Crash), &mut out);
        cluster.run_until(11_000, &mut out);
        for name in ["x", "y", "z"] {
            submit(&mut cluster, produce(name), &mut out);
        }
        cluster.run_until(11_100, &mut out);
        submit(&mut cluster, Command::Stop(LEADER, Stop::Clean), &mut out);
        cluster.run_until(12_000, &mut out);
        // Broker 2 comes back outside the ISR; what it fetches takes five seconds to arrive.
        submit(&mut cluster, Command::Slow(FAR, 5_000), &mut out);
        submit(&mut cluster, Command::Start(FAR), &mut out);
        cluster.run_until(17_200, &mut out);
        assert_eq!(isr(&cluster), [1], "{generation}");
        submit(&mut cluster, produce("w"), &mut out);
        cluster.run_until(17_400, &mut out);
        let leader = cluster.acting_leader(P).expect("a leader");
        assert_eq!(leader.log.high_watermark(), leader.log.end(), "{generation}: nobody holds it");
    }
}
