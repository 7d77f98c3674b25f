//! What the controller wrote: leaders, ISR, ELR.

use super::Sentence;
use crate::compose::{Value, said, sentence, text};
use crate::keys::Key;
use crate::lang::Lang;

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
    /// The controller elected somebody from outside, who begins a new ISR.
    Elected,
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
    pub(super) fn say(&self, lang: Lang) -> Sentence {
        use ControlNews as C;
        match *self {
            C::IsrProposed { leader, isr } => sentence!(lang, IsrProposed, leader, Value::Set(isr)),
            C::IsrRefused { leader, error } => sentence!(lang, IsrRefused, leader, error),
            C::IsrChanged { from, to, elr, reason } => {
                Sentence::new(isr_changed(lang, from, to), isr_reason(lang, reason, elr))
            }
            C::ElrChanged { from, to } => {
                sentence!(lang, ElrChanged, Value::Set(from), Value::Set(to))
            }
            C::Elected { leader, before, epoch, .. } if before == Some(leader) => {
                sentence!(lang, EpochRaised, leader, epoch)
            }
            C::Elected { leader, epoch, from, .. } => {
                Sentence::new(text!(lang, Elected, leader, epoch), said(lang, elected(from)))
            }
            C::Offline { isr, with_elr: false } => sentence!(lang, Offline, Value::Set(isr)),
            C::Offline { isr, with_elr: true } => sentence!(lang, OfflineWithElr, Value::Set(isr)),
            C::ElectionRefused { error } => sentence!(lang, ElectionRefused, error),
            C::Moving { adding, removing } => {
                sentence!(lang, Moving, Value::Set(adding), Value::Set(removing))
            }
            C::Replicas { replicas } => sentence!(lang, ReplicasNow, Value::Set(replicas)),
            C::Created { replicas, leader } => {
                sentence!(lang, PartitionCreated, Value::Set(replicas), leader)
            }
            C::CopyDeleted { broker } => sentence!(lang, CopyDeleted, broker),
            C::RequestRefused { error } => sentence!(lang, RequestRefused, error),
            C::BecameLeader { broker, epoch, log_end, hw } => {
                sentence!(lang, BecameLeader, broker, epoch, log_end, hw)
            }
            C::BecameFollower { broker, leader: Some(leader), epoch, log_end } => {
                sentence!(lang, BecameFollower, broker, leader, epoch, log_end)
            }
            C::BecameFollower { broker, leader: None, log_end, .. } => {
                sentence!(lang, BecameIdle, broker, log_end)
            }
        }
    }
}

/// Those of `a` that are not in `b`.
fn minus(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().copied().filter(|id| !b.contains(id)).collect()
}

fn isr_changed(lang: Lang, from: &[u8], to: &[u8]) -> String {
    let (gone, come) = (minus(from, to), minus(to, from));
    match (gone.is_empty(), come.is_empty()) {
        (false, true) => text!(lang, IsrShrunk, Value::List(&gone), Value::Set(to)),
        (true, false) => text!(lang, IsrGrown, Value::List(&come), Value::Set(to)),
        _ => text!(lang, IsrReplaced, Value::Set(from), Value::Set(to)),
    }
}

fn isr_reason(lang: Lang, reason: IsrReason, elr: &[u8]) -> String {
    let mut out = match reason {
        IsrReason::Lag(limit) => text!(lang, IsrLag, limit),
        IsrReason::CaughtUp => text!(lang, IsrCaughtUp),
        IsrReason::Moved => text!(lang, IsrMoved),
        IsrReason::Controller => text!(lang, IsrByController),
        IsrReason::Elected => text!(lang, IsrByElection),
    };
    if !elr.is_empty() {
        out.push(' ');
        out.push_str(&text!(lang, ElrKeeps, Value::Set(elr)));
    }
    out
}

fn elected(from: ElectedWord) -> Key {
    match from {
        ElectedWord::Isr => Key::ElectedIsr,
        ElectedWord::Elr => Key::ElectedElr,
        ElectedWord::LastLeader => Key::ElectedLastLeader,
        ElectedWord::Anyone => Key::ElectedAnyone,
    }
}
