//! What just happened and why, right under the picture.

use std::rc::Rc;

use highwater_phrase::{Label, Lang};
use yew::prelude::*;

use crate::film::{Now, Tone};

#[derive(Properties, PartialEq)]
pub struct NowProps {
    pub now: Rc<Now>,
    pub lang: Lang,
}

/// One sentence, why, and what else happened in the same step.
#[component]
pub fn NowLine(props: &NowProps) -> Html {
    let Now { tone, sentence, also } = &*props.now;
    let (class, mark) = match tone {
        Tone::Quiet => ("quiet", "·"),
        Tone::Plain => ("plain", "→"),
        Tone::Landmark => ("landmark", "◆"),
        Tone::Alarm => ("alarm", "!"),
    };
    let also = also.iter().enumerate().map(|(index, text)| html! { <li key={index}>{ text }</li> });
    html! {
        <section class={classes!("now", class)} data-testid="now"
            aria-label={Label::Now.text(props.lang)}>
            <span class="mark" aria-hidden="true">{ mark }</span>
            <div>
                <p class="what">{ &sentence.what }</p>
                <p class="why">{ &sentence.why }</p>
                <ul class="also" hidden={props.now.also.is_empty()}>{ for also }</ul>
            </div>
        </section>
    }
}
