//! What holds of every change, over all states of a partition with three replicas.

use super::change_builder::{ChangeBuilder, ElectionType};
use super::registration::{LastKnownElr, LeaderField, PartitionRegistration};
use super::rules::{
    ControllerRules, ElrFeature, PartitionContext, ReassignmentCompletion, ShrinkEpoch,
    UncleanElection,
};
use crate::ids::{BrokerId, BrokerList, BrokerSet};

const ELECTIONS: [ElectionType; 3] =
    [ElectionType::Preferred, ElectionType::Online, ElectionType::Unclean];

/// The lists of brokers 0, 1, 2 whose members are the bits of 0 to 7.
fn lists() -> impl Iterator<Item = BrokerList> {
    (0..8_u8).map(|bits| (0..3).filter(|id| bits & (1 << id) != 0).map(BrokerId).collect())
}

/// Every registration that ELR on or off allows: a leader is in the ISR, ELR is apart from it.
fn registrations(elr: ElrFeature) -> Vec<PartitionRegistration> {
    let replicas: BrokerList = (0..3).map(BrokerId).collect();
    let mut all = Vec::new();
    for isr in lists().filter(|isr| elr == ElrFeature::On || !isr.is_empty()) {
        for eligible in lists() {
            let apart = eligible.iter().all(|broker| !isr.contains(broker));
            if !apart || (elr == ElrFeature::Off && !eligible.is_empty()) {
                continue;
            }
            let base = PartitionRegistration {
                elr: eligible,
                leader: None,
                ..PartitionRegistration::new(replicas.clone(), isr.clone())
            };
            all.extend(
                isr.iter()
                    .map(|leader| PartitionRegistration { leader: Some(*leader), ..base.clone() }),
            );
            if elr == ElrFeature::On {
                let last_known_elr = LastKnownElr::Leader(BrokerId(1));
                all.push(PartitionRegistration { last_known_elr, ..base.clone() });
            }
            all.push(base);
        }
    }
    all
}

fn context(elr: ElrFeature, min_isr: usize, acceptable: BrokerSet) -> PartitionContext {
    let rules = ControllerRules {
        elr,
        shrink_epoch: ShrinkEpoch::Keeps,
        completion: ReassignmentCompletion::AddedInSync,
    };
    PartitionContext { rules, min_isr, acceptable, unclean: UncleanElection::Disabled }
}

/// A change that Kafka's callers of the builder can ask for, and what came of it.
struct Case {
    before: PartitionRegistration,
    after: PartitionRegistration,
    election: ElectionType,
    /// What held while the change was computed, the change's own broker included.
    context: PartitionContext,
}

/// Calls `check` with every state, every set of live brokers, every minimum and every change.
fn for_every_case(check: impl Fn(&Case)) {
    for elr in [ElrFeature::Off, ElrFeature::On] {
        for before in registrations(elr) {
            for acceptable in lists() {
                for min_isr in 1..=3 {
                    let context = context(elr, min_isr, acceptable.iter().copied().collect());
                    ELECTIONS.iter().for_each(|e| changes(&before, context, *e, &check));
                }
            }
        }
    }
}

fn changes(
    before: &PartitionRegistration,
    context: PartitionContext,
    election: ElectionType,
    check: &impl Fn(&Case),
) {
    let run = |context: PartitionContext, isr: BrokerList, unclean: BrokerSet| {
        let builder = ChangeBuilder::new(before, context, election).isr(isr);
        let change = builder.unclean_shutdown(unclean).build();
        let after = change.map_or_else(|| before.clone(), |change| before.merge(&change));
        check(&Case { before: before.clone(), after, election, context });
    };
    // An election, or the unfencing of a broker.
    run(context, before.isr.clone(), BrokerSet::EMPTY);
    if election == ElectionType::Preferred {
        return; // Never together with another wish.
    }
    // A broker that goes, with and without the knowledge that it went uncleanly.
    for gone in (0..3).map(BrokerId) {
        let context = PartitionContext { acceptable: context.acceptable.without(gone), ..context };
        let rest = |isr: &BrokerList| isr.iter().copied().filter(|r| *r != gone).collect();
        run(context, rest(&before.isr), BrokerSet::EMPTY);
        run(context, rest(&before.isr), BrokerSet::of(gone));
    }
    // A leader's wish for another ISR: itself and live brokers.
    for isr in lists() {
        let is_live = isr.iter().all(|member| context.acceptable.contains(*member));
        if is_live && before.leader.is_some_and(|leader| isr.contains(&leader)) {
            run(context, isr, BrokerSet::EMPTY);
        }
    }
}

impl Case {
    fn show(&self) -> String {
        let Case { before, after, election, context } = self;
        format!("{election:?} {context:?}\nbefore {before:?}\nafter  {after:?}")
    }
}

#[test]
fn the_lists_stay_sound() {
    for_every_case(|case| {
        let after = &case.after;
        if let Some(leader) = after.leader {
            assert!(after.isr.contains(&leader), "leader outside the ISR: {}", case.show());
        }
        let apart = after.elr.iter().all(|member| !after.isr.contains(member));
        assert!(apart, "in ISR and ELR: {}", case.show());
        if case.context.rules.elr == ElrFeature::Off {
            assert!(!after.isr.is_empty() && after.elr.is_empty(), "ELR is off: {}", case.show());
        }
    });
}

#[test]
fn a_new_leader_is_acceptable_and_an_unclean_one_is_allowed() {
    for_every_case(|case| {
        let Some(leader) = case.after.leader.filter(|_| case.after.leader != case.before.leader)
        else {
            return;
        };
        assert!(case.context.acceptable.contains(leader), "not acceptable: {}", case.show());
        let was_eligible = case.before.isr.contains(&leader) || case.before.elr.contains(&leader);
        let is_remembered = case.before.last_known_elr.leader() == Some(leader);
        let is_allowed = case.election == ElectionType::Unclean;
        assert!(was_eligible || is_remembered || is_allowed, "unclean: {}", case.show());
    });
}

#[test]
fn a_partition_without_leader_has_nobody_who_could_lead() {
    for_every_case(|case| {
        let Case { after, context, .. } = case;
        if after.leader.is_none() {
            let candidates = if after.isr.is_empty() { &after.elr } else { &after.isr };
            let live = candidates.iter().find(|r| context.acceptable.contains(**r));
            assert_eq!(live, None, "could lead: {}", case.show());
        }
    });
}

#[test]
fn an_election_after_the_change_changes_no_leader() {
    for_every_case(|case| {
        let again = ChangeBuilder::new(&case.after, case.context, case.election).build();
        let leader = again.map_or(LeaderField::Unchanged, |change| change.leader);
        assert_eq!(leader, LeaderField::Unchanged, "{}", case.show());
    });
}
