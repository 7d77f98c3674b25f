//! The generation switch: the first control, since switching it is the point.

use highwater_phrase::Label;
use highwater_protocol::Generation;
use highwater_scene::words;
use yew::prelude::*;

use super::Ui;
use crate::dom::el;
use crate::intent::{Intent, Setting};

/// One button for each generation, and what is particular about the chosen one.
pub fn generations(ui: &Ui, generation: Generation) -> Html {
    let buttons = Generation::ALL.into_iter().map(|choice| {
        el("button type=button")
            .key(choice.name())
            .truth("aria-pressed", choice == generation)
            .test(format!("gen-{}", choice.name()))
            .press(ui, Intent::Set(Setting::Generation(choice)))
            .put(el("b").text(words::generation(choice).short(ui.lang)))
            .put(el("small").text(choice.releases()))
    });
    el("div")
        .put(el("div.generations role=group").named(Label::Generation.text(ui.lang)).each(buttons))
        .put(el("p.rule").text(words::generation(generation).rule(ui.lang)))
        .into()
}
