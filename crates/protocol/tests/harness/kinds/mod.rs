//! What the rows of each kind of file mean.
//!
//! A new kind is a function from a row to its failure, and an entry in [`KINDS`].

mod alter_partition;
mod broker_registration;
mod change_builder;
mod configs;
mod controller;
mod data;
mod heartbeat;
mod partition;
mod partition_trace;
mod placement;
mod reassignment;
mod session;
mod topics;
mod trace_expectation;

use super::text::{Failure, Row};

/// A kind of vector file.
pub(crate) struct Kind {
    /// The name after `kind` in the file's first line.
    pub(crate) name: &'static str,
    /// Runs one row.
    pub(crate) run: fn(&Row) -> Result<(), Failure>,
}

/// Every kind there is. Described for authors of files in `docs/vectors.md`.
pub(crate) const KINDS: &[Kind] = &[
    Kind { name: "change-builder", run: change_builder::run },
    Kind { name: "partition-trace", run: partition_trace::run },
    Kind { name: "alter-partition", run: alter_partition::run },
    Kind { name: "reassignment", run: reassignment::run },
    Kind { name: "broker-registration", run: broker_registration::run },
    Kind { name: "session", run: session::run },
    Kind { name: "heartbeat", run: heartbeat::run },
    Kind { name: "placement", run: placement::run },
    Kind { name: "topics", run: topics::run },
    Kind { name: "effective-min-isr", run: configs::run_effective_min_isr },
    Kind { name: "min-isr-change", run: configs::run_min_isr_change },
    Kind { name: "elr-feature", run: configs::run_elr_feature },
    Kind { name: "config-layers", run: configs::run_layers },
    Kind { name: "epoch-cache", run: data::epoch_cache::run },
    Kind { name: "log", run: data::log::run },
    Kind { name: "fetch-read", run: data::reading::run },
    Kind { name: "replica-trace", run: data::replica_trace::run },
    Kind { name: "replica-pair", run: data::replica_pair::run },
    Kind { name: "idempotence", run: data::idempotence::run },
    Kind { name: "transactions", run: data::transactions::run },
    Kind { name: "recovery", run: data::recovery::run },
];

/// The names of the kinds, for an error.
pub(crate) fn names() -> String {
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    names.join(", ")
}
