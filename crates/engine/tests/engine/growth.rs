//! Topics that grow: where the new partitions go, and what is refused.

use highwater_engine::command::{Command, Produce, Refusal, Stop};
use highwater_engine::config::{ClusterConfig, PartitionId, Timings, TopicConfig};
use highwater_engine::ledger::Outcome;
use highwater_engine::start::ConfigError;
use highwater_engine::{Cluster, Event, Fact};
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, BrokerList, ErrorCode, Generation};

const FIRST: PartitionId = PartitionId(0);

fn list(ids: &[u8]) -> BrokerList {
    ids.iter().copied().map(BrokerId).collect()
}

/// Three brokers; a topic of one partition with room for six, and another topic behind it.
fn config() -> ClusterConfig {
    let topic = |name: &str, assignments: Vec<BrokerList>| TopicConfig {
        name: name.into(),
        assignments,
        min_insync_replicas: 2,
        unclean: None,
    };
    let room = vec![BrokerList::new(); 5];
    ClusterConfig {
        generation: Generation::Strict,
        brokers: list(&[0, 1, 2]).to_vec(),
        topics: vec![
            topic("t", [vec![list(&[0, 1, 2])], room].concat()),
            topic("u", vec![list(&[2, 0])]),
        ],
        preloads: Vec::new(),
        timings: Timings::defaults(),
        fetch_records_max: 100,
        placement_seed: 17,
    }
}

fn submit(cluster: &mut Cluster, command: Command) -> Vec<Event> {
    let mut out = Vec::new();
    cluster.submit(&command, &mut out).expect("a possible command");
    out
}

fn replicas(cluster: &Cluster, id: u16) -> Vec<u8> {
    let known = cluster.registration(PartitionId(id));
    known.map_or(Vec::new(), |known| known.replicas.iter().map(|id| id.0).collect())
}

fn refused(events: &[Event]) -> Option<ErrorCode> {
    events.iter().find_map(|event| match event.fact {
        Fact::RequestRefused { error, .. } => Some(error),
        _ => None,
    })
}

#[test]
fn new_partitions_are_placed_as_kafkas_own_tests_place_them() {
    let mut cluster = Cluster::start(config()).expect("a valid configuration");
    assert_eq!(cluster.partitions().count(), 2);
    submit(&mut cluster, Command::SetMinInsyncReplicas(FIRST, 1));
    let created = submit(&mut cluster, Command::Grow(FIRST, 6));
    // Vector 73 of the controller.
    let expected: [&[u8]; 5] = [&[1, 2, 0], &[2, 0, 1], &[0, 1, 2], &[2, 1, 0], &[1, 0, 2]];
    for (id, expected) in (1..6).zip(expected) {
        assert_eq!(replicas(&cluster, id), expected, "partition {id}");
        assert_eq!(cluster.min_insync_replicas(PartitionId(id)), 1, "as the topic has it");
    }
    assert_eq!(replicas(&cluster, 6), [2, 0], "the other topic stays where it was");
    assert_eq!(created.len(), 5);
    assert_eq!(cluster.partitions().count(), 7);
}

#[test]
fn each_request_goes_on_with_the_draws() {
    let mut cluster = Cluster::start(config()).expect("a valid configuration");
    for count in 2..5 {
        submit(&mut cluster, Command::Grow(FIRST, count));
    }
    // The first draw of each request, 1370951335, 324654877 and 437157150, says where it begins.
    let expected: [&[u8]; 3] = [&[1, 2, 0], &[1, 2, 0], &[0, 1, 2]];
    for (id, expected) in (1..4).zip(expected) {
        assert_eq!(replicas(&cluster, id), expected, "partition {id}");
    }
}

#[test]
fn a_new_partition_is_written_to_once_the_producer_has_heard_of_it() {
    let mut cluster = Cluster::start(config()).expect("a valid configuration");
    submit(&mut cluster, Command::Grow(FIRST, 2));
    let wish = Produce {
        name: "x".into(),
        count: 1,
        partition: PartitionId(1),
        acks: Acks::All,
        retries: 0,
        at: None,
        transaction: None,
    };
    submit(&mut cluster, Command::Produce(wish));
    cluster.run_until(2_000, &mut Vec::new());
    let id = cluster.ledger().by_name("x").expect("a batch");
    assert!(matches!(cluster.ledger().batch(id).outcome, Outcome::Acked(_)));
    for id in 0..3 {
        let replica = cluster.replica(BrokerId(id), PartitionId(1)).expect("a copy");
        assert_eq!(replica.log.high_watermark().0, 1);
    }
    assert!(cluster.is_quiet());
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let mut cluster = Cluster::start(config()).expect("a valid configuration");
    let refuse =
        |cluster: &mut Cluster, count| refused(&submit(cluster, Command::Grow(FIRST, count)));
    assert_eq!(refuse(&mut cluster, 1), Some(ErrorCode::InvalidPartitions));
    assert_eq!(refuse(&mut cluster, 0), Some(ErrorCode::InvalidPartitions));
    let too_many = cluster.submit(&Command::Grow(FIRST, 7), &mut Vec::new());
    assert_eq!(too_many, Err(Refusal::NoRoom(6)));
    let not_yet = cluster.submit(&Command::Grow(PartitionId(3), 2), &mut Vec::new());
    assert_eq!(not_yet, Err(Refusal::NoSuchPartition(PartitionId(3))));
    for id in 0..3 {
        submit(&mut cluster, Command::Stop(BrokerId(id), Stop::Crash));
    }
    cluster.run_until(15_000, &mut Vec::new());
    assert_eq!(refuse(&mut cluster, 2), Some(ErrorCode::InvalidReplicationFactor));
    assert_eq!(cluster.partitions().count(), 2);
}

#[test]
fn room_for_growth_is_at_the_end_and_holds_nothing() {
    let mut first_is_room = config();
    first_is_room.topics[1].assignments = vec![BrokerList::new()];
    let error = Cluster::start(first_is_room).map(|_| ());
    assert_eq!(error, Err(ConfigError::Assignment(PartitionId(6))));
    let mut hole = config();
    hole.topics[0].assignments[3] = list(&[1]);
    let error = Cluster::start(hole).map(|_| ());
    assert_eq!(error, Err(ConfigError::Assignment(PartitionId(3))));
}
