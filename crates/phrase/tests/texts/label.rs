//! Labels, languages, generations.

use highwater_phrase::{GenerationWord, Label};

use crate::page::Page;

pub(crate) fn put(page: &mut Page) {
    page.heading("labels");
    for label in Label::ALL {
        page.text(label, |lang| label.text(lang).to_owned());
    }

    page.heading("generations");
    use GenerationWord as G;
    let say = |word: G| {
        page.text(("short", word), |lang| word.short(lang).to_owned());
        page.text(("rule", word), |lang| word.rule(lang).to_owned());
    };
    samples! { say; G;
        G::Hw => [G::Hw],
        G::Kip101 => [G::Kip101],
        G::Kip279 => [G::Kip279],
        G::Kip320 => [G::Kip320],
        G::Strict => [G::Strict],
        G::Elr => [G::Elr],
    }
}
