//! About this run: what makes it repeatable, its link, and the keys.

use highwater_phrase::{Label, grouped};
use yew::prelude::*;

use super::Ui;
use super::verdict::terms;
use crate::dom::{El, el, of};
use crate::intent::Intent;

/// What makes a run repeatable.
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct Run {
    pub slug: String,
    pub generation: &'static str,
    pub digest: u64,
    pub events: u32,
    /// Expectations of the script that don't hold, one line each.
    pub unmet: Vec<String>,
}

const KEYS: &[(&str, Label)] = &[
    ("Space", Label::KeyPlay),
    ("← →", Label::KeyStep),
    ("Shift ← →", Label::KeyEvent),
    ("Home End", Label::KeyEnds),
    ("↑ ↓", Label::KeyBrokers),
    ("Enter", Label::KeyMenu),
    ("K S X P", Label::KeyActs),
    ("[ ]", Label::KeySpeed),
    ("0 – 9", Label::KeyBroker),
    ("W", Label::AskWhy),
    ("F", Label::Branches),
    ("?", Label::Keys),
    ("Esc", Label::KeyClose),
];

/// About this run.
pub fn about(ui: &Ui, run: &Run) -> Html {
    let unmet = run.unmet.iter().enumerate();
    let keys = KEYS.iter().map(|(keys, label)| {
        el("div.fate-row")
            .key(*keys)
            .put(el("dt").put(el("kbd").text(*keys)))
            .put(el("dd").say(ui, *label))
    });
    of("details", "card about")
        .test("about")
        .put(el("summary").say(ui, Label::AboutRun))
        .put(
            el("div.inside")
                .put(facts(ui, run))
                .put(
                    el("div.row").put(
                        el("button type=button @copy-link")
                            .press(ui, Intent::CopyLink)
                            .say(ui, Label::CopyLink),
                    ),
                )
                .put(
                    el("div @unmet")
                        .hidden(run.unmet.is_empty())
                        .put(el("h2").say(ui, Label::UnmetExpectations))
                        .put(el("ul.mistakes").each(
                            unmet.map(|(index, line)| el("li").key(index).text(line.clone())),
                        ))
                        .put(
                            el("button type=button @ask-unmet")
                                .press(ui, Intent::Ask("unmet".to_owned()))
                                .say(ui, Label::FoundInstead),
                        ),
                )
                .put(el("h2").say(ui, Label::Keys))
                .put(el("dl.fate").each(keys)),
        )
        .into()
}

fn facts(ui: &Ui, run: &Run) -> El {
    let label = |label: Label| label.text(ui.lang).to_owned();
    let rows = [
        (label(Label::Scenario), format!("{} · {}", run.slug, run.generation)),
        (label(Label::Events), grouped(u64::from(run.events))),
    ];
    terms(rows.into_iter()).put(
        el("div.fate-row")
            .put(el("dt").say(ui, Label::Digest))
            .put(el("dd").put(el("code @digest").text(hex(run.digest)))),
    )
}

/// A digest as it is written everywhere.
#[must_use]
pub fn hex(digest: u64) -> String {
    format!("{digest:016x}")
}
