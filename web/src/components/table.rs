//! The picture as a table: for those who can't see it, and for those who want numbers.

use std::rc::Rc;

use highwater_phrase::{Label, Lang};
use highwater_scene::describe::Table;
use yew::prelude::*;

use super::say;

#[derive(Properties, PartialEq)]
pub struct TableProps {
    pub table: Rc<Table>,
    pub lang: Lang,
}

/// The table, closed until it is asked for.
#[component]
pub fn TableView(props: &TableProps) -> Html {
    let TableProps { table, lang } = props;
    let head = table.head.iter().enumerate().map(|(index, text)| {
        html! { <th key={index} scope="col">{ text }</th> }
    });
    let rows = table.rows.iter().enumerate().map(|(index, cells)| {
        let cells =
            cells.iter().enumerate().map(|(index, text)| html! { <td key={index}>{ text }</td> });
        html! { <tr key={index}>{ for cells }</tr> }
    });
    let messages = table.messages.iter().enumerate().map(|(index, text)| {
        html! { <li key={index}>{ text }</li> }
    });
    html! {
        <details class="card" data-testid="table-view">
            <summary>{ say(Label::TableView, *lang) }</summary>
            <div class="inside">
                <div class="scroll" tabindex="0" role="region" aria-label={Label::TableView.text(*lang)}>
                    <table>
                        <thead><tr>{ for head }</tr></thead>
                        <tbody>{ for rows }</tbody>
                    </table>
                </div>
                <p class="hint">{ say(if table.messages.is_empty() { Label::NoMessages } else { Label::Messages }, *lang) }</p>
                <ul class="message-list">{ for messages }</ul>
            </div>
        </details>
    }
}
