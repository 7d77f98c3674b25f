//! What happened between the leader of a partition and its followers.

use super::Sentence;
use crate::compose::{Value, said, sentence, text};
use crate::keys::Key;
use crate::lang::Lang;

/// By which rule a follower cut its log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutWord {
    /// To its own high watermark, without asking.
    OwnHighWatermark,
    /// To its own high watermark, because an epoch is unknown.
    NoEpoch,
    /// To the end offset of its last epoch.
    EpochEnd,
    /// To where epoch and end offset agree.
    EpochAndEnd,
    /// To the divergence that a fetch reported.
    Diverging,
    /// To the leader's log end.
    OutOfRange,
}

/// News of a partition's copies.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum ReplicationNews<'a> {
    /// A follower sent a fetch; the offset if it asks for one partition only.
    FetchSent { follower: u8, leader: u8, offset: Option<u32> },
    /// The leader took note of the follower's log end.
    FetchNoted { leader: u8, follower: u8, log_end: u32 },
    /// The leader answered.
    FetchAnswered { leader: u8, follower: u8 },
    /// The leader refused a fetch.
    FetchRefused { leader: u8, follower: u8, error: &'a str },
    /// The leader found that logs diverge.
    Diverged { leader: u8, follower: u8, epoch: u32, end: u32 },
    /// A follower asked where an epoch ends.
    EpochAsked { follower: u8, leader: u8, epoch: u32 },
    /// The leader's answer: epoch and end.
    EpochAnswered { leader: u8, follower: u8, asked: u32, answer: Option<(u32, u32)> },
    /// A follower appended what it fetched.
    Replicated { broker: u8, from: u32, to: u32 },
    /// A follower knows where its log has to end.
    Settled { broker: u8, log_end: u32 },
    /// A follower cut its log; `names` are the records, and may be empty.
    Cut { broker: u8, from: u32, to: u32, names: &'a str, rule: CutWord },
    /// A power cut took what was not on disk.
    PowerCut { broker: u8, from: u32, to: u32, names: &'a str },
    /// A leader's high watermark rose to the minimum of these log ends.
    LeaderHw { broker: u8, from: u32, to: u32, ends: &'a [(u8, u32)] },
    /// A follower took a high watermark from a response.
    FollowerHw { broker: u8, from: u32, to: u32, leader_value: u32, log_end: u32 },
    /// A high watermark is frozen by the minimum ISR.
    HeldByMinIsr { broker: u8, at: u32, isr: u8, min_isr: u8 },
    /// A high watermark waits for a replica that hasn't fetched.
    HeldByUnknown { broker: u8, at: u32, replica: u8 },
    /// Where a leader's LSO is, beside its high watermark.
    LastStable { broker: u8, at: u32, hw: u32 },
}

impl ReplicationNews<'_> {
    pub(super) fn say(&self, lang: Lang) -> Sentence {
        use ReplicationNews as R;
        match *self {
            R::FetchSent { follower, leader, offset: Some(offset) } => {
                sentence!(lang, FetchSent, follower, leader, offset)
            }
            R::FetchSent { follower, leader, offset: None } => {
                sentence!(lang, FetchManySent, follower, leader)
            }
            R::FetchNoted { leader, follower, log_end } => {
                sentence!(lang, FetchNoted, leader, follower, log_end)
            }
            R::FetchAnswered { leader, follower } => {
                sentence!(lang, FetchAnswered, leader, follower)
            }
            R::FetchRefused { leader, follower, error } => Sentence::new(
                text!(lang, FetchRefused, leader, follower, error),
                said(lang, refused(error)),
            ),
            R::Diverged { leader, follower, epoch, end } => {
                sentence!(lang, Diverged, leader, follower, epoch, end)
            }
            R::EpochAsked { follower, leader, epoch } => {
                sentence!(lang, EpochAsked, follower, leader, epoch)
            }
            R::EpochAnswered { leader, asked, answer, .. } => {
                epoch_answered(lang, leader, asked, answer)
            }
            R::Replicated { broker, from, to } => {
                sentence!(lang, Replicated, broker, Value::Offsets(from, to), to)
            }
            R::Settled { broker, log_end } => sentence!(lang, Settled, broker, log_end),
            R::Cut { broker, from, to, names, rule } => cut(lang, broker, (from, to), names, rule),
            R::PowerCut { broker, from, to, names } => {
                sentence!(lang, PowerCut, broker, &lost(lang, names, (from, to)))
            }
            R::LeaderHw { broker, from, to, ends } => {
                sentence!(lang, LeaderHw, broker, from, to, &log_ends(lang, ends))
            }
            R::FollowerHw { broker, from, to, leader_value, log_end } => {
                sentence!(lang, FollowerHw, broker, from, to, leader_value, log_end)
            }
            R::HeldByMinIsr { broker, at, isr, min_isr } => {
                sentence!(lang, HeldByMinIsr, broker, at, isr, min_isr)
            }
            R::HeldByUnknown { broker, at, replica } => {
                sentence!(lang, HeldByUnknown, broker, at, replica)
            }
            R::LastStable { broker, at, hw } if at < hw => {
                sentence!(lang, LastStableBehind, broker, at, hw)
            }
            R::LastStable { broker, at, hw } => sentence!(lang, LastStableAtHw, broker, at, hw),
        }
    }
}

/// The numbers of `min(LEO of …)`: "브로커 1의 LEO 5, 브로커 2의 LEO 4".
pub(crate) fn log_ends(lang: Lang, ends: &[(u8, u32)]) -> String {
    let mut out = String::new();
    for (index, (broker, end)) in ends.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        out.push_str(&text!(lang, BrokersLeo, *broker, *end));
    }
    out
}

/// What disappeared: by name if there are names.
fn lost(lang: Lang, names: &str, (from, to): (u32, u32)) -> String {
    let offsets = Value::Offsets(to, from);
    if names.is_empty() {
        return text!(lang, AtOffset, offsets);
    }
    text!(lang, NamedAtOffset, names, offsets)
}

fn epoch_answered(lang: Lang, leader: u8, asked: u32, answer: Option<(u32, u32)>) -> Sentence {
    match answer {
        Some((epoch, end)) if epoch == asked => sentence!(lang, EpochEndsAt, leader, epoch, end),
        Some((epoch, end)) => sentence!(lang, EpochUnknownEndsAt, leader, asked, epoch, end),
        None => sentence!(lang, EpochUnknown, leader, asked),
    }
}

fn cut(lang: Lang, broker: u8, (from, to): (u32, u32), names: &str, rule: CutWord) -> Sentence {
    if from == to {
        return Sentence::new(
            text!(lang, NothingToCut, broker, to),
            match rule {
                CutWord::OwnHighWatermark | CutWord::NoEpoch => text!(lang, NothingAboveHw),
                _ => text!(lang, BothAgreeUpTo, to),
            },
        );
    }
    let why = match rule {
        CutWord::OwnHighWatermark => text!(lang, CutOwnHighWatermark, to),
        CutWord::NoEpoch => text!(lang, CutNoEpoch, to),
        CutWord::EpochEnd => text!(lang, CutEpochEnd, to),
        CutWord::EpochAndEnd => text!(lang, CutEpochAndEnd, to),
        CutWord::Diverging => text!(lang, CutDiverging, to),
        CutWord::OutOfRange => text!(lang, CutOutOfRange, to),
    };
    Sentence::new(text!(lang, Cut, broker, &lost(lang, names, (from, to))), why)
}

fn refused(error: &str) -> Key {
    match error {
        "FENCED_LEADER_EPOCH" => Key::FetchRefusedFenced,
        "UNKNOWN_LEADER_EPOCH" => Key::FetchRefusedUnknownEpoch,
        "OFFSET_OUT_OF_RANGE" => Key::FetchRefusedOutOfRange,
        "NOT_LEADER_OR_FOLLOWER" => Key::FetchRefusedNotLeader,
        _ => Key::FetchRefusedOtherwise,
    }
}
