//! The parts of the page: functions from values to nodes. Each sends intents; none keeps state.

mod about;
mod act;
mod answer;
mod branches;
mod breaking;
mod difference;
mod editor;
mod generations;
mod header;
mod memo;
mod menu;
mod narration;
mod now;
mod picker;
mod prediction;
mod settings;
mod shapes;
mod stage;
mod strip;
mod transport;
mod verdict;

pub use about::{Run, about, hex};
pub use act::acts;
pub use answer::{answer, questions};
pub use branches::{BranchRow, branches};
pub use breaking::breaking;
pub use difference::difference;
pub use editor::editor;
pub use generations::generations;
pub use header::{header, skip};
pub use memo::{Memo, MemoProps};
pub use menu::{MenuFacts, menu};
pub use narration::narration;
pub use now::now_line;
pub use picker::picker;
pub use prediction::prediction;
pub use settings::{SettingValues, settings};
pub(crate) use stage::place;
pub use stage::{Axis, Staged, stage};
pub use strip::strip;
pub use transport::{Place, transport};
pub use verdict::verdicts;

use highwater_phrase::Lang;
use yew::prelude::*;

use crate::intent::Intent;

/// What every part of the page needs: the language, and where wishes go.
#[derive(Clone)]
pub struct Ui {
    /// The language.
    pub lang: Lang,
    /// Where wishes go.
    pub on: Callback<Intent>,
}

/// A callback that sends what an event means, if it means anything.
pub(crate) fn send_if<E: 'static>(
    ui: &Ui,
    meaning: impl Fn(E) -> Option<Intent> + 'static,
) -> Callback<E> {
    let on = ui.on.clone();
    Callback::from(move |event| {
        if let Some(intent) = meaning(event) {
            on.emit(intent);
        }
    })
}
