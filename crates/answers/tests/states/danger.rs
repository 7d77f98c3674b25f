//! What one fault would cost: proven by runs in which it happens.

use expect_test::expect;
use highwater_answers::danger::{Fault, Trial, Until, danger, tell_windows, windows};
use highwater_answers::plain;
use highwater_engine::verdict::Verdict;
use highwater_engine::{Cluster, Command, Stop};
use highwater_protocol::{BrokerId, Generation};
use highwater_scenario::{BranchId, FrameCause, Timeline, library};

use crate::support::{at, everywhere, positions, run, whole, written};

/// Three replicas that are all in sync, and a minimum of two.
const SAFE: &str = "\
scenario safe
cluster brokers=3 generation=elr
topic orders partitions=1 rf=3 min.insync.replicas=2
produce m1
until acked m1
produce m2
until acked m2
";

/// The position before the last time that the script gave a command.
fn before(timeline: &Timeline, command: &Command) -> usize {
    let is = |cause: &FrameCause| matches!(cause, FrameCause::Command(c) if **c == *command);
    let frames = timeline.frames().enumerate().filter(|(_, frame)| is(&frame.cause));
    frames.last().map(|(index, _)| index).expect("the script does that")
}

/// The batches that are lost in a run.
fn lost(verdicts: impl Iterator<Item = Verdict>) -> Vec<u16> {
    let batches = verdicts.filter_map(|verdict| match verdict {
        Verdict::AckedRecordLost(loss) => Some(loss.batch.0),
        _ => None,
    });
    batches.collect()
}

#[test]
fn the_fault_that_a_scenario_plays_is_found_before_it_happens() {
    let cases = [
        ("kip101-loss", Fault::Stop(BrokerId(1), Stop::Crash)),
        ("rolling-restart-hw", Fault::Stop(BrokerId(0), Stop::Clean)),
    ];
    for (slug, fault) in cases {
        let timeline = run(slug, Generation::Hw);
        let position = before(&timeline, &fault.command());
        let state = timeline.state_at(position);
        assert!(Fault::possible(&state).contains(&fault), "{slug}");
        let quiet = Trial::without_fault(&state);
        let trial = Trial::play(&state, &quiet, fault, Until::Rest);
        let played = timeline.last().verdicts().iter().map(|(_, verdict)| verdict.clone());
        let found = lost(trial.broken().map(|(_, verdict)| verdict.clone()));
        assert_eq!(found, lost(played), "{slug}");
        assert_eq!(found.len(), 1, "{slug}");
        let broker = fault.broker().expect("a broker").0;
        assert!(danger(at(&timeline, position)).endangered.contains(&broker), "{slug}");
        let ranges = windows(&timeline).ranges;
        assert!(ranges.iter().any(|(from, to)| (*from..=*to).contains(&position)), "{slug}");
    }
}

#[test]
fn what_is_foretold_comes_true_when_a_reader_does_it() {
    let mut foretold = 0;
    for (slug, generation) in [
        ("kip101-loss", Generation::Hw),
        ("kip101-loss", Generation::Kip320),
        ("rolling-restart-hw", Generation::Strict),
        ("last-replica-standing", Generation::Elr),
        ("unclean-election", Generation::Elr),
    ] {
        let mut timeline = run(slug, generation);
        for (from, to) in windows(&timeline).ranges {
            for position in [from, to] {
                let state = timeline.state_at(position);
                let quiet = Trial::without_fault(&state);
                for fault in Fault::possible(&state) {
                    let trial = Trial::play(&state, &quiet, fault, Until::Rest);
                    timeline.act(position, fault.command()).expect("it is possible");
                    if let Some(remedy) = fault.remedy() {
                        // A process that is started again by itself can't be started.
                        let _ = timeline.act(timeline.len(), remedy);
                    }
                    let of = |cluster: &Cluster| {
                        lost(cluster.verdicts().iter().map(|(_, verdict)| verdict.clone()))
                    };
                    assert_eq!(of(&trial.end), of(timeline.last()), "{slug} {position} {fault:?}");
                    foretold += usize::from(trial.is_dangerous());
                    timeline.select(BranchId(0));
                }
            }
        }
    }
    assert!(10 < foretold, "{foretold}");
}

#[test]
fn the_same_fault_is_harmless_where_the_leader_is_asked_first() {
    let timeline = run("kip101-loss", Generation::Kip101);
    let crash = Fault::Stop(BrokerId(1), Stop::Crash);
    let state = timeline.state_at(before(&timeline, &crash.command()));
    let quiet = Trial::without_fault(&state);
    assert!(!Trial::play(&state, &quiet, crash, Until::Rest).is_dangerous());
}

#[test]
fn three_in_sync_and_a_minimum_of_two_survive_any_single_fault() {
    for generation in [Generation::Strict, Generation::Elr] {
        let name = format!("generation={}", generation.name());
        let timeline = written(&SAFE.replace("generation=elr", &name));
        assert_eq!(windows(&timeline).ranges, [], "{generation}");
        let answer = danger(at(&timeline, timeline.len()));
        assert_eq!(answer.endangered, [0u8; 0]);
        assert!(plain::write(&answer).contains("No single fault now loses"), "{generation}");
    }
}

#[test]
fn what_is_lost_only_by_the_restart_is_found() {
    // The only copy: while the broker is down nobody can say that the record is gone.
    let alone = SAFE.replace("rf=3 min.insync.replicas=2", "rf=1 min.insync.replicas=1");
    let timeline = written(&alone);
    let state = timeline.state_at(timeline.len());
    let leader = state.brokers().iter().find(|broker| !broker.replicas.is_empty());
    let fault = Fault::Stop(leader.expect("a leader").id, Stop::PowerCut);
    let quiet = Trial::without_fault(&state);
    let trial = Trial::play(&state, &quiet, fault, Until::Rest);
    assert_eq!(lost(trial.broken().map(|(_, verdict)| verdict.clone())), [0, 1]);
}

#[test]
fn what_is_lost_anyway_is_laid_to_no_fault() {
    // The old leader has acknowledged a record alone, and its successor is chosen already.
    let timeline = run("isolated-leader", Generation::Elr);
    let doomed = (0..timeline.len()).find(|position| {
        let quiet = Trial::without_fault(&timeline.state_at(*position));
        quiet.is_dangerous()
    });
    let answer = danger(at(&timeline, doomed.expect("a record is lost")));
    assert_eq!(answer.endangered, [0u8; 0]);
    assert!(plain::write(&answer).contains("will be lost even if nothing more goes wrong"));
}

#[test]
fn nothing_that_is_asked_changes_the_run() {
    let timeline = run("kip101-loss", Generation::Hw);
    let position = timeline.len() / 2;
    let before = timeline.state_at(position);
    let branches = timeline.branches();
    let _ = danger(at(&timeline, position));
    let _ = windows(&timeline);
    assert_eq!(timeline.state_at(position), before);
    assert_eq!(timeline.branches(), branches);
}

#[test]
fn every_state_of_the_library_can_be_asked() {
    everywhere(|name, timeline| {
        for position in positions(timeline) {
            whole(name, at(timeline, position), danger);
        }
    });
}

#[test]
fn windows_of_the_library_cost_few_steps() {
    everywhere(|name, timeline| {
        let found = windows(timeline);
        assert!(found.steps < 400_000, "{name}: {}", found.steps);
        assert_eq!(found.until, timeline.len(), "{name}");
        for pair in found.ranges.windows(2) {
            assert!(pair[0].1 < pair[1].0, "{name}: {pair:?}");
        }
        assert!(found.ranges.iter().all(|(from, to)| from <= to && *to <= timeline.len()));
        whole(name, at(timeline, 0), |moment| tell_windows(moment, &found));
    });
    assert!(!library::ENTRIES.is_empty());
}

#[test]
fn an_answer_reads_well() {
    let timeline = run("kip101-loss", Generation::Hw);
    let position = before(&timeline, &Command::Stop(BrokerId(1), Stop::Crash));
    let text = plain::write(&danger(at(&timeline, position)));
    expect![[r#"
        What one fault would cost now

        One crash of broker 1 now would lose m2.

        2 of the 9 faults that are possible now break a promise.

        Each fault by itself
        Fault | What is lost | acks=all writes meanwhile
        clean stop of broker 0 | – | taken
        crash of broker 0 | – | taken
        power cut of broker 0 | – | taken
        cut link between broker 0 and the controller | – | taken
        cut link between broker 0 and broker 1 | – | taken
        clean stop of broker 1 | – | taken
        crash of broker 1 | m2 | taken *
        power cut of broker 1 | m2 | taken *
        cut link between broker 1 and the controller | – | taken

        ## crash of broker 1

        1 record acknowledged with acks=all is lost

        m2: offset 1 · epoch 5
        Who lost it: broker 0 (cut to its own HW)
        Last copy: broker 1 (gone since)

        ## power cut of broker 1

        1 record acknowledged with acks=all is lost

        m2: offset 1 · epoch 5
        Who lost it: broker 0 (cut to its own HW)
        Last copy: nowhere

        Each fault was played on a copy of this moment until all was at rest. Then the broker was started again or the link mended, and it was played on. Nothing was written but what was under way.
    "#]].assert_eq(&text);
    let text = plain::write(&tell_windows(at(&timeline, 0), &windows(&timeline)));
    expect![[r#"
        Danger windows

        In one stretch of this run a single fault would have broken a promise.

        Danger windows
        From | To | By this fault, for one
        40 ms | 410 ms | crash of broker 1

        Each fault was tried wherever something on the stage changed, 14,093 steps in all.
    "#]]
    .assert_eq(&text);
}

#[test]
fn windows_belong_to_a_run_and_are_the_same_wherever_it_stands() {
    use highwater_answers::session::Session;
    let text = library::text("kip101-loss").expect("it is there");
    let mut session = Session::new();
    let mut told = Vec::new();
    for generation in [Generation::Hw, Generation::Kip101] {
        let message = format!("run en\nset gen={}\n\n{text}", generation.name());
        assert_eq!(session.handle(&message), "ok");
        let found = windows(&run("kip101-loss", generation)).ranges;
        let ranges: Vec<String> = found.iter().map(|(from, to)| format!("{from}-{to}")).collect();
        let expected = format!("windows {}", ranges.join(","));
        for position in [0, 20] {
            let reply = session.handle(&format!("ask {position} windows"));
            assert_eq!(reply.lines().nth(2), Some(&*expected), "{generation} at {position}");
        }
        told.push(expected);
    }
    assert_ne!(told[0], told[1], "the second run has windows of its own");
}
