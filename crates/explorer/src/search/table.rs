//! A hash table of places: open addressing, linear probing, a power of two of slots.
//!
//! It is only ever asked for one key; nothing goes through it in its own order.

/// A slot: 0 if free, else the place plus one in the low half and a part of its hash in the high
/// half.
type Slot = u64;

/// Places by hash; a place is a number below 2³² - 1.
pub(super) struct Table {
    slots: Vec<Slot>,
    used: usize,
}

/// What a look-up found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// The place that matched.
    Place(u32),
    /// The slot at which the search ended.
    FreeSlot(usize),
}

fn tag(hash: u64) -> u64 {
    hash >> 32 << 32
}

impl Table {
    pub(super) fn new() -> Table {
        Table { slots: vec![0; 1 << 10], used: 0 }
    }

    /// The bytes that this takes in memory.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Slot>()) as u64
    }

    /// The bytes that it would take after another entry.
    pub(super) fn bytes_after_next(&self) -> u64 {
        if self.is_full() { 2 * self.bytes() } else { self.bytes() }
    }

    /// Three quarters is where probing begins to be slow.
    fn is_full(&self) -> bool {
        self.slots.len() * 3 / 4 <= self.used
    }

    /// One more than the place in the slot where a search for this hash begins, if it is likely to
    /// match; 0 otherwise.
    pub(super) fn candidate(&self, hash: u64) -> u32 {
        let slot = self.slots[(hash >> 32) as usize & (self.slots.len() - 1)];
        if tag(slot) == tag(hash) { slot as u32 } else { 0 }
    }

    /// Finds the place with this hash that `is_same` accepts.
    pub(super) fn find(&self, hash: u64, is_same: impl Fn(u32) -> bool) -> Found {
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Found::FreeSlot(at);
            }
            let place = (slot as u32) - 1;
            if tag(slot) == tag(hash) && is_same(place) {
                return Found::Place(place);
            }
            at = (at + 1) & mask;
        }
    }

    /// Puts a place where [`Table::find`] found a free slot. Makes room for the next one.
    pub(super) fn put(&mut self, free: usize, hash: u64, place: u32) {
        self.slots[free] = tag(hash) | u64::from(place + 1);
        self.used += 1;
        if self.is_full() {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![0; mask + 1];
        for slot in self.slots.iter().copied().filter(|slot| *slot != 0) {
            let mut at = (slot >> 32) as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = slot;
        }
        self.slots = slots;
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, Table};
    use crate::search::hash_bytes;

    #[test]
    fn every_place_is_found_again_and_no_other() {
        let mut table = Table::new();
        let hash = |number: u32| hash_bytes(&number.to_le_bytes());
        for number in 0..50_000 {
            match table.find(hash(number), |other| other == number) {
                Found::FreeSlot(free) => table.put(free, hash(number), number),
                Found::Place(other) => panic!("{number} was taken for {other}"),
            }
        }
        for number in 0..50_000 {
            let found = table.find(hash(number), |other| other == number);
            assert_eq!(found, Found::Place(number));
        }
        let stranger = table.find(hash(50_001), |other| other == 50_001);
        assert!(matches!(stranger, Found::FreeSlot(_)));
    }

    #[test]
    fn equal_hashes_are_told_apart() {
        let mut table = Table::new();
        for number in 0..100 {
            let Found::FreeSlot(free) = table.find(7, |other| other == number) else {
                panic!("{number} is new");
            };
            table.put(free, 7, number);
        }
        assert_eq!(table.find(7, |other| other == 42), Found::Place(42));
    }
}
