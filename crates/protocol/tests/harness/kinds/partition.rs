//! A partition's registration and its surroundings as fields of a line.

use highwater_protocol::control::{
    ControllerRules, ElrFeature, LastKnownElr, LeaderRecoveryState, PartitionContext,
    PartitionRegistration, ReassignmentCompletion, ShrinkEpoch, UncleanElection,
};
use highwater_protocol::{BrokerId, BrokerSet, LeaderEpoch, PartitionEpoch};

use crate::harness::fields::{self, Fields};

pub(crate) const RECOVERY: &[(&str, LeaderRecoveryState)] = &[
    ("recovered", LeaderRecoveryState::Recovered),
    ("recovering", LeaderRecoveryState::Recovering),
];

pub(crate) const ELR: &[(&str, ElrFeature)] = &[("off", ElrFeature::Off), ("on", ElrFeature::On)];

pub(crate) const UNCLEAN: &[(&str, UncleanElection)] =
    &[("disabled", UncleanElection::Disabled), ("enabled", UncleanElection::Enabled)];

pub(crate) const COMPLETION: &[(&str, ReassignmentCompletion)] =
    &[("4.3", ReassignmentCompletion::AddedInSync), ("4.2", ReassignmentCompletion::AllInSync)];

const SHRINK: &[(&str, ShrinkEpoch)] =
    &[("keeps", ShrinkEpoch::Keeps), ("bumps", ShrinkEpoch::Bumps)];

/// Reads `replicas`, and what was given of the rest; the ISR is all replicas, the leader its first
/// member, everything else empty and 0.
pub(crate) fn registration(given: &mut Fields) -> Result<PartitionRegistration, String> {
    let replicas = given.need_list("replicas")?;
    let isr = given.list("isr")?.unwrap_or_else(|| replicas.clone());
    let mut partition = PartitionRegistration::new(replicas, isr);
    if let Some(text) = given.take("leader") {
        partition.leader = leader(&text)?;
    }
    partition.elr = given.list("elr")?.unwrap_or_default();
    if let Some(text) = given.take("lke") {
        partition.last_known_elr = last_known_elr(&text)?;
    }
    partition.removing = given.list("removing")?.unwrap_or_default();
    partition.adding = given.list("adding")?.unwrap_or_default();
    partition.recovery = given.choice("recovery", RECOVERY)?.unwrap_or(partition.recovery);
    partition.leader_epoch = LeaderEpoch(given.number("leader-epoch")?.unwrap_or(0));
    partition.partition_epoch = PartitionEpoch(given.number("partition-epoch")?.unwrap_or(0));
    Ok(partition)
}

/// Reads `elr-feature` and the switches of old rules; without them ELR is off and the rules new.
pub(crate) fn rules(given: &mut Fields) -> Result<ControllerRules, String> {
    Ok(ControllerRules {
        elr: given.choice("elr-feature", ELR)?.unwrap_or(ElrFeature::Off),
        shrink_epoch: given.choice("shrink-epoch", SHRINK)?.unwrap_or(ShrinkEpoch::Keeps),
        completion: given
            .choice("completion", COMPLETION)?
            .unwrap_or(ReassignmentCompletion::AddedInSync),
    })
}

/// Reads the rules, `min-isr` (1), `acceptable` (all) less `unacceptable`, `unclean` (disabled).
pub(crate) fn context(given: &mut Fields) -> Result<PartitionContext, String> {
    let rules = rules(given)?;
    let everybody = || (0..=BrokerId::MAX.0).map(BrokerId).collect();
    let acceptable: BrokerSet =
        given.list("acceptable")?.map_or_else(everybody, |list| list.into_iter().collect());
    Ok(PartitionContext {
        rules,
        min_isr: given.number("min-isr")?.unwrap_or(1),
        acceptable: acceptable.minus(given.set("unacceptable")?),
        unclean: given.choice("unclean", UNCLEAN)?.unwrap_or(UncleanElection::Disabled),
    })
}

/// Reads a leader: an id, or `none`.
pub(crate) fn leader(text: &str) -> Result<Option<BrokerId>, String> {
    if text == "none" {
        return Ok(None);
    }
    fields::broker("leader", text)
        .map(Some)
        .map_err(|error| format!("{error}; write none for no leader"))
}

/// Writes a leader as it is read.
pub(crate) fn show_leader(leader: Option<BrokerId>) -> String {
    leader.map_or_else(|| "none".to_owned(), |leader| leader.to_string())
}

/// Reads the last known leader: `[]`, `[2]` or `[-1]`.
pub(crate) fn last_known_elr(text: &str) -> Result<LastKnownElr, String> {
    match fields::elements("lke", text)?.as_slice() {
        [] => Ok(LastKnownElr::Empty),
        ["-1"] => Ok(LastKnownElr::NoLeader),
        [one] => Ok(LastKnownElr::Leader(fields::broker("lke", one)?)),
        _ => Err(format!("lke: `{text}` has more than one element; it has none or one")),
    }
}

/// Writes a recovery state as it is read.
pub(crate) fn show_recovery(state: LeaderRecoveryState) -> &'static str {
    match state {
        LeaderRecoveryState::Recovered => "recovered",
        LeaderRecoveryState::Recovering => "recovering",
    }
}
