//! Why: every event of every scenario has a chain, and some chains as they were read.

use crate::runs;
use expect_test::expect_file;
use highwater_answers::{Answer, Block, Moment, Step, plain, why};
use highwater_engine::{Event, Fact, Weight};
use highwater_phrase::Lang;
use highwater_protocol::Generation;
use highwater_scenario::Timeline;

fn steps(answer: &Answer) -> Vec<&Step> {
    let steps = answer.blocks.iter().filter_map(|block| match block {
        Block::Steps(steps) => Some(steps),
        _ => None,
    });
    steps.flatten().collect()
}

/// What nobody's rule decides: somebody did it, or a machine.
fn is_a_deed(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Stopped { .. }
            | Fact::LinkCut { .. }
            | Fact::LinkHealed { .. }
            | Fact::Slowed { .. }
            | Fact::Flushed { .. }
            | Fact::Broken(_)
    )
}

pub(crate) fn check(slug: &str, event: &Event, answer: &Answer) {
    let what = format!("{slug}, event {}: {:?}", event.id.0, event.fact);
    let steps = steps(answer);
    assert!((1..=6).contains(&steps.len()), "{what}: {} steps", steps.len());
    assert!(!steps[0].rule.is_empty() || is_a_deed(&event.fact), "{what}: no rule");
    let mut position = usize::MAX;
    for step in steps {
        assert!(!step.what.is_empty() && !step.when.is_empty(), "{what}");
        assert!(step.position <= position, "{what}: not the nearest first");
        position = step.position;
        for text in [step.what.plain(), step.why.plain()] {
            // Braces are sets of brokers; a mark that was not filled in has a letter or nothing.
            assert!(!text.contains('…') && !text.contains("{:"), "{what}: {text}");
        }
    }
}

fn check_all(generation: Generation) {
    for (slug, timeline) in runs::all(generation) {
        check_run(&slug, &timeline);
    }
}

fn check_run(slug: &str, timeline: &Timeline) {
    let meaningful = timeline.events().filter(|event| Weight::Meaningful <= event.fact.weight());
    for event in meaningful {
        let position = timeline.position_of(event.id).expect("it has happened");
        for lang in Lang::ALL {
            let answer = why::event(Moment { timeline, position, lang }, event.id.0);
            check(slug, event, &answer.expect("it has happened"));
        }
    }
}

/// A retry of a write whose answer was lost, which the leader recognizes.
const RETRY: &str = "\
scenario retry
cluster brokers=2 generation=strict
topic orders partitions=1 rf=2 min.insync.replicas=1
idempotence on
produce m retries=5
wait 15ms
cut 0 producer
wait 31s
heal 0 producer
until acked m
idempotence off
";

#[test]
fn what_no_scenario_shows_has_a_chain_too() {
    let timeline = runs::of_text(RETRY, Generation::Strict);
    let recognized = |event: &&Event| matches!(event.fact, Fact::Recognized { .. });
    let event = timeline.events().find(recognized).expect("the retry is recognized");
    check_run("retry", &timeline);
    let told = told(&timeline, timeline.len(), |moment| why::event(moment, event.id.0));
    // The earlier append belongs to it as much as the retry does.
    assert!(told.contains("at offset 0") && told.contains("(attempt 2)"), "{told}");
}

#[test]
fn every_event_of_hw_has_a_chain() {
    check_all(Generation::Hw);
}

#[test]
fn every_event_of_kip101_has_a_chain() {
    check_all(Generation::Kip101);
}

#[test]
fn every_event_of_kip279_has_a_chain() {
    check_all(Generation::Kip279);
}

#[test]
fn every_event_of_kip320_has_a_chain() {
    check_all(Generation::Kip320);
}

#[test]
fn every_event_of_strict_has_a_chain() {
    check_all(Generation::Strict);
}

#[test]
fn every_event_of_elr_has_a_chain() {
    check_all(Generation::Elr);
}

/// Asks about every mark of every copy at a moment.
pub(crate) fn check_marks(slug: &str, moment: Moment<'_>) {
    for broker in moment.cluster().brokers() {
        for partition in broker.replicas.keys() {
            for kind in ["hw", "leo", "epoch", "isr"] {
                let mark = format!("{kind}-{}-{}", broker.id.0, partition.0);
                let answer = why::mark(moment, &mark);
                let answer = answer.unwrap_or_else(|| panic!("{slug}: {mark} has no answer"));
                let steps = steps(&answer);
                assert!((1..=12).contains(&steps.len()), "{slug} {mark}");
                assert!(!answer.title.is_empty(), "{slug} {mark}");
                for step in steps {
                    assert!(step.position <= moment.position, "{slug} {mark}: the future");
                    assert!(!step.what.is_empty(), "{slug} {mark}");
                }
            }
        }
    }
}

#[test]
fn every_mark_of_a_copy_has_an_answer_at_any_time() {
    for (slug, timeline) in runs::all(Generation::Elr) {
        for position in [0, timeline.len() / 2, timeline.len()] {
            check_marks(&slug, Moment { timeline: &timeline, position, lang: Lang::Ko });
        }
    }
}

#[test]
fn what_is_not_there_has_no_answer() {
    let timeline = runs::of("kip101-loss", Generation::Hw);
    let moment = Moment { timeline: &timeline, position: timeline.len(), lang: Lang::En };
    for mark in ["hw-9-0", "hw-0-7", "hw-0", "hw", "", "hw-0-0-0", "hw-x-0", "rec-0-0-0", "isr--0"]
    {
        assert!(why::mark(moment, mark).is_none(), "{mark}");
    }
    assert!(why::event(moment, 10_000).is_none());
    // What happens later has not happened.
    let early = Moment { position: 0, ..moment };
    assert!(why::event(early, 0).is_none());
}

fn told(
    timeline: &Timeline,
    position: usize,
    ask: impl Fn(Moment<'_>) -> Option<Answer>,
) -> String {
    let mut text = String::new();
    for lang in Lang::ALL {
        let answer = ask(Moment { timeline, position, lang }).expect("it is there");
        text.push_str(&plain::write(&answer));
        text.push('\n');
    }
    text
}

/// Writes the chain of the last event that is meant, in both languages.
fn chain(slug: &str, generation: Generation, is_meant: impl Fn(&Fact) -> bool) -> String {
    let timeline = runs::of(slug, generation);
    let event = timeline.events().rev().find(|event| is_meant(&event.fact)).expect("it happens");
    let told = told(&timeline, timeline.len(), |moment| why::event(moment, event.id.0));
    format!("== {slug}, {generation}\n\n{told}")
}

#[test]
fn chains_are_as_they_were_read() {
    use highwater_engine::event::{ElectedFrom, HighWatermarkCause, IsrChangedBy};
    use highwater_engine::verdict::Verdict;
    let removed = |fact: &Fact| matches!(fact, Fact::Removed { from, to, .. } if from != to);
    let chains = [
        chain("hw-round-trip", Generation::Kip320, |fact| {
            matches!(
                fact,
                Fact::HighWatermarkMoved { cause: HighWatermarkCause::LeaderMinimum { .. }, .. }
            )
        }),
        chain("hw-gate", Generation::Strict, |fact| matches!(fact, Fact::HighWatermarkHeld { .. })),
        chain("kip101-loss", Generation::Hw, removed),
        chain("uncommitted-tail", Generation::Kip101, removed),
        chain("uncommitted-tail", Generation::Kip320, removed),
        chain("unclean-election", Generation::Strict, |fact| {
            matches!(fact, Fact::LeaderElected { from: ElectedFrom::AnyReplica, .. })
        }),
        chain("acks-min-isr", Generation::Strict, |fact| matches!(fact, Fact::Refused { .. })),
        chain("kip101-loss", Generation::Hw, |fact| {
            matches!(fact, Fact::Broken(Verdict::AckedRecordLost(_)))
        }),
        chain("last-replica-standing", Generation::Elr, |fact| {
            matches!(fact, Fact::LeaderElected { from: ElectedFrom::Elr, .. })
        }),
        chain("cut-link", Generation::Kip320, |fact| {
            matches!(fact, Fact::IsrChanged { by: IsrChangedBy::Leader, from, to, .. }
                if to.len() < from.len())
        }),
    ];
    expect_file!["why.txt"].assert_eq(&chains.concat());
}

/// Writes the first chain of every kind of event that is meant, in short: what happened, and how it
/// began.
fn in_short(slug: &str, generation: Generation, is_meant: fn(&Fact) -> bool) -> String {
    let timeline = runs::of(slug, generation);
    let event = timeline.events().find(|event| is_meant(&event.fact));
    let event = event.unwrap_or_else(|| panic!("{slug} under {generation}: it never happens"));
    let moment = Moment { timeline: &timeline, position: timeline.len(), lang: Lang::En };
    let answer = why::event(moment, event.id.0).expect("it has happened");
    let steps = steps(&answer);
    let mut text = format!("{slug}, {generation}\n");
    for step in &steps {
        let what = step.what.plain();
        text.push_str(&format!("  {}\n", what.trim_end_matches(" Why?")));
    }
    let why = steps.last().map(|step| step.why.plain()).filter(|why| !why.is_empty());
    text + &why.map_or(String::new(), |why| format!("    {why}\n"))
}

#[test]
fn every_kind_of_event_stands_on_what_explains_it() {
    use Generation::{Elr, Hw, Kip101, Kip320, Strict};
    use highwater_engine::verdict::Verdict;
    use highwater_protocol::ErrorCode;
    type Row = (&'static str, Generation, fn(&Fact) -> bool);
    let rows: &[Row] = &[
        // Clients.
        ("trace-reassignment", Strict, |f| matches!(f, Fact::ProduceSent { attempt: 2, .. })),
        ("clean-failover", Kip320, |f| matches!(f, Fact::LeaderLearned { .. })),
        ("acks-min-isr", Strict, |f| matches!(f, Fact::Acked { .. })),
        ("unclean-election", Strict, |f| matches!(f, Fact::Refused { .. })),
        ("uncommitted-tail", Kip320, |f| matches!(f, Fact::Unknown { .. })),
        ("after-append", Hw, |f| {
            matches!(f, Fact::Unknown { error: ErrorCode::NotEnoughReplicasAfterAppend, .. })
        }),
        ("after-append", Strict, |f| matches!(f, Fact::Unknown { .. })),
        ("cut-link", Kip320, |f| matches!(f, Fact::Unknown { .. })),
        ("read-bounds", Elr, |f| matches!(f, Fact::Consumed { hidden: 1.., .. })),
        ("unclean-election", Hw, |f| matches!(f, Fact::ConsumerReset { .. })),
        ("s7-latest", Strict, |f| matches!(f, Fact::OffsetWithheld { .. })),
        ("s7-latest", Strict, |f| matches!(f, Fact::ConsumerStarted { .. })),
        // Replication.
        ("rolling-restart-hw", Hw, |f| matches!(f, Fact::FetchRefused { .. })),
        ("rolling-restart-hw", Hw, |f| matches!(f, Fact::Removed { from, to, .. } if from != to)),
        ("elr-membership", Elr, |f| matches!(f, Fact::Replicated { .. })),
        ("placement-3x3", Kip101, |f| matches!(f, Fact::EpochAnswered { .. })),
        (
            "hw-round-trip",
            Kip320,
            |f| matches!(f, Fact::HighWatermarkMoved { broker, .. } if broker.0 == 1),
        ),
        (
            "kip101-loss",
            Kip101,
            |f| matches!(f, Fact::HighWatermarkMoved { broker, .. } if broker.0 == 0),
        ),
        ("acks-min-isr", Strict, |f| matches!(f, Fact::HighWatermarkHeld { .. })),
        ("trace-growth", Strict, |f| matches!(f, Fact::HighWatermarkHeld { .. })),
        ("read-bounds", Kip101, |f| matches!(f, Fact::LastStable { .. })),
        // The controller.
        ("isolated-leader", Kip320, |f| matches!(f, Fact::Fenced { .. })),
        ("isolated-leader", Kip320, |f| matches!(f, Fact::IsrChangeRefused { .. })),
        ("isolated-leader", Kip320, |f| matches!(f, Fact::IsrChanged { .. })),
        (
            "elr-membership",
            Elr,
            |f| matches!(f, Fact::IsrChanged { from, to, .. } if from.len() < to.len()),
        ),
        ("last-replica-standing", Elr, |f| matches!(f, Fact::ElrChanged { .. })),
        ("kip101-divergence", Strict, |f| matches!(f, Fact::WentOffline { .. })),
        ("placement-3x3", Hw, |f| matches!(f, Fact::LeaderElected { epoch, .. } if epoch.0 == 2)),
        ("divergence-200", Elr, |f| matches!(f, Fact::LeaderElected { .. })),
        ("kip101-loss", Hw, |f| matches!(f, Fact::RestartUnnoticed { .. })),
        ("trace-growth", Strict, |f| matches!(f, Fact::BecameLeader { .. })),
        ("trace-growth", Strict, |f| matches!(f, Fact::RequestRefused { .. })),
        ("trace-reassignment", Strict, |f| matches!(f, Fact::CopyDeleted { .. })),
        ("last-replica-standing", Elr, |f| matches!(f, Fact::BecameFollower { leader: None, .. })),
        ("trace-a", Elr, |f| matches!(f, Fact::BecameFollower { .. })),
        // Verdicts.
        ("uncommitted-tail", Kip320, |f| matches!(f, Fact::Broken(Verdict::AckedRecordLost(_)))),
        ("kip101-divergence", Hw, |f| matches!(f, Fact::Broken(Verdict::Diverged { .. }))),
        ("unclean-election", Hw, |f| matches!(f, Fact::Broken(Verdict::ConsumedRecordLost { .. }))),
        ("hw-after-failover", Kip320, |f| {
            matches!(f, Fact::Broken(Verdict::HighWatermarkWentBack { .. }))
        }),
    ];
    let chains =
        rows.iter().map(|(slug, generation, is_meant)| in_short(slug, *generation, *is_meant));
    expect_file!["kinds.txt"].assert_eq(&chains.collect::<Vec<_>>().join("\n"));
}

#[test]
fn marks_are_as_they_were_read() {
    let asked: [(&str, Generation, u64, &[&str]); 5] = [
        (
            "cut-link",
            Generation::Kip320,
            45_005,
            &["hw-1-0", "hw-3-0", "leo-1-0", "leo-3-0", "epoch-1-0", "isr-3-0"],
        ),
        // A slow follower; a frozen high watermark; one that fell with its process; an ELR.
        ("hw-after-failover", Generation::Kip320, 25, &["hw-1-0"]),
        ("hw-gate", Generation::Strict, 10_165, &["hw-1-0"]),
        ("last-replica-standing", Generation::Elr, 600, &["hw-0-0", "isr-1-0", "isr-2-0"]),
        ("elr-membership", Generation::Elr, 46_021, &["isr-3-0"]),
    ];
    let mut text = String::new();
    for (slug, generation, at, marks) in asked {
        let timeline = runs::of(slug, generation);
        let position = timeline.position_at(at);
        for mark in marks {
            text.push_str(&format!("== {slug}, {generation}, {at} ms: {mark}\n\n"));
            text.push_str(&told(&timeline, position, |moment| why::mark(moment, mark)));
        }
    }
    expect_file!["marks.txt"].assert_eq(&text);
}

#[test]
fn a_reader_who_acts_is_told_so() {
    use highwater_engine::{Command, Stop};
    use highwater_protocol::BrokerId;
    let mut timeline = runs::of("hw-round-trip", Generation::Kip320);
    let last = timeline.len();
    let after = timeline.act(last, Command::Stop(BrokerId(1), Stop::Crash)).expect("it runs");
    let stopped = timeline.events_at(after)[0].id.0;
    let moment = Moment { timeline: &timeline, position: after, lang: Lang::En };
    let text = plain::write(&why::event(moment, stopped).expect("it has happened"));
    assert!(text.contains("You killed broker 1's process."), "{text}");
    let first = plain::write(&why::event(moment, 0).expect("it has happened"));
    assert!(first.contains("The script had the producer write"), "{first}");
}
