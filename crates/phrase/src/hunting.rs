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
    match lang {
        Lang::Ko => {
            text!["상태 " states "개 · 초당 " per_second "개 · 장애 " faults "건 · 깊이 " depth " · 다음 " frontier "개"]
        }
        Lang::En => {
            text![states " states · " per_second "/s · " faults " faults · depth " depth " · next " frontier]
        }
    }
}

/// How many faults are enough.
#[must_use]
pub fn enough(lang: Lang, faults: u32) -> String {
    match (lang, faults) {
        (Lang::Ko, 0) => "장애가 없어도 일어납니다.".to_owned(),
        (Lang::En, 0) => "It happens without any fault.".to_owned(),
        (Lang::Ko, _) => text!["장애 " faults "건이면 일어납니다."],
        (Lang::En, 1) => "One fault is enough.".to_owned(),
        (Lang::En, _) => text![faults " faults are enough."],
    }
}

/// That it can't happen within the budget.
#[must_use]
pub fn never(lang: Lang, faults: u32, states: u64) -> String {
    match lang {
        Lang::Ko => {
            text!["장애 " faults "건까지는 일어나지 않습니다. 있을 수 있는 상태 " states "개를 모두 보았습니다."]
        }
        Lang::En => {
            text!["Not with up to " faults " faults: all " states " states that there are were seen."]
        }
    }
}

/// That a bound was hit first.
#[must_use]
pub fn limit(lang: Lang, limit: &str, states: u64) -> String {
    match lang {
        Lang::Ko => {
            text!["한도(" limit ")에 먼저 닿았습니다. 상태 " states "개까지는 일어나지 않았고, 그 너머는 모릅니다."]
        }
        Lang::En => {
            text!["A limit (" limit ") was hit first. It did not happen in " states " states; beyond them nothing is known."]
        }
    }
}

/// That the explorer said no.
#[must_use]
pub fn failed(lang: Lang, why: &str) -> String {
    match lang {
        Lang::Ko => text!["탐색할 수 없습니다: " why],
        Lang::En => text!["This can't be explored: " why],
    }
}

/// A choice of how many faults there may be.
#[must_use]
pub fn up_to(lang: Lang, faults: u32) -> String {
    match (lang, faults) {
        (Lang::Ko, _) => text!["장애 " faults "건까지"],
        (Lang::En, 1) => "up to 1 fault".to_owned(),
        (Lang::En, _) => text!["up to " faults " faults"],
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
