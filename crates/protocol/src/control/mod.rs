//! The controller's rules: partitions' registrations, elections, ISR and ELR, brokers' lives,
//! placement, reassignment, the configurations they depend on.
//!
//! Pure functions and small values; the KRaft semantics of 4.3 with switches for what differs by
//! generation ([`ControllerRules`]). Nothing here holds a cluster, an index or a queue: the engine
//! keeps the maps and says which partitions a rule is asked about.

mod broker_change;
mod change_builder;
mod min_isr;
pub mod reassignment;
mod registration;
mod rules;

pub use broker_change::{
    BrokerChange, LeaderAndIsrUpdate, PartitionPass, PreviousShutdown, RecordOrder,
    generate_leader_and_isr,
};
pub use change_builder::{ChangeBuilder, Cleanness, ElectionResult, ElectionType};
pub use min_isr::effective_min_isr;
pub use registration::{
    LastKnownElr, LeaderField, LeaderRecoveryState, PartitionChange, PartitionRegistration,
};
pub use rules::{
    ControllerRules, ElrFeature, PartitionContext, ReassignmentCompletion, ShrinkEpoch,
    UncleanElection,
};
