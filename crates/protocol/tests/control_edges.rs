//! Boundaries of the controller's rules that no conformance row stands on.

use highwater_protocol::control::election::elect_unclean;
use highwater_protocol::control::{
    ChangeBuilder, ControllerRules, ElectionType, ElrFeature, LastKnownElr, LeaderField,
    LeaderRecoveryState, PartitionChange, PartitionContext, PartitionRegistration,
    ReassignmentCompletion, ShrinkEpoch, UncleanElection,
};
use highwater_protocol::{BrokerId, BrokerSet};

/// A partition on brokers 0, 1 and 2 without a leader.
fn leaderless(isr: &[u8]) -> PartitionRegistration {
    let ids = |ids: &[u8]| ids.iter().copied().map(BrokerId).collect();
    let base = PartitionRegistration::new(ids(&[0, 1, 2]), ids(isr));
    PartitionRegistration { leader: None, ..base }
}

fn context(elr: ElrFeature, alive: &[u8], unclean: UncleanElection) -> PartitionContext {
    let rules = ControllerRules {
        elr,
        shrink_epoch: ShrinkEpoch::Keeps,
        completion: ReassignmentCompletion::AddedInSync,
    };
    let acceptable: BrokerSet = alive.iter().copied().map(BrokerId).collect();
    PartitionContext { rules, min_isr: 1, acceptable, unclean }
}

#[test]
fn an_election_that_must_recover_is_counted_as_unclean_and_no_other() {
    let with = |recovery| PartitionChange { recovery, ..PartitionChange::default() };
    let counted =
        [None, Some(LeaderRecoveryState::Recovered), Some(LeaderRecoveryState::Recovering)]
            .map(|recovery| with(recovery).counts_as_unclean_election());
    assert_eq!(counted, [false, false, true]);
}

#[test]
fn the_periodic_unclean_election_writes_only_where_it_may_and_must() {
    let offline = leaderless(&[0]);
    let elect = |partition: &PartitionRegistration, unclean| {
        elect_unclean(partition, &context(ElrFeature::Off, &[1, 2], unclean))
    };
    assert_eq!(elect(&offline, UncleanElection::Disabled), None);
    let change = elect(&offline, UncleanElection::Enabled).expect("broker 1 is alive");
    assert_eq!(change.leader, LeaderField::Set(Some(BrokerId(1))));
    assert!(change.counts_as_unclean_election());
    let led = PartitionRegistration { leader: Some(BrokerId(1)), ..leaderless(&[1]) };
    assert_eq!(elect(&led, UncleanElection::Enabled), None);
}

#[test]
fn the_last_known_leader_leads_only_when_nobody_else_is_known_to_have_everything() {
    let elected = |elr, isr: &[u8], eligible: &[u8]| {
        let partition = PartitionRegistration {
            elr: eligible.iter().copied().map(BrokerId).collect(),
            last_known_elr: LastKnownElr::Leader(BrokerId(1)),
            ..leaderless(isr)
        };
        let context = context(elr, &[1], UncleanElection::Disabled);
        let change = ChangeBuilder::new(&partition, context, ElectionType::Online).build();
        matches!(change, Some(change) if change.leader == LeaderField::Set(Some(BrokerId(1))))
    };
    assert!(elected(ElrFeature::On, &[], &[]));
    assert!(!elected(ElrFeature::On, &[0], &[]), "a member of the ISR may come back");
    assert!(!elected(ElrFeature::On, &[], &[2]), "a member of the ELR may come back");
    assert!(!elected(ElrFeature::Off, &[], &[]), "it came with ELR");
}

#[test]
fn an_isr_as_large_as_the_minimum_needs_no_elr() {
    use highwater_protocol::control::isr_needs_no_elr;
    let needed = [0, 1, 2, 3].map(|isr| !isr_needs_no_elr(isr, 2));
    assert_eq!(needed, [true, true, false, false]);
}
