//! `kind idempotence`: numbered batches at a leader or a follower.

use highwater_protocol::log::ReplicaLog;
use highwater_protocol::producer_state::{
    Admission, FirstContact, NumberedBatch, ProducerEpoch, ProducerStates, Sequence,
};
use highwater_protocol::{Generation, LeaderEpoch, ProducerId};

use super::notation;
use super::trace::{self, Bench};
use crate::harness::compare::Answer;
use crate::harness::fields::{Fields, number};
use crate::harness::text::{Failure, Row};

const FIRST_CONTACT: &[(&str, FirstContact)] =
    &[("any", FirstContact::AnySequence), ("zero", FirstContact::AtZero)];

struct ProducerBench {
    states: ProducerStates,
    log: ReplicaLog,
}

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    trace::run::<ProducerBench>(row)
}

impl Bench for ProducerBench {
    fn set_up(_given: &mut Fields) -> Result<Self, String> {
        Ok(ProducerBench { states: ProducerStates::default(), log: ReplicaLog::default() })
    }

    fn act(&mut self, action: &str, given: &mut Fields) -> Result<Answer, String> {
        let answer = Answer::default();
        match action {
            "lead" => {
                let (batch, new) = (batch(given)?, first_contact(given)?);
                match self.states.admit(&batch, new) {
                    Ok(Admission::Append) => self.append(&batch),
                    Ok(Admission::Duplicate(stored)) => {
                        let offsets = format!("{}-{}", stored.first_offset, stored.last_offset);
                        return Ok(answer.with("duplicate", offsets));
                    }
                    Err(error) => return Ok(answer.with("error", error.name())),
                }
            }
            "lead-without-duplicate-test" => {
                let (batch, new) = (batch(given)?, first_contact(given)?);
                match self.states.check(&batch, new) {
                    Ok(()) => self.append(&batch),
                    Err(error) => return Ok(answer.with("error", error.name())),
                }
            }
            "follow" => self.append(&batch(given)?),
            "marker" => {
                let epoch = ProducerEpoch(given.number("epoch")?.unwrap_or(0));
                self.states.note_marker(producer(given)?, epoch);
                self.append_records(1);
            }
            "restart" => self.states = self.states.snapshot(),
            other => {
                let actions = "lead, lead-without-duplicate-test, follow, marker, restart";
                return Err(format!("`{other}` is no action; actions are {actions}"));
            }
        }
        Ok(answer)
    }

    fn show(&self, answer: Answer) -> Answer {
        answer
            .with_optional("leo", self.log.end().to_string())
            .with_optional("log-start", self.log.start().to_string())
    }
}

impl ProducerBench {
    fn append(&mut self, batch: &NumberedBatch) {
        self.states.note_append(batch, self.log.end());
        self.append_records(batch.last.number().wrapping_sub(batch.first.number()) + 1);
    }

    fn append_records(&mut self, count: u32) {
        for _ in 0..count {
            let entry = notation::record(LeaderEpoch(0), self.log.end());
            self.log.append(entry, Generation::Strict.assign_rule());
        }
    }
}

/// A batch, as in `0-2` or `5`, of `producer=` in `epoch=`.
fn batch(given: &mut Fields) -> Result<NumberedBatch, String> {
    let text = given.need_word("the numbers of its first and last record, as in 0-2,")?;
    let (first, last) = text.split_once('-').unwrap_or((&text, &text));
    let read = |text: &str| -> Result<Sequence, String> {
        let sequence = number("sequence", text)?;
        Sequence::new(sequence).ok_or_else(|| format!("a sequence is at most {}", i32::MAX))
    };
    let (first, last) = (read(first)?, read(last)?);
    if last < first {
        return Err(format!("`{text}` ends before it begins"));
    }
    let epoch = ProducerEpoch(given.number("epoch")?.unwrap_or(0));
    Ok(NumberedBatch { producer: producer(given)?, epoch, first, last })
}

fn producer(given: &mut Fields) -> Result<ProducerId, String> {
    Ok(ProducerId(given.number("producer")?.unwrap_or(0)))
}

fn first_contact(given: &mut Fields) -> Result<FirstContact, String> {
    Ok(given.choice("new-producer", FIRST_CONTACT)?.unwrap_or(FirstContact::AnySequence))
}
