//! Protocol generations as a reader is told of them.

use crate::compose::said;
use crate::keys::Key;
use crate::lang::Lang;

/// A generation of the replication protocol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GenerationWord {
    /// Before 0.11.
    Hw,
    /// 0.11
    Kip101,
    /// 2.0
    Kip279,
    /// 2.1 to 3.6
    Kip320,
    /// 3.7 and later
    Strict,
    /// 4.x with ELR
    Elr,
}

impl GenerationWord {
    /// A name short enough for a button.
    #[must_use]
    pub fn short(self, lang: Lang) -> &'static str {
        match self {
            GenerationWord::Hw => said(lang, Key::GenerationHw),
            GenerationWord::Kip101 => "KIP-101",
            GenerationWord::Kip279 => "KIP-279",
            GenerationWord::Kip320 => "KIP-320",
            GenerationWord::Strict => said(lang, Key::GenerationStrict),
            GenerationWord::Elr => "ELR",
        }
    }

    /// What is particular about it, in a few words.
    #[must_use]
    pub fn rule(self, lang: Lang) -> &'static str {
        let key = match self {
            GenerationWord::Hw => Key::RuleHw,
            GenerationWord::Kip101 => Key::RuleKip101,
            GenerationWord::Kip279 => Key::RuleKip279,
            GenerationWord::Kip320 => Key::RuleKip320,
            GenerationWord::Strict => Key::RuleStrict,
            GenerationWord::Elr => Key::RuleElr,
        };
        said(lang, key)
    }
}
