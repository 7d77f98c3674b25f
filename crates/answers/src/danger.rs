//! Which single fault, now, would lose an acknowledged record: the engine plays each.

use crate::document::Answer;
use crate::moment::Moment;

/// Every single fault that is possible at the moment, with what it would cost.
#[must_use]
pub fn danger(_moment: Moment<'_>) -> Answer {
    Answer::default()
}
