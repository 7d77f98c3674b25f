//! BrokerHeartbeat: what a broker wants, and which state the controller grants.
//!
//! Keeps what the active controller remembers of each broker between heartbeats; none of it is in
//! the metadata log. Source: `BrokerHeartbeatManager`.

use crate::control::broker_change::BrokerChange;
use crate::ids::BrokerId;

/// An offset in the metadata log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MetadataOffset(pub u32);

/// The controller's view of a broker's life. Source: `BrokerControlState`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BrokerControlState {
    /// It may neither lead nor join an ISR.
    Fenced,
    /// It is in full use.
    Unfenced,
    /// It is being relieved of its leaderships.
    ControlledShutdown,
    /// It may stop at once.
    ShutdownNow,
}

/// What a heartbeat asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeartbeatWish {
    /// To be in use: neither `wantFence` nor `wantShutDown`.
    Run,
    /// To stay or become fenced: `wantFence`.
    Fence,
    /// To stop in good order: `wantShutDown`.
    ShutDown,
    /// Both at once: a broker that is fenced anyway wants to stop.
    FenceAndShutDown,
}

/// Whether the broker leads any partition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaderships {
    /// It leads none.
    None,
    /// It leads at least one.
    Some,
}

/// What the active controller remembers of one broker. Source: `BrokerHeartbeatState`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BrokerHeartbeatState {
    /// The broker.
    pub id: BrokerId,
    /// Whether it is fenced.
    pub fenced: bool,
    /// How far it has applied the metadata, `None` before it said so.
    pub metadata_offset: Option<MetadataOffset>,
    /// The end of the batch that took its leaderships away; set while it is in controlled shutdown.
    pub controlled_shutdown_offset: Option<MetadataOffset>,
}

impl BrokerHeartbeatState {
    /// A broker that was just registered.
    #[must_use]
    pub fn registered(id: BrokerId) -> BrokerHeartbeatState {
        BrokerHeartbeatState {
            id,
            fenced: true,
            metadata_offset: None,
            controlled_shutdown_offset: None,
        }
    }

    /// The state the broker is in.
    #[must_use]
    pub fn control_state(&self) -> BrokerControlState {
        if self.controlled_shutdown_offset.is_some() {
            BrokerControlState::ControlledShutdown
        } else if self.fenced {
            BrokerControlState::Fenced
        } else {
            BrokerControlState::Unfenced
        }
    }

    /// Notes a heartbeat and the state that followed from it.
    ///
    /// A heartbeat that waited too long in the controller's queue does only this, with the state
    /// unchanged. Source: `BrokerHeartbeatManager.touch`.
    pub fn touch(&mut self, next: BrokerControlState, offset: MetadataOffset) {
        self.fenced = is_fenced(next);
        self.metadata_offset = Some(offset);
        if self.fenced {
            self.controlled_shutdown_offset = None;
        }
    }

    /// Notes that the broker entered controlled shutdown with a batch that ends at `offset`. Only
    /// the first time counts. Source: `maybeUpdateControlledShutdownOffset`.
    ///
    /// # Errors
    /// [`FencedBroker`] if the broker is fenced; Kafka fails an assertion here.
    pub fn enter_controlled_shutdown(
        &mut self,
        offset: MetadataOffset,
    ) -> Result<(), FencedBroker> {
        if self.fenced {
            return Err(FencedBroker(self.id));
        }
        self.controlled_shutdown_offset.get_or_insert(offset);
        Ok(())
    }
}

/// A fenced broker can't enter controlled shutdown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FencedBroker(pub BrokerId);

/// How far the slowest active broker has applied the metadata: `None` if no broker is active (no
/// bound), `Some(None)` if one has not said so yet. Brokers in controlled shutdown don't count.
fn lowest_active_offset(brokers: &[BrokerHeartbeatState]) -> Option<Option<MetadataOffset>> {
    brokers
        .iter()
        .filter(|broker| broker.control_state() == BrokerControlState::Unfenced)
        .map(|broker| broker.metadata_offset)
        .min()
}

/// Whether every active broker has applied the metadata up to `offset`. Source:
/// `BrokerHeartbeatManager.lowestActiveOffset`.
#[must_use]
pub fn all_active_have_applied(brokers: &[BrokerHeartbeatState], offset: MetadataOffset) -> bool {
    match lowest_active_offset(brokers) {
        None => true,
        Some(lowest) => Some(offset) <= lowest,
    }
}

/// One heartbeat, as far as the next state depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heartbeat {
    /// What it asks for.
    pub wish: HeartbeatWish,
    /// How far the broker has applied the metadata.
    pub metadata_offset: MetadataOffset,
    /// The metadata offset of the broker's registration record.
    pub registration_offset: MetadataOffset,
    /// Whether the broker leads anything.
    pub leaderships: Leaderships,
}

/// The state after a heartbeat. `brokers` are all that the controller remembers, this one
/// included. Source: `BrokerHeartbeatManager.calculateNextBrokerState`.
#[must_use]
pub fn next_state(
    broker: &BrokerHeartbeatState,
    heartbeat: Heartbeat,
    brokers: &[BrokerHeartbeatState],
) -> BrokerControlState {
    use BrokerControlState as State;
    use HeartbeatWish as Wish;
    match (broker.control_state(), heartbeat.wish) {
        (State::Fenced, Wish::ShutDown | Wish::FenceAndShutDown) => State::ShutdownNow,
        (State::Fenced, Wish::Run) if is_caught_up(heartbeat) => State::Unfenced,
        (State::Fenced, Wish::Run | Wish::Fence) => State::Fenced,
        (State::Unfenced, Wish::FenceAndShutDown) => State::ShutdownNow,
        (State::Unfenced, Wish::Fence) => State::Fenced,
        (State::Unfenced, Wish::ShutDown) => match heartbeat.leaderships {
            Leaderships::Some => State::ControlledShutdown,
            Leaderships::None => State::ShutdownNow,
        },
        (State::Unfenced, Wish::Run) => State::Unfenced,
        (State::ControlledShutdown, _) => {
            let moved = broker
                .controlled_shutdown_offset
                .is_none_or(|offset| all_active_have_applied(brokers, offset));
            if heartbeat.leaderships == Leaderships::None && moved {
                State::ShutdownNow
            } else {
                State::ControlledShutdown
            }
        }
        (State::ShutdownNow, _) => State::ShutdownNow,
    }
}

/// What a step from one state to another does to the partitions; nothing if the state stays.
#[must_use]
pub fn transition(
    broker: BrokerId,
    from: BrokerControlState,
    to: BrokerControlState,
) -> Option<BrokerChange> {
    if from == to {
        return None;
    }
    Some(match to {
        BrokerControlState::Fenced | BrokerControlState::ShutdownNow => BrokerChange::Fence(broker),
        BrokerControlState::Unfenced => BrokerChange::Unfence(broker),
        BrokerControlState::ControlledShutdown => BrokerChange::ControlledShutdown(broker),
    })
}

/// What the broker is told. Source: `BrokerHeartbeatReply`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HeartbeatReply {
    /// Whether it has applied the metadata up to its own registration.
    pub is_caught_up: bool,
    /// Whether it is fenced.
    pub is_fenced: bool,
    /// Whether it is being relieved of its leaderships.
    pub in_controlled_shutdown: bool,
    /// Whether it should stop now.
    pub should_shut_down: bool,
}

/// The reply to a heartbeat that led to this state.
#[must_use]
pub fn reply(heartbeat: Heartbeat, next: BrokerControlState) -> HeartbeatReply {
    HeartbeatReply {
        is_caught_up: is_caught_up(heartbeat),
        is_fenced: is_fenced(next),
        in_controlled_shutdown: next == BrokerControlState::ControlledShutdown,
        should_shut_down: next == BrokerControlState::ShutdownNow,
    }
}

fn is_caught_up(heartbeat: Heartbeat) -> bool {
    heartbeat.registration_offset <= heartbeat.metadata_offset
}

fn is_fenced(state: BrokerControlState) -> bool {
    matches!(state, BrokerControlState::Fenced | BrokerControlState::ShutdownNow)
}
