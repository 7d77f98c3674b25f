//! `highwater check`: which expectations of which scenarios fail.

use std::fmt::Write;
use std::rc::Rc;

use highwater_protocol::Generation;
use highwater_scenario::format::format_condition;
use highwater_scenario::{Held, Scenario, ScriptEnd, Timeline};

use crate::args::{CheckWish, Which};
use crate::outcome::{Exit, Outcome};
use crate::source;

pub(crate) fn check(wish: &CheckWish) -> Outcome {
    let mut outcome = Outcome::fine(String::new());
    for name in &wish.sources {
        if let Err(error) = check_one(name, wish.which, &mut outcome) {
            outcome.errors.push_str(&error.errors);
            outcome.exit = outcome.exit.max(error.exit);
        }
    }
    outcome
}

fn check_one(name: &str, which: Which, outcome: &mut Outcome) -> Result<(), Outcome> {
    let scenario = source::load(name)?;
    let generations = match which {
        Which::Own => vec![scenario.generation],
        Which::One(generation) => vec![generation],
        Which::All => Generation::ALL.to_vec(),
    };
    for generation in generations {
        let timeline = source::play(&scenario, Some(generation))?;
        if note(name, &scenario, &timeline, &mut outcome.text) == Exit::Failed {
            outcome.exit = outcome.exit.max(Exit::Failed);
        }
    }
    Ok(())
}

fn note(name: &str, scenario: &Rc<Scenario>, timeline: &Timeline, text: &mut String) -> Exit {
    let generation = timeline.last().generation();
    let failures = failures(timeline);
    for (line, failure) in &failures {
        // Writing to a string can't fail.
        let _ = writeln!(text, "{name}:{line}: {failure} ({generation})");
    }
    if failures.is_empty() {
        let held = timeline.expectations().iter().filter(|e| e.held == Held::Yes).count();
        let _ = writeln!(text, "{name}: {} under {generation}: {held} held", scenario.slug);
        return Exit::Fine;
    }
    Exit::Failed
}

/// What went wrong, with the lines.
pub(crate) fn failures(timeline: &Timeline) -> Vec<(u32, String)> {
    let mut failures = Vec::new();
    for expectation in timeline.expectations() {
        if expectation.held == Held::No {
            let text = |condition| format_condition(timeline.scenario(), condition);
            let found = expectation.found.as_ref().map_or("something else".to_owned(), text);
            let expected = text(&expectation.condition);
            failures.push((expectation.line, format!("expected {expected}, found {found}")));
        }
    }
    failures.extend(failed_end(timeline));
    failures
}

fn failed_end(timeline: &Timeline) -> Option<(u32, String)> {
    match timeline.script_end() {
        ScriptEnd::Finished => None,
        ScriptEnd::Stuck { line, condition } => {
            let condition = format_condition(timeline.scenario(), condition);
            Some((*line, format!("{condition} never holds")))
        }
        ScriptEnd::Refused { line, refusal } => Some((*line, format!("refused: {refusal}"))),
        ScriptEnd::TooLong { line } => Some((*line, "the run is too long".to_owned())),
    }
}
