//! What the script tells.

use highwater_phrase::Label;
use yew::prelude::*;

use super::Ui;
use crate::dom::{el, of};

/// The script's text at this moment. Where there is no script, there is nothing to tell.
pub fn narration(ui: &Ui, text: &str, has_script: bool) -> Html {
    of("section", "card narration")
        .test("narration")
        .hidden(!has_script)
        .named(Label::Narration.text(ui.lang))
        .put(el("p").text(text.to_owned()))
        .put(el("p.hint").hidden(!text.is_empty()).say(ui, Label::PressStep))
        .into()
}
