//! What a broker is and knows: what stands out is what differs from the truth.

use expect_test::expect;
use highwater_answers::inspect::inspect;
use highwater_answers::{Answer, Block, Line, Piece, Row, plain};
use highwater_engine::Fact;
use highwater_protocol::{BrokerId, Generation};
use highwater_scenario::Timeline;
use highwater_scene::mark::Mark;

use crate::support::{at, everywhere, positions, run, whole};

/// The first position at which something has happened.
fn when(timeline: &Timeline, is: impl Fn(&Fact) -> bool) -> usize {
    let event = timeline.events().find(|event| is(&event.fact)).expect("it happens");
    timeline.position_of(event.id).expect("it is in the run")
}

fn asked(timeline: &Timeline, position: usize, mark: &str) -> Answer {
    inspect(at(timeline, position), mark).expect("it is there")
}

fn tables(answer: &Answer) -> impl Iterator<Item = (&str, &[Row])> {
    answer.blocks.iter().filter_map(|block| match block {
        Block::Table { name, rows, .. } => Some((name.as_str(), rows.as_slice())),
        _ => None,
    })
}

/// The rows of a table, as texts.
fn rows(answer: &Answer, table: &str) -> Vec<(String, bool)> {
    let found = tables(answer).find(|(name, _)| *name == table).expect("a table");
    let text = |row: &Row| row.cells.iter().map(Line::plain).collect::<Vec<_>>().join(" | ");
    found.1.iter().map(|row| (text(row), row.stands_out)).collect()
}

/// Every line of an answer.
fn lines(answer: &Answer) -> Vec<&Line> {
    let mut lines = Vec::new();
    for block in &answer.blocks {
        match block {
            Block::Text(line) => lines.push(line),
            Block::Table { rows, .. } => lines.extend(rows.iter().flat_map(|row| &row.cells)),
            _ => {}
        }
    }
    lines
}

#[test]
fn a_leader_believes_what_the_last_fetch_said() {
    let timeline = run("kip101-loss", Generation::Hw);
    let follower = BrokerId(0);
    let position = when(
        &timeline,
        |fact| matches!(fact, Fact::Replicated { broker, .. } if *broker == follower),
    );
    let answer = asked(&timeline, position, "broker-1");
    let seen = "Followers as the leader sees them";
    assert_eq!(rows(&answer, seen), [("Broker 0 | 1 | 2 | 20 ms ago | ISR".to_owned(), true)]);
    // One round later it knows.
    let position =
        when(&timeline, |fact| matches!(fact, Fact::FetchNoted { log_end, .. } if log_end.0 == 2));
    let answer = asked(&timeline, position, "broker-1");
    assert_eq!(rows(&answer, seen), [("Broker 0 | 2 | 2 | 0 ms ago | ISR".to_owned(), false)]);
}

#[test]
fn a_follower_is_shown_beside_its_leader() {
    let timeline = run("kip101-loss", Generation::Hw);
    let position = when(&timeline, |fact| matches!(fact, Fact::Acked { .. }));
    let log = rows(&asked(&timeline, position, "broker-0"), "Log");
    assert_eq!(log[0], ("LEO | 2 | 2".to_owned(), false));
    assert_eq!(log[1], ("HW | 1 | 2".to_owned(), true));
}

#[test]
fn an_old_leader_is_beside_what_the_controller_has() {
    let timeline = run("isolated-leader", Generation::Elr);
    let elected = |fact: &Fact| matches!(fact, Fact::LeaderElected { before: Some(_), .. });
    let position = when(&timeline, elected);
    let answer = asked(&timeline, position, "broker-1");
    let text = plain::write(&answer);
    assert!(text.contains("takes itself for the leader of orders-0"), "{text}");
    let partition = rows(&answer, "Partition");
    assert!(partition[0].0.starts_with("Role | stale leader | Leader: Broker "), "{partition:?}");
    assert!(partition.iter().filter(|(_, stands_out)| *stands_out).count() >= 3, "{partition:?}");
    // A broker that hasn't heard the news has older metadata.
    let process = rows(&answer, "Process");
    assert!(process.iter().any(|(text, out)| text.starts_with("Metadata offset") && *out));
}

#[test]
fn numbers_lead_to_their_places_in_the_picture() {
    let timeline = run("placement-3x3", Generation::Elr);
    for mark in ["cluster", "broker-0"] {
        let answer = asked(&timeline, timeline.len(), mark);
        let mut marks = Vec::new();
        for line in lines(&answer) {
            for piece in &line.0 {
                if let Piece::Marked(text, mark) = piece {
                    let place = *mark;
                    let state = timeline.last();
                    let copy = |broker: u8, partition: u16| {
                        let id = highwater_engine::PartitionId(partition);
                        state.replica(BrokerId(broker), id).expect("a copy")
                    };
                    match place {
                        Mark::Leo { broker, partition } => {
                            let end = copy(broker, partition).log.end().to_string();
                            assert_eq!(text.trim_start_matches("LEO "), end);
                        }
                        Mark::HighWatermark { broker, partition } => {
                            let hw = copy(broker, partition).log.high_watermark().to_string();
                            assert_eq!(text.trim_start_matches("HW "), hw);
                        }
                        _ => {}
                    }
                    marks.push(place);
                }
            }
        }
        assert!(marks.iter().any(|mark| matches!(mark, Mark::Leo { partition: 2, .. })), "{mark}");
        assert!(marks.iter().any(|mark| matches!(mark, Mark::HighWatermark { .. })), "{mark}");
    }
}

#[test]
fn epochs_that_the_leader_has_otherwise_stand_out() {
    let timeline = run("divergence-200", Generation::Kip279);
    let differs = (0..=timeline.len()).find(|position| {
        let answer = inspect(at(&timeline, *position), "cache-0-0");
        answer.is_some_and(|answer| {
            tables(&answer).any(|(_, rows)| rows.iter().any(|r| r.stands_out))
        })
    });
    let answer = asked(&timeline, differs.expect("they part"), "cache-0-0");
    assert!(plain::write(&answer).contains("orders-0/leader-epoch-checkpoint\n0\n"));
    let before = run("divergence-200", Generation::Hw);
    let answer = asked(&before, 0, "cache-0-0");
    assert!(plain::write(&answer).contains("Before 0.11 there was no such table"));
}

#[test]
fn a_fetch_that_has_to_wait_says_until_when() {
    let timeline = run("cut-link", Generation::Elr);
    let waits = (0..=timeline.len()).find_map(|position| {
        let text = plain::write(&asked(&timeline, position, "broker-3"));
        text.lines().find(|line| line.contains("and tries again at")).map(str::to_owned)
    });
    expect!["It fetches from broker 1, from offset 0 on. It was refused or not answered, and tries again at 1 s."].assert_eq(&waits.expect("its link is cut"));
}

#[test]
fn what_is_not_there_is_none() {
    let timeline = run("kip101-loss", Generation::Hw);
    for mark in
        ["broker-9", "broker", "cache-0-7", "cache-0", "hw-0-0", "", "clusters", "broker-01"]
    {
        assert_eq!(inspect(at(&timeline, 3), mark), None, "{mark}");
    }
}

#[test]
fn everything_of_the_library_can_be_inspected() {
    everywhere(|name, timeline| {
        for position in positions(timeline) {
            let moment = at(timeline, position);
            whole(name, moment, |moment| inspect(moment, "cluster").expect("a cluster"));
            for broker in timeline.last().brokers() {
                let mark = Mark::Broker(broker.id.0).text();
                whole(name, moment, |moment| inspect(moment, &mark).expect("a broker"));
                for partition in broker.replicas.keys() {
                    let mark = Mark::EpochCache { broker: broker.id.0, partition: partition.0 };
                    if timeline.state_at(position).replica(broker.id, *partition).is_some() {
                        let mark = mark.text();
                        whole(name, moment, |moment| inspect(moment, &mark).expect("a cache"));
                    }
                }
            }
        }
    });
}

#[test]
fn a_broker_reads_well() {
    let timeline = run("kip101-loss", Generation::Kip320);
    let position = when(&timeline, |fact| matches!(fact, Fact::Appended { .. }));
    expect![[r#"
        Broker 1

        Broker 1 leads orders-0 in epoch 5: LEO 2, HW 1.

        Process
        What | Broker 1 | The controller has
        Process | running | active
        Broker epoch | 2 | 2
        Metadata offset | 3 | 3
        Last heartbeat | – | 10 ms ago

        ## orders-0

        Partition
        What | Broker 1 | The controller has
        Role | Leader | Leader: Broker 1
        Leader epoch | 5 | 5
        Partition epoch | 0 | 0
        ISR | {0, 1} | {0, 1}

        Log
        What | Broker 1
        LEO | 2
        HW | 1
        HW in the checkpoint | 1
        On disk up to | 1
        Log start | 0

        Followers as the leader sees them
        Follower | LEO it knows | LEO in truth | Last caught up | ISR
        Broker 0 | 1 | 1 | 10 ms ago | ISR

        Waiting here
        What | At most until
        the write of m2, for HW 2 | 30.01 s

        replication-offset-checkpoint
        0
        1
        orders 0 1

        orders-0/leader-epoch-checkpoint
        0
        1
        5 0

        kafka-topics.sh --describe
        Topic: orders	TopicId: 1_CmbjMfJkTPHXtXPz4KxA	PartitionCount: 1	ReplicationFactor: 2	Configs: unclean.leader.election.enable=false
        	Topic: orders	Partition: 0	Leader: 1	Replicas: 1,0	Isr: 1,0

        Metrics (JMX)
        Metric | Where | Was | Now | Change
        kafka.server:type=DelayedOperationPurgatory,name=NumDelayedOperations,delayedOperation=Produce | Broker 1 | 0 | 1 | +1 *
        kafka.server:type=DelayedOperationPurgatory,name=NumDelayedOperations,delayedOperation=Fetch | Broker 1 | 1 | 0 | -1 *
        kafka.log:type=Log,name=LogEndOffset,topic=orders,partition=0 | Broker 1 | 1 | 2 | +1 *
        kafka.server:type=ReplicaManager,name=LeaderCount | Broker 1 | 1 | 1 | 
        kafka.server:type=ReplicaManager,name=PartitionCount | Broker 1 | 1 | 1 | 
        kafka.cluster:type=Partition,name=InSyncReplicasCount,topic=orders,partition=0 | Broker 1 | 2 | 2 | 
        kafka.cluster:type=Partition,name=ReplicasCount,topic=orders,partition=0 | Broker 1 | 2 | 2 | 

        Compared with the step before. What is and was 0 is left out. Names that end in PerSec are counts since the process began.
    "#]].assert_eq(&plain::write(&asked(&timeline, position, "broker-1")));
    expect![[r#"
        Broker 0

        Broker 0 leads orders-0 in epoch 7: LEO 2, HW 2.

        Process
        What | Broker 0 | The controller has
        Process | running | active
        Broker epoch | 6 | 6
        Metadata offset | 13 | 13
        Last heartbeat | – | 1.755 s ago

        ## orders-0

        Partition
        What | Broker 0 | The controller has
        Role | Leader | Leader: Broker 0
        Leader epoch | 7 | 7
        Partition epoch | 4 | 4
        ISR | {0, 1} | {0, 1}

        Log
        What | Broker 0
        LEO | 2
        HW | 2
        HW in the checkpoint | 2
        On disk up to | 1
        Log start | 0

        Followers as the leader sees them
        Follower | LEO it knows | LEO in truth | Last caught up | ISR
        Broker 1 | 2 | 2 | 20 ms ago | ISR

        Waiting here
        What | At most until
        Fetch 2 of broker 1 waits | 20.235 s

        replication-offset-checkpoint
        0
        1
        orders 0 2

        orders-0/leader-epoch-checkpoint
        0
        2
        5 0
        7 2

        kafka-topics.sh --describe
        Topic: orders	TopicId: 1_CmbjMfJkTPHXtXPz4KxA	PartitionCount: 1	ReplicationFactor: 2	Configs: unclean.leader.election.enable=false
        	Topic: orders	Partition: 0	Leader: 0	Replicas: 1,0	Isr: 0,1

        Metrics (JMX)
        Metric | Where | Was | Now | Change
        kafka.server:type=ReplicaManager,name=UnderReplicatedPartitions | Broker 0 | 1 | 0 | -1 *
        kafka.server:type=ReplicaManager,name=AtMinIsrPartitionCount | Broker 0 | 1 | 0 | -1 *
        kafka.server:type=ReplicaManager,name=IsrExpandsPerSec | Broker 0 | 0 | 1 | +1 *
        kafka.cluster:type=Partition,name=UnderReplicated,topic=orders,partition=0 | Broker 0 | 1 | 0 | -1 *
        kafka.cluster:type=Partition,name=AtMinIsr,topic=orders,partition=0 | Broker 0 | 1 | 0 | -1 *
        kafka.cluster:type=Partition,name=InSyncReplicasCount,topic=orders,partition=0 | Broker 0 | 1 | 2 | +1 *
        kafka.server:type=ReplicaManager,name=LeaderCount | Broker 0 | 1 | 1 | 
        kafka.server:type=ReplicaManager,name=PartitionCount | Broker 0 | 1 | 1 | 
        kafka.server:type=DelayedFetchMetrics,name=ExpiresPerSec,fetcherType=follower | Broker 0 | 1 | 1 | 
        kafka.server:type=DelayedOperationPurgatory,name=NumDelayedOperations,delayedOperation=Fetch | Broker 0 | 1 | 1 | 
        kafka.cluster:type=Partition,name=ReplicasCount,topic=orders,partition=0 | Broker 0 | 2 | 2 | 
        kafka.log:type=Log,name=LogEndOffset,topic=orders,partition=0 | Broker 0 | 2 | 2 | 

        Compared with the step before. What is and was 0 is left out. Names that end in PerSec are counts since the process began.
    "#]].assert_eq(&plain::write(&asked(&timeline, timeline.len(), "broker-0")));
}

#[test]
fn why_the_high_watermark_is_there_can_be_asked() {
    let timeline = run("kip101-loss", Generation::Kip101);
    let answer = asked(&timeline, 3, "broker-1");
    let asks = |block: &Block| match block {
        Block::Choices(choices) => choices.iter().any(|(_, question)| question == "why hw-1-0"),
        _ => false,
    };
    assert!(answer.blocks.iter().any(asks));
}

#[test]
fn the_cluster_reads_well() {
    let timeline = run("last-replica-standing", Generation::Elr);
    expect![[r#"
        The whole cluster

        0 of 3 brokers run; 0 of 1 partitions have a leader that acts.

        Broker
        Broker | Process | The controller has | Broker epoch | Metadata offset
        Broker 0 | starting | fenced | 1 | 9
        Broker 1 | off | fenced | 2 | 6
        Broker 2 | off | fenced | 3 | 9

        Partition
        Partition | Leader | Leader epoch | Partition epoch | ISR | ELR | min.insync.replicas
        orders-0 | none | 6 | 3 | {} | {0, 2} | 2 *

        Copies
        Partition | Broker | Role | ISR | LEO | HW
        orders-0 | Broker 0 | starting | ELR | 1 | 1
        orders-0 | Broker 1 | off | out of ISR | 2 | 2
        orders-0 | Broker 2 | off | ELR | 2 | 2

        kafka-topics.sh --describe
        Topic: orders	TopicId: 1_CmbjMfJkTPHXtXPz4KxA	PartitionCount: 1	ReplicationFactor: 3	Configs: min.insync.replicas=2,unclean.leader.election.enable=false
        	Topic: orders	Partition: 0	Leader: none	Replicas: 0,1,2	Isr: 	Elr: 0,2	LastKnownElr: 0

        Metrics (JMX)
        Metric | Where | Was | Now | Change
        kafka.controller:type=KafkaController,name=ActiveControllerCount | Controller | 1 | 1 | 
        kafka.controller:type=KafkaController,name=FencedBrokerCount | Controller | 3 | 3 | 
        kafka.controller:type=KafkaController,name=GlobalTopicCount | Controller | 1 | 1 | 
        kafka.controller:type=KafkaController,name=GlobalPartitionCount | Controller | 1 | 1 | 
        kafka.controller:type=KafkaController,name=OfflinePartitionsCount | Controller | 1 | 1 | 
        kafka.controller:type=KafkaController,name=PreferredReplicaImbalanceCount | Controller | 1 | 1 | 
        kafka.controller:type=KafkaController,name=LastAppliedRecordOffset | Controller | 12 | 12 | 
        kafka.controller:type=KafkaController,name=LastCommittedRecordOffset | Controller | 12 | 12 | 
        kafka.controller:type=KafkaController,name=BrokerRegistrationState,broker=0 | Controller | 10 | 10 | 
        kafka.controller:type=KafkaController,name=BrokerRegistrationState,broker=1 | Controller | 10 | 10 | 
        kafka.controller:type=KafkaController,name=BrokerRegistrationState,broker=2 | Controller | 10 | 10 | 

        Compared with the step before. What is and was 0 is left out. Names that end in PerSec are counts since the process began.
    "#]].assert_eq(&plain::write(&asked(&timeline, timeline.len() / 2, "cluster")));
}
