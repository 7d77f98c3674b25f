//! The harness of the conformance vectors: reads data files, runs each row by its file's kind, and
//! counts. It knows the format and nothing of Kafka; Kafka is in `kinds`.

pub(crate) mod compare;
pub(crate) mod coverage;
pub(crate) mod fields;
pub(crate) mod files;
pub(crate) mod kinds;
pub(crate) mod report;
pub(crate) mod runner;
pub(crate) mod text;

mod self_test;
