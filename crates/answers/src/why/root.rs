//! Where a chain begins: a command, or something that only time brings.

use highwater_engine::command::{Command, Election};
use highwater_engine::idempotence::Idempotence;
use highwater_engine::transactions::TransactionEnd;
use highwater_engine::{EventId, Fact};
use highwater_phrase::Lang;
use highwater_phrase::cause::{self, Actor, Wish};
use highwater_protocol::control::UncleanElection;
use highwater_scene::words;

use super::past::Past;

/// Where a chain begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Root {
    /// With the command that was given at this position.
    Command(usize),
    /// With a time that had come.
    Time,
    /// With the controller's task that looks for preferred leaders.
    PreferredTask,
    /// With the controller's task that looks for partitions without a leader.
    UncleanTask,
    /// With one fetch of many.
    Fetching,
}

/// Says where a chain begins.
pub(crate) fn say(past: Past<'_>, root: Root, lang: Lang) -> String {
    let index = match root {
        Root::Command(index) => index,
        Root::Time => return cause::Root::Time.say(lang),
        Root::PreferredTask => return cause::Root::PreferredTask.say(lang),
        Root::UncleanTask => return cause::Root::UncleanTask.say(lang),
        Root::Fetching => return cause::Root::Fetching.say(lang),
    };
    let actor = if past.is_by_reader(index) { Actor::Reader } else { Actor::Script };
    match past.command_at(index) {
        Some(command) => wish(command, |wish| cause::Root::Wish(actor, wish).say(lang)),
        None => cause::Root::Time.say(lang),
    }
}

/// The command that an event is the plain fact of: to tell both would say it twice.
pub(crate) fn is_fact_of_command(past: Past<'_>, id: EventId, fact: &Fact) -> Option<Root> {
    let is_plain = matches!(
        fact,
        Fact::ProduceSent { .. }
            | Fact::ShutdownStarted { .. }
            | Fact::Stopped { .. }
            | Fact::Started { .. }
            | Fact::LinkCut { .. }
            | Fact::LinkHealed { .. }
            | Fact::Slowed { .. }
            | Fact::MinInsyncReplicasSet { .. }
            | Fact::UncleanElectionSet { .. }
            | Fact::IdempotenceSet { .. }
            | Fact::Flushed { .. }
    );
    let caused = past.event(id)?.cause.is_some();
    let (index, _) = past.command_of(id).filter(|_| is_plain && !caused)?;
    Some(Root::Command(index))
}

fn wish(command: &Command, say: impl FnOnce(Wish<'_>) -> String) -> String {
    match command {
        Command::Produce(produce) => say(Wish::Produce {
            name: &produce.name,
            count: produce.count,
            acks: words::acks(produce.acks),
        }),
        Command::Consume(..) => say(Wish::Consume),
        Command::Stop(id, how) => say(Wish::Stop { broker: id.0, how: words::stop(*how) }),
        Command::Restart(id, how) => say(Wish::Restart { broker: id.0, how: words::stop(*how) }),
        Command::Start(id) => say(Wish::Start { broker: id.0 }),
        Command::CutLink(a, b) => say(Wish::CutLink { a: words::node(*a), b: words::node(*b) }),
        Command::HealLink(a, b) => say(Wish::HealLink { a: words::node(*a), b: words::node(*b) }),
        Command::Slow(id, extra) => say(Wish::Slow { broker: id.0, extra: *extra }),
        Command::SetMinInsyncReplicas(_, value) => {
            say(Wish::Set { name: "min.insync.replicas", value: &value.to_string() })
        }
        Command::SetUncleanElection(_, value) => say(Wish::Set {
            name: "unclean.leader.election.enable",
            value: switch(*value == UncleanElection::Enabled),
        }),
        Command::SetIdempotence(value) => {
            say(Wish::Set { name: "enable.idempotence", value: switch(*value == Idempotence::On) })
        }
        Command::Elect(_, kind) => say(Wish::Elect { unclean: *kind == Election::Unclean }),
        Command::Reassign(_, replicas) => {
            let ids: Vec<u8> = replicas.iter().map(|id| id.0).collect();
            say(Wish::Reassign { replicas: &ids })
        }
        Command::CancelReassignment(_) => say(Wish::CancelReassignment),
        Command::EndTransaction(name, end) => {
            say(Wish::EndTransaction { name, commit: *end == TransactionEnd::Commit })
        }
        Command::Grow(_, count) => say(Wish::Grow { count: *count }),
        Command::Flush(id) => say(Wish::Flush { broker: id.0 }),
    }
}

fn switch(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}
