//! The scenario language, the library and the player.
//!
//! A scenario is a few lines of text: a cluster, then what is done to it, with narration and
//! expectations between. [`parse()`] reads one, [`format()`] writes one, [`Timeline`] plays one.
//!
//! This crate never decides a rule of Kafka: it passes commands to `highwater-engine` and looks at
//! what came of them. It makes no sentences of its own and draws nothing.

pub mod condition;
#[cfg(feature = "texts")]
pub mod conformance;
pub mod differences;
pub mod error;
pub mod format;
pub mod generations;
pub mod judge;
pub mod library;
pub mod link;
mod near;
pub mod overrides;
pub mod parse;
pub mod prediction;
pub mod recording;
pub mod run;
pub mod script;
pub mod timeline;
mod timings;

pub use differences::{Difference, differences};
pub use error::{Accepted, Kind, Mistake, Problem, ScenarioError};
pub use format::format;
pub use generations::Generations;
pub use overrides::Overrides;
pub use parse::parse;
pub use prediction::{Outcome, Prediction, Subject};
pub use recording::{Frame, FrameCause};
pub use run::{Expectation, Held, ScriptEnd};
pub use script::{Action, Scenario, Statement, Text, TopicSetup};
pub use timeline::{BranchId, BranchInfo, Deed, DeedAct, Direction, Origin, Timeline};
