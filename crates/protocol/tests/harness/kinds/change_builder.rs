//! `kind change-builder`: one call of the change builder; expected is the record, field by field.

use highwater_protocol::control::{
    ChangeBuilder, Cleanness, ElectionType, LeaderField, PartitionChange,
};

use super::partition;
use crate::harness::compare::{Answer, one_line};
use crate::harness::fields::{Fields, show};
use crate::harness::text::{Failure, Row, Token};

const ELECTION: &[(&str, ElectionType)] = &[
    ("preferred", ElectionType::Preferred),
    ("online", ElectionType::Online),
    ("unclean", ElectionType::Unclean),
];

/// A row with `elr-feature=both` has to hold with ELR off and with ELR on.
pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    let both = Token::Field("elr-feature".to_owned(), "both".to_owned());
    if !row.steps.iter().any(|step| step.given.contains(&both)) {
        return one_line(row, answer);
    }
    for value in ["off", "on"] {
        let one = Token::Field("elr-feature".to_owned(), value.to_owned());
        let mut row = row.clone();
        for token in row.steps.iter_mut().flat_map(|step| &mut step.given) {
            if *token == both {
                *token = one.clone();
            }
        }
        one_line(&row, answer).map_err(|failure| {
            Failure::at(failure.line, format!("with elr-feature={value}: {}", failure.text))
        })?;
    }
    Ok(())
}

fn answer(given: &mut Fields) -> Result<Answer, String> {
    let current = partition::registration(given)?;
    let context = partition::context(given)?;
    let election = given.choice("election", ELECTION)?.unwrap_or(ElectionType::Online);
    let mut builder = ChangeBuilder::new(&current, context, election)
        .unclean_shutdown(given.set("unclean-shutdown")?);
    if let Some(isr) = given.list("to-isr")? {
        builder = builder.isr(isr);
    }
    if let Some(replicas) = given.list("to-replicas")? {
        builder = builder.replicas(replicas);
    }
    if let Some(removing) = given.list("to-removing")? {
        builder = builder.removing(removing);
    }
    if let Some(adding) = given.list("to-adding")? {
        builder = builder.adding(adding);
    }
    if let Some(recovery) = given.choice("to-recovery", partition::RECOVERY)? {
        builder = builder.recovery(recovery);
    }

    let elected = builder.clone().elect();
    let cleanness = match elected.cleanness {
        Cleanness::Clean => "clean",
        Cleanness::Unclean => "unclean",
    };
    let change = builder.build();
    let after = change.as_ref().map_or_else(|| current.clone(), |change| current.merge(change));
    let leader_epochs = after.leader_epoch.0 - current.leader_epoch.0;
    let partition_epochs = after.partition_epoch.0 - current.partition_epoch.0;
    Ok(record(&change.unwrap_or_default())
        .with_optional("elects", partition::show_leader(elected.leader))
        .with_optional("cleanness", cleanness)
        .with_optional("leader-epoch", format!("+{leader_epochs}"))
        .with_optional("partition-epoch", format!("+{partition_epochs}")))
}

/// The fields that a record sets.
fn record(change: &PartitionChange) -> Answer {
    let leader = match change.leader {
        LeaderField::Unchanged => None,
        LeaderField::Set(leader) => Some(partition::show_leader(leader)),
    };
    Answer::default()
        .with_some("leader", leader)
        .with_some("isr", change.isr.as_deref().map(show))
        .with_some("elr", change.elr.as_deref().map(show))
        .with_some("lke", change.last_known_elr.map(|lke| format!("[{lke}]")))
        .with_some("replicas", change.replicas.as_deref().map(show))
        .with_some("removing", change.removing.as_deref().map(show))
        .with_some("adding", change.adding.as_deref().map(show))
        .with_some("recovery", change.recovery.map(|s| partition::show_recovery(s).to_owned()))
}
