//! `kind recovery`: logs as a process finds them on its disk, and the markers it finds there.

use highwater_protocol::log::ReplicaLog;
use highwater_protocol::recovery::{
    self, DirClosed, DirLoading, DiskLog, LoadedLog, LogDir, Shutdown,
};
use highwater_protocol::{BrokerEpoch, Generation, Offset};

use super::notation;
use super::trace::{self, Bench};
use crate::harness::compare::Answer;
use crate::harness::fields::{Fields, elements, number};
use crate::harness::text::{Failure, Row};

const GENERATION: Generation = Generation::Strict;

const SHUTDOWN: &[(&str, Shutdown)] = &[("clean", Shutdown::Clean), ("unclean", Shutdown::Unclean)];

const CLOSED: &[(&str, DirClosed)] = &[("all", DirClosed::All), ("failed", DirClosed::Failed)];

const LOADING: &[(&str, DirLoading)] = &[
    ("finished", DirLoading::Finished),
    ("marked", DirLoading::UnfinishedButMarked),
    ("unfinished", DirLoading::Unfinished),
];

/// A log on disk with what the files beside it say, and the log once it is loaded.
struct DiskBench {
    log: ReplicaLog,
    segments: Vec<Offset>,
    bad: Vec<Offset>,
    start: Offset,
    recovery_point: Offset,
    scanned_from: Option<Offset>,
}

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    trace::run::<DiskBench>(row)
}

impl Bench for DiskBench {
    fn set_up(given: &mut Fields) -> Result<Self, String> {
        let mut log = notation::log_field(given, ("log", "hw"), GENERATION)?;
        if let Some(text) = given.take("cache") {
            log = notation::with_cache(&log, notation::cache("cache", &text)?);
        }
        let segments = match given.take("segments") {
            Some(text) => offsets("segments", &text)?,
            None => vec![log.start()],
        };
        let bad = given.take("bad").map_or(Ok(Vec::new()), |text| offsets("bad", &text))?;
        let start = notation::offset_field(given, "start")?.unwrap_or_default();
        let recovery_point = notation::offset_field(given, "rp")?.unwrap_or_default();
        Ok(DiskBench { log, segments, bad, start, recovery_point, scanned_from: None })
    }

    fn act(&mut self, action: &str, given: &mut Fields) -> Result<Answer, String> {
        match action {
            "load" => {
                let word = given.need_word("clean or unclean")?;
                self.load(crate::harness::fields::choice("load", &word, SHUTDOWN)?);
            }
            "flush" => self.log.flush(),
            "dirs" => {
                let mut dirs = Vec::new();
                while let Some(word) = given.word() {
                    dirs.push(dir(&word)?);
                }
                let epoch = recovery::previous_broker_epoch(&dirs);
                let shown = epoch.map_or_else(|| "-1".to_owned(), |epoch| epoch.0.to_string());
                return Ok(Answer::default().with("previous-epoch", shown));
            }
            "shutdown" => {
                let closed = given.choice("closed", CLOSED)?.unwrap_or(DirClosed::All);
                let loading = given.choice("loading", LOADING)?.unwrap_or(DirLoading::Finished);
                let epoch = BrokerEpoch(given.need_number("epoch")?);
                let left = match recovery::dir_after_shutdown(closed, loading, epoch) {
                    LogDir::Offline => "offline".to_owned(),
                    LogDir::Unmarked => "unmarked".to_owned(),
                    LogDir::Marked(epoch) => epoch.0.to_string(),
                };
                return Ok(Answer::default().with("dir", left));
            }
            other => {
                let actions = "load, flush, dirs, shutdown";
                return Err(format!("`{other}` is no action; actions are {actions}"));
            }
        }
        Ok(Answer::default())
    }

    fn show(&self, answer: Answer) -> Answer {
        answer
            .with_optional("start", self.log.start().to_string())
            .with_optional("leo", self.log.end().to_string())
            .with_optional("hw", self.log.high_watermark().to_string())
            .with_optional("rp", self.log.recovery_point().to_string())
            .with_optional("cache", notation::show_cache(self.log.epochs()))
            .with_optional("scanned-from", notation::show_known(self.scanned_from))
    }
}

impl DiskBench {
    fn load(&mut self, shutdown: Shutdown) {
        let disk = DiskLog {
            segments: &self.segments,
            end: self.log.end(),
            bad: &self.bad,
            checkpointed_start: self.start,
            checkpointed_recovery_point: self.recovery_point,
        };
        let loaded = recovery::load(&disk, shutdown);
        let mut epochs = self.log.epochs().clone();
        let kept = self.checked(&loaded);
        recovery::mend_epochs(&mut epochs, kept, &loaded, GENERATION.assign_rule());
        self.log = ReplicaLog::from_parts(
            loaded.start,
            self.log.range(loaded.start, loaded.end).to_vec(),
            self.log.high_watermark(),
            loaded.recovery_point,
            epochs,
        );
        self.scanned_from = loaded.scanned_from;
    }

    /// What was checked and kept, each record as a batch of its own.
    fn checked(&self, loaded: &LoadedLog) -> Vec<(Offset, highwater_protocol::LeaderEpoch)> {
        let Some(from) = loaded.scanned_from else {
            return Vec::new();
        };
        let from = from.max(self.log.start());
        let entries = self.log.range(from, loaded.end).iter();
        (from.0..).map(Offset).zip(entries.map(|entry| entry.epoch)).collect()
    }
}

fn offsets(what: &str, text: &str) -> Result<Vec<Offset>, String> {
    elements(what, text)?.into_iter().map(|text| number(what, text).map(Offset)).collect()
}

/// A directory: `offline`, `unmarked` or the broker epoch in its marker.
fn dir(word: &str) -> Result<LogDir, String> {
    match word {
        "offline" => Ok(LogDir::Offline),
        "unmarked" => Ok(LogDir::Unmarked),
        epoch => number("the marker's broker epoch", epoch).map(|n| LogDir::Marked(BrokerEpoch(n))),
    }
}
