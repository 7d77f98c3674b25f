//! One partition of Kafka as a model: the transitions of `highwater_protocol`, without time.
//!
//! What a leader, a follower or the controller does is decided by the protocol's own functions, the
//! same that the engine calls; this module only says in which order they can be called. Where the
//! engine has timers and messages, there is a step that may happen now, later or never.
//!
//! What is taken for granted is listed in [`Assumption`].
//!
//! ```
//! use highwater_explorer::kafka::{Explorer, Outcome, Question, Settings, usual_budget};
//! use highwater_protocol::Generation;
//!
//! // Two replicas, both in the ISR, before followers knew better than to cut to their own mark.
//! let settings = Settings { replication_factor: 2, ..Settings::usual(Generation::Hw) };
//! let question = Question::AckedRecordLost;
//! let mut explorer = Explorer::new(settings, question, usual_budget(2)).expect("two replicas");
//! assert_eq!(explorer.run_to_end(), Outcome::Found);
//! let found = explorer.counterexample().expect("it was found");
//! assert_eq!(found.faults, 1);
//! ```

mod assumptions;
mod bits;
mod blocked;
mod codec;
mod controller;
mod exchange;
mod explorer;
mod guards;
mod ledger;
mod lifecycle;
mod metadata;
mod model;
mod plan;
mod planner;
mod produce;
mod ranks;
mod script;
mod settings;
mod step;
mod world;

pub use assumptions::Assumption;
pub use explorer::{Certificate, Counterexample, Explorer, Outcome, usual_budget};
pub use guards::Guard;
pub use ledger::{Fate, Written};
pub use model::Kafka;
pub use plan::{Deed, Ending, PLAN_TIMINGS, Party, PlanAction, PlanLine, PlanTimings, Sign};
pub use settings::{Question, Settings, SettingsError};
pub use step::{Fault, Step};
pub use world::{Contact, Process, View, World};
