//! Runs side by side.

use highwater_phrase::compare;

use crate::page::{Page, number};

pub(crate) fn put(page: &mut Page) {
    page.heading("compare");
    for i in 0..3 {
        let (some, all) = (number(i), number(i + 1));
        page.text(("deeds", some, all), |lang| compare::deeds(lang, some, all));
    }
    page.text("ended", |lang| compare::ended(lang, "40 ms"));
    page.text("unplayable", |lang| compare::unplayable(lang).to_owned());
}
