//! What happened to processes, links and settings.

use super::Sentence;
use crate::compose::{Piece, text};
use crate::lang::Lang;

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopWord {
    /// In order.
    Clean,
    /// Killed.
    Crash,
    /// Without power.
    PowerCut,
}

/// An end of a link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NodeWord {
    /// A broker.
    Broker(u8),
    /// The controller.
    Controller,
    /// The producer.
    Producer,
    /// The consumer.
    Consumer,
}

impl NodeWord {
    /// What a reader calls it.
    #[must_use]
    pub fn name(self, lang: Lang) -> String {
        match self {
            NodeWord::Broker(id) => text![(lang.pick("브로커 ", "broker ")) id],
            NodeWord::Controller => lang.pick("컨트롤러", "the controller").to_owned(),
            NodeWord::Producer => lang.pick("프로듀서", "the producer").to_owned(),
            NodeWord::Consumer => lang.pick("컨슈머", "the consumer").to_owned(),
        }
    }
}

struct Named(NodeWord, Lang);

impl Piece for Named {
    fn put(&self, out: &mut String) {
        out.push_str(&self.0.name(self.1));
    }
}

/// News of a broker or a link.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum BrokerNews<'a> {
    /// A controlled shutdown began.
    ShutdownStarted { broker: u8 },
    /// A process ended.
    Stopped { broker: u8, how: StopWord },
    /// A process started.
    Started { broker: u8 },
    /// It registered, after a clean shutdown or not.
    Registered { broker: u8, after_clean: bool },
    /// Its restart was not noticed.
    RestartUnnoticed { broker: u8 },
    /// Its registration was refused.
    RegistrationRefused { broker: u8, error: &'a str },
    /// It was fenced.
    Fenced { broker: u8 },
    /// It was unfenced.
    Unfenced { broker: u8 },
    /// It applied newer metadata.
    MetadataApplied { broker: u8 },
    /// A link was cut.
    LinkCut { a: NodeWord, b: NodeWord },
    /// A link was mended.
    LinkHealed { a: NodeWord, b: NodeWord },
    /// It replicates slower by so many ms each way.
    Slowed { broker: u8, extra: u64 },
    /// `min.insync.replicas` was set.
    MinIsrSet { topic: &'a str, value: u8 },
    /// `unclean.leader.election.enable` was set.
    UncleanSet { topic: &'a str, on: bool },
    /// Logs were flushed.
    Flushed { broker: u8 },
}

impl BrokerNews<'_> {
    pub(super) fn ko(&self) -> Sentence {
        use BrokerNews as B;
        match *self {
            B::ShutdownStarted { broker } => Sentence::new(
                text!["브로커 " broker 이가 " 정상 종료를 시작했습니다."],
                "먼저 컨트롤러에 알려 리더 자리를 넘깁니다.",
            ),
            B::Stopped { broker, how } => stopped_ko(broker, how),
            B::Started { broker } => Sentence::new(
                text!["브로커 " broker "의 프로세스가 시작되었습니다."],
                "디스크의 로그를 읽고, HW는 체크포인트 파일에 적힌 값에서 시작합니다.",
            ),
            B::Registered { broker, after_clean: true } => Sentence::new(
                text!["브로커 " broker 이가 " 컨트롤러에 등록했습니다."],
                "지난번에 정상 종료했다는 표시가 남아 있습니다.",
            ),
            B::Registered { broker, after_clean: false } => Sentence::new(
                text!["브로커 " broker 이가 " 컨트롤러에 등록했습니다."],
                "정상 종료했다는 증거가 없는 재시작입니다. ELR을 쓰면 ISR과 ELR에서 빠집니다.",
            ),
            B::RestartUnnoticed { broker } => Sentence::new(
                text!["컨트롤러는 브로커 " broker "의 재시작을 알아채지 못했습니다."],
                "세션이 끝나기 전에 돌아와 ISR이 그대로 남습니다(2.2 이전).",
            ),
            B::RegistrationRefused { broker, error } => Sentence::new(
                text!["컨트롤러가 브로커 " broker "의 등록을 거절했습니다: " error "."],
                "이전 프로세스의 세션이 아직 살아 있습니다. 조금 뒤 다시 등록합니다.",
            ),
            B::Fenced { broker } => Sentence::new(
                text!["컨트롤러가 브로커 " broker 을를 " 펜싱했습니다."],
                "멈춘 것으로 여기므로 리더도, ISR 멤버도 될 수 없습니다.",
            ),
            B::Unfenced { broker } => Sentence::new(
                text!["컨트롤러가 브로커 " broker "의 펜싱을 풀었습니다."],
                "메타데이터를 따라잡았으니 다시 리더나 ISR 멤버가 될 수 있습니다.",
            ),
            B::MetadataApplied { broker } => {
                Sentence::new(text!["브로커 " broker 이가 " 새 메타데이터를 반영했습니다."], "")
            }
            B::LinkCut { a, b } => Sentence::new(
                text![(Named(a, Lang::Ko)) 과와 " " (Named(b, Lang::Ko)) " 사이의 링크가 끊겼습니다."],
                "둘 사이에 오가는 요청과 응답은 사라집니다. 다른 링크는 멀쩡합니다.",
            ),
            B::LinkHealed { a, b } => Sentence::new(
                text![(Named(a, Lang::Ko)) 과와 " " (Named(b, Lang::Ko)) " 사이의 링크가 이어졌습니다."],
                "",
            ),
            B::Slowed { broker, extra: 0 } => {
                Sentence::new(text!["브로커 " broker "의 복제 속도가 돌아왔습니다."], "")
            }
            B::Slowed { broker, extra } => Sentence::new(
                text!["브로커 " broker "의 복제가 편도 " extra " ms씩 느려졌습니다."],
                "다른 브로커와 주고받는 것만 느립니다. 하트비트는 제때 갑니다.",
            ),
            B::MinIsrSet { topic, value } => Sentence::new(
                text![topic "의 min.insync.replicas를 " value 으로 " 바꿨습니다."],
                "acks=all 쓰기는 ISR이 이보다 적으면 거부됩니다.",
            ),
            B::UncleanSet { topic, on } => Sentence::new(
                text![topic "의 unclean.leader.election.enable을 " (on_off(on)) 으로 " 바꿨습니다."],
                if on {
                    "ISR 밖의 레플리카도 리더가 될 수 있습니다."
                } else {
                    "ISR 밖의 레플리카는 리더가 될 수 없습니다."
                },
            ),
            B::Flushed { broker } => Sentence::new(
                text!["브로커 " broker 은는 " 로그를 디스크에 모두 썼습니다."],
                "이제 정전이 나도 지금까지의 레코드는 남습니다.",
            ),
        }
    }

    pub(super) fn en(&self) -> Sentence {
        use BrokerNews as B;
        match *self {
            B::ShutdownStarted { broker } => Sentence::new(
                text!["Broker " broker " began a controlled shutdown."],
                "It tells the controller first, which moves its leaderships away.",
            ),
            B::Stopped { broker, how } => stopped_en(broker, how),
            B::Started { broker } => Sentence::new(
                text!["Broker " broker "'s process started."],
                "It reads its log from disk; its HW starts from the checkpoint file.",
            ),
            B::Registered { broker, after_clean: true } => Sentence::new(
                text!["Broker " broker " registered with the controller."],
                "Its last shutdown left the mark of a clean one.",
            ),
            B::Registered { broker, after_clean: false } => Sentence::new(
                text!["Broker " broker " registered with the controller."],
                "Nothing proves that its last shutdown was clean. With ELR it leaves ISR and ELR.",
            ),
            B::RestartUnnoticed { broker } => Sentence::new(
                text!["The controller didn't notice broker " broker "'s restart."],
                "It was back before its session ended, so the ISR stays as it was (before 2.2).",
            ),
            B::RegistrationRefused { broker, error } => Sentence::new(
                text!["The controller refused broker " broker "'s registration: " error "."],
                "The session of its earlier process is still alive. It tries again shortly.",
            ),
            B::Fenced { broker } => Sentence::new(
                text!["The controller fenced broker " broker "."],
                "It counts as stopped: it can neither lead nor be in an ISR.",
            ),
            B::Unfenced { broker } => Sentence::new(
                text!["The controller unfenced broker " broker "."],
                "It has caught up with the metadata and may lead or join an ISR again.",
            ),
            B::MetadataApplied { broker } => {
                Sentence::new(text!["Broker " broker " applied newer metadata."], "")
            }
            B::LinkCut { a, b } => Sentence::new(
                text!["The link between " (Named(a, Lang::En)) " and " (Named(b, Lang::En)) " was cut."],
                "Requests and answers between the two are lost; all other links are fine.",
            ),
            B::LinkHealed { a, b } => Sentence::new(
                text!["The link between " (Named(a, Lang::En)) " and " (Named(b, Lang::En)) " was mended."],
                "",
            ),
            B::Slowed { broker, extra: 0 } => {
                Sentence::new(text!["Broker " broker " replicates at its normal speed again."], "")
            }
            B::Slowed { broker, extra } => Sentence::new(
                text!["Broker " broker " replicates slower by " extra " ms each way."],
                "Only what it exchanges with other brokers is slow; its heartbeats are in time.",
            ),
            B::MinIsrSet { topic, value } => Sentence::new(
                text!["min.insync.replicas of " topic " was set to " value "."],
                "With a smaller ISR, acks=all writes are refused.",
            ),
            B::UncleanSet { topic, on } => Sentence::new(
                text!["unclean.leader.election.enable of " topic " was set to " (on_off(on)) "."],
                if on {
                    "Replicas outside the ISR may lead."
                } else {
                    "Replicas outside the ISR can't lead."
                },
            ),
            B::Flushed { broker } => Sentence::new(
                text!["Broker " broker " wrote all of its log to disk."],
                "A power cut now would leave everything up to here.",
            ),
        }
    }
}

fn on_off(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}

fn stopped_ko(broker: u8, how: StopWord) -> Sentence {
    match how {
        StopWord::Clean => Sentence::new(
            text!["브로커 " broker 이가 " 정상 종료했습니다."],
            "로그를 디스크에 모두 쓰고, 정상 종료했다는 표시를 남겼습니다.",
        ),
        StopWord::Crash => Sentence::new(
            text!["브로커 " broker "의 프로세스가 죽었습니다."],
            "페이지 캐시는 운영체제가 들고 있으므로 로그는 그대로 남습니다.",
        ),
        StopWord::PowerCut => Sentence::new(
            text!["브로커 " broker "의 전원이 나갔습니다."],
            "디스크에 쓰이지 않은 꼬리는 남지 않습니다.",
        ),
    }
}

fn stopped_en(broker: u8, how: StopWord) -> Sentence {
    match how {
        StopWord::Clean => Sentence::new(
            text!["Broker " broker " shut down cleanly."],
            "It wrote its log to disk and left the mark of a clean shutdown.",
        ),
        StopWord::Crash => Sentence::new(
            text!["Broker " broker "'s process died."],
            "The operating system still holds the page cache, so its log stays whole.",
        ),
        StopWord::PowerCut => Sentence::new(
            text!["Broker " broker " lost power."],
            "The tail that was not on disk is gone.",
        ),
    }
}
