//! What a reader may ask about a moment of a run, answered from the run itself.
//!
//! Why did that happen, what became of a record, what does a broker know, which single fault would
//! lose a record now, how does the same script end under other rules: each is a pure function of a
//! [`Moment`] that gives an [`Answer`], a short document. [`html`] and [`plain`] write it; [`session`]
//! takes questions and gives answers as text, for a page that loads this only when something is asked.
//!
//! Nothing here decides a rule of Kafka or gives a verdict: that is read from events, states and the
//! engine's invariants. Sentences come from `highwater-phrase`. No answer changes a run.

pub mod changed;
pub mod compare;
pub mod danger;
mod document;
mod guards;
pub mod html;
pub mod inspect;
mod map;
pub mod metrics;
pub mod mistakes;
mod moment;
pub mod plain;
pub mod question;
pub mod record;
pub mod session;
mod table;
mod unmet;
pub mod why;

pub use document::{Answer, Block, Line, Piece, Row, Step};
pub use moment::Moment;
pub use question::Question;
