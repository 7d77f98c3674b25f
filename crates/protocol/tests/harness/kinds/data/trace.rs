//! Rows that set something up and then act on it, line by line.

use crate::harness::compare::Answer;
use crate::harness::fields::Fields;
use crate::harness::text::{Failure, Row, Step};

/// Something that rows of one kind act upon.
pub(super) trait Bench: Sized {
    /// Reads the row's own line.
    fn set_up(given: &mut Fields) -> Result<Self, String>;

    /// Does what a line says; the answer holds what a row must expect.
    fn act(&mut self, action: &str, given: &mut Fields) -> Result<Answer, String>;

    /// Adds the state to an answer, as fields that a row may expect.
    fn show(&self, answer: Answer) -> Answer;
}

/// Runs a row. A line without an expectation is a preparation: it must have nothing to answer.
pub(super) fn run<B: Bench>(row: &Row) -> Result<(), Failure> {
    let Some((first, steps)) = row.steps.split_first() else {
        return Ok(());
    };
    let mut given = Fields::new(&first.given);
    let mut bench = B::set_up(&mut given)
        .and_then(|bench| given.finish().map(|()| bench))
        .map_err(|text| Failure::at(first.line, text))?;
    compare(first, &bench, Answer::default())?;
    for step in steps {
        let mut given = Fields::new(&step.given);
        let answer = given
            .need_word("an action")
            .and_then(|action| bench.act(&action, &mut given))
            .and_then(|answer| given.finish().map(|()| answer))
            .map_err(|text| Failure::at(step.line, text))?;
        compare(step, &bench, answer)?;
    }
    Ok(())
}

fn compare<B: Bench>(step: &Step, bench: &B, answer: Answer) -> Result<(), Failure> {
    if step.expected.is_none() && answer.is_silent() {
        return Ok(());
    }
    bench.show(answer).check(step)
}
