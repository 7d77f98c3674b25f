//! What the controller wrote: leaders, ISR, ELR.

use super::Sentence;
use crate::compose::{List, Set, text};

/// How a leader was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElectedWord {
    /// From the ISR.
    Isr,
    /// From the ELR.
    Elr,
    /// It led last.
    LastLeader,
    /// It is merely alive.
    Anyone,
}

/// Why an ISR changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IsrReason {
    /// The leader saw a follower lag for longer than this, in ms.
    Lag(u64),
    /// The leader saw a follower catch up.
    CaughtUp,
    /// The controller saw a broker stop, be fenced or start anew.
    Controller,
    /// The partition has moved.
    Moved,
}

/// News of the controller.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum ControlNews<'a> {
    /// A leader asks for another ISR.
    IsrProposed { leader: u8, isr: &'a [u8] },
    /// The controller refused.
    IsrRefused { leader: u8, error: &'a str },
    /// The ISR changed.
    IsrChanged { from: &'a [u8], to: &'a [u8], elr: &'a [u8], reason: IsrReason },
    /// The ELR changed.
    ElrChanged { from: &'a [u8], to: &'a [u8] },
    /// A leader was written.
    Elected { leader: u8, before: Option<u8>, epoch: u32, from: ElectedWord },
    /// Nobody can lead.
    Offline { isr: &'a [u8], with_elr: bool },
    /// An asked-for election was refused.
    ElectionRefused { error: &'a str },
    /// The partition begins to move, or moves on to somewhere else.
    Moving { adding: &'a [u8], removing: &'a [u8] },
    /// These are the replicas now, and none of them comes or goes.
    Replicas { replicas: &'a [u8] },
    /// A topic grew by this partition.
    Created { replicas: &'a [u8], leader: u8 },
    /// A broker deleted its copy.
    CopyDeleted { broker: u8 },
    /// Another request was refused.
    RequestRefused { error: &'a str },
    /// A broker learned that it leads.
    BecameLeader { broker: u8, epoch: u32, log_end: u32, hw: u32 },
    /// A broker learned whom to follow.
    BecameFollower { broker: u8, leader: Option<u8>, epoch: u32, log_end: u32 },
}

impl ControlNews<'_> {
    pub(super) fn ko(&self) -> Sentence {
        use ControlNews as C;
        match *self {
            C::IsrProposed { leader, isr } => Sentence::new(
                text!["리더 브로커 " leader 이가 " ISR을 " (Set(isr)) 으로 " 바꿔 달라고 컨트롤러에 요청했습니다."],
                "ISR을 확정하는 것은 컨트롤러입니다.",
            ),
            C::IsrRefused { leader, error } => Sentence::new(
                text!["컨트롤러가 브로커 " leader "의 ISR 변경 요청을 거절했습니다: " error "."],
                "컨트롤러가 아는 상태와 맞지 않는 요청입니다.",
            ),
            C::IsrChanged { from, to, elr, reason } => {
                Sentence::new(isr_changed_ko(from, to), isr_reason_ko(reason, elr))
            }
            C::ElrChanged { from, to } => Sentence::new(
                text!["ELR이 " (Set(from)) "에서 " (Set(to)) 으로 " 바뀌었습니다."],
                "ELR은 ISR에서 빠졌지만 HW까지는 다 가진 레플리카입니다(KIP-966).",
            ),
            C::Elected { leader, before, epoch, .. } if before == Some(leader) => Sentence::new(
                text!["컨트롤러가 리더 브로커 " leader "의 에포크를 " epoch 으로 " 올렸습니다."],
                "리더는 그대로지만, 리더를 다시 기록할 때마다 에포크가 하나씩 오릅니다.",
            ),
            C::Elected { leader, epoch, from, .. } => Sentence::new(
                text!["컨트롤러가 브로커 " leader 을를 " 새 리더로 뽑았습니다(에포크 " epoch ")."],
                elected_ko(from),
            ),
            C::Offline { isr, with_elr } => Sentence::new(
                "파티션에 리더가 없습니다.".to_owned(),
                text!["살아 있는 레플리카 가운데 " (if with_elr { "ISR이나 ELR에" } else { "ISR" }) (if with_elr { "" } else { "에" }) " 든 것이 없습니다(ISR " (Set(isr)) "). unclean 선출이 꺼져 있어 데이터를 버리는 대신 멈춥니다."],
            ),
            C::ElectionRefused { error } => Sentence::new(
                text!["요청한 리더 선출이 거절되었습니다: " error "."],
                "지금 상태에서는 그 선출을 할 수 없거나 할 필요가 없습니다.",
            ),
            C::Moving { adding, removing } => Sentence::new(
                text!["재할당을 시작했습니다. 더할 레플리카 " (Set(adding)) ", 뺄 레플리카 " (Set(removing)) "."],
                "더할 레플리카가 모두 ISR에 들어올 때까지는 뺄 레플리카도 계속 복제합니다(KIP-455).",
            ),
            C::Replicas { replicas } => Sentence::new(
                text!["이제 레플리카는 " (Set(replicas)) "입니다."],
                "진행 중인 재할당은 없습니다. 배정에서 빠진 브로커는 메타데이터를 받으면 사본을 지웁니다.",
            ),
            C::Created { replicas, leader } => Sentence::new(
                text!["파티션이 새로 만들어졌습니다. 레플리카는 " (Set(replicas)) ", 리더는 브로커 " leader "입니다."],
                "이미 있던 파티션의 레코드는 옮겨지지 않습니다. 키가 갈 파티션만 바뀝니다.",
            ),
            C::CopyDeleted { broker } => Sentence::new(
                text!["브로커 " broker 이가 " 자기 사본을 지웠습니다."],
                "더는 이 파티션의 레플리카가 아닙니다.",
            ),
            C::RequestRefused { error } => Sentence::new(
                text!["컨트롤러가 요청을 거절했습니다: " error "."],
                "아무것도 바뀌지 않았습니다.",
            ),
            C::BecameLeader { broker, epoch, log_end, hw } => Sentence::new(
                text!["브로커 " broker 이가 " 에포크 " epoch "의 리더로 일하기 시작했습니다."],
                text!["LEO " log_end ", HW " hw "에서 이어 갑니다. 새로 쓰는 레코드에는 에포크 " epoch 이가 " 찍힙니다."],
            ),
            C::BecameFollower { broker, leader: Some(leader), epoch, log_end } => Sentence::new(
                text!["브로커 " broker 이가 " 브로커 " leader 을를 " 따르기 시작했습니다."],
                text!["에포크 " epoch ", LEO " log_end "에서 시작합니다."],
            ),
            C::BecameFollower { broker, leader: None, log_end, .. } => Sentence::new(
                text!["브로커 " broker 은는 " 따를 리더가 없어 기다립니다."],
                text!["LEO는 " log_end "입니다."],
            ),
        }
    }

    pub(super) fn en(&self) -> Sentence {
        use ControlNews as C;
        match *self {
            C::IsrProposed { leader, isr } => Sentence::new(
                text!["Leader broker " leader " asked the controller to make the ISR " (Set(isr)) "."],
                "It is the controller that commits an ISR.",
            ),
            C::IsrRefused { leader, error } => Sentence::new(
                text!["The controller refused broker " leader "'s change of the ISR: " error "."],
                "The request doesn't fit the state that the controller has.",
            ),
            C::IsrChanged { from, to, elr, reason } => {
                Sentence::new(isr_changed_en(from, to), isr_reason_en(reason, elr))
            }
            C::ElrChanged { from, to } => Sentence::new(
                text!["The ELR changed from " (Set(from)) " to " (Set(to)) "."],
                "The ELR holds replicas that left the ISR and still have everything up to the HW (KIP-966).",
            ),
            C::Elected { leader, before, epoch, .. } if before == Some(leader) => Sentence::new(
                text!["The controller raised the epoch of leader broker " leader " to " epoch "."],
                "The leader is the same, but the epoch grows each time a leader is written.",
            ),
            C::Elected { leader, epoch, from, .. } => Sentence::new(
                text!["The controller elected broker " leader " (epoch " epoch ")."],
                elected_en(from),
            ),
            C::Offline { isr, with_elr } => Sentence::new(
                "The partition has no leader.".to_owned(),
                text!["No live replica is in the ISR " (if with_elr { "or the ELR " } else { "" }) "(ISR " (Set(isr)) "), and unclean election is off: it stops rather than drop data."],
            ),
            C::ElectionRefused { error } => Sentence::new(
                text!["The election asked for was refused: " error "."],
                "In this state it can't be held, or needn't be.",
            ),
            C::Moving { adding, removing } => Sentence::new(
                text!["A reassignment began: " (Set(adding)) " to be added, " (Set(removing)) " to be removed."],
                "Those to be removed go on replicating until all that are added are in the ISR (KIP-455).",
            ),
            C::Replicas { replicas } => Sentence::new(
                text!["The replicas are now " (Set(replicas)) "."],
                "No reassignment is under way. A broker that is no longer one of them deletes its copy when it gets the metadata.",
            ),
            C::Created { replicas, leader } => Sentence::new(
                text!["A partition was created with the replicas " (Set(replicas)) "; broker " leader " leads it."],
                "What existing partitions hold stays where it is; only where keys go changes.",
            ),
            C::CopyDeleted { broker } => Sentence::new(
                text!["Broker " broker " deleted its copy."],
                "It is no longer a replica of this partition.",
            ),
            C::RequestRefused { error } => Sentence::new(
                text!["The controller refused the request: " error "."],
                "Nothing has changed.",
            ),
            C::BecameLeader { broker, epoch, log_end, hw } => Sentence::new(
                text!["Broker " broker " began to lead in epoch " epoch "."],
                text!["It goes on from LEO " log_end " and HW " hw "; what it appends is stamped with epoch " epoch "."],
            ),
            C::BecameFollower { broker, leader: Some(leader), epoch, log_end } => Sentence::new(
                text!["Broker " broker " began to follow broker " leader "."],
                text!["In epoch " epoch ", from LEO " log_end "."],
            ),
            C::BecameFollower { broker, leader: None, log_end, .. } => Sentence::new(
                text!["Broker " broker " has no leader to follow and waits."],
                text!["Its LEO is " log_end "."],
            ),
        }
    }
}

/// Those of `a` that are not in `b`.
fn minus(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().copied().filter(|id| !b.contains(id)).collect()
}

fn isr_changed_ko(from: &[u8], to: &[u8]) -> String {
    let (gone, come) = (minus(from, to), minus(to, from));
    match (gone.is_empty(), come.is_empty()) {
        (false, true) => {
            text!["브로커 " (List(&gone)) 이가 " ISR에서 빠졌습니다. ISR은 " (Set(to)) "입니다."]
        }
        (true, false) => {
            text!["브로커 " (List(&come)) 이가 " ISR에 들어왔습니다. ISR은 " (Set(to)) "입니다."]
        }
        _ => text!["ISR이 " (Set(from)) "에서 " (Set(to)) 으로 " 바뀌었습니다."],
    }
}

fn isr_changed_en(from: &[u8], to: &[u8]) -> String {
    let (gone, come) = (minus(from, to), minus(to, from));
    match (gone.is_empty(), come.is_empty()) {
        (false, true) => text!["Broker " (List(&gone)) " left the ISR. The ISR is " (Set(to)) "."],
        (true, false) => {
            text!["Broker " (List(&come)) " joined the ISR. The ISR is " (Set(to)) "."]
        }
        _ => text!["The ISR changed from " (Set(from)) " to " (Set(to)) "."],
    }
}

fn isr_reason_ko(reason: IsrReason, elr: &[u8]) -> String {
    let reason = match reason {
        IsrReason::Lag(limit) => {
            text!["replica.lag.time.max.ms " limit " 동안 리더를 따라잡지 못했습니다."]
        }
        IsrReason::CaughtUp => "리더의 HW와 에포크 시작점까지 따라잡았습니다.".to_owned(),
        IsrReason::Moved => "재할당이 끝나 빠진 레플리카는 ISR에서도 빠집니다.".to_owned(),
        IsrReason::Controller => {
            "컨트롤러가 멈췄거나 펜싱된 브로커, 새로 등록한 브로커를 뺀 것입니다.".to_owned()
        }
    };
    if elr.is_empty() {
        return reason;
    }
    text![reason " 빠졌어도 HW까지 다 가진 " (Set(elr)) 은는 " ELR에 남습니다(KIP-966)."]
}

fn isr_reason_en(reason: IsrReason, elr: &[u8]) -> String {
    let reason = match reason {
        IsrReason::Lag(limit) => {
            text!["It hadn't caught up with the leader for replica.lag.time.max.ms, " limit "."]
        }
        IsrReason::CaughtUp => {
            "It has caught up with the leader's HW and the start of its epoch.".to_owned()
        }
        IsrReason::Moved => "Replicas that a reassignment took away leave the ISR, too.".to_owned(),
        IsrReason::Controller => {
            "The controller takes out brokers that stop, are fenced or register anew.".to_owned()
        }
    };
    if elr.is_empty() {
        return reason;
    }
    text![reason " " (Set(elr)) " had everything up to the HW and stays in the ELR (KIP-966)."]
}

fn elected_ko(from: ElectedWord) -> &'static str {
    match from {
        ElectedWord::Isr => "ISR에 있고 살아 있는 레플리카 가운데 배정 순서가 가장 앞섭니다.",
        ElectedWord::Elr => {
            "ISR은 비었지만 ELR에 있으니 HW까지 다 가졌다고 믿을 수 있습니다(KIP-966)."
        }
        ElectedWord::LastLeader => {
            "ISR에도 ELR에도 후보가 없어 마지막 리더를 다시 세웠습니다. unclean 선출로 셉니다."
        }
        ElectedWord::Anyone => {
            "ISR에서 살아남은 레플리카가 없어 unclean 선출을 했습니다. 새 리더에게 없는 레코드는 버려집니다."
        }
    }
}

fn elected_en(from: ElectedWord) -> &'static str {
    match from {
        ElectedWord::Isr => "Of the live replicas in the ISR it comes first in the assignment.",
        ElectedWord::Elr => {
            "The ISR is empty, but a member of the ELR is known to have everything up to the HW (KIP-966)."
        }
        ElectedWord::LastLeader => {
            "Neither ISR nor ELR has a candidate, so the last leader leads again. This counts as unclean."
        }
        ElectedWord::Anyone => {
            "No replica of the ISR is alive, so the election was unclean: what the new leader lacks is dropped."
        }
    }
}
