//! The languages that everything is said in.

/// A language. There is no third state: whatever is said is said in both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lang {
    /// Korean, the first language of the page.
    Ko,
    /// English.
    En,
}

impl Lang {
    /// Both, in the order of the switch.
    pub const ALL: [Lang; 2] = [Lang::Ko, Lang::En];

    /// The tag for `lang` attributes and links.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Lang::Ko => "ko",
            Lang::En => "en",
        }
    }

    /// The language that a tag such as `en-GB` asks for, if it is one of ours.
    #[must_use]
    pub fn by_tag(tag: &str) -> Option<Lang> {
        let head = tag.split(['-', '_']).next().unwrap_or(tag);
        Lang::ALL.into_iter().find(|lang| head.eq_ignore_ascii_case(lang.tag()))
    }

    /// One of two texts.
    #[must_use]
    pub fn pick<T>(self, ko: T, en: T) -> T {
        match self {
            Lang::Ko => ko,
            Lang::En => en,
        }
    }
}
