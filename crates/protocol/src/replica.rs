//! One broker's copy of a partition with its role: the unit that a cluster is made of.
//!
//! Everything a replica does on metadata, fetches and answers is a method here that calls the
//! rules of its neighbours in Kafka's order. It never talks to anyone.

use crate::epoch_cache::EpochEnd;
use crate::error::ErrorCode;
use crate::fetch::{FetchReply, FetchRequest};
use crate::follower::{self, Accepted, Cut, FetchErrorReaction, FollowPhase, Following};
use crate::generation::Generation;
use crate::ids::{BrokerEpoch, BrokerId, BrokerSet, LeaderEpoch, Offset, PartitionEpoch, RecordId};
use crate::isr::{AfterFailure, PendingIsr};
use crate::leader::{self, HighWatermarkRule, Leadership};
use crate::log::{Entry, ReplicaLog};

/// What a replica is at the moment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Loaded, and no metadata applied yet.
    Idle,
    /// It leads.
    Leader(Leadership),
    /// It follows.
    Follower(Following),
}

/// What the metadata says of a partition, as far as a replica uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartitionMetadata<'a> {
    /// Assigned replicas, those being added included.
    pub replicas: &'a [BrokerId],
    /// The ISR.
    pub isr: &'a [BrokerId],
    /// The leader, if there is one.
    pub leader: Option<BrokerId>,
    /// The leader epoch.
    pub leader_epoch: LeaderEpoch,
    /// The partition epoch.
    pub partition_epoch: PartitionEpoch,
}

/// One broker's copy of a partition. Source: `Partition`, `UnifiedLog`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Replica {
    /// Whose copy it is.
    pub broker: BrokerId,
    /// The log.
    pub log: ReplicaLog,
    /// The leader epoch of the last applied metadata.
    pub leader_epoch: Option<LeaderEpoch>,
    /// The partition epoch of the last applied metadata or ISR change.
    pub partition_epoch: Option<PartitionEpoch>,
    /// The role.
    pub role: Role,
}

/// A leader's high watermark after it was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HighWatermarkStep {
    /// What the rule said.
    pub rule: HighWatermarkRule,
    /// Before.
    pub from: Offset,
    /// After; never less.
    pub to: Offset,
}

impl HighWatermarkStep {
    /// Whether it moved.
    #[must_use]
    pub fn moved(&self) -> bool {
        self.from < self.to
    }
}

/// What applying metadata made of a replica.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoleChange {
    /// The metadata was older than what the replica knows, and was ignored.
    Stale,
    /// It leads a new leader epoch.
    LeaderOfNewEpoch {
        /// Whether it led just before, too.
        led_before: bool,
    },
    /// It leads on in the same epoch with new replicas or ISR.
    LeaderContinues,
    /// It follows from the start: its fetcher begins anew.
    FollowerStarts {
        /// What was cut at once.
        cut: Option<Cut>,
    },
    /// It follows on undisturbed.
    FollowerContinues,
}

/// The controller's answer to an ISR change, as its leader takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IsrAnswer<'a> {
    /// The partition epoch that the request was made at.
    pub asked_at: PartitionEpoch,
    /// The state after the change, or the error of this partition.
    pub result: Result<IsrAfterChange<'a>, ErrorCode>,
}

/// A partition's state after an ISR change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IsrAfterChange<'a> {
    /// The ISR.
    pub isr: &'a [BrokerId],
    /// The leader epoch.
    pub leader_epoch: LeaderEpoch,
    /// The partition epoch.
    pub partition_epoch: PartitionEpoch,
}

/// What an answer did to a leader's ISR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IsrOutcome {
    /// Metadata has replaced the change meanwhile; nothing happened and nothing is counted.
    Overridden,
    /// A success for another epoch: not taken, counted as a failure, the change stays pending.
    Stale,
    /// The change was made.
    Committed(PendingIsr),
    /// It was refused; counted as a failure.
    Refused(AfterFailure),
}

/// What a follower made of a response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FetchOutcome {
    /// The response was to a request of another epoch or offset, and was dropped.
    Ignored,
    /// Records and high watermark were taken.
    Accepted(Accepted),
    /// The log was cut.
    Cut(Cut),
    /// The fetch was refused.
    Refused(ErrorCode, FetchErrorReaction),
}

impl Replica {
    /// A replica with an empty log that no metadata has reached.
    #[must_use]
    pub fn new(broker: BrokerId) -> Replica {
        Replica {
            broker,
            log: ReplicaLog::default(),
            leader_epoch: None,
            partition_epoch: None,
            role: Role::Idle,
        }
    }

    /// The leadership, if the replica leads.
    #[must_use]
    pub fn leadership(&self) -> Option<&Leadership> {
        match &self.role {
            Role::Leader(leadership) => Some(leadership),
            _ => None,
        }
    }

    /// The leadership, to change it.
    pub fn leadership_mut(&mut self) -> Option<&mut Leadership> {
        match &mut self.role {
            Role::Leader(leadership) => Some(leadership),
            _ => None,
        }
    }

    /// The state as a follower, if the replica follows.
    #[must_use]
    pub fn following(&self) -> Option<Following> {
        match self.role {
            Role::Follower(following) => Some(following),
            _ => None,
        }
    }

    /// Applies metadata. Source: `Partition.makeLeader`, `Partition.makeFollower`.
    pub fn apply(&mut self, metadata: PartitionMetadata<'_>, generation: Generation) -> RoleChange {
        if self.partition_epoch.is_some_and(|known| metadata.partition_epoch < known) {
            return RoleChange::Stale;
        }
        self.partition_epoch = Some(metadata.partition_epoch);
        if metadata.leader == Some(self.broker) {
            self.lead(metadata, generation)
        } else {
            self.follow(metadata, generation)
        }
    }

    fn lead(&mut self, metadata: PartitionMetadata<'_>, generation: Generation) -> RoleChange {
        let new_epoch = self.leader_epoch.is_none_or(|known| known < metadata.leader_epoch);
        let led_before = self.leadership().is_some();
        if new_epoch && generation.writes_epoch_at_election() {
            self.log.start_epoch(metadata.leader_epoch, generation.assign_rule());
        }
        self.leader_epoch = Some(metadata.leader_epoch);
        let epoch_start = self.log.end();
        match &mut self.role {
            Role::Leader(leadership) => {
                leadership.assign(self.broker, metadata.replicas);
                leadership.isr.commit(metadata.isr);
                if new_epoch {
                    leadership.epoch_start = epoch_start;
                }
            }
            _ => {
                self.role = Role::Leader(Leadership::begin(
                    self.broker,
                    metadata.replicas,
                    metadata.isr,
                    epoch_start,
                ));
            }
        }
        if new_epoch || !led_before {
            RoleChange::LeaderOfNewEpoch { led_before }
        } else {
            RoleChange::LeaderContinues
        }
    }

    fn follow(&mut self, metadata: PartitionMetadata<'_>, generation: Generation) -> RoleChange {
        let before = self.following();
        let same_leader = before.is_some_and(|following| following.leader == metadata.leader);
        let same_epoch = self.leader_epoch == Some(metadata.leader_epoch);
        self.leader_epoch = Some(metadata.leader_epoch);
        let undisturbed = same_leader && (same_epoch || !generation.restarts_fetcher_on_epoch());
        if undisturbed {
            return RoleChange::FollowerContinues;
        }
        let Some(leader) = metadata.leader else {
            self.role = Role::Follower(Following { leader: None, phase: FollowPhase::NoLeader });
            return RoleChange::FollowerStarts { cut: None };
        };
        let (phase, cut) = follower::start_following(&mut self.log, generation);
        self.role = Role::Follower(Following { leader: Some(leader), phase });
        RoleChange::FollowerStarts { cut }
    }

    /// Appends a record as the leader.
    ///
    /// # Errors
    /// `NOT_LEADER_OR_FOLLOWER` when the replica doesn't lead. Note that no epoch is checked: a
    /// produce request carries none.
    pub fn append(
        &mut self,
        record: RecordId,
        generation: Generation,
    ) -> Result<Offset, ErrorCode> {
        let (Some(_), Some(epoch)) = (self.leadership(), self.leader_epoch) else {
            return Err(ErrorCode::NotLeaderOrFollower);
        };
        let offset = self.log.end();
        self.log.append(Entry { epoch, record }, generation.assign_rule());
        Ok(offset)
    }

    /// Looks at the leader's high watermark and raises it if the rule allows.
    pub fn advance_high_watermark(
        &mut self,
        min_insync: usize,
        outsiders: BrokerSet,
        generation: Generation,
    ) -> Option<HighWatermarkStep> {
        let from = self.log.high_watermark();
        let rule = self.leadership()?.high_watermark_rule(
            self.log.end(),
            min_insync,
            outsiders,
            generation,
        );
        if let HighWatermarkRule::At { offset, .. } = rule {
            // The minimum includes the leader's own end, so the log can't refuse it.
            let _ = self.log.raise_high_watermark(offset);
        }
        Some(HighWatermarkStep { rule, from, to: self.log.high_watermark() })
    }

    /// Takes the controller's answer to the ISR change in flight.
    ///
    /// Source: `Partition.submitAlterPartition`, `handleAlterPartitionUpdate`,
    /// `handleAlterPartitionError`.
    pub fn accept_isr_answer(&mut self, answer: IsrAnswer<'_>) -> IsrOutcome {
        let (leader_epoch, partition_epoch) = (self.leader_epoch, self.partition_epoch);
        let Some(leadership) = self.leadership_mut() else { return IsrOutcome::Overridden };
        leadership.isr.note_answer();
        let Some(pending) = leadership.isr.pending() else { return IsrOutcome::Overridden };
        if partition_epoch != Some(answer.asked_at) {
            return IsrOutcome::Overridden;
        }
        match answer.result {
            Err(error) => IsrOutcome::Refused(leadership.isr.fail(error)),
            Ok(after) => {
                let stale = leader_epoch != Some(after.leader_epoch)
                    || after.partition_epoch < answer.asked_at;
                if stale {
                    return IsrOutcome::Stale;
                }
                leadership.isr.commit(after.isr);
                self.partition_epoch = Some(after.partition_epoch);
                IsrOutcome::Committed(pending)
            }
        }
    }

    /// The fetch this follower would send now.
    #[must_use]
    pub fn fetch_request(
        &self,
        broker_epoch: BrokerEpoch,
        generation: Generation,
    ) -> Option<FetchRequest> {
        if self.following()?.phase != FollowPhase::Fetching {
            return None;
        }
        let on_fetch = generation.truncation() == crate::generation::Truncation::OnFetch;
        let latest = self.log.epochs().latest().map(|entry| entry.epoch);
        Some(FetchRequest {
            replica: self.broker,
            offset: self.log.end(),
            leader_epoch: self.leader_epoch.filter(|_| generation.fences_fetch()),
            last_fetched_epoch: latest.filter(|_| on_fetch),
            log_start: self.log.start(),
            broker_epoch: Some(broker_epoch).filter(|_| generation.checks_broker_epoch()),
        })
    }

    /// Whether this replica, as a leader, may answer a request that carries `carried`.
    ///
    /// # Errors
    /// The epoch errors first, then `NOT_LEADER_OR_FOLLOWER`. Source: `Partition.getLocalLog`.
    pub fn check_leads(&self, carried: Option<LeaderEpoch>) -> Result<&Leadership, ErrorCode> {
        leader::check_leader_epoch(carried, self.leader_epoch)?;
        self.leadership().ok_or(ErrorCode::NotLeaderOrFollower)
    }

    /// What this replica answers to a follower's fetch, without noting it.
    #[must_use]
    pub fn answer_fetch(
        &self,
        request: &FetchRequest,
        limit: u32,
        generation: Generation,
    ) -> FetchReply {
        let leadership = match self.check_leads(request.leader_epoch) {
            Ok(leadership) => leadership,
            Err(error) => return FetchReply::Error(error),
        };
        if leadership.remote(request.replica).is_none() {
            let error = match request.leader_epoch {
                Some(_) => ErrorCode::UnknownLeaderEpoch,
                None => ErrorCode::NotLeaderOrFollower,
            };
            return FetchReply::Error(error);
        }
        leader::read_for_follower(&self.log, request, limit, generation)
    }

    /// What this replica answers to "where does this epoch end?".
    ///
    /// # Errors
    /// As [`Replica::check_leads`].
    pub fn answer_epoch_end(
        &self,
        asked: LeaderEpoch,
        carried: Option<LeaderEpoch>,
    ) -> Result<Option<EpochEnd>, ErrorCode> {
        self.check_leads(carried)?;
        Ok(leader::epoch_end(&self.log, asked))
    }

    /// Takes the answer to "where does this epoch end?"; `None` if the replica isn't waiting for it.
    pub fn accept_epoch_end(
        &mut self,
        asked: LeaderEpoch,
        answer: Option<EpochEnd>,
        generation: Generation,
    ) -> Option<Cut> {
        let following = self.following()?;
        if following.phase != (FollowPhase::Truncating { asked }) {
            return None;
        }
        let (phase, cut) = follower::accept_epoch_end(&mut self.log, answer, generation);
        self.role = Role::Follower(Following { phase, ..following });
        Some(cut)
    }

    /// Whether a response to `request` still fits: same offset and, from 3.9.1 on (here: wherever
    /// fetches carry it), the same leader epoch (KAFKA-18991).
    #[must_use]
    pub fn awaits(&self, request: &FetchRequest, generation: Generation) -> bool {
        let fetching = self.following().is_some_and(|f| f.phase == FollowPhase::Fetching);
        let same_epoch = !generation.fences_fetch() || request.leader_epoch == self.leader_epoch;
        fetching && same_epoch && request.offset == self.log.end()
    }

    /// Takes the answer to a fetch. Source: `AbstractFetcherThread.processFetchRequest`.
    pub fn accept_fetch(
        &mut self,
        request: &FetchRequest,
        reply: &FetchReply,
        generation: Generation,
    ) -> FetchOutcome {
        if !self.awaits(request, generation) {
            return FetchOutcome::Ignored;
        }
        match reply {
            FetchReply::Error(error) => {
                let reaction = follower::on_fetch_error(*error);
                if reaction == FetchErrorReaction::Fail {
                    self.fail();
                }
                FetchOutcome::Refused(*error, reaction)
            }
            FetchReply::Diverging { at } => {
                FetchOutcome::Cut(follower::accept_divergence(&mut self.log, *at))
            }
            FetchReply::Records { entries, high_watermark, log_start } => {
                FetchOutcome::Accepted(follower::accept_records(
                    &mut self.log,
                    entries,
                    *high_watermark,
                    *log_start,
                    self.leader_epoch,
                    generation,
                ))
            }
        }
    }

    fn fail(&mut self) {
        if let Role::Follower(following) = &mut self.role {
            following.phase = FollowPhase::Failed;
        }
    }

    /// Forgets what only the process knew: role and epochs go, the log is loaded again with the
    /// checkpointed high watermark.
    pub fn reload(&mut self, checkpointed_high_watermark: Offset) {
        self.role = Role::Idle;
        self.leader_epoch = None;
        self.partition_epoch = None;
        self.log.reload(checkpointed_high_watermark);
    }
}
