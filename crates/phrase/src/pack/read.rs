//! Reading a file of words.
//!
//! [`index`] takes the file as it is; [`read`] holds it against the table of keys, in one pass over
//! the lines, and the first that doesn't fit is the error. Nothing is copied.

use std::fmt;

use crate::compose::Mark;
use crate::keys::Key;
use crate::label::Label;

/// What is said under a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry<'a> {
    /// What happened.
    pub(crate) what: &'a str,
    /// Why; empty where the key has none.
    pub(crate) why: &'a str,
}

/// The words of a language, line by line and unchecked: only for a file that is known to fit.
pub(super) fn index(text: &str) -> Vec<Entry<'_>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for line in text.lines() {
        match (line.as_bytes(), entries.last_mut()) {
            ([] | [b'#', ..], _) => {}
            ([b' ', ..], Some(entry)) => entry.why = line.trim_ascii(),
            _ => {
                let (_, what) = line.split_once('=').unwrap_or_default();
                entries.push(Entry { what: what.trim_ascii(), why: "" });
            }
        }
    }
    entries
}

/// What the table says of a key.
#[derive(Clone, Copy, Default)]
pub(super) struct Row {
    pub(super) name: &'static str,
    values: usize,
    has_why: bool,
}

/// All rows, those of the labels first.
pub(super) struct Rows {
    rest: &'static str,
    next: &'static str,
}

impl Rows {
    pub(super) fn new() -> Rows {
        Rows { rest: Label::ROWS, next: Key::ROWS }
    }
}

impl Iterator for Rows {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        if self.rest.is_empty() {
            self.rest = std::mem::take(&mut self.next);
        }
        let (line, rest) = self.rest.split_once('\n')?;
        self.rest = rest;
        let (name, shape) = line.split_once(' ').unwrap_or((line, ""));
        let values = shape.bytes().next().map_or(0, |digit| usize::from(digit - b'0'));
        Some(Row { name, values, has_why: shape.len() > 1 })
    }
}

/// The words of a language, in the order of the table.
pub(super) fn read(text: &str) -> Result<Vec<Entry<'_>>, PackError> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let mut rows = Rows::new();
    // The row of the last entry, for as long as that lacks its why.
    let mut open: Option<Row> = None;
    let mut number = 0;
    for line in text.lines() {
        number += 1;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |key, right| Err(PackError { line: number, key, right });
        if line.starts_with(' ') {
            let why = line.trim_ascii();
            match (open.take(), entries.last_mut()) {
                (Some(row), Some(entry)) if fits(why, row.values) => entry.why = why,
                (Some(row), _) => return wrong(row.name, Right::Text(row.values)),
                (None, _) => return wrong("", Right::NoWhy),
            }
            continue;
        }
        if let Some(row) = open {
            return wrong(row.name, Right::Why);
        }
        let Some(row) = rows.next() else {
            return wrong("", Right::End);
        };
        let (name, what) = line.split_once('=').unwrap_or((line, ""));
        if name.trim_ascii() != row.name {
            return wrong(row.name, Right::Key);
        }
        let what = what.trim_ascii();
        if !fits(what, row.values) {
            return wrong(row.name, Right::Text(row.values));
        }
        entries.push(Entry { what, why: "" });
        open = row.has_why.then_some(row);
    }
    let missing = |key, right| Err(PackError { line: number + 1, key, right });
    match (open, rows.next()) {
        (Some(row), _) => missing(row.name, Right::Why),
        (None, Some(row)) => missing(row.name, Right::Key),
        (None, None) => Ok(entries),
    }
}

/// Whether a text says something, and uses only values that there are.
fn fits(text: &str, values: usize) -> bool {
    let mut parts = text.split('{');
    let before = parts.next().unwrap_or_default();
    let marks_fit = parts.all(|part| {
        let Some((mark, after)) = part.split_once('}') else {
            return false;
        };
        let exists = |mark: Mark| mark.value.is_none_or(|value| value < values);
        Mark::read(mark).is_some_and(exists) && !after.contains('}')
    });
    !text.is_empty() && !before.contains('}') && marks_fit
}

/// What would be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Right {
    /// This key, with a text.
    Key,
    /// A text for this key, with at most so many values.
    Text(usize),
    /// The why of this key.
    Why,
    /// A key: the one above has no why, or has it already.
    NoWhy,
    /// The end: every key has been said.
    End,
}

/// Why a text can't be the words of a language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackError {
    line: u32,
    key: &'static str,
    right: Right,
}

impl PackError {
    /// The line that doesn't fit, counted from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.line
    }
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PackError { line, key, right } = self;
        write!(f, "line {line}: ")?;
        match right {
            Right::Key => write!(f, "`{key} = …` belongs here"),
            Right::Text(0) => write!(f, "`{key}` needs a text without values"),
            Right::Text(values) => {
                write!(f, "`{key}` needs a text, with values only from {{0}} to {{{}}}", values - 1)
            }
            Right::Why => write!(f, "the why of `{key}`, indented, belongs here"),
            Right::NoWhy => f.write_str("no why belongs here, but the next key"),
            Right::End => f.write_str("every key has been said: the words end here"),
        }
    }
}

impl std::error::Error for PackError {}

#[cfg(test)]
mod tests {
    use super::*;

    const KO: &str = include_str!("../../words/ko.txt");
    const EN: &str = include_str!("../../words/en.txt");

    /// The words of English with one change, and what is said of them.
    fn complaint(from: &str, to: &str) -> String {
        let text = EN.replacen(from, to, 1);
        assert_ne!(text, EN, "{from}");
        read(&text).map_or_else(|error| error.to_string(), |_| "fine".to_owned())
    }

    /// The line that a text stands on.
    fn line(text: &str) -> usize {
        EN.lines().position(|line| line.starts_with(text)).map_or(0, |index| index + 1)
    }

    #[test]
    fn each_language_says_every_key_with_its_values() {
        assert_eq!(read(KO).err(), None);
        assert_eq!(read(EN).err(), None);
        assert_eq!(read(EN).map(|entries| entries.len()), Ok(Rows::new().count()));
        assert_eq!((read(KO), read(EN)), (Ok(index(KO)), Ok(index(EN))));
        assert_eq!(Rows::new().count(), Label::ALL.len() + Key::ROWS.lines().count());
    }

    #[test]
    fn a_key_has_one_name_and_one_digit_of_values() {
        let mut names: Vec<&str> = Rows::new().map(|row| row.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(Rows::new().all(|row| row.values < 10));
    }

    #[test]
    fn every_value_is_said_in_some_language() {
        for ((row, ko), en) in Rows::new().zip(read(KO).unwrap()).zip(read(EN).unwrap()) {
            let all = [ko.what, ko.why, en.what, en.why].concat();
            for value in 0..row.values {
                assert!(all.contains(&format!("{{{value}")), "{} never says {value}", row.name);
            }
        }
    }

    #[test]
    fn a_missing_surplus_or_misplaced_key_is_named() {
        let at = line("ThemeAuto");
        let belongs = format!("line {at}: `ThemeAuto = …` belongs here");
        assert_eq!(complaint("ThemeAuto = Auto\n", ""), belongs);
        assert_eq!(complaint("ThemeAuto = Auto\n", "ThemeLight = Auto\n"), belongs);
        assert_eq!(complaint("ThemeAuto = Auto\n", "ThemeAuto: Auto\n"), belongs);
        let surplus = read(&format!("{EN}More = more\n")).unwrap_err().to_string();
        assert!(surplus.ends_with("every key has been said: the words end here"), "{surplus}");
        assert_eq!(complaint("ThemeAuto = Auto\n", "ThemeAuto=Auto \n"), "fine");
        let end = read("").unwrap_err().to_string();
        assert_eq!(end, "line 1: `Tagline = …` belongs here");
    }

    #[test]
    fn an_empty_text_or_a_mark_that_can_not_be_is_named() {
        let at = line("ThemeAuto");
        let empty = format!("line {at}: `ThemeAuto` needs a text without values");
        assert_eq!(complaint("= Auto\n", "= \n"), empty);
        assert_eq!(complaint("= Auto\n", "=   \n"), empty);
        assert_eq!(complaint("= Auto\n", "= {0}\n"), empty);
        let at = line("NodeBroker");
        let wrong =
            format!("line {at}: `NodeBroker` needs a text, with values only from {{0}} to {{0}}");
        for text in ["{1}", "{0", "0}", "{x}", "{00}", "{0:가이}", "{0}}", "{{0}"] {
            assert_eq!(complaint("= broker {0}\n", &format!("= {text}\n")), wrong, "{text}");
        }
        assert_eq!(complaint("= broker {0}\n", "= {0:이가} {:은는} {0}\n"), "fine");
    }

    #[test]
    fn a_why_belongs_to_those_who_have_one() {
        let (at, why) = (line("Consumed"), "    Leader broker {1} hands");
        assert_eq!(line(why), at + 1);
        let wanted = format!("line {}: the why of `Consumed`, indented, belongs here", at + 1);
        assert_eq!(
            complaint(why, "# "),
            wanted.replace(&(at + 1).to_string(), &(at + 2).to_string())
        );
        assert_eq!(complaint(why, "Leader"), wanted);
        let surplus = format!("line {}: no why belongs here, but the next key", at + 2);
        assert_eq!(complaint(why, &format!("    one\n{why}")), surplus);
        let why = "    Leader broker {1}";
        let wrong = complaint(why, "    Leader broker {2}");
        assert!(wrong.contains("`Consumed` needs a text, with values only from {0} to {1}"));
    }

    #[test]
    fn lines_may_end_as_they_do_on_windows() {
        assert_eq!(read(&EN.replace('\n', "\r\n")), read(EN));
    }

    #[test]
    fn every_name_is_found_by_its_place() {
        assert_eq!(Rows::new().nth(Label::Theme as usize).map(|row| row.name), Some("Theme"));
        assert_eq!(Rows::new().nth(Key::Sent.index()).map(|row| row.name), Some("Sent"));
    }
}
