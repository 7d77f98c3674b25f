//! What can be done besides pressing a broker.

use highwater_phrase::{Label, Lang};
use yew::prelude::*;

use super::{say, send};
use crate::intent::{Act, Intent};

#[derive(Properties, PartialEq)]
pub struct ActsProps {
    pub lang: Lang,
    pub on: Callback<Intent>,
}

/// Producing, consuming, and where the rest is.
#[component]
pub fn Acts(props: &ActsProps) -> Html {
    let ActsProps { lang, on } = props;
    let lang = *lang;
    html! {
        <section class="card" aria-label={Label::Act.text(lang)}>
            <h2>{ say(Label::Act, lang) }</h2>
            <p class="hint">{ say(Label::ActHint, lang) }</p>
            <div class="row">
                <button type="button" data-testid="produce" onclick={send(on, Intent::Act(Act::Produce))}>
                    { say(Label::Produce, lang) }
                </button>
                <button type="button" data-testid="consume" onclick={send(on, Intent::Act(Act::Consume))}>
                    { say(Label::StartConsumer, lang) }
                </button>
            </div>
        </section>
    }
}
