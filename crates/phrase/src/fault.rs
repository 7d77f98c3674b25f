//! What is wrong with a scenario's text, said beside the text.

use crate::compose::text;
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
        match lang {
            Lang::Ko => self.ko(),
            Lang::En => self.en(),
        }
    }

    fn ko(self) -> String {
        match self {
            FaultWord::UnknownStatement => "모르는 문장입니다".into(),
            FaultWord::Unexpected => "여기에는 다른 것이 와야 합니다".into(),
            FaultWord::Leftover => "문장은 이 앞에서 이미 끝났습니다".into(),
            FaultWord::UnclosedQuote => "닫는 따옴표가 없습니다".into(),
            FaultWord::BadEscape => "역슬래시가 필요 없는 글자입니다".into(),
            FaultWord::OutOfRange => "숫자가 허용 범위를 벗어났습니다".into(),
            FaultWord::UnknownBroker => "그런 브로커가 없습니다".into(),
            FaultWord::UnknownTopic => "그런 토픽이 없습니다".into(),
            FaultWord::UnknownPartition => "그런 파티션이 없습니다".into(),
            FaultWord::WhichPartition => "파티션이 여럿이라 이름을 적어야 합니다".into(),
            FaultWord::UnknownRecord => "이 줄 앞에서 그런 이름의 레코드를 쓴 적이 없습니다".into(),
            FaultWord::NameTaken(line) => text![line "번째 줄에서 이미 쓴 이름입니다"],
            FaultWord::Repeated(line) => text![line "번째 줄에서 이미 말한 내용입니다"],
            FaultWord::Missing(what) => text!["시나리오에 `" what "` 문장이 빠졌습니다"],
            FaultWord::MissingSetting(what) => text!["`" what "=` 설정이 빠졌습니다"],
            FaultWord::TooFewBrokers(brokers) => {
                text!["브로커는 " brokers "대인데 레플리카가 더 많습니다"]
            }
            FaultWord::AssignmentLength(rf) => text!["이 토픽의 rf는 " rf "입니다"],
            FaultWord::EpochGoesBack(reached) => {
                text!["로그는 이미 에포크 " reached "까지 와 있습니다"]
            }
            FaultWord::UnknownTransaction => "이 트랜잭션으로 쓴 레코드가 앞에 없습니다".into(),
            FaultWord::TransactionNeedsAcksAll => "트랜잭션은 acks=all로만 쓸 수 있습니다".into(),
            FaultWord::TooLate => "클러스터 설정은 첫 동작보다 앞에 와야 합니다".into(),
            FaultWord::NoSuchLink => "이 둘은 서로 연결되지 않습니다".into(),
            FaultWord::TooLong(lines) => text!["시나리오는 " lines "줄까지만 쓸 수 있습니다"],
        }
    }

    fn en(self) -> String {
        match self {
            FaultWord::UnknownStatement => "there is no such statement".into(),
            FaultWord::Unexpected => "something else must stand here".into(),
            FaultWord::Leftover => "the statement was complete before this".into(),
            FaultWord::UnclosedQuote => "the closing quote is missing".into(),
            FaultWord::BadEscape => "this character needs no backslash".into(),
            FaultWord::OutOfRange => "the number is out of range".into(),
            FaultWord::UnknownBroker => "there is no such broker".into(),
            FaultWord::UnknownTopic => "there is no such topic".into(),
            FaultWord::UnknownPartition => "there is no such partition".into(),
            FaultWord::WhichPartition => "there are several partitions: name one".into(),
            FaultWord::UnknownRecord => {
                "no record of this name was written before this line".into()
            }
            FaultWord::NameTaken(line) => text!["the name is taken since line " line],
            FaultWord::Repeated(line) => text!["line " line " says the same already"],
            FaultWord::Missing(what) => text!["the scenario lacks the statement `" what "`"],
            FaultWord::MissingSetting(what) => text!["the setting `" what "=` is missing"],
            FaultWord::TooFewBrokers(brokers) => {
                text!["more replicas than the " brokers " brokers there are"]
            }
            FaultWord::AssignmentLength(rf) => text!["the topic has rf=" rf],
            FaultWord::EpochGoesBack(reached) => {
                text!["the log has reached epoch " reached " already"]
            }
            FaultWord::UnknownTransaction => {
                "nothing was written in such a transaction before".into()
            }
            FaultWord::TransactionNeedsAcksAll => "a transaction needs acks=all".into(),
            FaultWord::TooLate => "the cluster is set up before the first action".into(),
            FaultWord::NoSuchLink => "these two are never connected".into(),
            FaultWord::TooLong(lines) => text!["a scenario has at most " lines " lines"],
        }
    }
}

impl AcceptedWord<'_> {
    /// What would be accepted.
    #[must_use]
    pub fn say(self, lang: Lang) -> String {
        match self {
            AcceptedWord::Exactly(word) => word.to_owned(),
            AcceptedWord::Number(least, most) => match lang {
                Lang::Ko => text![least "부터 " most "까지의 정수"],
                Lang::En => text!["a whole number from " least " to " most],
            },
            AcceptedWord::EndOfLine => lang.pick("줄의 끝", "the end of the line").into(),
            AcceptedWord::Slug => lang
                .pick("소문자·숫자·하이픈 이름", "a name of small letters, digits and hyphens")
                .into(),
            AcceptedWord::Text => lang.pick("큰따옴표로 감싼 글", "a text in double quotes").into(),
            AcceptedWord::TopicName => lang.pick("토픽 이름", "a topic's name").into(),
            AcceptedWord::RecordName => lang.pick("레코드 이름", "a record's name").into(),
            AcceptedWord::Duration => {
                lang.pick("500ms, 30s, 2min 같은 시간", "a time such as 500ms, 30s, 2min").into()
            }
            AcceptedWord::Broker => lang.pick("브로커 번호", "a broker's number").into(),
            AcceptedWord::Partition => {
                lang.pick("orders-0 같은 파티션", "a partition such as orders-0").into()
            }
            AcceptedWord::Brokers => {
                lang.pick("쉼표로 이은 브로커 번호", "brokers' numbers with commas").into()
            }
            AcceptedWord::Generations => lang
                .pick(
                    "hw, kip101+, ..kip279 같은 세대",
                    "generations such as hw, kip101+, ..kip279",
                )
                .into(),
            AcceptedWord::Count => lang.pick("x100 같은 개수", "a count such as x100").into(),
            AcceptedWord::EpochStart => lang
                .pick("5:0 같은 에포크와 시작 오프셋", "an epoch and its first offset such as 5:0")
                .into(),
            AcceptedWord::RecordInEpoch => {
                lang.pick("m0/5 같은 레코드와 에포크", "a record and its epoch such as m0/5").into()
            }
            AcceptedWord::Escape => {
                lang.pick("\\\\ \\\" \\n 가운데 하나", "one of \\\\ \\\" \\n").into()
            }
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
        out.push_str(&text![": `" found "`"]);
    }
    out.push('.');
    if !accepted.is_empty() {
        out.push_str(lang.pick(" 쓸 수 있는 것: ", " Accepted here: "));
        for (index, word) in accepted.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            out.push_str(&word.say(lang));
        }
        out.push('.');
    }
    if let Some(suggestion) = suggestion {
        out.push_str(&match lang {
            Lang::Ko => text![" 혹시 `" suggestion "`인가요?"],
            Lang::En => text![" Did you mean `" suggestion "`?"],
        });
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
