//! What is wrong with a scenario's text, each mistake with its place.

use highwater_phrase::fault::{self, AcceptedWord, FaultWord};
use highwater_phrase::{Lang, caption};
use highwater_scenario::{Accepted, Kind, Problem, ScenarioError, parse};

use crate::document::{Answer, Block};

/// More than this at once helps nobody.
const MISTAKES_MAX: usize = 12;

/// The mistakes of a text as terms: where, and what. Empty for a text without any.
#[must_use]
pub fn mistakes(text: &str, lang: Lang) -> Answer {
    let errors = parse(text).err().unwrap_or_default();
    let terms = errors.iter().take(MISTAKES_MAX).map(|error| {
        let (place, what) = mistake(error, lang);
        (place, what.into())
    });
    Answer { blocks: vec![Block::Terms(terms.collect())], ..Answer::default() }
}

/// A mistake in a scenario's text: where, and what.
fn mistake(error: &ScenarioError, lang: Lang) -> (String, String) {
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
