//! What is claimed of the abstract model.

use crate::reference::model::Reference;
use crate::reference::state::{Members, State};
use crate::search::Property;

/// An invariant: everything below the high watermark of whoever takes itself for the leader is the
/// same on every member of an ISR.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Claim {
    /// Of the ISR that the controller has.
    StrongIsr,
    /// Of the ISR that the leader itself knows.
    WeakIsr,
}

impl Claim {
    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Claim::StrongIsr => "strong",
            Claim::WeakIsr => "weak",
        }
    }

    /// The claim with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Claim> {
        [Claim::StrongIsr, Claim::WeakIsr].into_iter().find(|claim| claim.name() == name)
    }

    pub(super) fn property(self) -> Property<Reference> {
        match self {
            Claim::StrongIsr => Property {
                name: "strong ISR",
                holds: |model, state| holds(model, state, |_| state.quorum.isr),
            },
            Claim::WeakIsr => Property {
                name: "weak ISR",
                holds: |model, state| holds(model, state, |leader| state.replica(leader).isr),
            },
        }
    }
}

fn holds(model: &Reference, state: &State, isr: impl Fn(u8) -> Members) -> bool {
    let leaders = (0..model.bounds.replicas()).filter(|replica| state.presumes(*replica));
    leaders.into_iter().all(|leader| {
        let own = state.replica(leader);
        isr(leader).iter().all(|member| {
            let other = state.replica(member);
            (0..own.hw).all(|offset| {
                own.entry(offset).is_some() && own.entry(offset) == other.entry(offset)
            })
        })
    })
}
