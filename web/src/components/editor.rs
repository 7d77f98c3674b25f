//! The reader's own text, with what is wrong with it beside it.

use highwater_phrase::{Label, caption};
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el};
use crate::intent::Intent;

/// The editor, with the number of mistakes; what they are is put into `place`.
pub fn editor(ui: &Ui, draft: &str, mistakes: u32, place: NodeRef) -> Html {
    let empty = draft.trim().is_empty();
    el("details.card @editor-card")
        .put(el("summary").say(ui, Label::OwnText))
        .put(
            el("div.inside").put(
                el("div.editor-grid")
                    .put(field(ui, draft, !empty && mistakes == 0))
                    .put(found(ui, empty, mistakes, place)),
            ),
        )
        .into()
}

fn field(ui: &Ui, draft: &str, is_fine: bool) -> El {
    el("div")
        .put(el("label.out-of-sight for=editor").say(ui, Label::EditorTitle))
        .put(
            el("textarea id=editor @editor spellcheck=false autocapitalize=off autocomplete=off aria-describedby=editor-summary")
                .value(draft.to_owned())
                .input(ui, |text| Some(Intent::EditText(text))),
        )
        .put(
            el("div.row")
                .put(
                    el("button.primary type=button @run-text")
                        .flag("disabled", !is_fine)
                        .press(ui, Intent::OpenText)
                        .say(ui, Label::RunText),
                )
                .put(
                    el("button type=button @edit-this")
                        .press(ui, Intent::EditThis)
                        .say(ui, Label::EditThis),
                ),
        )
}

fn found(ui: &Ui, empty: bool, mistakes: u32, place: NodeRef) -> Html {
    let summary = match (empty, mistakes) {
        (true, _) => String::new(),
        (false, 0) => Label::TextIsFine.text(ui.lang).to_owned(),
        (false, count) => caption::mistakes(ui.lang, count),
    };
    el("div")
        .put(el("p.hint id=editor-summary role=status").text(summary))
        .put(el("div.mistakes @editor-errors").hidden(empty).at(place))
        .into()
}
