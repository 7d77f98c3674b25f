//! How far a search may go.

/// A kind of fault, by number; which is which is the model's business. Below [`FAULT_KINDS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FaultKind(pub u8);

/// How many kinds of fault there can be.
pub const FAULT_KINDS: usize = 8;

/// How many faults a schedule may have. Healing is never limited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FaultLimits {
    /// All kinds together.
    pub total: u8,
    /// Each kind, by number.
    pub each: [u8; FAULT_KINDS],
}

impl FaultLimits {
    /// No faults at all.
    pub const NONE: FaultLimits = FaultLimits { total: 0, each: [0; FAULT_KINDS] };

    /// So many faults, of any kind.
    #[must_use]
    pub fn of_any_kind(total: u8) -> FaultLimits {
        FaultLimits { total, each: [u8::MAX; FAULT_KINDS] }
    }

    /// The same with another limit for one kind.
    #[must_use]
    pub fn with(mut self, kind: FaultKind, limit: u8) -> FaultLimits {
        if let Some(slot) = self.each.get_mut(usize::from(kind.0)) {
            *slot = limit;
        }
        self
    }

    /// The limit of one kind: its own, but never more than all together.
    #[must_use]
    pub fn of(&self, kind: FaultKind) -> u8 {
        self.each.get(usize::from(kind.0)).copied().unwrap_or(0).min(self.total)
    }

    /// The kinds whose use must be counted in a state: those that can run out before the total
    /// does. Others are limited by the total alone.
    pub(super) fn counted(&self) -> Vec<FaultKind> {
        let kinds = (0..FAULT_KINDS as u8).map(FaultKind);
        kinds.filter(|kind| 0 < self.of(*kind) && self.of(*kind) < self.total).collect()
    }
}

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Budget {
    /// Most distinct states.
    pub states: u32,
    /// Most actions in a schedule, faults included.
    pub depth: u32,
    /// Most memory for the states, in bytes.
    pub bytes: u64,
    /// Most faults.
    pub faults: FaultLimits,
}

impl Budget {
    /// No bound but those of the machine; no faults.
    #[must_use]
    pub fn unlimited() -> Budget {
        Budget { states: u32::MAX, depth: u32::MAX - 1, bytes: u64::MAX, faults: FaultLimits::NONE }
    }
}

/// A bound that a search ran into before it had seen everything.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Limit {
    /// [`Budget::states`].
    States,
    /// [`Budget::depth`]: longer schedules exist that lead to new states.
    Depth,
    /// [`Budget::bytes`].
    Memory,
}

impl Limit {
    /// A short word for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Limit::States => "states",
            Limit::Depth => "depth",
            Limit::Memory => "memory",
        }
    }
}
