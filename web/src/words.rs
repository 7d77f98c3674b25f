//! The scenario crate's values as the words that `highwater-phrase` speaks in.

use highwater_engine::command::Node;
use highwater_engine::idempotence::Idempotence;
use highwater_engine::{Command, Stop};
use highwater_phrase::difference::{AnswerWord, DifferenceWord, EndWord, FateWord};
use highwater_phrase::fault::{self, AcceptedWord, FaultWord};
use highwater_phrase::{Label, Lang, caption};
use highwater_protocol::control::UncleanElection;
use highwater_protocol::{BrokerId, BrokerSet};
use highwater_scenario::differences::{Answer, Fate};
use highwater_scenario::{Accepted, Difference, Kind, Problem, ScenarioError, ScriptEnd, Timeline};
use highwater_scene::words::{node, refusal};

/// What a reader did, in a few words.
#[must_use]
pub fn command(command: &Command, lang: Lang) -> String {
    let broker = |id: &BrokerId, label: Label| {
        format!("{}: {}", caption::broker(lang, id.0), label.text(lang))
    };
    match command {
        Command::Produce(produce) => format!("{} {}", Label::Produce.text(lang), produce.name),
        Command::Consume(..) => Label::StartConsumer.text(lang).to_owned(),
        Command::Stop(id, Stop::Clean) => broker(id, Label::StopClean),
        Command::Stop(id, Stop::Crash) => broker(id, Label::StopCrash),
        Command::Stop(id, Stop::PowerCut) => broker(id, Label::StopPower),
        Command::Start(id) => broker(id, Label::Start),
        Command::Restart(id, _) => broker(id, Label::Restart),
        Command::CutLink(a, b) => link(*a, *b, false, lang),
        Command::HealLink(a, b) => link(*a, *b, true, lang),
        Command::Slow(id, 0) => broker(id, Label::MakeFast),
        Command::Slow(id, _) => broker(id, Label::MakeSlow),
        Command::Flush(id) => broker(id, Label::Flush),
        Command::SetIdempotence(value) => {
            format!("enable.idempotence = {}", *value == Idempotence::On)
        }
        Command::Reassign(..) => "kafka-reassign-partitions --execute".to_owned(),
        Command::EndTransaction(name, end) => format!("{} {name}", end.name()),
        Command::Grow(_, count) => format!("partitions = {count}"),
        Command::CancelReassignment(_) => "kafka-reassign-partitions --cancel".to_owned(),
        Command::Elect(..) => Label::ElectUnclean.text(lang).to_owned(),
        Command::SetMinInsyncReplicas(_, value) => format!("min.insync.replicas = {value}"),
        Command::SetUncleanElection(_, value) => {
            let on = *value == UncleanElection::Enabled;
            format!("unclean.leader.election.enable = {on}")
        }
    }
}

fn link(a: Node, b: Node, cut: bool, lang: Lang) -> String {
    format!("{}: {}", node(a).name(lang), caption::link(lang, node(b), cut))
}

/// A mistake in a scenario's text: where, and what.
#[must_use]
pub fn mistake(error: &ScenarioError, lang: Lang) -> (String, String) {
    let accepted: Vec<AcceptedWord<'_>> = error.accepted.iter().map(accepted).collect();
    let text = fault::sentence(
        lang,
        problem(&error.problem),
        error.found.as_deref(),
        &accepted,
        error.suggestion.as_deref(),
    );
    (caption::place(lang, error.line, error.column), text)
}

fn problem(problem: &Problem) -> FaultWord<'_> {
    match problem {
        Problem::UnknownStatement => FaultWord::UnknownStatement,
        Problem::Unexpected => FaultWord::Unexpected,
        Problem::Leftover => FaultWord::Leftover,
        Problem::UnclosedQuote => FaultWord::UnclosedQuote,
        Problem::BadEscape => FaultWord::BadEscape,
        Problem::OutOfRange => FaultWord::OutOfRange,
        Problem::UnknownBroker => FaultWord::UnknownBroker,
        Problem::UnknownTopic => FaultWord::UnknownTopic,
        Problem::UnknownPartition => FaultWord::UnknownPartition,
        Problem::WhichPartition => FaultWord::WhichPartition,
        Problem::UnknownRecord => FaultWord::UnknownRecord,
        Problem::NameTaken { since } => FaultWord::NameTaken(*since),
        Problem::Repeated { before } => FaultWord::Repeated(*before),
        Problem::Missing { statement } => FaultWord::Missing(statement),
        Problem::MissingSetting { setting } => FaultWord::MissingSetting(setting),
        Problem::TooFewBrokers { brokers } => FaultWord::TooFewBrokers(*brokers),
        Problem::AssignmentLength { replication_factor } => {
            FaultWord::AssignmentLength(*replication_factor)
        }
        Problem::EpochGoesBack { reached } => FaultWord::EpochGoesBack(*reached),
        Problem::UnknownTransaction => FaultWord::UnknownTransaction,
        Problem::TransactionNeedsAcksAll => FaultWord::TransactionNeedsAcksAll,
        Problem::TooLate => FaultWord::TooLate,
        Problem::NoSuchLink => FaultWord::NoSuchLink,
        Problem::TooLong { lines } => FaultWord::TooLong(*lines),
    }
}

fn accepted(accepted: &Accepted) -> AcceptedWord<'_> {
    match accepted {
        Accepted::Word(word) => AcceptedWord::Exactly(word),
        Accepted::Name(name) => AcceptedWord::Exactly(name),
        Accepted::Kind(kind) => match kind {
            Kind::EndOfLine => AcceptedWord::EndOfLine,
            Kind::Slug => AcceptedWord::Slug,
            Kind::Text => AcceptedWord::Text,
            Kind::TopicName => AcceptedWord::TopicName,
            Kind::RecordName => AcceptedWord::RecordName,
            Kind::Number { least, most } => AcceptedWord::Number(*least, *most),
            Kind::Duration => AcceptedWord::Duration,
            Kind::Broker => AcceptedWord::Broker,
            Kind::Partition => AcceptedWord::Partition,
            Kind::Brokers => AcceptedWord::Brokers,
            Kind::Generations => AcceptedWord::Generations,
            Kind::Count => AcceptedWord::Count,
            Kind::EpochStart => AcceptedWord::EpochStart,
            Kind::RecordInEpoch => AcceptedWord::RecordInEpoch,
            Kind::Escape => AcceptedWord::Escape,
        },
    }
}

/// How a script ended.
#[must_use]
pub fn end(end: &ScriptEnd, lang: Lang) -> EndWord {
    match end {
        ScriptEnd::Finished => EndWord::Finished,
        ScriptEnd::Stuck { line, condition } => EndWord::Stuck(*line, condition.clone()),
        ScriptEnd::Refused { line, refusal: why } => {
            EndWord::Refused(*line, refusal(why).say(lang))
        }
        ScriptEnd::TooLong { line } => EndWord::TooLong(*line),
    }
}

/// A difference in a sentence; `timeline` knows the partitions' names.
#[must_use]
pub fn difference(difference: &Difference, timeline: &Timeline, lang: Lang) -> String {
    let name = |id| timeline.last().config().partition_name(id);
    let broker = |id: Option<BrokerId>| id.map(|id| id.0);
    match difference {
        Difference::End(change) => DifferenceWord::End(end(&change.after, lang)).say(lang),
        Difference::Fate(name, change) => {
            let (before, after) = (fate(change.before), fate(change.after));
            DifferenceWord::Fate { name, before, after }.say(lang)
        }
        Difference::Answer(name, change) => {
            let (before, after) = (answer(change.before), answer(change.after));
            DifferenceWord::Answer { name, before, after }.say(lang)
        }
        Difference::Leader(id, change) => {
            let (before, after) = (broker(change.before), broker(change.after));
            DifferenceWord::Leader { partition: &name(*id), before, after }.say(lang)
        }
        Difference::LeaderEpoch(id, change) => {
            let (before, after) = (change.before.0, change.after.0);
            DifferenceWord::Epoch { partition: &name(*id), before, after }.say(lang)
        }
        Difference::Isr(id, change) => {
            let (before, after) = (members(change.before), members(change.after));
            let partition = &name(*id);
            DifferenceWord::Isr { partition, before: &before, after: &after }.say(lang)
        }
        Difference::LogEnd(_, id, change) => {
            let (before, after) = (change.before.map(|o| o.0), change.after.map(|o| o.0));
            DifferenceWord::LogEnd { broker: id.0, before, after }.say(lang)
        }
        Difference::HighWatermark(_, id, change) => {
            let (before, after) = (change.before.map(|o| o.0), change.after.map(|o| o.0));
            DifferenceWord::HighWatermark { broker: id.0, before, after }.say(lang)
        }
        Difference::Consumed(change) => {
            let (before, after) = (change.before.map(|o| o.0), change.after.map(|o| o.0));
            DifferenceWord::Consumed { before, after }.say(lang)
        }
        Difference::Verdicts(change) => {
            DifferenceWord::Verdicts { before: change.before, after: change.after }.say(lang)
        }
        Difference::UncleanElections(change) => {
            DifferenceWord::Unclean { before: change.before, after: change.after }.say(lang)
        }
    }
}

fn members(set: BrokerSet) -> Vec<u8> {
    set.iter().map(|id| id.0).collect()
}

fn fate(fate: Fate) -> FateWord {
    match fate {
        Fate::Kept => FateWord::Kept,
        Fate::Lost => FateWord::Lost,
        Fate::Elsewhere => FateWord::Elsewhere,
        Fate::Absent => FateWord::Absent,
    }
}

fn answer(answer: Answer) -> AnswerWord {
    match answer {
        Answer::NotSent => AnswerWord::NotSent,
        Answer::Pending => AnswerWord::Pending,
        Answer::Acked => AnswerWord::Acked,
        Answer::Refused(error) => AnswerWord::Refused(error.name()),
        Answer::Unknown(error) => AnswerWord::Unknown(error.name()),
    }
}
