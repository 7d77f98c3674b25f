//! What a leader reports of its partition: the gauges that alarms are built on.
//!
//! A partition without a leader shows up in none of them.

use crate::generation::Generation;
use crate::leader::{Leadership, effective_min_isr};

/// How the ISR stands to its minimum.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MinIsrState {
    /// Fewer members than the minimum: `UnderMinIsr`.
    Under,
    /// Exactly the minimum: `AtMinIsr`. One more loss, and `acks=all` writes are refused.
    At,
    /// More than the minimum.
    Above,
}

impl Leadership {
    /// How the committed ISR stands to the effective minimum. Source: `Partition.isUnderMinIsr`,
    /// `Partition.isAtMinIsr`.
    #[must_use]
    pub fn min_isr_state(&self, min_insync: usize, generation: Generation) -> MinIsrState {
        let min_isr = effective_min_isr(min_insync, self.assigned(), generation);
        match self.isr.members().len().cmp(&min_isr) {
            std::cmp::Ordering::Less => MinIsrState::Under,
            std::cmp::Ordering::Equal => MinIsrState::At,
            std::cmp::Ordering::Greater => MinIsrState::Above,
        }
    }

    /// How many assigned replicas are missing from the committed ISR, `adding` of them being on
    /// their way in by a reassignment and not missed yet. Source: `Partition.isUnderReplicated`.
    #[must_use]
    pub fn missing_replicas(&self, adding: usize) -> usize {
        self.assigned().saturating_sub(adding).saturating_sub(self.isr.members().len())
    }
}
