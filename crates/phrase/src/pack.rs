//! The words of each language: where they come from, and what is said under a key.
//!
//! Words are files, `words/ko.txt` and `words/en.txt`. With the feature `embedded` both are part of
//! the program and nothing has to be done. Without it, as in the page, a reader fetches the one
//! language that is wanted and [`install`]s it; until then every text is `…`. Only the very words of
//! this build are installed, known by their hash; whether a file fits the table of keys is for
//! [`check`] to say, which tests do. Nothing here panics, and a language once installed stays as it
//! is.
//!
//! ```
//! use highwater_phrase::pack;
//!
//! let wrong = pack::check("Tagline = A playground\nTongue = Language\n");
//! assert_eq!(wrong.unwrap_err().to_string(), "line 2: `Language = …` belongs here");
//! ```

mod read;

use std::fmt;
use std::sync::OnceLock;

use crate::lang::Lang;
pub(crate) use read::Entry;
pub use read::PackError;
use read::{index, read};

/// Stands for the words of this build, for the address of their files: words that were kept from
/// another build are then never given to this one.
pub const VERSION: u32 =
    hash(hash(START, include_bytes!("../words/ko.txt")), include_bytes!("../words/en.txt"));

/// The hash of each language's words, in the order of [`Lang::ALL`].
const HASHES: [u32; 2] = [
    hash(START, include_bytes!("../words/ko.txt")),
    hash(START, include_bytes!("../words/en.txt")),
];

const START: u32 = 0x811C_9DC5;

/// FNV-1a, from where another hash ended.
const fn hash(start: u32, bytes: &[u8]) -> u32 {
    let mut hash = start;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

/// Where the words of each language are kept, in the order of [`Lang::ALL`].
struct Shelf([OnceLock<Vec<Entry<'static>>>; 2]);

static SHELF: Shelf = Shelf::new();

impl Shelf {
    const fn new() -> Shelf {
        Shelf([const { OnceLock::new() }; 2])
    }

    fn words(&self, lang: Lang) -> Option<&[Entry<'static>]> {
        self.0[lang as usize].get().map(Vec::as_slice)
    }

    fn install(&self, lang: Lang, text: String) -> Result<(), OtherWords> {
        if self.words(lang).is_some() {
            return Ok(());
        }
        if hash(START, text.as_bytes()) != HASHES[lang as usize] {
            return Err(OtherWords);
        }
        let _ = self.0[lang as usize].set(index(text.leak()));
        Ok(())
    }

    fn entry(&self, lang: Lang, index: usize) -> Entry<'static> {
        let entry = self.words(lang).and_then(|words| words.get(index));
        entry.copied().unwrap_or(Entry { what: "…", why: "" })
    }
}

/// The shelf, with what is part of the program.
#[cfg_attr(not(feature = "embedded"), expect(unused_variables, reason = "nothing is part of it"))]
fn shelf(lang: Lang) -> &'static Shelf {
    #[cfg(feature = "embedded")]
    SHELF.0[lang as usize].get_or_init(|| {
        let text = lang.pick(include_str!("../words/ko.txt"), include_str!("../words/en.txt"));
        index(text)
    });
    &SHELF
}

/// Gives a language its words, for as long as the program runs. Does nothing where it has them.
///
/// # Errors
/// If `text` is not the language's file of words as this build has it.
pub fn install(lang: Lang, text: String) -> Result<(), OtherWords> {
    shelf(lang).install(lang, text)
}

/// Whether `text` says every key in its order, with no values but its own.
///
/// # Errors
/// The first line that doesn't fit, and what would.
pub fn check(text: &str) -> Result<(), PackError> {
    read(text).map(drop)
}

/// Whether a language has its words.
#[must_use]
pub fn is_installed(lang: Lang) -> bool {
    shelf(lang).words(lang).is_some()
}

/// What is said under a key, by its place among all. Without words it is `…`.
pub(crate) fn entry(lang: Lang, index: usize) -> Entry<'static> {
    shelf(lang).entry(lang, index)
}

/// A text that is not the words of this build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OtherWords;

impl fmt::Display for OtherWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "these are the words of another build; the address of this one's ends in VERSION",
        )
    }
}

impl std::error::Error for OtherWords {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Key;
    use crate::label::Label;

    const KO: &str = include_str!("../words/ko.txt");
    const EN: &str = include_str!("../words/en.txt");

    #[test]
    fn words_are_said_once_they_are_installed() {
        let (shelf, theme) = (Shelf::new(), Label::Theme as usize);
        let consumed = Key::Consumed.index();
        let nothing = Entry { what: "…", why: "" };
        assert_eq!(shelf.entry(Lang::Ko, theme), nothing);
        assert_eq!(shelf.install(Lang::Ko, KO.replace("밝기", "색")), Err(OtherWords));
        assert_eq!(shelf.install(Lang::Ko, EN.to_owned()), Err(OtherWords));
        assert_eq!(shelf.entry(Lang::Ko, consumed), nothing);
        assert_eq!(shelf.install(Lang::Ko, KO.to_owned()), Ok(()));
        assert_eq!(shelf.entry(Lang::Ko, theme), Entry { what: "화면 밝기", why: "" });
        assert!(shelf.entry(Lang::Ko, consumed).why.starts_with("리더 브로커 {1:은는}"));
        assert_eq!(shelf.words(Lang::En), None);
        assert_eq!(shelf.entry(Lang::Ko, usize::MAX), nothing);
    }

    #[test]
    fn a_language_keeps_its_words() {
        let shelf = Shelf::new();
        assert_eq!(shelf.install(Lang::En, EN.to_owned()), Ok(()));
        assert_eq!(shelf.install(Lang::En, "anything".to_owned()), Ok(()));
        assert_eq!(shelf.entry(Lang::En, Label::Theme as usize).what, "Theme");
    }

    #[test]
    fn the_version_is_a_hash_of_both_files() {
        let start = hash(0x811C_9DC5, b"");
        assert_eq!(hash(start, b"foobar"), 0xBF9C_F968);
        assert_eq!(hash(hash(start, b"foo"), b"bar"), hash(start, b"foobar"));
        assert_eq!(VERSION, hash(start, [KO, EN].concat().as_bytes()));
    }
}
