//! Which records are asked about, and the look-ups around them.

use std::ops::Range;
use std::rc::Rc;

use highwater_engine::ledger::{Batch, BatchId, Removal};
use highwater_engine::{Cluster, Event, EventId, PartitionId};
use highwater_phrase::Lang;
use highwater_protocol::log::Entry;
use highwater_protocol::{BrokerId, Offset, RecordId};
use highwater_scene::mark::Mark;

use crate::moment::Moment;
use crate::why::past::Past;

/// A batch, or one record of it, at a moment.
pub(super) struct Subject<'a> {
    pub(super) moment: Moment<'a>,
    pub(super) past: Past<'a>,
    pub(super) state: Rc<Cluster>,
    pub(super) batch: BatchId,
    /// Which of the batch's records, by place.
    places: Range<u32>,
}

impl<'a> Subject<'a> {
    /// By the name of a batch or record, or by the mark of a record in the picture.
    pub(super) fn find(moment: Moment<'a>, name: &str) -> Option<Subject<'a>> {
        let state = moment.cluster();
        let (batch, places) = match Mark::parse(name) {
            Some(Mark::Record { partition, offset, broker })
                if state.ledger().by_name(name).is_none() =>
            {
                let copy = (BrokerId(broker), PartitionId(partition));
                let (batch, place) = state.ledger().batch_of(at(&state, copy, Offset(offset))?)?;
                (batch, place..place + 1)
            }
            _ => named(&state, name)?,
        };
        Some(Subject { moment, past: Past::of(moment), state, batch, places })
    }

    pub(super) fn lang(&self) -> Lang {
        self.moment.lang
    }

    /// The ledger's page of the batch.
    pub(super) fn ledger(&self) -> &Batch {
        self.state.ledger().batch(self.batch)
    }

    pub(super) fn partition(&self) -> PartitionId {
        self.ledger().partition
    }

    /// Whether it is one record of several.
    pub(super) fn is_a_part(&self) -> bool {
        self.places.len() < self.ledger().count as usize
    }

    /// What a reader calls it.
    pub(super) fn name(&self) -> String {
        if self.is_a_part() {
            let record = RecordId(self.ledger().first.0 + self.places.start);
            return self.state.ledger().record_name(record);
        }
        self.ledger().name.to_string()
    }

    /// A text, with the partition before it where there are several.
    pub(super) fn titled(&self, title: String) -> String {
        let config = self.state.config();
        if config.partition_count() < 2 {
            return title;
        }
        format!("[{}] {title}", config.partition_name(self.partition()))
    }

    /// Where an append put the records.
    pub(super) fn offsets(&self, first: Offset) -> Range<u32> {
        first.0 + self.places.start..first.0 + self.places.end
    }

    /// Whether an entry is one of the records.
    pub(super) fn is(&self, entry: &Entry) -> bool {
        let first = self.ledger().first.0;
        (first + self.places.start..first + self.places.end).contains(&entry.record.0)
    }

    /// The last of the records.
    pub(super) fn is_last(&self, entry: &Entry) -> bool {
        entry.record.0 + 1 == self.ledger().first.0 + self.places.end
    }

    /// Where a copy holds the records at the moment, ascending.
    pub(super) fn held(&self, broker: BrokerId) -> Vec<u32> {
        held(self, &self.state, broker)
    }

    /// Who holds any of the records at the moment.
    pub(super) fn holders(&self) -> Vec<u8> {
        let ids = self.state.brokers().iter().map(|broker| broker.id);
        ids.filter(|id| !self.held(*id).is_empty()).map(|id| id.0).collect()
    }

    /// What took the records from copies, oldest first.
    pub(super) fn removals(&self) -> impl DoubleEndedIterator<Item = &Removal> {
        let removals = self.state.ledger().removals.iter();
        removals.filter(|removal| {
            removal.partition == self.partition()
                && removal.entries.iter().any(|entry| self.is(entry))
        })
    }

    /// What has happened, oldest first.
    pub(super) fn events(&self) -> impl DoubleEndedIterator<Item = &'a Event> + use<'a> {
        let past = self.past;
        (0..past.until.0).filter_map(move |id| past.event(EventId(id)))
    }

    /// Whether the log of a copy had one of the records in a range right after an event.
    pub(super) fn was_in(&self, event: EventId, broker: BrokerId, range: Range<u32>) -> bool {
        let near = |append: &highwater_engine::ledger::Append| {
            let offsets = self.offsets(append.first);
            offsets.start < range.end && range.start < offsets.end
        };
        if !self.ledger().appends.iter().any(near) {
            return false;
        }
        let state = self.past.after(event);
        held(self, &state, broker).iter().any(|offset| range.contains(offset))
    }
}

fn held(subject: &Subject<'_>, state: &Cluster, broker: BrokerId) -> Vec<u32> {
    let Some(replica) = state.replica(broker, subject.partition()) else { return Vec::new() };
    let entries = replica.log.entries().iter().zip(replica.log.start().0..);
    entries.filter(|(entry, _)| subject.is(entry)).map(|(_, offset)| offset).collect()
}

/// The record at an offset of a copy: what is there, or what was removed there; of several that were,
/// one that had been promised, or else the last.
fn at(
    state: &Cluster,
    (broker, partition): (BrokerId, PartitionId),
    offset: Offset,
) -> Option<RecordId> {
    if let Some(entry) = state.replica(broker, partition)?.log.entry(offset) {
        return Some(entry.record);
    }
    let ours = state.ledger().removals.iter().rev();
    let ours = ours.filter(|removal| (removal.broker, removal.partition) == (broker, partition));
    let gone: Vec<RecordId> = ours
        .filter_map(|removal| removal.entries.get(offset.0.checked_sub(removal.first.0)? as usize))
        .map(|entry| entry.record)
        .collect();
    let is_lost = |record: &&RecordId| {
        let batch = state.ledger().batch_of(**record);
        batch.is_some_and(|(id, _)| state.ledger().batch(id).lost_in.is_some())
    };
    gone.iter().find(is_lost).or(gone.first()).copied()
}

/// A batch by its name, or a record by the batch's name with its place behind it.
fn named(state: &Cluster, name: &str) -> Option<(BatchId, Range<u32>)> {
    let ledger = state.ledger();
    if let Some(id) = ledger.by_name(name) {
        return Some((id, 0..ledger.batch(id).count));
    }
    ledger.batches().find_map(|(id, batch)| {
        let place: u32 = name.strip_prefix(&*batch.name)?.parse().ok()?;
        (1 < batch.count && place < batch.count).then_some((id, place..place + 1))
    })
}
