//! What can be asked about the run, and the answer.
//!
//! An answer is HTML of the program that answers; the page puts it into the place that is made here,
//! and what is pressed in it becomes an intent.

use highwater_phrase::Label;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use super::Ui;
use crate::dom::{el, of};
use crate::intent::Intent;
use crate::store::Inquiry;

/// The questions that have a button of their own, with the name that tests find it by.
const QUESTIONS: [(&str, &str, Label); 7] = [
    ("ask-danger", "danger", Label::AskDanger),
    ("ask-records", "records", Label::AskRecords),
    ("ask-inspect", "inspect cluster", Label::AskInspect),
    ("ask-compare", "compare", Label::AskCompare),
    ("ask-table", "table", Label::TableView),
    ("ask-map", "map", Label::SafetyMap),
    ("ask-lab", "lab", Label::AskGuards),
];

/// The questions.
pub fn questions(ui: &Ui, inquiry: &Inquiry) -> Html {
    let standing = inquiry.question.as_deref().unwrap_or_default();
    let buttons = QUESTIONS.into_iter().map(|(id, question, label)| {
        let is_open = standing.split(' ').next() == question.split(' ').next();
        let wish = if is_open { Intent::AskNoMore } else { Intent::Ask(question.to_owned()) };
        el("button type=button")
            .key(id)
            .test(id)
            .truth("aria-pressed", is_open)
            .press(ui, wish)
            .say(ui, label)
    });
    of("div", "row questions")
        .attr("role", "group")
        .named(Label::Ask.text(ui.lang))
        .each(buttons)
        .into()
}

/// Where the answer stands; the page fills `place`.
pub fn answer(ui: &Ui, inquiry: &Inquiry, place: NodeRef) -> Html {
    let waits = inquiry.answered.is_none() && !inquiry.has_failed;
    let state = if waits { Label::AnswerComes } else { Label::NoAnswer };
    let silent = !waits && !inquiry.has_failed;
    let close = el("button.close type=button @answer-close")
        .named(Label::Close.text(ui.lang))
        .press(ui, Intent::AskNoMore)
        .text("×");
    of("section", "card answer")
        .attr("tabindex", "-1")
        .test("answer")
        .hidden(inquiry.question.is_none())
        .named(Label::Answer.text(ui.lang))
        .pressed(ui, pressed)
        .put(close)
        .put(el("p.hint role=status").hidden(silent).say(ui, state))
        .put(of("div", if inquiry.has_failed { "answered old" } else { "answered" }).at(place))
        .into()
}

/// What pressing something in an answer means.
fn pressed(event: MouseEvent) -> Option<Intent> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let place = target.closest("[data-ask],[data-seek],[data-mark],[data-hunt]").ok()??;
    let attribute = |name| place.get_attribute(name);
    if let Some(position) = attribute("data-seek") {
        return position.parse().ok().map(Intent::Seek);
    }
    if let Some(hunt) = attribute("data-hunt") {
        return Some(Intent::HuntFor(hunt));
    }
    attribute("data-ask").or_else(|| attribute("data-mark")).map(Intent::Ask)
}
