//! What can be done besides pressing a broker.

use highwater_phrase::Label;
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, button, el, of};
use crate::intent::{Act, Intent};

/// Producing, consuming, and where the rest is.
pub fn acts(ui: &Ui) -> Html {
    let one = |id: &'static str, label: Label, act: Act| -> El {
        button("", id).press(ui, Intent::Act(act)).say(ui, label)
    };
    of("section", "card")
        .named(ui, Label::Act)
        .put(el("h2").say(ui, Label::Act))
        .put(of("p", "hint").say(ui, Label::ActHint))
        .put(of("div", "row").put(one("produce", Label::Produce, Act::Produce)).put(one(
            "consume",
            Label::StartConsumer,
            Act::Consume,
        )))
        .into()
}
