//! The minimum ISR that the controller works with.
//!
//! Where the configured value comes from is in [`crate::control::configs`].

/// `min.insync.replicas` as the controller applies it: never more than there are replicas.
///
/// `replica_count` is the length of the replica list of the topic's *partition 0*, whichever
/// partition is meant, and counts both halves of a running reassignment. Source:
/// `ReplicationControlManager.getTopicEffectiveMinIsr` (KIP-966, 3.7).
#[must_use]
pub fn effective_min_isr(min_insync_replicas: usize, replica_count: usize) -> usize {
    min_insync_replicas.min(replica_count)
}

/// Whether an ISR of so many members is large enough for itself, so that nobody outside it is eligible:
/// then the ELR is emptied. Source: `PartitionChangeBuilder.maybePopulateTargetElr` (KIP-966, 4.0).
#[must_use]
pub fn isr_needs_no_elr(isr: usize, min_isr: usize) -> bool {
    min_isr <= isr
}
