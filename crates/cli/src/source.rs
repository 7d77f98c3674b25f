//! Where a scenario comes from: the library, by name, or a file.

use std::fs;
use std::path::Path;
use std::rc::Rc;

use highwater_protocol::Generation;
use highwater_scenario::{Overrides, Scenario, Timeline, conformance, library, parse};

use crate::outcome::Outcome;

/// The scenario of this name or in this file.
pub(crate) fn load(source: &str) -> Result<Rc<Scenario>, Outcome> {
    let named = library::text(source).or_else(|| conformance::text(source).map(str::to_owned));
    let text = match named {
        Some(text) => text,
        None => fs::read_to_string(source).map_err(|error| unreadable(source, &error))?,
    };
    parse(&text).map(Rc::new).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(|error| format!("{source}:{error}")).collect();
        Outcome::bad_input(lines.join("\n"))
    })
}

fn unreadable(source: &str, error: &std::io::Error) -> Outcome {
    let is_name = !Path::new(source).exists() && !source.contains(['/', '.']);
    Outcome::bad_input(if is_name {
        let slugs: Vec<&str> = library::slugs().chain(conformance::slugs()).collect();
        format!("there is no scenario `{source}`; there are {}", slugs.join(", "))
    } else {
        format!("{source}: {error}")
    })
}

/// Plays a scenario.
pub(crate) fn play(
    scenario: &Rc<Scenario>,
    generation: Option<Generation>,
) -> Result<Timeline, Outcome> {
    let overrides = Overrides { generation, ..Overrides::default() };
    Timeline::play(Rc::clone(scenario), overrides)
        .map_err(|error| Outcome::bad_input(format!("{}: {error}", scenario.slug)))
}
