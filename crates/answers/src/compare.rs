//! The same script under other rules, side by side at the same time.

use highwater_protocol::Generation;

use crate::document::Answer;
use crate::moment::Moment;

/// Up to four generations, each at the moment's time, with what differs and the verdict so far.
#[must_use]
pub fn compare(_moment: Moment<'_>, _generations: &[Generation]) -> Answer {
    Answer::default()
}
