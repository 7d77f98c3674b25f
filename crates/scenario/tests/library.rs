//! Every scenario of the library under every generation: what it says is what happens.

use std::rc::Rc;

use highwater_protocol::Generation;
use highwater_scenario::{Action, Held, Overrides, Scenario, ScriptEnd, Timeline, library, parse};

use crate::support::made_wrong;

mod support;

fn load(slug: &str) -> Scenario {
    let text = library::text(slug).expect("the slug is in the library");
    parse(&text).unwrap_or_else(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{slug}:\n{}", lines.join("\n"))
    })
}

fn play(scenario: &Rc<Scenario>, generation: Generation) -> Timeline {
    Timeline::play(Rc::clone(scenario), Overrides::of_generation(generation))
        .expect("the scenario fits together")
}

/// Runs `look` for every scenario under every generation.
fn everywhere(look: impl Fn(&str, Generation, &Timeline)) {
    for slug in library::slugs() {
        let scenario = Rc::new(load(slug));
        for generation in Generation::ALL {
            look(slug, generation, &play(&scenario, generation));
        }
    }
}

#[test]
fn every_script_ends_with_all_its_expectations_held() {
    everywhere(|slug, generation, timeline| {
        assert_eq!(timeline.script_end(), &ScriptEnd::Finished, "{slug} under {generation}");
        for expectation in timeline.expectations() {
            assert!(
                matches!(expectation.held, Held::Yes | Held::NotForThisGeneration),
                "{slug} under {generation}, line {}: expected {}, found {:?}",
                expectation.line,
                highwater_scenario::format::format_condition(
                    timeline.scenario(),
                    &expectation.condition
                ),
                expectation.found,
            );
        }
        let held = timeline.expectations().iter().filter(|e| e.held == Held::Yes);
        assert!(5 <= held.count(), "{slug} under {generation} hardly expects anything");
    });
}

#[test]
fn every_script_ends_quiet() {
    everywhere(|slug, generation, timeline| {
        assert!(timeline.last().is_quiet(), "{slug} under {generation}");
    });
}

#[test]
fn narration_is_in_both_languages_and_goes_step_by_step() {
    everywhere(|slug, generation, timeline| {
        let mut before = None;
        let mut count = 0;
        for (position, text) in timeline.narrations() {
            assert!(text.ko.is_some() && text.en.is_some(), "{slug}: {text:?}");
            assert!(
                before < Some(position),
                "{slug} under {generation}: nothing between two texts"
            );
            before = Some(position);
            count += 1;
        }
        assert!((5..=9).contains(&count), "{slug} under {generation}: {count} texts");
        let scenario = timeline.scenario();
        for text in [&scenario.title, &scenario.about] {
            assert!(text.ko.is_some() && text.en.is_some(), "{slug}: {text:?}");
        }
    });
}

#[test]
fn slugs_are_unique_and_are_the_scenarios_own() {
    let slugs: Vec<&str> = library::slugs().collect();
    for (index, slug) in slugs.iter().enumerate() {
        assert!(!slugs[..index].contains(slug), "{slug}");
        assert_eq!(&*load(slug).slug, *slug);
    }
    assert_eq!(load("rolling-restart-epoch").generation, Generation::Kip320);
    assert!(library::text("no-such-scenario").is_none());
}

#[test]
fn titles_are_the_scenarios_own() {
    for entry in library::ENTRIES {
        let title = load(entry.slug).title;
        assert_eq!((entry.korean, entry.english), (title.korean(), title.english()));
    }
}

#[test]
fn every_expectation_can_fail() {
    for slug in library::slugs() {
        let scenario = load(slug);
        for (index, statement) in scenario.script.iter().enumerate() {
            let Action::Expect(condition) = &statement.action else { continue };
            let mut mutated = scenario.clone();
            mutated.script[index].action = Action::Expect(made_wrong(condition));
            let generation = statement.generations.iter().next().expect("never empty");
            let timeline = play(&Rc::new(mutated), generation);
            let failed = timeline.expectations().iter().filter(|e| e.held == Held::No);
            let lines: Vec<u32> = failed.map(|expectation| expectation.line).collect();
            assert_eq!(lines, [statement.line], "{slug} under {generation}");
        }
    }
}

/// What the catalogue says of a record, by generation.
fn is_lost(slug: &str, record: &str, generation: Generation) -> bool {
    let timeline = play(&Rc::new(load(slug)), generation);
    let ledger = timeline.last().ledger();
    let id = ledger.by_name(record).expect("it was produced");
    ledger.batch(id).lost_in.is_some()
}

#[test]
fn records_are_lost_in_the_generations_that_lose_them() {
    for generation in Generation::ALL {
        let before_epochs = generation == Generation::Hw;
        assert_eq!(is_lost("kip101-loss", "m2", generation), before_epochs, "{generation}");
        assert_eq!(is_lost("rolling-restart-hw", "m2", generation), before_epochs, "{generation}");
        let without_elr = generation != Generation::Elr;
        assert_eq!(is_lost("last-replica-standing", "m", generation), without_elr, "{generation}");
        assert!(is_lost("unclean-election", "m2", generation), "{generation}");
        assert!(!is_lost("acks-min-isr", "a2", generation), "{generation}");
        assert!(!is_lost("hw-after-failover", "x", generation), "{generation}");
        assert!(is_lost("isolated-leader", "p", generation), "{generation}");
        assert!(is_lost("uncommitted-tail", "x1", generation), "{generation}");
        assert!(!is_lost("uncommitted-tail", "xall", generation), "{generation}");
    }
}
