//! The abstract model as the search sees it.

use crate::reference::actions::Action;
use crate::reference::bounds::{Bounds, Variant};
use crate::reference::claim::Claim;
use crate::reference::codec;
use crate::reference::state::State;
use crate::search::{Model, Property};

/// The abstract model under bounds, with what is claimed of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reference {
    /// How followers truncate and what is checked.
    pub variant: Variant,
    /// How far a state may grow.
    pub bounds: Bounds,
    /// What is claimed.
    pub claim: Claim,
}

impl Model for Reference {
    type State = State;
    type Action = Action;

    fn initial(&self, out: &mut Vec<State>) {
        out.push(State::initial(self.bounds));
    }

    fn steps(&self, state: &State, out: &mut Vec<Action>) {
        self.candidates(state, out);
    }

    fn next(&self, state: &State, action: Action) -> Option<State> {
        self.apply(state, action)
    }

    fn properties(&self) -> Vec<Property<Reference>> {
        vec![self.claim.property()]
    }

    fn encode(&self, state: &State, out: &mut Vec<u8>) {
        codec::encode(self.bounds, state, out);
    }

    fn decode(&self, bytes: &[u8]) -> State {
        codec::decode(self.bounds, bytes)
    }
}
