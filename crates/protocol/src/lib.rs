//! One Kafka partition's replication: state and transitions.
//!
//! Every rule of Kafka that this project knows lives here, once, as a pure function or a small
//! state machine: the log and its high watermark, the leader epoch cache, what a leader answers to
//! a fetch and what a follower makes of it, the ISR, and the controller's registration of the
//! partition with its elections. Names are Kafka's own.
//!
//! This crate never holds a queue, a clock or a network; time is an argument where a rule needs it.
//! It draws nothing, prints nothing, and knows no scenario. `highwater-engine` times these
//! transitions; an explorer visits them.

pub mod client;
pub mod control;
pub mod epoch_cache;
pub mod error;
pub mod fetch;
mod few;
pub mod follower;
pub mod generation;
pub mod health;
pub mod ids;
pub mod isr;
pub mod lag;
pub mod leader;
pub mod leading;
pub mod list_offsets;
pub mod log;
pub mod produce;
pub mod producer_state;
pub mod read;
pub mod recovery;
pub mod replica;
pub mod transactions;

pub use error::ErrorCode;
pub use generation::{Generation, IsrChange, QuickRestart, Truncation};
pub use ids::{
    BrokerEpoch, BrokerId, BrokerList, BrokerSet, LeaderEpoch, Offset, PartitionEpoch, ProducerId,
    RecordId,
};
