//! Kinds of the data plane: what the rows mean that are about logs, leaders and followers.

pub(crate) mod epoch_cache;
pub(crate) mod idempotence;
pub(crate) mod log;
mod notation;
pub(crate) mod reading;
pub(crate) mod recovery;
mod replica_bench;
pub(crate) mod replica_pair;
mod replica_show;
pub(crate) mod replica_trace;
mod trace;
pub(crate) mod transactions;
