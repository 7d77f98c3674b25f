//! `kind epoch-cache`: what a leader epoch cache holds after assignments and cuts, and what it
//! answers.

use highwater_protocol::epoch_cache::{AssignRule, EpochCache};
use highwater_protocol::{LeaderEpoch, Offset};

use super::notation;
use super::trace::{self, Bench};
use crate::harness::compare::Answer;
use crate::harness::fields::Fields;
use crate::harness::text::{Failure, Row};

struct CacheBench {
    cache: EpochCache,
    rule: AssignRule,
    log_end: Offset,
}

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    trace::run::<CacheBench>(row)
}

impl Bench for CacheBench {
    fn set_up(given: &mut Fields) -> Result<Self, String> {
        let text = given.take("cache").unwrap_or_else(|| "[]".to_owned());
        let rule = notation::generation(given)?.assign_rule();
        let log_end = notation::offset_field(given, "leo")?.unwrap_or_default();
        Ok(CacheBench { cache: notation::cache("cache", &text)?, rule, log_end })
    }

    fn act(&mut self, action: &str, given: &mut Fields) -> Result<Answer, String> {
        match action {
            "assign" => {
                let text = given.need_word("the epoch and its start, as in 2@9,")?;
                let (epoch, start) = notation::epoch_at("assign", &text)?;
                self.cache.assign(epoch, start, self.rule);
            }
            // An offset of -1 is none, so nobody can ask for a cut there.
            "cut-end" => {
                let text = given.need_word("the offset")?;
                let end = notation::known("cut-end", &text, Offset)?;
                end.into_iter().for_each(|end| self.cache.truncate_from_end(end));
            }
            "cut-start" => {
                let text = given.need_word("the offset")?;
                let start = notation::known("cut-start", &text, Offset)?;
                start.into_iter().for_each(|start| self.cache.truncate_from_start(start));
            }
            "clear" => self.cache.clear(),
            "leo" => self.log_end = notation::offset_word(given, "the log end")?,
            "end" => {
                let text = given.need_word("the epoch")?;
                let asked = notation::known("end", &text, LeaderEpoch)?;
                let end = asked.and_then(|asked| self.cache.end_of(asked, self.log_end));
                return Ok(Answer::default().with("end", notation::show_end(end)));
            }
            "epoch-of" => {
                let epoch = self.cache.epoch_of(notation::offset_word(given, "the offset")?);
                let shown = epoch.map_or_else(|| "none".to_owned(), |epoch| epoch.to_string());
                return Ok(Answer::default().with("epoch", shown));
            }
            other => {
                let actions = "assign, cut-end, cut-start, clear, leo, end, epoch-of";
                return Err(format!("`{other}` is no action; actions are {actions}"));
            }
        }
        Ok(Answer::default())
    }

    fn show(&self, answer: Answer) -> Answer {
        answer.with_optional("cache", notation::show_cache(&self.cache))
    }
}
