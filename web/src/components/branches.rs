//! What was tried: each act in the past is a branch that can be selected again.

use std::rc::Rc;

use highwater_phrase::{Label, Lang};
use highwater_scenario::BranchId;
use yew::prelude::*;

use super::{say, send};
use crate::intent::Intent;

/// A branch as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct BranchRow {
    pub id: BranchId,
    pub text: String,
    pub selected: bool,
}

#[derive(Properties, PartialEq)]
pub struct BranchesProps {
    pub rows: Rc<[BranchRow]>,
    pub lang: Lang,
    pub on: Callback<Intent>,
}

/// The branches, once there is more than one.
#[component]
pub fn Branches(props: &BranchesProps) -> Html {
    let BranchesProps { rows, lang, on } = props;
    let items = rows.iter().map(|row| {
        html! {
            <li key={row.id.0}>
                <button type="button" aria-current={row.selected.to_string()}
                    data-testid={format!("branch-{}", row.id.0)}
                    onclick={send(on, Intent::Branch(row.id))}>
                    { &row.text }
                </button>
            </li>
        }
    });
    let forked = rows.iter().any(|row| row.selected && 0 < row.id.0);
    html! {
        <section class="card branches" data-testid="branches" hidden={rows.len() < 2}
            aria-label={Label::Branches.text(*lang)}>
            <h2>{ say(Label::Branches, *lang) }</h2>
            <ul>{ for items }</ul>
            <div class="row">
                <button type="button" data-testid="undo" disabled={!forked}
                    onclick={send(on, Intent::Undo)}>
                    { say(Label::Undo, *lang) }
                </button>
            </div>
        </section>
    }
}
