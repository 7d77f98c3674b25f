//! What can be asked, and how it is written.
//!
//! `why event 12`, `why hw-1-0`, `record m2`, `records`, `inspect broker-1`, `danger`, `compare hw,elr`. A mark of
//! the picture by itself is a question, too: what somebody wants to know who presses there.

use highwater_protocol::Generation;

/// A question about a moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Why an event happened.
    WhyEvent(u32),
    /// Why what stands at a mark of the picture is as it is.
    Why(String),
    /// What became of a batch, by its name, or of one record, by its mark.
    Record(String),
    /// What became of every batch.
    Records,
    /// What a broker, by its mark, or everything, by `cluster`, is and knows.
    Inspect(String),
    /// Which single fault would lose an acknowledged record now.
    Danger,
    /// The same script under other rules.
    Compare(Vec<Generation>),
}

impl Question {
    /// Reads a question; `None` for what is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Question> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        let named = |question: fn(String) -> Question| {
            (!rest.is_empty()).then(|| question(rest.to_owned()))
        };
        match verb {
            "why" => match rest.strip_prefix("event ") {
                Some(number) => number.parse().ok().map(Question::WhyEvent),
                None => named(Question::Why),
            },
            "record" => named(Question::Record),
            "inspect" => named(Question::Inspect),
            "records" if rest.is_empty() => Some(Question::Records),
            "danger" => Some(Question::Danger),
            "compare" => {
                let names = rest.split(',').map(|name| Generation::by_name(name.trim()));
                names.collect::<Option<Vec<_>>>().map(Question::Compare)
            }
            mark if rest.is_empty() => match mark.split('-').next()? {
                "rec" => Some(Question::Record(mark.to_owned())),
                "broker" | "cache" => Some(Question::Inspect(mark.to_owned())),
                "leo" | "hw" | "epoch" | "isr" => Some(Question::Why(mark.to_owned())),
                _ => None,
            },
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read() {
        let read = Question::read;
        assert_eq!(read("why event 12"), Some(Question::WhyEvent(12)));
        assert_eq!(read("why hw-1-0"), Some(Question::Why("hw-1-0".to_owned())));
        assert_eq!(read("hw-1-0"), Some(Question::Why("hw-1-0".to_owned())));
        assert_eq!(read("rec-0-12-1"), Some(Question::Record("rec-0-12-1".to_owned())));
        assert_eq!(read("records"), Some(Question::Records));
        assert_eq!(
            read("compare hw, elr"),
            Some(Question::Compare(vec![Generation::Hw, Generation::Elr]))
        );
    }

    #[test]
    fn what_is_no_question_is_none() {
        for text in [
            "",
            "why",
            "why event x",
            "record",
            "records m2",
            "compare",
            "compare hw,zz",
            "who-1",
            "x y",
        ] {
            assert_eq!(Question::read(text), None, "{text}");
        }
    }
}
