//! The published abstract model of Kafka's replication, in four variants.
//!
//! It has no acks, no crash and no minimum ISR: replicas, an ISR that the controller keeps, requests
//! that announce a leader and may arrive at any time or never, and a high watermark that must only
//! cover what the ISR holds. Each variant truncates as one generation of Kafka did. How many states
//! there are under given bounds, and how long the shortest violation is, was counted by TLC; the
//! tests hold this rewriting and the search to those numbers.
//!
//! Source: `hachikuji/kafka-specification` (Apache-2.0), by Jason Gustafson and Guozhang Wang.
//! Nothing here uses `highwater_protocol`: a yardstick must not be made of what it measures.
//!
//! ```
//! use highwater_explorer::reference::{Bounds, Claim, Reference, Variant};
//! use highwater_explorer::search::{Budget, Search, Status};
//!
//! let bounds = Bounds::new(2, 2, 2, 2).expect("small enough");
//! let model = Reference { variant: Variant::Kip320, bounds, claim: Claim::StrongIsr };
//! let mut search = Search::new(model, Budget::unlimited());
//! assert_eq!(search.run_to_answer(), Status::Exhausted);
//! assert_eq!(search.progress().distinct, 5_973);
//! ```

mod actions;
mod bounds;
mod claim;
mod codec;
mod isr;
mod model;
mod roles;
mod state;

pub use actions::Action;
pub use bounds::{Bounds, Variant};
pub use claim::Claim;
pub use model::Reference;
pub use state::{Entry, Members, Quorum, ReplicaState, State};
