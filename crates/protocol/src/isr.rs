//! The ISR as its leader works with it, with one change in flight.
//!
//! Who is caught up is decided in [`crate::lag`]; who may be asked for is decided here; whether the
//! controller agrees is decided in [`crate::control`].

use crate::error::ErrorCode;
use crate::ids::{BrokerEpoch, BrokerId, BrokerList, BrokerSet, Offset};
use crate::lag::Millis;

/// How long a broker waits before it sends a request for other ISRs again that failed on its way, in
/// ms. Source: `DefaultAlterPartitionManager` (KIP-497, 2.7).
pub const RESEND_DELAY: Millis = 50;

/// When the next try comes of a request that failed at `failed` and has been tried in vain ever since,
/// if the way is whole again at `now`: the first step of [`RESEND_DELAY`] that isn't before that.
#[must_use]
pub fn resent_at(failed: Millis, now: Millis) -> Millis {
    let tries = now.saturating_sub(failed).div_ceil(RESEND_DELAY).max(1);
    failed + tries * RESEND_DELAY
}

/// A change of the ISR that was sent and not yet answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PendingIsr {
    /// This replica is to be added.
    Expand(BrokerId),
    /// These replicas are to be removed.
    Shrink(BrokerSet),
}

/// The committed ISR and the change in flight. Source: `CommittedPartitionState`,
/// `PendingExpandIsr`, `PendingShrinkIsr`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Isr {
    committed: BrokerList,
    pending: Option<PendingIsr>,
    request: Request,
}

/// The request to change the ISR. It is never given up, so it can outlive the change it was for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
enum Request {
    /// None is under way.
    #[default]
    Idle,
    /// The controller hasn't answered yet.
    Unanswered,
}

/// What the leader's metadata says of a broker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// Registered, unfenced, not shutting down; with its registered epoch.
    Active(BrokerEpoch),
    /// Fenced or not registered.
    Fenced,
    /// In controlled shutdown.
    ShuttingDown,
}

/// What the leader does after a change failed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AfterFailure {
    /// Back to the committed ISR; a later trigger may propose again.
    GiveUp,
    /// The change stays pending until a metadata update replaces it.
    WaitForMetadata,
    /// The same change is sent again.
    SendAgain,
}

impl Isr {
    /// A committed ISR.
    #[must_use]
    pub fn committed_as(members: &[BrokerId]) -> Isr {
        Isr { committed: members.to_vec(), pending: None, request: Request::Idle }
    }

    /// The committed members, in the order of the metadata.
    #[must_use]
    pub fn members(&self) -> &[BrokerId] {
        &self.committed
    }

    /// The committed members as a set.
    #[must_use]
    pub fn committed(&self) -> BrokerSet {
        self.committed.iter().copied().collect()
    }

    /// The change in flight.
    #[must_use]
    pub fn pending(&self) -> Option<PendingIsr> {
        self.pending
    }

    /// Committed members and, during an expansion, the replica being added. A shrink does not make
    /// it smaller before it is answered, so a change can only hold the high watermark back.
    /// Source: KIP-497 (2.7).
    #[must_use]
    pub fn maximal(&self) -> BrokerSet {
        match self.pending {
            Some(PendingIsr::Expand(replica)) => self.committed().with(replica),
            Some(PendingIsr::Shrink(_)) | None => self.committed(),
        }
    }

    /// The members that would remain or result if the pending change were made.
    #[must_use]
    pub fn proposed(&self) -> BrokerList {
        let mut members = self.committed.clone();
        match self.pending {
            Some(PendingIsr::Expand(replica)) => members.push(replica),
            Some(PendingIsr::Shrink(out)) => members.retain(|member| !out.contains(*member)),
            None => {}
        }
        members
    }

    /// Whether a new change may be thought of: only one is in flight at a time.
    #[must_use]
    pub fn may_propose(&self) -> bool {
        self.pending.is_none()
    }

    /// Proposes to add `replica`.
    ///
    /// # Errors
    /// `OPERATION_NOT_ATTEMPTED` while another change is in flight, or while the request for one
    /// that the metadata has replaced is still unanswered. Source: `DefaultAlterPartitionManager`.
    pub fn propose_expand(&mut self, replica: BrokerId) -> Result<(), ErrorCode> {
        self.propose(PendingIsr::Expand(replica))
    }

    /// Proposes to remove `out`, all in one request.
    ///
    /// # Errors
    /// As [`Isr::propose_expand`].
    pub fn propose_shrink(&mut self, out: BrokerSet) -> Result<(), ErrorCode> {
        self.propose(PendingIsr::Shrink(out))
    }

    fn propose(&mut self, change: PendingIsr) -> Result<(), ErrorCode> {
        if self.pending.is_some() || self.request == Request::Unanswered {
            return Err(ErrorCode::OperationNotAttempted);
        }
        self.pending = Some(change);
        self.request = Request::Unanswered;
        Ok(())
    }

    /// Notes that the request was answered, or that no answer will ever come.
    pub fn note_answer(&mut self) {
        self.request = Request::Idle;
    }

    /// Takes what the metadata or a successful answer says; a change in flight is dropped, but its
    /// request stays unanswered.
    pub fn commit(&mut self, members: &[BrokerId]) {
        self.committed = members.to_vec();
        self.pending = None;
    }

    /// Reacts to a refused change. Source: `Partition.handleAlterPartitionError`.
    pub fn fail(&mut self, error: ErrorCode) -> AfterFailure {
        let after = after_failure(error);
        match after {
            AfterFailure::GiveUp => self.pending = None,
            AfterFailure::WaitForMetadata => {}
            AfterFailure::SendAgain => self.request = Request::Unanswered,
        }
        after
    }
}

/// The three kinds of failure of an ISR change.
#[must_use]
pub fn after_failure(error: ErrorCode) -> AfterFailure {
    match error {
        ErrorCode::OperationNotAttempted | ErrorCode::IneligibleReplica => AfterFailure::GiveUp,
        ErrorCode::UnknownTopicOrPartition
        | ErrorCode::UnknownTopicId
        | ErrorCode::FencedLeaderEpoch
        | ErrorCode::InvalidUpdateVersion
        | ErrorCode::InvalidRequest
        | ErrorCode::NewLeaderElected => AfterFailure::WaitForMetadata,
        _ => AfterFailure::SendAgain,
    }
}

/// Whether a follower may be proposed for the ISR, by what the leader's metadata says of it and by
/// the broker epoch that its last fetch carried (`None`: no fetch yet; `Some(None)`: the fetch
/// carried none). Source: `Partition.isReplicaIsrEligible`, KIP-841 (3.3), KIP-903 (3.5).
#[must_use]
pub fn is_eligible(standing: Standing, fetched_with: Option<Option<BrokerEpoch>>) -> bool {
    match (standing, fetched_with) {
        (Standing::Active(registered), Some(Some(carried))) => registered == carried,
        (Standing::Active(_), Some(None)) => true,
        _ => false,
    }
}

/// Whether a follower whose log ends at `log_end` has what an ISR member must have: everything
/// below the high watermark and below the start of the leader's epoch. Equality with the leader's
/// log end isn't needed, and time plays no part. Source: `Partition.isFollowerInSync`.
#[must_use]
pub fn has_enough_to_join(log_end: Offset, high_watermark: Offset, epoch_start: Offset) -> bool {
    high_watermark <= log_end && epoch_start <= log_end
}
