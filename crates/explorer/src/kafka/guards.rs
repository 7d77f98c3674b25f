//! Guards of the protocol that can be switched off, one at a time, to see what each is there for.
//!
//! The rules themselves stay whole: a switch sits where this model calls a rule, and gives it what
//! it would have without the guard. The engine has no such switch.
//!
//! Some guards can't be missed here, because what they are for can't happen: a fetch and its answer
//! are one step, so no answer comes late (KAFKA-18991), and a request for another ISR is answered
//! at once or sent again with newer metadata, so neither its partition epoch nor the maximal ISR
//! (KIP-497) is put to the test.

/// A check whose absence lets something happen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Guard {
    /// The controller takes nobody into the ISR whose process has changed since the leader heard it.
    BrokerEpoch,
    /// The high watermark stands still while the ISR is smaller than the minimum.
    MinIsrGate,
    /// A follower joins the ISR only when it holds everything below the leader's high watermark.
    HighWatermarkReached,
    /// A follower joins the ISR only when it has reached the start of the leader's epoch.
    EpochStart,
    /// Fetches are refused if they are of another leader epoch.
    FetchFencing,
    /// A fetch names the epoch of the last record, and a follower whose log differs is cut.
    DivergenceCheck,
    /// A broker that ended uncleanly leaves the ELR.
    UncleanShutdown,
}

impl Guard {
    /// All of them.
    pub const ALL: [Guard; 7] = [
        Guard::BrokerEpoch,
        Guard::MinIsrGate,
        Guard::HighWatermarkReached,
        Guard::EpochStart,
        Guard::FetchFencing,
        Guard::DivergenceCheck,
        Guard::UncleanShutdown,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Guard::BrokerEpoch => "broker-epoch",
            Guard::MinIsrGate => "min-isr-gate",
            Guard::HighWatermarkReached => "high-watermark-reached",
            Guard::EpochStart => "epoch-start",
            Guard::FetchFencing => "fetch-fencing",
            Guard::DivergenceCheck => "divergence-check",
            Guard::UncleanShutdown => "unclean-shutdown",
        }
    }

    /// The guard with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Guard> {
        Guard::ALL.into_iter().find(|guard| guard.name() == name)
    }

    /// Where Kafka got it, an improvement proposal or an issue; `None` for what it always had.
    #[must_use]
    pub fn origin(self) -> Option<&'static str> {
        match self {
            Guard::BrokerEpoch => Some("KIP-903, KAFKA-15221"),
            Guard::MinIsrGate => Some("KAFKA-15583"),
            Guard::HighWatermarkReached => None,
            Guard::EpochStart | Guard::FetchFencing => Some("KIP-320"),
            Guard::DivergenceCheck => Some("KIP-595, after KIP-101"),
            Guard::UncleanShutdown => Some("KIP-966"),
        }
    }
}
