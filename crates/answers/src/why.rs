//! Why something happened: its chain of causes, nearest first, in one to six sentences.

use crate::document::Answer;
use crate::moment::Moment;

/// Why an event happened; `None` if it has not, yet.
#[must_use]
pub fn event(moment: Moment<'_>, number: u32) -> Option<Answer> {
    moment.past().find(|(_, event)| event.id.0 == number).map(|_| Answer::default())
}

/// Why what stands at a mark is as it is; `None` for a mark of something that isn't there.
#[must_use]
pub fn mark(_moment: Moment<'_>, _mark: &str) -> Option<Answer> {
    None
}
