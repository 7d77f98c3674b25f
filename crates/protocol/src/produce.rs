//! When a produce request is admitted and when it is done.
//!
//! There is no counting of acknowledgements: `acks=all` means that the high watermark passed.

use crate::error::ErrorCode;
use crate::generation::Generation;
use crate::ids::Offset;
use crate::lag::Millis;

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

/// Whether a refused write counts in `FailedProduceRequestsPerSec`. Being asked for what one doesn't
/// lead or have is no failure, the client looks again; nor is a failed disk one of the request.
/// Source: `ReplicaManager.appendRecordsToLeader`.
#[must_use]
pub fn counts_as_failed(error: ErrorCode) -> bool {
    !matches!(
        error,
        ErrorCode::NotLeaderOrFollower
            | ErrorCode::UnknownTopicOrPartition
            | ErrorCode::KafkaStorageError
    )
}

/// What a producer does about an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reaction {
    /// It gives the batch up.
    GiveUp,
    /// It sends the batch again.
    Retry,
    /// It sends the batch again, and asks for metadata, since it may have asked the wrong broker.
    RefreshAndRetry,
}

/// How a producer takes an error. Source: `Errors` (retriable and invalid-metadata exceptions),
/// `Sender.canRetry`; that `OUT_OF_ORDER_SEQUENCE_NUMBER` is retried holds for idempotent producers,
/// and no others get it.
#[must_use]
pub fn reaction(error: ErrorCode) -> Reaction {
    match error {
        ErrorCode::NotLeaderOrFollower
        | ErrorCode::LeaderNotAvailable
        | ErrorCode::FencedLeaderEpoch
        | ErrorCode::UnknownLeaderEpoch
        | ErrorCode::NetworkException
        | ErrorCode::KafkaStorageError
        | ErrorCode::UnknownTopicOrPartition
        | ErrorCode::UnknownTopicId => Reaction::RefreshAndRetry,
        ErrorCode::RequestTimedOut
        | ErrorCode::NotEnoughReplicas
        | ErrorCode::NotEnoughReplicasAfterAppend
        | ErrorCode::OutOfOrderSequenceNumber => Reaction::Retry,
        _ => Reaction::GiveUp,
    }
}

/// Default of `retry.backoff.max.ms`.
pub const RETRY_BACKOFF_MAX: Millis = 1_000;

/// How long a client waits before it tries for the `tries + 1`st time to get what it didn't get, in
/// ms: `retry.backoff.ms`, from 3.7 on (KIP-580) twice as long each time, up to
/// [`RETRY_BACKOFF_MAX`]. Kafka adds up to a fifth at random, which is left out.
/// Source: `ExponentialBackoff`.
#[must_use]
pub fn client_backoff(retry_backoff: Millis, tries: u32, generation: Generation) -> Millis {
    if !generation.grows_client_backoff() {
        return retry_backoff;
    }
    let doubled = retry_backoff.saturating_mul(1 << tries.min(16));
    doubled.min(RETRY_BACKOFF_MAX.max(retry_backoff))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_that_hint_at_another_broker_make_a_producer_ask_for_metadata() {
        for (error, expected) in [
            (ErrorCode::NotLeaderOrFollower, Reaction::RefreshAndRetry),
            (ErrorCode::NetworkException, Reaction::RefreshAndRetry),
            (ErrorCode::UnknownTopicOrPartition, Reaction::RefreshAndRetry),
            (ErrorCode::KafkaStorageError, Reaction::RefreshAndRetry),
            (ErrorCode::RequestTimedOut, Reaction::Retry),
            (ErrorCode::NotEnoughReplicas, Reaction::Retry),
            (ErrorCode::NotEnoughReplicasAfterAppend, Reaction::Retry),
            (ErrorCode::OutOfOrderSequenceNumber, Reaction::Retry),
            (ErrorCode::InvalidProducerEpoch, Reaction::GiveUp),
            (ErrorCode::InvalidRequiredAcks, Reaction::GiveUp),
        ] {
            assert_eq!(reaction(error), expected, "{error}");
        }
    }

    #[test]
    fn a_write_to_the_wrong_broker_is_no_failure_of_that_broker() {
        let counted = [
            ErrorCode::NotLeaderOrFollower,
            ErrorCode::UnknownTopicOrPartition,
            ErrorCode::KafkaStorageError,
            ErrorCode::NotEnoughReplicas,
            ErrorCode::OutOfOrderSequenceNumber,
        ]
        .map(counts_as_failed);
        assert_eq!(counted, [false, false, false, true, true]);
    }

    #[test]
    fn the_pause_doubles_up_to_a_second_from_strict_on() {
        let pauses =
            |generation| [0, 1, 2, 3, 4, 40].map(|tries| client_backoff(100, tries, generation));
        assert_eq!(pauses(Generation::Strict), [100, 200, 400, 800, 1_000, 1_000]);
        assert_eq!(pauses(Generation::Kip320), [100; 6]);
        assert_eq!(client_backoff(3_000, 2, Generation::Strict), 3_000);
    }
}
