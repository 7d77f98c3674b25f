//! The generation switch: the first control, since switching it is the point.

use highwater_phrase::{GenerationWord, Label, Lang};
use highwater_protocol::Generation;
use highwater_scene::words;
use yew::prelude::*;

use super::send;
use crate::intent::{Intent, Setting};

#[derive(Properties, PartialEq)]
pub struct GenerationsProps {
    pub generation: Generation,
    pub lang: Lang,
    pub on: Callback<Intent>,
}

/// One button for each generation.
#[component]
pub fn Generations(props: &GenerationsProps) -> Html {
    let GenerationsProps { generation, lang, on } = props;
    let buttons = Generation::ALL.into_iter().map(|choice| {
        let word: GenerationWord = words::generation(choice);
        html! {
            <button
                key={choice.name()}
                type="button"
                aria-pressed={(choice == *generation).to_string()}
                data-testid={format!("gen-{}", choice.name())}
                onclick={send(on, Intent::Set(Setting::Generation(choice)))}
            >
                <b>{ word.short(*lang) }</b>
                <small>{ choice.releases() }</small>
            </button>
        }
    });
    html! {
        <>
            <div class="generations" role="group" aria-label={Label::Generation.text(*lang)}>
                { for buttons }
            </div>
            <p class="rule">{ words::generation(*generation).rule(*lang) }</p>
        </>
    }
}
