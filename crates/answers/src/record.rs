//! What became of a record: appended where, on disk where, acknowledged, visible, read, cut, last held.

use crate::document::Answer;
use crate::moment::Moment;

/// The fate of a batch, by its name or the mark of one of its records; `None` if there is none.
#[must_use]
pub fn record(_moment: Moment<'_>, _name: &str) -> Option<Answer> {
    None
}

/// The fate of every batch.
#[must_use]
pub fn records(_moment: Moment<'_>) -> Answer {
    Answer::default()
}
