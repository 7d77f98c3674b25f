//! What a replica list that a client gives must fulfil.
//!
//! Source: `ReplicationControlManager.validateManualPartitionAssignment`. Cordoned directories
//! (KIP-1066, 4.3) are not modelled.

use crate::control::api_error::ApiError;
use crate::control::brokers::Brokers;
use crate::error::ErrorCode;
use crate::few::sort_few;
use crate::ids::{BrokerId, BrokerList};

/// Checks one list; `replication_factor` is that of the topic's other partitions, if there are any.
/// Fenced brokers are allowed.
///
/// # Errors
/// `INVALID_REPLICA_ASSIGNMENT` for an empty list, an unregistered or repeated broker (the lowest
/// such id is named) or another length.
pub fn check_manual_assignment(
    replicas: &[BrokerId],
    replication_factor: Option<usize>,
    brokers: &Brokers,
) -> Result<(), ApiError> {
    const ASSIGNMENT: &str = "The manual partition assignment includes";
    let refuse = |message| Err(ApiError::new(ErrorCode::InvalidReplicaAssignment, message));
    if replicas.is_empty() {
        return refuse(format!("{ASSIGNMENT} an empty replica list."));
    }
    let mut sorted = replicas.to_vec();
    sort_few(&mut sorted, |a, b| a < b);
    let mut previous = None;
    for broker in sorted {
        if brokers.get(broker).is_none() {
            return refuse(format!(
                "{ASSIGNMENT} broker {broker}, but no such broker is registered."
            ));
        }
        if previous == Some(broker) {
            return refuse(format!("{ASSIGNMENT} the broker {broker} more than once."));
        }
        previous = Some(broker);
    }
    match replication_factor {
        Some(factor) if factor != replicas.len() => refuse(format!(
            "{ASSIGNMENT} a partition with {} replica(s), but this is not consistent with \
             previous partitions, which have {factor} replica(s).",
            replicas.len()
        )),
        Some(_) | None => Ok(()),
    }
}

/// The active members of a list in its order: the ISR of a new partition.
///
/// # Errors
/// `INVALID_REPLICA_ASSIGNMENT` if there are none; `partition` is for the message.
pub fn manual_isr(
    replicas: &[BrokerId],
    partition: u32,
    brokers: &Brokers,
) -> Result<BrokerList, ApiError> {
    let isr = active_members(replicas, brokers);
    if isr.is_empty() {
        let message = format!(
            "All brokers specified in the manual partition assignment for partition {partition} \
             are fenced or in controlled shutdown."
        );
        return Err(ApiError::new(ErrorCode::InvalidReplicaAssignment, message));
    }
    Ok(isr)
}

/// The active members of a list in its order.
pub(crate) fn active_members(replicas: &[BrokerId], brokers: &Brokers) -> BrokerList {
    replicas.iter().copied().filter(|broker| brokers.is_active(*broker)).collect()
}
