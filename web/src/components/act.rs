//! What can be done besides pressing a broker.

use highwater_phrase::Label;
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el, of};
use crate::intent::{Act, Intent};

/// Producing, consuming, and where the rest is.
pub fn acts(ui: &Ui) -> Html {
    let button = |id: &'static str, label: Label, act: Act| -> El {
        el("button type=button").test(id).press(ui, Intent::Act(act)).say(ui, label)
    };
    of("section", "card act")
        .named(Label::Act.text(ui.lang))
        .put(el("h2").say(ui, Label::Act))
        .put(el("p.hint").say(ui, Label::ActHint))
        .put(el("div.row").put(button("produce", Label::Produce, Act::Produce)).put(button(
            "consume",
            Label::StartConsumer,
            Act::Consume,
        )))
        .into()
}
