//! Traces and worked scenarios of the specification, played as scripts.

use std::rc::Rc;

use highwater_engine::Fact;
use highwater_protocol::{ErrorCode, Generation};
use highwater_scenario::format::format_condition;
use highwater_scenario::{
    Action, Held, Overrides, Scenario, ScriptEnd, Timeline, conformance, format, parse,
};

use crate::support::made_wrong;

mod support;

fn load(slug: &str) -> Rc<Scenario> {
    let text = conformance::text(slug).expect("there is such a script");
    let scenario = parse(text).unwrap_or_else(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{slug}:\n{}", lines.join("\n"))
    });
    Rc::new(scenario)
}

/// A trace of the controller belongs to the generations whose controller it is about; the worked
/// scenarios say themselves what they expect of each.
fn generations(slug: &str, scenario: &Scenario) -> Vec<Generation> {
    if !slug.starts_with("trace-") {
        return Generation::ALL.to_vec();
    }
    match scenario.generation {
        Generation::Strict => vec![Generation::Kip320, Generation::Strict],
        own => vec![own],
    }
}

fn everywhere(look: impl Fn(&str, Generation, &Timeline)) {
    for slug in conformance::slugs() {
        let scenario = load(slug);
        for generation in generations(slug, &scenario) {
            look(slug, generation, &play(&scenario, generation));
        }
    }
}

fn play(scenario: &Rc<Scenario>, generation: Generation) -> Timeline {
    Timeline::play(Rc::clone(scenario), Overrides::of_generation(generation)).expect("it fits")
}

#[test]
fn every_script_ends_quiet_with_all_its_expectations_held() {
    everywhere(|slug, generation, timeline| {
        for expectation in timeline.expectations() {
            assert!(
                matches!(expectation.held, Held::Yes | Held::NotForThisGeneration),
                "{slug} under {generation}, line {}: expected {}, found {:?}",
                expectation.line,
                format_condition(timeline.scenario(), &expectation.condition),
                expectation.found,
            );
        }
        assert_eq!(timeline.script_end(), &ScriptEnd::Finished, "{slug} under {generation}");
        assert!(timeline.last().is_quiet(), "{slug} under {generation}");
        let held = timeline.expectations().iter().filter(|e| e.held == Held::Yes);
        assert!(5 <= held.count(), "{slug} under {generation} hardly expects anything");
    });
}

#[test]
fn every_script_has_its_own_name_and_both_languages() {
    let slugs: Vec<&str> = conformance::slugs().collect();
    for (index, slug) in slugs.iter().enumerate() {
        assert!(!slugs[..index].contains(slug), "{slug}");
        assert!(highwater_scenario::library::text(slug).is_none(), "{slug} is in the library");
        let scenario = conformance::load(slug).expect("it is valid");
        assert_eq!(&*scenario.slug, *slug);
        for text in [&scenario.title, &scenario.about] {
            assert!(text.ko.is_some() && text.en.is_some(), "{slug}: {text:?}");
        }
        assert!(parse(&format(&scenario)).is_ok(), "{slug}");
    }
}

#[test]
fn every_expectation_can_fail() {
    for slug in conformance::slugs() {
        let scenario = load(slug);
        for (index, statement) in scenario.script.iter().enumerate() {
            let Action::Expect(condition) = &statement.action else { continue };
            let mut mutated = Scenario::clone(&scenario);
            mutated.script[index].action = Action::Expect(made_wrong(condition));
            let own = statement.generations.contains(scenario.generation);
            let first = statement.generations.iter().next().expect("never empty");
            let generation = if own { scenario.generation } else { first };
            let timeline = play(&Rc::new(mutated), generation);
            let failed = timeline.expectations().iter().filter(|e| e.held == Held::No);
            let lines: Vec<u32> = failed.map(|expectation| expectation.line).collect();
            assert_eq!(lines, [statement.line], "{slug} under {generation}");
        }
    }
}

fn refused_elections(slug: &str) -> Vec<ErrorCode> {
    let scenario = load(slug);
    let timeline = play(&scenario, scenario.generation);
    let events = (0..=timeline.len()).flat_map(|position| timeline.events_at(position));
    let errors = events.filter_map(|event| match event.fact {
        Fact::ElectionRefused { error, .. } => Some(error),
        _ => None,
    });
    errors.collect()
}

#[test]
fn elections_are_refused_with_the_right_errors() {
    let preferred = ErrorCode::PreferredLeaderNotAvailable;
    let not_needed = ErrorCode::ElectionNotNeeded;
    let nobody = ErrorCode::EligibleLeadersNotAvailable;
    assert_eq!(refused_elections("trace-h"), [preferred, preferred, not_needed, not_needed]);
    assert_eq!(refused_elections("trace-i"), [nobody]);
    assert_eq!(refused_elections("trace-j"), [preferred]);
}
