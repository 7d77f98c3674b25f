//! From a wanted state of a partition to the change record: reassignment, ELR, election, epochs.
//!
//! The order of the steps is Kafka's and matters. Nothing here looks at a log or at lag. Source:
//! `PartitionChangeBuilder` as of 4.3 (the same rules as 4.1 and 4.2 but for completion).

use crate::control::min_isr::isr_needs_no_elr;
use crate::control::reassignment;
use crate::control::registration::{
    LastKnownElr, LeaderField, LeaderRecoveryState, PartitionChange, PartitionRegistration,
};
use crate::control::rules::{ElrFeature, PartitionContext, ShrinkEpoch, UncleanElection};
use crate::ids::{BrokerId, BrokerList, BrokerSet};

/// How far an election may go. Source: `PartitionChangeBuilder.Election`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElectionType {
    /// The first replica if it is eligible, else as `Online`.
    Preferred,
    /// The present leader if it is eligible, else the first eligible replica.
    Online,
    /// As `Online`, and in the last resort the first live replica.
    Unclean,
}

impl ElectionType {
    /// The type that a change of a broker or of the ISR uses: unclean only where the topic's
    /// `unclean.leader.election.enable` allows it.
    #[must_use]
    pub fn by_config(unclean: UncleanElection) -> ElectionType {
        match unclean {
            UncleanElection::Disabled => ElectionType::Online,
            UncleanElection::Enabled => ElectionType::Unclean,
        }
    }
}

/// Whether the winner of an election is known to hold every committed record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cleanness {
    /// It comes from the ISR or the ELR, or nobody won.
    Clean,
    /// It is the last known leader or just a live replica.
    Unclean,
}

/// The outcome of an election. Source: `PartitionChangeBuilder.ElectionResult`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ElectionResult {
    /// The winner, or nobody.
    pub leader: Option<BrokerId>,
    /// Whether the election was clean.
    pub cleanness: Cleanness,
}

/// Collects the wanted state of one partition and computes the record that leads there.
#[derive(Clone, Debug)]
pub struct ChangeBuilder<'a> {
    current: &'a PartitionRegistration,
    context: PartitionContext,
    election: ElectionType,
    unclean_shutdown: BrokerSet,
    isr: BrokerList,
    elr: BrokerSet,
    replicas: BrokerList,
    removing: BrokerList,
    adding: BrokerList,
    recovery: LeaderRecoveryState,
}

impl<'a> ChangeBuilder<'a> {
    /// A builder that so far wants everything to stay as it is.
    #[must_use]
    pub fn new(
        current: &'a PartitionRegistration,
        context: PartitionContext,
        election: ElectionType,
    ) -> ChangeBuilder<'a> {
        ChangeBuilder {
            current,
            context,
            election,
            unclean_shutdown: BrokerSet::EMPTY,
            isr: current.isr.clone(),
            elr: current.elr.iter().copied().collect(),
            replicas: current.replicas.clone(),
            removing: current.removing.clone(),
            adding: current.adding.clone(),
            recovery: current.recovery,
        }
    }

    /// Wants this ISR.
    #[must_use]
    pub fn isr(mut self, isr: BrokerList) -> ChangeBuilder<'a> {
        self.isr = isr;
        self
    }

    /// Wants this replica list.
    #[must_use]
    pub fn replicas(mut self, replicas: BrokerList) -> ChangeBuilder<'a> {
        self.replicas = replicas;
        self
    }

    /// Wants these replicas to be removed when the reassignment completes.
    #[must_use]
    pub fn removing(mut self, removing: BrokerList) -> ChangeBuilder<'a> {
        self.removing = removing;
        self
    }

    /// Wants these replicas to be those that the reassignment adds.
    #[must_use]
    pub fn adding(mut self, adding: BrokerList) -> ChangeBuilder<'a> {
        self.adding = adding;
        self
    }

    /// Wants this recovery state; it overrides what the election would write.
    #[must_use]
    pub fn recovery(mut self, recovery: LeaderRecoveryState) -> ChangeBuilder<'a> {
        self.recovery = recovery;
        self
    }

    /// These brokers are known to have stopped uncleanly, so they can't be eligible leaders.
    #[must_use]
    pub fn unclean_shutdown(mut self, brokers: BrokerSet) -> ChangeBuilder<'a> {
        self.unclean_shutdown = brokers;
        self
    }

    /// The record, or none if nothing would change.
    #[must_use]
    pub fn build(mut self) -> Option<PartitionChange> {
        let mut change = PartitionChange::default();
        self.complete_reassignment();
        self.populate_elr();
        self.apply_election(&mut change);
        if change.leader == LeaderField::Unchanged
            && !contains_all(&self.replicas, &self.current.replicas)
        {
            change.leader = LeaderField::Set(self.current.leader);
        }
        self.write_elr(&mut change);
        self.write_isr(&mut change);
        self.write_last_known_leader(&mut change);
        self.write_assignment(&mut change);
        if self.recovery != self.current.recovery {
            change.recovery = Some(self.recovery);
        }
        (!change.is_no_op()).then_some(change)
    }

    /// Who would be elected, after the reassignment and the ELR were brought up to date.
    #[must_use]
    pub fn elect(mut self) -> ElectionResult {
        self.complete_reassignment();
        self.populate_elr();
        self.election_result()
    }

    fn elr_on(&self) -> bool {
        self.context.rules.elr == ElrFeature::On
    }

    fn complete_reassignment(&mut self) {
        let moving = reassignment::Moving {
            replicas: &self.replicas,
            removing: &self.removing,
            adding: &self.adding,
        };
        if let Some(done) =
            reassignment::completed(moving, &self.isr, self.context.rules.completion)
        {
            self.isr = done.isr;
            self.replicas = done.replicas;
            self.removing.clear();
            self.adding.clear();
        }
    }

    /// Members of the *old* ISR become eligible if the new one is below the minimum.
    fn populate_elr(&mut self) {
        if !self.elr_on() {
            return;
        }
        if isr_needs_no_elr(self.isr.len(), self.context.min_isr) {
            self.elr = BrokerSet::EMPTY;
            return;
        }
        let old_isr: BrokerSet = self.current.isr.iter().copied().collect();
        let new_isr: BrokerSet = self.isr.iter().copied().collect();
        self.elr = self.elr.union(old_isr).minus(new_isr).minus(self.unclean_shutdown);
    }

    fn is_valid_leader(&self, broker: BrokerId) -> bool {
        let eligible = if self.isr.is_empty() {
            self.elr.contains(broker)
        } else {
            self.isr.contains(&broker)
        };
        eligible && self.context.acceptable.contains(broker)
    }

    fn election_result(&self) -> ElectionResult {
        let clean = |leader| ElectionResult { leader, cleanness: Cleanness::Clean };
        let unclean = |leader| ElectionResult { leader, cleanness: Cleanness::Unclean };
        let valid = |broker: &BrokerId| self.is_valid_leader(*broker);

        if self.election == ElectionType::Preferred
            && let Some(preferred) = self.replicas.first().copied().filter(valid)
        {
            return clean(Some(preferred));
        }
        // The present leader goes before the list: no needless moves.
        if let Some(leader) = self.current.leader.filter(valid) {
            return clean(Some(leader));
        }
        if let Some(leader) = self.replicas.iter().copied().find(valid) {
            return clean(Some(leader));
        }
        if let Some(leader) = self.electable_last_known_leader() {
            return unclean(Some(leader));
        }
        if self.election == ElectionType::Unclean {
            let live = |broker: &BrokerId| self.context.acceptable.contains(*broker);
            if let Some(leader) = self.replicas.iter().copied().find(live) {
                return unclean(Some(leader));
            }
        }
        clean(None)
    }

    /// The last known leader may lead, whatever the topic says about unclean elections, but only
    /// when neither the ISR nor the ELR has anybody.
    fn electable_last_known_leader(&self) -> Option<BrokerId> {
        if !self.elr_on() || !self.isr.is_empty() || !self.elr.is_empty() {
            return None;
        }
        let acceptable = |broker: &BrokerId| self.context.acceptable.contains(*broker);
        self.current.last_known_elr.leader().filter(acceptable)
    }

    fn apply_election(&mut self, change: &mut PartitionChange) {
        let result = self.election_result();
        if result.leader == self.current.leader {
            return;
        }
        change.leader = LeaderField::Set(result.leader);
        let Some(leader) = result.leader else {
            return;
        };
        if self.elr.contains(leader) {
            self.isr = vec![leader];
            self.elr = self.elr.without(leader);
        }
        if result.cleanness == Cleanness::Unclean {
            change.isr = Some(vec![leader]);
            if self.current.recovery != LeaderRecoveryState::Recovering {
                change.recovery = Some(LeaderRecoveryState::Recovering);
            }
        }
    }

    fn write_elr(&mut self, change: &mut PartitionChange) {
        let elected_uncleanly = change.isr.is_some();
        if elected_uncleanly || !self.elr_on() {
            self.elr = BrokerSet::EMPTY;
        }
        let elr: BrokerList = self.elr.iter().collect();
        if elr != self.current.elr {
            change.elr = Some(elr);
        }
    }

    fn write_isr(&mut self, change: &mut PartitionChange) {
        let may_write = !self.isr.is_empty() || self.elr_on();
        if change.isr.is_none() && may_write && self.isr != self.current.isr {
            change.isr = Some(self.isr.clone());
        }
        if self.context.rules.shrink_epoch == ShrinkEpoch::Bumps
            && change.leader == LeaderField::Unchanged
            && let Some(isr) = &change.isr
            && !contains_all(isr, &self.current.isr)
        {
            change.leader = LeaderField::Set(self.current.leader);
        }
    }

    fn write_last_known_leader(&self, change: &mut PartitionChange) {
        if !self.elr_on() {
            return;
        }
        let remembered = self.current.last_known_elr;
        match change.leader {
            LeaderField::Set(None) if remembered.is_empty() => {
                change.last_known_elr = Some(LastKnownElr::of(self.current.leader));
            }
            LeaderField::Set(Some(_)) if !remembered.is_empty() => {
                change.last_known_elr = Some(LastKnownElr::Empty);
            }
            LeaderField::Set(_) | LeaderField::Unchanged => {}
        }
    }

    fn write_assignment(&self, change: &mut PartitionChange) {
        if !self.replicas.is_empty() && self.replicas != self.current.replicas {
            change.replicas = Some(self.replicas.clone());
        }
        if self.removing != self.current.removing {
            change.removing = Some(self.removing.clone());
        }
        if self.adding != self.current.adding {
            change.adding = Some(self.adding.clone());
        }
    }
}

/// Whether every member of `part` is in `whole`.
fn contains_all(whole: &[BrokerId], part: &[BrokerId]) -> bool {
    part.iter().all(|broker| whole.contains(broker))
}
