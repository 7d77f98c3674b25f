//! A search for a page's worker or a command line: started, run in slices, asked for its answer,
//! dropped when it is no longer wanted.
//!
//! Everything that goes in and comes out is plain: a [`Request`], a [`Report`], an [`Answer`]. Each
//! can be written as lines of text, and [`Driver`] takes and gives nothing but such text, so a worker
//! has only to pass strings on. (It knows Kafka's partition only: no page asks for the abstract model.) Nothing here reads a clock: the caller chooses how large a slice is.
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
mod run;

pub use answer::{Answer, Report, Stage, StepLine, Violation};
pub use driver::Driver;
pub(crate) use request::number;
pub use request::{KafkaRequest, ReferenceRequest, Request, RequestError, acks_by_name};
pub use run::{Run, Subject};

use crate::kafka::Kafka;
use crate::reference::Reference;

/// A search under way, of either model.
pub enum Session {
    /// Of one partition of Kafka.
    Kafka(Run<Kafka>),
    /// Of the abstract model.
    Reference(Run<Reference>),
}

impl Session {
    /// A search that has looked at nothing yet.
    ///
    /// # Errors
    /// [`RequestError::Settings`] for settings that can't be explored.
    pub fn start(request: &Request) -> Result<Session, RequestError> {
        Ok(match request {
            Request::Kafka(request) => Session::Kafka(request.start()?),
            Request::Reference(request) => {
                Session::Reference(Run::new(request.model, request.budget))
            }
        })
    }

    /// As [`Run::run`].
    pub fn run(&mut self, successors: u64) -> Report {
        match self {
            Session::Kafka(run) => run.run(successors),
            Session::Reference(run) => run.run(successors),
        }
    }

    /// As [`Run::report`].
    #[must_use]
    pub fn report(&self) -> Report {
        match self {
            Session::Kafka(run) => run.report(),
            Session::Reference(run) => run.report(),
        }
    }

    /// As [`Run::answer`].
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        match self {
            Session::Kafka(run) => run.answer(),
            Session::Reference(run) => run.answer(),
        }
    }
}
