//! What producer and consumer did and heard.

use super::{NodeWord, Sentence};
use crate::compose::{Value, said, sentence, text};
use crate::keys::Key;
use crate::lang::Lang;

/// What a producer waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcksWord {
    /// `acks=0`
    None,
    /// `acks=1`
    Leader,
    /// `acks=all`
    All,
}

impl AcksWord {
    /// As configurations write it, with the key.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            AcksWord::None => "acks=0",
            AcksWord::Leader => "acks=1",
            AcksWord::All => "acks=all",
        }
    }
}

/// Why a write was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The ISR is too small.
    TooFewInSync {
        /// Members of the ISR.
        isr: u8,
        /// `min.insync.replicas`
        min_isr: u8,
    },
    /// The error says it.
    AsTheErrorSays,
}

/// News of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum ClientNews<'a> {
    /// A batch was sent.
    Sent { name: &'a str, count: u32, to: u8, acks: AcksWord, attempt: u32 },
    /// The leader appended it.
    Appended { name: &'a str, count: u32, broker: u8, first: u32, end: u32, epoch: u32 },
    /// The leader recognized a batch that it has already.
    Recognized { name: &'a str, count: u32, broker: u8, first: u32, end: u32 },
    /// The producer numbers its batches from now on, or no longer does.
    Idempotence { on: bool },
    /// The producer heard of success.
    Acked { name: &'a str, count: u32, acks: AcksWord },
    /// Nothing was appended.
    Refused { name: &'a str, count: u32, error: &'a str, why: Why },
    /// It stays open whether the records exist.
    Unknown { name: &'a str, count: u32, error: &'a str },
    /// The producer will try again.
    WillRetry { name: &'a str, count: u32, error: &'a str },
    /// A client heard of another leader.
    LeaderLearned { client: NodeWord, leader: Option<u8>, epoch: u32 },
    /// The consumer read.
    Consumed { from: u32, to: u32, broker: u8, hidden: u32 },
    /// The consumer begins at an end of the log.
    Started { edge: &'static str, at: u32 },
    /// A leader did not say where its log ends.
    Withheld { broker: u8, error: &'a str },
    /// The consumer's position was outside the log.
    Reset { from: u32, to: u32 },
}

impl ClientNews<'_> {
    pub(super) fn say(&self, lang: Lang) -> Sentence {
        match *self {
            ClientNews::Sent { name, count, to, acks, attempt } => {
                let records = Value::Records(name, count);
                let what = match attempt {
                    0 | 1 => text!(lang, Sent, records, to),
                    _ => text!(lang, SentAgain, records, to, attempt),
                };
                Sentence::new(what, said(lang, sent(acks)))
            }
            ClientNews::Appended { name, count, broker, first, end, epoch } => sentence!(
                lang,
                Appended,
                broker,
                Value::Records(name, count),
                Value::Offsets(first, end),
                epoch,
                end
            ),
            ClientNews::Recognized { name, count, broker, first, end } => sentence!(
                lang,
                Recognized,
                broker,
                Value::Records(name, count),
                Value::Offsets(first, end)
            ),
            ClientNews::Idempotence { on: true } => sentence!(lang, IdempotenceOn),
            ClientNews::Idempotence { on: false } => sentence!(lang, IdempotenceOff),
            ClientNews::Acked { name, count, acks } => Sentence::new(
                text!(lang, WriteAcked, Value::Records(name, count), acks.name()),
                said(lang, acked(acks)),
            ),
            ClientNews::Refused { name, count, error, why } => Sentence::new(
                text!(lang, WriteRefused, Value::Records(name, count), error),
                match why {
                    Why::TooFewInSync { isr, min_isr } => {
                        text!(lang, RefusedTooFewInSync, isr, min_isr)
                    }
                    Why::AsTheErrorSays => text!(lang, RefusedNothingWritten),
                },
            ),
            ClientNews::Unknown { name, count, error } => {
                sentence!(lang, WriteUnknown, Value::Records(name, count), error)
            }
            ClientNews::WillRetry { name, count, error } => {
                sentence!(lang, WillRetry, Value::Records(name, count), error)
            }
            ClientNews::LeaderLearned { client: NodeWord::Consumer, leader, epoch } => match leader
            {
                Some(leader) => sentence!(lang, ConsumerLearnedLeader, leader, epoch),
                None => sentence!(lang, ConsumerLearnedNoLeader),
            },
            ClientNews::LeaderLearned { leader, epoch, .. } => match leader {
                Some(leader) => sentence!(lang, ProducerLearnedLeader, leader, epoch),
                None => sentence!(lang, ProducerLearnedNoLeader),
            },
            ClientNews::Consumed { from, to, broker, hidden: 0 } => {
                sentence!(lang, Consumed, Value::Offsets(from, to), broker)
            }
            ClientNews::Consumed { from, to, hidden, .. } => {
                sentence!(lang, ConsumedWithHidden, Value::Offsets(from, to), hidden)
            }
            ClientNews::Started { edge, at } => sentence!(lang, ReadingStarted, edge, at),
            ClientNews::Withheld { broker, error } => Sentence::new(
                text!(lang, OffsetWithheld, broker, error),
                match error {
                    "OFFSET_NOT_AVAILABLE" => text!(lang, WithheldByKip207),
                    _ => text!(lang, WithheldForNow),
                },
            ),
            ClientNews::Reset { from, to } => sentence!(lang, Reset, from, to),
        }
    }
}

fn sent(acks: AcksWord) -> Key {
    match acks {
        AcksWord::None => Key::SentAcksNone,
        AcksWord::Leader => Key::SentAcksLeader,
        AcksWord::All => Key::SentAcksAll,
    }
}

fn acked(acks: AcksWord) -> Key {
    match acks {
        AcksWord::None => Key::AckedAcksNone,
        AcksWord::Leader => Key::AckedAcksLeader,
        AcksWord::All => Key::AckedAcksAll,
    }
}
