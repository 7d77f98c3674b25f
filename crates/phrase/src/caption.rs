//! Captions of things in the picture: messages under way, brokers, times.
//!
//! A short caption stands in the picture, a long one in the text alternative.

use crate::compose::{Offsets, Records, Set, grouped, text};
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
}

impl MessageWord {
    /// A caption short enough for the picture.
    #[must_use]
    pub fn short(&self, lang: Lang) -> String {
        match self {
            MessageWord::Fetch { offset } => text!["Fetch "(*offset)],
            MessageWord::FetchMany { partitions } => text!["Fetch ×"(*partitions)],
            MessageWord::Records { count: 0, hw } => text!["HW "(*hw)],
            MessageWord::Records { count, hw } => {
                text![(*count)(lang.pick("건 · HW ", " rec · HW "))(*hw)]
            }
            MessageWord::RecordsMany { count, .. } => text![(*count)(lang.pick("건", " rec"))],
            MessageWord::Diverging { epoch, end } => {
                text!["e"(*epoch)(lang.pick(" 끝 ", " ends "))(*end)]
            }
            MessageWord::Error { name } => short_error(name),
            MessageWord::EpochEnd { epoch } => {
                text!["e"(*epoch)(lang.pick("의 끝?", " ends?"))]
            }
            MessageWord::EpochEndAnswer { answer: Some((epoch, end)) } => {
                text!["e"(*epoch)(lang.pick(" 끝 ", " ends "))(*end)]
            }
            MessageWord::EpochEndAnswer { answer: None } => lang.pick("모름", "unknown").into(),
            MessageWord::LogBounds => lang.pick("로그 범위?", "bounds?").into(),
            MessageWord::LogBoundsAnswer { bounds: Some((start, end)) } => {
                text![(*start) "–" (*end)]
            }
            MessageWord::LogBoundsAnswer { bounds: None } => lang.pick("모름", "unknown").into(),
            MessageWord::Produce { name, count } => text![(Records(lang, name, *count))],
            MessageWord::Ack { name } => text![(name.as_str()) " ack"],
            MessageWord::Read { offset } => text![(lang.pick("읽기 ", "read "))(*offset)],
            MessageWord::ReadAnswer { from, to } => text![(Offsets(*from, *to))],
            MessageWord::LogEdge { name, offset: None } => text![(*name) "?"],
            MessageWord::LogEdge { name, offset: Some(offset) } => text![(*name) " " (*offset)],
            MessageWord::AlterIsr { isr } => text!["ISR " (Set(isr)) "?"],
            MessageWord::IsrAnswer { isr } => text!["ISR "(Set(isr))],
            MessageWord::IsrMany { partitions } => text!["ISR ×"(*partitions)],
            MessageWord::Register | MessageWord::Registered => lang.pick("등록", "register").into(),
            MessageWord::Ready => lang.pick("준비됨", "ready").into(),
            MessageWord::WantShutdown | MessageWord::MayShutdown => {
                lang.pick("종료", "shutdown").into()
            }
            MessageWord::Metadata => lang.pick("메타데이터", "metadata").into(),
        }
    }

    /// The whole of it, with sender and receiver.
    #[must_use]
    pub fn long(&self, lang: Lang, from: NodeWord, to: NodeWord) -> String {
        text![(from.name(lang)) " → " (to.name(lang)) ": " (self.content(lang))]
    }

    fn content(&self, lang: Lang) -> String {
        match (self, lang) {
            (MessageWord::Fetch { offset }, Lang::Ko) => text!["Fetch, 오프셋 " (*offset) "부터"],
            (MessageWord::Fetch { offset }, Lang::En) => text!["Fetch from offset "(*offset)],
            (MessageWord::Records { count, hw }, Lang::Ko) => {
                text!["레코드 " (*count) "건, 리더의 HW " (*hw)]
            }
            (MessageWord::Records { count, hw }, Lang::En) => {
                text![(*count) " records, the leader's HW " (*hw)]
            }
            (MessageWord::Diverging { epoch, end }, Lang::Ko) => {
                text!["로그가 갈라짐: 에포크 " (*epoch) 이가 " " (*end) "에서 끝남"]
            }
            (MessageWord::Diverging { epoch, end }, Lang::En) => {
                text!["logs diverge: epoch " (*epoch) " ends at " (*end)]
            }
            (MessageWord::EpochEnd { epoch }, Lang::Ko) => {
                text!["에포크 " (*epoch) "의 끝은 어디?"]
            }
            (MessageWord::EpochEnd { epoch }, Lang::En) => {
                text!["where does epoch " (*epoch) " end?"]
            }
            (MessageWord::EpochEndAnswer { answer: Some((epoch, end)) }, Lang::Ko) => {
                text!["에포크 " (*epoch) "의 끝은 " (*end)]
            }
            (MessageWord::EpochEndAnswer { answer: Some((epoch, end)) }, Lang::En) => {
                text!["epoch " (*epoch) " ends at " (*end)]
            }
            (MessageWord::Error { name }, _) => (*name).to_owned(),
            (MessageWord::Produce { name, count }, Lang::Ko) => {
                text!["쓰기 "(Records(lang, name, *count))]
            }
            (MessageWord::Produce { name, count }, Lang::En) => {
                text!["write "(Records(lang, name, *count))]
            }
            (MessageWord::ReadAnswer { from, to }, Lang::Ko) => {
                text!["오프셋 " (Offsets(*from, *to)) "의 레코드"]
            }
            (MessageWord::ReadAnswer { from, to }, Lang::En) => {
                text!["records at offset "(Offsets(*from, *to))]
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
pub fn time(lang: Lang, millis: u64) -> String {
    if millis < 1_000 {
        return text![millis " ms"];
    }
    let (seconds, rest) = (millis / 1_000, millis % 1_000);
    let mut fraction = (1_000 + rest).to_string();
    fraction.remove(0);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    text![(grouped(seconds)) point fraction (lang.pick("초", " s"))]
}

/// A broker's name.
#[must_use]
pub fn broker(lang: Lang, id: u8) -> String {
    text![(lang.pick("브로커 ", "Broker ")) id]
}

/// A set of brokers in braces.
#[must_use]
pub fn set(brokers: &[u8]) -> String {
    text![(Set(brokers))]
}

/// A label with an epoch: `에포크 6`.
#[must_use]
pub fn epoch(lang: Lang, epoch: u32) -> String {
    text![(lang.pick("에포크 ", "epoch ")) epoch]
}

/// A line of the epoch cache: `에포크 5 · 0부터`.
#[must_use]
pub fn epoch_start(lang: Lang, epoch: u32, start: u32) -> String {
    match lang {
        Lang::Ko => text!["에포크 " epoch " · " start "부터"],
        Lang::En => text!["epoch " epoch " from " start],
    }
}

/// How many records lie in a gap that isn't drawn.
#[must_use]
pub fn more(lang: Lang, count: u32) -> String {
    match lang {
        Lang::Ko => text!["⋯ " count "건"],
        Lang::En => text!["⋯ " count " more"],
    }
}

/// So many records.
#[must_use]
pub fn records(lang: Lang, count: u32) -> String {
    match (lang, count) {
        (Lang::Ko, _) => text![count "건"],
        (Lang::En, 1) => text![count " record"],
        (Lang::En, _) => text![count " records"],
    }
}

/// The consumer's next offset.
#[must_use]
pub fn next_offset(lang: Lang, offset: u32) -> String {
    text![(lang.pick("다음에 읽을 오프셋 ", "reads offset ")) offset (lang.pick("", " next"))]
}

/// A leader's long poll: a fetch that waits for something to return.
#[must_use]
pub fn parked(lang: Lang, follower: u8, offset: Option<u32>) -> String {
    match (lang, offset) {
        (Lang::Ko, Some(offset)) => text!["브로커 " follower "의 Fetch " offset " 대기 중"],
        (Lang::En, Some(offset)) => text!["Fetch " offset " of broker " follower " waits"],
        (Lang::Ko, None) => text!["브로커 " follower "의 Fetch 대기 중"],
        (Lang::En, None) => text!["Fetch of broker " follower " waits"],
    }
}

/// The page's live region when play stops at a time.
#[must_use]
pub fn at_time(lang: Lang, millis: u64, what: &str) -> String {
    text![(time(lang, millis)) ": " what]
}

/// A branch made by acting in the past.
#[must_use]
pub fn branch(lang: Lang, letter: &str, millis: u64) -> String {
    match lang {
        Lang::Ko => text!["갈래 " letter " (" (time(lang, millis)) "에서)"],
        Lang::En => text!["Branch " letter " (from " (time(lang, millis)) ")"],
    }
}

/// Position and length of the timeline for assistive technology.
#[must_use]
pub fn position(lang: Lang, step: u32, of: u32, millis: u64) -> String {
    match lang {
        Lang::Ko => text![of "걸음 가운데 " step "번째, " (time(lang, millis))],
        Lang::En => text!["step " step " of " of ", " (time(lang, millis))],
    }
}

/// A refused wish with its reason, for the now line.
#[must_use]
pub fn not_done(lang: Lang, reason: &str) -> String {
    match lang {
        Lang::Ko => text!["하지 않았습니다: " reason],
        Lang::En => text!["Not done: " reason],
    }
}

/// A menu item that cuts or mends a link.
#[must_use]
pub fn link(lang: Lang, to: NodeWord, cut: bool) -> String {
    match (lang, cut) {
        (Lang::Ko, false) => text![(to.name(lang)) " 쪽 링크 끊기"],
        (Lang::Ko, true) => text![(to.name(lang)) " 쪽 링크 잇기"],
        (Lang::En, false) => text!["Cut the link to "(to.name(lang))],
        (Lang::En, true) => text!["Mend the link to "(to.name(lang))],
    }
}

/// Line and column of a mistake.
#[must_use]
pub fn place(lang: Lang, line: u32, column: u32) -> String {
    match lang {
        Lang::Ko => text![line "번째 줄 " column "번째 글자"],
        Lang::En => text!["line " line ", column " column],
    }
}

/// How many mistakes.
#[must_use]
pub fn mistakes(lang: Lang, count: u32) -> String {
    match (lang, count) {
        (Lang::Ko, _) => text!["고칠 곳 " count "군데"],
        (Lang::En, 1) => text![count " mistake"],
        (Lang::En, _) => text![count " mistakes"],
    }
}

/// How many acknowledged batches there are, all of them still there.
#[must_use]
pub fn kept_so_far(lang: Lang, acked: u32) -> String {
    match (lang, acked) {
        (Lang::Ko, 0) => "아직 확인받은 레코드가 없습니다.".to_owned(),
        (Lang::En, 0) => "No record has been acknowledged yet.".to_owned(),
        (Lang::Ko, _) => text!["확인받은 쓰기 " acked "건이 모두 남아 있습니다."],
        (Lang::En, 1) => "The one acknowledged write is still there.".to_owned(),
        (Lang::En, _) => text!["All " acked " acknowledged writes are still there."],
    }
}

/// A setting's value with its unit.
#[must_use]
pub fn millis(millis: u64) -> String {
    text![millis " ms"]
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
