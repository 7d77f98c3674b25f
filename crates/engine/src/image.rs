//! The metadata as the controller publishes it and brokers apply it. Values only.

use highwater_protocol::BrokerId;
use highwater_protocol::control::{Brokers, PartitionRegistration};
use highwater_protocol::isr::Standing;

/// Everything that brokers learn from the metadata log, as of one point of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MetadataImage {
    /// How many records led to it.
    pub offset: u32,
    /// Every partition, by index.
    pub partitions: Vec<PartitionRegistration>,
    /// Every registered broker.
    pub brokers: Brokers,
    /// `min.insync.replicas` of each partition's topic.
    pub min_insync_replicas: Vec<u8>,
}

impl MetadataImage {
    /// A broker's standing; an unregistered one counts as fenced.
    #[must_use]
    pub fn standing(&self, broker: BrokerId) -> Standing {
        match self.brokers.get(broker) {
            Some(registration) if registration.fenced => Standing::Fenced,
            Some(registration) if registration.in_controlled_shutdown => Standing::ShuttingDown,
            Some(registration) => Standing::Active(registration.epoch),
            None => Standing::Fenced,
        }
    }
}
