//! Where a chain of causes begins, and what a chain says beyond its events.
//!
//! Events themselves are told as [`crate::news`]; here is what no event says: who wanted it, what only
//! time brought, and how things stand where nothing has happened.

use crate::compose::{Value, said, text};
use crate::keys::Key;
use crate::lang::Lang;
use crate::news::{AcksWord, NodeWord, StopWord};

/// Who gave a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// The scenario's script.
    Script,
    /// Whoever reads it.
    Reader,
}

/// What was commanded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum Wish<'a> {
    /// To end a process.
    Stop { broker: u8, how: StopWord },
    /// To end it and start it again.
    Restart { broker: u8, how: StopWord },
    /// To start one.
    Start { broker: u8 },
    /// To write.
    Produce { name: &'a str, count: u32, acks: AcksWord },
    /// To read.
    Consume,
    /// To cut a link.
    CutLink { a: NodeWord, b: NodeWord },
    /// To mend it.
    HealLink { a: NodeWord, b: NodeWord },
    /// To slow a broker by so many ms; 0 ends it.
    Slow { broker: u8, extra: u64 },
    /// To set something that has a name.
    Set { name: &'a str, value: &'a str },
    /// To have an election.
    Elect { unclean: bool },
    /// To move a partition.
    Reassign { replicas: &'a [u8] },
    /// To end a move.
    CancelReassignment,
    /// To end a transaction.
    EndTransaction { name: &'a str, commit: bool },
    /// To have more partitions.
    Grow { count: u32 },
    /// To write logs to disk.
    Flush { broker: u8 },
}

/// Where a chain of causes begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root<'a> {
    /// Somebody wanted it.
    Wish(Actor, Wish<'a>),
    /// Time brought it.
    Time,
    /// The controller's task that gives leadership back to preferred replicas.
    PreferredTask,
    /// The controller's task that looks for partitions without a leader.
    UncleanTask,
    /// Followers fetch all the time.
    Fetching,
}

impl Root<'_> {
    /// The sentence.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match *self {
            Root::Wish(actor, wish) => wish.say(lang, actor.key()),
            Root::Time => text!(lang, RootTime),
            Root::PreferredTask => text!(lang, RootPreferredTask),
            Root::UncleanTask => text!(lang, RootUncleanTask),
            Root::Fetching => text!(lang, RootFetching),
        }
    }
}

impl Actor {
    fn key(self) -> Key {
        match self {
            Actor::Script => Key::ByScript,
            Actor::Reader => Key::ByReader,
        }
    }
}

impl Wish<'_> {
    fn say(&self, lang: Lang, by: Key) -> String {
        match *self {
            Wish::Stop { broker, how } => stop(lang, by, broker, how),
            Wish::Restart { broker, how } => {
                format!("{} {}", stop(lang, by, broker, how), text!(lang, RootStartsAgain))
            }
            Wish::Start { broker } => text!(lang, RootStart, by, broker),
            Wish::Produce { name, count, acks } => {
                text!(lang, RootProduce, by, Value::Records(name, count), acks.name())
            }
            Wish::Consume => text!(lang, RootConsume, by),
            Wish::CutLink { a, b } => text!(lang, RootCutLink, by, a, b),
            Wish::HealLink { a, b } => text!(lang, RootHealLink, by, a, b),
            Wish::Slow { broker, extra: 0 } => text!(lang, RootNormalSpeed, by, broker),
            Wish::Slow { broker, extra } => text!(lang, RootSlow, by, broker, extra),
            Wish::Set { name, value } => text!(lang, RootSet, by, name, value),
            Wish::Elect { unclean: true } => text!(lang, RootElectUnclean, by),
            Wish::Elect { unclean: false } => text!(lang, RootElectPreferred, by),
            Wish::Reassign { replicas } => text!(lang, RootReassign, by, Value::Set(replicas)),
            Wish::CancelReassignment => text!(lang, RootCancelReassignment, by),
            Wish::EndTransaction { name, commit: true } => text!(lang, RootCommit, by, name),
            Wish::EndTransaction { name, commit: false } => text!(lang, RootAbort, by, name),
            Wish::Grow { count } => text!(lang, RootGrow, by, count),
            Wish::Flush { broker } => text!(lang, RootFlush, by, broker),
        }
    }
}

fn stop(lang: Lang, by: Key, broker: u8, how: StopWord) -> String {
    match how {
        StopWord::Clean => text!(lang, RootStopClean, by, broker),
        StopWord::Crash => text!(lang, RootStopCrash, by, broker),
        StopWord::PowerCut => text!(lang, RootStopPower, by, broker),
    }
}

/// What an answer to "why?" is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum Title {
    /// Of an event.
    Event,
    /// Of a high watermark.
    HighWatermark { broker: u8, at: u32 },
    /// Of a log end.
    LogEnd { broker: u8, at: u32 },
    /// Of a leader in an epoch.
    Leads { broker: u8, epoch: u32 },
    /// Of a follower in an epoch.
    Follows { broker: u8, epoch: u32 },
    /// Of a copy without a role.
    Idle { broker: u8 },
    /// Of a member of the ISR.
    InIsr { broker: u8 },
    /// Of a member of the ELR.
    InElr { broker: u8 },
    /// Of one that is in neither.
    Outside { broker: u8 },
}

impl Title {
    /// The title.
    #[must_use]
    pub fn say(self, lang: Lang) -> String {
        match self {
            Title::Event => text!(lang, WhyTitle),
            Title::HighWatermark { broker, at } => text!(lang, WhyHw, broker, at),
            Title::LogEnd { broker, at } => text!(lang, WhyLeo, broker, at),
            Title::Leads { broker, epoch } => text!(lang, WhyLeads, broker, epoch),
            Title::Follows { broker, epoch } => text!(lang, WhyFollows, broker, epoch),
            Title::Idle { broker } => text!(lang, WhyIdle, broker),
            Title::InIsr { broker } => text!(lang, WhyInIsr, broker),
            Title::InElr { broker } => text!(lang, WhyInElr, broker),
            Title::Outside { broker } => text!(lang, WhyOutside, broker),
        }
    }
}

/// How things stand, where no event says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum State<'a> {
    /// A leader's high watermark waits for these.
    HeldBy { ends: &'a [(u8, u32)], at: u32, log_end: u32, holders: &'a [u8] },
    /// A leader's high watermark is at its log end.
    AllCommitted { ends: &'a [(u8, u32)], at: u32 },
    /// A follower's high watermark is behind its leader's.
    BehindLeader { at: u32, leader: u8, leaders: u32 },
    /// A follower's high watermark is its leader's.
    LikeLeader { at: u32, leader: u8 },
    /// A copy that follows nobody.
    Still { at: u32 },
    /// A copy whose process is down.
    Down { at: u32 },
    /// A log ends where it did when the run began.
    LogAsBegun { at: u32 },
    /// A copy has had its role since the run began.
    RoleAsBegun { replicas: &'a [u8], leader: Option<u8> },
    /// A copy has been in the ISR since the run began.
    IsrAsBegun { isr: &'a [u8] },
    /// A copy has been outside the ISR since the run began.
    OutsideAsBegun { isr: &'a [u8] },
}

impl State<'_> {
    /// The sentence.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match *self {
            State::HeldBy { ends, at, log_end, holders } => {
                let ends = crate::news::log_ends(lang, ends);
                text!(lang, StateHeldBy, &ends, at, log_end, Value::List(holders))
            }
            State::AllCommitted { ends, at } => {
                text!(lang, StateAllCommitted, &crate::news::log_ends(lang, ends), at)
            }
            State::BehindLeader { at, leader, leaders } => {
                text!(lang, StateBehindLeader, at, leader, leaders)
            }
            State::LikeLeader { at, leader } => text!(lang, StateLikeLeader, at, leader),
            State::Still { at } => text!(lang, StateStill, at),
            State::Down { at } => text!(lang, StateDown, at),
            State::LogAsBegun { at: 0 } => text!(lang, StateLogEmpty),
            State::LogAsBegun { at } => text!(lang, StateLogAsBegun, at),
            State::RoleAsBegun { replicas, leader: Some(leader) } => {
                text!(lang, StateRoleAsBegun, Value::List(replicas), leader)
            }
            State::RoleAsBegun { leader: None, .. } => text!(lang, StateNoRoleAsBegun),
            State::IsrAsBegun { isr } => text!(lang, StateIsrAsBegun, Value::Set(isr)),
            State::OutsideAsBegun { isr } => text!(lang, StateOutsideAsBegun, Value::Set(isr)),
        }
    }
}

/// What a chain adds to an event, with numbers of the state before or after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum Detail<'a> {
    /// Whom an election could choose from.
    Candidates { replicas: &'a [u8], isr: &'a [u8], elr: Option<&'a [u8]>, alive: &'a [u8] },
    /// A session ran out after so many ms.
    SessionOver { setting: &'a str, millis: u64 },
    /// A write waited for the high watermark to reach `required`.
    WaitedFor { required: u32, at: u32 },
    /// A process ended, and with it the high watermark that only memory held.
    HwFromCheckpoint { hw: u32, checkpoint: u32 },
    /// An ISR that is large enough again empties the ELR.
    ElrEmptied { isr: u8, min_isr: u8, elr: &'a [u8] },
    /// These left the ELR for another reason.
    ElrLeft { brokers: &'a [u8] },
    /// A consumer of committed transactions reads up to the LSO.
    ReadsUpTo { lso: u32, hw: u32 },
}

impl Detail<'_> {
    /// The sentence.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match *self {
            Detail::Candidates { replicas, isr, elr: None, alive } => text!(
                lang,
                WhyCandidates,
                Value::List(replicas),
                Value::Set(isr),
                Value::Set(alive)
            ),
            Detail::Candidates { replicas, isr, elr: Some(elr), alive } => text!(
                lang,
                WhyCandidatesElr,
                Value::List(replicas),
                Value::Set(isr),
                Value::Set(elr),
                Value::Set(alive)
            ),
            Detail::SessionOver { setting, millis } => {
                text!(lang, WhySessionOver, setting, millis)
            }
            Detail::HwFromCheckpoint { hw, checkpoint } => {
                text!(lang, WhyHwFromCheckpoint, hw, checkpoint)
            }
            Detail::ElrEmptied { isr, min_isr, elr } => {
                text!(lang, WhyElrEmptied, isr, min_isr, Value::Set(elr))
            }
            Detail::ElrLeft { brokers } => text!(lang, WhyElrLeft, Value::List(brokers)),
            Detail::ReadsUpTo { lso, hw } => text!(lang, WhyReadUpTo, lso, hw),
            Detail::WaitedFor { required, at } => text!(lang, WhyWaitedFor, required, at),
        }
    }
}

/// Heading: why something does not go on now.
#[must_use]
pub fn not_moving(lang: Lang) -> &'static str {
    said(lang, Key::WhyNotMoving)
}

/// Heading: how it came to be where it is.
#[must_use]
pub fn last_change(lang: Lang) -> &'static str {
    said(lang, Key::WhyLastChange)
}

/// A choice that opens the record's ledger.
#[must_use]
pub fn ask_record(lang: Lang, name: &str) -> String {
    text!(lang, AskRecord, name)
}

/// A log end among those that a minimum is taken of, as [`State`] and the news of a high watermark
/// write it: to find it there.
#[must_use]
pub fn log_end_of(lang: Lang, broker: u8, end: u32) -> String {
    text!(lang, BrokersLeo, broker, end)
}
