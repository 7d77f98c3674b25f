//! Which expectations of the script do not hold, and what is the case instead.

use highwater_phrase::Label;
use highwater_scenario::Held;
use highwater_scenario::condition::Condition;
use highwater_scenario::format::format_condition;

use crate::document::{Answer, Block, Row};
use crate::moment::Moment;

/// The expectations that failed or were never reached.
#[must_use]
pub(crate) fn unmet(moment: Moment<'_>) -> Answer {
    let lang = moment.lang;
    let text = |condition: &Condition| format_condition(moment.timeline.scenario(), condition);
    let expectations = moment.timeline.expectations().iter();
    let unmet = expectations.filter(|found| matches!(found.held, Held::No | Held::NotReached));
    let rows = unmet.map(|expectation| Row {
        cells: vec![
            expectation.line.to_string().into(),
            text(&expectation.condition).into(),
            expectation.found.as_ref().map_or("–".to_owned(), text).into(),
        ],
        stands_out: false,
    });
    let head = [Label::LineNumber, Label::Expected, Label::FoundInstead];
    let table = Block::Table {
        name: Label::UnmetExpectations.text(lang).to_owned(),
        head: head.map(|label| label.text(lang).to_owned()).into(),
        rows: rows.collect(),
    };
    let title = Label::UnmetExpectations.text(lang).to_owned();
    Answer { title, blocks: vec![table], ..Answer::default() }
}
