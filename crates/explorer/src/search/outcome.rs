//! What a search has to say.

use crate::search::budget::Limit;
use crate::search::model::Model;

/// Where a search stands after a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// There is more to do.
    Working,
    /// The property with this number does not hold in some state; no state where it fails has
    /// fewer faults, or as many and fewer steps. Running on looks for the properties that are left;
    /// when none is left, the last answer is repeated.
    Violated(usize),
    /// Every state within the limits of faults was seen; the properties that were not reported hold
    /// in all of them.
    Exhausted,
    /// A bound was hit before that.
    LimitHit(Limit),
}

/// Figures of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Successors computed, repeated ones included.
    pub generated: u64,
    /// Distinct states.
    pub distinct: u32,
    /// Faults in the schedules that are looked at now.
    pub faults: u32,
    /// Actions in the schedules that are looked at now.
    pub depth: u32,
    /// States whose successors are still to be computed at this depth.
    pub frontier: u32,
    /// Memory for the states and how they were reached, in bytes.
    pub bytes: u64,
}

/// A schedule: a state and the actions that follow, each with the state it leads to.
pub struct Trace<M: Model> {
    /// The state it begins with.
    pub start: M::State,
    /// The actions and where they lead.
    pub steps: Vec<(M::Action, M::State)>,
    /// How many of the actions are faults.
    pub faults: u32,
}

impl<M: Model> Trace<M> {
    /// The state it ends with.
    #[must_use]
    pub fn end(&self) -> &M::State {
        self.steps.last().map_or(&self.start, |(_, state)| state)
    }

    /// The actions alone.
    #[must_use]
    pub fn actions(&self) -> Vec<M::Action> {
        self.steps.iter().map(|(action, _)| *action).collect()
    }
}
