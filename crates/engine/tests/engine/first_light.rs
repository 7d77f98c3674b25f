//! The oldest story of this project: KIP-101, before and after.

use std::rc::Rc;

use highwater_engine::broker::Process;
use highwater_engine::command::{Command, Produce, Stop};
use highwater_engine::config::{ClusterConfig, PartitionId, Preload, Timings, TopicConfig};
use highwater_engine::verdict::Verdict;
use highwater_engine::{Cluster, Event};
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, Generation, LeaderEpoch};

const A: BrokerId = BrokerId(0);
const B: BrokerId = BrokerId(1);
const P: PartitionId = PartitionId(0);

fn cluster(generation: Generation) -> Cluster {
    Cluster::start(ClusterConfig {
        generation,
        brokers: vec![A, B],
        topics: vec![TopicConfig {
            name: "orders".into(),
            assignments: vec![[B, A].into_iter().collect()],
            min_insync_replicas: 1,
            unclean: Some(UncleanElection::Disabled),
        }],
        preloads: vec![Preload {
            partition: P,
            name: Rc::from("m1"),
            count: 1,
            epoch: LeaderEpoch(0),
        }],
        timings: Timings::defaults(),
        fetch_records_max: 1000,
        placement_seed: 17,
    })
    .expect("a valid configuration")
}

fn until(cluster: &mut Cluster, out: &mut Vec<Event>, holds: impl Fn(&Cluster) -> bool) {
    for _ in 0..100_000 {
        if holds(cluster) {
            return;
        }
        assert!(cluster.step(out), "nothing left to do");
    }
    panic!("never came to it at {} ms", cluster.now());
}

fn play(generation: Generation) -> Cluster {
    let mut cluster = cluster(generation);
    let mut out = Vec::new();
    let produce = Command::Produce(Produce {
        name: "m2".into(),
        count: 1,
        partition: P,
        acks: Acks::All,
        retries: 0,
        at: None,
        transaction: None,
    });
    cluster.submit(&produce, &mut out).expect("produce");
    until(&mut cluster, &mut out, |c| c.producer_is_idle());
    cluster.submit(&Command::Restart(A, Stop::Crash), &mut out).expect("restart");
    until(&mut cluster, &mut out, |c| c.broker(A).is_some_and(|b| b.is_settled(P)));
    until(&mut cluster, &mut out, |c| c.registration(P).is_some_and(|r| r.isr.contains(&A)));
    cluster.submit(&Command::Stop(B, Stop::Crash), &mut out).expect("stop");
    until(&mut cluster, &mut out, |c| c.acting_leader(P).is_some_and(|r| r.broker == A));
    cluster.submit(&Command::Start(B), &mut out).expect("start");
    until(&mut cluster, &mut out, Cluster::is_quiet);
    cluster
}

#[test]
fn kip101_loses_an_acked_record_only_where_followers_cut_to_their_own_high_watermark() {
    for generation in Generation::ALL {
        let cluster = play(generation);
        let lost = cluster
            .verdicts()
            .iter()
            .filter(|(_, verdict)| matches!(verdict, Verdict::AckedRecordLost(_)))
            .count();
        let expected = usize::from(generation == Generation::Hw);
        assert_eq!(lost, expected, "{generation}");
        let end = if generation == Generation::Hw { 1 } else { 2 };
        for broker in [A, B] {
            let replica = cluster.replica(broker, P).expect("a replica");
            assert_eq!(replica.log.end().0, end, "{generation} {broker}");
            assert_eq!(replica.log.high_watermark().0, end, "{generation} {broker}");
            assert_eq!(cluster.broker(broker).expect("a broker").process, Process::Running);
        }
        assert_eq!(play(generation).digest(), cluster.digest());
    }
}
