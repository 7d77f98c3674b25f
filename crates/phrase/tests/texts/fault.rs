//! Mistakes in a scenario's text.

use highwater_phrase::fault::{self, AcceptedWord as A, FaultWord as F};

use crate::page::{Page, broker, number, rounds};

pub(crate) fn put(page: &mut Page) {
    page.heading("faults");
    samples! { |word: F<'_>| page.text(word, |lang| word.say(lang)); F<'_>;
        F::UnknownStatement => [F::UnknownStatement],
        F::Unexpected => [F::Unexpected],
        F::Leftover => [F::Leftover],
        F::UnclosedQuote => [F::UnclosedQuote],
        F::BadEscape => [F::BadEscape],
        F::OutOfRange => [F::OutOfRange],
        F::UnknownBroker => [F::UnknownBroker],
        F::UnknownTopic => [F::UnknownTopic],
        F::UnknownPartition => [F::UnknownPartition],
        F::WhichPartition => [F::WhichPartition],
        F::UnknownRecord => [F::UnknownRecord],
        F::NameTaken(_) => rounds(|i| F::NameTaken(number(i))),
        F::Repeated(_) => rounds(|i| F::Repeated(number(i))),
        F::Missing(_) => [F::Missing("cluster")],
        F::MissingSetting(_) => [F::MissingSetting("rf")],
        F::TooFewBrokers(_) => rounds(|i| F::TooFewBrokers(broker(i))),
        F::AssignmentLength(_) => rounds(|i| F::AssignmentLength(broker(i))),
        F::EpochGoesBack(_) => rounds(|i| F::EpochGoesBack(number(i))),
        F::TooLate => [F::TooLate],
        F::UnknownTransaction => [F::UnknownTransaction],
        F::TransactionNeedsAcksAll => [F::TransactionNeedsAcksAll],
        F::NoSuchLink => [F::NoSuchLink],
        F::TooLong(_) => rounds(|i| F::TooLong(number(i))),
    }

    page.heading("what is accepted");
    samples! { |word: A<'_>| page.text(word, |lang| word.say(lang)); A<'_>;
        A::Exactly(_) => [A::Exactly("produce")],
        A::EndOfLine => [A::EndOfLine],
        A::Slug => [A::Slug],
        A::Text => [A::Text],
        A::TopicName => [A::TopicName],
        A::RecordName => [A::RecordName],
        A::Number(..) => rounds(|i| A::Number(number(i), number(i + 1))),
        A::Duration => [A::Duration],
        A::Broker => [A::Broker],
        A::Partition => [A::Partition],
        A::Brokers => [A::Brokers],
        A::Generations => [A::Generations],
        A::Count => [A::Count],
        A::EpochStart => [A::EpochStart],
        A::RecordInEpoch => [A::RecordInEpoch],
        A::Escape => [A::Escape],
    }

    page.heading("faults with all that is known");
    let accepted: [&[A<'_>]; 3] = [&[], &[A::EndOfLine], &[A::Exactly("1"), A::Text, A::Count]];
    for found in [None, Some("prodce")] {
        for suggestion in [None, Some("produce")] {
            for accepted in accepted {
                page.text((found, accepted, suggestion), |lang| {
                    fault::sentence(lang, F::UnknownStatement, found, accepted, suggestion)
                });
            }
        }
    }
}
