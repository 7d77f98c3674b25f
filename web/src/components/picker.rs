//! Which scenario.

use std::rc::Rc;

use highwater_phrase::{Label, Lang};
use yew::prelude::*;

use super::{say, send_if, value_of};
use crate::address::{FREE_PLAY, OWN_TEXT};
use crate::intent::Intent;
use crate::store::Source;

#[derive(Properties, PartialEq)]
pub struct PickerProps {
    /// The library's names and titles.
    pub library: Rc<[(String, String)]>,
    pub source: Source,
    pub lang: Lang,
    pub on: Callback<Intent>,
}

/// The choice of scenarios, each by its title.
#[component]
pub fn Picker(props: &PickerProps) -> Html {
    let lang = props.lang;
    let chosen = match &props.source {
        Source::Library(slug) => slug.as_str(),
        Source::FreePlay => FREE_PLAY,
        Source::OwnText => OWN_TEXT,
    };
    let options = props.library.iter().map(|(slug, title)| {
        html! {
            <option key={slug.clone()} value={slug.clone()} selected={slug == chosen}>
                { title.clone() }
            </option>
        }
    });
    let onchange = send_if(&props.on, |event: Event| {
        let slug = value_of(&event)?;
        match &*slug {
            FREE_PLAY => Some(Intent::OpenFreePlay),
            OWN_TEXT => None,
            _ => Some(Intent::OpenLibrary(slug)),
        }
    });
    html! {
        <div class="picker">
            <label for="scenario-picker">{ say(Label::Scenario, lang) }</label>
            <select id="scenario-picker" data-testid="scenario-picker" {onchange}>
                { for options }
                <option key={FREE_PLAY} value={FREE_PLAY} selected={chosen == FREE_PLAY}>
                    { say(Label::FreePlay, lang) }
                </option>
                <option key={OWN_TEXT} value={OWN_TEXT} selected={chosen == OWN_TEXT}
                    hidden={chosen != OWN_TEXT}>
                    { say(Label::OwnText, lang) }
                </option>
            </select>
        </div>
    }
}
