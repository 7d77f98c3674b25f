//! `highwater explore`: its texts letter by letter, its exit codes, and that what it finds can be
//! played.

mod binary;

use std::process::Output;

use binary::{code, file, highwater};
use serde_json::Value;

fn explore(arguments: &[&str]) -> Output {
    let mut all = vec!["explore"];
    all.extend(arguments);
    highwater(&all)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it prints UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    let output = explore(arguments);
    assert_eq!(code(&output), 0, "{arguments:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it prints JSON")
}

const IN_ORDER: [&str; 8] =
    ["--limit", "crash=0", "--limit", "power-cut=0", "--limit", "lag=0", "--limit", "isolation=0"];

#[test]
fn what_was_found_is_told_step_by_step() {
    let mut arguments = vec!["--generation", "hw", "--rf", "2", "--faults", "2"];
    arguments.extend(IN_ORDER);
    let output = explore(&arguments);
    assert_eq!(code(&output), 0);
    let expected = "\
question: an acknowledged record is lost (acked-record-lost)
settings: generation=hw rf=2 min.insync.replicas=2 acks=all unclean.leader.election.enable=false \
records=2 preloaded=1
bounds: 2 faults (crash 0, power-cut 0, lag 0, isolation 0, blackout 0, reconfiguration 0), \
2,000,000 states, 64 steps, 256 MiB

violated: 2 faults, 5 steps
   1         The producer writes the next record.
   2         Broker 1 fetches from its leader and takes the answer.
   3         Broker 1 fetches from its leader and takes the answer.
   4  fault  Broker 1 is restarted in order, and the controller doesn't notice.
   5  fault  Broker 0 is stopped in order.

349 distinct states of 561 generated, depth 5
";
    assert_eq!(text(&output.stdout), expected);
    arguments.extend(["--lang", "ko"]);
    let korean = explore(&arguments);
    let told = "
가능함: 장애 2개, 5단계
   1         프로듀서가 다음 레코드를 씁니다.
   2         브로커 1이 리더에게 Fetch를 보내고 응답을 받습니다.
   3         브로커 1이 리더에게 Fetch를 보내고 응답을 받습니다.
   4  장애   브로커 1이 정상 재시작합니다. 컨트롤러는 알아채지 못합니다.
   5  장애   브로커 0을 정상 종료합니다.
";
    assert!(text(&korean.stdout).contains(told), "{}", text(&korean.stdout));
}

#[test]
fn a_certificate_says_what_it_takes_for_granted() {
    let output = explore(&["--rf", "2", "--faults", "1"]);
    assert_eq!(code(&output), 0);
    let expected = "\
question: an acknowledged record is lost (acked-record-lost)
settings: generation=strict rf=2 min.insync.replicas=2 acks=all \
unclean.leader.election.enable=false records=2 preloaded=1
bounds: 1 fault (blackout 0, reconfiguration 0), 2,000,000 states, 64 steps, 256 MiB

exhausted: it never happens within these bounds
taken for granted:
  - There is one partition, with one replica on each broker.
  - There is one controller, which is always there and knows everything at once.
  - The producer writes one record at a time and never tries again.
  - Consumers read at once all that the leader shows.
  - Any two brokers that run can talk to each other; who doesn't fetch is merely slow.
  - New metadata reaches a broker at once, unless it is cut off from the controller.
  - Nothing happens between a follower's question and the answer.
  - A leader's request for another ISR is answered at once, unless it is cut off.
  - Nothing is flushed but by a stop in order; a power cut takes everything else.
  - The high watermark is checkpointed by a stop in order only.
  - A follower outside the ISR was caught up too long ago to hold the HW back.
  - Sessions run out in any order.

590 distinct states of 942 generated, depth 14
";
    assert_eq!(text(&output.stdout), expected);
    let progress = "1 faults, depth 14: 590 distinct states of 942 generated, 0 to expand, 1 MiB\n";
    assert_eq!(text(&output.stderr), progress);
    let quiet = explore(&["--rf", "2", "--faults", "1", "--quiet"]);
    assert_eq!((quiet.stderr, quiet.stdout), (Vec::new(), output.stdout));
}

#[test]
fn a_limit_is_neither_a_violation_nor_a_certificate() {
    let arguments = ["--rf", "2", "--faults", "2", "--states", "100", "--fail-on-violation"];
    let output = explore(&arguments);
    assert_eq!(code(&output), 0);
    let told = text(&output.stdout);
    let limit = "\nlimit hit (states): nothing until here, and nothing is certain beyond it\n";
    assert!(told.contains(limit), "{told}");
    assert!(told.ends_with("\n100 distinct states of 157 generated, depth 5\n"), "{told}");
    let report = json(&["--rf", "2", "--depth", "3", "--json"]);
    assert_eq!((&report["answer"], &report["limit"]), (&"limit-hit".into(), &"depth".into()));
    assert_eq!((&report["violation"], &report["assumptions"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_violation_fails_only_where_that_is_asked_for() {
    let arguments = ["--generation", "hw", "--rf", "2", "--faults", "1", "--fail-on-violation"];
    assert_eq!(code(&explore(&arguments[..6])), 0);
    assert_eq!(code(&explore(&arguments)), 1);
    assert_eq!(code(&explore(&["--rf", "2", "--faults", "1", "--fail-on-violation"])), 0);
}

#[test]
fn the_json_has_the_question_the_bounds_and_the_answer() {
    let report = json(&["--generation", "hw", "--rf", "2", "--faults", "1", "--json"]);
    assert_eq!(report["request"]["question"], "acked-record-lost");
    assert_eq!(report["budget"]["faults"]["total"], 1);
    assert_eq!(report["budget"]["faults"]["blackout"], 0);
    assert_eq!(report["answer"], "violated");
    let steps = report["violation"]["steps"].as_array().expect("a list");
    let words: Vec<&str> = steps.iter().filter_map(|step| step["step"].as_str()).collect();
    assert_eq!(words, ["write", "exchange 1", "exchange 1", "power-cut 0", "start 0"]);
    let faults: Vec<&Value> = steps.iter().filter(|step| step["fault"] == true).collect();
    assert_eq!(faults.len() as u64, report["violation"]["faults"].as_u64().expect("a number"));
    assert_eq!(report["progress"]["distinct"], 205);
}

/// Every question that has an answer in so small a cluster, in every generation.
#[test]
fn what_is_found_plays_as_a_scenario_with_the_same_verdict() {
    let mut played = 0;
    for generation in ["hw", "kip101", "kip279", "kip320", "strict", "elr"] {
        for question in [
            "acked-record-lost",
            "consumed-record-lost",
            "high-watermark-went-back",
            "write-blocked",
        ] {
            let output = explore(&[
                "--generation",
                generation,
                "--question",
                question,
                "--rf",
                "2",
                "--min-isr",
                "1",
                "--scenario",
                "--quiet",
            ]);
            let context = format!("{generation} {question}: {}", text(&output.stderr));
            assert_eq!(code(&output), 0, "{context}");
            let source = file(&format!("found-{generation}-{question}.hw"), text(&output.stdout));
            let run = highwater(&["run", &source, "--json"]);
            assert_eq!(code(&run), 0, "{context}{}", text(&run.stdout));
            let report: Value = serde_json::from_slice(&run.stdout).expect("it prints JSON");
            assert_eq!(report["script"]["end"], "finished", "{context}");
            let verdicts = report["verdicts"].as_array().expect("a list");
            let said = verdicts.iter().any(|verdict| verdict["kind"] == question);
            assert_eq!(said, question != "write-blocked", "{context}");
            assert!(!report["expectations"].as_array().expect("a list").is_empty());
            played += 1;
        }
    }
    assert_eq!(played, 24);
}

#[test]
fn divergence_and_what_no_repair_helps_play_as_well() {
    let cases: [(&[&str], &str); 2] = [
        (&["--generation", "kip279", "--min-isr", "1", "--question", "diverged"], "diverged"),
        (
            &["--generation", "elr", "--question", "unrecoverable", "--limit", "reconfiguration=1"],
            "not acked probe",
        ),
    ];
    for (arguments, expected) in cases {
        let mut all = arguments.to_vec();
        all.extend(["--rf", "2", "--faults", "3", "--scenario", "--quiet"]);
        let output = explore(&all);
        assert_eq!(code(&output), 0, "{arguments:?}: {}", text(&output.stderr));
        let source = file("played.hw", text(&output.stdout));
        let run = highwater(&["run", &source, "--json"]);
        let report: Value = serde_json::from_slice(&run.stdout).expect("it prints JSON");
        let expectation = &report["expectations"][0];
        assert_eq!(expectation["text"], expected, "{arguments:?}");
        assert_eq!(expectation["held"], "yes", "{arguments:?}");
    }
}

#[test]
fn a_found_scenario_is_narrated_in_both_languages() {
    let output =
        explore(&["--generation", "hw", "--rf", "2", "--faults", "1", "--scenario", "--quiet"]);
    let source = file("narrated.hw", text(&output.stdout));
    let korean = highwater(&["run", &source, "--lang", "ko"]);
    assert!(text(&korean.stdout).contains("> 브로커 0의 전원이 나갑니다."));
    let english = highwater(&["run", &source, "--lang", "en"]);
    assert!(text(&english.stdout).contains("> Broker 0 loses power"));
}

#[test]
fn without_anything_found_there_is_no_scenario() {
    let output = explore(&["--rf", "2", "--faults", "1", "--scenario", "--quiet"]);
    assert_eq!(code(&output), 1);
    assert_eq!(text(&output.stdout), "");
    let why = "nothing was found: everything within the bounds was seen\n";
    assert_eq!(text(&output.stderr), why);
    let output = explore(&["--reference", "hw", "--replicas", "2", "--scenario", "--quiet"]);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stderr).starts_with("what was found can't be played"));
}

#[test]
fn a_scenario_lends_its_settings() {
    let report = json(&["kip101-loss", "--faults", "0", "--json"]);
    let request = &report["request"];
    assert_eq!((&request["generation"], &request["rf"]), (&"hw".into(), &2.into()));
    assert_eq!(request["min.insync.replicas"], 1);
    assert_eq!(request["unclean.leader.election.enable"], false);
    let other = json(&["kip101-loss", "--faults", "0", "--json", "--generation", "elr"]);
    assert_eq!(other["request"]["generation"], "elr");
}

#[test]
fn the_abstract_model_is_explored_by_name() {
    let output = explore(&["--reference", "hw", "--replicas", "2", "--quiet"]);
    assert_eq!(code(&output), 0);
    let expected = "\
model: reference=hw claim=strong replicas=2 log=2 records=2 epochs=2
bounds: 6,000,000 states, 1,024 MiB

violated: 9 steps
   1         elect-leader 0
   2         elect-leader 1
   3         elect-leader 0
   4         become-leader epoch 0
   5         write 0
   6         become-follower 1 epoch 0
   7         replicate 1 from 0
   8         raise-high-watermark 0
   9         become-follower 1 epoch 2

1,789 distinct states of 3,927 generated, depth 9
";
    assert_eq!(text(&output.stdout), expected);
}

/// What TLC counts, in the bounds that are small enough for code that isn't optimized.
#[test]
fn the_abstract_model_has_as_many_states_as_tlc_counts() {
    let rows: [(&[&str], u64); 4] = [
        (&["--reference", "kip279", "--replicas", "2"], 9_027),
        (&["--reference", "kip320", "--replicas", "2"], 5_973),
        (&["--reference", "kip320", "--replicas", "2", "--claim", "weak"], 5_973),
        (&["--reference=kip279", "--replicas=2", "--log=3", "--records=3", "--epochs=2"], 32_713),
    ];
    for (arguments, distinct) in rows {
        let mut all = arguments.to_vec();
        all.push("--json");
        let report = json(&all);
        assert_eq!(report["answer"], "exhausted", "{arguments:?}");
        assert_eq!(report["progress"]["distinct"], distinct, "{arguments:?}");
        assert_eq!(report["request"]["model"], "reference");
    }
    let violated = json(&["--reference", "kip101", "--json"]);
    assert_eq!(violated["violation"]["steps"].as_array().map(Vec::len), Some(10));
}

#[cfg(not(debug_assertions))]
#[test]
fn the_usual_bounds_have_as_many_states_as_tlc_counts() {
    let report = json(&["--reference", "kip320", "--json"]);
    assert_eq!(report["progress"]["distinct"], 737_794);
    let report = json(&["--reference", "kip320", "--log", "3", "--records", "3", "--json"]);
    assert_eq!(report["progress"]["distinct"], 4_093_531);
}

#[test]
fn a_request_that_makes_no_sense_is_refused_with_what_would_do() {
    let cases: [(&[&str], &str); 10] = [
        (&["--rf", "9"], "the replication factor is 1 to 5 here\n"),
        (&["--rf", "many"], "--rf: rf is a number\n"),
        (&["--generation", "5.0"], "--generation: generations are hw, kip101,"),
        (&["--limit", "sneeze=1"], "--limit: a limit is a kind of fault and a number\n"),
        (&["--question", "what"], "--question: there is no such question\n"),
        (&["--reference", "kip966"], "--reference: a reference is hw, kip101, kip279 or kip320\n"),
        (&["--reference", "hw", "--rf", "2"], "--rf does not belong to this model\n"),
        (&["--reference", "hw", "--replicas", "6"], "bounds are 1 to 5 replicas"),
        (&["no-such"], "there is no scenario `no-such`"),
        (&["--loud", "1"], "there is no option `--loud` here"),
    ];
    for (arguments, expected) in cases {
        let output = explore(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.starts_with(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn the_map_is_a_table() {
    let output = explore(&["--map", "--generation", "hw", "--rf", "2", "--faults", "2", "--quiet"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let expected = "\
Up to 2 fault(s), 1 record(s) produced. Four figures a cell, in this order; `>2` is more than 2.
  lose              the fewest faults that lose an acknowledged record
  lose-one-unclean  the same, if at most one process ends uncleanly
  lose-disks-kept   the same, if every disk keeps what it was given
  block             the fewest faults after which no write succeeds before a repair

rf                              1            2            2
min.insync.replicas             1            1            2
hw      acks=all unclean=false  1/1/>2 1     1/1/2 2      1/1/2 1
hw      acks=1   unclean=false  1/1/>2 1     1/1/1 2      1/1/1 2
hw      acks=all unclean=true   1/1/>2 1     1/1/2 2      1/1/2 1
hw      acks=1   unclean=true   1/1/>2 1     1/1/1 2      1/1/1 2
";
    assert_eq!(text(&output.stdout), expected);
    let report = json(&["--map", "--generation", "elr", "--rf", "2", "--json"]);
    let cells = report.as_array().expect("a list");
    assert_eq!(cells.len(), 12);
    let expected = serde_json::json!({
        "generation": "elr", "rf": 2, "min.insync.replicas": 2, "acks": "all",
        "unclean.leader.election.enable": false,
        "lose": "2", "lose-one-unclean": ">3", "lose-disks-kept": ">3", "block": "1",
    });
    assert_eq!(cells[2], expected);
    let bad = explore(&["--map", "--acks", "all"]);
    assert_eq!((code(&bad), text(&bad.stderr)), (2, "--acks does not belong to the map\n"));
    let bad = explore(&["--map", "--rf", "6"]);
    assert_eq!((code(&bad), text(&bad.stderr)), (2, "`--rf` can't be `6` for a map\n"));
}

#[test]
fn a_guard_is_shown_by_what_happens_without_it() {
    let with = json(&["--exhibit", "divergence-check", "--json"]);
    assert_eq!(with["answer"], "exhausted");
    let without = json(&["--without", "divergence-check", "--json"]);
    assert_eq!(without["answer"], "violated");
    assert_eq!(without["request"]["without"], "divergence-check");
    assert_eq!(without["request"]["question"], with["request"]["question"]);
    assert_eq!(without["violation"]["scenario"], Value::Null);
    let told = explore(&["--without", "divergence-check", "--question", "acked-record-lost"]);
    let told = text(&told.stdout);
    let guard = "\nswitched off: A fetch names the epoch of its last record, and a follower whose \
                 log differs is cut. (divergence-check, KIP-595, after KIP-101)\n";
    assert!(told.contains(guard), "{told}");
    assert!(told.contains("\nviolated: 1 fault, 6 steps\n"), "{told}");
    let fewer = json(&["--faults", "0", "--exhibit", "divergence-check", "--json"]);
    assert_eq!(fewer["budget"]["faults"]["total"], 0);
    assert_eq!(fewer["request"]["rf"], 2);
    let bad = explore(&["--without", "luck"]);
    assert_eq!((code(&bad), text(&bad.stderr)), (2, "--without: there is no such guard\n"));
}
