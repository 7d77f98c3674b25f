//! A search for a page's worker or a command line: started, run in slices, asked for its answer,
//! dropped when it is no longer wanted.
//!
//! Everything that goes in and comes out is plain: a [`Request`], a [`Report`], an [`Answer`]. Each
//! can be written as lines of text, and [`Driver`] takes and gives nothing but such text, so a worker
//! has only to pass strings on. Nothing here reads a clock: the caller chooses how large a slice is.
//!
//! ```
//! use highwater_explorer::session::{Answer, Request, Session, Stage};
//!
//! let request = Request::parse("generation hw\nrf 2\nfaults 1").expect("a good request");
//! let mut session = Session::start(&request).expect("two replicas");
//! while session.run(10_000).stage == Stage::Working {}
//! let Some(Answer::Violated(found)) = session.answer() else { panic!("it holds") };
//! assert_eq!(found.faults, 1);
//! ```

mod answer;
mod driver;
mod request;

pub use answer::{Answer, Report, Stage, StepLine, Violation};
pub use driver::Driver;
pub use request::{KafkaRequest, ReferenceRequest, Request, RequestError, acks_by_name};

use crate::kafka::{Assumption, Explorer};
use crate::reference::Reference;
use crate::search::{Search, Status};

/// So many states are expanded between two looks at how many successors there were.
const EXPANSIONS: usize = 64;

/// A search under way.
pub struct Session {
    engine: Engine,
    /// What the last slice said.
    stage: Stage,
}

enum Engine {
    Kafka(Box<Explorer>),
    Reference(Box<Search<Reference>>),
}

impl Session {
    /// A search that has looked at nothing yet.
    ///
    /// # Errors
    /// [`RequestError::Settings`] for settings that can't be explored.
    pub fn start(request: &Request) -> Result<Session, RequestError> {
        let engine = match request {
            Request::Kafka(request) => {
                let explorer = Explorer::new(request.settings, request.question, request.budget);
                Engine::Kafka(Box::new(explorer.map_err(RequestError::Settings)?))
            }
            Request::Reference(request) => {
                Engine::Reference(Box::new(Search::new(request.model, request.budget)))
            }
        };
        Ok(Session { engine, stage: Stage::Working })
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
            self.stage = self.look();
        }
    }

    fn look(&mut self) -> Stage {
        let status = match &mut self.engine {
            Engine::Kafka(explorer) => explorer.search_mut().run(EXPANSIONS),
            Engine::Reference(search) => search.run(EXPANSIONS),
        };
        match status {
            Status::Working => Stage::Working,
            Status::Violated(_) => Stage::Violated,
            Status::Exhausted => Stage::Exhausted,
            Status::LimitHit(limit) => Stage::LimitHit(limit),
        }
    }

    /// How far it is.
    #[must_use]
    pub fn report(&self) -> Report {
        let progress = match &self.engine {
            Engine::Kafka(explorer) => explorer.progress(),
            Engine::Reference(search) => search.progress(),
        };
        Report { stage: self.stage, progress }
    }

    /// What came of it; `None` while there is more to do.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        let assumptions: &'static [Assumption] = match self.engine {
            Engine::Kafka(_) => &Assumption::ALL,
            Engine::Reference(_) => &[],
        };
        Some(match self.stage {
            Stage::Working => return None,
            Stage::LimitHit(limit) => Answer::LimitHit { limit },
            Stage::Exhausted => Answer::Exhausted { assumptions },
            Stage::Violated => Answer::Violated(self.violation()?),
        })
    }

    fn violation(&self) -> Option<Violation> {
        match &self.engine {
            Engine::Kafka(explorer) => {
                let trace = explorer.trace()?;
                let kafka = explorer.kafka();
                let steps = trace.actions();
                let slug = format!("found-{}", kafka.question().name());
                let scenario = if kafka.settings().can_be_played() {
                    Some(kafka.scenario(&slug, &steps)?)
                } else {
                    None
                };
                let line = |step: &crate::kafka::Step| StepLine {
                    text: step.to_string(),
                    is_fault: step.is_fault(),
                };
                let steps = steps.iter().map(line).collect();
                Some(Violation { faults: trace.faults, steps, scenario })
            }
            Engine::Reference(search) => {
                let trace = search.violation(0)?;
                let line = |action: &crate::reference::Action| StepLine {
                    text: action.to_string(),
                    is_fault: false,
                };
                let steps = trace.actions().iter().map(line).collect();
                Some(Violation { faults: 0, steps, scenario: None })
            }
        }
    }
}
