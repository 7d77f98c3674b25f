//! The binary as scripts use it: outputs and exit codes.

mod binary;

use std::process::Output;

use binary::{code, file, highwater};
use serde_json::Value;

const GENERATIONS: [&str; 6] = ["hw", "kip101", "kip279", "kip320", "strict", "elr"];

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("it prints UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("it prints UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    let output = highwater(arguments);
    assert_eq!(code(&output), 0, "{arguments:?}: {}{}", stdout(&output), stderr(&output));
    serde_json::from_str(stdout(&output)).expect("it prints JSON")
}

fn of_kind<'a>(report: &'a Value, kind: &str) -> Vec<&'a Value> {
    let verdicts = report["verdicts"].as_array().expect("a list");
    verdicts.iter().filter(|verdict| verdict["kind"] == kind).collect()
}

#[test]
fn the_lost_record_is_reported_where_it_is_lost() {
    let report = json(&["run", "kip101-loss", "--generation", "hw", "--json"]);
    let lost = of_kind(&report, "acked-record-lost");
    assert_eq!(lost.len(), 1);
    assert_eq!(lost[0]["records"], serde_json::json!(["m2"]));
    assert_eq!(lost[0]["lostBy"]["broker"], 0);
    assert_eq!(lost[0]["lastCopies"], serde_json::json!([1]));
    assert_eq!(report["producer"]["acked"][0]["name"], "m2");
    // What it says was its end is an event of the run.
    let event = &report["events"][lost[0]["lostBy"]["event"].as_u64().expect("a number") as usize];
    assert_eq!((&event["kind"], &event["fields"]["broker"]), (&"removed".into(), &0.into()));
}

#[test]
fn no_lost_record_is_reported_where_none_is_lost() {
    for generation in &GENERATIONS[1..] {
        let report = json(&["run", "kip101-loss", "--generation", generation, "--json"]);
        assert_eq!(of_kind(&report, "acked-record-lost").len(), 0, "{generation}");
        assert_eq!(report["partitions"][0]["leader"], 0, "{generation}");
        let log = &report["brokers"][0]["replicas"][0]["log"];
        assert_eq!(log[1]["record"], "m2", "{generation}");
    }
}

#[test]
fn a_report_has_all_its_parts() {
    let report = json(&["run", "last-replica-standing", "--json"]);
    assert_eq!(report["scenario"], "last-replica-standing");
    assert_eq!(report["generation"], "elr");
    assert_eq!(report["script"]["end"], "finished");
    assert_eq!(report["digest"].as_str().map(str::len), Some(16));
    let partition = &report["partitions"][0];
    for key in ["leader", "leaderEpoch", "partitionEpoch", "isr", "elr", "lastKnownElr", "replicas"]
    {
        assert!(!partition[key].is_null(), "{key}");
    }
    let replica = &report["brokers"][0]["replicas"][0];
    for key in ["leo", "hw", "lso", "logStart", "epochs", "log"] {
        assert!(!replica[key].is_null(), "{key}");
    }
    let metrics = report["metrics"].as_array().expect("a list");
    let elections = metrics.iter().find(|metric| {
        let name = metric["name"].as_str().unwrap_or_default();
        name.ends_with("UncleanLeaderElectionsPerSec")
    });
    assert_eq!(elections.map(|metric| &metric["value"]), Some(&Value::from(0)));
    let events = report["events"].as_array().expect("a list");
    for (number, event) in events.iter().enumerate() {
        assert_eq!(event["id"], number);
        assert_ne!(event["kind"], "other");
        assert!(event["cause"].is_null() || event["cause"].as_u64() < Some(number as u64));
    }
    for expectation in report["expectations"].as_array().expect("a list") {
        assert!(expectation["held"] == "yes" || expectation["held"] == "not-for-this-generation");
    }
}

#[test]
fn the_same_run_has_the_same_digest() {
    let digest =
        |source: &str| json(&["run", source, "--generation", "kip320", "--json"])["digest"].clone();
    assert_eq!(digest("kip101-loss"), digest("kip101-loss"));
    // A twin is its original under another name.
    assert_eq!(digest("rolling-restart-hw"), digest("rolling-restart-epoch"));
}

#[test]
fn the_list_has_every_scenario_in_both_languages() {
    let list = json(&["list", "--json"]);
    let list = list.as_array().expect("a list");
    assert!(7 <= list.len());
    let output = highwater(&["list"]);
    for entry in list {
        let slug = entry["scenario"].as_str().expect("a name");
        assert!(stdout(&output).contains(slug));
        assert_ne!(entry["title"]["ko"], entry["title"]["en"], "{slug}");
        assert_ne!(entry["about"]["ko"], entry["about"]["en"], "{slug}");
    }
}

#[test]
fn every_scenario_passes_its_check_under_every_generation() {
    let list = json(&["list", "--json"]);
    let slugs = list.as_array().expect("a list").iter();
    let slugs: Vec<&str> = slugs.filter_map(|entry| entry["scenario"].as_str()).collect();
    let mut arguments = vec!["check", "--generation", "all"];
    arguments.extend(&slugs);
    let output = highwater(&arguments);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
    assert_eq!(stdout(&output).lines().count(), slugs.len() * GENERATIONS.len());
}

#[test]
fn a_run_is_told_in_the_wanted_language() {
    let korean = highwater(&["run", "kip101-loss", "--lang", "ko", "--trace"]);
    assert!(stdout(&korean).contains("브로커 0이 새 리더가 됩니다"), "{}", stdout(&korean));
    let english = highwater(&["run", "kip101-loss", "--lang=en", "--trace"]);
    assert!(stdout(&english).contains("Broker 0, the only live member of the ISR"));
    assert!(!stdout(&english).contains("브로커"));
    let quiet = highwater(&["run", "kip101-loss"]);
    assert!(stdout(&quiet).lines().count() < stdout(&english).lines().count());
}

const SMALL: &str = "\
scenario small
cluster brokers=2 generation=strict
topic orders rf=2
produce m
until acked m
";

#[test]
fn a_failing_expectation_is_named() {
    let source = file("failing.hw", &format!("{SMALL}expect leo 0 = 2\nexpect leo 1 = 1\n"));
    let output = highwater(&["check", &source]);
    assert_eq!(code(&output), 1);
    let expected = format!("{source}:6: expected leo 0 = 2, found leo 0 = 1 (strict)\n");
    assert_eq!(stdout(&output), expected);
    let output = highwater(&["run", &source]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains(":6: expected leo 0 = 2, found leo 0 = 1"));
    let output = highwater(&["run", &source, "--json"]);
    assert_eq!(code(&output), 1);
    let report: Value = serde_json::from_str(stdout(&output)).expect("it prints JSON");
    assert_eq!(report["expectations"][0]["found"], "leo 0 = 1");
}

#[test]
fn a_script_that_gets_stuck_or_is_refused_fails() {
    let stuck = file("stuck.hw", &format!("{SMALL}until leo 0 = 9\n"));
    let output = highwater(&["check", &stuck]);
    assert_eq!(code(&output), 1);
    assert_eq!(stdout(&output), format!("{stuck}:6: leo 0 = 9 never holds (strict)\n"));
    let refused = file("refused.hw", &format!("{SMALL}start 0\n"));
    let output = highwater(&["run", &refused, "--json"]);
    assert_eq!(code(&output), 1);
    let report: Value = serde_json::from_str(stdout(&output)).expect("it prints JSON");
    assert_eq!(report["script"]["end"], "refused");
    assert_eq!(report["script"]["line"], 6);
}

#[test]
fn a_bad_text_is_pointed_at() {
    let source = file("bad.hw", &format!("{SMALL}stpo 1 crash\nexpect leo 7 = 1\n"));
    for command in ["run", "check", "describe"] {
        let output = highwater(&[command, &source]);
        assert_eq!(code(&output), 2, "{command}");
        assert_eq!(stdout(&output), "", "{command}");
        let errors = stderr(&output);
        let mut lines = errors.lines();
        let first = lines.next().unwrap_or_default();
        assert!(first.starts_with(&format!("{source}:6:1: there is no such statement")), "{first}");
        assert!(first.ends_with("did you mean `stop`?"), "{first}");
        let second = lines.next().unwrap_or_default();
        assert!(second.starts_with(&format!("{source}:7:12: there is no such broker")), "{second}");
    }
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let bad = file("bad-too.hw", "nonsense\n");
    let output = highwater(&["check", &bad, "kip101-loss", "no-such"]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("kip101-loss under hw"));
    assert!(stderr(&output).contains("there is no scenario `no-such`"));
}

#[test]
fn a_command_line_that_makes_no_sense_is_refused() {
    let cases: [&[&str]; 12] = [
        &[],
        &["play"],
        &["run"],
        &["run", "kip101-loss", "acks-min-isr"],
        &["run", "kip101-loss", "--generation"],
        &["run", "kip101-loss", "--generation", "kip1"],
        &["run", "kip101-loss", "--generation", "all"],
        &["run", "kip101-loss", "--lang", "fr"],
        &["run", "kip101-loss", "--loud"],
        &["describe", "kip101-loss", "--at", "soon"],
        &["list", "kip101-loss"],
        &["check"],
    ];
    for arguments in cases {
        let output = highwater(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains("highwater run SLUG|FILE"), "{arguments:?}");
    }
    let help = highwater(&["--help"]);
    assert_eq!(code(&help), 0);
    assert!(stdout(&help).contains("highwater describe"));
}

#[test]
fn a_cluster_is_described_as_kafka_would() {
    let output = highwater(&["describe", "kip101-loss", "--generation", "kip101"]);
    assert_eq!(code(&output), 0);
    let expected = "\
# kafka-topics.sh --describe
Topic: orders\tPartitionCount: 1\tReplicationFactor: 2\tConfigs: unclean.leader.election.enable=false
\tTopic: orders\tPartition: 0\tLeader: 0\tReplicas: 1,0\tIsr: 0,1
# broker 0: replication-offset-checkpoint
0
1
orders 0 2
# broker 0: orders-0/leader-epoch-checkpoint
0
1
5 0
# broker 1: replication-offset-checkpoint
0
1
orders 0 1
# broker 1: orders-0/leader-epoch-checkpoint
0
1
5 0
";
    let start = highwater(&["describe", "kip101-loss", "--at", "0"]);
    assert!(stdout(&start).contains("Leader: 1\tReplicas: 1,0\tIsr: 1,0"), "{}", stdout(&start));
    assert_eq!(stdout(&output), expected);
}

/// The metric of this full name at a broker, or at the controller.
fn metric<'a>(report: &'a Value, broker: Option<u64>, name: &str) -> &'a Value {
    let metrics = report["metrics"].as_array().expect("a list");
    let wanted = |metric: &&Value| metric["name"] == name && metric["broker"].as_u64() == broker;
    metrics.iter().find(wanted).unwrap_or_else(|| panic!("no {name} at {broker:?}"))
}

#[test]
fn metrics_have_their_full_names_and_what_they_were() {
    let source = file("failover.hw", &format!("{SMALL}stop 0 crash\nuntil leader = 1\n"));
    let report = json(&["run", &source, "--json"]);
    let values = |broker, name: &str| {
        let metric = metric(&report, broker, name);
        [&metric["was"], &metric["value"], &metric["change"]].map(Value::as_i64)
    };
    let imbalance = "kafka.controller:type=KafkaController,name=PreferredReplicaImbalanceCount";
    assert_eq!(values(None, imbalance), [Some(0), Some(1), Some(1)]);
    let state = "kafka.controller:type=KafkaController,name=BrokerRegistrationState,broker=0";
    assert_eq!(values(None, state), [Some(30), Some(10), Some(-20)]);
    let led = "kafka.server:type=ReplicaManager,name=LeaderCount";
    assert_eq!(values(Some(1), led), [Some(0), Some(1), Some(1)]);
    // A broker without a process has no metrics any more.
    assert_eq!(values(Some(0), led), [Some(1), None, None]);
    // Who leads now follows nobody: the lag of its fetcher is gone with the fetcher.
    let lag = "kafka.server:type=FetcherLagMetrics,name=ConsumerLag,\
               clientId=ReplicaFetcherThread-0-0,topic=orders,partition=0";
    assert_eq!(values(Some(1), lag)[1..], [None, None]);
}

#[test]
fn a_replica_has_no_epochs_before_there_was_a_file_for_them() {
    for (generation, entries) in [("hw", 0), ("kip101", 1)] {
        let report = json(&["run", "kip101-loss", "--generation", generation, "--json"]);
        let epochs = report["brokers"][0]["replicas"][0]["epochs"].as_array().expect("a list");
        assert_eq!(epochs.len(), entries, "{generation}");
    }
    let expectations = "expect epochs 0 = none in hw\nexpect epochs 0 = 0:0 in kip101+\n";
    let source = file("no-epochs.hw", &format!("{SMALL}{expectations}"));
    let output = highwater(&["check", &source, "--generation", "all"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}

#[test]
fn one_tool_can_be_shown_by_itself() {
    let source = file("smaller.hw", &format!("{SMALL}stop 1 crash\nuntil not isr has 1\n"));
    let shown = |what: &str| {
        let output = highwater(&["describe", &source, "--generation", "elr", "--show", what]);
        assert_eq!(code(&output), 0, "{what}: {}", stderr(&output));
        stdout(&output).to_owned()
    };
    assert!(shown("topics").starts_with("Topic: orders\tTopicId: "));
    assert_eq!(shown("under-min-isr-partitions"), "");
    let line = shown("at-min-isr-partitions");
    assert_eq!(shown("under-replicated-partitions"), line);
    assert!(line.starts_with("\tTopic: orders\tPartition: 0\tLeader: 0\t"), "{line}");
    assert_eq!(line.lines().count(), 1);
    assert_eq!(shown("unavailable-partitions"), "");
    // With ELR the cluster sets the minimum itself, so that it is never a default.
    assert_eq!(
        shown("topics-with-overrides"),
        shown("topics").split_inclusive('\n').next().expect("a header")
    );
    assert_eq!(shown("reassignments"), "No partition reassignments found.\n");
    assert!(shown("quorum-status").starts_with("ClusterId:              "));
    assert!(shown("quorum-replication").starts_with("NodeId\tDirectoryId"));
    let output = highwater(&["describe", "kip101-loss", "--show", "everything"]);
    assert_eq!(code(&output), 2);
    let old =
        highwater(&["describe", "kip101-loss", "--generation", "hw", "--show", "quorum-status"]);
    assert_eq!(stdout(&old), "hw has no quorum: that came with KRaft\n");
}

#[test]
fn a_broker_that_stopped_in_order_left_its_marker() {
    let source = file("marker.hw", &format!("{SMALL}stop 1 clean\nuntil down 1\n"));
    let output = highwater(&["describe", &source]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let marker = "# broker 1: .kafka_cleanshutdown\n{\"version\":0,\"brokerEpoch\":2}\n";
    assert!(stdout(&output).contains(marker), "{}", stdout(&output));
    assert_eq!(stdout(&output).matches("cleanshutdown").count(), 1);
    let output = highwater(&["describe", &source, "--show", "files"]);
    let expected = "\
# broker 1: replication-offset-checkpoint
0
1
orders 0 0
# broker 1: recovery-point-offset-checkpoint
0
1
orders 0 1
# broker 1: .kafka_cleanshutdown
{\"version\":0,\"brokerEpoch\":2}
# broker 1: orders-0/leader-epoch-checkpoint
0
1
0 0
# broker 1: orders-0/partition.metadata
version: 0
topic_id: 1_CmbjMfJkTPHXtXPz4KxA
";
    assert!(stdout(&output).ends_with(expected), "{}", stdout(&output));
}

#[test]
fn elections_that_were_asked_for_are_answered_as_the_tool_does() {
    let script = "elect preferred orders\nstop 0 crash\nuntil leader = 1\nelect preferred orders\n\
                  start 0\nuntil isr has 0\nelect preferred orders\nuntil leader = 0\n";
    let source = file("elections.hw", &format!("{SMALL}{script}"));
    let output = highwater(&["describe", &source, "--show", "elections"]);
    let expected = "\
Valid replica already elected for partitions orders-0
Error completing leader election (PREFERRED) for partition: orders-0: \
org.apache.kafka.common.errors.PreferredLeaderNotAvailableException: The preferred leader was not \
available.
Successfully completed leader election (PREFERRED) for partitions orders-0
";
    assert_eq!((code(&output), stdout(&output)), (0, expected));
    let early = highwater(&["describe", &source, "--show", "elections", "--at", "1s"]);
    assert_eq!(stdout(&early).lines().count(), 1, "{}", stdout(&early));
}

#[test]
fn an_open_transaction_holds_the_last_stable_offset() {
    // It is never quiet before transaction.timeout.ms has passed and the transaction is aborted.
    let open = format!("{SMALL}produce x tx=t1\nuntil acked x\nwait 1s\n");
    let offsets = |name: &str, text: &str| {
        let report = json(&["run", &file(name, text), "--json"]);
        let replica = &report["brokers"][0]["replicas"][0];
        [&replica["leo"], &replica["hw"], &replica["lso"]].map(Value::as_u64)
    };
    assert_eq!(offsets("open.hw", &open), [Some(2), Some(2), Some(1)]);
    let committed = format!("{open}commit t1\nuntil quiet\n");
    assert_eq!(offsets("committed.hw", &committed), [Some(3), Some(3), Some(3)]);
}

#[test]
fn a_partition_that_moves_is_listed() {
    let text = "\
scenario moving
cluster brokers=3 generation=strict
topic orders rf=2
cut 0 2
reassign orders-0 = 0,2
until adding = 2
";
    let source = file("moving.hw", text);
    let output = highwater(&["describe", &source, "--show", "reassignments", "--at", "1s"]);
    let expected = "Current partition reassignments:\n\
                    orders-0: replicas: 0,2,1. adding: 2. removing: 1.\n";
    assert_eq!((code(&output), stdout(&output)), (0, expected));
    let report = json(&["run", &source, "--json"]);
    let moving = "kafka.server:type=ReplicaManager,name=ReassigningPartitions";
    assert_eq!(metric(&report, Some(0), moving)["value"], 1);
}

#[test]
fn why_tells_a_chain_of_causes() {
    let output =
        highwater(&["why", "kip101-loss", "--generation", "hw", "--event", "#13", "--lang", "ko"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("1. 브로커 0이 m2(오프셋 1)를 잘랐습니다. (410 ms)"), "{text}");
    assert!(text.contains("대본이 브로커 0의 프로세스를 죽였습니다."), "{text}");
    assert!(text.contains("Kafka 0.8 – 0.10"), "{text}");
}

#[test]
fn the_numbers_of_a_trace_can_be_asked_about() {
    let trace = highwater(&["run", "kip101-loss", "--trace"]);
    let numbers = stdout(&trace).split('#').skip(1);
    let numbers = numbers.filter_map(|rest| rest.split(' ').next());
    let last = numbers.last().expect("a trace numbers its events");
    let output = highwater(&["why", "kip101-loss", "--event", last]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("\n1. "), "{}", stdout(&output));
}

#[test]
fn why_answers_for_a_mark_at_a_time() {
    let ask = |at| highwater(&["why", "kip101-loss", "--generation=hw", "--mark=hw-1-0", at]);
    let (early, late) = (ask("--at=20ms"), ask("--at=30ms"));
    assert!(stdout(&early).starts_with("Why broker 1's HW is 1\n"), "{}", stdout(&early));
    assert!(stdout(&late).starts_with("Why broker 1's HW is 2\n"), "{}", stdout(&late));
}

#[test]
fn the_record_command_names_loser_and_last_holder() {
    let output = highwater(&["record", "kip101-loss", "m2", "--generation", "hw"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("Who lost it: broker 0"), "{}", stdout(&output));
    assert!(stdout(&output).contains("Last copy: broker 1"), "{}", stdout(&output));
    let all = highwater(&["record", "kip101-loss", "--generation", "hw"]);
    assert!(stdout(&all).contains("m2 | broker 1, offset 1, epoch 5"), "{}", stdout(&all));
}

#[test]
fn what_can_not_be_asked_is_bad_input() {
    let cases: [(&[&str], &str); 7] = [
        (&["why", "kip101-loss"], "give either `--event` or `--mark`"),
        (&["why", "kip101-loss", "--event", "1", "--mark", "hw-1-0"], "give either"),
        (&["why", "kip101-loss", "--event", "one"], "`--event` can't be `one`"),
        (&["why", "kip101-loss", "--event", "9999"], "there is no event 9999"),
        (&["why", "kip101-loss", "--mark", "hw-7-0"], "there is no `hw-7-0`"),
        (&["record", "kip101-loss", "nobody"], "there is no record `nobody`"),
        (&["record"], "no scenario is given"),
    ];
    for (arguments, wanted) in cases {
        let output = highwater(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(wanted), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
}
