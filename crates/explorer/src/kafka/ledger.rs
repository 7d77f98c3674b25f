//! What the producer was told and what a consumer may have read, kept apart from the logs.

use highwater_protocol::replica::Replica;
use highwater_protocol::{BrokerId, Offset, RecordId};

use crate::kafka::settings::Settings;

/// What the producer knows of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// It waits for an answer of the broker that appended the record.
    Waiting(BrokerId),
    /// It was told that the record is written.
    Acked,
    /// It was told of an error, or nothing; the record may exist.
    Unknown,
}

/// A record that was appended by a leader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Written {
    /// Where.
    pub offset: Offset,
    /// What the producer knows.
    pub fate: Fate,
    /// Whether a consumer may have read it.
    pub consumed: bool,
}

/// Something that broke. It stays so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Broken {
    pub(super) acked_lost: bool,
    pub(super) consumed_lost: bool,
    pub(super) high_watermark_back: bool,
}

/// What was told and read.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Ledger {
    written: [Option<Written>; Settings::RECORDS_MAX as usize],
    /// The highest high watermark that a leader had since it last went back.
    pub(super) exposed: Offset,
    pub(super) broken: Broken,
}

impl Ledger {
    /// How many records were produced.
    pub(super) fn count(&self) -> u8 {
        self.written.iter().flatten().count() as u8
    }

    /// The records that were produced, in order.
    pub(super) fn records(&self) -> impl Iterator<Item = Written> {
        self.written.iter().flatten().copied()
    }

    pub(super) fn records_mut(&mut self) -> impl Iterator<Item = &mut Written> {
        self.written.iter_mut().flatten()
    }

    pub(super) fn push(&mut self, written: Written) {
        let count = usize::from(self.count());
        if let Some(slot) = self.written.get_mut(count) {
            *slot = Some(written);
        }
    }

    /// Whether the log of a leader lacks a record for which `matters` holds. `first` is the id of the first
    /// produced record.
    pub(super) fn is_missing(
        &self,
        leader: &Replica,
        first: RecordId,
        matters: impl Fn(&Written) -> bool,
    ) -> bool {
        let mut ids = (first.0..).map(RecordId);
        self.records().any(|written| {
            let id = ids.next();
            let held = leader.log.entry(written.offset).map(|entry| entry.record);
            matters(&written) && held != id
        })
    }
}
