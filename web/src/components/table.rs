//! The picture as a table: for those who can't see it, and for those who want numbers.

use highwater_phrase::Label;
use highwater_scene::describe::Table;
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el};

/// A table that moves sideways by itself where it is too wide.
fn scrolled(ui: &Ui, name: Label, table: &Table) -> El {
    el("div.scroll tabindex=0 role=region").named(name.text(ui.lang)).put(rows(table))
}

/// The table, closed until it is asked for.
pub fn table_view(ui: &Ui, table: &Table) -> Html {
    let messages = if table.messages.is_empty() { Label::NoMessages } else { Label::Messages };
    let list = table.messages.iter().enumerate();
    el("details.card @table-view")
        .put(el("summary").say(ui, Label::TableView))
        .put(
            el("div.inside")
                .put(scrolled(ui, Label::TableView, table))
                .put(el("p.hint").say(ui, messages))
                .put(
                    el("ul.message-list")
                        .each(list.map(|(index, line)| el("li").key(index).text(line.clone()))),
                ),
        )
        .into()
}

fn rows(table: &Table) -> El {
    let cell = |tag: &'static str, (index, content): (usize, &String)| -> El {
        el(tag).key(index).text(content.clone())
    };
    let head = table.head.iter().enumerate();
    let head = head.map(|place| cell("th", place).attr("scope", "col"));
    let rows = table.rows.iter().enumerate().map(|(index, cells)| {
        el("tr").key(index).each(cells.iter().enumerate().map(|place| cell("td", place)))
    });
    el("table").put(el("thead").put(el("tr").each(head))).put(el("tbody").each(rows))
}
