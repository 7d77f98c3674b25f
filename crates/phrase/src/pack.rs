//! The words of each language: where they come from, and what is said under a key.
//!
//! Words are files, `words/ko.txt` and `words/en.txt`. With the feature `embedded` both are part of
//! the program and nothing has to be done. Without it, as in the page, a reader fetches the one
//! language that is wanted and [`install`]s it; until then texts are said by the names of their
//! keys. A file is checked against the table of keys before it is used. Nothing here panics, and a
//! language once installed stays as it is.
//!
//! ```
//! use highwater_phrase::pack;
//!
//! let wrong = pack::check("Tagline = A playground\nTongue = Language\n");
//! assert_eq!(wrong.unwrap_err().to_string(), "line 2: `Language = …` belongs here");
//! ```

mod read;

use std::sync::OnceLock;

use crate::lang::Lang;
pub(crate) use read::Entry;
pub use read::PackError;
use read::{Rows, read};

/// Stands for the words of this build, for the address of their files: words that were kept from
/// another build are then never given to this one.
pub const VERSION: u32 =
    hash(hash(0x811C_9DC5, include_bytes!("../words/ko.txt")), include_bytes!("../words/en.txt"));

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

    fn install(&self, lang: Lang, text: String) -> Result<(), PackError> {
        if self.words(lang).is_none() {
            // Checked before it is leaked, so that only what is used stays.
            check(&text)?;
            let _ = self.0[lang as usize].set(read(text.leak())?);
        }
        Ok(())
    }

    fn entry(&self, lang: Lang, index: usize) -> Entry<'static> {
        match self.words(lang).and_then(|words| words.get(index)) {
            Some(entry) => *entry,
            None => Entry { what: Rows::new().nth(index).unwrap_or_default().name, why: "" },
        }
    }
}

/// The shelf, with what is part of the program.
#[cfg_attr(not(feature = "embedded"), expect(unused_variables, reason = "nothing is part of it"))]
fn shelf(lang: Lang) -> &'static Shelf {
    #[cfg(feature = "embedded")]
    SHELF.0[lang as usize].get_or_init(|| {
        let text = lang.pick(include_str!("../words/ko.txt"), include_str!("../words/en.txt"));
        read(text).unwrap_or_default()
    });
    &SHELF
}

/// Gives a language its words, for as long as the program runs. Does nothing where it has them.
///
/// # Errors
/// If `text` is not the words of this build: the first line that doesn't fit, and what would.
pub fn install(lang: Lang, text: String) -> Result<(), PackError> {
    shelf(lang).install(lang, text)
}

/// Whether `text` could be installed.
///
/// # Errors
/// As [`install`].
pub fn check(text: &str) -> Result<(), PackError> {
    read(text).map(drop)
}

/// Whether a language has its words.
#[must_use]
pub fn is_installed(lang: Lang) -> bool {
    shelf(lang).words(lang).is_some()
}

/// What is said under a key, by its place among all. Without words it is the key's name.
pub(crate) fn entry(lang: Lang, index: usize) -> Entry<'static> {
    shelf(lang).entry(lang, index)
}

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
        assert_eq!(shelf.entry(Lang::Ko, theme), Entry { what: "Theme", why: "" });
        assert_eq!(shelf.entry(Lang::Ko, consumed), Entry { what: "Consumed", why: "" });
        assert!(shelf.install(Lang::Ko, "Tagline = 놀이터".to_owned()).is_err());
        assert_eq!(shelf.entry(Lang::Ko, theme).what, "Theme");
        assert_eq!(shelf.install(Lang::Ko, KO.to_owned()), Ok(()));
        assert_eq!(shelf.entry(Lang::Ko, theme), Entry { what: "화면 밝기", why: "" });
        assert!(shelf.entry(Lang::Ko, consumed).why.starts_with("리더 브로커 {1:은는}"));
        assert_eq!(shelf.words(Lang::En), None);
        assert_eq!(shelf.entry(Lang::Ko, usize::MAX), Entry { what: "", why: "" });
    }

    #[test]
    fn a_language_keeps_its_first_words() {
        let shelf = Shelf::new();
        assert_eq!(shelf.install(Lang::En, EN.replace("= Theme\n", "= Light\n")), Ok(()));
        assert_eq!(shelf.install(Lang::En, EN.to_owned()), Ok(()));
        assert_eq!(shelf.entry(Lang::En, Label::Theme as usize).what, "Light");
    }

    #[test]
    fn the_version_is_a_hash_of_both_files() {
        let start = hash(0x811C_9DC5, b"");
        assert_eq!(hash(start, b"foobar"), 0xBF9C_F968);
        assert_eq!(hash(hash(start, b"foo"), b"bar"), hash(start, b"foobar"));
        assert_eq!(VERSION, hash(start, [KO, EN].concat().as_bytes()));
    }
}
