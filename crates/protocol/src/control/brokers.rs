//! The registered brokers, as the metadata log describes them.
//!
//! Values and look-ups; who may register and what a heartbeat changes is decided in
//! [`crate::control::broker_registration`] and [`crate::control::heartbeat`].

use crate::ids::{BrokerEpoch, BrokerId, BrokerSet};

/// The identity of one broker process: a new one for every start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IncarnationId(pub u32);

/// A rack. The order of the numbers stands for the alphabetical order of the racks' names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RackId(pub u8);

/// A log directory's id. Kafka's are uuids; as there, the first hundred are reserved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DirectoryId(pub u32);

impl DirectoryId {
    /// Not yet assigned; counts as online. Source: `DirectoryId.UNASSIGNED`.
    pub const UNASSIGNED: DirectoryId = DirectoryId(0);
    /// Was on a directory that is gone; counts as offline. Source: `DirectoryId.LOST`.
    pub const LOST: DirectoryId = DirectoryId(1);
    /// Comes from ZooKeeper; counts as online. Source: `DirectoryId.MIGRATING`.
    pub const MIGRATING: DirectoryId = DirectoryId(2);

    /// Whether no real directory may have this id.
    #[must_use]
    pub fn is_reserved(self) -> bool {
        self.0 < 100
    }
}

/// One registered broker. Source: `metadata.BrokerRegistration`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrokerRegistration {
    /// Its id.
    pub id: BrokerId,
    /// The metadata offset of its first registration record.
    pub epoch: BrokerEpoch,
    /// The process that registered.
    pub incarnation: IncarnationId,
    /// Its rack, if it has one.
    pub rack: Option<RackId>,
    /// Its log directories.
    pub directories: Vec<DirectoryId>,
    /// Whether it may neither lead nor join an ISR. A new incarnation starts fenced.
    pub fenced: bool,
    /// Whether it asked to stop while it led something. Only a new registration clears it.
    pub in_controlled_shutdown: bool,
}

impl BrokerRegistration {
    /// Whether the broker may lead and join ISRs. Source: `ClusterControlManager.isActive`.
    #[must_use]
    pub fn is_active(&self) -> bool {
        !self.fenced && !self.in_controlled_shutdown
    }
}

/// Every registered broker, ascending by id. Source: `ClusterControlManager.brokerRegistrations`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Brokers(Vec<BrokerRegistration>);

impl Brokers {
    /// The broker with this id, if it is registered.
    #[must_use]
    pub fn get(&self, id: BrokerId) -> Option<&BrokerRegistration> {
        self.position(id).ok().map(|index| &self.0[index])
    }

    /// The broker with this id for changing its flags, if it is registered.
    pub fn get_mut(&mut self, id: BrokerId) -> Option<&mut BrokerRegistration> {
        self.position(id).ok().map(|index| &mut self.0[index])
    }

    /// Adds a registration, or replaces the one with the same id.
    pub fn put(&mut self, registration: BrokerRegistration) {
        match self.position(registration.id) {
            Ok(index) => self.0[index] = registration,
            Err(index) => self.0.insert(index, registration),
        }
    }

    /// Takes a registration out, if it is there.
    pub fn remove(&mut self, id: BrokerId) -> Option<BrokerRegistration> {
        self.position(id).ok().map(|index| self.0.remove(index))
    }

    /// Every registration, ascending by id.
    pub fn iter(&self) -> impl Iterator<Item = &BrokerRegistration> {
        self.0.iter()
    }

    /// Whether the broker is registered, not fenced and not shutting down.
    #[must_use]
    pub fn is_active(&self, id: BrokerId) -> bool {
        self.get(id).is_some_and(BrokerRegistration::is_active)
    }

    /// Every active broker: where no directory is offline, also those that may lead a partition.
    #[must_use]
    pub fn active(&self) -> BrokerSet {
        self.iter().filter(|broker| broker.is_active()).map(|broker| broker.id).collect()
    }

    fn position(&self, id: BrokerId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&id, |registration| registration.id)
    }
}

impl FromIterator<BrokerRegistration> for Brokers {
    fn from_iter<I: IntoIterator<Item = BrokerRegistration>>(registrations: I) -> Brokers {
        let mut brokers = Brokers::default();
        for registration in registrations {
            brokers.put(registration);
        }
        brokers
    }
}
