//! The protocol's guards, one by one: what happens with each and without it can be searched for.

use highwater_explorer::kafka::Guard;
use highwater_phrase::{Label, Lang, schedule};

use crate::document::{Answer, Block, Line, Piece, Row};

/// Every guard.
#[must_use]
pub(crate) fn guards(lang: Lang) -> Answer {
    let label = |label: Label| label.text(lang).to_owned();
    let button = |guard: Guard, words: Label, state: &str| {
        Line(vec![Piece::Hunt {
            text: label(words),
            name: format!("{}: {}", label(words), schedule::guard(lang, guard.name())),
            class: "",
            hunt: format!("guard {} {state}", guard.name()),
        }])
    };
    let rows = Guard::ALL.into_iter().map(|guard| Row {
        cells: vec![
            schedule::guard(lang, guard.name()).into(),
            guard.origin().unwrap_or_default().into(),
            button(guard, Label::WithGuard, "on"),
            button(guard, Label::WithoutGuard, "off"),
        ],
        stands_out: false,
    });
    let head = [Label::Guard, Label::Origin, Label::WithGuard, Label::WithoutGuard];
    let table = Block::Table {
        name: label(Label::Lab),
        head: head.map(label).into(),
        rows: rows.collect(),
    };
    let hint = Block::Text(label(Label::LabHint).into());
    Answer { title: label(Label::Lab), blocks: vec![hint, table], ..Answer::default() }
}
