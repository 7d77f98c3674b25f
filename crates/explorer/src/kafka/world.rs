//! The state that is explored: the partition's registration, its replicas on their brokers, and
//! what producer and consumer know.
//!
//! Everything that is the same in two worlds in which the same can happen is left out or brought to
//! one form by the codec; no time and no message under way is part of it.

use std::rc::Rc;

use highwater_protocol::control::PartitionRegistration;
use highwater_protocol::isr::Standing;
use highwater_protocol::replica::Replica;
use highwater_protocol::{BrokerEpoch, BrokerId, BrokerSet, Offset};

use crate::kafka::ledger::Ledger;

/// The state of a broker's process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Process {
    /// It runs.
    Running,
    /// It doesn't, and the last one ended in order.
    Stopped,
    /// It doesn't, and the last one crashed.
    Crashed,
}

/// Whether a broker and the controller hear each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contact {
    /// They do: new metadata reaches the broker at once.
    InTouch,
    /// They don't.
    Isolated,
}

/// What a leader's metadata says of the brokers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Each broker's standing.
    pub(super) standings: Vec<Standing>,
    /// `min.insync.replicas`.
    pub(super) min_insync: u8,
}

/// A broker with its copy of the partition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Seat {
    pub(super) replica: Replica,
    pub(super) process: Process,
    pub(super) contact: Contact,
    /// Whether the follower fetches from where its leader wants its log to end.
    pub(super) settled: bool,
    /// The high watermark in `replication-offset-checkpoint`.
    pub(super) checkpoint: Offset,
    /// Whether the controller holds the broker fenced.
    pub(super) fenced: bool,
    /// The epoch of its latest registration.
    pub(super) epoch: BrokerEpoch,
    /// What an isolated leader last heard; nobody else's view matters.
    pub(super) view: Option<View>,
}

impl Seat {
    pub(super) fn runs(&self) -> bool {
        self.process == Process::Running
    }

    pub(super) fn hears_controller(&self) -> bool {
        self.runs() && self.contact == Contact::InTouch
    }
}

/// A state of the partition and all that concerns it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct World {
    pub(super) partition: Rc<PartitionRegistration>,
    pub(super) min_insync: u8,
    /// By broker id, from 0.
    pub(super) seats: Vec<Rc<Seat>>,
    pub(super) ledger: Ledger,
}

impl World {
    /// The registration of the partition at the controller.
    #[must_use]
    pub fn partition(&self) -> &PartitionRegistration {
        &self.partition
    }

    /// `min.insync.replicas` at the controller.
    #[must_use]
    pub fn min_insync_replicas(&self) -> u8 {
        self.min_insync
    }

    /// The brokers, ascending.
    pub fn brokers(&self) -> impl Iterator<Item = BrokerId> + use<> {
        (0..self.seats.len() as u8).map(BrokerId)
    }

    /// A broker's copy of the partition.
    #[must_use]
    pub fn replica(&self, broker: BrokerId) -> Option<&Replica> {
        Some(&self.seat(broker)?.replica)
    }

    /// The state of a broker's process.
    #[must_use]
    pub fn process(&self, broker: BrokerId) -> Option<Process> {
        Some(self.seat(broker)?.process)
    }

    /// Whether a broker's process runs.
    #[must_use]
    pub fn runs(&self, broker: BrokerId) -> bool {
        self.seat(broker).is_some_and(Seat::runs)
    }

    /// Whether a broker hears from the controller.
    #[must_use]
    pub fn contact(&self, broker: BrokerId) -> Option<Contact> {
        Some(self.seat(broker)?.contact)
    }

    /// Whether a broker follows and fetches from where its leader wants its log to end.
    #[must_use]
    pub fn is_settled(&self, broker: BrokerId) -> bool {
        self.seat(broker).is_some_and(|seat| seat.settled)
    }

    /// A broker's standing at the controller.
    #[must_use]
    pub fn standing(&self, broker: BrokerId) -> Standing {
        match self.seat(broker) {
            Some(seat) if !seat.fenced => Standing::Active(seat.epoch),
            _ => Standing::Fenced,
        }
    }

    /// The brokers that may lead.
    pub(super) fn active(&self) -> BrokerSet {
        self.brokers().filter(|id| self.seat(*id).is_some_and(|seat| !seat.fenced)).collect()
    }

    /// The leader that the controller names, if its process runs and leads.
    #[must_use]
    pub fn acting_leader(&self) -> Option<&Replica> {
        let seat = self.seat(self.partition.leader?)?;
        Some(&seat.replica).filter(|replica| seat.runs() && replica.leadership().is_some())
    }

    pub(super) fn seat(&self, broker: BrokerId) -> Option<&Seat> {
        self.seats.get(usize::from(broker.0)).map(Rc::as_ref)
    }

    pub(super) fn seat_mut(&mut self, broker: BrokerId) -> Option<&mut Seat> {
        self.seats.get_mut(usize::from(broker.0)).map(Rc::make_mut)
    }

    /// What the metadata of a leader says of a broker.
    pub(super) fn standing_at(&self, leader: BrokerId, broker: BrokerId) -> Standing {
        let view = self.seat(leader).and_then(|seat| seat.view.as_ref());
        match view {
            Some(view) => {
                let standing = view.standings.get(usize::from(broker.0));
                standing.copied().unwrap_or(Standing::Fenced)
            }
            None => self.standing(broker),
        }
    }

    /// `min.insync.replicas` as the metadata of a broker has it.
    pub(super) fn min_insync_at(&self, broker: BrokerId) -> usize {
        let view = self.seat(broker).and_then(|seat| seat.view.as_ref());
        usize::from(view.map_or(self.min_insync, |view| view.min_insync))
    }

    /// What a broker in touch would remember if it were cut off now.
    pub(super) fn view(&self) -> View {
        View {
            standings: self.brokers().map(|broker| self.standing(broker)).collect(),
            min_insync: self.min_insync,
        }
    }
}
