//! Scenarios of the library, played.

use std::rc::Rc;

use highwater_protocol::Generation;
use highwater_scenario::{Overrides, Scenario, Timeline, conformance, library, parse};

pub(crate) fn of(slug: &str, generation: Generation) -> Timeline {
    let scenario = library::load(slug).or_else(|| conformance::load(slug));
    play(scenario.expect("it is known and can be read"), generation)
}

/// A scenario by its text.
pub(crate) fn of_text(text: &str, generation: Generation) -> Timeline {
    play(parse(text).expect("it can be read"), generation)
}

/// The library, and what holds the engine to the rules.
pub(crate) fn all(generation: Generation) -> impl Iterator<Item = (String, Timeline)> {
    let known = library::slugs().filter_map(|slug| Some((slug, library::load(slug)?)));
    let known =
        known.chain(conformance::slugs().filter_map(|slug| Some((slug, conformance::load(slug)?))));
    known.map(move |(slug, scenario)| {
        (format!("{slug} under {generation}"), play(scenario, generation))
    })
}

fn play(scenario: Scenario, generation: Generation) -> Timeline {
    Timeline::play(Rc::new(scenario), Overrides::of_generation(generation))
        .expect("it fits together")
}
