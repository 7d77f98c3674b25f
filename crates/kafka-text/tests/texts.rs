//! What the tools print, compared letter by letter.

use std::rc::Rc;

use expect_test::expect;
use highwater_engine::command::{Command, Election, Stop};
use highwater_engine::config::{ClusterConfig, PartitionId, Preload, Timings, TopicConfig};
use highwater_engine::{Cluster, Event};
use highwater_kafka_text::checkpoint::{
    CheckpointError, clean_shutdown, leader_epochs, parse_epochs, parse_offsets,
    partition_metadata, print_epochs, print_offsets, recovery_points, replication_offsets,
};
use highwater_kafka_text::election::Asked;
use highwater_kafka_text::reassignment::{self, Assignment, Moving, Standing};
use highwater_kafka_text::{Filter, describe, describe_filtered, election, quorum, topics};
use highwater_protocol::control::UncleanElection;
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
        placement_seed: 17,
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
    .assert_eq(&election::outcome(Election::Preferred, Asked::Named, &outcomes));
    assert_eq!(
        election::failure(&outcomes).as_deref(),
        Some("1 replica(s) could not be elected\n")
    );
    assert_eq!(election::failure(&outcomes[..3]), None);
    let all = election::outcome(Election::Preferred, Asked::All, &outcomes[..3]);
    assert_eq!(all, "Successfully completed leader election (PREFERRED) for partitions t-0, t-1\n");
    let unknown = [("t-9".to_owned(), Err(ErrorCode::UnknownTopicOrPartition))];
    let text = election::outcome(Election::Unclean, Asked::Named, &unknown);
    assert!(text.ends_with("UnknownTopicOrPartitionException: No such partition as t-9\n"));
}

fn assignment(topic: &str, partition: u32, replicas: &[u8]) -> Assignment {
    let replicas = replicas.iter().copied().map(BrokerId).collect();
    Assignment { topic: topic.to_owned(), partition, replicas }
}

#[test]
fn a_reassignment_that_starts_prints_the_way_back() {
    let current = [assignment("t", 1, &[2, 3]), assignment("t", 0, &[1, 2, 3])];
    expect![[r#"
        Current partition replica assignment

        {"version":1,"partitions":[{"topic":"t","partition":0,"replicas":[1,2,3],"log_dirs":["any","any","any"]},{"topic":"t","partition":1,"replicas":[2,3],"log_dirs":["any","any"]}]}

        Save this to use as the --reassignment-json-file option during rollback
        Successfully started partition reassignments for t-0,t-1
    "#]]
    .assert_eq(&reassignment::executed(&current));
    let one = reassignment::executed(&current[..1]);
    assert!(one.ends_with("Successfully started partition reassignment for t-1\n"), "{one}");
    let refusals = [("t-0".to_owned(), "The target is bad.".to_owned())];
    let text = reassignment::refused(&current[1..], &refusals);
    let end = "during rollback\nError reassigning partition(s):\nt-0: The target is bad.\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn a_proposal_follows_what_there_is() {
    expect![[r#"
        Current partition replica assignment
        {"version":1,"partitions":[{"topic":"t","partition":0,"replicas":[1],"log_dirs":["any"]}]}

        Proposed partition reassignment configuration
        {"version":1,"partitions":[{"topic":"t","partition":0,"replicas":[3],"log_dirs":["any"]}]}
    "#]]
    .assert_eq(&reassignment::generated(&[assignment("t", 0, &[1])], &[assignment("t", 0, &[3])]));
}

#[test]
fn a_reassignment_is_verified_partition_by_partition() {
    let standing = |partition, current: &[u8], moving| Standing {
        target: assignment("t", partition, &[4, 5]),
        current: current.iter().copied().map(BrokerId).collect(),
        moving,
    };
    let brokers = [1, 4, 5].map(BrokerId);
    let done = standing(0, &[4, 5], Moving::No);
    let other = standing(1, &[1, 2], Moving::No);
    expect![[r#"
        Status of partition reassignment:
        Reassignment of partition t-0 is completed.
        There is no active reassignment of partition t-1, but replica set is 1,2 rather than 4,5.
        Clearing broker-level throttles on brokers 1,4,5
        Clearing topic-level throttles on topic t
    "#]]
    .assert_eq(&reassignment::verified(&[other, done.clone()], &brokers));
    let moving = standing(2, &[4, 5, 1], Moving::Yes);
    expect![[r#"
        Status of partition reassignment:
        Reassignment of partition t-0 is completed.
        Reassignment of partition t-2 is still in progress.
    "#]]
    .assert_eq(&reassignment::verified(&[done, moving], &brokers));
}

#[test]
fn a_cancelled_reassignment_ends_without_a_line_break() {
    let one = [assignment("t", 0, &[1])];
    assert_eq!(
        reassignment::cancelled(&one),
        "Successfully cancelled partition reassignment for: t-0\n\
         None of the specified partition moves are active."
    );
    assert_eq!(
        reassignment::cancelled(&[]),
        "None of the specified partition reassignments are active.\n\
         None of the specified partition moves are active."
    );
}

#[test]
fn nothing_is_listed_where_nothing_moves() {
    let cluster = cluster(Generation::Elr);
    assert_eq!(reassignment::list(&cluster), "No partition reassignments found.\n");
    let there = reassignment::assignments(&cluster);
    assert_eq!(
        there,
        [assignment("epoch-test", 0, &[1, 2, 3]), assignment("epoch-test", 1, &[2, 3, 1])]
    );
}

#[test]
fn the_quorum_is_one_controller_that_the_brokers_observe() {
    let cluster = after(cluster(Generation::Elr), &[Command::Stop(BrokerId(1), Stop::Crash)]);
    expect![[r#"
        ClusterId:              ZW5ivQCM6oIstIPxBzNT0w
        LeaderId:               3000
        LeaderEpoch:            1
        HighWatermark:          9
        MaxFollowerLag:         0
        MaxFollowerLagTimeMs:   0
        CurrentVoters:          [{"id": 3000, "directoryId": "Dl3i-iJV89HKeYsnlL9Vzw", "endpoints": ["CONTROLLER://localhost:9093"]}]
        CurrentObservers:       [{"id": 2, "directoryId": "PaLxjiRXs1sCkH85SVP7zw"}, {"id": 3, "directoryId": "Of6AqIBvdpn3XM2bahhmVQ"}]
    "#]].assert_eq(&quorum::status(&cluster).expect("a quorum"));
    expect![[r#"
        NodeId	DirectoryId           	LogEndOffset	Lag	LastFetchTimestamp	LastCaughtUpTimestamp	Status  	
        3000  	Dl3i-iJV89HKeYsnlL9Vzw	9           	0  	10135             	10135                	Leader  	
        2     	PaLxjiRXs1sCkH85SVP7zw	9           	0  	10000             	10000                	Observer	
        3     	Of6AqIBvdpn3XM2bahhmVQ	9           	0  	10000             	10000                	Observer	
    "#]].assert_eq(&quorum::replication(&cluster).expect("a quorum"));
}

#[test]
fn releases_before_kraft_have_no_quorum_and_the_first_ones_print_plain_ids() {
    for generation in [Generation::Hw, Generation::Kip101, Generation::Kip279] {
        let cluster = cluster(generation);
        assert_eq!((quorum::status(&cluster), quorum::replication(&cluster)), (None, None));
    }
    let status = quorum::status(&cluster(Generation::Kip320)).expect("a quorum");
    assert!(status.contains("\nCurrentVoters:          [3000]\n"), "{status}");
    assert!(status.ends_with("\nCurrentObservers:       [1,2,3]\n"), "{status}");
}

#[test]
fn only_topics_with_settings_of_their_own_are_overridden() {
    let cluster = cluster(Generation::Strict);
    let text = topics::describe_overrides(&cluster);
    assert_eq!(text, describe(&cluster).split_inclusive('\n').next().expect("a header"));
    let mut config = cluster.config().clone();
    config.topics[0].min_insync_replicas = 1;
    let plain = Cluster::start(config.clone()).expect("a valid configuration");
    assert_eq!(topics::describe_overrides(&plain), "");
    config.topics[0].unclean = Some(UncleanElection::Disabled);
    let plain = Cluster::start(config).expect("a valid configuration");
    let text = topics::describe_overrides(&plain);
    assert!(text.ends_with("\tConfigs: unclean.leader.election.enable=false\n"), "{text}");
}

#[test]
fn a_partition_names_its_topic_by_id() {
    let id = topics::topic_id("epoch-test");
    let file = partition_metadata(&cluster(Generation::Elr), P0);
    assert_eq!(file, Some(format!("version: 0\ntopic_id: {id}\n")));
    assert_eq!(partition_metadata(&cluster(Generation::Kip279), P0), None);
}
