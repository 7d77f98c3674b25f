//! Conditions, as they follow `until` and `expect`.

use highwater_engine::config::PartitionId;
use highwater_protocol::{BrokerId, BrokerList, ErrorCode, LeaderEpoch, Offset, PartitionEpoch};

use super::cursor::{Cursor, Parsed, Spot, whole_number, words};
use super::names::Names;
use crate::condition::{Claim, Condition, EpochLine, LogLine, Polarity, RecordRef, ReplicaList};
use crate::error::{Accepted, Kind, Problem};

/// The word a condition begins with.
#[derive(Clone, Copy)]
enum Head {
    OfRecord(fn(RecordRef) -> Claim),
    WithError(fn(RecordRef, Option<ErrorCode>) -> Claim),
    OfBroker(fn(BrokerId) -> Claim),
    OfReplica(Reading),
    Has,
    Leader,
    Epoch,
    PartitionEpoch,
    Isr,
    IsrOrder,
    Elr,
    Replicas(ReplicaList),
    LastKnownLeader,
    OfPartition(fn(PartitionId) -> Claim),
    Fetching,
    Consumed,
    UncleanElections,
    Verdicts,
    Quiet,
}

/// What is read of a replica.
#[derive(Clone, Copy)]
enum Reading {
    Leo,
    Hw,
    Lso,
    Epochs,
    Log,
}

const HEADS: &[(&str, Head)] = &[
    ("pending", Head::OfRecord(Claim::Pending)),
    ("acked", Head::OfRecord(Claim::Acked)),
    ("refused", Head::WithError(Claim::Refused)),
    ("unknown", Head::WithError(Claim::Unknown)),
    ("lost", Head::OfRecord(Claim::Lost)),
    ("kept", Head::OfRecord(Claim::Kept)),
    ("gone", Head::OfRecord(Claim::Gone)),
    ("has", Head::Has),
    ("visible", Head::OfRecord(Claim::Visible)),
    ("leader", Head::Leader),
    ("epoch", Head::Epoch),
    ("partition-epoch", Head::PartitionEpoch),
    ("isr", Head::Isr),
    ("isr-order", Head::IsrOrder),
    ("elr", Head::Elr),
    ("replicas", Head::Replicas(ReplicaList::All)),
    ("adding", Head::Replicas(ReplicaList::Adding)),
    ("removing", Head::Replicas(ReplicaList::Removing)),
    ("last-known-leader", Head::LastKnownLeader),
    ("recovering", Head::OfPartition(Claim::Recovering)),
    ("leo", Head::OfReplica(Reading::Leo)),
    ("hw", Head::OfReplica(Reading::Hw)),
    ("lso", Head::OfReplica(Reading::Lso)),
    ("epochs", Head::OfReplica(Reading::Epochs)),
    ("log", Head::OfReplica(Reading::Log)),
    ("fetching", Head::Fetching),
    ("up", Head::OfBroker(Claim::Up)),
    ("down", Head::OfBroker(Claim::Down)),
    ("fenced", Head::OfBroker(Claim::Fenced)),
    ("consumed", Head::Consumed),
    ("read", Head::OfRecord(Claim::Read)),
    ("unclean-elections", Head::UncleanElections),
    ("diverged", Head::OfPartition(Claim::Diverged)),
    ("verdicts", Head::Verdicts),
    ("quiet", Head::Quiet),
];

/// The largest offset, epoch or count that a condition can name.
const MOST: u32 = 1_000_000_000;

pub(crate) fn condition(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<Condition> {
    let polarity = if cursor.takes_word("not") { Polarity::IsNot } else { Polarity::Is };
    let head = match cursor.choice(HEADS) {
        Ok(head) => head,
        Err(_) if polarity == Polarity::Is => {
            let mut accepted = words(HEADS);
            accepted.push(Accepted::Word("not"));
            return Err(cursor.unexpected(accepted));
        }
        Err(mistake) => return Err(mistake),
    };
    Ok(Condition { polarity, claim: claim(head, cursor, names)? })
}

fn claim(head: Head, cursor: &mut Cursor<'_>, names: &Names) -> Parsed<Claim> {
    Ok(match head {
        Head::OfRecord(make) => make(names.record(cursor)?),
        Head::WithError(make) => {
            let record = names.record(cursor)?;
            make(record, optional_error(cursor)?)
        }
        Head::OfBroker(make) => make(names.broker(cursor)?),
        Head::OfReplica(reading) => of_replica(reading, cursor, names)?,
        Head::Has => {
            let broker = names.broker(cursor)?;
            Claim::Has(broker, names.record(cursor)?)
        }
        Head::Leader => {
            let partition = partition_equals(cursor, names)?;
            Claim::Leader(partition, broker_or_none(cursor, names)?)
        }
        Head::Epoch => {
            let partition = optional_partition(cursor, names)?;
            Claim::Epoch(partition, LeaderEpoch(number(cursor)?))
        }
        Head::PartitionEpoch => {
            let partition = optional_partition(cursor, names)?;
            Claim::PartitionEpoch(partition, PartitionEpoch(number(cursor)?))
        }
        Head::Isr => isr(cursor, names)?,
        Head::IsrOrder => {
            let partition = partition_equals(cursor, names)?;
            Claim::IsrOrder(partition, brokers_or_none(cursor, names)?)
        }
        Head::Elr => {
            let partition = partition_equals(cursor, names)?;
            Claim::Elr(partition, brokers_or_none(cursor, names)?.into_iter().collect())
        }
        Head::Replicas(which) => {
            let partition = partition_equals(cursor, names)?;
            Claim::Replicas(which, partition, brokers_or_none(cursor, names)?)
        }
        Head::LastKnownLeader => {
            let partition = partition_equals(cursor, names)?;
            Claim::LastKnownLeader(partition, broker_or_none(cursor, names)?)
        }
        Head::Fetching => {
            let (partition, broker) = replica(cursor, names)?;
            Claim::Fetching(partition, broker)
        }
        Head::Consumed => Claim::Consumed(Offset(number(cursor)?)),
        Head::UncleanElections => Claim::UncleanElections(number(cursor)?),
        Head::OfPartition(make) => make(optional_partition(cursor, names)?),
        Head::Verdicts => Claim::Verdicts(number(cursor)?),
        Head::Quiet => Claim::Quiet,
    })
}

/// `isr [PARTITION] = 1,2` or `isr [PARTITION] has 1`
fn isr(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<Claim> {
    let partition = match cursor.peek_word() {
        Some(spot) if spot.text != "has" && !is_number(spot) => optional_partition(cursor, names)?,
        _ => names.only_partition(cursor)?,
    };
    if cursor.takes_word("has") {
        return Ok(Claim::IsrHas(partition, names.broker(cursor)?));
    }
    if cursor.equals().is_err() {
        return Err(cursor.unexpected(vec![Accepted::Word("="), Accepted::Word("has")]));
    }
    Ok(Claim::Isr(partition, brokers_or_none(cursor, names)?.into_iter().collect()))
}

/// `= NUMBER`
fn number(cursor: &mut Cursor<'_>) -> Parsed<u32> {
    cursor.equals()?;
    cursor.number(0, MOST)
}

fn takes_none(cursor: &mut Cursor<'_>) -> bool {
    cursor.takes_word("none")
}

fn broker_or_none(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<Option<BrokerId>> {
    if takes_none(cursor) {
        return Ok(None);
    }
    names.broker(cursor).map(Some).map_err(|mut mistake| {
        mistake.accepted.push(Accepted::Word("none"));
        mistake
    })
}

fn brokers_or_none(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<BrokerList> {
    if takes_none(cursor) { Ok(BrokerList::new()) } else { names.brokers(cursor) }
}

/// A partition's name, or nothing where there is only one.
fn optional_partition(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<PartitionId> {
    match cursor.peek_word() {
        Some(spot) if spot.text != "in" && !is_number(spot) => {
            let spot = cursor.word(Kind::Partition).unwrap_or(spot);
            names.partition_called(cursor, spot)
        }
        _ => names.only_partition(cursor),
    }
}

/// `[PARTITION] =`
pub(crate) fn partition_equals(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<PartitionId> {
    let partition = optional_partition(cursor, names)?;
    cursor.equals()?;
    Ok(partition)
}

/// A number is never a partition's name; where it stands in its place, something is missing.
fn is_number(spot: Spot<'_>) -> bool {
    whole_number(spot.text).is_ok()
}

/// `[PARTITION] BROKER`: a word that is no number names a partition.
pub(crate) fn replica(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<(PartitionId, BrokerId)> {
    let two_words = cursor.peek_second_word().is_some_and(|second| second.text != "in");
    let partition = match cursor.peek_word() {
        Some(first) if !is_number(first) && two_words => optional_partition(cursor, names)?,
        _ => names.only_partition(cursor)?,
    };
    Ok((partition, names.broker(cursor)?))
}

fn of_replica(reading: Reading, cursor: &mut Cursor<'_>, names: &Names) -> Parsed<Claim> {
    let (partition, broker) = replica(cursor, names)?;
    cursor.equals()?;
    Ok(match reading {
        Reading::Leo => Claim::Leo(partition, broker, Offset(cursor.number(0, MOST)?)),
        Reading::Hw => Claim::Hw(partition, broker, Offset(cursor.number(0, MOST)?)),
        Reading::Lso => Claim::Lso(partition, broker, Offset(cursor.number(0, MOST)?)),
        Reading::Epochs => {
            Claim::Epochs(partition, broker, list(cursor, Kind::EpochStart, epoch_line)?)
        }
        Reading::Log => {
            let line = |cursor: &Cursor<'_>, spot: Spot<'_>| log_line(cursor, names, spot);
            Claim::Log(partition, broker, list(cursor, Kind::RecordInEpoch, line)?)
        }
    })
}

/// One or more items with spaces between them, or `none`.
fn list<T>(
    cursor: &mut Cursor<'_>,
    kind: Kind,
    item: impl Fn(&Cursor<'_>, Spot<'_>) -> Parsed<T>,
) -> Parsed<Vec<T>> {
    let mut items = Vec::new();
    if takes_none(cursor) {
        return Ok(items);
    }
    loop {
        let spot = cursor.word(kind)?;
        items.push(item(cursor, spot)?);
        match cursor.peek_word() {
            Some(next) if next.text != "in" => {}
            _ => return Ok(items),
        }
    }
}

/// `5:0`
fn epoch_line(cursor: &Cursor<'_>, spot: Spot<'_>) -> Parsed<EpochLine> {
    let parts = spot
        .text
        .split_once(':')
        .and_then(|(epoch, start)| Some((whole_number(epoch).ok()?, whole_number(start).ok()?)));
    match parts {
        Some((epoch, start)) => Ok(EpochLine { epoch: LeaderEpoch(epoch), start: Offset(start) }),
        None => Err(cursor
            .fail_at(spot, Problem::Unexpected)
            .accepting(vec![Accepted::Kind(Kind::EpochStart)])),
    }
}

/// `m0/5`
fn log_line(cursor: &Cursor<'_>, names: &Names, spot: Spot<'_>) -> Parsed<LogLine> {
    let parts = spot
        .text
        .split_once('/')
        .and_then(|(record, epoch)| Some((record, whole_number(epoch).ok()?)));
    match parts {
        Some((record, epoch)) => Ok(LogLine {
            record: names.single_record_called(cursor, spot, record)?,
            epoch: LeaderEpoch(epoch),
        }),
        None => Err(cursor
            .fail_at(spot, Problem::Unexpected)
            .accepting(vec![Accepted::Kind(Kind::RecordInEpoch)])),
    }
}

/// The errors that a producer can be answered with.
const PRODUCER_ERRORS: &[ErrorCode] = &[
    ErrorCode::UnknownTopicOrPartition,
    ErrorCode::NotLeaderOrFollower,
    ErrorCode::RequestTimedOut,
    ErrorCode::NetworkException,
    ErrorCode::NotEnoughReplicas,
    ErrorCode::NotEnoughReplicasAfterAppend,
    ErrorCode::InvalidRequiredAcks,
    ErrorCode::OutOfOrderSequenceNumber,
    ErrorCode::InvalidProducerEpoch,
    ErrorCode::KafkaStorageError,
];

/// Kafka's name of an error, or nothing.
fn optional_error(cursor: &mut Cursor<'_>) -> Parsed<Option<ErrorCode>> {
    match cursor.peek_word() {
        Some(spot) if spot.text != "in" => {
            let known: Vec<(&'static str, ErrorCode)> =
                PRODUCER_ERRORS.iter().map(|code| (code.name(), *code)).collect();
            cursor.choice(&known).map(Some)
        }
        _ => Ok(None),
    }
}
