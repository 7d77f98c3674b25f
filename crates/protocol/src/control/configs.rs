//! The configurations that the controller's decisions depend on, and what changing them does to
//! ELR.
//!
//! Only `min.insync.replicas` and `unclean.leader.election.enable` matter here. Nothing reads a
//! file: the layers are arguments. Source: `ConfigurationControlManager`, `KafkaConfigSchema`,
//! `ReplicationControlManager.replay(ClearElrRecord)`, KIP-966.

use crate::control::api_error::ApiError;
use crate::control::registration::{LastKnownElr, PartitionRegistration};
use crate::control::rules::ElrFeature;
use crate::error::ErrorCode;
use crate::ids::{BrokerId, BrokerList};

/// Where a value can come from, strongest first. A broker's own file is none of them: what counts
/// is the *active controller's* view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConfigLayers<T> {
    /// The topic's dynamic value.
    pub topic: Option<T>,
    /// The dynamic broker value of the node id of the active controller.
    pub controller_node: Option<T>,
    /// The dynamic cluster-wide default.
    pub cluster: Option<T>,
    /// The active controller's own properties file.
    pub controller_file: Option<T>,
    /// Kafka's default.
    pub default: T,
}

impl<T> ConfigLayers<T> {
    /// The value that holds for the topic. Source: `KafkaConfigSchema.resolveEffectiveTopicConfig`.
    #[must_use]
    pub fn effective(self) -> T {
        self.topic
            .or(self.controller_node)
            .or(self.cluster)
            .or(self.controller_file)
            .unwrap_or(self.default)
    }
}

/// Which `min.insync.replicas` is to be changed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MinIsrScope {
    /// One topic's; the value that is stored for it now.
    Topic {
        /// The topic's own value before the change.
        stored: Option<u32>,
    },
    /// The cluster-wide default (BROKER, "").
    Cluster,
    /// One broker's (BROKER, "n").
    Broker,
}

/// A change of `min.insync.replicas`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MinIsrChange {
    /// To this value.
    Set(u32),
    /// To be inherited again.
    Delete,
}

/// Which partitions lose their ELR and their last known leader together with a change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElrClearing {
    /// None.
    Nothing,
    /// Those of the topic.
    Topic,
    /// All.
    AllTopics,
}

/// Whether `min.insync.replicas` may be changed, and whose ELR that clears.
///
/// # Errors
/// `INVALID_CONFIG` for what ELR does not allow: any change for one broker, and taking the
/// cluster-wide value away.
pub fn change_min_isr(
    scope: MinIsrScope,
    change: MinIsrChange,
    elr: ElrFeature,
) -> Result<ElrClearing, ApiError> {
    if elr == ElrFeature::Off {
        return Ok(ElrClearing::Nothing);
    }
    let refuse = |message| Err(ApiError::new(ErrorCode::InvalidConfig, message));
    match (scope, change) {
        (MinIsrScope::Broker, _) => {
            refuse("Broker-level min.insync.replicas cannot be altered while ELR is enabled.")
        }
        (MinIsrScope::Cluster, MinIsrChange::Delete) => {
            refuse("Cluster-level min.insync.replicas cannot be removed while ELR is enabled.")
        }
        // Even to the same value.
        (MinIsrScope::Cluster, MinIsrChange::Set(_)) => Ok(ElrClearing::AllTopics),
        (MinIsrScope::Topic { stored }, change) => {
            let new = match change {
                MinIsrChange::Set(value) => Some(value),
                MinIsrChange::Delete => None,
            };
            Ok(if new == stored { ElrClearing::Nothing } else { ElrClearing::Topic })
        }
    }
}

/// The partition after a `ClearElrRecord`, or `None` if it has nothing to clear and so stays.
///
/// Only the partition epoch grows. On a leaderless partition this takes away every clean candidate
/// and the last known leader.
#[must_use]
pub fn clear_elr(partition: &PartitionRegistration) -> Option<PartitionRegistration> {
    if partition.elr.is_empty() && partition.last_known_elr.is_empty() {
        return None;
    }
    Some(PartitionRegistration {
        elr: BrokerList::new(),
        last_known_elr: LastKnownElr::Empty,
        partition_epoch: partition.partition_epoch.next(),
        ..partition.clone()
    })
}

/// A `metadata.version`, as its level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MetadataVersion(pub u16);

impl MetadataVersion {
    /// 4.0-IV1: records can carry ELR fields.
    pub const IV1_4_0: MetadataVersion = MetadataVersion(23);
    /// 4.1-IV0: clusters formatted from here on have ELR on.
    pub const IV0_4_1: MetadataVersion = MetadataVersion(26);

    /// Whether a cluster that is formatted at this version has ELR.
    #[must_use]
    pub fn elr_of_new_cluster(self) -> ElrFeature {
        if self < MetadataVersion::IV0_4_1 { ElrFeature::Off } else { ElrFeature::On }
    }
}

/// Whether `eligible.leader.replicas.version` may be set to 1.
///
/// # Errors
/// `INVALID_UPDATE_VERSION` below metadata.version 4.0-IV1.
pub fn check_enable_elr(version: MetadataVersion) -> Result<(), ErrorCode> {
    if version < MetadataVersion::IV1_4_0 { Err(ErrorCode::InvalidUpdateVersion) } else { Ok(()) }
}

/// The config records that go with turning ELR on, so that the minimum is one for the cluster.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ElrSafetyRecords {
    /// The cluster-wide `min.insync.replicas` to write, if none exists.
    pub set_cluster: Option<u32>,
    /// The brokers whose own `min.insync.replicas` is deleted.
    pub delete_brokers: BrokerList,
}

/// The config records that go with turning ELR on. `controller_file` is the active controller's
/// static value (default 1). Source: `maybeGenerateElrSafetyRecords`.
#[must_use]
pub fn elr_safety_records(
    cluster: Option<u32>,
    controller_file: u32,
    brokers_with_own_value: &[BrokerId],
) -> ElrSafetyRecords {
    ElrSafetyRecords {
        set_cluster: if cluster.is_none() { Some(controller_file) } else { None },
        delete_brokers: brokers_with_own_value.to_vec(),
    }
}
