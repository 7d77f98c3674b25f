//! Runs to ask about.

use std::rc::Rc;

use highwater_answers::{Answer, Moment, html, plain};
use highwater_phrase::Lang;
use highwater_protocol::Generation;
use highwater_scenario::{Overrides, Timeline, library, parse};

/// A scenario of the library under a generation.
pub(crate) fn run(slug: &str, generation: Generation) -> Timeline {
    let scenario = library::load(slug).expect("it is in the library");
    let overrides = Overrides::of_generation(generation);
    Timeline::play(Rc::new(scenario), overrides).expect("it fits")
}

/// A scenario by its text.
pub(crate) fn written(text: &str) -> Timeline {
    let scenario = parse(text).expect("a scenario");
    Timeline::play(Rc::new(scenario), Overrides::default()).expect("it fits")
}

/// A moment, in English.
pub(crate) fn at(timeline: &Timeline, position: usize) -> Moment<'_> {
    Moment { timeline, position, lang: Lang::En }
}

/// Calls for every scenario of the library in every generation.
pub(crate) fn everywhere(mut look: impl FnMut(&str, &Timeline)) {
    for slug in library::slugs() {
        for generation in Generation::ALL {
            look(&format!("{slug}, {generation}"), &run(slug, generation));
        }
    }
}

/// A few positions of a run: both ends, and some between.
pub(crate) fn positions(timeline: &Timeline) -> Vec<usize> {
    let len = timeline.len();
    let mut positions: Vec<usize> = (0..4).map(|part| len * part / 4).collect();
    positions.push(len);
    positions.dedup();
    positions
}

/// Asks in both languages and checks that every text is whole. The page puts three dots where a text
/// was shortened, and a brace is what is left of a template without its value.
pub(crate) fn whole(name: &str, moment: Moment<'_>, ask: impl Fn(Moment<'_>) -> Answer) {
    for lang in Lang::ALL {
        let answer = ask(Moment { lang, ..moment });
        let text = plain::write(&answer);
        let sets = text.replace(['{', '}'], "");
        let braces = text.matches('{').count();
        let told: usize = text.split('{').skip(1).filter(|rest| is_set(rest)).count();
        assert_eq!(braces, told, "{name}, {lang:?}, {}: {text}", moment.position);
        assert!(!sets.contains('…'), "{name}, {lang:?}, {}: {text}", moment.position);
        assert!(!answer.title.is_empty() && !answer.blocks.is_empty(), "{name}");
        assert!(html::write(&answer).starts_with("<h2>"), "{name}");
    }
}

/// Whether what follows a brace is a set of brokers, or a file of JSON.
fn is_set(rest: &str) -> bool {
    let inside = rest.split('}').next().unwrap_or_default();
    let numbers = inside.split(", ").all(|id| id.parse::<u8>().is_ok());
    inside.is_empty() || numbers || inside.starts_with("\"version\":0")
}
