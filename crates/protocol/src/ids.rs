//! Identifiers and counters, as newtypes that refuse to be mixed up.
//!
//! Nothing here knows a rule of Kafka; arithmetic exists only where Kafka itself counts.

use std::fmt;

/// A broker's (or replica's) node id. At most 31, so that a set of brokers fits one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BrokerId(pub u8);

impl BrokerId {
    /// The largest id that a [`BrokerSet`] can hold.
    pub const MAX: BrokerId = BrokerId(31);
}

impl fmt::Display for BrokerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The offset of a record or, as an exclusive end, the offset that the next record will get.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Offset(pub u32);

impl Offset {
    /// Offset 0.
    pub const ZERO: Offset = Offset(0);

    /// The offset after this one; the largest stays.
    #[must_use]
    pub fn next(self) -> Offset {
        self.plus(1)
    }

    /// The offset `n` further on, but not beyond the largest.
    #[must_use]
    pub fn plus(self, n: u32) -> Offset {
        Offset(self.0.saturating_add(n))
    }
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A partition's leader epoch: grows whenever the controller writes a leader (even the same one).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct LeaderEpoch(pub u32);

impl LeaderEpoch {
    /// The epoch after this one.
    #[must_use]
    pub fn next(self) -> LeaderEpoch {
        LeaderEpoch(self.0.saturating_add(1))
    }
}

impl fmt::Display for LeaderEpoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A partition's partition epoch: grows with every change record of that partition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PartitionEpoch(pub u32);

impl PartitionEpoch {
    /// The epoch after this one.
    #[must_use]
    pub fn next(self) -> PartitionEpoch {
        PartitionEpoch(self.0.saturating_add(1))
    }
}

/// A broker's epoch: the metadata offset of its registration, new for every incarnation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BrokerEpoch(pub u32);

/// The identity of one produced record, the same on every replica that holds a copy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct RecordId(pub u32);

/// A producer's id, as the cluster gave it out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ProducerId(pub u32);

/// A set of brokers, iterated in ascending id order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BrokerSet(u32);

impl BrokerSet {
    /// The set with nobody in it.
    pub const EMPTY: BrokerSet = BrokerSet(0);

    /// The set with just `broker`.
    #[must_use]
    pub fn of(broker: BrokerId) -> BrokerSet {
        BrokerSet(1 << broker.0)
    }

    /// Whether `broker` is in the set.
    #[must_use]
    pub fn contains(self, broker: BrokerId) -> bool {
        self.0 & (1 << broker.0) != 0
    }

    /// The set with `broker` added.
    #[must_use]
    pub fn with(self, broker: BrokerId) -> BrokerSet {
        BrokerSet(self.0 | 1 << broker.0)
    }

    /// The set with `broker` taken out.
    #[must_use]
    pub fn without(self, broker: BrokerId) -> BrokerSet {
        BrokerSet(self.0 & !(1 << broker.0))
    }

    /// Members of either set.
    #[must_use]
    pub fn union(self, other: BrokerSet) -> BrokerSet {
        BrokerSet(self.0 | other.0)
    }

    /// Members of this set that are not in `other`.
    #[must_use]
    pub fn minus(self, other: BrokerSet) -> BrokerSet {
        BrokerSet(self.0 & !other.0)
    }

    /// Members of both sets.
    #[must_use]
    pub fn and(self, other: BrokerSet) -> BrokerSet {
        BrokerSet(self.0 & other.0)
    }

    /// How many members there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The members as bits, bit `n` for broker `n`.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = BrokerId> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let lowest = bits.trailing_zeros();
            bits &= bits - 1;
            Some(BrokerId(lowest as u8))
        })
    }
}

impl FromIterator<BrokerId> for BrokerSet {
    fn from_iter<I: IntoIterator<Item = BrokerId>>(brokers: I) -> BrokerSet {
        brokers.into_iter().fold(BrokerSet::EMPTY, BrokerSet::with)
    }
}

impl fmt::Debug for BrokerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|b| b.0)).finish()
    }
}

impl fmt::Display for BrokerSet {
    /// `1,2,3`, as Kafka's tools print lists.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, broker) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            write!(f, "{broker}")?;
        }
        Ok(())
    }
}

/// An ordered list of brokers (replicas, ISR): Kafka keeps and prints their order.
pub type BrokerList = Vec<BrokerId>;
