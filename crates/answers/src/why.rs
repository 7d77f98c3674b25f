//! Why something happened: its chain of causes, nearest first, in one to six sentences.
//!
//! Which event explains which is in `parents`, how many are told in `chain`, the sentences in `steps`
//! and `detail`, the sources of rules in `rule`, marks of the picture in `marks`. Nothing here decides a
//! rule.

mod chain;
mod detail;
mod marks;
mod parents;
pub(crate) mod past;
mod root;
pub(crate) mod rule;
pub(crate) mod steps;

use highwater_engine::ledger::BatchId;
use highwater_engine::{EventId, Fact};
use highwater_phrase::cause;

use crate::document::{Answer, Block};
use crate::moment::Moment;
use past::Past;

/// Why an event happened; `None` if it has not, yet.
#[must_use]
pub fn event(moment: Moment<'_>, number: u32) -> Option<Answer> {
    let past = Past::of(moment);
    let id = EventId(number);
    let fact = &past.event(id)?.fact;
    let mut blocks = vec![Block::Steps(steps::of(past, id, moment.lang))];
    blocks.extend(batch_of(fact).map(|batch| ask_record(moment, batch)));
    Some(Answer { title: cause::Title::Event.say(moment.lang), blocks, ..Answer::default() })
}

/// Why what stands at a mark is as it is; `None` for a mark of something that isn't there.
#[must_use]
pub fn mark(moment: Moment<'_>, mark: &str) -> Option<Answer> {
    marks::answer(moment, mark)
}

/// The batch that an event is about.
fn batch_of(fact: &Fact) -> Option<BatchId> {
    use highwater_engine::verdict::Verdict;
    match fact {
        Fact::ProduceSent { batch, .. }
        | Fact::Appended { batch, .. }
        | Fact::Recognized { batch, .. }
        | Fact::Acked { batch }
        | Fact::Refused { batch, .. }
        | Fact::Unknown { batch, .. }
        | Fact::WillRetry { batch, .. } => Some(*batch),
        Fact::Broken(Verdict::AckedRecordLost(loss)) => Some(loss.batch),
        _ => None,
    }
}

fn ask_record(moment: Moment<'_>, batch: BatchId) -> Block {
    let name = &moment.timeline.last().ledger().batch(batch).name;
    let words = cause::ask_record(moment.lang, name);
    Block::Choices(vec![(words, format!("record {name}"))])
}
