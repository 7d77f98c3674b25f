//! What the page and the command line say, in Korean and in English.
//!
//! Every message is a value: an enum variant with plain numbers and names. It is mapped once, not
//! once for each language, to a key and the values of a text. What a language says under a key is in
//! its file, `words/ko.txt` or `words/en.txt`; [`pack`] loads these, and by default they are part of
//! the program. Korean particles are chosen by how the word before them is read aloud
//! ([`particle`]), also after digits and after Latin abbreviations.
//!
//! To add a sentence:
//!
//! 1. Give it a row in `keys.rs`, with its number of values, and `why` if it has one. (A label gets a
//!    row in `label.rs`.)
//! 2. At the same place write its entry in `words/ko.txt` and in `words/en.txt`; the top of these
//!    files says how.
//! 3. Map the variant to it: `sentence!(lang, Key, values …)`, or `text!` where there is no why. Show
//!    it in `tests/texts`, and read what `UPDATE_EXPECT=1 cargo test -p highwater-phrase` makes of it.
//!
//! A variant that is not mapped or a value too many does not compile, the compiler warns of a key
//! that nobody says, and an entry that is missing in a language fails a test that names its line.
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
pub mod cause;
pub mod compare;
mod compose;
pub mod danger;
pub mod difference;
pub mod fate;
pub mod fault;
pub mod generation;
pub mod hunting;
pub mod inspect;
mod keys;
pub mod label;
mod lang;
pub mod news;
pub mod pack;
pub mod particle;
pub mod refusal;
pub mod schedule;
pub mod verdict;

pub use compose::grouped;
pub use generation::GenerationWord;
pub use label::Label;
pub use lang::Lang;
pub use news::{News, Sentence};
