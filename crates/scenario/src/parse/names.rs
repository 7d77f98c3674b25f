//! The brokers, topics and records that exist in a scenario, and what a word refers to.
//!
//! Where the statement that makes a name is itself wrong, uses of the name are let through, so that
//! one mistake is reported once.

use std::rc::Rc;

use highwater_engine::config::PartitionId;
use highwater_protocol::{BrokerId, BrokerList};

use super::cursor::{Cursor, Parsed, Spot, whole_number};
use crate::condition::RecordRef;
use crate::error::{Accepted, Kind, Problem, ScenarioError};
use crate::script::TopicSetup;

/// Whether every statement that makes names of a kind was understood.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    All,
    /// Some are unknown because of a mistake that is reported elsewhere.
    InPart,
}

/// A batch that was preloaded or produced.
pub(crate) struct NamedBatch {
    pub(crate) name: Rc<str>,
    pub(crate) count: u32,
    pub(crate) line: u32,
}

/// Everything that can be referred to.
pub(crate) struct Names {
    pub(crate) brokers: Vec<BrokerId>,
    pub(crate) brokers_known: Known,
    pub(crate) topics: Vec<TopicSetup>,
    pub(crate) topics_known: Known,
    pub(crate) batches: Vec<NamedBatch>,
    pub(crate) batches_known: Known,
    transactions: Vec<Rc<str>>,
}

impl Names {
    pub(crate) fn new() -> Names {
        Names {
            brokers: Vec::new(),
            brokers_known: Known::All,
            topics: Vec::new(),
            topics_known: Known::All,
            batches: Vec::new(),
            batches_known: Known::All,
            transactions: Vec::new(),
        }
    }

    /// Lets uses of names through that a line may have been meant to make: one that was not
    /// understood, as far as can be told of its first word.
    pub(crate) fn let_through(&mut self, statement: Option<&str>) {
        match statement {
            Some("cluster") => self.brokers_known = Known::InPart,
            Some("topic") => self.topics_known = Known::InPart,
            Some("produce" | "preload") | None => self.batches_known = Known::InPart,
            Some(_) => {}
        }
    }

    /// The numbers of all brokers, as what would be accepted.
    pub(crate) fn broker_names(&self) -> Vec<Accepted> {
        self.brokers.iter().map(|id| Accepted::Name(id.to_string())).collect()
    }

    pub(crate) fn broker(&self, cursor: &mut Cursor<'_>) -> Parsed<BrokerId> {
        let spot = cursor.word(Kind::Broker)?;
        self.broker_called(cursor, spot)
    }

    pub(crate) fn broker_called(&self, cursor: &Cursor<'_>, spot: Spot<'_>) -> Parsed<BrokerId> {
        let number = whole_number(spot.text).ok().filter(|id| *id <= u32::from(BrokerId::MAX.0));
        match number.map(|id| BrokerId(id as u8)) {
            Some(id) if self.brokers.contains(&id) || self.brokers_known == Known::InPart => Ok(id),
            _ => {
                let problem = Problem::UnknownBroker;
                Err(cursor.fail_at(spot, problem).accepting(self.broker_names()))
            }
        }
    }

    /// Brokers with commas between them, each of them once.
    pub(crate) fn brokers(&self, cursor: &mut Cursor<'_>) -> Parsed<BrokerList> {
        let mut list = BrokerList::new();
        loop {
            let spot = cursor.word(Kind::Brokers)?;
            let id = self.broker_called(cursor, spot)?;
            if list.contains(&id) {
                return Err(cursor.fail_at(spot, Problem::Repeated { before: cursor.line }));
            }
            list.push(id);
            if !cursor.takes_comma() {
                return Ok(list);
            }
        }
    }

    pub(crate) fn partition_count(&self) -> usize {
        self.topics.iter().map(|topic| topic.assignments.len()).sum()
    }

    /// The partition that the word names, if it is there before its topic grows.
    pub(crate) fn partition_at_start(
        &self,
        cursor: &Cursor<'_>,
        spot: Spot<'_>,
    ) -> Parsed<PartitionId> {
        let id = self.partition_called(cursor, spot)?;
        if self.exists_at_start(id) {
            return Ok(id);
        }
        Err(cursor.fail_at(spot, Problem::UnknownPartition))
    }

    fn exists_at_start(&self, id: PartitionId) -> bool {
        let mut index = usize::from(id.0);
        for topic in &self.topics {
            if index < topic.assignments.len() {
                return index < topic.partitions;
            }
            index -= topic.assignments.len();
        }
        self.topics_known == Known::InPart
    }

    /// Makes room for so many partitions of the topic whose first one is `id`.
    pub(crate) fn make_room(&mut self, id: PartitionId, count: usize) {
        let place = (0..self.topics.len()).find(|place| self.first_partition(*place) == id.0);
        if let Some(topic) = place.and_then(|place| self.topics.get_mut(place))
            && topic.assignments.len() < count
        {
            topic.assignments.resize(count, None);
        }
    }

    fn first_partition(&self, topic: usize) -> u16 {
        let before = self.topics.iter().take(topic);
        before.map(|topic| topic.assignments.len()).sum::<usize>() as u16
    }

    pub(crate) fn topic(&self, cursor: &mut Cursor<'_>) -> Parsed<PartitionId> {
        let spot = cursor.word(Kind::TopicName)?;
        let place = self.topics.iter().position(|topic| &*topic.name == spot.text);
        match place {
            Some(place) => Ok(PartitionId(self.first_partition(place))),
            None if self.topics_known == Known::InPart => Ok(PartitionId(0)),
            None => {
                let names = self.topics.iter().map(|t| Accepted::Name(t.name.to_string()));
                Err(cursor.fail_at(spot, Problem::UnknownTopic).accepting(names.collect()))
            }
        }
    }

    /// The partition that the word names; a topic with one partition stands for it.
    pub(crate) fn partition_called(
        &self,
        cursor: &Cursor<'_>,
        spot: Spot<'_>,
    ) -> Parsed<PartitionId> {
        if let Some(id) = self.numbered(spot.text).or_else(|| self.lone_partition_of(spot.text)) {
            return Ok(id);
        }
        if self.topics_known == Known::InPart {
            return Ok(PartitionId(0));
        }
        let problem = Problem::UnknownPartition;
        Err(cursor.fail_at(spot, problem).accepting(self.partition_names()))
    }

    /// `orders-0`
    fn numbered(&self, name: &str) -> Option<PartitionId> {
        let (topic, digits) = name.rsplit_once('-')?;
        let number = whole_number(digits).ok()?;
        let place = self.topics.iter().position(|known| &*known.name == topic)?;
        let exists = (number as usize) < self.topics[place].assignments.len();
        exists.then(|| PartitionId(self.first_partition(place) + number as u16))
    }

    /// `orders`, if that has just one partition.
    fn lone_partition_of(&self, topic: &str) -> Option<PartitionId> {
        let place = self.topics.iter().position(|known| &*known.name == topic)?;
        let is_lone = self.topics[place].assignments.len() == 1;
        is_lone.then(|| PartitionId(self.first_partition(place)))
    }

    fn partition_names(&self) -> Vec<Accepted> {
        const MOST: usize = 12;
        self.topics
            .iter()
            .flat_map(|topic| {
                (0..topic.assignments.len()).map(move |number| format!("{}-{number}", topic.name))
            })
            .take(MOST)
            .map(Accepted::Name)
            .collect()
    }

    /// The partition where none was named.
    pub(crate) fn only_partition(&self, cursor: &Cursor<'_>) -> Parsed<PartitionId> {
        if self.partition_count() <= 1 {
            return Ok(PartitionId(0));
        }
        Err(cursor.fail(Problem::WhichPartition).accepting(self.partition_names()))
    }

    /// What a word refers to: a batch, or one record of it.
    pub(crate) fn record(&self, cursor: &mut Cursor<'_>) -> Parsed<RecordRef> {
        let spot = cursor.word(Kind::RecordName)?;
        self.record_called(cursor, spot, spot.text)
    }

    pub(crate) fn record_called(
        &self,
        cursor: &Cursor<'_>,
        spot: Spot<'_>,
        name: &str,
    ) -> Parsed<RecordRef> {
        for batch in &self.batches {
            if let Some(place) = batch.place_of(name) {
                return Ok(RecordRef { batch: batch.name.clone(), place });
            }
        }
        if self.batches_known == Known::InPart {
            return Ok(RecordRef { batch: Rc::from(name), place: None });
        }
        Err(cursor.fail_at(spot, Problem::UnknownRecord).accepting(self.record_names()))
    }

    /// What a word refers to, if that is just one record.
    pub(crate) fn single_record_called(
        &self,
        cursor: &Cursor<'_>,
        spot: Spot<'_>,
        name: &str,
    ) -> Parsed<RecordRef> {
        let record = self.record_called(cursor, spot, name)?;
        let is_many = |batch: &NamedBatch| 1 < batch.count && batch.name == record.batch;
        if record.place.is_none() && self.batches.iter().any(is_many) {
            let accepted = vec![Accepted::Kind(Kind::RecordInEpoch)];
            return Err(cursor.fail_at(spot, Problem::Unexpected).accepting(accepted));
        }
        Ok(record)
    }

    fn record_names(&self) -> Vec<Accepted> {
        const MOST: usize = 12;
        let names = self.batches.iter().rev().flat_map(NamedBatch::record_names);
        names.take(MOST).map(Accepted::Name).collect()
    }

    /// A transaction that a batch is written in.
    pub(crate) fn begun_transaction(&mut self, spot: Spot<'_>) -> Rc<str> {
        let name = Rc::from(spot.text);
        if !self.transactions.contains(&name) {
            self.transactions.push(Rc::clone(&name));
        }
        name
    }

    /// A transaction that is to be ended; its marker, `t1-commit`, is a record from here on.
    pub(crate) fn ended_transaction(
        &mut self,
        cursor: &mut Cursor<'_>,
        end: &str,
    ) -> Parsed<Rc<str>> {
        let spot = cursor.word(Kind::RecordName)?;
        let known = self.transactions.iter().find(|name| &***name == spot.text).cloned();
        let Some(name) = known else {
            if self.batches_known == Known::InPart {
                return Ok(Rc::from(spot.text));
            }
            let known = self.transactions.iter().map(|name| Accepted::Name(name.to_string()));
            return Err(cursor
                .fail_at(spot, Problem::UnknownTransaction)
                .accepting(known.collect()));
        };
        let marker = format!("{name}-{end}");
        if !self.batches.iter().any(|batch| *batch.name == *marker) {
            self.add_batch(cursor, Spot { text: &marker, column: spot.column }, 1)?;
        }
        Ok(name)
    }

    /// Notes a new batch, unless one of its names is taken.
    pub(crate) fn add_batch(
        &mut self,
        cursor: &Cursor<'_>,
        spot: Spot<'_>,
        count: u32,
    ) -> Result<Rc<str>, ScenarioError> {
        let batch = NamedBatch { name: Rc::from(spot.text), count, line: cursor.line };
        if let Some(other) = self.batches.iter().find(|other| other.meets(&batch)) {
            return Err(cursor.fail_at(spot, Problem::NameTaken { since: other.line }));
        }
        let name = batch.name.clone();
        self.batches.push(batch);
        Ok(name)
    }
}

impl NamedBatch {
    /// `Some(None)` for the batch itself, `Some(Some(2))` for its third record.
    fn place_of(&self, name: &str) -> Option<Option<u32>> {
        if name == &*self.name {
            return Some(None);
        }
        let place = canonical(name.strip_prefix(&*self.name)?)?;
        (1 < self.count && place < u64::from(self.count)).then_some(Some(place as u32))
    }

    /// Whether the two have a name in common.
    fn meets(&self, other: &NamedBatch) -> bool {
        self.place_of(&other.name).is_some()
            || other.place_of(&self.name).is_some()
            || self.holds_records_of(other)
            || other.holds_records_of(self)
    }

    /// Whether this batch has a record called like one of the other's, as `m` of 20 records and
    /// `m1` of 2 both have an `m10`.
    fn holds_records_of(&self, other: &NamedBatch) -> bool {
        let digits = other.name.strip_prefix(&*self.name);
        let first = digits.and_then(canonical).filter(|first| 0 < *first);
        first.is_some_and(|first| 1 < other.count && first * 10 < u64::from(self.count))
    }

    fn record_names(&self) -> impl Iterator<Item = String> {
        let records = (0..self.count).filter(|_| 1 < self.count);
        let records = records.map(|place| format!("{}{place}", self.name));
        std::iter::once(self.name.to_string()).chain(records)
    }
}

/// The number that these digits are, if they are written without leading zeros.
fn canonical(digits: &str) -> Option<u64> {
    let number = whole_number(digits).ok()?;
    (digits == "0" || !digits.starts_with('0')).then_some(u64::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(name: &str, count: u32) -> NamedBatch {
        NamedBatch { name: Rc::from(name), count, line: 1 }
    }

    #[test]
    fn names_of_records_meet_names_of_batches() {
        let cases = [
            (("m", 2), ("m2", 1), false),
            (("m", 2), ("m1", 1), true),
            (("m", 1), ("m0", 1), false),
            (("m", 1), ("m", 1), true),
            (("m", 20), ("m1", 2), true),
            (("m", 10), ("m1", 2), true),
            (("m", 11), ("m1x", 2), false),
            (("m", 10), ("m10", 2), false),
            (("m", 101), ("m10", 2), true),
            (("m", 100), ("m0", 2), true),
            (("m", 100), ("m00", 2), false),
        ];
        for ((a, a_count), (b, b_count), meet) in cases {
            let (a, b) = (batch(a, a_count), batch(b, b_count));
            assert_eq!(a.meets(&b), meet, "{} {}", a.name, b.name);
            assert_eq!(b.meets(&a), meet, "{} {}", b.name, a.name);
        }
    }
}
