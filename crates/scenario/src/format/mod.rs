//! A scenario written as text, the way [`crate::parse()`] reads it.
//!
//! Reading what is written here gives the same scenario (but for line numbers). Comments are not
//! part of a scenario and are not kept.

mod claim;
mod command;

use std::fmt::{self, Write};

use highwater_engine::Command;
use highwater_engine::config::{Preload, Timings};
use highwater_protocol::control::UncleanElection;

use crate::condition::{Claim, Condition, Polarity};
use crate::generations::Generations;
use crate::prediction::Subject;
use crate::script::{Action, Scenario, Statement, Text, TopicSetup};
use crate::timings::TIMINGS;

/// Writes a scenario.
#[must_use]
pub fn format(scenario: &Scenario) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = write_scenario(&mut out, scenario);
    out
}

/// Writes the cluster that a scenario begins with, and nothing else of it but its name.
#[must_use]
pub fn format_cluster(scenario: &Scenario) -> String {
    let mut out = String::new();
    let _ = write_set_up(&mut out, scenario);
    out
}

/// Writes a command as a script has it, without the end of the line.
#[must_use]
pub fn format_command(scenario: &Scenario, command: &Command) -> String {
    let mut out = String::new();
    let _ = command::write(&mut out, scenario, command);
    out
}

/// Writes a condition as it stands behind `until` and `expect`.
#[must_use]
pub fn format_condition(scenario: &Scenario, condition: &Condition) -> String {
    let mut out = String::new();
    let _ = write_condition(&mut out, scenario, condition);
    out
}

/// Writes a claim.
#[must_use]
pub fn format_claim(scenario: &Scenario, claim: &Claim) -> String {
    let mut out = String::new();
    let _ = claim::write(&mut out, scenario, claim);
    out
}

fn write_scenario(out: &mut String, scenario: &Scenario) -> fmt::Result {
    writeln!(out, "scenario {}", scenario.slug)?;
    write_text(out, "title", &scenario.title, Generations::ALL)?;
    write_text(out, "about", &scenario.about, Generations::ALL)?;
    out.push('\n');
    write_cluster(out, scenario)?;
    write_timings(out, &scenario.timings)?;
    write_topics(out, scenario)?;
    for preload in &scenario.preloads {
        write_preload(out, scenario, preload)?;
    }
    if !scenario.script.is_empty() {
        out.push('\n');
    }
    for statement in &scenario.script {
        write_statement(out, scenario, statement)?;
    }
    Ok(())
}

fn write_set_up(out: &mut String, scenario: &Scenario) -> fmt::Result {
    writeln!(out, "scenario {}", scenario.slug)?;
    write_cluster(out, scenario)?;
    write_topics(out, scenario)
}

fn write_topics(out: &mut String, scenario: &Scenario) -> fmt::Result {
    for topic in &scenario.topics {
        write_topic(out, topic)?;
    }
    for topic in &scenario.topics {
        write_assignments(out, topic)?;
    }
    Ok(())
}

fn write_text(out: &mut String, head: &str, text: &Text, generations: Generations) -> fmt::Result {
    for (language, words) in [("ko", &text.ko), ("en", &text.en)] {
        if let Some(words) = words {
            write!(out, "{head} {language} \"")?;
            for c in words.chars() {
                match c {
                    '"' => out.push_str("\\\""),
                    '\\' => out.push_str("\\\\"),
                    '\n' => out.push_str("\\n"),
                    _ => out.push(c),
                }
            }
            out.push('"');
            end_line(out, generations)?;
        }
    }
    Ok(())
}

fn end_line(out: &mut String, generations: Generations) -> fmt::Result {
    if generations == Generations::ALL { writeln!(out) } else { writeln!(out, " in {generations}") }
}

fn write_cluster(out: &mut String, scenario: &Scenario) -> fmt::Result {
    let counted = (0..).zip(&scenario.brokers).all(|(place, id)| id.0 == place);
    out.push_str("cluster brokers=");
    if counted {
        write!(out, "{}", scenario.brokers.len())?;
    } else {
        claim::write_brokers(out, scenario.brokers.iter().copied())?;
    }
    write!(out, " generation={}", scenario.generation)?;
    match scenario.placement {
        Some(seed) => writeln!(out, " placement={seed}"),
        None => writeln!(out),
    }
}

fn write_timings(out: &mut String, timings: &Timings) -> fmt::Result {
    let defaults = Timings::defaults();
    for timing in TIMINGS {
        let ms = (timing.get)(timings);
        if ms != (timing.get)(&defaults) {
            writeln!(out, "set {}={ms}", timing.name)?;
        }
    }
    Ok(())
}

pub(crate) fn unclean_word(unclean: UncleanElection) -> &'static str {
    match unclean {
        UncleanElection::Disabled => "false",
        UncleanElection::Enabled => "true",
    }
}

fn write_topic(out: &mut String, topic: &TopicSetup) -> fmt::Result {
    write!(
        out,
        "topic {} partitions={} rf={} min.insync.replicas={}",
        topic.name, topic.partitions, topic.replication_factor, topic.min_insync_replicas
    )?;
    if let Some(unclean) = topic.unclean {
        write!(out, " unclean.leader.election.enable={}", unclean_word(unclean))?;
    }
    writeln!(out)
}

fn write_assignments(out: &mut String, topic: &TopicSetup) -> fmt::Result {
    for (number, assignment) in topic.assignments.iter().enumerate() {
        if let Some(replicas) = assignment {
            write!(out, "assign {}-{number} = ", topic.name)?;
            claim::write_brokers(out, replicas.iter().copied())?;
            writeln!(out)?;
        }
    }
    Ok(())
}

fn write_preload(out: &mut String, scenario: &Scenario, preload: &Preload) -> fmt::Result {
    let partition = scenario.partition_name(preload.partition);
    writeln!(
        out,
        "preload {partition} name={} records={} epoch={}",
        preload.name, preload.count, preload.epoch
    )
}

fn write_statement(out: &mut String, scenario: &Scenario, statement: &Statement) -> fmt::Result {
    match &statement.action {
        Action::Say(text) => return write_text(out, "say", text, statement.generations),
        Action::Command(command) => command::write(out, scenario, command)?,
        Action::Wait(ms) => {
            out.push_str("wait ");
            command::write_duration(out, *ms)?;
        }
        Action::Until(condition) => {
            out.push_str("until ");
            write_condition(out, scenario, condition)?;
        }
        Action::Expect(condition) => {
            out.push_str("expect ");
            write_condition(out, scenario, condition)?;
        }
        Action::Predict(subject) => write_subject(out, scenario, subject)?,
        Action::Reveal => out.push_str("reveal"),
    }
    end_line(out, statement.generations)
}

fn write_subject(out: &mut String, scenario: &Scenario, subject: &Subject) -> fmt::Result {
    out.push_str("predict ");
    match subject {
        Subject::Leader(partition) => {
            out.push_str("leader");
            command::write_partition(out, scenario, " ", *partition)
        }
        Subject::HighWatermark(broker, partition) => {
            write!(out, "hw {broker}")?;
            command::write_partition(out, scenario, " ", *partition)
        }
        Subject::Lost(record) => {
            out.push_str("lost ");
            claim::write_record(out, record)
        }
    }
}

fn write_condition(out: &mut String, scenario: &Scenario, condition: &Condition) -> fmt::Result {
    if condition.polarity == Polarity::IsNot {
        out.push_str("not ");
    }
    claim::write(out, scenario, &condition.claim)
}
