//! What came out differently after a setting was changed.

use std::rc::Rc;

use highwater_phrase::{Label, Lang};
use yew::prelude::*;

use super::say;

#[derive(Properties, PartialEq)]
pub struct DifferencesProps {
    /// `None` before any setting was changed.
    pub lines: Option<Rc<[String]>>,
    pub lang: Lang,
}

/// The differences, weightiest first.
#[component]
pub fn Differences(props: &DifferencesProps) -> Html {
    let lines = props.lines.as_deref().unwrap_or_default();
    let items =
        lines.iter().enumerate().map(|(index, line)| html! { <li key={index}>{ line }</li> });
    html! {
        <section class="card difference" data-testid="difference" hidden={props.lines.is_none()}
            aria-label={Label::Difference.text(props.lang)}>
            <h2>{ say(Label::Difference, props.lang) }</h2>
            <p class="hint" hidden={!lines.is_empty()}>{ say(Label::NoDifference, props.lang) }</p>
            <ul hidden={lines.is_empty()}>{ for items }</ul>
        </section>
    }
}
