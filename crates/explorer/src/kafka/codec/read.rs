//! From bytes to a world.

use std::rc::Rc;

use highwater_protocol::control::{LastKnownElr, PartitionRegistration};
use highwater_protocol::epoch_cache::EpochEntry;
use highwater_protocol::follower::{FollowPhase, Following};
use highwater_protocol::isr::{Isr, Standing};
use highwater_protocol::leader::{Leadership, RemoteReplica};
use highwater_protocol::log::{Entry, ReplicaLog};
use highwater_protocol::replica::{Replica, Role};
use highwater_protocol::{
    BrokerId, BrokerList, BrokerSet, LeaderEpoch, Offset, PartitionEpoch, RecordId,
};

use super::{BROKER, BROKERS, EPOCH, NO_RANK, OFFSET, PRESENT, RANK};
use crate::kafka::bits::BitReader;
use crate::kafka::ledger::{Fate, Ledger, Written};
use crate::kafka::model::Kafka;
use crate::kafka::ranks;
use crate::kafka::settings::Question;
use crate::kafka::world::{Contact, Process, Seat, View, World};

fn broker_of(code: u32) -> Option<BrokerId> {
    (code < BROKERS).then_some(BrokerId(code as u8))
}

fn set_of(bits: u32) -> BrokerSet {
    (0..BROKERS as u8).map(BrokerId).filter(|id| bits & (1 << id.0) != 0).collect()
}

/// Reads worlds.
struct Reader<'a> {
    kafka: &'a Kafka,
    bits: BitReader<'a>,
}

pub(in crate::kafka) fn decode(kafka: &Kafka, bytes: &[u8]) -> World {
    let mut reader = Reader { kafka, bits: BitReader::new(bytes) };
    let replicas: BrokerList = kafka.brokers().collect();
    let partition = Rc::new(reader.partition(replicas));
    let min_insync = reader.bits.take(OFFSET) as u8;
    let ledger = reader.ledger();
    let seats = kafka.brokers().map(|broker| Rc::new(reader.seat(broker))).collect();
    World { partition, min_insync, seats, ledger }
}

impl Reader<'_> {
    fn epoch(&mut self) -> LeaderEpoch {
        LeaderEpoch(self.bits.take(EPOCH))
    }

    fn offset(&mut self) -> Offset {
        Offset(self.bits.take(OFFSET))
    }

    fn set(&mut self) -> BrokerSet {
        set_of(self.bits.take(BROKERS))
    }

    fn list(&mut self) -> BrokerList {
        self.set().iter().collect()
    }

    fn partition(&mut self, replicas: BrokerList) -> PartitionRegistration {
        let leader = broker_of(self.bits.take(BROKER));
        let leader_epoch = self.epoch();
        let isr = self.list();
        let mut partition = PartitionRegistration::new(replicas, isr);
        if self.kafka.settings.generation.has_elr() {
            partition.elr = self.list();
            partition.last_known_elr = match self.bits.take(BROKER) {
                BROKERS => LastKnownElr::NoLeader,
                code => broker_of(code).map_or(LastKnownElr::Empty, LastKnownElr::Leader),
            };
        }
        partition.leader = leader;
        partition.leader_epoch = leader_epoch;
        partition.partition_epoch = PRESENT;
        partition
    }

    fn ledger(&mut self) -> Ledger {
        let mut ledger = Ledger::default();
        for _ in 0..self.bits.take(OFFSET) {
            let blank = Written { offset: Offset::ZERO, fate: Fate::Unknown, consumed: false };
            let written = match self.kafka.question {
                Question::AckedRecordLost => self.fate(blank),
                Question::ConsumedRecordLost => {
                    let offset = self.offset();
                    Written { offset, consumed: self.bits.flag(), ..blank }
                }
                _ => blank,
            };
            ledger.push(written);
        }
        if self.kafka.question == Question::HighWatermarkWentBack {
            ledger.exposed = self.offset();
        }
        ledger.broken.acked_lost = self.bits.flag();
        ledger.broken.consumed_lost = self.bits.flag();
        ledger.broken.high_watermark_back = self.bits.flag();
        ledger
    }

    fn fate(&mut self, blank: Written) -> Written {
        match self.bits.take(2) {
            1 => Written { offset: self.offset(), fate: Fate::Acked, ..blank },
            2 => {
                let offset = self.offset();
                let broker = BrokerId(self.bits.take(BROKER) as u8);
                Written { offset, fate: Fate::Waiting(broker), ..blank }
            }
            _ => blank,
        }
    }

    fn seat(&mut self, broker: BrokerId) -> Seat {
        let process = match self.bits.take(2) {
            0 => Process::Running,
            1 => Process::Stopped,
            _ => Process::Crashed,
        };
        let contact = if self.bits.flag() { Contact::Isolated } else { Contact::InTouch };
        let fenced = self.bits.flag();
        let settled = self.kafka.question == Question::Diverged && self.bits.flag();
        let checkpoint = self.offset();
        let mut replica = Replica::new(broker);
        replica.log = self.log();
        self.replica(&mut replica);
        let view = self.view();
        let epoch = ranks::REGISTERED;
        Seat { replica, process, contact, settled, checkpoint, fenced, epoch, view }
    }

    /// Builds a log as a log grows: epoch by epoch and record by record.
    fn log(&mut self) -> ReplicaLog {
        let rule = self.kafka.settings.generation.assign_rule();
        let end = self.offset();
        let high_watermark = self.offset();
        let recovery_point = self.offset();
        let mut entries = [Entry { epoch: LeaderEpoch(0), record: RecordId(0) }; 8];
        for entry in &mut entries[..end.0 as usize] {
            entry.epoch = self.epoch();
            entry.record = RecordId(self.bits.take(OFFSET));
        }
        let mut log = ReplicaLog::default();
        let mut known = self.bits.take(OFFSET);
        let mut next = self.epoch_entry(&mut known);
        for offset in (0..=end.0).map(Offset) {
            while let Some(entry) = next.filter(|entry| entry.start <= offset) {
                log.start_epoch(entry.epoch, rule);
                next = self.epoch_entry(&mut known);
            }
            if offset == recovery_point {
                log.flush();
            }
            if offset < end {
                log.append(entries[offset.0 as usize], rule);
            }
        }
        log.set_high_watermark(high_watermark);
        log
    }

    fn epoch_entry(&mut self, left: &mut u32) -> Option<EpochEntry> {
        *left = left.checked_sub(1)?;
        Some(EpochEntry { epoch: self.epoch(), start: self.offset() })
    }

    fn replica(&mut self, replica: &mut Replica) {
        replica.leader_epoch = if self.bits.flag() { Some(self.epoch()) } else { None };
        replica.partition_epoch = match self.bits.take(2) {
            0 => None,
            1 => Some(PRESENT),
            _ => Some(PartitionEpoch(PRESENT.0 - 1)),
        };
        replica.role = match self.bits.take(2) {
            0 => Role::Idle,
            1 => Role::Follower(self.following()),
            _ => Role::Leader(self.leadership(replica.broker)),
        };
    }

    fn following(&mut self) -> Following {
        let leader = broker_of(self.bits.take(BROKER));
        let phase = match self.bits.take(2) {
            0 => FollowPhase::NoLeader,
            1 => FollowPhase::Fetching,
            2 => FollowPhase::Failed,
            _ => FollowPhase::Truncating { asked: self.epoch() },
        };
        Following { leader, phase }
    }

    fn leadership(&mut self, leader: BrokerId) -> Leadership {
        let epoch_start = self.offset();
        let mut isr = Isr::committed_as(&self.list());
        // Nothing else is pending in a fresh ISR, so both proposals are taken.
        match self.bits.take(2) {
            1 => {
                let replica = BrokerId(self.bits.take(BROKER) as u8);
                let _ = isr.propose_expand(replica);
            }
            2 => {
                let _ = isr.propose_shrink(self.set());
            }
            _ => {}
        }
        let others = self.kafka.brokers().filter(|broker| *broker != leader);
        let remotes = others.map(|broker| self.remote(broker)).collect();
        Leadership { epoch_start, isr, remotes }
    }

    fn remote(&mut self, broker: BrokerId) -> RemoteReplica {
        let mut remote = RemoteReplica::unknown(broker);
        if self.bits.flag() {
            remote.log_end = Some(self.offset());
            remote.log_start = Some(Offset::ZERO);
            let carried = self.bits.take(RANK);
            remote.broker_epoch = Some((carried != NO_RANK).then(|| ranks::broker_epoch(carried)));
        }
        remote
    }

    fn view(&mut self) -> Option<View> {
        if !self.bits.flag() {
            return None;
        }
        let min_insync = self.bits.take(OFFSET) as u8;
        let standings = self
            .kafka
            .brokers()
            .map(|_| match self.bits.take(RANK) {
                NO_RANK => Standing::Fenced,
                rank => Standing::Active(ranks::broker_epoch(rank)),
            })
            .collect();
        Some(View { standings, min_insync })
    }
}
