//! A timed, deterministic Kafka cluster: brokers, controller, network, clients, faults.
//!
//! Commands go in ([`Cluster::submit`]), time goes on ([`Cluster::step`]), events come out. Every
//! rule of Kafka is asked of `highwater-protocol`; this crate decides only *when* things happen and
//! who is told. It never knows a scenario, a language, a picture or a target; it uses no wall
//! clock, no thread, no randomness, no hash-ordered collection and no floating point.

mod appending;
pub mod broker;
pub mod client_metadata;
pub mod cluster;
pub mod command;
pub mod config;
pub mod consumer;
pub mod control;
pub mod digest;
pub mod event;
mod fetching;
mod growing;
pub mod idempotence;
pub mod image;
pub mod invariant;
mod isr_requests;
mod leading;
pub mod ledger;
mod lifecycle;
mod links;
mod metadata;
pub mod metrics;
pub mod network;
pub mod producer;
mod quiet;
mod reassigning;
mod serving;
mod sessions;
pub mod start;
pub mod submit;
pub mod table;
pub mod transactions;
pub mod verdict;

pub use cluster::Cluster;
pub use command::{Command, Node, Refusal, Stop};
pub use config::{ClusterConfig, PartitionId};
pub use event::{Event, EventId, Fact, Weight};
