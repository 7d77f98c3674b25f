//! What was tried: each act in the past is a branch that can be selected again.

use highwater_phrase::Label;
use highwater_scenario::BranchId;
use yew::prelude::*;

use super::Ui;
use crate::dom::{el, of};
use crate::intent::Intent;

/// A branch as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct BranchRow {
    pub id: BranchId,
    pub text: String,
    pub selected: bool,
}

/// The branches, once there is more than one.
pub fn branches(ui: &Ui, rows: &[BranchRow]) -> Html {
    let items = rows.iter().map(|row| {
        el("li").key(row.id.0).put(
            el("button type=button")
                .truth("aria-current", row.selected)
                .test(format!("branch-{}", row.id.0))
                .press(ui, Intent::Branch(row.id))
                .text(row.text.clone()),
        )
    });
    let forked = rows.iter().any(|row| row.selected && 0 < row.id.0);
    of("section", "card branches")
        .test("branches")
        .hidden(rows.len() < 2)
        .named(Label::Branches.text(ui.lang))
        .put(el("h2").say(ui, Label::Branches))
        .put(el("ul").each(items))
        .put(
            el("div.row").put(
                el("button type=button @undo")
                    .flag("disabled", !forked)
                    .press(ui, Intent::Undo)
                    .say(ui, Label::Undo),
            ),
        )
        .into()
}
