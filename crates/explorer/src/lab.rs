//! The mutation lab: for each guard of the protocol the settings, question and bounds under which it
//! matters. With the guard the search is exhausted; without it a shortest schedule is found.
//!
//! ```
//! use highwater_explorer::kafka::Guard;
//! use highwater_explorer::lab::exhibit;
//! use highwater_explorer::session::{Request, Session, Stage};
//!
//! let mut request = exhibit(Guard::DivergenceCheck);
//! request.settings.without = Some(Guard::DivergenceCheck);
//! let mut session = Session::start(&Request::Kafka(request)).expect("two replicas");
//! assert_eq!(session.run(10_000).stage, Stage::Violated);
//! ```

use highwater_protocol::Generation;
use highwater_protocol::produce::Acks;

use crate::kafka::{Fault, Guard, Question, Settings, usual_budget};
use crate::search::{Budget, FaultLimits};
use crate::session::KafkaRequest;

/// Faults of single brokers, none of them a power cut.
fn disks_kept() -> FaultLimits {
    usual_budget(3).faults.with(Fault::POWER_CUT, 0)
}

/// Faults of which at most one ends a process uncleanly.
fn one_unclean() -> FaultLimits {
    usual_budget(3).faults.with(Fault::POWER_CUT, 1).with(Fault::CRASH, 0)
}

/// What a guard is there to keep from happening, and how many faults that takes at most without it.
#[must_use]
pub fn question(guard: Guard) -> (Question, u8) {
    match guard {
        Guard::HighWatermarkReached => (Question::AckedRecordLost, 1),
        Guard::EpochStart | Guard::FetchFencing | Guard::BrokerEpoch | Guard::UncleanShutdown => {
            (Question::AckedRecordLost, 3)
        }
        Guard::DivergenceCheck => (Question::Diverged, 2),
        Guard::MinIsrGate => (Question::ConsumedRecordLost, 3),
    }
}

/// Where a guard matters; the guard itself is in force.
#[must_use]
pub fn exhibit(guard: Guard) -> KafkaRequest {
    let fenced = Settings::usual(Generation::Kip320);
    let elr = Settings { records: 1, ..Settings::usual(Generation::Elr) };
    let (question, total) = question(guard);
    let (settings, faults) = match guard {
        // A follower that joins too early would get the rest in the same exchange, if that brought
        // everything.
        Guard::HighWatermarkReached => (Settings { fetch_records: 1, ..fenced }, disks_kept()),
        Guard::EpochStart => (
            Settings { fetch_records: 1, ..fenced },
            disks_kept().with(Fault::CRASH, 0).with(Fault::ISOLATION, 0).with(Fault::LAG, 1),
        ),
        Guard::FetchFencing => (
            Settings { records: 1, ..fenced },
            disks_kept().with(Fault::CRASH, 0).with(Fault::LAG, 0).with(Fault::ISOLATION, 1),
        ),
        Guard::DivergenceCheck => {
            (Settings { replication_factor: 2, min_insync_replicas: 1, ..fenced }, disks_kept())
        }
        // What was appended while the ISR was too small must stay unseen: a member of the ELR that
        // lacks it may be elected.
        Guard::MinIsrGate => (
            Settings { acks: Acks::Leader, ..elr },
            disks_kept().with(Fault::CRASH, 0).with(Fault::ISOLATION, 0),
        ),
        Guard::BrokerEpoch => (elr, one_unclean().with(Fault::LAG, 0).with(Fault::ISOLATION, 1)),
        Guard::UncleanShutdown => {
            (elr, one_unclean().with(Fault::LAG, 1).with(Fault::ISOLATION, 0))
        }
    };
    KafkaRequest {
        settings,
        question,
        budget: Budget { faults: FaultLimits { total, ..faults }, ..usual_budget(3) },
    }
}
