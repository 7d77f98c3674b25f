//! Transactions as far as they hold readers back: which are open on a log and which have ended
//! without their end being committed yet.
//!
//! Markers are ordinary records that take an offset each; the log holds them, this module only
//! knows where they are. The list of aborted transactions that a `read_committed` consumer filters
//! with is left out, and so is the coordinator's verification of a transaction's first batch.

use crate::few::sort_few;
use crate::lag::Millis;

use crate::ids::{Offset, ProducerId};

/// A transaction without a marker yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Ongoing {
    producer: ProducerId,
    first: Offset,
}

/// A transaction whose marker is in the log but not below the high watermark.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Unreplicated {
    producer: ProducerId,
    first: Offset,
    marker: Offset,
}

/// The transactions of one log. Source: `ProducerStateManager`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Transactions {
    /// Ascending by first offset, as batches arrive.
    ongoing: Vec<Ongoing>,
    /// Ascending by marker, as markers arrive.
    unreplicated: Vec<Unreplicated>,
}

/// How often a coordinator looks for transactions that are open for too long, in ms: default of
/// `transaction.abort.timed.out.transaction.cleanup.interval.ms`.
pub const TIMEOUT_CHECK_PERIOD: Millis = 10_000;

/// When a coordinator that looks since time 0 aborts a transaction that began at `began` and nobody
/// ended: at the first look when `transaction.timeout.ms` have passed. All in ms.
/// Source: `TransactionCoordinator.abortTimedOutTransactions`.
#[must_use]
pub fn timed_out_at(began: Millis, timeout: Millis) -> Millis {
    (began + timeout).next_multiple_of(TIMEOUT_CHECK_PERIOD)
}

/// What a record has to do with transactions, as a reader sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Belonging {
    /// It belongs to none, or its transaction isn't known to be aborted.
    Plain,
    /// Its transaction was aborted, and the reader was told so.
    Aborted,
    /// It is a marker.
    Marker,
}

/// Whether a consumer gives a record to the application: markers never, and of an aborted transaction
/// nothing. Only `read_committed` consumers are told what was aborted.
/// Source: `CompletedFetch.nextFetchedRecord`.
#[must_use]
pub fn is_delivered(belonging: Belonging) -> bool {
    belonging == Belonging::Plain
}

impl Transactions {
    /// Notes a transactional batch: the first one of a producer opens its transaction.
    pub fn note_batch(&mut self, producer: ProducerId, first: Offset) {
        if !self.ongoing.iter().any(|ongoing| ongoing.producer == producer) {
            self.ongoing.push(Ongoing { producer, first });
        }
    }

    /// Notes a marker (commit or abort, it is the same here). A marker of a producer that has no
    /// transaction open changes nothing.
    pub fn note_marker(&mut self, producer: ProducerId, marker: Offset) {
        let Some(index) = self.ongoing.iter().position(|ongoing| ongoing.producer == producer)
        else {
            return;
        };
        let Ongoing { first, .. } = self.ongoing.remove(index);
        self.unreplicated.push(Unreplicated { producer, first, marker });
    }

    /// Notes that the high watermark is at `to`: transactions whose marker lies below it are over.
    pub fn note_high_watermark(&mut self, to: Offset) {
        self.unreplicated.retain(|ended| to <= ended.marker);
    }

    /// The first offset of the oldest transaction that isn't over, but not below the log start.
    /// Source: `ProducerStateManager.firstUnstableOffset`.
    #[must_use]
    pub fn first_unstable(&self, log_start: Offset) -> Option<Offset> {
        let ongoing = self.ongoing.iter().map(|ongoing| ongoing.first);
        let ended = self.unreplicated.iter().map(|ended| ended.first);
        ongoing.chain(ended).min().map(|first| first.max(log_start))
    }

    /// LSO: the first offset that a `read_committed` consumer may not read. It never passes the
    /// high watermark, and records without a transaction wait behind an open one, too.
    /// Source: `UnifiedLog.fetchLastStableOffsetMetadata`.
    #[must_use]
    pub fn last_stable(&self, log_start: Offset, high_watermark: Offset) -> Offset {
        match self.first_unstable(log_start) {
            Some(first) => first.min(high_watermark),
            None => high_watermark,
        }
    }

    /// Follows a cut of the log to `end`: what began there is gone, and what ended there is open
    /// again. Kafka gets the same by replaying the log, if it can replay from the transaction's
    /// start. Source: `UnifiedLog.rebuildProducerState`.
    pub fn truncate_to(&mut self, end: Offset) {
        self.ongoing.retain(|ongoing| ongoing.first < end);
        for Unreplicated { producer, first, marker } in std::mem::take(&mut self.unreplicated) {
            if marker < end {
                self.unreplicated.push(Unreplicated { producer, first, marker });
            } else if first < end {
                self.ongoing.push(Ongoing { producer, first });
            }
        }
        sort_few(&mut self.ongoing, |a, b| a.first < b.first);
    }
}
