//! Runs side by side.

use crate::compose::{said, text};
use crate::keys::Key;
use crate::lang::Lang;

/// A run that ended before the time that is compared.
#[must_use]
pub fn ended(lang: Lang, at: &str) -> String {
    text!(lang, CompareEnded, at)
}

/// So many of the things that a reader did could be done in this run, too.
#[must_use]
pub fn deeds(lang: Lang, done: u32, all: u32) -> String {
    text!(lang, CompareDeeds, done, all)
}

/// A run that there can't be.
#[must_use]
pub fn unplayable(lang: Lang) -> &'static str {
    said(lang, Key::CompareUnplayable)
}
