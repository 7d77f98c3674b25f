//! `kind fetch-read`: what a leader's log gives to a follower's or a consumer's fetch.

use highwater_protocol::fetch::{FetchReply, FetchRequest};
use highwater_protocol::log::ReplicaLog;
use highwater_protocol::read::{self, Isolation, Reader};
use highwater_protocol::{BrokerId, ErrorCode, Generation, Offset, leader};

use super::notation;
use super::trace::{self, Bench};
use crate::harness::compare::Answer;
use crate::harness::fields::Fields;
use crate::harness::text::{Failure, Row};

/// Who may read, by the word in a file.
pub(super) const READERS: &[(&str, Reader)] = &[
    ("replica", Reader::Replica),
    ("read_uncommitted", Reader::Consumer(Isolation::ReadUncommitted)),
    ("read_committed", Reader::Consumer(Isolation::ReadCommitted)),
];

struct ReadBench {
    log: ReplicaLog,
    generation: Generation,
}

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    trace::run::<ReadBench>(row)
}

impl Bench for ReadBench {
    fn set_up(given: &mut Fields) -> Result<Self, String> {
        let generation = notation::generation(given)?;
        let mut log = notation::log_field(given, ("log", "hw"), generation)?;
        if let Some(start) = notation::offset_field(given, "start")? {
            log.set_high_watermark(log.high_watermark().max(start));
            log.raise_start(start).map_err(|error| format!("start: {error}"))?;
        }
        Ok(ReadBench { log, generation })
    }

    fn act(&mut self, action: &str, given: &mut Fields) -> Result<Answer, String> {
        match action {
            "fetch" => self.fetch(given),
            "consume" => {
                let reader = given.choice("as", READERS)?;
                let reader = reader.unwrap_or(Reader::Consumer(Isolation::ReadUncommitted));
                let from = notation::offset_word(given, "the position")?;
                let stable = notation::offset_field(given, "lso")?;
                let stable = stable.unwrap_or(self.log.high_watermark());
                Ok(show_read(read::readable(&self.log, stable, reader, from)))
            }
            other => Err(format!("`{other}` is no action; actions are fetch, consume")),
        }
    }

    fn show(&self, answer: Answer) -> Answer {
        answer
            .with_optional("hw", self.log.high_watermark().to_string())
            .with_optional("leo", self.log.end().to_string())
            .with_optional("cache", notation::show_cache(self.log.epochs()))
    }
}

impl ReadBench {
    /// `fetch EPOCH@OFFSET`: a follower with this last fetched epoch; `fetch OFFSET` without one.
    fn fetch(&self, given: &mut Fields) -> Result<Answer, String> {
        let text = given.need_word("the last fetched epoch and the offset, as in 2@5,")?;
        let (last_fetched_epoch, offset) = match text.contains('@') {
            true => notation::epoch_at("fetch", &text).map(|(epoch, at)| (Some(epoch), at))?,
            false => (None, Offset(crate::harness::fields::number("fetch", &text)?)),
        };
        let request = FetchRequest {
            replica: BrokerId(1),
            offset,
            leader_epoch: None,
            last_fetched_epoch,
            log_start: Offset::ZERO,
            broker_epoch: None,
        };
        Ok(show_reply(&leader::read_for_follower(&self.log, &request, u32::MAX, self.generation)))
    }
}

/// Writes a reply as `records=`, `diverging=` or `error=`.
pub(super) fn show_reply(reply: &FetchReply) -> Answer {
    let answer = Answer::default();
    match reply {
        FetchReply::Error(error) => answer.with("error", error.name()),
        FetchReply::Diverging { at } => answer.with("diverging", notation::show_end(Some(*at))),
        FetchReply::Records { entries, high_watermark, log_start } => answer
            .with_optional("records", entries.len().to_string())
            .with_optional("reply-hw", high_watermark.to_string())
            .with_optional("reply-start", log_start.to_string()),
    }
}

/// Writes what a consumer gets as `records=` or `error=`.
pub(super) fn show_read(result: Result<&[highwater_protocol::log::Entry], ErrorCode>) -> Answer {
    match result {
        Ok(records) => Answer::default().with_optional("records", records.len().to_string()),
        Err(error) => Answer::default().with("error", error.name()),
    }
}

/// Writes the answer to `ListOffsets` as `offset=` or `error=`.
pub(super) fn show_listed(result: Result<Option<Offset>, ErrorCode>) -> Answer {
    match result {
        Ok(offset) => Answer::default().with("offset", notation::show_known(offset)),
        Err(error) => Answer::default().with("error", error.name()),
    }
}
