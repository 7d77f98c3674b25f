//! What came out differently after a setting was changed.

use crate::compose::{Value, said, text};
use crate::keys::Key;
use crate::lang::Lang;
use crate::news::NodeWord;

/// What became of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FateWord {
    /// The leader has it.
    Kept,
    /// It was acknowledged and a leader lacks it.
    Lost,
    /// Some replica has it, the leader not.
    Elsewhere,
    /// Nobody has it.
    Absent,
}

/// What the producer was told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerWord {
    /// It was never sent.
    NotSent,
    /// Nothing yet.
    Pending,
    /// Success.
    Acked,
    /// Nothing was appended.
    Refused(&'static str),
    /// It may or may not exist.
    Unknown(&'static str),
}

/// How a script ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndWord {
    /// To its end.
    Finished,
    /// A condition on this line never came true.
    Stuck(u32, String),
    /// A command on this line was refused, with the reason.
    Refused(u32, String),
    /// It became too long on this line.
    TooLong(u32),
}

/// One thing that differs; before and after.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum DifferenceWord<'a> {
    /// The script ended in another way.
    End(EndWord),
    /// Another fate of a batch.
    Fate { name: &'a str, before: FateWord, after: FateWord },
    /// Another answer to the producer.
    Answer { name: &'a str, before: AnswerWord, after: AnswerWord },
    /// Another leader.
    Leader { partition: &'a str, before: Option<u8>, after: Option<u8> },
    /// Another leader epoch.
    Epoch { partition: &'a str, before: u32, after: u32 },
    /// Another ISR.
    Isr { partition: &'a str, before: &'a [u8], after: &'a [u8] },
    /// Another log end.
    LogEnd { broker: u8, before: Option<u32>, after: Option<u32> },
    /// Another high watermark.
    HighWatermark { broker: u8, before: Option<u32>, after: Option<u32> },
    /// Another position of the consumer.
    Consumed { before: Option<u32>, after: Option<u32> },
    /// Another number of broken promises.
    Verdicts { before: u32, after: u32 },
    /// Another number of unclean elections.
    Unclean { before: u32, after: u32 },
}

impl FateWord {
    /// The fate by itself.
    #[must_use]
    pub fn text(self, lang: Lang) -> &'static str {
        said(lang, fate(self))
    }
}

impl AnswerWord {
    /// The answer by itself.
    #[must_use]
    pub fn say(self, lang: Lang) -> String {
        answer(lang, self)
    }
}

impl EndWord {
    /// How the script ended, in a sentence.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match self {
            EndWord::Finished => text!(lang, EndFinished),
            EndWord::Stuck(line, condition) => text!(lang, EndStuck, *line, condition),
            EndWord::Refused(line, why) => text!(lang, EndRefused, *line, why),
            EndWord::TooLong(line) => text!(lang, EndTooLong, *line),
        }
    }
}

impl DifferenceWord<'_> {
    /// The difference in a sentence.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match *self {
            DifferenceWord::End(ref end) => end.say(lang),
            DifferenceWord::Fate { name, before: FateWord::Lost, after: FateWord::Kept } => {
                text!(lang, DiffersSaved, name)
            }
            DifferenceWord::Fate { name, before: FateWord::Kept, after: FateWord::Lost } => {
                text!(lang, DiffersLost, name)
            }
            DifferenceWord::Fate { name, before, after } => {
                text!(lang, DiffersFate, name, fate(before), fate(after))
            }
            DifferenceWord::Answer { name, before, after } => {
                text!(lang, DiffersAnswer, name, &answer(lang, before), &answer(lang, after))
            }
            DifferenceWord::Leader { partition, before, after } => {
                text!(lang, DiffersLeader, partition, leader(before), leader(after))
            }
            DifferenceWord::Epoch { partition, before, after } => {
                text!(lang, DiffersEpoch, partition, before, after)
            }
            DifferenceWord::Isr { partition, before, after } => {
                text!(lang, DiffersIsr, partition, Value::Set(before), Value::Set(after))
            }
            DifferenceWord::LogEnd { broker, before, after } => {
                text!(lang, DiffersLogEnd, broker, before, after)
            }
            DifferenceWord::HighWatermark { broker, before, after } => {
                text!(lang, DiffersHighWatermark, broker, before, after)
            }
            DifferenceWord::Consumed { before, after } => {
                text!(lang, DiffersConsumed, before, after)
            }
            DifferenceWord::Verdicts { before, after } => {
                text!(lang, DiffersVerdicts, before, after)
            }
            DifferenceWord::Unclean { before, after } => text!(lang, DiffersUnclean, before, after),
        }
    }
}

fn fate(fate: FateWord) -> Key {
    match fate {
        FateWord::Kept => Key::FateKept,
        FateWord::Lost => Key::FateLost,
        FateWord::Elsewhere => Key::FateElsewhere,
        FateWord::Absent => Key::Nowhere,
    }
}

fn answer(lang: Lang, answer: AnswerWord) -> String {
    match answer {
        AnswerWord::NotSent => text!(lang, AnswerNotSent),
        AnswerWord::Pending => text!(lang, AnswerPending),
        AnswerWord::Acked => text!(lang, AnswerAcked),
        AnswerWord::Refused(error) => text!(lang, AnswerRefused, error),
        AnswerWord::Unknown(error) => text!(lang, AnswerUnknown, error),
    }
}

fn leader(leader: Option<u8>) -> Value<'static> {
    leader.map_or(Value::Said(Key::LeaderNone), |id| Value::Node(NodeWord::Broker(id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_record_is_said_in_a_sentence() {
        let saved =
            DifferenceWord::Fate { name: "m2", before: FateWord::Lost, after: FateWord::Kept };
        assert_eq!(saved.say(Lang::Ko), "m2가 사라지지 않고 남습니다.");
        assert_eq!(saved.say(Lang::En), "m2 is kept instead of lost.");
    }
}
