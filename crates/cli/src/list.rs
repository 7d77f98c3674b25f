//! `highwater list`.

use highwater_scenario::{Scenario, Text, library};
use serde_json::{Value, json};

use crate::args::Form;
use crate::outcome::Outcome;
use crate::report::pretty;

pub(crate) fn list(form: Form) -> Outcome {
    let scenarios: Vec<Scenario> = library::slugs().filter_map(library::load).collect();
    Outcome::fine(match form {
        Form::Json => pretty(&scenarios.iter().map(entry).collect()),
        Form::Text => scenarios.iter().map(line).collect(),
    })
}

fn entry(scenario: &Scenario) -> Value {
    json!({
        "scenario": &*scenario.slug,
        "generation": scenario.generation.name(),
        "title": text(&scenario.title),
        "about": text(&scenario.about),
    })
}

fn text(text: &Text) -> Value {
    json!({ "ko": text.korean(), "en": text.english() })
}

fn line(scenario: &Scenario) -> String {
    let (slug, generation) = (&*scenario.slug, scenario.generation.name());
    let (korean, english) = (scenario.title.korean(), scenario.title.english());
    format!("{slug:<24}{generation:<8}{english}\n{:<32}{korean}\n", "")
}
