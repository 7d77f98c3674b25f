//! One replica with what its broker keeps around it: times, metadata of the others, counters. It
//! puts the transitions of `highwater_protocol` together in the order in which a broker does.

use std::collections::BTreeMap;

use highwater_protocol::fetch::FetchRequest;
use highwater_protocol::isr::{AfterFailure, PendingIsr, Standing};
use highwater_protocol::lag::{FetchTimes, Millis};
use highwater_protocol::leading::{Outlook, TakenFetch};
use highwater_protocol::replica::{
    IsrAfterChange, IsrAnswer, IsrOutcome, PartitionMetadata, Replica, RoleChange,
};
use highwater_protocol::{
    BrokerEpoch, BrokerId, BrokerList, BrokerSet, ErrorCode, Generation, LeaderEpoch,
    PartitionEpoch, RecordId,
};

/// What the metadata says of the partition at the moment.
#[derive(Clone)]
pub(super) struct Registration {
    pub(super) replicas: BrokerList,
    pub(super) isr: BrokerList,
    pub(super) leader: Option<BrokerId>,
    pub(super) leader_epoch: LeaderEpoch,
    pub(super) partition_epoch: PartitionEpoch,
}

/// How often an ISR change succeeded or failed.
#[derive(Default)]
pub(super) struct Counters {
    pub(super) expands: u32,
    pub(super) shrinks: u32,
    pub(super) failed: u32,
}

pub(super) struct ReplicaBench {
    pub(super) replica: Replica,
    pub(super) registration: Registration,
    pub(super) times: BTreeMap<BrokerId, FetchTimes>,
    pub(super) standings: BTreeMap<BrokerId, Standing>,
    pub(super) own_epoch: BrokerEpoch,
    pub(super) now: Millis,
    pub(super) lag_max: Millis,
    pub(super) min_insync: usize,
    pub(super) generation: Generation,
    pub(super) counters: Counters,
    /// The partition epoch at which the last ISR request was made.
    pub(super) asked_at: PartitionEpoch,
}

impl ReplicaBench {
    /// What the leader can look up; a broker that no line has spoken of is alive, in epoch 1.
    pub(super) fn look<T>(&self, ask: impl FnOnce(&Replica, &Outlook<'_>) -> T) -> T {
        let standing = |broker: BrokerId| self.standing(broker);
        let times = |broker: BrokerId| self.times.get(&broker).copied().unwrap_or_default();
        let outlook = Outlook {
            standing: &standing,
            times: &times,
            now: self.now,
            lag_max: self.lag_max,
            generation: self.generation,
        };
        ask(&self.replica, &outlook)
    }

    fn standing(&self, broker: BrokerId) -> Standing {
        self.standings.get(&broker).copied().unwrap_or(Standing::Active(BrokerEpoch(1)))
    }

    /// The metadata as it is now reaches the replica.
    pub(super) fn apply(&mut self) -> RoleChange {
        let registration = self.registration.clone();
        let metadata = PartitionMetadata {
            replicas: &registration.replicas,
            isr: &registration.isr,
            leader: registration.leader,
            leader_epoch: registration.leader_epoch,
            partition_epoch: registration.partition_epoch,
        };
        let change = self.replica.apply(metadata, self.generation);
        if change == RoleChange::Stale {
            return change;
        }
        let remotes: Vec<BrokerId> = match self.replica.leadership() {
            Some(leadership) => leadership.remotes.iter().map(|remote| remote.id).collect(),
            None => Vec::new(),
        };
        self.times.retain(|broker, _| remotes.contains(broker));
        for follower in remotes {
            let fresh = self.replica.times_at_election(follower, &change, self.now);
            let times = self.times.entry(follower).or_insert_with(FetchTimes::created);
            *times = fresh.unwrap_or(*times);
        }
        self.advance();
        change
    }

    /// The leader looks at its high watermark.
    pub(super) fn advance(&mut self) {
        let outsiders = self.look(|replica, outlook| replica.outsiders(outlook));
        self.replica.advance_high_watermark(self.min_insync, outsiders, self.generation);
    }

    /// A fetch arrives. Returns what became of it and the ISR that the leader then asks for.
    pub(super) fn fetch(&mut self, request: &FetchRequest) -> (TakenFetch, Option<BrokerList>) {
        let standing = self.standing(request.replica);
        let taken = self.replica.take_fetch(request, u32::MAX, standing, self.generation);
        let Some(noted) = taken.noted else {
            return (taken, None);
        };
        let times = self.times.entry(request.replica).or_insert_with(FetchTimes::created);
        times.note_fetch(request.offset, taken.log_end, self.now);
        let joins = self.look(|replica, outlook| replica.may_join(request.replica, outlook));
        let change = joins.then_some(PendingIsr::Expand(request.replica));
        let proposed = change.and_then(|change| self.propose(change).ok());
        if noted.changed() {
            self.advance();
        }
        (taken, proposed)
    }

    /// The leader looks for followers that have fallen behind; returns the ISR it then asks for.
    pub(super) fn shrink_check(&mut self) -> Result<Option<BrokerList>, ErrorCode> {
        let behind = self.look(|replica, outlook| replica.out_of_sync(outlook));
        if behind.is_empty() {
            return Ok(None);
        }
        self.propose(PendingIsr::Shrink(behind)).map(Some)
    }

    fn propose(&mut self, change: PendingIsr) -> Result<BrokerList, ErrorCode> {
        let asked_at = self.replica.partition_epoch.unwrap_or_default();
        let leadership = self.replica.leadership_mut().ok_or(ErrorCode::NotLeaderOrFollower)?;
        match change {
            PendingIsr::Expand(follower) => leadership.isr.propose_expand(follower)?,
            PendingIsr::Shrink(out) => leadership.isr.propose_shrink(out)?,
        }
        self.asked_at = asked_at;
        Ok(leadership.isr.proposed())
    }

    /// The controller's answer arrives.
    pub(super) fn answer(&mut self, answer: IsrAnswer<'_>) -> IsrOutcome {
        let outcome = self.replica.accept_isr_answer(answer);
        match outcome {
            IsrOutcome::Overridden => {}
            IsrOutcome::Stale | IsrOutcome::Refused(_) => self.counters.failed += 1,
            IsrOutcome::Committed(PendingIsr::Expand(_)) => self.counters.expands += 1,
            IsrOutcome::Committed(PendingIsr::Shrink(_)) => self.counters.shrinks += 1,
        }
        if matches!(outcome, IsrOutcome::Committed(_)) {
            self.advance();
        }
        outcome
    }

    /// The answer that grants the pending change, in the epochs that the replica knows.
    pub(super) fn grant<'a>(&self, isr: &'a [BrokerId]) -> IsrAnswer<'a> {
        let known = self.replica.partition_epoch.unwrap_or_default();
        let after = IsrAfterChange {
            isr,
            leader_epoch: self.replica.leader_epoch.unwrap_or_default(),
            partition_epoch: known.next(),
        };
        IsrAnswer { asked_at: self.asked_at, result: Ok(after) }
    }

    /// The leader appends records of its own making.
    pub(super) fn append(&mut self, count: u32) -> Result<(), ErrorCode> {
        for _ in 0..count {
            let record = RecordId(self.replica.log.end().0);
            self.replica.append(record, self.generation)?;
        }
        self.advance();
        Ok(())
    }

    /// Followers that count as caught up.
    pub(super) fn caught_up(&self) -> BrokerSet {
        self.look(|replica, outlook| {
            let remotes = replica.leadership().map_or(&[][..], |leadership| &leadership.remotes);
            let end = replica.log.end();
            remotes.iter().filter(|r| outlook.is_caught_up(r, end)).map(|r| r.id).collect()
        })
    }
}

/// What an answer did, by the word in a file.
pub(super) fn show_outcome(outcome: IsrOutcome) -> &'static str {
    match outcome {
        IsrOutcome::Overridden => "ignored",
        IsrOutcome::Stale => "stale",
        IsrOutcome::Committed(_) => "committed",
        IsrOutcome::Refused(AfterFailure::GiveUp) => "given-up",
        IsrOutcome::Refused(AfterFailure::WaitForMetadata) => "waits",
        IsrOutcome::Refused(AfterFailure::SendAgain) => "sent-again",
    }
}
