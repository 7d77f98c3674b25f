//! What producer and consumer did and heard.

use super::{NodeWord, Sentence};
use crate::compose::{Offsets, Records, text};
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
    pub(super) fn ko(&self) -> Sentence {
        let records = |name, count| Records(Lang::Ko, name, count);
        match *self {
            ClientNews::Sent { name, count, to, acks, attempt } => Sentence::new(
                match attempt {
                    0 | 1 => {
                        text!["프로듀서가 " (records(name, count)) 을를 " 브로커 " to "에 보냈습니다."]
                    }
                    _ => {
                        text!["프로듀서가 " (records(name, count)) 을를 " 브로커 " to "에 다시 보냈습니다(" attempt "번째)."]
                    }
                },
                sent_ko(acks),
            ),
            ClientNews::Appended { name, count, broker, first, end, epoch } => Sentence::new(
                text!["리더 브로커 " broker 이가 " " (records(name, count)) 을를 " 오프셋 " (Offsets(first, end)) "에 썼습니다."],
                text!["에포크 " epoch 이가 " 찍혔고 리더의 LEO는 " end "입니다. 복제가 확인될 때까지는 미커밋입니다."],
            ),
            ClientNews::Recognized { name, count, broker, first, end } => Sentence::new(
                text!["리더 브로커 " broker 이가 " " (records(name, count)) 을를 " 이미 가지고 있어서 다시 쓰지 않았습니다."],
                text!["번호가 오프셋 " (Offsets(first, end)) "에 쓴 배치와 같습니다(멱등 프로듀서, KIP-98)."],
            ),
            ClientNews::Idempotence { on } => Sentence::new(
                text!["enable.idempotence = " (if on { "true" } else { "false" }) "."],
                if on {
                    "이제 배치에 번호가 붙어서, 재시도해도 한 번만 쓰입니다."
                } else {
                    "이제 재시도하면 같은 레코드가 두 번 쓰일 수 있습니다."
                },
            ),
            ClientNews::Acked { name, count, acks } => Sentence::new(
                text!["프로듀서가 " (records(name, count)) "의 성공 응답을 받았습니다(" (acks.name()) ")."],
                acked_ko(acks),
            ),
            ClientNews::Refused { name, count, error, why } => Sentence::new(
                text![(records(name, count)) " 쓰기가 거부되었습니다: " error "."],
                match why {
                    Why::TooFewInSync { isr, min_isr } => {
                        text!["ISR이 " isr "개라 min.insync.replicas " min_isr "에 모자랍니다. 로그에는 아무것도 쓰지 않았습니다."]
                    }
                    Why::AsTheErrorSays => "로그에는 아무것도 쓰지 않았습니다.".to_owned(),
                },
            ),
            ClientNews::Unknown { name, count, error } => Sentence::new(
                text!["프로듀서는 " (records(name, count)) "의 결과를 알 수 없습니다: " error "."],
                "레코드가 로그에 남았을 수도, 아닐 수도 있습니다. 무턱대고 다시 보내면 중복될 수 있습니다.",
            ),
            ClientNews::WillRetry { name, count, error } => Sentence::new(
                text!["프로듀서가 " (records(name, count)) 을를 " 잠시 뒤 다시 보냅니다: " error "."],
                "다시 시도해도 되는 오류입니다.",
            ),
            ClientNews::LeaderLearned { client, leader: Some(leader), epoch } => Sentence::new(
                text![(client.name(Lang::Ko)) 은는 " 이제 브로커 " leader 을를 " 리더로 압니다(에포크 " epoch ")."],
                LEARNED_KO,
            ),
            ClientNews::LeaderLearned { client, leader: None, .. } => Sentence::new(
                text![(client.name(Lang::Ko)) 이가 " 파티션에 지금 리더가 없다는 것을 알았습니다."],
                "리더가 생길 때까지 메타데이터를 되풀이해 묻습니다.",
            ),
            ClientNews::Consumed { from, to, broker, hidden } => Sentence::new(
                text!["컨슈머가 오프셋 " (Offsets(from, to)) 을를 " 읽었습니다."],
                match hidden {
                    0 => {
                        text!["리더 브로커 " broker 은는 " HW 앞까지만 내주므로 커밋된 레코드만 보입니다."]
                    }
                    _ => {
                        text!["그중 " hidden "건은 트랜잭션의 끝 표시이거나 중단된 트랜잭션의 레코드라서 애플리케이션에 넘기지 않습니다."]
                    }
                },
            ),
            ClientNews::Started { edge, at } => Sentence::new(
                text!["컨슈머가 " edge "의 오프셋 " at "에서 읽기 시작합니다."],
                "ListOffsets로 리더에게 물어 받은 값입니다. latest는 로그의 끝이 아니라 이 컨슈머가 읽을 수 있는 끝입니다.",
            ),
            ClientNews::Withheld { broker, error } => Sentence::new(
                text!["브로커 " broker 이가 " 컨슈머에게 오프셋을 알려 주지 않았습니다: " error "."],
                match error {
                    "OFFSET_NOT_AVAILABLE" => {
                        "새 리더의 HW가 아직 자기 에포크의 시작 오프셋보다 뒤에 있어, 지금 답하면 이미 보인 오프셋보다 작아질 수 있습니다(KIP-207)."
                    }
                    _ => "컨슈머는 잠시 뒤 다시 묻습니다.",
                },
            ),
            ClientNews::Reset { from, to } => Sentence::new(
                text!["컨슈머의 위치가 " from "에서 " to 으로 " 옮겨졌습니다."],
                text!["위치 " from 이가 " 리더의 로그 밖이라 auto.offset.reset에 따라 다시 시작합니다. 읽은 레코드가 없어졌다는 신호입니다."],
            ),
        }
    }

    pub(super) fn en(&self) -> Sentence {
        let records = |name, count| Records(Lang::En, name, count);
        match *self {
            ClientNews::Sent { name, count, to, acks, attempt } => Sentence::new(
                match attempt {
                    0 | 1 => {
                        text!["The producer sent " (records(name, count)) " to broker " to "."]
                    }
                    _ => {
                        text!["The producer sent " (records(name, count)) " to broker " to " again (attempt " attempt ")."]
                    }
                },
                sent_en(acks),
            ),
            ClientNews::Appended { name, count, broker, first, end, epoch } => Sentence::new(
                text!["Leader broker " broker " appended " (records(name, count)) " at offset " (Offsets(first, end)) "."],
                text!["Stamped with epoch " epoch "; the leader's LEO is now " end ". Uncommitted until replication is confirmed."],
            ),
            ClientNews::Recognized { name, count, broker, first, end } => Sentence::new(
                text!["Leader broker " broker " has " (records(name, count)) " already and appended nothing."],
                text!["Its numbers are those of the batch at offset " (Offsets(first, end)) " (idempotent producer, KIP-98)."],
            ),
            ClientNews::Idempotence { on } => Sentence::new(
                text!["enable.idempotence = " (if on { "true" } else { "false" }) "."],
                if on {
                    "Batches are numbered from now on, so that a retry is written only once."
                } else {
                    "From now on a retry can write the same record twice."
                },
            ),
            ClientNews::Acked { name, count, acks } => Sentence::new(
                text!["The producer was told that " (records(name, count)) " is written (" (acks.name()) ")."],
                acked_en(acks),
            ),
            ClientNews::Refused { name, count, error, why } => Sentence::new(
                text!["The write of " (records(name, count)) " was refused: " error "."],
                match why {
                    Why::TooFewInSync { isr, min_isr } => {
                        text!["The ISR has " isr " and min.insync.replicas asks for " min_isr ". Nothing was appended."]
                    }
                    Why::AsTheErrorSays => "Nothing was appended.".to_owned(),
                },
            ),
            ClientNews::Unknown { name, count, error } => Sentence::new(
                text!["The producer can't know what became of " (records(name, count)) ": " error "."],
                "The records may be in the log or not. Sending them again blindly may duplicate them.",
            ),
            ClientNews::WillRetry { name, count, error } => Sentence::new(
                text!["The producer will send " (records(name, count)) " again: " error "."],
                "The error is one that may be retried.",
            ),
            ClientNews::LeaderLearned { client, leader: Some(leader), epoch } => Sentence::new(
                text!["The " (noun(client)) " now takes broker " leader " for the leader (epoch " epoch ")."],
                LEARNED_EN,
            ),
            ClientNews::LeaderLearned { client, leader: None, .. } => Sentence::new(
                text!["The " (noun(client)) " has heard that the partition has no leader now."],
                "It asks for metadata again and again until there is one.",
            ),
            ClientNews::Consumed { from, to, broker, hidden } => Sentence::new(
                text!["The consumer read offset " (Offsets(from, to)) "."],
                match hidden {
                    0 => {
                        text!["Leader broker " broker " hands out nothing at or above its HW, so only committed records are seen."]
                    }
                    _ => {
                        text!["The application doesn't get " hidden " of them: ends of transactions, or records of aborted ones."]
                    }
                },
            ),
            ClientNews::Started { edge, at } => Sentence::new(
                text!["The consumer begins to read at " edge ", offset " at "."],
                "The leader said so when asked (ListOffsets). Latest is not where the log ends but where this consumer may read up to.",
            ),
            ClientNews::Withheld { broker, error } => Sentence::new(
                text!["Broker " broker " didn't tell the consumer an offset: " error "."],
                match error {
                    "OFFSET_NOT_AVAILABLE" => {
                        "The new leader's HW is still below the start of its epoch, so an answer now could be lower than what has been seen (KIP-207)."
                    }
                    _ => "The consumer asks again in a moment.",
                },
            ),
            ClientNews::Reset { from, to } => Sentence::new(
                text!["The consumer's position moved from " from " to " to "."],
                text!["Position " from " is outside the leader's log, so it starts again as auto.offset.reset says: a sign that records it read are gone."],
            ),
        }
    }
}

fn noun(client: NodeWord) -> &'static str {
    if client == NodeWord::Consumer { "consumer" } else { "producer" }
}

const LEARNED_KO: &str = "클라이언트는 오류가 나거나 연결이 끊겨야 메타데이터를 다시 묻습니다. 그때까지는 옛 리더를 찾아갑니다.";
const LEARNED_EN: &str = "A client asks for metadata after an error or a broken connection. Until then it goes to the old leader.";

fn sent_ko(acks: AcksWord) -> &'static str {
    match acks {
        AcksWord::None => "acks=0이라 응답을 기다리지 않고 보낸 것으로 끝냅니다.",
        AcksWord::Leader => "acks=1이라 리더가 자기 로그에 쓰기만 하면 성공입니다.",
        AcksWord::All => "acks=all이라 HW가 이 레코드를 지나야 성공 응답이 옵니다.",
    }
}

fn sent_en(acks: AcksWord) -> &'static str {
    match acks {
        AcksWord::None => "With acks=0 it waits for nothing: sent is done.",
        AcksWord::Leader => "With acks=1 the leader's own append is enough for success.",
        AcksWord::All => "With acks=all success comes only when the HW has passed the record.",
    }
}

fn acked_ko(acks: AcksWord) -> &'static str {
    match acks {
        AcksWord::None => "확인받은 것이 아니라, 묻지 않기로 한 것입니다.",
        AcksWord::Leader => "리더 한 곳에 있다는 뜻일 뿐, 복제되었다는 약속은 아닙니다.",
        AcksWord::All => {
            "HW가 지났으니 ISR 전원이 가졌다는 약속입니다. 이 약속이 지켜지는지 보세요."
        }
    }
}

fn acked_en(acks: AcksWord) -> &'static str {
    match acks {
        AcksWord::None => "Nothing was confirmed: the producer chose not to ask.",
        AcksWord::Leader => "One log has it; nothing is promised about copies.",
        AcksWord::All => {
            "The HW has passed: a promise that the whole ISR has it. Watch whether it is kept."
        }
    }
}
