//! Claims as text.

use std::fmt::{self, Write};

use highwater_engine::config::PartitionId;
use highwater_protocol::{BrokerId, ErrorCode};

use crate::condition::{Claim, RecordRef};
use crate::script::Scenario;

/// A word, then a record.
fn of_record(out: &mut String, word: &str, record: &RecordRef) -> fmt::Result {
    write!(out, "{word} ")?;
    write_record(out, record)
}

fn with_error(
    out: &mut String,
    word: &str,
    record: &RecordRef,
    error: Option<ErrorCode>,
) -> fmt::Result {
    of_record(out, word, record)?;
    match error {
        Some(error) => write!(out, " {error}"),
        None => Ok(()),
    }
}

pub(crate) fn write_record(out: &mut String, record: &RecordRef) -> fmt::Result {
    write!(out, "{record}")
}

/// Numbers with commas, or `none`.
pub(crate) fn write_brokers(
    out: &mut String,
    brokers: impl Iterator<Item = BrokerId>,
) -> fmt::Result {
    let before = out.len();
    for broker in brokers {
        if out.len() != before {
            out.push(',');
        }
        write!(out, "{broker}")?;
    }
    if out.len() == before {
        out.push_str("none");
    }
    Ok(())
}

/// A word, then the partition where there are several.
fn of_partition(
    out: &mut String,
    scenario: &Scenario,
    word: &str,
    partition: PartitionId,
) -> fmt::Result {
    out.push_str(word);
    if scenario.partition_count() == 1 {
        return Ok(());
    }
    write!(out, " {}", scenario.partition_name(partition))
}

fn of_replica(
    out: &mut String,
    scenario: &Scenario,
    word: &str,
    (partition, broker): (PartitionId, BrokerId),
) -> fmt::Result {
    of_partition(out, scenario, word, partition)?;
    write!(out, " {broker}")
}

pub(crate) fn write(out: &mut String, scenario: &Scenario, claim: &Claim) -> fmt::Result {
    match claim {
        Claim::Pending(record) => of_record(out, "pending", record),
        Claim::Acked(record) => of_record(out, "acked", record),
        Claim::Refused(record, error) => with_error(out, "refused", record, *error),
        Claim::Unknown(record, error) => with_error(out, "unknown", record, *error),
        Claim::Lost(record) => of_record(out, "lost", record),
        Claim::Kept(record) => of_record(out, "kept", record),
        Claim::Gone(record) => of_record(out, "gone", record),
        Claim::Read(record) => of_record(out, "read", record),
        Claim::Visible(record) => of_record(out, "visible", record),
        Claim::Has(broker, record) => {
            write!(out, "has {broker} ")?;
            write_record(out, record)
        }
        Claim::Up(broker) => write!(out, "up {broker}"),
        Claim::Down(broker) => write!(out, "down {broker}"),
        Claim::Fenced(broker) => write!(out, "fenced {broker}"),
        Claim::Consumed(offset) => write!(out, "consumed = {offset}"),
        Claim::UncleanElections(count) => write!(out, "unclean-elections = {count}"),
        Claim::Verdicts(count) => write!(out, "verdicts = {count}"),
        Claim::Quiet => out.write_str("quiet"),
        _ => write_of_partition(out, scenario, claim),
    }
}

fn write_of_partition(out: &mut String, scenario: &Scenario, claim: &Claim) -> fmt::Result {
    match claim {
        Claim::Leader(partition, leader) => {
            of_partition(out, scenario, "leader", *partition)?;
            out.push_str(" = ");
            write_brokers(out, leader.iter().copied())
        }
        Claim::Epoch(partition, epoch) => {
            of_partition(out, scenario, "epoch", *partition)?;
            write!(out, " = {epoch}")
        }
        Claim::Isr(partition, isr) => {
            of_partition(out, scenario, "isr", *partition)?;
            out.push_str(" = ");
            write_brokers(out, isr.iter())
        }
        Claim::IsrHas(partition, broker) => {
            of_partition(out, scenario, "isr", *partition)?;
            write!(out, " has {broker}")
        }
        Claim::Elr(partition, elr) => {
            of_partition(out, scenario, "elr", *partition)?;
            out.push_str(" = ");
            write_brokers(out, elr.iter())
        }
        Claim::PartitionEpoch(partition, epoch) => {
            of_partition(out, scenario, "partition-epoch", *partition)?;
            write!(out, " = {}", epoch.0)
        }
        Claim::IsrOrder(partition, isr) => {
            of_partition(out, scenario, "isr-order", *partition)?;
            out.push_str(" = ");
            write_brokers(out, isr.iter().copied())
        }
        Claim::Replicas(which, partition, replicas) => {
            of_partition(out, scenario, which.name(), *partition)?;
            out.push_str(" = ");
            write_brokers(out, replicas.iter().copied())
        }
        Claim::LastKnownLeader(partition, leader) => {
            of_partition(out, scenario, "last-known-leader", *partition)?;
            out.push_str(" = ");
            write_brokers(out, leader.iter().copied())
        }
        Claim::Recovering(partition) => of_partition(out, scenario, "recovering", *partition),
        Claim::Diverged(partition) => of_partition(out, scenario, "diverged", *partition),
        _ => write_of_replica(out, scenario, claim),
    }
}

fn write_of_replica(out: &mut String, scenario: &Scenario, claim: &Claim) -> fmt::Result {
    match claim {
        Claim::Leo(partition, broker, offset) => {
            of_replica(out, scenario, "leo", (*partition, *broker))?;
            write!(out, " = {offset}")
        }
        Claim::Lso(partition, broker, offset) => {
            of_replica(out, scenario, "lso", (*partition, *broker))?;
            write!(out, " = {offset}")
        }
        Claim::Hw(partition, broker, offset) => {
            of_replica(out, scenario, "hw", (*partition, *broker))?;
            write!(out, " = {offset}")
        }
        Claim::Fetching(partition, broker) => {
            of_replica(out, scenario, "fetching", (*partition, *broker))
        }
        Claim::Epochs(partition, broker, lines) => {
            of_replica(out, scenario, "epochs", (*partition, *broker))?;
            out.push_str(if lines.is_empty() { " = none" } else { " =" });
            for line in lines {
                write!(out, " {}:{}", line.epoch, line.start)?;
            }
            Ok(())
        }
        Claim::Log(partition, broker, lines) => {
            of_replica(out, scenario, "log", (*partition, *broker))?;
            out.push_str(if lines.is_empty() { " = none" } else { " =" });
            for line in lines {
                out.push(' ');
                write_record(out, &line.record)?;
                write!(out, "/{}", line.epoch)?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}
