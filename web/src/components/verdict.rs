//! Whether promises were kept: which record, who lost it, where the last copy is.

use std::rc::Rc;

use highwater_phrase::{Label, Lang, caption};
use yew::prelude::*;

use super::{say, send};
use crate::film::{VerdictCard, VerdictView};
use crate::intent::Intent;

#[derive(Properties, PartialEq)]
pub struct VerdictsProps {
    pub verdict: Rc<VerdictView>,
    pub lang: Lang,
    pub on: Callback<Intent>,
}

/// How many cards are shown one by one.
const CARDS_MAX: usize = 3;

/// The verdict.
#[component]
pub fn Verdicts(props: &VerdictsProps) -> Html {
    let VerdictView { cards, acked, at_end, unfinished } = &*props.verdict;
    let lang = props.lang;
    let broken = cards.iter().any(|card| card.breaks);
    let kept = if *at_end { Label::AllPromisesKept } else { Label::SoFarKept };
    let mild = cards.iter().filter(|card| !card.breaks).map(mild);
    let cards =
        cards.iter().filter(|card| card.breaks).take(CARDS_MAX).map(|card| one(card, props));
    html! {
        <section class={classes!("card", "verdict", broken.then_some("bad"))} data-testid="verdict"
            data-broken={broken.to_string()} aria-label={Label::Verdict.text(lang)}>
            <div hidden={broken}>
                <h2>{ say(kept, lang) }</h2>
                <p class="hint">{ caption::kept_so_far(lang, *acked) }</p>
            </div>
            { for cards }
            { for mild }
            <p class="hint" hidden={unfinished.is_none()} data-testid="unfinished">
                { unfinished.clone().unwrap_or_default() }
            </p>
        </section>
    }
}

fn one(card: &VerdictCard, props: &VerdictsProps) -> Html {
    let rows = card.card.rows.iter().map(|(term, text)| {
        html! { <div class="fate-row" key={term.clone()}><dt>{ term }</dt><dd>{ text }</dd></div> }
    });
    html! {
        <div key={card.event} class="verdict-card">
            <h2>{ &card.card.title }</h2>
            <dl class="fate">{ for rows }</dl>
            <button type="button" class="link" onclick={send(&props.on, Intent::Seek(card.position))}>
                { format!("{} ({})", Label::GoThere.text(props.lang), card.when) }
            </button>
        </div>
    }
}

/// What broke no promise and is worth a line.
fn mild(card: &VerdictCard) -> Html {
    let change = card.card.rows.get(1).map(|(term, text)| format!("{term} {text}"));
    html! {
        <p key={card.event} class="hint mild">
            { format!("{} ({})", card.card.title, change.unwrap_or_default()) }
        </p>
    }
}
