//! Writes, the high watermark, and what producer and consumer learn from it.

use highwater_protocol::lag::{FetchTimes, Millis};
use highwater_protocol::leading::Outlook;
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, BrokerSet, Offset, RecordId};

use crate::kafka::guards::Guard;
use crate::kafka::ledger::{Fate, Written};
use crate::kafka::model::Kafka;
use crate::kafka::settings::Question;
use crate::kafka::world::World;

/// A moment at which every grace that time gives is over, in ms.
const LATE: Millis = 1 << 40;

/// A time for which a follower may be behind, in ms. Any number serves, as long as it is over when
/// it is [`LATE`].
const LAG_MAX: Millis = 1 << 20;

impl Kafka {
    /// What a leader can look up, `lagging` followers having been behind for too long and others
    /// being as if they had just caught up.
    pub(super) fn with_outlook<T>(
        &self,
        world: &World,
        leader: BrokerId,
        lagging: BrokerSet,
        look: impl FnOnce(&Outlook<'_>) -> T,
    ) -> T {
        let standing = |broker: BrokerId| world.standing_at(leader, broker);
        let times = |broker: BrokerId| {
            let last_caught_up = if lagging.contains(broker) { 0 } else { LATE };
            FetchTimes { last_caught_up, ..FetchTimes::default() }
        };
        look(&Outlook {
            standing: &standing,
            times: &times,
            now: LATE,
            lag_max: LAG_MAX,
            generation: self.settings.generation,
        })
    }

    /// The producer writes the next record. Says whether the leader took it.
    pub(super) fn write(&self, world: &mut World) -> bool {
        let written = world.ledger.count();
        let Some(leader) = world.partition.leader.filter(|_| written < self.settings.records)
        else {
            return false;
        };
        let record = RecordId(self.first_record().0 + u32::from(written));
        let Some(offset) = self.append(world, leader, record) else {
            return false;
        };
        let fate = match self.settings.acks {
            Acks::None | Acks::Leader => Fate::Acked,
            Acks::All => Fate::Waiting(leader),
        };
        world.ledger.push(Written { offset, fate, consumed: false });
        self.look_at_leader(world, leader);
        true
    }

    /// Appends a record at a broker that runs, if it takes it.
    pub(super) fn append(
        &self,
        world: &mut World,
        leader: BrokerId,
        record: RecordId,
    ) -> Option<Offset> {
        let generation = self.settings.generation;
        let min_insync = world.min_insync_at(leader);
        let seat = world.seat_mut(leader).filter(|seat| seat.runs())?;
        seat.replica.admit_write(self.settings.acks, min_insync, generation).ok()?;
        seat.replica.append(record, generation).ok()
    }

    /// Looks at a leader's high watermark and does what follows from it. A broker that doesn't lead
    /// is left alone.
    pub(super) fn look_at_leader(&self, world: &mut World, leader: BrokerId) {
        let generation = self.settings.generation;
        let min_insync = world.min_insync_at(leader);
        let leads = |world: &World| {
            world.seat(leader).is_some_and(|seat| seat.replica.leadership().is_some())
        };
        if !leads(world) {
            return;
        }
        let everybody: BrokerSet = world.brokers().collect();
        let outsiders = self.with_outlook(world, leader, everybody, |outlook| {
            let seat = world.seat(leader);
            seat.map_or(BrokerSet::EMPTY, |seat| seat.replica.outsiders(outlook))
        });
        let Some(seat) = world.seat_mut(leader) else {
            return;
        };
        // An ISR is never smaller than one.
        let min_insync = if self.settings.has(Guard::MinIsrGate) { min_insync } else { 1 };
        let step = seat.replica.advance_high_watermark(min_insync, outsiders, generation);
        if let Some(step) = step.filter(|step| step.moved()) {
            world.ledger.exposed = world.ledger.exposed.max(step.to);
        }
        self.complete_writes(world, leader);
        self.consume(world);
    }

    /// Answers the writes at a leader that are done.
    fn complete_writes(&self, world: &mut World, leader: BrokerId) {
        let min_insync = world.min_insync_at(leader);
        let generation = self.settings.generation;
        let mut ledger = std::mem::take(&mut world.ledger);
        let mut acked = false;
        if let Some(seat) = world.seat(leader) {
            let waiting =
                ledger.records_mut().filter(|written| written.fate == Fate::Waiting(leader));
            for written in waiting {
                let required = written.offset.next();
                match seat.replica.completion_of(required, min_insync, generation) {
                    None => {}
                    Some(Err(_)) => written.fate = Fate::Unknown,
                    Some(Ok(())) => {
                        written.fate = Fate::Acked;
                        acked = true;
                    }
                }
            }
        }
        world.ledger = ledger;
        if acked {
            self.check_acked(world, leader);
        }
    }

    /// A leader has told a producer of success: does the leader that took over from it, if one
    /// has, hold the record?
    fn check_acked(&self, world: &mut World, acker: BrokerId) {
        let epoch = world.seat(acker).and_then(|seat| seat.replica.leader_epoch);
        let newer = world.acting_leader().filter(|leader| epoch < leader.leader_epoch);
        let lost = newer.is_some_and(|leader| self.lacks_acked(world, leader));
        world.ledger.broken.acked_lost |= lost;
    }

    /// The numbers, from 1, of the acknowledged records that a leader's log lacks.
    pub(super) fn lost_at(
        &self,
        world: &World,
        leader: &highwater_protocol::replica::Replica,
    ) -> Vec<usize> {
        let ids = (self.first_record().0..).map(RecordId);
        let written = world.ledger.records().zip(ids).enumerate();
        written
            .filter(|(_, (written, id))| {
                let held = leader.log.entry(written.offset).map(|entry| entry.record);
                written.fate == Fate::Acked && held != Some(*id)
            })
            .map(|(place, _)| place + 1)
            .collect()
    }

    fn lacks_acked(&self, world: &World, leader: &highwater_protocol::replica::Replica) -> bool {
        let acked = |written: &Written| written.fate == Fate::Acked;
        world.ledger.is_missing(leader, self.first_record(), acked)
    }

    /// The producer hears nothing, or an error, from a broker that leads no more.
    pub(super) fn fail_writes(&self, world: &mut World, broker: BrokerId) {
        let waiting =
            world.ledger.records_mut().filter(|written| written.fate == Fate::Waiting(broker));
        waiting.for_each(|written| written.fate = Fate::Unknown);
    }

    /// A consumer reads everything that the acting leader shows.
    fn consume(&self, world: &mut World) {
        if self.question != Question::ConsumedRecordLost {
            return;
        }
        let Some(leader) = world.acting_leader() else {
            return;
        };
        let high_watermark = leader.log.high_watermark();
        let mut ids = (self.first_record().0..).map(RecordId);
        let read: Vec<bool> = world
            .ledger
            .records()
            .map(|written| {
                let id = ids.next();
                let held = leader.log.entry(written.offset).map(|entry| entry.record);
                written.offset < high_watermark && held == id
            })
            .collect();
        for (written, read) in world.ledger.records_mut().zip(read) {
            written.consumed |= read;
        }
    }

    /// A broker begins to lead: is everything there that was promised?
    pub(super) fn begin_to_lead(&self, world: &mut World, leader: BrokerId) {
        let Some(seat) = world.seat(leader) else {
            return;
        };
        let high_watermark = seat.replica.log.high_watermark();
        let acked_lost = self.lacks_acked(world, &seat.replica);
        let consumed_lost =
            world.ledger.is_missing(&seat.replica, self.first_record(), |written| written.consumed);
        let broken = &mut world.ledger.broken;
        broken.acked_lost |= acked_lost;
        broken.consumed_lost |= consumed_lost;
        if high_watermark < world.ledger.exposed {
            broken.high_watermark_back = true;
            world.ledger.exposed = high_watermark;
        }
    }

    /// The id of the first record that is produced; those before it were there from the start.
    pub(super) fn first_record(&self) -> RecordId {
        RecordId(u32::from(self.settings.preloaded))
    }
}
