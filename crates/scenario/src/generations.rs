//! Sets of protocol generations, as a statement's trailing `in …` names them.
//!
//! A set here is never empty by way of the language; nothing in it knows what a generation does.

use std::fmt;

use highwater_protocol::Generation;

/// A set of generations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Generations(u8);

impl Generations {
    /// Every generation: what a statement without `in …` is for.
    pub const ALL: Generations = Generations((1 << Generation::ALL.len()) - 1);

    /// No generation; where a list of names begins.
    pub const NONE: Generations = Generations(0);

    /// Just this one.
    #[must_use]
    pub fn only(generation: Generation) -> Generations {
        Generations(1 << place(generation))
    }

    /// This one and all later ones, `kip101+`.
    #[must_use]
    pub fn from(generation: Generation) -> Generations {
        Generations(Generations::ALL.0 & !(Generations::only(generation).0 - 1))
    }

    /// This one and all earlier ones, `..kip279`.
    #[must_use]
    pub fn up_to(generation: Generation) -> Generations {
        let bit = Generations::only(generation).0;
        Generations(bit | (bit - 1))
    }

    /// The members of either set.
    #[must_use]
    pub fn union(self, other: Generations) -> Generations {
        Generations(self.0 | other.0)
    }

    /// The members of both sets.
    #[must_use]
    pub fn and(self, other: Generations) -> Generations {
        Generations(self.0 & other.0)
    }

    /// Whether the generation is in the set.
    #[must_use]
    pub fn contains(self, generation: Generation) -> bool {
        self.0 & Generations::only(generation).0 != 0
    }

    /// Whether no generation is in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members, oldest first.
    pub fn iter(self) -> impl Iterator<Item = Generation> {
        Generation::ALL.into_iter().filter(move |generation| self.contains(*generation))
    }
}

fn place(generation: Generation) -> usize {
    Generation::ALL.iter().position(|known| *known == generation).unwrap_or_default()
}

impl fmt::Display for Generations {
    /// The shortest way to write the set after `in`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut members = self.iter();
        let (Some(first), second, last) = (members.next(), members.next(), self.iter().last())
        else {
            return f.write_str("none");
        };
        if second.is_none() {
            return write!(f, "{first}");
        }
        if *self == Generations::from(first) {
            return write!(f, "{first}+");
        }
        if let Some(last) = last
            && *self == Generations::up_to(last)
        {
            return write!(f, "..{last}");
        }
        for (index, member) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            write!(f, "{member}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_written_in_the_shortest_way() {
        let cases = [
            (Generations::only(Generation::Hw), "hw"),
            (Generations::from(Generation::Kip101), "kip101+"),
            (Generations::up_to(Generation::Kip279), "..kip279"),
            (Generations::only(Generation::Elr), "elr"),
            (Generations::from(Generation::Strict), "strict+"),
            (
                Generations::only(Generation::Hw).union(Generations::only(Generation::Kip320)),
                "hw,kip320",
            ),
        ];
        for (set, text) in cases {
            assert_eq!(set.to_string(), text);
        }
    }

    #[test]
    fn the_ends_are_in_their_ranges() {
        assert!(Generations::from(Generation::Hw) == Generations::ALL);
        assert!(Generations::up_to(Generation::Elr) == Generations::ALL);
        assert!(Generations::up_to(Generation::Kip101).contains(Generation::Hw));
        assert!(!Generations::up_to(Generation::Kip101).contains(Generation::Kip279));
        assert!(!Generations::from(Generation::Kip320).contains(Generation::Kip279));
    }
}
