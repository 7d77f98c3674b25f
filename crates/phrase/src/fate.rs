//! What became of a record: the words of its ledger.
//!
//! Who lost a record and who held its last copy are two things, and are said apart.

use crate::compose::{Value, said, text};
use crate::keys::Key;
use crate::lang::Lang;
use crate::news::CutWord;
use crate::verdict::{self, LostWord};

/// A word of a record's ledger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// Title of the ledger of all batches.
    AllRecords,
    /// A batch.
    Batch,
    /// Where it was appended.
    Appended,
    /// When the high watermark passed it.
    Committed,
    /// Who read it.
    ReadBy,
    /// Where it has disappeared.
    GoneFrom,
    /// Who lost it.
    Loser,
    /// Who held the last copy.
    LastCopy,
    /// Where copies are now.
    Copies,
    /// Its state in a copy.
    State,
    /// When it came there.
    Since,
    /// When it went.
    Until,
    /// A question: why?
    Why,
}

impl Term {
    /// The word.
    #[must_use]
    pub fn text(self, lang: Lang) -> &'static str {
        let key = match self {
            Term::AllRecords => Key::FateAllRecords,
            Term::Batch => Key::FateBatch,
            Term::Appended => Key::FateAppended,
            Term::Committed => Key::FateCommitted,
            Term::ReadBy => Key::FateReadBy,
            Term::GoneFrom => Key::FateGoneFrom,
            Term::Loser => Key::CardWhoLost,
            Term::LastCopy => Key::CardLastCopy,
            Term::Copies => Key::FateCopies,
            Term::State => Key::FateState,
            Term::Since => Key::FateSince,
            Term::Until => Key::FateUntil,
            Term::Why => Key::FateWhy,
        };
        said(lang, key)
    }
}

/// Something that is said of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum Fact<'a> {
    /// A leader appended it.
    Append { broker: u8, first: u32, end: u32, epoch: u32 },
    /// No leader ever did.
    NeverAppended,
    /// The run began with it.
    FromTheStart,
    /// The high watermark reached the offset behind it.
    Passed { hw: u32 },
    /// It has not.
    NotPassed,
    /// A consumer read it.
    Read { broker: u8 },
    /// A consumer fetched it, and its application didn't get it.
    Hidden { broker: u8 },
    /// No consumer read it.
    NotRead,
    /// Nowhere did it disappear.
    NotGone,
    /// A copy disappeared.
    Gone(LostWord),
    /// It was acknowledged and is still there.
    PromiseKept,
    /// It was acknowledged, and no leader at work has it at the moment.
    PromiseOpen,
    /// It never was acknowledged.
    NoPromise,
    /// These hold it.
    HeldBy { brokers: &'a [u8] },
    /// These held it last.
    HeldLastBy { brokers: &'a [u8] },
    /// Nobody does.
    Nowhere,
}

impl Fact<'_> {
    /// The text.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match *self {
            Fact::Append { broker, first, end, epoch } => {
                text!(lang, FateAppend, broker, Value::Offsets(first, end), epoch)
            }
            Fact::NeverAppended => text!(lang, FateNeverAppended),
            Fact::FromTheStart => text!(lang, FateFromTheStart),
            Fact::Passed { hw } => text!(lang, FatePassed, hw),
            Fact::NotPassed => text!(lang, FateNotPassed),
            Fact::Read { broker } => text!(lang, FateRead, broker),
            Fact::Hidden { broker } => text!(lang, FateHidden, broker),
            Fact::NotRead => text!(lang, FateNotRead),
            Fact::NotGone => text!(lang, FateNotGone),
            Fact::Gone(by) => verdict::who_lost(lang, by),
            Fact::PromiseKept => text!(lang, FatePromiseKept),
            Fact::PromiseOpen => text!(lang, FatePromiseOpen),
            Fact::NoPromise => text!(lang, FateNoPromise),
            Fact::HeldBy { brokers } => text!(lang, CardLastCopyOn, Value::List(brokers)),
            Fact::HeldLastBy { brokers } => text!(lang, CardLastCopyGone, Value::List(brokers)),
            Fact::Nowhere => text!(lang, Nowhere),
        }
    }
}

/// What a record is in one copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CopyState {
    /// There, on disk.
    OnDisk,
    /// There, in the page cache only.
    InPageCache,
    /// Cut under this rule.
    Cut(CutWord),
    /// Taken by a power cut.
    PowerCut,
    /// Deleted with the whole copy.
    CopyDeleted,
    /// Never there.
    NeverHad,
}

impl CopyState {
    /// The text.
    #[must_use]
    pub fn say(self, lang: Lang) -> String {
        match self {
            CopyState::OnDisk => crate::Label::OnDisk.text(lang).to_owned(),
            CopyState::InPageCache => crate::Label::InPageCache.text(lang).to_owned(),
            CopyState::Cut(rule) => said(lang, verdict::cut_short(rule)).to_owned(),
            CopyState::PowerCut => text!(lang, FatePowerCut),
            CopyState::CopyDeleted => text!(lang, FateCopyDeleted),
            CopyState::NeverHad => text!(lang, FateNeverHad),
        }
    }
}

/// What a part of a batch is in one copy, with its offsets.
#[must_use]
pub fn part(lang: Lang, offsets: (u32, u32), state: CopyState) -> String {
    text!(lang, FatePart, Value::Offsets(offsets.0, offsets.1), &state.say(lang))
}

/// A state of a copy whose process is down.
#[must_use]
pub fn down(lang: Lang, state: &str) -> String {
    text!(lang, FateDown, state)
}
