//! What the tools print, compared letter by letter.

use std::rc::Rc;

use expect_test::expect;
use highwater_engine::command::{Command, Election, Stop};
use highwater_engine::config::{ClusterConfig, PartitionId, Preload, Timings, TopicConfig};
use highwater_engine::{Cluster, Event};
use highwater_kafka_text::checkpoint::{
    CheckpointError, clean_shutdown, leader_epochs, parse_epochs, parse_offsets, print_epochs,
    print_offsets, recovery_points, replication_offsets,
};
use highwater_kafka_text::{Filter, describe, describe_filtered, election, topics};
use highwater_protocol::{BrokerId, ErrorCode, Generation, LeaderEpoch};

const P0: PartitionId = PartitionId(0);

fn cluster(generation: Generation) -> Cluster {
    let ids = |order: [u8; 3]| order.into_iter().map(BrokerId).collect();
    Cluster::start(ClusterConfig {
        generation,
        brokers: [1, 2, 3].map(BrokerId).to_vec(),
        topics: vec![TopicConfig {
            name: "epoch-test".into(),
            assignments: vec![ids([1, 2, 3]), ids([2, 3, 1])],
            min_insync_replicas: 2,
            unclean: None,
        }],
        preloads: vec![Preload {
            partition: P0,
            name: Rc::from("m"),
            count: 1,
            epoch: LeaderEpoch(0),
        }],
        timings: Timings::defaults(),
        fetch_records_max: 100,
    })
    .expect("a valid configuration")
}

fn after(mut cluster: Cluster, commands: &[Command]) -> Cluster {
    let mut out: Vec<Event> = Vec::new();
    for command in commands {
        cluster.submit(command, &mut out).expect("accepted");
        while !cluster.is_quiet() {
            cluster.step(&mut out);
        }
    }
    cluster
}

#[test]
fn a_stopped_leader_shows_in_the_description_and_in_the_epoch_file() {
    let one = BrokerId(1);
    let cluster = after(cluster(Generation::Elr), &[Command::Stop(one, Stop::Clean)]);
    expect![[r#"
        Topic: epoch-test	TopicId: 83FqbMWAcxbJHYrXZWGrBg	PartitionCount: 2	ReplicationFactor: 3	Configs: min.insync.replicas=2
        	Topic: epoch-test	Partition: 0	Leader: 2	Replicas: 1,2,3	Isr: 2,3	Elr: 	LastKnownElr: 
        	Topic: epoch-test	Partition: 1	Leader: 2	Replicas: 2,3,1	Isr: 2,3	Elr: 	LastKnownElr: 
    "#]]
    .assert_eq(&describe(&cluster));
    let epochs = leader_epochs(&cluster, BrokerId(2), P0).expect("an epoch file");
    assert_eq!(epochs, "0\n2\n0 0\n1 1\n");
    assert_eq!(clean_shutdown(&cluster, one).as_deref(), Some("{\"version\":0,\"brokerEpoch\":1}"));
    assert_eq!(clean_shutdown(&cluster, BrokerId(2)), None);
    assert_eq!(replication_offsets(&cluster, one), "0\n2\nepoch-test 0 1\nepoch-test 1 0\n");
    assert_eq!(recovery_points(&cluster, one), "0\n2\nepoch-test 0 1\nepoch-test 1 0\n");
}

#[test]
fn old_releases_print_fewer_columns_and_keep_no_epochs() {
    let cluster = cluster(Generation::Hw);
    let text = describe(&cluster);
    assert!(!text.contains("TopicId") && !text.contains("Elr"), "{text}");
    assert_eq!(leader_epochs(&cluster, BrokerId(1), P0), None);
}

#[test]
fn filters_print_no_header_and_only_what_they_select() {
    let stops = [1, 2].map(|id| Command::Stop(BrokerId(id), Stop::Crash));
    let cluster = after(cluster(Generation::Elr), &stops);
    let lines = |filter| describe_filtered(&cluster, &[filter]).lines().count();
    assert_eq!(lines(Filter::UnderReplicated), 2);
    assert_eq!(lines(Filter::UnderMinIsr), 2);
    assert_eq!(lines(Filter::AtMinIsr), 0);
    assert_eq!(lines(Filter::Unavailable), 0);
    let text = describe_filtered(&cluster, &[Filter::UnderReplicated]);
    assert!(text.contains("Isr: 3\tElr: 2\tLastKnownElr: \n"), "{text}");
}

#[test]
fn a_topic_id_is_twenty_two_digits_and_its_own() {
    let id = topics::topic_id("a");
    assert_eq!(id.len(), 22);
    assert_ne!(id, topics::topic_id("b"));
}

#[test]
fn checkpoint_files_are_read_as_they_are_written() {
    let offsets = "0\n2\norders 0 57\norders 1 12\n";
    assert_eq!(print_offsets(&parse_offsets(offsets).expect("valid")), offsets);
    let epochs = "0\n2\n0 0\n3 5\n";
    assert_eq!(print_epochs(&parse_epochs(epochs).expect("valid")), epochs);
    assert_eq!(parse_epochs(""), Ok(Vec::new()));
}

#[test]
fn a_bad_checkpoint_file_is_refused_with_its_line() {
    let found = |text: &str| text.to_owned();
    assert_eq!(parse_epochs("1\n0\n"), Err(CheckpointError::Version { found: found("1") }));
    assert_eq!(parse_epochs("0\nx\n"), Err(CheckpointError::Count { found: found("x") }));
    assert_eq!(
        parse_epochs("0\n2\n0 0\n"),
        Err(CheckpointError::WrongCount { announced: 2, found: 1 })
    );
    let error = parse_offsets("0\n1\norders 0\n").expect_err("two fields");
    assert_eq!(error.to_string(), "line 3: expected topic, partition, offset, found \"orders 0\"");
}

#[test]
fn an_election_is_reported_as_the_tool_does() {
    let outcomes = [
        ("t-0".to_owned(), Ok(())),
        ("t-1".to_owned(), Ok(())),
        ("t-2".to_owned(), Err(ErrorCode::ElectionNotNeeded)),
        ("t-3".to_owned(), Err(ErrorCode::PreferredLeaderNotAvailable)),
    ];
    expect![[r#"
        Successfully completed leader election (PREFERRED) for partitions t-0, t-1
        Valid replica already elected for partitions t-2
        Error completing leader election (PREFERRED) for partition: t-3: org.apache.kafka.common.errors.PreferredLeaderNotAvailableException: The preferred leader was not available.
    "#]]
    .assert_eq(&election::outcome(Election::Preferred, &outcomes));
}
