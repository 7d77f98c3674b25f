//! The search of one model in slices, and what it says of that model.

use crate::kafka::{Assumption, Kafka, Step};
use crate::reference::{Action, Reference};
use crate::search::{Budget, Model, Search, Status, Trace};
use crate::session::answer::{Answer, Report, Stage, StepLine, Violation};

/// So many states are expanded between two looks at how many successors there were.
const EXPANSIONS: usize = 64;

/// A model that can be spoken of.
pub trait Subject: Model + Sized {
    /// What is taken for granted of it.
    const ASSUMPTIONS: &'static [Assumption];

    /// A schedule as lines, with the scenario that plays it where there is one.
    fn violation(&self, trace: &Trace<Self>) -> Option<Violation>;
}

impl Subject for Kafka {
    const ASSUMPTIONS: &'static [Assumption] = &Assumption::ALL;

    fn violation(&self, trace: &Trace<Kafka>) -> Option<Violation> {
        let steps = trace.actions();
        let slug = format!("found-{}", self.question().name());
        let scenario = if self.settings().can_be_played() {
            Some(self.scenario(&slug, &steps)?)
        } else {
            None
        };
        let line = |step: &Step| StepLine { text: step.to_string(), is_fault: step.is_fault() };
        let steps = steps.iter().map(line).collect();
        Some(Violation { faults: trace.faults, steps, scenario })
    }
}

impl Subject for Reference {
    const ASSUMPTIONS: &'static [Assumption] = &[];

    fn violation(&self, trace: &Trace<Reference>) -> Option<Violation> {
        let line = |action: &Action| StepLine { text: action.to_string(), is_fault: false };
        let steps = trace.actions().iter().map(line).collect();
        Some(Violation { faults: 0, steps, scenario: None })
    }
}

/// A search of one model under way.
pub struct Run<M: Subject> {
    search: Search<M>,
    stage: Stage,
}

impl<M: Subject> Run<M> {
    /// A search that has looked at nothing yet.
    #[must_use]
    pub fn new(model: M, budget: Budget) -> Run<M> {
        Run { search: Search::new(model, budget), stage: Stage::Working }
    }

    /// Goes on until about so many successors more were computed, or to the end, and says how far it
    /// is. How many follow from a state differs widely, so it is they that make slices even.
    pub fn run(&mut self, successors: u64) -> Report {
        let until = self.report().progress.generated.saturating_add(successors);
        loop {
            let report = self.report();
            if report.stage != Stage::Working || until <= report.progress.generated {
                return report;
            }
            self.stage = match self.search.run(EXPANSIONS) {
                Status::Working => Stage::Working,
                Status::Violated(_) => Stage::Violated,
                Status::Exhausted => Stage::Exhausted,
                Status::LimitHit(limit) => Stage::LimitHit(limit),
            };
        }
    }

    /// How far it is.
    #[must_use]
    pub fn report(&self) -> Report {
        Report { stage: self.stage, progress: self.search.progress() }
    }

    /// The schedule that was found, if one was.
    #[must_use]
    pub fn trace(&self) -> Option<Trace<M>> {
        self.search.violation(0)
    }

    /// What came of it; `None` while there is more to do.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        Some(match self.stage {
            Stage::Working => return None,
            Stage::LimitHit(limit) => Answer::LimitHit { limit },
            Stage::Exhausted => Answer::Exhausted { assumptions: M::ASSUMPTIONS },
            Stage::Violated => Answer::Violated(self.search.model().violation(&self.trace()?)?),
        })
    }
}
