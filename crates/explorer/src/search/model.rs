//! What a search asks of a model.

use crate::search::budget::FaultKind;

/// A system whose states can be listed by following its actions.
///
/// Every list is filled in an order of the model's own, which must depend on the state alone.
pub trait Model {
    /// A state, in the form that is convenient to work with.
    type State: Clone;
    /// Something that leads from a state to another.
    type Action: Copy;

    /// The states to begin with.
    fn initial(&self, out: &mut Vec<Self::State>);

    /// What can happen in a state at no cost: ordinary work and healing.
    fn steps(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// What can go wrong in a state. Each of these costs one fault.
    fn faults(&self, state: &Self::State, out: &mut Vec<Self::Action>) {
        let _ = (state, out);
    }

    /// The kind of an action that [`Model::faults`] named.
    fn fault_kind(&self, action: Self::Action) -> FaultKind {
        let _ = action;
        FaultKind(0)
    }

    /// The state after an action; `None` if the action does nothing there.
    fn next(&self, state: &Self::State, action: Self::Action) -> Option<Self::State>;

    /// What should hold in every state.
    fn properties(&self) -> Vec<Property<Self>>
    where
        Self: Sized;

    /// Writes a state as bytes: equal bytes for states that are the same, different bytes for
    /// states that are not, on every target. At most 255 bytes.
    fn encode(&self, state: &Self::State, out: &mut Vec<u8>);

    /// The state that [`Model::encode`] wrote as these bytes.
    fn decode(&self, bytes: &[u8]) -> Self::State;
}

/// Something that should hold in every state.
pub struct Property<M: Model> {
    /// What it is called, for people.
    pub name: &'static str,
    /// Whether it holds in a state.
    pub holds: fn(&M, &M::State) -> bool,
}

impl<M: Model> Clone for Property<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Model> Copy for Property<M> {}
