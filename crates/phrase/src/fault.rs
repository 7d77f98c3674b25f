//! What is wrong with a scenario's text, said beside the text.

use crate::compose::{template, text};
use crate::lang::Lang;

/// The kind of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultWord<'a> {
    /// The line begins with no known statement.
    UnknownStatement,
    /// Something else must stand here.
    Unexpected,
    /// The statement was complete before this.
    Leftover,
    /// No closing quote.
    UnclosedQuote,
    /// A backslash before something that needs none.
    BadEscape,
    /// A number out of range.
    OutOfRange,
    /// No such broker.
    UnknownBroker,
    /// No such topic.
    UnknownTopic,
    /// No such partition.
    UnknownPartition,
    /// The partition must be named.
    WhichPartition,
    /// No record of this name before this line.
    UnknownRecord,
    /// The name is taken since a line.
    NameTaken(u32),
    /// A line says the same.
    Repeated(u32),
    /// The scenario lacks a statement.
    Missing(&'a str),
    /// The statement lacks a setting.
    MissingSetting(&'a str),
    /// More replicas than brokers.
    TooFewBrokers(u8),
    /// The assignment has another length than the replication factor.
    AssignmentLength(u8),
    /// The log has reached a later epoch.
    EpochGoesBack(u32),
    /// Setting up comes before the first action.
    TooLate,
    /// Nothing was written in a transaction of this name.
    UnknownTransaction,
    /// A transaction needs `acks=all`.
    TransactionNeedsAcksAll,
    /// These two are never connected.
    NoSuchLink,
    /// More lines than a scenario may have.
    TooLong(u32),
}

/// Something that would be accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcceptedWord<'a> {
    /// This very text.
    Exactly(&'a str),
    /// The end of the line.
    EndOfLine,
    /// A slug.
    Slug,
    /// A text in double quotes.
    Text,
    /// A topic's name.
    TopicName,
    /// A record's name.
    RecordName,
    /// A whole number in a range.
    Number(u32, u32),
    /// A time.
    Duration,
    /// A broker's number.
    Broker,
    /// A partition.
    Partition,
    /// Several brokers' numbers.
    Brokers,
    /// Generations.
    Generations,
    /// A count.
    Count,
    /// An epoch and its first offset.
    EpochStart,
    /// A record and its epoch.
    RecordInEpoch,
    /// What may follow a backslash.
    Escape,
}

impl FaultWord<'_> {
    /// What is wrong.
    #[must_use]
    pub fn say(self, lang: Lang) -> String {
        match self {
            FaultWord::UnknownStatement => text!(lang, FaultUnknownStatement),
            FaultWord::Unexpected => text!(lang, FaultUnexpected),
            FaultWord::Leftover => text!(lang, FaultLeftover),
            FaultWord::UnclosedQuote => text!(lang, FaultUnclosedQuote),
            FaultWord::BadEscape => text!(lang, FaultBadEscape),
            FaultWord::OutOfRange => text!(lang, FaultOutOfRange),
            FaultWord::UnknownBroker => text!(lang, FaultUnknownBroker),
            FaultWord::UnknownTopic => text!(lang, FaultUnknownTopic),
            FaultWord::UnknownPartition => text!(lang, FaultUnknownPartition),
            FaultWord::WhichPartition => text!(lang, FaultWhichPartition),
            FaultWord::UnknownRecord => text!(lang, FaultUnknownRecord),
            FaultWord::NameTaken(line) => text!(lang, FaultNameTaken, line),
            FaultWord::Repeated(line) => text!(lang, FaultRepeated, line),
            FaultWord::Missing(what) => text!(lang, FaultMissing, what),
            FaultWord::MissingSetting(what) => text!(lang, FaultMissingSetting, what),
            FaultWord::TooFewBrokers(brokers) => text!(lang, FaultTooFewBrokers, brokers),
            FaultWord::AssignmentLength(rf) => text!(lang, FaultAssignmentLength, rf),
            FaultWord::EpochGoesBack(reached) => text!(lang, FaultEpochGoesBack, reached),
            FaultWord::TooLate => text!(lang, FaultTooLate),
            FaultWord::UnknownTransaction => text!(lang, FaultUnknownTransaction),
            FaultWord::TransactionNeedsAcksAll => text!(lang, FaultTransactionNeedsAcksAll),
            FaultWord::NoSuchLink => text!(lang, FaultNoSuchLink),
            FaultWord::TooLong(lines) => text!(lang, FaultTooLong, lines),
        }
    }
}

impl AcceptedWord<'_> {
    /// What would be accepted.
    #[must_use]
    pub fn say(self, lang: Lang) -> String {
        match self {
            AcceptedWord::Exactly(word) => word.to_owned(),
            AcceptedWord::Number(least, most) => text!(lang, AcceptedNumber, least, most),
            AcceptedWord::EndOfLine => text!(lang, AcceptedEndOfLine),
            AcceptedWord::Slug => text!(lang, AcceptedSlug),
            AcceptedWord::Text => text!(lang, AcceptedText),
            AcceptedWord::TopicName => text!(lang, AcceptedTopicName),
            AcceptedWord::RecordName => text!(lang, AcceptedRecordName),
            AcceptedWord::Duration => text!(lang, AcceptedDuration),
            AcceptedWord::Broker => text!(lang, AcceptedBroker),
            AcceptedWord::Partition => text!(lang, AcceptedPartition),
            AcceptedWord::Brokers => text!(lang, AcceptedBrokers),
            AcceptedWord::Generations => text!(lang, AcceptedGenerations),
            AcceptedWord::Count => text!(lang, AcceptedCount),
            AcceptedWord::EpochStart => text!(lang, AcceptedEpochStart),
            AcceptedWord::RecordInEpoch => text!(lang, AcceptedRecordInEpoch),
            AcceptedWord::Escape => text!(lang, AcceptedEscape),
        }
    }
}

/// A mistake with where, what was found and what was probably meant, as one line of text.
#[must_use]
pub fn sentence(
    lang: Lang,
    fault: FaultWord<'_>,
    found: Option<&str>,
    accepted: &[AcceptedWord<'_>],
    suggestion: Option<&str>,
) -> String {
    let mut out = fault.say(lang);
    if let Some(found) = found {
        out.push_str(&template(lang, ": `{0}`", &[found.into()]));
    }
    out.push('.');
    if !accepted.is_empty() {
        let mut list = String::new();
        for (index, word) in accepted.iter().enumerate() {
            if index > 0 {
                list.push_str(", ");
            }
            list.push_str(&word.say(lang));
        }
        out.push(' ');
        out.push_str(&text!(lang, AcceptedHere, &list));
    }
    if let Some(suggestion) = suggestion {
        out.push(' ');
        out.push_str(&text!(lang, DidYouMean, suggestion));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_says_what_stands_there_and_what_could() {
        let accepted = [AcceptedWord::Exactly("produce"), AcceptedWord::Exactly("until")];
        let say = |lang| {
            sentence(lang, FaultWord::UnknownStatement, Some("prodce"), &accepted, Some("produce"))
        };
        assert_eq!(
            say(Lang::Ko),
            "모르는 문장입니다: `prodce`. 쓸 수 있는 것: produce, until. 혹시 `produce`인가요?"
        );
        assert!(say(Lang::En).ends_with("Did you mean `produce`?"));
    }
}
