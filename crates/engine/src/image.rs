//! The metadata as the controller publishes it and brokers apply it. Values only.

use highwater_protocol::control::PartitionRegistration;
use highwater_protocol::isr::Standing;
use highwater_protocol::BrokerId;

/// Everything that brokers learn from the metadata log, as of one point of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MetadataImage {
    /// How many records led to it.
    pub offset: u32,
    /// Every partition, by index.
    pub partitions: Vec<PartitionRegistration>,
    /// Every broker's standing, in the order of the cluster's brokers.
    pub standings: Vec<(BrokerId, Standing)>,
    /// `min.insync.replicas` of each partition's topic.
    pub min_insync_replicas: Vec<u8>,
}

impl MetadataImage {
    /// A broker's standing; an unknown one counts as fenced.
    #[must_use]
    pub fn standing(&self, broker: BrokerId) -> Standing {
        let known = self.standings.iter().find(|(id, _)| *id == broker);
        known.map_or(Standing::Fenced, |(_, standing)| *standing)
    }
}
