//! The states that were seen, each once, in the order in which they were found.

use crate::search::arena::{Arena, LENGTH_MAX};
use crate::search::hash::hash_bytes;
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

    pub(super) fn contains(&self, bytes: &[u8]) -> bool {
        let found = self.table.find(hash_bytes(bytes), |number| self.arena.get(number) == bytes);
        matches!(found, Found::Number(_))
    }

    pub(super) fn offer(&mut self, bytes: &[u8]) -> Offered {
        debug_assert!(bytes.len() <= LENGTH_MAX, "a state has too many bytes");
        let hash = hash_bytes(bytes);
        match self.table.find(hash, |number| self.arena.get(number) == bytes) {
            Found::Number(_) => Offered::Known,
            Found::FreeSlot(free) => {
                let number = self.len();
                if number == u32::MAX - 1 || !self.arena.push(bytes) {
                    return Offered::NoRoom;
                }
                self.table.put(free, hash, number);
                Offered::New(number)
            }
        }
    }
}
