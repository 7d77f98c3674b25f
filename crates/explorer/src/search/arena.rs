//! Many short byte strings, packed one after the other, found again by their number.

/// Chunks have this many bytes, so that growing never moves what is there.
const CHUNK: usize = 1 << 20;

/// The longest byte string.
pub(super) const LENGTH_MAX: usize = 255;

/// A list of byte strings that only grows.
#[derive(Default)]
pub(super) struct Arena {
    /// Each string after a byte that says how long it is. No string spans two chunks.
    chunks: Vec<Vec<u8>>,
    /// Where each string begins: chunk number times [`CHUNK`] plus place in the chunk.
    starts: Vec<u32>,
}

impl Arena {
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The bytes that this takes in memory.
    pub(super) fn bytes(&self) -> u64 {
        (self.chunks.len() * CHUNK + self.starts.capacity() * size_of::<u32>()) as u64
    }

    /// The string with this number.
    pub(super) fn get(&self, number: u32) -> &[u8] {
        self.starts.get(number as usize).map_or(&[], |place| self.at(*place))
    }

    /// The string at a place that [`Arena::push`] gave.
    pub(super) fn at(&self, place: u32) -> &[u8] {
        let start = place as usize;
        let chunk = &self.chunks[start / CHUNK];
        let at = start % CHUNK;
        let length = usize::from(chunk[at]);
        &chunk[at + 1..at + 1 + length]
    }

    /// Adds a string and says where; `None` if it is too long or the arena is full (at 4 GiB).
    pub(super) fn push(&mut self, bytes: &[u8]) -> Option<u32> {
        let length = u8::try_from(bytes.len()).ok()?;
        let fits = self.chunks.last().is_some_and(|chunk| chunk.len() + bytes.len() < CHUNK);
        if !fits {
            self.chunks.push(Vec::with_capacity(CHUNK));
        }
        let number = self.chunks.len() - 1;
        let chunk = &mut self.chunks[number];
        let place = u32::try_from(number * CHUNK + chunk.len()).ok()?;
        chunk.push(length);
        chunk.extend_from_slice(bytes);
        self.starts.push(place);
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, LENGTH_MAX};

    #[test]
    fn strings_come_back_as_they_went_in_across_chunks() {
        let mut arena = Arena::default();
        let text = |number: u32| vec![number as u8; (number as usize * 7) % (LENGTH_MAX + 1)];
        for number in 0..20_000 {
            let place = arena.push(&text(number)).expect("it fits");
            assert_eq!(arena.at(place), text(number));
        }
        assert_eq!(arena.len(), 20_000);
        for number in 0..20_000 {
            assert_eq!(arena.get(number), text(number));
        }
        assert!(2 << 20 < arena.bytes());
        assert_eq!(arena.push(&[0; LENGTH_MAX + 1]), None);
    }
}
