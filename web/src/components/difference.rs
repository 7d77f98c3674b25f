//! What came out differently after a setting was changed.

use highwater_phrase::Label;
use yew::prelude::*;

use super::Ui;

/// Where that is said; `place` is filled with the program's answer.
pub fn difference(ui: &Ui, is_asked: bool, place: NodeRef) -> Html {
    html! {
        <section class="card difference" hidden={!is_asked} data-testid="difference"
            aria-label={Label::Difference.text(ui.lang)} ref={place}></section>
    }
}
