//! What a broker is and knows.

use crate::compose::{Value, said, text};
use crate::keys::Key;
use crate::lang::Lang;

/// What a broker is to a partition, in the sentence that sums it up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum StandWord {
    /// It leads.
    Leads { epoch: u32 },
    /// It leads as far as it knows; the controller has somebody else, or nobody.
    Believes { epoch: u32, leader: Option<u8> },
    /// The controller has chosen it, and it doesn't know yet.
    Chosen { epoch: u32 },
    /// It follows.
    Follows { leader: u8 },
    /// It has nobody to follow.
    Idle,
    /// It has not registered yet.
    Starting,
    /// It doesn't run.
    Off,
}

/// A copy that a sentence sums up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct CopyWord<'a> {
    pub broker: u8,
    pub partition: &'a str,
    pub leo: u32,
    pub hw: u32,
}

/// What a follower is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum FetchWord {
    /// It fetches.
    Fetching { leader: u8, offset: u32 },
    /// It asks where an epoch ends, before it fetches.
    Asking { leader: u8, epoch: u32 },
    /// It was fenced.
    Failed,
    /// There is nobody to fetch from.
    NoLeader,
}

/// Something that waits at a broker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum WaitWord<'a> {
    /// A write waits for the high watermark.
    Write { name: &'a str, count: u32, hw: u32 },
    /// The consumer waits for records from an offset on.
    Reader { offset: u32 },
    /// A leader waits for the controller to write an ISR.
    Isr { isr: &'a [u8] },
}

impl StandWord {
    /// The sentence.
    #[must_use]
    pub fn say(self, lang: Lang, copy: CopyWord<'_>) -> String {
        let CopyWord { broker, partition, leo, hw } = copy;
        match self {
            StandWord::Leads { epoch } => {
                text!(lang, StandsLeader, broker, partition, epoch, leo, hw)
            }
            StandWord::Believes { epoch, leader: Some(leader) } => {
                text!(lang, StandsStale, broker, partition, epoch, leader, leo, hw)
            }
            StandWord::Believes { epoch, leader: None } => {
                text!(lang, StandsAlone, broker, partition, epoch, leo, hw)
            }
            StandWord::Chosen { epoch } => {
                text!(lang, StandsChosen, broker, partition, epoch, leo, hw)
            }
            StandWord::Follows { leader } => {
                text!(lang, StandsFollower, broker, partition, leader, leo, hw)
            }
            StandWord::Idle => text!(lang, StandsIdle, broker, partition, leo, hw),
            StandWord::Starting => text!(lang, StandsStarting, broker, partition, leo, hw),
            StandWord::Off => text!(lang, StandsOff, broker, partition, leo, hw),
        }
    }
}

impl FetchWord {
    /// The sentence.
    #[must_use]
    pub fn say(self, lang: Lang) -> String {
        match self {
            FetchWord::Fetching { leader, offset } => text!(lang, FetchGoesOn, leader, offset),
            FetchWord::Asking { leader, epoch } => text!(lang, FetchAsks, leader, epoch),
            FetchWord::Failed => text!(lang, FetchFails),
            FetchWord::NoLeader => text!(lang, FetchNobody),
        }
    }
}

impl WaitWord<'_> {
    /// In a few words.
    #[must_use]
    pub fn say(self, lang: Lang) -> String {
        match self {
            WaitWord::Write { name, count, hw } => {
                text!(lang, WaitsForHw, Value::Records(name, count), hw)
            }
            WaitWord::Reader { offset } => text!(lang, WaitsToRead, offset),
            WaitWord::Isr { isr } => text!(lang, WaitsForIsr, Value::Set(isr)),
        }
    }
}

/// When a fetch that failed is tried again.
#[must_use]
pub fn pauses(lang: Lang, until: &str) -> String {
    text!(lang, FetchPauses, until)
}

/// A time that lies so far back.
#[must_use]
pub fn ago(lang: Lang, time: &str) -> String {
    text!(lang, Ago, time)
}

/// How many copies of how many partitions a broker has, and how many of them lead.
#[must_use]
pub fn copies(lang: Lang, broker: u8, copies: u32, leads: u32) -> String {
    text!(lang, StandsCopies, broker, copies, leads)
}

/// A broker without a copy.
#[must_use]
pub fn no_copy(lang: Lang, broker: u8) -> String {
    text!(lang, StandsNowhere, broker)
}

/// How many brokers run, and how many partitions have a leader.
#[must_use]
pub fn cluster(
    lang: Lang,
    (running, brokers): (u32, u32),
    (led, partitions): (u32, u32),
) -> String {
    text!(lang, StandsCluster, running, brokers, led, partitions)
}

/// What an epoch cache is for.
#[must_use]
pub fn cache(lang: Lang) -> &'static str {
    said(lang, Key::CacheWhat)
}

/// What there was before there were epoch caches.
#[must_use]
pub fn no_cache(lang: Lang) -> &'static str {
    said(lang, Key::CacheNone)
}
