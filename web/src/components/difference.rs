//! What came out differently after a setting was changed.

use highwater_phrase::Label;
use yew::prelude::*;

use super::Ui;
use crate::dom::{el, of};

/// The differences, weightiest first; `None` before any setting was changed.
pub fn differences(ui: &Ui, found: Option<&[String]>) -> Html {
    let lines = found.unwrap_or_default();
    let items = lines.iter().enumerate();
    of("section", "card difference")
        .test("difference")
        .hidden(found.is_none())
        .named(Label::Difference.text(ui.lang))
        .put(el("h2").say(ui, Label::Difference))
        .put(el("p.hint").hidden(!lines.is_empty()).say(ui, Label::NoDifference))
        .put(
            el("ul")
                .hidden(lines.is_empty())
                .each(items.map(|(index, line)| el("li").key(index).text(line.clone()))),
        )
        .into()
}
