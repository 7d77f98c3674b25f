//! What the explorer says: the steps of a schedule, questions, guards, and what is taken for granted.
//!
//! The explorer names all of these by short words for machines; the words are what is turned into
//! sentences here. A word that is not known is shown as it is, so that nothing is ever hidden.

use crate::compose::text;
use crate::lang::Lang;

/// A step of a schedule as a sentence: its word, and the broker or the value that belongs to it.
#[must_use]
pub fn step(lang: Lang, word: &str, number: Option<u8>) -> String {
    let n = number.unwrap_or_default();
    match lang {
        Lang::Ko => step_ko(word, n),
        Lang::En => step_en(word, n),
    }
}

fn step_ko(word: &str, n: u8) -> String {
    match word {
        "write" => "프로듀서가 다음 레코드를 씁니다.".to_owned(),
        "exchange" => text!["브로커 " n 이가 " 리더에게 페치하고 응답을 받습니다."],
        "drop" => text!["리더가 페치할 수 없는 브로커 " n 을를 " ISR에서 뺍니다."],
        "fence" => text!["세션이 끝난 브로커 " n 을를 " 컨트롤러가 펜싱합니다."],
        "start" => text!["브로커 " n 이가 " 다시 시작합니다."],
        "rejoin" => text!["브로커 " n 과와 " 컨트롤러가 다시 연결됩니다."],
        "preferred-election" => "컨트롤러가 선호 리더에게 리더 자리를 돌려줍니다.".to_owned(),
        "clean-stop" => text!["브로커 " n 을를 " 정상 종료합니다."],
        "quick-restart" => {
            text!["브로커 " n 이가 " 정상 재시작합니다. 컨트롤러는 알아채지 못합니다."]
        }
        "crash" => text!["브로커 " n "의 프로세스가 죽습니다. 페이지 캐시는 남습니다."],
        "power-cut" => {
            text!["브로커 " n "의 전원이 나갑니다. 디스크에 내려가지 않은 레코드는 사라집니다."]
        }
        "blackout" => "모든 브로커의 전원이 한꺼번에 나갑니다.".to_owned(),
        "lag" => text!["브로커 " n 이가 " 오래 뒤처져 리더가 ISR에서 뺍니다."],
        "isolate" => {
            text!["브로커 " n 과와 " 컨트롤러의 연결이 끊깁니다. 다른 연결은 멀쩡합니다."]
        }
        "set-min-insync-replicas" => {
            text!["운영자가 min.insync.replicas를 " n 으로 " 바꿉니다."]
        }
        other => text![other " " n],
    }
}

fn step_en(word: &str, n: u8) -> String {
    match word {
        "write" => "The producer writes the next record.".to_owned(),
        "exchange" => text!["Broker " n " fetches from its leader and takes the answer."],
        "drop" => text!["The leader takes broker " n ", which can't fetch, out of the ISR."],
        "fence" => text!["The controller fences broker " n ": its session has run out."],
        "start" => text!["Broker " n " starts again."],
        "rejoin" => text!["Broker " n " and the controller hear each other again."],
        "preferred-election" => {
            "The controller gives the leadership back to the preferred replica.".to_owned()
        }
        "clean-stop" => text!["Broker " n " is stopped in order."],
        "quick-restart" => {
            text!["Broker " n " is restarted in order, and the controller doesn't notice."]
        }
        "crash" => text!["The process of broker " n " is killed; its page cache survives."],
        "power-cut" => {
            text!["Broker " n " loses power, and with it what was not flushed."]
        }
        "blackout" => "Every broker loses power at once.".to_owned(),
        "lag" => {
            text!["Broker " n " falls behind for so long that the leader takes it out of the ISR."]
        }
        "isolate" => {
            text!["Broker " n " and the controller lose each other; other links work."]
        }
        "set-min-insync-replicas" => text!["An operator sets min.insync.replicas to " n "."],
        other => text![other " " n],
    }
}

/// What shall never happen, as a phrase.
#[must_use]
pub fn question(lang: Lang, word: &str) -> &str {
    let (ko, en) = match word {
        "acked-record-lost" => {
            ("확인 응답을 받은 레코드가 사라진다", "an acknowledged record is lost")
        }
        "consumed-record-lost" => {
            ("컨슈머가 읽은 레코드가 사라진다", "a record that a consumer read is lost")
        }
        "diverged" => ("두 복제본이 HW 아래에서 서로 다르다", "two replicas differ below both HWs"),
        "high-watermark-went-back" => ("HW가 뒤로 간다", "the HW goes back"),
        "write-blocked" => {
            ("고치기 전에는 쓰기가 성공하지 못한다", "no write succeeds before a repair")
        }
        "unrecoverable" => (
            "모든 브로커가 돌아와도 쓰기가 성공하지 못한다",
            "no write succeeds even when every broker is back",
        ),
        other => (other, other),
    };
    lang.pick(ko, en)
}

/// Something that an answer takes for granted, as a sentence.
#[must_use]
pub fn assumption(lang: Lang, word: &str) -> &str {
    let (ko, en) = match word {
        "one-partition" => (
            "파티션은 하나이고, 복제본은 브로커마다 하나씩 있습니다.",
            "There is one partition, with one replica on each broker.",
        ),
        "one-controller" => (
            "컨트롤러는 하나이고, 늘 살아 있으며 모든 것을 바로 압니다.",
            "There is one controller, which is always there and knows everything at once.",
        ),
        "one-attempt-per-record" => (
            "프로듀서는 한 번에 레코드 하나를 쓰고 재시도하지 않습니다.",
            "The producer writes one record at a time and never tries again.",
        ),
        "consumers-read-at-once" => (
            "컨슈머는 리더가 보여 주는 것을 바로 다 읽습니다.",
            "Consumers read at once all that the leader shows.",
        ),
        "brokers-reach-each-other" => (
            "실행 중인 브로커끼리는 늘 통신할 수 있습니다.",
            "Any two brokers that run can talk to each other; who doesn't fetch is merely slow.",
        ),
        "metadata-arrives-at-once" => (
            "새 메타데이터는 컨트롤러와 연결된 브로커에 바로 도착합니다.",
            "New metadata reaches a broker at once, unless it is cut off from the controller.",
        ),
        "exchanges-are-whole" => (
            "팔로워의 요청과 응답 사이에는 다른 일이 끼어들지 않습니다.",
            "Nothing happens between a follower's question and the answer.",
        ),
        "isr-requests-are-answered-at-once" => (
            "ISR 변경 요청은 연결이 끊기지 않은 한 바로 처리됩니다.",
            "A leader's request for another ISR is answered at once, unless it is cut off.",
        ),
        "nothing-is-flushed" => (
            "디스크에는 정상 종료할 때만 내려갑니다. 전원이 나가면 그 뒤의 것은 사라집니다.",
            "Nothing is flushed but by a stop in order; a power cut takes everything else.",
        ),
        "nothing-is-checkpointed" => (
            "HW 체크포인트는 정상 종료할 때만 기록됩니다.",
            "The high watermark is checkpointed by a stop in order only.",
        ),
        "grace-is-over" => (
            "ISR 밖의 팔로워가 최근에 따라잡았다는 이유로 HW를 붙잡지 않습니다.",
            "A follower outside the ISR was caught up too long ago to hold the HW back.",
        ),
        "sessions-end-in-any-order" => {
            ("세션은 어떤 순서로든 끝날 수 있습니다.", "Sessions run out in any order.")
        }
        other => (other, other),
    };
    lang.pick(ko, en)
}

/// What a guard of the protocol says, as a sentence.
#[must_use]
pub fn guard(lang: Lang, word: &str) -> &str {
    let (ko, en) = match word {
        "broker-epoch" => (
            "리더가 소식을 들은 뒤 프로세스가 바뀐 브로커를 컨트롤러는 ISR에 넣지 않습니다.",
            "The controller takes nobody into the ISR whose process has changed since the leader \
             heard it.",
        ),
        "min-isr-gate" => (
            "ISR이 min.insync.replicas보다 작은 동안 HW는 멈춰 있습니다.",
            "The HW stands still while the ISR is smaller than min.insync.replicas.",
        ),
        "high-watermark-reached" => (
            "팔로워는 리더의 HW까지 모두 가져야 ISR에 들어갑니다.",
            "A follower joins the ISR only when it holds everything below the leader's HW.",
        ),
        "epoch-start" => (
            "팔로워는 리더 에포크의 시작 오프셋에 닿아야 ISR에 들어갑니다.",
            "A follower joins the ISR only when it has reached the start of the leader's epoch.",
        ),
        "fetch-fencing" => (
            "리더 에포크가 다른 페치는 거절됩니다.",
            "Fetches of another leader epoch are refused.",
        ),
        "divergence-check" => (
            "페치에는 마지막 레코드의 에포크가 실리고, 로그가 갈라진 팔로워는 잘라 냅니다.",
            "A fetch names the epoch of its last record, and a follower whose log differs is cut.",
        ),
        "unclean-shutdown" => (
            "정상 종료하지 못한 브로커는 ELR에서 빠집니다.",
            "A broker that ended uncleanly leaves the ELR.",
        ),
        other => (other, other),
    };
    lang.pick(ko, en)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_sentences_with_the_right_particles() {
        assert_eq!(
            step(Lang::Ko, "crash", Some(1)),
            "브로커 1의 프로세스가 죽습니다. 페이지 캐시는 남습니다."
        );
        assert_eq!(step(Lang::Ko, "lag", Some(2)), "브로커 2가 오래 뒤처져 리더가 ISR에서 뺍니다.");
        assert_eq!(step(Lang::Ko, "lag", Some(1)), "브로커 1이 오래 뒤처져 리더가 ISR에서 뺍니다.");
        assert_eq!(step(Lang::En, "start", Some(0)), "Broker 0 starts again.");
    }

    #[test]
    fn an_unknown_word_is_shown() {
        assert_eq!(step(Lang::En, "sneeze", Some(3)), "sneeze 3");
        assert_eq!(question(Lang::Ko, "what"), "what");
        assert_eq!(assumption(Lang::Ko, "that"), "that");
        assert_eq!(guard(Lang::Ko, "luck"), "luck");
    }
}
