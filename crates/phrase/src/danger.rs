//! What one fault would cost now.

use crate::compose::{Value, said, template, text};
use crate::keys::Key;
use crate::lang::Lang;
use crate::news::{NodeWord, StopWord};

/// A single thing that can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultWord<'a> {
    /// A broker's process ends.
    Stop(u8, StopWord),
    /// A broker and somebody else lose each other.
    Cut(u8, NodeWord),
    /// An unclean election of a partition.
    Elect(&'a str),
}

impl FaultWord<'_> {
    /// Its name.
    #[must_use]
    pub fn name(self, lang: Lang) -> String {
        match self {
            FaultWord::Stop(broker, StopWord::Clean) => text!(lang, FaultOfClean, broker),
            FaultWord::Stop(broker, StopWord::Crash) => text!(lang, FaultOfCrash, broker),
            FaultWord::Stop(broker, StopWord::PowerCut) => text!(lang, FaultOfPower, broker),
            FaultWord::Cut(broker, other) => {
                text!(lang, FaultOfLink, NodeWord::Broker(broker), other)
            }
            FaultWord::Elect(partition) => text!(lang, FaultOfElection, partition),
        }
    }
}

/// A fault that loses records.
#[must_use]
pub fn loses(lang: Lang, fault: &str, records: &str) -> String {
    text!(lang, DangerLoses, fault, records)
}

/// A fault that breaks another promise.
#[must_use]
pub fn breaks(lang: Lang, fault: &str) -> String {
    text!(lang, DangerBreaks, fault)
}

/// Records that are lost without any further fault.
#[must_use]
pub fn anyway(lang: Lang, records: &str) -> String {
    text!(lang, DangerAnyway, records)
}

/// How many of the possible faults break a promise.
#[must_use]
pub fn count(lang: Lang, dangerous: u32, possible: u32) -> String {
    text!(lang, DangerCount, dangerous, possible)
}

/// No fault breaks a promise.
#[must_use]
pub fn none(lang: Lang, possible: u32) -> String {
    text!(lang, DangerNone, possible)
}

/// No fault breaks more than what is broken anyway.
#[must_use]
pub fn no_more(lang: Lang) -> &'static str {
    said(lang, Key::DangerNoMore)
}

/// How all this was found out.
#[must_use]
pub fn how(lang: Lang) -> &'static str {
    said(lang, Key::DangerHow)
}

/// Faults that had not come to rest after so many steps.
#[must_use]
pub fn unsettled(lang: Lang, faults: &str, steps: u32) -> String {
    text!(lang, DangerUnsettled, faults, steps)
}

/// Records of a batch by name, with their number if there are several.
#[must_use]
pub fn records(lang: Lang, name: &str, count: u32) -> String {
    template(lang, "{0}", &[Value::Records(name, count)])
}

/// Writes are taken.
#[must_use]
pub fn taken(lang: Lang) -> &'static str {
    said(lang, Key::WritesTaken)
}

/// Partitions that nobody leads.
#[must_use]
pub fn offline(lang: Lang, partitions: &str) -> String {
    text!(lang, WritesOffline, partitions)
}

/// Partitions whose leader refuses writes.
#[must_use]
pub fn refused(lang: Lang, partitions: &str) -> String {
    text!(lang, WritesRefused, partitions)
}

/// What is with writes, also when the fault is mended.
#[must_use]
pub fn stay(lang: Lang, writes: &str) -> String {
    text!(lang, WritesStay, writes)
}

/// In how many stretches of a run one fault would have been enough.
#[must_use]
pub fn windows(lang: Lang, count: u32) -> String {
    match count {
        0 => text!(lang, WindowsNone),
        1 => text!(lang, WindowsOne),
        _ => text!(lang, WindowsMany, count),
    }
}

/// How that was found out, in so many steps.
#[must_use]
pub fn windows_how(lang: Lang, steps: u32) -> String {
    text!(lang, WindowsHow, steps)
}

/// Up to which time it was looked at, because of the limit.
#[must_use]
pub fn windows_limit(lang: Lang, until: &str, steps: u32) -> String {
    text!(lang, WindowsLimit, until, steps)
}
