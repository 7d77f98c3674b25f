//! What came out differently after a setting was changed.

use highwater_phrase::Label;
use yew::prelude::*;

use super::Ui;
use crate::dom::of;

/// Where that is said; `place` is filled with the program's answer.
pub fn difference(ui: &Ui, is_asked: bool, place: NodeRef) -> Html {
    of("section", "card difference")
        .test("difference")
        .hidden(!is_asked)
        .named(Label::Difference.text(ui.lang))
        .at(place)
        .into()
}
