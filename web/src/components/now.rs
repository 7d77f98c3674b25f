//! What just happened and why, right under the picture.

use highwater_phrase::Label;
use yew::prelude::*;

use super::Ui;
use crate::dom::{el, of};
use crate::film::{Now, Tone};
use crate::intent::Intent;

/// One sentence, why, and what else happened in the same step.
pub fn now_line(ui: &Ui, now: &Now) -> Html {
    let Now { tone, sentence, also, event } = now;
    let (class, mark) = match tone {
        Tone::Quiet => ("now quiet", "·"),
        Tone::Plain => ("now plain", "→"),
        Tone::Landmark => ("now landmark", "◆"),
        Tone::Alarm => ("now alarm", "!"),
    };
    let items = also.iter().enumerate();
    of("section", class)
        .test("now")
        .named(Label::Now.text(ui.lang))
        .put(el("span.mark aria-hidden=true").text(mark))
        .put(
            el("button.why-button type=button @why")
                .hidden(event.is_none())
                .press(ui, Intent::Ask(format!("why event {}", event.unwrap_or_default())))
                .say(ui, Label::AskWhy),
        )
        .put(
            el("div")
                .put(el("p.what").text(sentence.what.clone()))
                .put(el("p.why").text(sentence.why.clone()))
                .put(
                    el("ul.also")
                        .hidden(also.is_empty())
                        .each(items.map(|(index, what)| el("li").key(index).text(what.clone()))),
                ),
        )
        .into()
}
