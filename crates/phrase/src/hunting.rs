//! What the page says while it looks for the least that must go wrong, and of what it found.

use crate::compose::text;
use crate::lang::Lang;

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct Figures {
    pub states: u64,
    pub per_second: u64,
    pub faults: u32,
    pub depth: u32,
    pub frontier: u64,
}

/// A search under way.
#[must_use]
pub fn progress(lang: Lang, at: Figures) -> String {
    let Figures { states, per_second, faults, depth, frontier } = at;
    text!(lang, HuntProgress, states, per_second, faults, depth, frontier)
}

/// How many faults are enough.
#[must_use]
pub fn enough(lang: Lang, faults: u32) -> String {
    match faults {
        0 => text!(lang, HuntNeedsNone),
        1 => text!(lang, HuntNeedsOne),
        _ => text!(lang, HuntNeedsMany, faults),
    }
}

/// That it can't happen within the budget.
#[must_use]
pub fn never(lang: Lang, faults: u32, states: u64) -> String {
    text!(lang, HuntNever, faults, states)
}

/// That a bound was hit first.
#[must_use]
pub fn limit(lang: Lang, limit: &str, states: u64) -> String {
    text!(lang, HuntLimit, limit, states)
}

/// That the explorer said no.
#[must_use]
pub fn failed(lang: Lang, why: &str) -> String {
    text!(lang, HuntFailed, why)
}

/// A choice of how many faults there may be.
#[must_use]
pub fn up_to(lang: Lang, faults: u32) -> String {
    match faults {
        1 => text!(lang, HuntUpToOne),
        _ => text!(lang, HuntUpToMany, faults),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_fault_is_one() {
        assert_eq!(enough(Lang::En, 1), "One fault is enough.");
        assert_eq!(enough(Lang::En, 2), "2 faults are enough.");
        assert_eq!(up_to(Lang::Ko, 1), "장애 1건까지");
    }
}
