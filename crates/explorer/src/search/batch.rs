//! Successors that were computed and not yet looked up.
//!
//! A table of millions of states lies far away in memory. Looking up one state after the other means
//! waiting for each; so some dozens are gathered, their places are all touched, and then they are
//! looked up in the order in which they were computed. What comes out is the same.

use std::ops::Range;

use crate::search::model::Model;

/// From how many successors on the batch is looked up.
const ENOUGH: usize = 32;

/// A successor.
pub(super) struct Successor<M: Model> {
    /// The state it follows from.
    pub(super) source: u32,
    /// The action that leads to it.
    pub(super) action: M::Action,
    /// Itself.
    pub(super) state: M::State,
    /// The hash of its bytes.
    pub(super) hash: u64,
    /// Where its bytes lie in the batch.
    pub(super) place: Range<usize>,
}

/// Successors in the order in which they were computed.
pub(super) struct Batch<M: Model> {
    successors: Vec<Successor<M>>,
    bytes: Vec<u8>,
    /// How many were taken already.
    taken: usize,
}

impl<M: Model> Batch<M> {
    pub(super) fn new() -> Batch<M> {
        Batch { successors: Vec::new(), bytes: Vec::new(), taken: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.taken == self.successors.len()
    }

    pub(super) fn is_full(&self) -> bool {
        ENOUGH <= self.successors.len()
    }

    /// The bytes of all successors; those of the next one are appended here.
    pub(super) fn bytes_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    pub(super) fn push(&mut self, successor: Successor<M>) {
        self.successors.push(successor);
    }

    /// The hashes of those that were not taken.
    pub(super) fn hashes(&self) -> impl Iterator<Item = u64> {
        self.successors[self.taken..].iter().map(|successor| successor.hash)
    }

    /// The next one with its bytes, if there is one.
    pub(super) fn take(&mut self) -> Option<(&Successor<M>, &[u8])> {
        let next = self.successors.get(self.taken)?;
        self.taken += 1;
        Some((next, &self.bytes[next.place.clone()]))
    }

    pub(super) fn clear(&mut self) {
        self.successors.clear();
        self.bytes.clear();
        self.taken = 0;
    }
}
