//! Captions of things in the picture: messages under way, brokers, times.
//!
//! A short caption stands in the picture, a long one in the text alternative.

use crate::compose::{Value, grouped, template, text};
use crate::lang::Lang;
use crate::news::NodeWord;

/// What a message under way says.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum MessageWord {
    /// A follower fetches from an offset.
    Fetch { offset: u32 },
    /// A follower fetches several partitions at once.
    FetchMany { partitions: u32 },
    /// The answer: so many records, and the leader's high watermark.
    Records { count: u32, hw: u32 },
    /// Answers for several partitions.
    RecordsMany { partitions: u32, count: u32 },
    /// The logs part where this epoch ends.
    Diverging { epoch: u32, end: u32 },
    /// A refusal.
    Error { name: &'static str },
    /// A follower asks where an epoch ends.
    EpochEnd { epoch: u32 },
    /// Epoch and end, or unknown.
    EpochEndAnswer { answer: Option<(u32, u32)> },
    /// A follower asks for the bounds of the leader's log.
    LogBounds,
    /// Start and end.
    LogBoundsAnswer { bounds: Option<(u32, u32)> },
    /// A write.
    Produce { name: String, count: u32 },
    /// Success.
    Ack { name: String },
    /// A consumer's fetch.
    Read { offset: u32 },
    /// What a consumer gets.
    ReadAnswer { from: u32, to: u32 },
    /// A consumer asks where the log begins or ends, or the answer.
    LogEdge { name: &'static str, offset: Option<u32> },
    /// A leader asks for an ISR.
    AlterIsr { isr: Vec<u8> },
    /// The controller agreed.
    IsrAnswer { isr: Vec<u8> },
    /// Either of the two for several partitions at once.
    IsrMany { partitions: u32 },
    /// A process registers.
    Register,
    /// It is registered.
    Registered,
    /// It has caught up.
    Ready,
    /// It wants to stop.
    WantShutdown,
    /// It may stop.
    MayShutdown,
    /// New metadata.
    Metadata,
    /// New metadata with a new leader epoch.
    NewEpoch { epoch: u32 },
}

impl MessageWord {
    /// A caption short enough for the picture.
    #[must_use]
    pub fn short(&self, lang: Lang) -> String {
        let same = |text, value: Value<'_>| template(lang, text, &[value]);
        match *self {
            MessageWord::Fetch { offset } => same("Fetch {0}", offset.into()),
            MessageWord::FetchMany { partitions } => same("Fetch ×{0}", partitions.into()),
            MessageWord::Records { count: 0, hw } => same("HW {0}", hw.into()),
            MessageWord::Records { count, hw } => text!(lang, ShortRecords, count, hw),
            MessageWord::RecordsMany { count, .. } => text!(lang, ShortRecordsMany, count),
            MessageWord::Diverging { epoch, end }
            | MessageWord::EpochEndAnswer { answer: Some((epoch, end)) } => {
                text!(lang, ShortEpochEnds, epoch, end)
            }
            MessageWord::Error { name } => short_error(name),
            MessageWord::EpochEnd { epoch } => text!(lang, ShortEpochEnd, epoch),
            MessageWord::LogBounds => text!(lang, ShortLogBounds),
            MessageWord::LogBoundsAnswer { bounds: Some((start, end)) } => {
                template(lang, "{0}–{1}", &[start.into(), end.into()])
            }
            MessageWord::EpochEndAnswer { answer: None }
            | MessageWord::LogBoundsAnswer { bounds: None } => text!(lang, ShortNotKnown),
            MessageWord::Produce { ref name, count } => same("{0}", Value::Records(name, count)),
            MessageWord::Ack { ref name } => same("{0} ack", name.into()),
            MessageWord::Read { offset } => text!(lang, ShortRead, offset),
            MessageWord::ReadAnswer { from, to } => same("{0}", Value::Offsets(from, to)),
            MessageWord::LogEdge { name, offset: None } => same("{0}?", name.into()),
            MessageWord::LogEdge { name, offset: Some(offset) } => {
                template(lang, "{0} {1}", &[name.into(), offset.into()])
            }
            MessageWord::AlterIsr { ref isr } => same("ISR {0}?", Value::Set(isr)),
            MessageWord::IsrAnswer { ref isr } => same("ISR {0}", Value::Set(isr)),
            MessageWord::IsrMany { partitions } => same("ISR ×{0}", partitions.into()),
            MessageWord::Register | MessageWord::Registered => text!(lang, ShortRegister),
            MessageWord::Ready => text!(lang, ShortReady),
            MessageWord::WantShutdown | MessageWord::MayShutdown => text!(lang, ShortShutdown),
            MessageWord::Metadata => text!(lang, ShortMetadata),
            MessageWord::NewEpoch { epoch } => text!(lang, EpochCaption, epoch),
        }
    }

    /// The whole of it, with sender and receiver.
    #[must_use]
    pub fn long(&self, lang: Lang, from: NodeWord, to: NodeWord) -> String {
        let content = self.content(lang);
        template(lang, "{0} → {1}: {2}", &[from.into(), to.into(), (&content).into()])
    }

    fn content(&self, lang: Lang) -> String {
        match *self {
            MessageWord::Fetch { offset } => text!(lang, FullFetch, offset),
            MessageWord::Records { count, hw } => text!(lang, FullRecords, count, hw),
            MessageWord::Diverging { epoch, end } => text!(lang, FullDiverging, epoch, end),
            MessageWord::EpochEnd { epoch } => text!(lang, FullEpochEnd, epoch),
            MessageWord::EpochEndAnswer { answer: Some((epoch, end)) } => {
                text!(lang, FullEpochEndAnswer, epoch, end)
            }
            MessageWord::Error { name } => name.to_owned(),
            MessageWord::Produce { ref name, count } => {
                text!(lang, FullProduce, Value::Records(name, count))
            }
            MessageWord::ReadAnswer { from, to } => {
                text!(lang, FullReadAnswer, Value::Offsets(from, to))
            }
            _ => self.short(lang),
        }
    }
}

/// `NOT_LEADER_OR_FOLLOWER` is too long for the picture; its first words are not.
fn short_error(name: &str) -> String {
    match name {
        "FENCED_LEADER_EPOCH" => "FENCED".to_owned(),
        "UNKNOWN_LEADER_EPOCH" => "UNKNOWN EPOCH".to_owned(),
        "NOT_LEADER_OR_FOLLOWER" => "NOT LEADER".to_owned(),
        "OFFSET_OUT_OF_RANGE" => "OUT OF RANGE".to_owned(),
        "NOT_ENOUGH_REPLICAS" | "NOT_ENOUGH_REPLICAS_AFTER_APPEND" => "NOT ENOUGH".to_owned(),
        _ => name.replace('_', " "),
    }
}

/// A simulated time: `80 ms`, `3.25 s`.
#[must_use]
pub fn time(lang: Lang, time: u64) -> String {
    if time < 1_000 {
        return millis(time);
    }
    let mut seconds = grouped(time / 1_000);
    let mut fraction = (1_000 + time % 1_000).to_string();
    fraction.remove(0);
    let fraction = fraction.trim_end_matches('0');
    if !fraction.is_empty() {
        seconds.push('.');
        seconds.push_str(fraction);
    }
    text!(lang, Seconds, &seconds)
}

/// A broker's name.
#[must_use]
pub fn broker(lang: Lang, id: u8) -> String {
    text!(lang, BrokerCaption, id)
}

/// A set of brokers in braces.
#[must_use]
pub fn set(brokers: &[u8]) -> String {
    template(Lang::En, "{0}", &[Value::Set(brokers)])
}

/// A label with an epoch: `에포크 6`.
#[must_use]
pub fn epoch(lang: Lang, epoch: u32) -> String {
    text!(lang, EpochCaption, epoch)
}

/// A line of the epoch cache: `에포크 5 · 0부터`.
#[must_use]
pub fn epoch_start(lang: Lang, epoch: u32, start: u32) -> String {
    text!(lang, EpochStart, epoch, start)
}

/// How many records lie in a gap that isn't drawn.
#[must_use]
pub fn more(lang: Lang, count: u32) -> String {
    text!(lang, MoreRecords, count)
}

/// So many records.
#[must_use]
pub fn records(lang: Lang, count: u32) -> String {
    match count {
        1 => text!(lang, RecordsOne, count),
        _ => text!(lang, RecordsMany, count),
    }
}

/// The consumer's next offset.
#[must_use]
pub fn next_offset(lang: Lang, offset: u32) -> String {
    text!(lang, NextOffset, offset)
}

/// A leader's long poll: a fetch that waits for something to return.
#[must_use]
pub fn parked(lang: Lang, follower: u8, offset: Option<u32>) -> String {
    match offset {
        Some(offset) => text!(lang, ParkedAt, follower, offset),
        None => text!(lang, Parked, follower),
    }
}

/// The page's live region when play stops at a time.
#[must_use]
pub fn at_time(lang: Lang, millis: u64, what: &str) -> String {
    template(lang, "{0}: {1}", &[(&time(lang, millis)).into(), what.into()])
}

/// A branch made by acting in the past.
#[must_use]
pub fn branch(lang: Lang, letter: &str, millis: u64) -> String {
    text!(lang, Branch, letter, &time(lang, millis))
}

/// Position and length of the timeline for assistive technology.
#[must_use]
pub fn position(lang: Lang, step: u32, of: u32, millis: u64) -> String {
    text!(lang, Position, step, of, &time(lang, millis))
}

/// A refused wish with its reason, for the now line.
#[must_use]
pub fn not_done(lang: Lang, reason: &str) -> String {
    text!(lang, NotDone, reason)
}

/// What a reader is asked before a script goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PredictWord<'a> {
    /// Who will lead a partition.
    Leader(&'a str),
    /// Where the high watermark of a broker will be.
    HighWatermark(u8),
    /// The same, when a record is acknowledged.
    HighWatermarkAcked(u8, &'a str),
    /// The same, when the log of another broker ends at this offset.
    HighWatermarkAt(u8, u8, u32),
    /// Whether a record will be lost.
    Lost(&'a str),
}

impl PredictWord<'_> {
    /// The question.
    #[must_use]
    pub fn ask(self, lang: Lang) -> String {
        match self {
            PredictWord::Leader(partition) => text!(lang, PredictLeader, partition),
            PredictWord::HighWatermark(broker) => text!(lang, PredictHw, broker),
            PredictWord::HighWatermarkAcked(broker, name) => {
                text!(lang, PredictHwAcked, broker, name)
            }
            PredictWord::HighWatermarkAt(broker, other, leo) => {
                text!(lang, PredictHwAt, broker, other, leo)
            }
            PredictWord::Lost(name) => text!(lang, PredictLost, name),
        }
    }
}

/// What came about instead of what a reader had predicted.
#[must_use]
pub fn predicted_wrong(lang: Lang, outcome: &str) -> String {
    text!(lang, PredictedWrong, outcome)
}

/// How many of a reader's predictions were right.
#[must_use]
pub fn predict_score(lang: Lang, right: u32, all: u32) -> String {
    text!(lang, PredictScore, right, all)
}

/// A menu item that cuts or mends a link.
#[must_use]
pub fn link(lang: Lang, to: NodeWord, cut: bool) -> String {
    match cut {
        false => text!(lang, CutLinkTo, to),
        true => text!(lang, MendLinkTo, to),
    }
}

/// Line and column of a mistake.
#[must_use]
pub fn place(lang: Lang, line: u32, column: u32) -> String {
    text!(lang, Place, line, column)
}

/// How many mistakes.
#[must_use]
pub fn mistakes(lang: Lang, count: u32) -> String {
    match count {
        1 => text!(lang, MistakesOne, count),
        _ => text!(lang, MistakesMany, count),
    }
}

/// How many acknowledged batches there are, all of them still there.
#[must_use]
pub fn kept_so_far(lang: Lang, acked: u32) -> String {
    match acked {
        0 => text!(lang, KeptNone),
        1 => text!(lang, KeptOne),
        _ => text!(lang, KeptMany, acked),
    }
}

/// A setting's value with its unit.
#[must_use]
pub fn millis(millis: u64) -> String {
    template(Lang::En, "{0} ms", &[millis.into()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        assert_eq!(time(Lang::Ko, 80), "80 ms");
        assert_eq!(time(Lang::Ko, 3_250), "3.25초");
        assert_eq!(time(Lang::En, 30_000), "30 s");
        assert_eq!(time(Lang::En, 1_005), "1.005 s");
    }

    #[test]
    fn messages_have_short_and_long_captions() {
        let fetch = MessageWord::Fetch { offset: 3 };
        assert_eq!(fetch.short(Lang::Ko), "Fetch 3");
        let to = NodeWord::Broker(1);
        assert_eq!(
            fetch.long(Lang::Ko, NodeWord::Broker(2), to),
            "브로커 2 → 브로커 1: Fetch, 오프셋 3부터"
        );
        let answer = MessageWord::Records { count: 1, hw: 2 };
        assert_eq!(answer.short(Lang::Ko), "1건 · HW 2");
        assert_eq!(MessageWord::Records { count: 0, hw: 2 }.short(Lang::En), "HW 2");
    }
}
