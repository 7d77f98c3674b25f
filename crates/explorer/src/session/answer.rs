//! What a search says, as values and as lines of text.

use std::fmt;

use crate::kafka::Assumption;
use crate::search::{Limit, Progress};

/// How a search stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// There is more to do.
    Working,
    /// It found how it can happen.
    Violated,
    /// It saw everything within the budget of faults, and it never happens there.
    Exhausted,
    /// A bound was hit before that: nothing is certain beyond what was seen.
    LimitHit(Limit),
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// How it stands.
    pub stage: Stage,
    /// Its figures.
    pub progress: Progress,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stage {
            Stage::Working => f.write_str("working\n")?,
            Stage::Violated => f.write_str("violated\n")?,
            Stage::Exhausted => f.write_str("exhausted\n")?,
            Stage::LimitHit(limit) => writeln!(f, "limit-hit {}", limit.name())?,
        }
        self.progress.fmt(f)
    }
}

impl fmt::Display for Progress {
    /// One figure a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { generated, distinct, faults, depth, frontier, bytes } = self;
        writeln!(f, "generated {generated}\ndistinct {distinct}\nfaults {faults}")?;
        writeln!(f, "depth {depth}\nfrontier {frontier}\nbytes {bytes}")
    }
}

/// One step of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepLine {
    /// The word for what happens, and a number where one belongs to it: `lag 1`.
    pub text: String,
    /// Whether it counts as a fault.
    pub is_fault: bool,
}

/// The least that must go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// How many of the steps are faults. No schedule has fewer, nor as many and fewer steps.
    pub faults: u32,
    /// What happens, in order.
    pub steps: Vec<StepLine>,
    /// The schedule in the scenario language; `None` where the engine can't play it: of the abstract
    /// model, without a guard, or with fetches that don't bring all.
    pub scenario: Option<String>,
}

/// What came of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It can happen, and this is how.
    Violated(Violation),
    /// It can't, within the budget of faults.
    Exhausted {
        /// What is taken for granted.
        assumptions: &'static [Assumption],
    },
    /// A bound was hit before everything was seen.
    LimitHit {
        /// Which.
        limit: Limit,
    },
}

impl fmt::Display for Answer {
    /// The first line says which of the three it is. A scenario comes last, after a line `scenario`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::LimitHit { limit } => writeln!(f, "limit-hit {}", limit.name()),
            Answer::Exhausted { assumptions } => {
                f.write_str("exhausted\n")?;
                assumptions.iter().try_for_each(|held| writeln!(f, "assumption {}", held.name()))
            }
            Answer::Violated(found) => {
                writeln!(f, "violated\nfaults {}", found.faults)?;
                for step in &found.steps {
                    let kind = if step.is_fault { "fault" } else { "step" };
                    writeln!(f, "{kind} {}", step.text)?;
                }
                found.scenario.iter().try_for_each(|text| write!(f, "scenario\n{text}"))
            }
        }
    }
}
