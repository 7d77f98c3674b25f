//! No text makes the parser panic, and what the formatter writes is read back as the same scenario.

use highwater_scenario::{Scenario, format, library, parse};
use proptest::prelude::*;

/// Line numbers are not part of what a scenario says.
fn without_lines(mut scenario: Scenario) -> Scenario {
    for statement in &mut scenario.script {
        statement.line = 0;
    }
    scenario
}

fn check_round_trip(text: &str) {
    let Ok(scenario) = parse(text) else { return };
    let written = format(&scenario);
    let again = parse(&written).unwrap_or_else(|errors| panic!("{errors:?}\nin\n{written}"));
    assert_eq!(format(&again), written);
    assert_eq!(without_lines(again), without_lines(scenario));
}

#[test]
fn the_library_survives_being_written_and_read() {
    for slug in library::slugs() {
        let text = library::text(slug).expect("the slug is in the library");
        assert!(parse(&text).is_ok(), "{slug}");
        check_round_trip(&text);
    }
}

/// Lines that fit the set-up below, and so can stand together in any number and order.
const LINES: &[&str] = &[
    "produce $ x3 to two-1 acks=1",
    "produce $ retries=2 acks=0 to one-0 in hw",
    "produce $ to one",
    "consume two-0 from 7",
    "consume one",
    "stop 1 clean",
    "stop 5 power-cut in kip101+",
    "start 1 in ..kip279",
    "restart 7 crash in hw,kip320",
    "cut 1 5",
    "cut controller 7",
    "heal 1 producer",
    "heal 5 consumer",
    "slow 1 500ms",
    "slow 5 0ms",
    "flush 7",
    "idempotence on",
    "idempotence off in ..kip279",
    "elect preferred two-1",
    "elect unclean one in elr",
    "set two min.insync.replicas=2",
    "set one unclean.leader.election.enable=false",
    "wait 90s",
    "wait 2min",
    "wait 1ms",
    "say ko \"하나 \\\"둘\\\"\\n셋\"",
    "say en \"one \\\\ two # three\"",
    "say en \"only here\" in strict+",
    "until acked p",
    "expect pending p2",
    "expect not refused p",
    "expect refused p NOT_ENOUGH_REPLICAS in kip101",
    "expect unknown p0 REQUEST_TIMED_OUT",
    "expect lost p1",
    "expect kept p",
    "expect gone q",
    "expect has 5 q",
    "until not visible p",
    "expect leader one = none",
    "expect leader two-0 = 7",
    "expect epoch two-1 = 6",
    "expect isr one = 5,1",
    "expect isr two-1 has 7",
    "expect isr one = none",
    "expect partition-epoch two-1 = 3",
    "expect isr-order one = 7,1,5",
    "expect isr-order two-0 = none in elr",
    "expect elr two-0 = 1",
    "expect last-known-leader one = 5",
    "expect not last-known-leader two-0 = none",
    "until recovering two-1",
    "expect not recovering one in kip101+",
    "expect leo one 1 = 2",
    "expect hw two-0 5 = 0",
    "expect epochs one 1 = 5:0 6:2",
    "expect epochs one 1 = none in hw",
    "expect log two-1 7 = p0/5 q/6",
    "expect log one 5 = none",
    "expect fetching one 5",
    "until up 1",
    "until down 5",
    "until fenced 7",
    "until consumed = 12",
    "expect unclean-elections = 1",
    "expect diverged two-1",
    "expect verdicts = 0",
    "until quiet",
    "predict leader two-1",
    "predict leader one in elr",
    "predict hw 5 two-0",
    "predict lost p1",
    "reveal",
    "produce $ to one at 5",
    "produce $ to two-0 tx=t1",
    "reassign one = 5,7",
    "cancel reassignment two-1",
    "grow two to=4",
    "consume one from latest isolation=read_committed",
    "consume two-1 from earliest",
    "expect replicas one = 7,1",
    "expect adding two-0 = none in elr",
    "expect not removing two-0 = 1",
    "expect lso two-0 5 = 0",
    "expect read p1",
];

const SETUP: &str = "\
scenario all-of-it
title ko \"제목\"
cluster brokers=1,5,7 generation=kip279
set network.delay.ms=3
topic one rf=3 unclean.leader.election.enable=true
topic two partitions=2 rf=2 min.insync.replicas=2
assign two-1 = 7,1
preload one-0 name=p records=4 epoch=5
preload two-1 name=q
";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_without_a_panic(text in any::<String>()) {
        check_round_trip(&text);
    }

    #[test]
    fn any_words_of_the_language_are_read_without_a_panic(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "scenario", "title", "cluster", "brokers", "=", "3", "topic", "t", "rf", "assign",
                "preload", "name", "produce", "m", "x3", "until", "expect", "not", "leader", "isr",
                "has", "log", "m0/5", "5:0", "in", "hw", "..kip279", "kip101+", ",", "\"", "\n",
                "say", "ko", "\"x\"", "set", "wait", "30s", "cut", "0", "controller", "none", "#",
                "generation", "t-0", "to", "acks", "all", "\\", "consume", "from", "epochs",
            ]),
            0..60,
        )
    ) {
        check_round_trip(&words.join(" "));
    }

    #[test]
    fn a_damaged_scenario_is_read_without_a_panic(
        slug in prop::sample::select(library::slugs().collect::<Vec<_>>()),
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<char>(), 0..3_u8), 1..6),
    ) {
        let mut letters: Vec<char> = library::text(slug).unwrap_or_default().chars().collect();
        for (place, letter, kind) in damages {
            let at = place.index(letters.len());
            match kind {
                0 => letters[at] = letter,
                1 => letters.insert(at, letter),
                _ => {
                    letters.remove(at);
                }
            }
        }
        let text: String = letters.into_iter().collect();
        check_round_trip(&text);
        if let Err(errors) = parse(&text) {
            prop_assert!(!errors.is_empty() && errors.len() <= 20);
            let lines = text.lines().count() as u32;
            for error in errors {
                prop_assert!(1 <= error.line && error.line <= lines && 1 <= error.column);
            }
        }
    }

    #[test]
    fn any_valid_scenario_survives_being_written_and_read(
        lines in prop::collection::vec(prop::sample::select(LINES), 0..40)
    ) {
        let mut text = SETUP.to_owned();
        for (number, line) in lines.iter().enumerate() {
            text.push_str(&line.replace('$', &format!("r{number}x")));
            text.push('\n');
        }
        prop_assert!(parse(&text).is_ok(), "{:?}", parse(&text));
        check_round_trip(&text);
    }
}

#[test]
fn a_scenario_is_written_in_one_way() {
    let text = format!("{SETUP}produce r  x1 to one acks=all\nexpect isr one-0 = 5,1 in kip320+\n");
    let written = format(&parse(&text).expect("it is valid"));
    let expected = "\
scenario all-of-it
title ko \"제목\"

cluster brokers=1,5,7 generation=kip279
set network.delay.ms=3
topic one partitions=1 rf=3 min.insync.replicas=1 unclean.leader.election.enable=true
topic two partitions=2 rf=2 min.insync.replicas=2
assign two-1 = 7,1
preload one-0 name=p records=4 epoch=5
preload two-1 name=q records=1 epoch=0

produce r to one-0
expect isr one-0 = 1,5 in kip320+
";
    assert_eq!(written, expected);
}

#[test]
fn free_play_can_be_written_and_read() {
    for (brokers, replication_factor) in [(0, 0), (1, 1), (3, 3), (5, 9), (200, 200)] {
        let scenario = Scenario::free_play(brokers, replication_factor);
        let again = parse(&format(&scenario)).expect("free play is valid");
        assert_eq!(again, scenario);
    }
}

#[test]
fn the_cluster_to_play_with_is_a_text() {
    let scenario = parse(library::FREE_PLAY).expect("it reads");
    let mut made = highwater_scenario::Scenario::free_play(3, 3);
    made.timings = scenario.timings;
    assert_eq!(scenario, made);
    assert_eq!(scenario.timings, highwater_engine::config::Timings::defaults());
}
