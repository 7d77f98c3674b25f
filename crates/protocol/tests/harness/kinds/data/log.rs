//! `kind log`: one replica's log under appends, cuts and moves of its high watermark and start.

use highwater_protocol::follower::{self, truncation_target};
use highwater_protocol::log::ReplicaLog;
use highwater_protocol::{Generation, LeaderEpoch};

use super::notation;
use super::trace::{self, Bench};
use crate::harness::compare::Answer;
use crate::harness::fields::{Fields, number};
use crate::harness::text::{Failure, Row};

const ACTIONS: &str = "append, batch, epoch, set-hw, raise-hw, raise-start, cut, cut-fully, \
                       target, flush, reload, power-cut";

struct LogBench {
    log: ReplicaLog,
    generation: Generation,
}

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    trace::run::<LogBench>(row)
}

impl Bench for LogBench {
    fn set_up(given: &mut Fields) -> Result<Self, String> {
        let generation = notation::generation(given)?;
        let mut log = notation::log_field(given, ("log", "hw"), generation)?;
        if let Some(start) = notation::offset_field(given, "start")? {
            log.truncate_fully_and_start_at(start);
        }
        Ok(LogBench { log, generation })
    }

    fn act(&mut self, action: &str, given: &mut Fields) -> Result<Answer, String> {
        let answer = Answer::default();
        match action {
            "append" => {
                let count: u32 = number("append", &given.need_word("how many records")?)?;
                let epoch = self.epoch(given)?;
                for _ in 0..count {
                    let entry = notation::record(epoch, self.log.end());
                    self.log.append(entry, self.generation.assign_rule());
                }
            }
            "batch" => return self.batch(given),
            "epoch" => {
                let epoch = LeaderEpoch(number("epoch", &given.need_word("the epoch")?)?);
                self.log.start_epoch(epoch, self.generation.assign_rule());
            }
            "set-hw" => {
                let to = notation::offset_word(given, "the high watermark")?;
                let changed = if self.log.set_high_watermark(to) { "yes" } else { "no" };
                return Ok(answer.with_optional("changed", changed));
            }
            "raise-hw" => {
                let to = notation::offset_word(given, "the high watermark")?;
                if self.log.raise_high_watermark(to).is_err() {
                    return Ok(answer.with("error", "beyond-log-end"));
                }
            }
            "raise-start" => {
                let to = notation::offset_word(given, "the log start")?;
                let refused = self.log.raise_start(to).err();
                return Ok(answer.with_some("error", refused.map(|error| error.to_string())));
            }
            "cut" => drop(self.log.truncate_to(notation::offset_word(given, "the log end")?)),
            "cut-fully" => {
                let at = notation::offset_word(given, "the log start")?;
                self.log.truncate_fully_and_start_at(at);
            }
            "target" => {
                let text = given.need_word("the leader's answer, as in 4@140,")?;
                let target = truncation_target(&self.log, notation::epoch_end("target", &text)?);
                let complete = if target.complete { "yes" } else { "no" };
                let cut = target.end.to_string();
                return Ok(answer.with("cut", cut).with_optional("complete", complete));
            }
            "flush" => self.log.flush(),
            "reload" => self.log.reload(notation::offset_word(given, "the checkpoint")?),
            "power-cut" => {
                let survived = notation::offset_field(given, "survived")?.unwrap_or_default();
                self.log.lose_page_cache(survived);
            }
            other => return Err(format!("`{other}` is no action; actions are {ACTIONS}")),
        }
        Ok(answer)
    }

    fn show(&self, answer: Answer) -> Answer {
        answer
            .with_optional("log", notation::show_log(&self.log))
            .with_optional("start", self.log.start().to_string())
            .with_optional("hw", self.log.high_watermark().to_string())
            .with_optional("leo", self.log.end().to_string())
            .with_optional("rp", self.log.recovery_point().to_string())
            .with_optional("cache", notation::show_cache(self.log.epochs()))
    }
}

impl LogBench {
    /// The epoch that is given, or else the newest one of the log.
    fn epoch(&self, given: &mut Fields) -> Result<LeaderEpoch, String> {
        let latest = self.log.epochs().latest().map(|entry| entry.epoch).unwrap_or_default();
        Ok(notation::epoch_field(given, "epoch")?.unwrap_or(latest))
    }

    /// `batch FIRST COUNT`: a follower appends a whole batch.
    fn batch(&mut self, given: &mut Fields) -> Result<Answer, String> {
        let first = notation::offset_word(given, "the batch's first offset")?;
        let count: u32 = number("batch", &given.need_word("how many records")?)?;
        let epoch = self.epoch(given)?;
        let entries: Vec<_> =
            (0..count).map(|index| notation::record(epoch, first.plus(index))).collect();
        let taken = follower::accept_batch(&mut self.log, first, &entries, self.generation);
        let refused = taken.err().map(|_| "unexpected-offset".to_owned());
        Ok(Answer::default().with_some("error", refused))
    }
}
