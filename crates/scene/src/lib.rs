//! What the stage shows, as values, and where it goes.
//!
//! Three steps, each a plain function of the one before:
//!
//! 1. [`Scene::of`] reads a cluster and says what there is to see: brokers, copies of partitions,
//!    cells, messages under way, clients. No coordinates, no text in any language.
//! 2. [`layout::Layout::new`] decides where it goes at a width, in whole pixels. A narrow stage is
//!    laid out anew, never scaled.
//! 3. [`draw::figure`] makes a tree of simple shapes of it, which a page turns into elements and
//!    [`svg::write`] into text. The text alternative in [`describe`] is made of the same scene.
//!
//! Everything is `Eq` and made of integers, so that a page can tell in no time what has changed.
//! This crate knows no browser and no scenario, and never changes a cluster.

mod build;
pub mod describe;
pub mod draw;
pub mod layout;
pub mod mark;
pub mod model;
pub mod svg;
pub mod tell;
pub mod words;

pub use build::{View, course};
pub use mark::Mark;
pub use model::Scene;
