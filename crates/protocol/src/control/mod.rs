//! The controller's rules: partitions' registrations, elections, ISR and ELR, brokers' lives,
//! placement, reassignment, the configurations they depend on.
//!
//! Pure functions and small values; the KRaft semantics of 4.3 with switches for what differs by
//! generation ([`ControllerRules`]). Nothing here holds a cluster, an index or a queue: the engine
//! keeps the maps and says which partitions a rule is asked about.
//!
//! ```
//! use highwater_protocol::control::{
//!     BrokerChange, ControllerRules, PartitionContext, PartitionRegistration, UncleanElection,
//!     generate_leader_and_isr,
//! };
//! use highwater_protocol::{BrokerId, BrokerList, Generation};
//!
//! let brokers: BrokerList = [0, 1, 2].map(BrokerId).into_iter().collect();
//! let partition = PartitionRegistration::new(brokers.clone(), brokers.clone());
//! let context = PartitionContext {
//!     rules: ControllerRules::of(Generation::Elr),
//!     min_isr: 2,
//!     acceptable: brokers.into_iter().collect(),
//!     unclean: UncleanElection::Disabled,
//! };
//! let update = BrokerChange::Fence(BrokerId(0)).update(context.rules.elr);
//! let change = generate_leader_and_isr(&partition, &context, update).expect("broker 0 led");
//! assert_eq!(partition.merge(&change).leader, Some(BrokerId(1)));
//! ```

pub mod alter_partition;
mod api_error;
mod broker_change;
pub mod broker_registration;
mod brokers;
mod change_builder;
#[cfg(test)]
mod change_builder_test;
pub mod configs;
pub mod election;
pub mod heartbeat;
pub mod manual_assignment;
mod min_isr;
pub mod placement;
#[cfg(test)]
mod placement_test;
pub mod random;
pub mod reassignment;
mod registration;
mod rules;
pub mod session;
pub mod topics;

pub use api_error::ApiError;
pub use broker_change::{
    BrokerChange, LeaderAndIsrUpdate, PartitionPass, PreviousShutdown, RecordOrder,
    generate_leader_and_isr,
};
pub use brokers::{BrokerRegistration, Brokers, DirectoryId, IncarnationId, RackId};
pub use change_builder::{ChangeBuilder, Cleanness, ElectionResult, ElectionType};
pub use min_isr::{effective_min_isr, isr_needs_no_elr};
pub use registration::{
    LastKnownElr, LeaderField, LeaderRecoveryState, PartitionChange, PartitionRegistration,
};
pub use rules::{
    ControllerRules, ElrFeature, PartitionContext, ReassignmentCompletion, ShrinkEpoch,
    UncleanElection,
};
