//! What a line of a trace expects: partitions as tuples, errors, the order of records.

use highwater_protocol::control::{LastKnownElr, LeaderRecoveryState, PartitionRegistration};
use highwater_protocol::{BrokerId, BrokerList, ErrorCode, LeaderEpoch, PartitionEpoch};

use super::controller::{Outcome, label};
use super::partition::last_known_elr;
use crate::harness::fields::{Fields, broker, list, number, show};
use crate::harness::text::Token;

/// How a tuple is written, for errors.
const TUPLE: &str =
    "leader/leaderEpoch/partitionEpoch [isr] elr[…] lke[…] R, as in 1/2/2 [1] elr[0]";

/// One `;`-separated part of an expectation.
#[derive(Debug)]
struct Part {
    label: String,
    error: Option<ErrorCode>,
    message: Option<String>,
    state: Option<PartitionRegistration>,
}

/// What is expected after a line.
#[derive(Debug)]
pub(crate) struct Expectation {
    parts: Vec<Part>,
    records: Option<Vec<String>>,
}

impl Expectation {
    /// Reads the right side of a line; `before` are the partitions before its action.
    pub(crate) fn read(
        tokens: &[Token],
        before: &[PartitionRegistration],
    ) -> Result<Expectation, String> {
        let semicolon = Token::Word(";".to_owned());
        let mut expectation = Expectation { parts: Vec::new(), records: None };
        for tokens in tokens.split(|token| *token == semicolon) {
            let mut fields = Fields::new(tokens);
            match fields.need_word("an expectation")?.as_str() {
                "unchanged" => {}
                "records" => {
                    let names: Vec<String> = std::iter::from_fn(|| fields.word()).collect();
                    expectation.records = Some(names);
                }
                first => expectation.parts.push(part(first, &mut fields, before)?),
            }
            fields.finish()?;
        }
        Ok(expectation)
    }

    /// Compares with the partitions after the action. A partition that is not named has to be as
    /// it was, and may not have been refused.
    pub(crate) fn check(
        &self,
        before: &[PartitionRegistration],
        after: &[PartitionRegistration],
        outcome: &Outcome,
    ) -> Result<(), String> {
        for (label, code, message) in &outcome.errors {
            let part = self.parts.iter().find(|part| part.label == *label);
            if part.and_then(|part| part.error) != Some(*code) {
                let message = message.as_deref().unwrap_or("");
                return Err(format!(
                    "{label} was answered {code}, which was not expected {message}"
                ));
            }
            if let (Some(expected), Some(got)) = (part.and_then(|p| p.message.as_ref()), message)
                && expected != got
            {
                return Err(format!("{label}: expected the message \"{expected}\", got \"{got}\""));
            }
        }
        for Part { label, error, .. } in &self.parts {
            if let Some(error) = error
                && !outcome.errors.iter().any(|(other, code, _)| other == label && code == error)
            {
                return Err(format!("{label}: expected {error}, got no error"));
            }
        }
        for (index, (before, after)) in before.iter().zip(after).enumerate() {
            let label = label(index);
            let named = self.parts.iter().find(|part| part.label == label);
            let expected = named.and_then(|part| part.state.as_ref()).unwrap_or(before);
            if expected != after {
                return Err(format!("{label}: expected {}, got {}", tuple(expected), tuple(after)));
            }
        }
        match &self.records {
            Some(records) if *records != outcome.records => Err(format!(
                "expected the records {}, got {}",
                records.join(" "),
                outcome.records.join(" ")
            )),
            Some(_) | None => Ok(()),
        }
    }
}

fn part(
    first: &str,
    fields: &mut Fields,
    before: &[PartitionRegistration],
) -> Result<Part, String> {
    let (label, mut next) = match first.strip_suffix(':') {
        Some(label) => (label.to_owned(), fields.word()),
        None => (label(0), Some(first.to_owned())),
    };
    let known = (0..before.len()).position(|index| label == self::label(index));
    let error = next.as_deref().and_then(ErrorCode::by_name);
    let message = fields.take("message");
    if error.is_some() {
        next = fields.word();
    }
    let state = match (next, known) {
        (None, _) if error.is_some() => None,
        (None, _) => return Err(format!("nothing is expected of {label}; write {TUPLE}")),
        (Some(word), Some(index)) if word == "unchanged" => Some(before[index].clone()),
        (Some(word), Some(index)) => Some(state(&word, fields, &before[index])?),
        (Some(word), None) => {
            return Err(format!("`{word}`: there is no partition {label}; they are P0, P1, …"));
        }
    };
    Ok(Part { label, error, message, state })
}

/// Reads a tuple. Replicas that are not named are those from before, everything else is empty.
fn state(
    first: &str,
    fields: &mut Fields,
    before: &PartitionRegistration,
) -> Result<PartitionRegistration, String> {
    let unclear = |word: &str| format!("`{word}` is neither an error nor {TUPLE}");
    let parts: Vec<&str> = first.split('/').collect();
    let [leader, leader_epoch, partition_epoch] = parts.as_slice() else {
        return Err(unclear(first));
    };
    let mut state = PartitionRegistration {
        replicas: fields.list("replicas")?.unwrap_or_else(|| before.replicas.clone()),
        isr: BrokerList::new(),
        elr: BrokerList::new(),
        last_known_elr: LastKnownElr::Empty,
        removing: fields.list("removing")?.unwrap_or_default(),
        adding: fields.list("adding")?.unwrap_or_default(),
        leader: if *leader == "-1" { None } else { Some(broker("leader", leader)?) },
        recovery: LeaderRecoveryState::Recovered,
        leader_epoch: LeaderEpoch(number("leader epoch", leader_epoch)?),
        partition_epoch: PartitionEpoch(number("partition epoch", partition_epoch)?),
    };
    state.isr = list("isr", &fields.need_word("the ISR, as in [1,2],")?)?;
    while let Some(word) = fields.word() {
        if let Some(elr) = word.strip_prefix("elr") {
            state.elr = list("elr", elr)?;
        } else if let Some(lke) = word.strip_prefix("lke") {
            state.last_known_elr = last_known_elr(lke)?;
        } else if word == "R" {
            state.recovery = LeaderRecoveryState::Recovering;
        } else {
            return Err(unclear(&word));
        }
    }
    Ok(state)
}

/// Writes a partition as a tuple.
fn tuple(partition: &PartitionRegistration) -> String {
    let PartitionRegistration { leader_epoch, partition_epoch, .. } = partition;
    let leader = partition.leader.map_or_else(|| "-1".to_owned(), |leader| leader.to_string());
    let mut text =
        format!("{leader}/{}/{} {}", leader_epoch.0, partition_epoch.0, show(&partition.isr));
    let mut part = |name: &str, list: &[BrokerId]| {
        if !list.is_empty() {
            text += &format!(" {name}{}", show(list));
        }
    };
    part("elr", &partition.elr);
    part("removing=", &partition.removing);
    part("adding=", &partition.adding);
    part("replicas=", &partition.replicas);
    if !partition.last_known_elr.is_empty() {
        text += &format!(" lke[{}]", partition.last_known_elr);
    }
    if partition.recovery == LeaderRecoveryState::Recovering {
        text += " R";
    }
    text
}
