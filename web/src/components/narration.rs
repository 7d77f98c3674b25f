//! What the script tells.

use std::rc::Rc;

use highwater_phrase::{Label, Lang};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct NarrationProps {
    pub text: Rc<str>,
    pub lang: Lang,
    /// Where there is no script, there is nothing to tell.
    pub has_script: bool,
}

/// The script's text at this moment.
#[component]
pub fn Narration(props: &NarrationProps) -> Html {
    html! {
        <section class="card narration" data-testid="narration" hidden={!props.has_script}
            aria-label={Label::Narration.text(props.lang)}>
            <p>{ &*props.text }</p>
            <p class="hint" hidden={!props.text.is_empty()}>
                { Label::PressStep.text(props.lang) }
            </p>
        </section>
    }
}
