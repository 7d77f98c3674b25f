//! `kind transactions`: batches and markers in a leader's log, and how far consumers may read.

use highwater_protocol::list_offsets::{ListOffset, RequestVersion, Spot};
use highwater_protocol::read::{self, Isolation, Reader};
use highwater_protocol::replica::{PartitionMetadata, Replica};
use highwater_protocol::transactions::Transactions;
use highwater_protocol::{
    BrokerId, Generation, LeaderEpoch, Offset, PartitionEpoch, ProducerId, RecordId,
};

use super::reading::{READERS, show_read};
use super::trace::{self, Bench};
use super::{notation, reading};
use crate::harness::compare::Answer;
use crate::harness::fields::{Fields, number};
use crate::harness::text::{Failure, Row};

const ME: BrokerId = BrokerId(0);
const GENERATION: Generation = Generation::Strict;

struct TransactionBench {
    replica: Replica,
    transactions: Transactions,
}

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    trace::run::<TransactionBench>(row)
}

impl Bench for TransactionBench {
    fn set_up(given: &mut Fields) -> Result<Self, String> {
        let mut replica = Replica::new(ME);
        let metadata = PartitionMetadata {
            replicas: &[ME],
            isr: &[ME],
            leader: Some(ME),
            leader_epoch: LeaderEpoch(0),
            partition_epoch: PartitionEpoch(0),
        };
        replica.apply(metadata, GENERATION);
        let mut bench = TransactionBench { replica, transactions: Transactions::default() };
        let before = given.number("leo")?.unwrap_or(0);
        bench.append(before)?;
        Ok(bench)
    }

    fn act(&mut self, action: &str, given: &mut Fields) -> Result<Answer, String> {
        let end = self.replica.log.end();
        match action {
            "batch" => {
                let producer = producer(given)?;
                self.append(number("batch", &given.need_word("how many records")?)?)?;
                self.transactions.note_batch(producer, end);
            }
            "plain" => self.append(number("plain", &given.need_word("how many records")?)?)?,
            "marker" => {
                let producer = producer(given)?;
                self.append(1)?;
                self.transactions.note_marker(producer, end);
            }
            "hw" => {
                self.replica.log.set_high_watermark(notation::offset_word(given, "the offset")?);
                self.transactions.note_high_watermark(self.replica.log.high_watermark());
            }
            "cut" => {
                self.replica.log.truncate_to(notation::offset_word(given, "the log end")?);
                self.transactions.truncate_to(self.replica.log.end());
            }
            "consume" => {
                let reader = reader(given)?;
                let from = notation::offset_word(given, "the position")?;
                let log = &self.replica.log;
                return Ok(show_read(read::readable(log, self.last_stable(), reader, from)));
            }
            "latest" => {
                let reader = reader(given)?;
                let version = RequestVersion::FiveOn;
                let asked = ListOffset { reader, spot: Spot::Latest, leader_epoch: None, version };
                let answer = self.replica.list_offset(&asked, self.last_stable(), GENERATION);
                return Ok(reading::show_listed(answer));
            }
            other => {
                let actions = "batch, plain, marker, hw, cut, consume, latest";
                return Err(format!("`{other}` is no action; actions are {actions}"));
            }
        }
        Ok(Answer::default())
    }

    fn show(&self, answer: Answer) -> Answer {
        let unstable = self.transactions.first_unstable(self.replica.log.start());
        let unstable = unstable.map_or_else(|| "none".to_owned(), |offset| offset.to_string());
        answer
            .with_optional("leo", self.replica.log.end().to_string())
            .with_optional("hw", self.replica.log.high_watermark().to_string())
            .with_optional("lso", self.last_stable().to_string())
            .with_optional("unstable", unstable)
    }
}

impl TransactionBench {
    fn append(&mut self, count: u32) -> Result<(), String> {
        for _ in 0..count {
            let record = RecordId(self.replica.log.end().0);
            self.replica.append(record, GENERATION).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn last_stable(&self) -> Offset {
        let log = &self.replica.log;
        self.transactions.last_stable(log.start(), log.high_watermark())
    }
}

/// A producer, as in `p1`.
fn producer(given: &mut Fields) -> Result<ProducerId, String> {
    let text = given.need_word("the producer, as in p1,")?;
    let id = text.strip_prefix('p').ok_or_else(|| format!("`{text}` is no producer like p1"))?;
    number("producer", id).map(ProducerId)
}

fn reader(given: &mut Fields) -> Result<Reader, String> {
    let uncommitted = Reader::Consumer(Isolation::ReadUncommitted);
    Ok(given.choice("as", READERS)?.unwrap_or(uncommitted))
}
