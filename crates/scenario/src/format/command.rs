//! Commands as text.

use std::fmt::{self, Write};

use highwater_engine::command::{Command, Election, Produce};
use highwater_engine::config::PartitionId;
use highwater_engine::consumer::StartAt;
use highwater_engine::idempotence::Idempotence;
use highwater_protocol::lag::Millis;
use highwater_protocol::produce::Acks;
use highwater_protocol::read::Isolation;

use super::claim::write_brokers;
use super::unclean_word;
use crate::script::Scenario;

/// In the largest unit that needs no fraction.
pub(crate) fn write_duration(out: &mut String, ms: Millis) -> fmt::Result {
    match ms {
        0 => out.write_str("0ms"),
        _ if ms.is_multiple_of(60_000) => write!(out, "{}min", ms / 60_000),
        _ if ms.is_multiple_of(1_000) => write!(out, "{}s", ms / 1_000),
        _ => write!(out, "{ms}ms"),
    }
}

pub(crate) fn write_partition(
    out: &mut String,
    scenario: &Scenario,
    before: &str,
    partition: PartitionId,
) -> fmt::Result {
    if scenario.partition_count() == 1 {
        return Ok(());
    }
    write!(out, "{before}{}", scenario.partition_name(partition))
}

fn topic_name(scenario: &Scenario, partition: PartitionId) -> &str {
    scenario.partition(partition).map_or("?", |(topic, _)| &topic.name)
}

pub(crate) fn write(out: &mut String, scenario: &Scenario, command: &Command) -> fmt::Result {
    match command {
        Command::Produce(produce) => write_produce(out, scenario, produce),
        Command::Consume(partition, from, isolation) => {
            out.push_str("consume");
            write_partition(out, scenario, " ", *partition)?;
            match from {
                StartAt::Offset(offset) => write!(out, " from {offset}")?,
                StartAt::Edge(edge) => write!(out, " from {}", edge.name())?,
            }
            match isolation {
                Isolation::ReadUncommitted => Ok(()),
                Isolation::ReadCommitted => out.write_str(" isolation=read_committed"),
            }
        }
        Command::Stop(broker, how) => write!(out, "stop {broker} {}", how.name()),
        Command::Start(broker) => write!(out, "start {broker}"),
        Command::Restart(broker, how) => write!(out, "restart {broker} {}", how.name()),
        Command::CutLink(a, b) => write!(out, "cut {a} {b}"),
        Command::HealLink(a, b) => write!(out, "heal {a} {b}"),
        Command::Slow(broker, ms) => {
            write!(out, "slow {broker} ")?;
            write_duration(out, *ms)
        }
        Command::SetMinInsyncReplicas(partition, least) => {
            let topic = topic_name(scenario, *partition);
            write!(out, "set {topic} min.insync.replicas={least}")
        }
        Command::SetUncleanElection(partition, unclean) => {
            let topic = topic_name(scenario, *partition);
            let word = unclean_word(*unclean);
            write!(out, "set {topic} unclean.leader.election.enable={word}")
        }
        Command::Elect(partition, election) => {
            out.push_str(match election {
                Election::Preferred => "elect preferred",
                Election::Unclean => "elect unclean",
            });
            write_partition(out, scenario, " ", *partition)
        }
        Command::Reassign(partition, replicas) => {
            out.push_str("reassign");
            write_partition(out, scenario, " ", *partition)?;
            out.push_str(" = ");
            write_brokers(out, replicas.iter().copied())
        }
        Command::EndTransaction(name, end) => write!(out, "{} {name}", end.name()),
        Command::Grow(partition, count) => {
            write!(out, "grow {} to={count}", topic_name(scenario, *partition))
        }
        Command::CancelReassignment(partition) => {
            out.push_str("cancel reassignment");
            write_partition(out, scenario, " ", *partition)
        }
        Command::SetIdempotence(Idempotence::On) => write!(out, "idempotence on"),
        Command::SetIdempotence(Idempotence::Off) => write!(out, "idempotence off"),
        Command::Flush(broker) => write!(out, "flush {broker}"),
    }
}

fn write_produce(out: &mut String, scenario: &Scenario, produce: &Produce) -> fmt::Result {
    write!(out, "produce {}", produce.name)?;
    if produce.count != 1 {
        write!(out, " x{}", produce.count)?;
    }
    write_partition(out, scenario, " to ", produce.partition)?;
    if produce.acks != Acks::All {
        write!(out, " acks={}", produce.acks.name())?;
    }
    if produce.retries != 0 {
        write!(out, " retries={}", produce.retries)?;
    }
    if let Some(at) = produce.at {
        write!(out, " at {at}")?;
    }
    if let Some(name) = &produce.transaction {
        write!(out, " tx={name}")?;
    }
    Ok(())
}
