//! The states that were seen, each once, in the order in which they were found.

use crate::search::arena::{Arena, LENGTH_MAX};
use crate::search::table::{Found, Table};

/// The states that were seen.
pub(super) struct Store {
    arena: Arena,
    table: Table,
}

/// What became of a state that was offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Offered {
    /// It was new and now has this number.
    New(u32),
    /// It was known.
    Known,
    /// It was new, and there is no room for it.
    NoRoom,
}

impl Store {
    pub(super) fn new() -> Store {
        Store { arena: Arena::default(), table: Table::new() }
    }

    pub(super) fn len(&self) -> u32 {
        self.arena.len() as u32
    }

    /// The bytes that this takes in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.arena.bytes() + self.table.bytes()
    }

    /// The bytes that it may take after another state.
    pub(super) fn bytes_after_next(&self) -> u64 {
        self.arena.bytes() + self.table.bytes_after_next()
    }

    pub(super) fn get(&self, number: u32) -> &[u8] {
        self.arena.get(number)
    }

    /// Touches the places of these hashes, all at once, so that they are near when they are looked
    /// up.
    pub(super) fn approach(&self, hashes: impl Iterator<Item = u64>) {
        let mut near = [0; 256];
        let mut count = 0;
        for (hash, slot) in hashes.zip(&mut near) {
            *slot = self.table.candidate(hash);
            count += 1;
        }
        let candidates = near[..count].iter().filter_map(|candidate| candidate.checked_sub(1));
        let lengths = candidates.fold(0, |sum, place| sum ^ self.arena.at(place).len());
        std::hint::black_box(lengths);
    }

    pub(super) fn contains(&self, bytes: &[u8], hash: u64) -> bool {
        let found = self.table.find(hash, |place| self.arena.at(place) == bytes);
        matches!(found, Found::Place(_))
    }

    /// Takes in a state, `hash` being the hash of its bytes.
    pub(super) fn offer(&mut self, bytes: &[u8], hash: u64) -> Offered {
        debug_assert!(bytes.len() <= LENGTH_MAX, "a state has too many bytes");
        match self.table.find(hash, |place| self.arena.at(place) == bytes) {
            Found::Place(_) => Offered::Known,
            Found::FreeSlot(free) => {
                let number = self.len();
                let Some(place) = self.arena.push(bytes) else {
                    return Offered::NoRoom;
                };
                self.table.put(free, hash, place);
                Offered::New(number)
            }
        }
    }
}
