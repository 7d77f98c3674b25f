//! The random numbers of replica placement, with `java.util.Random`'s interface.
//!
//! This is the only randomness in the crate, and it is the caller's: a source is an argument.

/// A source of random numbers as `java.util.Random` gives them.
pub trait RandomSource {
    /// The next `bits` (1 to 31) random bits, in the low end. Source: `Random.next`.
    fn next_bits(&mut self, bits: u32) -> u32;

    /// A number below `bound` (1 to 2³¹ − 1), by Java's own method, which decides how many draws a
    /// number takes. Source: `Random.nextInt(int)`.
    fn next_int(&mut self, bound: u32) -> u32 {
        if bound.is_power_of_two() {
            return ((u64::from(bound) * u64::from(self.next_bits(31))) >> 31) as u32;
        }
        loop {
            let bits = self.next_bits(31);
            let value = bits % bound;
            // The topmost, incomplete stretch of multiples would favour small numbers.
            if bits - value + (bound - 1) <= i32::MAX as u32 {
                return value;
            }
        }
    }

    /// Puts a list in a random order, from its end. Source: `Collections.shuffle`.
    fn shuffle<T>(&mut self, list: &mut [T])
    where
        Self: Sized,
    {
        for end in (2..=list.len()).rev() {
            list.swap(end - 1, self.next_int(end as u32) as usize);
        }
    }
}

/// The generator of Kafka's tests (`MockRandom`): a 64-bit linear congruence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MockRandom(pub u64);

impl MockRandom {
    /// The generator in the state that Kafka's tests start with.
    #[must_use]
    pub fn of_kafka_tests() -> MockRandom {
        MockRandom(17)
    }
}

impl RandomSource for MockRandom {
    fn next_bits(&mut self, bits: u32) -> u32 {
        self.0 = self.0.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(3_037_000_493);
        (self.0 >> (64 - bits)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::RandomSource;

    /// Gives these numbers in turn.
    struct Given(Vec<u32>);

    impl RandomSource for Given {
        fn next_bits(&mut self, _bits: u32) -> u32 {
            self.0.remove(0)
        }
    }

    #[test]
    fn a_power_of_two_takes_the_high_bits() {
        assert_eq!(Given(vec![1 << 30]).next_int(4), 2);
        assert_eq!(Given(vec![(1 << 31) - 1]).next_int(1), 0);
    }

    #[test]
    fn the_incomplete_stretch_at_the_top_is_drawn_again() {
        const TOP: u32 = i32::MAX as u32;
        let mut given = Given(vec![TOP, TOP - 1, TOP - 2, 7]);
        assert_eq!(given.next_int(3), (TOP - 2) % 3);
        assert_eq!(given.0, [7]);
    }
}
