//! Broker sessions: when the controller last heard of each broker, and when it gives one up.
//!
//! Times are arguments in milliseconds of the controller's clock. Nothing here fences a broker; it
//! only says whose session has run out. Source: `BrokerHeartbeatTracker` (4.0).

use crate::ids::{BrokerEpoch, BrokerId};
use crate::lag::Millis;

/// Default of `broker.heartbeat.interval.ms`.
pub const HEARTBEAT_INTERVAL: Millis = 2_000;

/// Default of `broker.session.timeout.ms`.
pub const SESSION_TIMEOUT: Millis = 9_000;

/// How soon the scan for ended sessions runs again after it has found one, in ms.
pub const SCAN_AGAIN_DELAY: Millis = 10;

/// The period of the scan for ended sessions, in ms. Source: `maybeFenceStaleBroker`.
#[must_use]
pub fn scan_period(session_timeout: Millis) -> Millis {
    (session_timeout / 8).max(1)
}

/// Whether a contact at `contact` is too long ago at `now`. Exactly `timeout` later it isn't.
#[must_use]
pub fn is_expired(contact: Millis, now: Millis, timeout: Millis) -> bool {
    contact < now && contact + timeout < now
}

/// Whether a broker with a certain epoch was heard of in time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SessionState {
    /// It was.
    Valid,
    /// It wasn't, or never.
    Expired,
}

/// Which of several ended sessions the scan takes first.
///
/// Kafka's order is that of a hash map. It matters: whoever is fenced last stays in the ISR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExpiryOrder {
    /// The lowest broker id first.
    AscendingId,
    /// The highest broker id first.
    DescendingId,
}

/// A time at which a broker was heard of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Contact {
    broker: BrokerId,
    epoch: BrokerEpoch,
    at: Millis,
}

/// The last contact with every broker id and epoch. Being fenced or shut down ends no session.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sessions {
    contacts: Vec<Contact>,
}

impl Sessions {
    /// The sessions of a controller that just became active: every unfenced broker gets the whole
    /// timeout from now, a fenced one has no session.
    #[must_use]
    pub fn after_failover(
        unfenced: impl IntoIterator<Item = (BrokerId, BrokerEpoch)>,
        now: Millis,
    ) -> Sessions {
        let mut sessions = Sessions::default();
        for (broker, epoch) in unfenced {
            sessions.touch(broker, epoch, now);
        }
        sessions
    }

    /// Notes a heartbeat. Kafka does so when the request arrives, before anything is checked, so
    /// that a busy controller fences no live broker.
    pub fn touch(&mut self, broker: BrokerId, epoch: BrokerEpoch, now: Millis) {
        let contact = Contact { broker, epoch, at: now };
        match self.contacts.binary_search_by_key(&(broker, epoch), |c| (c.broker, c.epoch)) {
            Ok(index) => self.contacts[index] = contact,
            Err(index) => self.contacts.insert(index, contact),
        }
    }

    /// Whether the broker has a session with this epoch.
    #[must_use]
    pub fn state(
        &self,
        broker: BrokerId,
        epoch: BrokerEpoch,
        now: Millis,
        timeout: Millis,
    ) -> SessionState {
        let lives =
            |c: &Contact| c.broker == broker && c.epoch == epoch && !is_expired(c.at, now, timeout);
        if self.contacts.iter().any(lives) { SessionState::Valid } else { SessionState::Expired }
    }

    /// Removes one ended session, if there is one, and says whose it was.
    ///
    /// The caller fences the broker only if it is still registered with this epoch, and scans again
    /// after [`SCAN_AGAIN_DELAY`], so that every fencing is visible to the elections of the next.
    pub fn take_expired(
        &mut self,
        now: Millis,
        timeout: Millis,
        order: ExpiryOrder,
    ) -> Option<(BrokerId, BrokerEpoch)> {
        let ended = |contact: &Contact| is_expired(contact.at, now, timeout);
        let index = match order {
            ExpiryOrder::AscendingId => self.contacts.iter().position(ended),
            ExpiryOrder::DescendingId => self.contacts.iter().rposition(ended),
        }?;
        let contact = self.contacts.remove(index);
        Some((contact.broker, contact.epoch))
    }
}
