//! About this run: what makes it repeatable, its link, and the keys.

use highwater_phrase::{Label, Lang, grouped};
use yew::prelude::*;

use super::{say, send};
use crate::intent::Intent;

#[derive(Properties, PartialEq)]
pub struct AboutProps {
    pub slug: String,
    pub generation: &'static str,
    pub digest: u64,
    pub events: u32,
    /// Expectations of the script that don't hold, one line each.
    pub unmet: std::rc::Rc<[String]>,
    pub lang: Lang,
    pub on: Callback<Intent>,
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
    ("Esc", Label::KeyClose),
];

/// About this run.
#[component]
pub fn About(props: &AboutProps) -> Html {
    let lang = props.lang;
    let unmet =
        props.unmet.iter().enumerate().map(|(index, line)| html! { <li key={index}>{ line }</li> });
    let keys = KEYS.iter().map(|(keys, label)| {
        html! { <div class="fate-row" key={*keys}><dt><kbd>{ *keys }</kbd></dt><dd>{ say(*label, lang) }</dd></div> }
    });
    html! {
        <details class="card about">
            <summary>{ say(Label::AboutRun, lang) }</summary>
            <div class="inside">
                <dl class="fate">
                    <div class="fate-row"><dt>{ say(Label::Scenario, lang) }</dt>
                        <dd><code>{ &props.slug }</code>{ " · " }<code>{ props.generation }</code></dd></div>
                    <div class="fate-row"><dt>{ say(Label::Events, lang) }</dt>
                        <dd>{ grouped(u64::from(props.events)) }</dd></div>
                    <div class="fate-row"><dt>{ say(Label::Digest, lang) }</dt>
                        <dd><code data-testid="digest">{ hex(props.digest) }</code></dd></div>
                </dl>
                <div class="row">
                    <button type="button" data-testid="copy-link" onclick={send(&props.on, Intent::CopyLink)}>
                        { say(Label::CopyLink, lang) }
                    </button>
                </div>
                <div hidden={props.unmet.is_empty()} data-testid="unmet">
                    <h2>{ say(Label::UnmetExpectations, lang) }</h2>
                    <ul class="mistakes">{ for unmet }</ul>
                </div>
                <h2>{ say(Label::Keys, lang) }</h2>
                <dl class="fate">{ for keys }</dl>
            </div>
        </details>
    }
}

/// A digest as it is written everywhere.
#[must_use]
pub fn hex(digest: u64) -> String {
    format!("{digest:016x}")
}
