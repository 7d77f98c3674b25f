//! The text of Kafka's own tools and files, printed from a simulated cluster.
//!
//! Column names, tabs, spaces and numbers are Kafka's interface, so that what a reader sees here is
//! what `kafka-topics.sh` and a log directory would show. This crate never changes a cluster and
//! never translates: Kafka's tools speak English only.

pub mod checkpoint;
pub mod election;
pub mod quorum;
pub mod reassignment;
pub mod topics;

pub use checkpoint::{CheckpointError, EpochLine, OffsetLine};
pub use topics::{Filter, describe, describe_filtered};
