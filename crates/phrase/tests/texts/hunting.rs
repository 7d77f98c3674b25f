//! What is said of a search.

use highwater_phrase::hunting::{self, Figures};

use crate::page::{Page, number};

pub(crate) fn put(page: &mut Page) {
    page.heading("searches");
    let big = |index| u64::from(number(index)) * 1_000;
    for i in 0..3 {
        let at = Figures {
            states: big(i),
            per_second: big(i + 1),
            faults: number(i + 2),
            depth: number(i + 3),
            frontier: big(i + 4),
        };
        page.text(at, |lang| hunting::progress(lang, at));
        let (faults, states) = (number(i), big(i + 1));
        page.text(("never", faults, states), |lang| hunting::never(lang, faults, states));
        page.text(("limit", "states", states), |lang| hunting::limit(lang, "states", states));
    }
    for faults in [0, 1, 2, 3] {
        page.text(("enough", faults), |lang| hunting::enough(lang, faults));
        page.text(("up_to", faults), |lang| hunting::up_to(lang, faults));
    }
    page.text("failed", |lang| hunting::failed(lang, "…"));
}
