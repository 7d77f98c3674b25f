//! What the setup lines have to do with each other: brokers, topics, assignments, preloads.
//!
//! It runs once all of them are read, so their order does not matter.

use std::rc::Rc;

use highwater_engine::config::{PartitionId, Preload};
use highwater_protocol::{BrokerList, LeaderEpoch};

use super::MOST_RECORDS;
use super::cursor::{Cursor, Parsed, Spot};
use super::lexer::Tokens;
use super::names::{Known, Names};
use super::setup::{Draft, Settings, SetupHead, TopicDraft, missing};
use crate::error::{Accepted, Kind, Problem, ScenarioError};
use crate::script::TopicSetup;

/// The largest leader epoch of a preload.
const MOST_EPOCH: u32 = 1_000_000;

/// Puts the topics of the draft into `names`, as far as they are right.
pub(crate) fn topics(draft: &Draft<'_>, names: &mut Names, errors: &mut Vec<ScenarioError>) {
    for topic in &draft.topics {
        if let Err(error) = add_topic(topic, draft, names) {
            names.topics_known = Known::InPart;
            errors.push(error);
        }
    }
    if draft.topics.is_empty() && names.topics_known == Known::All {
        names.topics_known = Known::InPart;
        errors.push(lacking("topic"));
    }
}

/// The whole text lacks a statement; that is said of its beginning.
pub(crate) fn lacking(statement: &'static str) -> ScenarioError {
    ScenarioError::new(1, 1, Problem::Missing { statement })
        .accepting(vec![Accepted::Word(statement)])
}

fn add_topic(topic: &TopicDraft, draft: &Draft<'_>, names: &mut Names) -> Parsed<()> {
    let before = draft.topics.iter().take_while(|other| other.line < topic.line);
    if let Some(other) = before.into_iter().find(|other| other.name == topic.name) {
        let problem = Problem::NameTaken { since: other.line };
        return Err(
            ScenarioError::new(topic.line, topic.name_column, problem).found(Some(&topic.name))
        );
    }
    let brokers = names.brokers.len() as u8;
    if brokers < topic.replication_factor && names.brokers_known == Known::All {
        let most = u32::from(brokers);
        let rf = topic.replication_factor.to_string();
        return Err(ScenarioError::new(
            topic.line,
            topic.rf_column,
            Problem::TooFewBrokers { brokers },
        )
        .found(Some(&rf))
        .accepting(vec![Accepted::Kind(Kind::Number { least: 1, most })]));
    }
    names.topics.push(TopicSetup {
        name: topic.name.clone(),
        replication_factor: topic.replication_factor,
        min_insync_replicas: topic.min_insync_replicas,
        unclean: topic.unclean,
        partitions: topic.partitions as usize,
        assignments: vec![None; topic.partitions as usize],
    });
    Ok(())
}

/// Reads the lines that refer to brokers and topics.
pub(crate) fn references(
    draft: &Draft<'_>,
    names: &mut Names,
    errors: &mut Vec<ScenarioError>,
) -> Vec<Preload> {
    let mut preloads = Vec::new();
    let mut assigned = Vec::new();
    for (head, line, tokens) in &draft.references {
        let mut cursor = after_head(*line, tokens);
        let result = match head {
            SetupHead::Assign => assign(&mut cursor, names, &mut assigned),
            _ => preload(&mut cursor, names, &mut preloads),
        };
        if let Err(error) = result {
            if *head == SetupHead::Preload {
                names.batches_known = Known::InPart;
            }
            errors.push(error);
        }
    }
    preloads
}

fn after_head<'t>(line: u32, tokens: &'t Tokens<'t>) -> Cursor<'t> {
    let mut cursor = Cursor::new(line, tokens);
    // The head was looked at before the line was put aside, so there is one.
    let _ = cursor.word(Kind::EndOfLine);
    cursor
}

/// `assign orders-0 = 1,0`
fn assign(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    assigned: &mut Vec<(PartitionId, u32)>,
) -> Parsed<()> {
    let spot = cursor.word(Kind::Partition)?;
    let id = names.partition_at_start(cursor, spot)?;
    if let Some((_, before)) = assigned.iter().find(|(other, _)| *other == id) {
        return Err(cursor.fail_at(spot, Problem::Repeated { before: *before }));
    }
    cursor.equals()?;
    let list = cursor.peek_word();
    let replicas = names.brokers(cursor)?;
    cursor.end(Vec::new())?;
    assigned.push((id, cursor.line));
    put_assignment(names, id, replicas)
        .map_err(|problem| cursor.fail_at(list.unwrap_or(spot), problem))
}

fn put_assignment(names: &mut Names, id: PartitionId, replicas: BrokerList) -> Result<(), Problem> {
    let mut index = usize::from(id.0);
    for topic in &mut names.topics {
        if let Some(slot) = topic.assignments.get_mut(index) {
            let replication_factor = topic.replication_factor;
            if replicas.len() != usize::from(replication_factor) {
                return Err(Problem::AssignmentLength { replication_factor });
            }
            *slot = Some(replicas);
            return Ok(());
        }
        index -= topic.assignments.len();
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PreloadSetting {
    Name,
    Records,
    Epoch,
}

const PRELOAD_SETTINGS: &[(&str, PreloadSetting)] = &[
    ("name", PreloadSetting::Name),
    ("records", PreloadSetting::Records),
    ("epoch", PreloadSetting::Epoch),
];

/// `preload orders-0 name=m records=2 epoch=5`
fn preload(cursor: &mut Cursor<'_>, names: &mut Names, into: &mut Vec<Preload>) -> Parsed<()> {
    let is_setting = |spot: Spot<'_>| PRELOAD_SETTINGS.iter().any(|(name, _)| *name == spot.text);
    let partition = match cursor.peek_word() {
        Some(spot) if !is_setting(spot) => {
            let spot = cursor.word(Kind::Partition)?;
            names.partition_at_start(cursor, spot)?
        }
        _ => names.only_partition(cursor)?,
    };
    let (mut name, mut count, mut epoch) = (None, 1, 0);
    let mut epoch_spot = None;
    let mut settings = Settings::new(PRELOAD_SETTINGS);
    while let Some(setting) = settings.next(cursor)? {
        match setting {
            PreloadSetting::Name => name = Some(record_name(cursor)?),
            PreloadSetting::Records => count = cursor.number(1, MOST_RECORDS)?,
            PreloadSetting::Epoch => {
                epoch_spot = cursor.peek_word();
                epoch = cursor.number(0, MOST_EPOCH)?;
            }
        }
    }
    let name = name.ok_or_else(|| missing(cursor, "name"))?;
    let earlier = into.iter().filter(|preload| preload.partition == partition);
    let reached = earlier.map(|preload| preload.epoch.0).max().unwrap_or_default();
    if epoch < reached {
        let problem = Problem::EpochGoesBack { reached };
        return Err(cursor.fail_at(epoch_spot.unwrap_or(name), problem));
    }
    let name: Rc<str> = names.add_batch(cursor, name, count)?;
    into.push(Preload { partition, name, count, epoch: LeaderEpoch(epoch) });
    Ok(())
}

/// A new record's name.
pub(crate) fn record_name<'t>(cursor: &mut Cursor<'t>) -> Parsed<Spot<'t>> {
    const MOST_LETTERS: usize = 24;
    let spot = cursor.word(Kind::RecordName)?;
    // What is not ASCII counts as a letter: telling which of it is one takes tables.
    let letter = |c: char| c.is_ascii_alphabetic() || !c.is_ascii();
    let begins = spot.text.chars().next().is_some_and(letter);
    let letter = |c: char| letter(c) || c.is_ascii_digit() || matches!(c, '_' | '-');
    let fits = spot.text.chars().count() <= MOST_LETTERS;
    if begins && fits && spot.text.chars().all(letter) {
        return Ok(spot);
    }
    Err(super::setup::wrong(cursor, spot, Kind::RecordName))
}

/// `[PARTITION]`, where a word that begins an option or setting is none.
pub(crate) fn partition_before(
    cursor: &mut Cursor<'_>,
    names: &Names,
    options: &[&str],
) -> Parsed<PartitionId> {
    match cursor.peek_word() {
        Some(spot) if !options.contains(&spot.text) => {
            let spot = cursor.word(Kind::Partition)?;
            names.partition_called(cursor, spot)
        }
        _ => names.only_partition(cursor),
    }
}
