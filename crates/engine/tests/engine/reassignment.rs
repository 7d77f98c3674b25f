//! Partitions that move: what may be asked, and what brokers do with their copies.

use highwater_engine::command::{Command, Node, Produce, Stop};
use highwater_engine::config::{ClusterConfig, PartitionId, Preload, Timings, TopicConfig};
use highwater_engine::event::IsrChangedBy;
use highwater_engine::ledger::Outcome;
use highwater_engine::metrics::Source;
use highwater_engine::{Cluster, Event, Fact};
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, BrokerList, ErrorCode, Generation, LeaderEpoch};

const P: PartitionId = PartitionId(0);

fn list(ids: &[u8]) -> BrokerList {
    ids.iter().copied().map(BrokerId).collect()
}

/// Five brokers; the partition is on 0, 1 and 2 and holds three records.
fn cluster(generation: Generation) -> Cluster {
    Cluster::start(ClusterConfig {
        generation,
        brokers: list(&[0, 1, 2, 3, 4]).to_vec(),
        topics: vec![TopicConfig {
            name: "t".into(),
            assignments: vec![list(&[0, 1, 2])],
            min_insync_replicas: 1,
            unclean: Some(UncleanElection::Disabled),
        }],
        preloads: vec![Preload { partition: P, name: "m".into(), count: 3, epoch: LeaderEpoch(0) }],
        timings: Timings::defaults(),
        fetch_records_max: 2,
        placement_seed: 17,
    })
    .expect("a valid configuration")
}

fn submit(cluster: &mut Cluster, command: Command) -> Vec<Event> {
    let mut out = Vec::new();
    cluster.submit(&command, &mut out).expect("a possible command");
    out
}

fn reassign(cluster: &mut Cluster, target: &[u8]) -> Vec<Event> {
    submit(cluster, Command::Reassign(P, list(target)))
}

fn go_on(cluster: &mut Cluster, time: u64) {
    let until = cluster.now() + time;
    cluster.run_until(until, &mut Vec::new());
}

fn refused(events: &[Event]) -> Option<ErrorCode> {
    events.iter().find_map(|event| match event.fact {
        Fact::RequestRefused { error, .. } => Some(error),
        _ => None,
    })
}

fn hosts(cluster: &Cluster) -> Vec<u8> {
    let has = |id: &u8| cluster.replica(BrokerId(*id), P).is_some();
    (0..5).filter(has).collect()
}

fn metric(cluster: &Cluster, broker: u8, name: &str) -> i64 {
    let wanted = |m: &&highwater_engine::metrics::Metric| {
        m.source == Source::Broker(BrokerId(broker)) && m.name.contains(name)
    };
    cluster.metrics().iter().find(wanted).map(|m| m.value).expect("a metric")
}

#[test]
fn a_partition_moves_to_other_brokers_and_the_old_copies_go() {
    for generation in Generation::ALL {
        let mut cluster = cluster(generation);
        reassign(&mut cluster, &[2, 3, 4]);
        go_on(&mut cluster, 15);
        assert_eq!(hosts(&cluster), [0, 1, 2, 3, 4], "{generation}");
        assert_eq!(metric(&cluster, 0, "ReassigningPartitions"), 1, "{generation}");
        assert_eq!(metric(&cluster, 0, "UnderReplicatedPartitions"), 0, "{generation}");
        assert_eq!(metric(&cluster, 0, "Partition,name=ReplicasCount"), 3, "{generation}");
        let mut out = Vec::new();
        cluster.run_until(3_000, &mut out);
        let left = |event: &&Event| match &event.fact {
            Fact::IsrChanged { by, .. } => *by == IsrChangedBy::Reassignment,
            _ => false,
        };
        assert_eq!(out.iter().filter(left).count(), 1, "{generation}");
        let refused = |event: &&Event| matches!(event.fact, Fact::IsrChangeRefused { .. });
        assert_eq!(out.iter().find(refused), None, "{generation}");
        let known = cluster.registration(P).expect("a partition");
        assert_eq!(known.replicas, list(&[2, 3, 4]), "{generation}");
        assert!(!known.is_reassigning(), "{generation}");
        assert_eq!(known.leader, Some(BrokerId(2)), "{generation}");
        assert_eq!(known.isr.len(), 3, "{generation}");
        assert_eq!(hosts(&cluster), [2, 3, 4], "{generation}");
        for id in [2, 3, 4] {
            let log = &cluster.replica(BrokerId(id), P).expect("a replica").log;
            assert_eq!((log.end().0, log.high_watermark().0), (3, 3), "{generation}: {id}");
        }
        assert!(cluster.is_quiet(), "{generation}");
        assert!(cluster.verdicts().is_empty(), "{generation}");
    }
}

#[test]
fn a_write_that_waits_at_a_leader_that_leaves_is_answered() {
    let mut cluster = cluster(Generation::Strict);
    submit(&mut cluster, Command::CutLink(Node::Broker(BrokerId(0)), Node::Broker(BrokerId(1))));
    let wish = Produce {
        name: "x".into(),
        count: 1,
        partition: P,
        acks: Acks::All,
        retries: 0,
        at: None,
        transaction: None,
    };
    submit(&mut cluster, Command::Produce(wish));
    go_on(&mut cluster, 100);
    reassign(&mut cluster, &[2, 3]);
    go_on(&mut cluster, 3_000);
    assert_eq!(hosts(&cluster), [2, 3]);
    let id = cluster.ledger().by_name("x").expect("a batch");
    let unknown = Outcome::Unknown(ErrorCode::NotLeaderOrFollower);
    assert_eq!(cluster.ledger().batch(id).outcome, unknown);
    let log = &cluster.replica(BrokerId(3), P).expect("a replica").log;
    assert_eq!(log.high_watermark().0, 4, "it was copied before, so it is kept and committed");
}

#[test]
fn a_broker_that_was_down_deletes_its_copy_when_it_is_back() {
    let mut cluster = cluster(Generation::Elr);
    submit(&mut cluster, Command::Stop(BrokerId(1), Stop::Crash));
    go_on(&mut cluster, 11_000);
    reassign(&mut cluster, &[0, 2, 3]);
    go_on(&mut cluster, 3_000);
    assert_eq!(hosts(&cluster), [0, 1, 2, 3], "its disk still has it");
    submit(&mut cluster, Command::Start(BrokerId(1)));
    go_on(&mut cluster, 1_000);
    assert_eq!(hosts(&cluster), [0, 2, 3]);
    // It may come back later, and begins with nothing.
    reassign(&mut cluster, &[0, 1]);
    go_on(&mut cluster, 3_000);
    assert_eq!(hosts(&cluster), [0, 1]);
    let log = &cluster.replica(BrokerId(1), P).expect("a replica").log;
    assert_eq!((log.end().0, log.high_watermark().0), (3, 3));
    assert!(cluster.verdicts().is_empty());
}

#[test]
fn a_copy_that_is_made_anew_has_no_checkpoint_of_the_one_before() {
    let mut cluster = cluster(Generation::Strict);
    // Checkpoints are written every five seconds.
    go_on(&mut cluster, 6_000);
    reassign(&mut cluster, &[0, 2]);
    go_on(&mut cluster, 1_000);
    reassign(&mut cluster, &[0, 1, 2]);
    go_on(&mut cluster, 60);
    let high_watermark = |cluster: &Cluster| {
        let log = &cluster.replica(BrokerId(1), P).expect("a replica").log;
        (log.end().0, log.high_watermark().0)
    };
    assert_eq!(high_watermark(&cluster), (3, 3));
    submit(&mut cluster, Command::Stop(BrokerId(1), Stop::Crash));
    assert_eq!(high_watermark(&cluster), (3, 0));
}

#[test]
fn what_cannot_be_is_refused_by_name_and_changes_nothing() {
    let mut cluster = cluster(Generation::Strict);
    let before = cluster.registration(P).cloned();
    let bad = Some(ErrorCode::InvalidReplicaAssignment);
    assert_eq!(refused(&reassign(&mut cluster, &[])), bad);
    assert_eq!(refused(&reassign(&mut cluster, &[0, 1, 1])), bad);
    assert_eq!(refused(&reassign(&mut cluster, &[0, 1, 9])), bad);
    let nothing = submit(&mut cluster, Command::CancelReassignment(P));
    assert_eq!(refused(&nothing), Some(ErrorCode::NoReassignmentInProgress));
    assert!(reassign(&mut cluster, &[0, 1, 2]).is_empty(), "it is so already");
    assert_eq!(cluster.registration(P).cloned(), before);
    let elsewhere = Command::Reassign(PartitionId(1), list(&[0]));
    assert!(cluster.submit(&elsewhere, &mut Vec::new()).is_err());
}

#[test]
fn a_move_can_be_cancelled_uncleanly_only_where_the_topic_allows_it() {
    let mut cluster = cluster(Generation::Strict);
    for id in 0..4 {
        let (a, b) = (Node::Broker(BrokerId(id)), Node::Broker(BrokerId(4)));
        submit(&mut cluster, Command::CutLink(a, b));
    }
    reassign(&mut cluster, &[3, 4]);
    go_on(&mut cluster, 2_000);
    // Broker 3 has joined and 4 can't; then every old replica dies.
    for id in [2, 1, 0] {
        submit(&mut cluster, Command::Stop(BrokerId(id), Stop::Crash));
        go_on(&mut cluster, 12_000);
    }
    let known = cluster.registration(P).cloned().expect("a partition");
    assert_eq!((known.leader, known.isr), (Some(BrokerId(3)), list(&[3])));
    assert_eq!(known.removing, list(&[0, 1, 2]));
    let cancelled = submit(&mut cluster, Command::CancelReassignment(P));
    assert_eq!(refused(&cancelled), Some(ErrorCode::InvalidReplicaAssignment));
    submit(&mut cluster, Command::SetUncleanElection(P, UncleanElection::Enabled));
    let cancelled = submit(&mut cluster, Command::CancelReassignment(P));
    assert_eq!(refused(&cancelled), None);
    let known = cluster.registration(P).expect("a partition");
    assert_eq!((known.leader, &known.replicas), (None, &list(&[0, 1, 2])));
    go_on(&mut cluster, 1_000);
    assert_eq!(hosts(&cluster), [0, 1, 2], "3 has let go of its copy");
}

/// The controller never takes a replica out of the ELR because a reassignment took it away. It can't
/// be elected while it is no replica; but when it becomes one again, empty, the ELR still vouches for
/// it. Kafka 4.3 does so, too (`PartitionChangeBuilder.maybePopulateTargetElr`).
#[test]
fn a_replica_that_comes_back_while_the_elr_still_names_it_leads_with_nothing() {
    let mut cluster = cluster(Generation::Elr);
    submit(&mut cluster, Command::SetMinInsyncReplicas(P, 2));
    reassign(&mut cluster, &[0]);
    go_on(&mut cluster, 1_000);
    let known = cluster.registration(P).expect("a partition");
    assert_eq!((&known.isr, &known.elr), (&list(&[0]), &list(&[1, 2])), "neither is a replica");
    submit(&mut cluster, Command::Stop(BrokerId(0), Stop::Crash));
    go_on(&mut cluster, 12_000);
    reassign(&mut cluster, &[0, 1]);
    let known = cluster.registration(P).expect("a partition");
    assert_eq!(known.leader, Some(BrokerId(1)));
    go_on(&mut cluster, 1_000);
    assert_eq!(cluster.replica(BrokerId(1), P).map(|replica| replica.log.end().0), Some(0));
    assert!(cluster.verdicts().iter().any(|(_, verdict)| verdict.breaks_a_promise()));
}
