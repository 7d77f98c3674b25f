//! What the page and the command line say, in Korean and in English.
//!
//! Every message is a value: an enum variant with plain numbers and names. Each language turns the
//! same value into text in an exhaustive `match`, so that a sentence that is missing in one of them
//! does not compile. Korean particles are chosen by how the word before them is read aloud
//! ([`particle`]), also after digits and after Latin abbreviations.
//!
//! This crate knows no engine, no scenario and no screen; it never formats a floating point number
//! and never prints a debug form.
//!
//! ```
//! use highwater_phrase::{Lang, News, news::ReplicationNews};
//!
//! let news = News::Replication(ReplicationNews::Replicated { broker: 2, from: 5, to: 6 });
//! assert!(news.say(Lang::Ko).what.starts_with("브로커 2가 오프셋 5를"));
//! assert!(news.say(Lang::En).what.starts_with("Broker 2 copied"));
//! ```

pub mod caption;
mod compose;
pub mod difference;
pub mod fault;
pub mod generation;
pub mod hunting;
pub mod label;
mod lang;
pub mod news;
pub mod particle;
pub mod refusal;
pub mod schedule;
pub mod verdict;

pub use compose::grouped;
pub use generation::GenerationWord;
pub use label::Label;
pub use lang::Lang;
pub use news::{News, Sentence};
