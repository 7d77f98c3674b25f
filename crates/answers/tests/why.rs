//! Why: every event of every scenario has a chain, and some chains as they were read.

mod runs;

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

fn check(slug: &str, event: &Event, answer: &Answer) {
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
    for (slug, timeline) in runs::library(generation) {
        let meaningful =
            timeline.events().filter(|event| Weight::Meaningful <= event.fact.weight());
        for event in meaningful {
            let position = timeline.position_of(event.id).expect("it has happened");
            for lang in Lang::ALL {
                let moment = Moment { timeline: &timeline, position, lang };
                let answer = why::event(moment, event.id.0).expect("it has happened");
                check(&slug, event, &answer);
            }
        }
    }
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

#[test]
fn every_mark_of_a_copy_has_an_answer_at_any_time() {
    for (slug, timeline) in runs::library(Generation::Elr) {
        for position in [0, timeline.len() / 2, timeline.len()] {
            let moment = Moment { timeline: &timeline, position, lang: Lang::Ko };
            let state = moment.cluster();
            for broker in state.brokers() {
                for partition in broker.replicas.keys() {
                    for kind in ["hw", "leo", "epoch", "isr"] {
                        let mark = format!("{kind}-{}-{}", broker.id.0, partition.0);
                        let answer = why::mark(moment, &mark).expect("the copy exists");
                        let steps = steps(&answer);
                        assert!(!steps.is_empty() && steps.len() <= 12, "{slug} {mark}");
                        assert!(!answer.title.is_empty(), "{slug} {mark}");
                        for step in steps {
                            assert!(step.position <= position, "{slug} {mark}: the future");
                            assert!(!step.what.is_empty(), "{slug} {mark}");
                        }
                    }
                }
            }
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

#[test]
fn marks_are_as_they_were_read() {
    let timeline = runs::of("cut-link", Generation::Kip320);
    let shrunk = timeline.events().find(|event| matches!(event.fact, Fact::IsrChanged { .. }));
    let position = shrunk.and_then(|event| timeline.position_of(event.id)).expect("it shrinks") - 1;
    let mut text = String::new();
    for mark in ["hw-1-0", "hw-3-0", "leo-1-0", "leo-3-0", "epoch-1-0", "isr-3-0"] {
        text.push_str(&format!("== {mark}\n\n"));
        text.push_str(&told(&timeline, position, |moment| why::mark(moment, mark)));
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
