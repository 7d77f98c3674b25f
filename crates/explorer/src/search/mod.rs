//! Bounded breadth-first search over a model: fewest faults first, then fewest steps.
//!
//! States are compared exactly, byte by byte, in the encoding that the model gives them, so two
//! states are never taken for one and an exhausted search needs no estimate of collisions. The
//! search reads no clock, starts no thread, draws nothing at random and visits everything in the
//! order in which the model names it: same model, same budget, same answer on every target.
//!
//! It runs in slices, so that a page stays responsive; dropping it is cancelling it.
//!
//! ```
//! use highwater_explorer::search::{Budget, Model, Property, Search, Status};
//!
//! /// A lamp with a switch, that should never be on.
//! struct Lamp;
//!
//! impl Model for Lamp {
//!     type State = bool;
//!     type Action = ();
//!
//!     fn initial(&self, out: &mut Vec<bool>) {
//!         out.push(false);
//!     }
//!
//!     fn steps(&self, _lit: &bool, out: &mut Vec<()>) {
//!         out.push(());
//!     }
//!
//!     fn next(&self, lit: &bool, _switch: ()) -> Option<bool> {
//!         Some(!lit)
//!     }
//!
//!     fn properties(&self) -> Vec<Property<Lamp>> {
//!         vec![Property { name: "dark", holds: |_, lit| !lit }]
//!     }
//!
//!     fn encode(&self, lit: &bool, out: &mut Vec<u8>) {
//!         out.push(u8::from(*lit));
//!     }
//!
//!     fn decode(&self, bytes: &[u8]) -> bool {
//!         bytes == [1]
//!     }
//! }
//!
//! let mut search = Search::new(Lamp, Budget::unlimited());
//! assert_eq!(search.run_to_answer(), Status::Violated(0));
//! let trace = search.violation(0).expect("just found");
//! assert_eq!(trace.steps, [((), true)]);
//! ```

mod arena;
mod batch;
mod budget;
mod hash;
mod layers;
mod model;
mod outcome;
mod store;
mod table;
#[cfg(test)]
mod toys_test;
mod walk;

pub use budget::{Budget, FAULT_KINDS, FaultKind, FaultLimits, Limit};
pub use hash::hash_bytes;
pub use model::{Model, Property};
pub use outcome::{Progress, Status, Trace};
pub use walk::Search;
