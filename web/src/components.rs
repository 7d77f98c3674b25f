//! The parts of the page. Each reads values and sends intents; none keeps state of the cluster.

mod about;
mod act;
mod branches;
mod difference;
mod editor;
mod generations;
mod header;
mod menu;
mod narration;
mod now;
mod picker;
mod settings;
mod shapes;
mod stage;
mod strip;
mod table;
mod transport;
mod verdict;

pub use about::{About, hex};
pub use act::Acts;
pub use branches::{BranchRow, Branches};
pub use difference::Differences;
pub use editor::Editor;
pub use generations::Generations;
pub use header::Header;
pub use menu::{Menu, MenuFacts};
pub use narration::Narration;
pub use now::NowLine;
pub use picker::Picker;
pub use settings::{SettingValues, Settings};
pub use stage::Stage;
pub use strip::Strip;
pub use table::TableView;
pub use transport::Transport;
pub use verdict::Verdicts;

use highwater_phrase::{Label, Lang};
use wasm_bindgen::JsCast;
use yew::prelude::*;

use crate::intent::Intent;

/// The text of a label as a node.
pub(crate) fn say(label: Label, lang: Lang) -> Html {
    Html::from(label.text(lang))
}

/// A callback that sends the same intent each time.
pub(crate) fn send<E>(on: &Callback<Intent>, intent: Intent) -> Callback<E> {
    on.reform(move |_| intent.clone())
}

/// A callback that sends what an event means, if it means anything.
pub(crate) fn send_if<E: 'static, I: 'static>(
    on: &Callback<I>,
    meaning: impl Fn(E) -> Option<I> + 'static,
) -> Callback<E> {
    let on = on.clone();
    Callback::from(move |event| {
        if let Some(intent) = meaning(event) {
            on.emit(intent);
        }
    })
}

/// The value of the control that an event comes from.
pub(crate) fn value_of(event: &web_sys::Event) -> Option<String> {
    let target = event.target()?;
    if let Some(input) = target.dyn_ref::<web_sys::HtmlInputElement>() {
        return Some(input.value());
    }
    if let Some(select) = target.dyn_ref::<web_sys::HtmlSelectElement>() {
        return Some(select.value());
    }
    target.dyn_ref::<web_sys::HtmlTextAreaElement>().map(web_sys::HtmlTextAreaElement::value)
}
