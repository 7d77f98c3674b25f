//! The scenario language, the library and the player.
//!
//! A scenario is a few lines of text: a cluster, then what is done to it, with narration and
//! expectations between. [`parse()`] reads one, [`format()`] writes one.
//!
//! This crate never decides a rule of Kafka: it passes commands to `highwater-engine` and looks at
//! what came of them. It makes no sentences of its own and draws nothing.

pub mod condition;
pub mod error;
pub mod format;
pub mod generations;
mod near;
pub mod parse;
pub mod script;
mod timings;

pub use error::{Accepted, Kind, Problem, ScenarioError};
pub use format::format;
pub use generations::Generations;
pub use parse::parse;
pub use script::{Action, Scenario, Statement, Text, TopicSetup};
