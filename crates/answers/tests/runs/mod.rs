//! Scenarios of the library, played.

use std::rc::Rc;

use highwater_protocol::Generation;
use highwater_scenario::{Overrides, Timeline, library};

pub(crate) fn of(slug: &str, generation: Generation) -> Timeline {
    let scenario = library::load(slug).expect("it is in the library and can be read");
    Timeline::play(Rc::new(scenario), Overrides::of_generation(generation))
        .expect("it fits together")
}

pub(crate) fn library(generation: Generation) -> impl Iterator<Item = (String, Timeline)> {
    library::slugs().map(move |slug| (format!("{slug} under {generation}"), of(slug, generation)))
}
