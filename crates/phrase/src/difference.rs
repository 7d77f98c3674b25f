//! What came out differently after a setting was changed.

use crate::compose::{Set, text};
use crate::lang::Lang;

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

impl EndWord {
    /// How the script ended, in a sentence.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match (self, lang) {
            (EndWord::Finished, Lang::Ko) => "대본이 끝까지 진행되었습니다.".to_owned(),
            (EndWord::Finished, Lang::En) => "The script ran to its end.".to_owned(),
            (EndWord::Stuck(line, condition), Lang::Ko) => {
                text!["대본이 " (*line) "번째 줄에서 멈췄습니다. 기다리던 일이 일어나지 않았습니다: " (condition.as_str())]
            }
            (EndWord::Stuck(line, condition), Lang::En) => {
                text!["The script stopped at line " (*line) ": it waited in vain for " (condition.as_str())]
            }
            (EndWord::Refused(line, why), Lang::Ko) => {
                text!["대본이 " (*line) "번째 줄에서 멈췄습니다. " (why.as_str())]
            }
            (EndWord::Refused(line, why), Lang::En) => {
                text!["The script stopped at line " (*line) ". " (why.as_str())]
            }
            (EndWord::TooLong(line), Lang::Ko) => {
                text!["실행이 너무 길어져 " (*line) "번째 줄에서 멈췄습니다."]
            }
            (EndWord::TooLong(line), Lang::En) => {
                text!["The run became too long and stopped at line " (*line) "."]
            }
        }
    }
}

impl DifferenceWord<'_> {
    /// The difference in a sentence.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::Ko => self.ko(),
            Lang::En => self.en(),
        }
    }

    fn ko(&self) -> String {
        match self {
            DifferenceWord::End(end) => end.say(Lang::Ko),
            DifferenceWord::Fate { name, before: FateWord::Lost, after: FateWord::Kept } => {
                text![(*name) 이가 " 사라지지 않고 남습니다."]
            }
            DifferenceWord::Fate { name, before: FateWord::Kept, after: FateWord::Lost } => {
                text!["남아 있던 " (*name) 이가 " 이번에는 사라집니다."]
            }
            DifferenceWord::Fate { name, before, after } => {
                text![(*name) ": " (fate(Lang::Ko, *before)) " → " (fate(Lang::Ko, *after))]
            }
            DifferenceWord::Answer { name, before, after } => {
                text!["프로듀서가 들은 " (*name) "의 결과: " (answer(Lang::Ko, *before)) " → " (answer(Lang::Ko, *after))]
            }
            DifferenceWord::Leader { partition, before, after } => {
                text![(*partition) "의 리더: " (leader(Lang::Ko, *before)) " → " (leader(Lang::Ko, *after))]
            }
            DifferenceWord::Epoch { partition, before, after } => {
                text![(*partition) "의 리더 에포크가 " (*before) 이가 " 아니라 " (*after) "입니다."]
            }
            DifferenceWord::Isr { partition, before, after } => {
                text![(*partition) "의 ISR이 " (Set(before)) "에서 " (Set(after)) 으로 " 바뀌었습니다."]
            }
            DifferenceWord::LogEnd { broker, before, after } => {
                text!["브로커 " (*broker) "의 LEO: " (number(*before)) " → " (number(*after))]
            }
            DifferenceWord::HighWatermark { broker, before, after } => {
                text!["브로커 " (*broker) "의 HW: " (number(*before)) " → " (number(*after))]
            }
            DifferenceWord::Consumed { before, after } => {
                text!["컨슈머의 위치: " (number(*before)) " → " (number(*after))]
            }
            DifferenceWord::Verdicts { before, after } => {
                text!["깨진 약속: " (*before) "건 → " (*after) "건"]
            }
            DifferenceWord::Unclean { before, after } => {
                text!["unclean 선출: " (*before) "번 → " (*after) "번"]
            }
        }
    }

    fn en(&self) -> String {
        match self {
            DifferenceWord::End(end) => end.say(Lang::En),
            DifferenceWord::Fate { name, before: FateWord::Lost, after: FateWord::Kept } => {
                text![(*name) " is kept instead of lost."]
            }
            DifferenceWord::Fate { name, before: FateWord::Kept, after: FateWord::Lost } => {
                text![(*name) ", kept before, is lost now."]
            }
            DifferenceWord::Fate { name, before, after } => {
                text![(*name) ": " (fate(Lang::En, *before)) " → " (fate(Lang::En, *after))]
            }
            DifferenceWord::Answer { name, before, after } => {
                text!["What the producer heard of " (*name) ": " (answer(Lang::En, *before)) " → " (answer(Lang::En, *after))]
            }
            DifferenceWord::Leader { partition, before, after } => {
                text!["Leader of " (*partition) ": " (leader(Lang::En, *before)) " → " (leader(Lang::En, *after))]
            }
            DifferenceWord::Epoch { partition, before, after } => {
                text!["The leader epoch of " (*partition) " is " (*after) " instead of " (*before) "."]
            }
            DifferenceWord::Isr { partition, before, after } => {
                text!["The ISR of " (*partition) " is " (Set(after)) " instead of " (Set(before)) "."]
            }
            DifferenceWord::LogEnd { broker, before, after } => {
                text!["LEO of broker " (*broker) ": " (number(*before)) " → " (number(*after))]
            }
            DifferenceWord::HighWatermark { broker, before, after } => {
                text!["HW of broker " (*broker) ": " (number(*before)) " → " (number(*after))]
            }
            DifferenceWord::Consumed { before, after } => {
                text!["Position of the consumer: " (number(*before)) " → " (number(*after))]
            }
            DifferenceWord::Verdicts { before, after } => {
                text!["Broken promises: " (*before) " → " (*after)]
            }
            DifferenceWord::Unclean { before, after } => {
                text!["Unclean elections: " (*before) " → " (*after)]
            }
        }
    }
}

fn fate(lang: Lang, fate: FateWord) -> &'static str {
    match fate {
        FateWord::Kept => lang.pick("리더에 있음", "on the leader"),
        FateWord::Lost => lang.pick("유실", "lost"),
        FateWord::Elsewhere => lang.pick("리더에는 없음", "not on the leader"),
        FateWord::Absent => lang.pick("어디에도 없음", "nowhere"),
    }
}

fn answer(lang: Lang, answer: AnswerWord) -> String {
    match answer {
        AnswerWord::NotSent => lang.pick("보내지 않음", "not sent").to_owned(),
        AnswerWord::Pending => lang.pick("응답 없음", "no answer").to_owned(),
        AnswerWord::Acked => lang.pick("확인받음", "acked").to_owned(),
        AnswerWord::Refused(error) => text![(lang.pick("거부됨", "refused")) " (" error ")"],
        AnswerWord::Unknown(error) => text![(lang.pick("알 수 없음", "unknown")) " (" error ")"],
    }
}

fn leader(lang: Lang, leader: Option<u8>) -> String {
    match leader {
        Some(id) => text![(lang.pick("브로커 ", "broker ")) id],
        None => lang.pick("없음", "none").to_owned(),
    }
}

fn number(number: Option<u32>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| text![number])
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
