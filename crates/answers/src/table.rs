//! The picture as a table, for those who can't see it and for those who want numbers.
//!
//! It is made of the scene that the picture is made of, so both say the same.

use highwater_phrase::Label;
use highwater_scene::describe;
use highwater_scene::{Scene, View};

use crate::document::{Answer, Block, Line, Row};
use crate::moment::Moment;

/// Every copy of every partition, and the messages under way.
#[must_use]
pub(crate) fn table(moment: Moment<'_>) -> Answer {
    let lang = moment.lang;
    let label = |label: Label| label.text(lang).to_owned();
    let scene = Scene::of(&moment.cluster(), View { recent: &[], course: &[], pan: None });
    let table = describe::table(&scene, lang);
    let row = |cells: Vec<String>| Row {
        cells: cells.into_iter().map(Line::from).collect(),
        stands_out: false,
    };
    let mut blocks = vec![Block::Table {
        name: label(Label::TableView),
        head: table.head,
        rows: table.rows.into_iter().map(row).collect(),
    }];
    let none = table.messages.is_empty();
    blocks.push(Block::Heading(label(if none { Label::NoMessages } else { Label::Messages })));
    blocks.extend(table.messages.into_iter().map(|line| Block::Text(line.into())));
    Answer { title: label(Label::TableView), blocks, ..Answer::default() }
}
