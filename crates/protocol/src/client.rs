//! What producers and consumers do about metadata: which news they take, and when they connect again.
//!
//! What an error makes a producer do is in [`crate::produce`]; when a client asks, and whom, is a
//! matter of time and belongs to whoever has a clock.

use crate::error::ErrorCode;
use crate::generation::Generation;
use crate::ids::{BrokerId, LeaderEpoch};
use crate::isr::Standing;
use crate::lag::Millis;

/// Default of `reconnect.backoff.ms`: for so long after a connection broke no new one to the same
/// broker is made.
pub const RECONNECT_BACKOFF: Millis = 50;

/// From when on a client may connect to a broker again whose connection broke at `lost`, in ms.
/// Source: `ClusterConnectionStates.canConnect`.
#[must_use]
pub fn reconnects_at(lost: Millis) -> Millis {
    lost + RECONNECT_BACKOFF
}

/// Whether a client takes news of a partition's leader: from 2.1 on (KIP-320) none of an epoch before
/// the one that it knows. Source: `Metadata.updateLatestMetadata`.
#[must_use]
pub fn takes_leader_news(
    known: Option<LeaderEpoch>,
    news: LeaderEpoch,
    generation: Generation,
) -> bool {
    !generation.fences_fetch() || known.is_none_or(|known| known <= news)
}

/// The leader that a broker's metadata response names: one that is fenced has no address to give, so
/// the partition seems to have none. Source: `KRaftMetadataCache.getPartitionMetadata`.
#[must_use]
pub fn leader_in_metadata(leader: Option<BrokerId>, standing: Standing) -> Option<BrokerId> {
    leader.filter(|_| standing != Standing::Fenced)
}

/// Whether an error response to a write names the current leader along with it (KIP-951, 3.7).
#[must_use]
pub fn names_leader(error: ErrorCode, generation: Generation) -> bool {
    error == ErrorCode::NotLeaderOrFollower && generation.names_leader_in_errors()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_of_an_older_epoch_are_left_where_metadata_is_fenced() {
        let takes = |known: Option<u32>, news, generation| {
            takes_leader_news(known.map(LeaderEpoch), LeaderEpoch(news), generation)
        };
        for generation in [Generation::Kip320, Generation::Elr] {
            let taken = [(None, 0), (Some(4), 3), (Some(4), 4), (Some(4), 5)]
                .map(|(known, news)| takes(known, news, generation));
            assert_eq!(taken, [true, false, true, true], "{generation}");
        }
        assert!(takes(Some(4), 3, Generation::Kip279));
    }

    #[test]
    fn a_fenced_leader_has_no_address() {
        let leader = Some(BrokerId(1));
        assert_eq!(leader_in_metadata(leader, Standing::Fenced), None);
        assert_eq!(leader_in_metadata(leader, Standing::ShuttingDown), leader);
        assert_eq!(leader_in_metadata(None, Standing::ShuttingDown), None);
    }

    #[test]
    fn only_the_wrong_broker_names_the_right_one_and_only_from_strict_on() {
        let names = |error| Generation::ALL.map(|generation| names_leader(error, generation));
        let from_strict = [false, false, false, false, true, true];
        assert_eq!(names(ErrorCode::NotLeaderOrFollower), from_strict);
        assert_eq!(names(ErrorCode::NotEnoughReplicas), [false; 6]);
        assert_eq!(reconnects_at(1_000), 1_050);
    }
}
