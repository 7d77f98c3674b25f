//! Tests of the engine from outside: stories, promises under random commands, the ISR in time.

mod elections;
mod first_light;
mod growth;
mod isr;
mod offsets;
mod promises;
mod reassignment;
mod retries;
mod stale_metadata;
mod support;
mod transactions;
