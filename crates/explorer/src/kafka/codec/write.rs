//! From a world to bytes.

use highwater_protocol::control::LastKnownElr;
use highwater_protocol::follower::{FollowPhase, Following};
use highwater_protocol::isr::PendingIsr;
use highwater_protocol::leader::Leadership;
use highwater_protocol::log::ReplicaLog;
use highwater_protocol::replica::{Replica, Role};
use highwater_protocol::{BrokerId, BrokerSet, LeaderEpoch, Offset};

use super::{BROKER, BROKERS, EPOCH, NO_RANK, NOBODY, OFFSET, RANK};
use crate::kafka::bits::BitWriter;
use crate::kafka::ledger::{Fate, Written};
use crate::kafka::model::Kafka;
use crate::kafka::ranks::{BrokerEpochs, LeaderEpochs};
use crate::kafka::settings::Question;
use crate::kafka::world::{Contact, Process, View, World};

fn broker_code(broker: Option<BrokerId>) -> u32 {
    broker.map_or(NOBODY, |broker| u32::from(broker.0))
}

/// Writes worlds.
struct Writer<'a> {
    kafka: &'a Kafka,
    world: &'a World,
    epochs: LeaderEpochs,
    bits: BitWriter<'a>,
}

pub(in crate::kafka) fn encode(kafka: &Kafka, world: &World, out: &mut Vec<u8>) {
    let epochs = LeaderEpochs::of(world);
    let mut writer = Writer { kafka, world, epochs, bits: BitWriter::new(out) };
    writer.partition();
    writer.ledger();
    for broker in world.brokers() {
        writer.seat(broker);
    }
    writer.bits.finish();
}

impl Writer<'_> {
    fn epoch(&mut self, epoch: LeaderEpoch) {
        self.bits.put(self.epochs.rank(epoch), EPOCH);
    }

    /// Several offsets at once.
    fn offsets<const N: usize>(&mut self, offsets: [Offset; N]) {
        let joined = offsets.iter().rev().fold(0, |joined, offset| joined << OFFSET | offset.0);
        self.bits.put(joined, OFFSET * N as u32);
    }

    fn offset(&mut self, offset: Offset) {
        self.bits.put(offset.0, OFFSET);
    }

    fn set(&mut self, set: BrokerSet) {
        self.bits.put(set.bits(), BROKERS);
    }

    fn partition(&mut self) {
        let partition = &self.world.partition;
        self.bits.put(broker_code(partition.leader), BROKER);
        self.epoch(partition.leader_epoch);
        self.set(partition.isr.iter().copied().collect());
        if self.kafka.settings.generation.has_elr() {
            self.set(partition.elr.iter().copied().collect());
            self.bits.put(
                match partition.last_known_elr {
                    LastKnownElr::Leader(broker) => u32::from(broker.0),
                    LastKnownElr::NoLeader => BROKERS,
                    LastKnownElr::Empty => NOBODY,
                },
                BROKER,
            );
        }
        self.bits.put(u32::from(self.world.min_insync), OFFSET);
    }

    fn ledger(&mut self) {
        let ledger = &self.world.ledger;
        let question = self.kafka.question;
        self.bits.put(u32::from(ledger.count()), OFFSET);
        for written in ledger.records() {
            match question {
                Question::AckedRecordLost => self.fate(written),
                Question::ConsumedRecordLost => {
                    self.offset(written.offset);
                    self.bits.flag(written.consumed);
                }
                _ => {}
            }
        }
        if question == Question::HighWatermarkWentBack {
            self.offset(ledger.exposed);
        }
        self.bits.flag(ledger.broken.acked_lost);
        self.bits.flag(ledger.broken.consumed_lost);
        self.bits.flag(ledger.broken.high_watermark_back);
    }

    fn fate(&mut self, written: Written) {
        match written.fate {
            Fate::Unknown => self.bits.put(0, 2),
            Fate::Acked => {
                self.bits.put(1, 2);
                self.offset(written.offset);
            }
            Fate::Waiting(broker) => {
                self.bits.put(2, 2);
                self.offset(written.offset);
                self.bits.put(broker_code(Some(broker)), BROKER);
            }
        }
    }

    fn seat(&mut self, broker: BrokerId) {
        let Some(seat) = self.world.seat(broker) else {
            return;
        };
        let asks_how = self.asks_how_it_ended(broker);
        let process = match seat.process {
            Process::Running => 0,
            Process::Stopped if asks_how => 1,
            Process::Stopped | Process::Crashed => 2,
        };
        let isolated = u32::from(seat.contact == Contact::Isolated);
        self.bits.put(process | isolated << 2 | u32::from(seat.fenced) << 3, 4);
        if self.kafka.question == Question::Diverged {
            self.bits.flag(seat.settled);
        }
        let log = &seat.replica.log;
        self.offsets([seat.checkpoint, log.end(), log.high_watermark(), log.recovery_point()]);
        self.log(log);
        self.replica(&seat.replica);
        self.view(broker, seat.view.as_ref());
    }

    /// How a process ended is asked when the next one registers, of members of ISR and ELR only.
    fn asks_how_it_ended(&self, broker: BrokerId) -> bool {
        let partition = &self.world.partition;
        self.kafka.settings.generation.has_elr()
            && (partition.isr.contains(&broker) || partition.elr.contains(&broker))
    }

    fn log(&mut self, log: &ReplicaLog) {
        for entry in log.entries() {
            let rank = self.epochs.rank(entry.epoch);
            self.bits.put(rank | entry.record.0 << EPOCH, EPOCH + OFFSET);
        }
        let cache = log.epochs().entries();
        self.bits.put(cache.len() as u32, OFFSET);
        for entry in cache {
            let rank = self.epochs.rank(entry.epoch);
            self.bits.put(rank | entry.start.0 << EPOCH, EPOCH + OFFSET);
        }
    }

    fn replica(&mut self, replica: &Replica) {
        self.bits.flag(replica.leader_epoch.is_some());
        if let Some(epoch) = replica.leader_epoch {
            self.epoch(epoch);
        }
        let present = self.world.partition.partition_epoch;
        let age = match replica.partition_epoch {
            None => 0,
            Some(epoch) if epoch == present => 1,
            Some(_) => 2,
        };
        let role = match &replica.role {
            Role::Idle => 0,
            Role::Follower(_) => 1,
            Role::Leader(_) => 2,
        };
        self.bits.put(age | role << 2, 4);
        match &replica.role {
            Role::Idle => {}
            Role::Follower(following) => self.following(*following),
            Role::Leader(leadership) => self.leadership(replica.broker, leadership),
        }
    }

    fn following(&mut self, following: Following) {
        self.bits.put(broker_code(following.leader), BROKER);
        match following.phase {
            FollowPhase::NoLeader => self.bits.put(0, 2),
            FollowPhase::Fetching => self.bits.put(1, 2),
            FollowPhase::Failed => self.bits.put(2, 2),
            FollowPhase::Truncating { asked } => {
                self.bits.put(3, 2);
                self.epoch(asked);
            }
        }
    }

    fn leadership(&mut self, leader: BrokerId, leadership: &Leadership) {
        self.offset(leadership.epoch_start);
        self.set(leadership.isr.committed());
        match leadership.isr.pending() {
            None => self.bits.put(0, 2),
            Some(PendingIsr::Expand(replica)) => {
                self.bits.put(1, 2);
                self.bits.put(broker_code(Some(replica)), BROKER);
            }
            Some(PendingIsr::Shrink(out)) => {
                self.bits.put(2, 2);
                self.set(out);
            }
        }
        // What is known of others is not asked before their next fetch, which tells it anew.
        let members = leadership.isr.maximal();
        for remote in &leadership.remotes {
            let known = remote.log_end.filter(|_| members.contains(remote.id));
            self.bits.flag(known.is_some());
            let Some(log_end) = known else {
                continue;
            };
            self.offset(log_end);
            let carried = BrokerEpochs::of(self.world, leader, remote.id).carried;
            self.bits.put(carried.unwrap_or(NO_RANK), RANK);
        }
    }

    fn view(&mut self, leader: BrokerId, view: Option<&View>) {
        self.bits.flag(view.is_some());
        let Some(view) = view else {
            return;
        };
        self.bits.put(u32::from(view.min_insync), OFFSET);
        for broker in self.world.brokers() {
            let seen = BrokerEpochs::of(self.world, leader, broker).seen;
            self.bits.put(seen.unwrap_or(NO_RANK), RANK);
        }
    }
}
