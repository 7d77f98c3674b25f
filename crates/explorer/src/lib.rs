//! Explores what can go wrong: every schedule within a budget of faults, shortest first.
//!
//! [`search`] is a bounded breadth-first search that knows nothing of Kafka: it visits the states
//! of a [`search::Model`] in order of faults, then of steps, so the first broken property comes
//! with a shortest trace. [`kafka`] is one partition of Kafka as such a model, made of the
//! transitions of `highwater_protocol`. [`mod@reference`] is the published abstract model of
//! Kafka's replication, by which the search is measured: outcomes and numbers of states are known.
//! [`lab`] shows what each guard of the protocol is there for. [`map`] is the safety map, computed by many small searches. [`session`] is the whole as a page's worker or a command line drives it.

pub mod kafka;
pub mod lab;
pub mod map;
pub mod reference;
pub mod search;
pub mod session;
