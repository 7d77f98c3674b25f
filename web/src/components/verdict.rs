//! Whether promises were kept: which record, who lost it, where the last copy is.

use highwater_phrase::{Label, caption};
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el, of};
use crate::film::{VerdictCard, VerdictView};
use crate::intent::Intent;

/// How many cards are shown one by one.
const CARDS_MAX: usize = 3;

/// The verdict, and how the script ended where that is not at its end.
pub fn verdicts(ui: &Ui, verdict: &VerdictView, unfinished: Option<String>) -> Html {
    let VerdictView { cards, acked, at_end } = verdict;
    let broken = cards.iter().any(|card| card.breaks);
    let kept = if *at_end { Label::AllPromisesKept } else { Label::SoFarKept };
    let breaking = cards.iter().filter(|card| card.breaks).take(CARDS_MAX);
    let others = cards.iter().filter(|card| !card.breaks);
    of("section", if broken { "card verdict bad" } else { "card verdict" })
        .test("verdict")
        .truth("data-broken", broken)
        .named(Label::Verdict.text(ui.lang))
        .put(
            el("div")
                .hidden(broken)
                .put(el("h2").say(ui, kept))
                .put(el("p.hint").text(caption::kept_so_far(ui.lang, *acked))),
        )
        .put(el("div").each(breaking.map(|card| one(ui, card))))
        .put(el("div").each(others.map(mild)))
        .put(
            el("p.hint @unfinished")
                .hidden(unfinished.is_none())
                .text(unfinished.unwrap_or_default()),
        )
        .into()
}

fn one(ui: &Ui, card: &VerdictCard) -> El {
    el("div.verdict-card")
        .key(card.event)
        .put(el("h2").text(card.card.title.clone()))
        .put(terms(card.card.rows.iter().map(|(term, text)| (term.clone(), text.clone()))))
        .put(el("button.link type=button").press(ui, Intent::Seek(card.position)).text(format!(
            "{} ({})",
            Label::GoThere.text(ui.lang),
            card.when
        )))
}

/// What broke no promise and is worth a line.
fn mild(card: &VerdictCard) -> El {
    let change = card.card.rows.get(1).map(|(term, text)| format!("{term} {text}"));
    of("p", "hint mild").key(card.event).text(format!(
        "{} ({})",
        card.card.title,
        change.unwrap_or_default()
    ))
}

/// A list of terms with texts.
pub(super) fn terms(rows: impl Iterator<Item = (String, String)>) -> El {
    el("dl.fate").each(rows.map(|(term, text)| {
        el("div.fate-row").key(&*term).put(el("dt").text(term)).put(el("dd").text(text))
    }))
}
