//! RegisterBroker: a broker process announces itself to the controller.
//!
//! Decides who may register and how the previous process ended. Listeners, supported features, the
//! cluster id and ZooKeeper migration are not modelled: a playground has one cluster of one
//! version. Source: `ClusterControlManager.registerBroker`.

use crate::control::broker_change::{BrokerChange, PreviousShutdown};
use crate::control::brokers::{BrokerRegistration, Brokers, DirectoryId, IncarnationId, RackId};
use crate::control::session::SessionState;
use crate::error::ErrorCode;
use crate::ids::{BrokerEpoch, BrokerId};

/// What a broker sends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RegisterBrokerRequest {
    /// Its id.
    pub id: BrokerId,
    /// This process.
    pub incarnation: IncarnationId,
    /// The epoch of the process before, if every log directory has its clean-shutdown file
    /// (KIP-966, 3.7); `None` (-1 in Kafka) otherwise, and from a broker that can't tell.
    pub previous_epoch: Option<BrokerEpoch>,
    /// Its rack, if it has one.
    pub rack: Option<RackId>,
    /// Its log directories.
    pub directories: Vec<DirectoryId>,
}

/// A registration that was accepted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Registered {
    /// The registration as it now stands.
    pub registration: BrokerRegistration,
    /// What becomes of the old incarnation's partitions, to be written *before* the registration;
    /// none if the same process registered again.
    pub change: Option<BrokerChange>,
}

/// Checks a registration and computes its outcome.
///
/// `session` is the state of the session of the id *with the epoch that is stored*; being fenced or
/// shut down does not end it. `next_offset` is the metadata offset that the controller writes next.
///
/// # Errors
/// `DUPLICATE_BROKER_REGISTRATION` while another incarnation's session lives: this is what a quick
/// restart runs into. `INVALID_REGISTRATION` for no, reserved, repeated or foreign directories.
pub fn register_broker(
    brokers: &Brokers,
    request: &RegisterBrokerRequest,
    session: SessionState,
    next_offset: BrokerEpoch,
) -> Result<Registered, ErrorCode> {
    let stored = brokers.get(request.id);
    let same_process = stored.filter(|stored| stored.incarnation == request.incarnation);
    if stored.is_some() && same_process.is_none() && session == SessionState::Valid {
        return Err(ErrorCode::DuplicateBrokerRegistration);
    }
    check_directories(brokers, request)?;

    let mut registration = BrokerRegistration {
        id: request.id,
        epoch: next_offset,
        incarnation: request.incarnation,
        rack: request.rack,
        directories: request.directories.clone(),
        fenced: true,
        in_controlled_shutdown: false,
    };
    if let Some(stored) = same_process {
        registration.epoch = stored.epoch;
        registration.fenced = stored.fenced;
        registration.in_controlled_shutdown = stored.in_controlled_shutdown;
        return Ok(Registered { registration, change: None });
    }
    let ended = previous_shutdown(request.previous_epoch, stored.map(|stored| stored.epoch));
    Ok(Registered { registration, change: Some(BrokerChange::NewIncarnation(request.id, ended)) })
}

/// How the process before ended: cleanly only if the new one names the stored epoch.
///
/// A first registration counts as unclean, which is without effect unless an unregistered broker is
/// still in some ELR.
#[must_use]
pub fn previous_shutdown(
    previous_epoch: Option<BrokerEpoch>,
    stored: Option<BrokerEpoch>,
) -> PreviousShutdown {
    if previous_epoch.is_some() && previous_epoch == stored {
        PreviousShutdown::Clean
    } else {
        PreviousShutdown::Unclean
    }
}

/// Metadata.version 3.7-IV2 (KIP-858).
fn check_directories(brokers: &Brokers, request: &RegisterBrokerRequest) -> Result<(), ErrorCode> {
    let own = &request.directories;
    let is_taken = |directory: &DirectoryId| {
        brokers
            .iter()
            .any(|broker| broker.id != request.id && broker.directories.contains(directory))
    };
    let is_repeated = own.iter().enumerate().any(|(index, dir)| own[..index].contains(dir));
    let valid = !own.is_empty()
        && !is_repeated
        && !own.iter().any(|directory| directory.is_reserved() || is_taken(directory));
    if valid { Ok(()) } else { Err(ErrorCode::InvalidRegistration) }
}
