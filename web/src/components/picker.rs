//! Which scenario.

use highwater_phrase::Label;
use highwater_scenario::library;
use yew::prelude::*;

use super::Ui;
use crate::address::{FREE_PLAY, OWN_TEXT};
use crate::dom::{El, el};
use crate::intent::Intent;
use crate::store::Source;

/// The choice of scenarios, each by its title.
pub fn picker(ui: &Ui, source: &Source) -> Html {
    let chosen = match source {
        Source::Library(slug) => slug.as_str(),
        Source::FreePlay => FREE_PLAY,
        Source::OwnText => OWN_TEXT,
    };
    let option = |slug: &'static str, title: &'static str| -> El {
        el("option").key(slug).attr("value", slug).property("selected", slug == chosen).text(title)
    };
    let free = option(FREE_PLAY, Label::FreePlay.text(ui.lang));
    let own = option(OWN_TEXT, Label::OwnText.text(ui.lang)).hidden(chosen != OWN_TEXT);
    let options = library::ENTRIES
        .iter()
        .map(|entry| option(entry.slug, ui.lang.pick(entry.korean, entry.english)));
    el("div.picker")
        .put(el("label for=scenario-picker").say(ui, Label::Scenario))
        .put(
            el("select id=scenario-picker")
                // At small widths the label beside it is not shown.
                .named(Label::Scenario.text(ui.lang))
                .test("scenario-picker")
                .change(ui, |slug| match &*slug {
                    FREE_PLAY => Some(Intent::OpenFreePlay),
                    OWN_TEXT => None,
                    _ => Some(Intent::OpenLibrary(slug)),
                })
                .each(options.chain([free, own])),
        )
        .into()
}
