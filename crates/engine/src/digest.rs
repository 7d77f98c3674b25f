//! A hash that is the same on every target.
//!
//! `derive(Hash)` feeds `usize` and native byte order; this hasher widens and orders them, so a
//! digest made in a browser equals one made natively.

use std::hash::{Hash, Hasher};

use crate::cluster::Cluster;
use crate::event::Event;

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A 64-bit hasher over fixed-width little-endian words.
#[derive(Clone, Debug)]
pub struct StableHasher(u64);

impl StableHasher {
    /// A hasher that starts from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> StableHasher {
        StableHasher(seed ^ 0x6869_6768_7761_7465)
    }

    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER);
    }
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        let mut state = self.0;
        state = (state ^ (state >> 32)).wrapping_mul(MULTIPLIER);
        state ^ (state >> 29)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.word(u64::from(value));
    }

    fn write_u16(&mut self, value: u16) {
        self.word(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.word(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.word(value);
    }

    fn write_usize(&mut self, value: usize) {
        self.word(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.word(value as i64 as u64);
    }

    fn write_i32(&mut self, value: i32) {
        self.word(i64::from(value) as u64);
    }

    fn write_i64(&mut self, value: i64) {
        self.word(value as u64);
    }
}

/// The digest of everything that happened up to and including `event`.
pub(crate) fn chain(history: u64, event: &Event) -> u64 {
    let mut hasher = StableHasher::new(history);
    event.hash(&mut hasher);
    hasher.finish()
}

impl Cluster {
    /// A number that stands for everything that has happened: the events, in order. It is at hand at
    /// any time, and what people compare.
    #[must_use]
    pub fn events_digest(&self) -> u64 {
        self.history
    }

    /// A number that stands for the whole state and everything that led to it. Tests compare it, also
    /// in a browser; a page does without, since walking the whole state is a lot of code.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hasher = StableHasher::new(0);
        self.hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_pinned() {
        let mut hasher = StableHasher::new(1);
        (1u8, 2usize, "three", [4u32, 5]).hash(&mut hasher);
        assert_eq!(format!("{:016x}", hasher.finish()), "af8837a980fa5929");
    }
}
