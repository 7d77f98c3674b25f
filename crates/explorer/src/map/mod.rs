//! The safety map: for every combination of settings the fewest faults that lose an acknowledged
//! record, and the fewest that block writes.
//!
//! A cell is found by a few searches of its own, so a page can fill the map cell by cell, in slices,
//! in any order; what comes out is the same everywhere. The map for [`MapBounds::DEFAULT`] is part of
//! the build ([`default_map`]), and a test computes it anew. No cell is made from another by
//! guessing: only what follows from fewer restrictions is carried over.
//!
//! ```
//! use highwater_explorer::map::{CellSearch, Fewest, MapBounds, Measure};
//!
//! let bounds = MapBounds::DEFAULT;
//! let place = bounds.places()[0];
//! let mut search = CellSearch::new(place, bounds);
//! let cell = loop {
//!     if let Some(cell) = search.run(10_000) {
//!         break cell;
//!     }
//! };
//! assert_eq!(cell.fewest(Measure::Lose), Fewest::Faults(1));
//! ```

mod cell;
mod lines;
mod place;

pub use cell::{Cell, CellSearch, Fewest};
pub use lines::{MapError, default_lines, default_map, parse, print};
pub use place::{MapBounds, Measure, Place};
