//! When a produce request is admitted and when it is done.
//!
//! There is no counting of acknowledgements: `acks=all` means that the high watermark passed.

use crate::error::ErrorCode;
use crate::ids::Offset;

/// What a producer wants to wait for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Acks {
    /// `acks=0`: nothing; the broker doesn't even answer.
    None,
    /// `acks=1`: the leader's append.
    Leader,
    /// `acks=all` (-1): the high watermark.
    All,
}

impl Acks {
    /// As configurations write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Acks::None => "0",
            Acks::Leader => "1",
            Acks::All => "all",
        }
    }
}

/// Whether a write may be appended. Only `acks=all` looks at the committed ISR.
///
/// # Errors
/// `NOT_ENOUGH_REPLICAS` when the committed ISR has fewer than `min_isr` members (the effective
/// minimum from 3.7 on). Nothing is appended then. Source: `Partition.appendRecordsToLeader`.
pub fn admit(acks: Acks, committed_isr: usize, min_isr: usize) -> Result<(), ErrorCode> {
    if acks == Acks::All && committed_isr < min_isr {
        return Err(ErrorCode::NotEnoughReplicas);
    }
    Ok(())
}

/// Whether a pending `acks=all` write is done: `None` while the high watermark is below
/// `required`, the exclusive end of the write; then success, or
/// `NOT_ENOUGH_REPLICAS_AFTER_APPEND` if the maximal ISR has become too small.
/// Source: `Partition.checkEnoughReplicasReachOffset`.
#[must_use]
pub fn completion(
    high_watermark: Offset,
    required: Offset,
    maximal_isr: usize,
    min_isr: usize,
) -> Option<Result<(), ErrorCode>> {
    if high_watermark < required {
        None
    } else if maximal_isr < min_isr {
        Some(Err(ErrorCode::NotEnoughReplicasAfterAppend))
    } else {
        Some(Ok(()))
    }
}
