//! What can be asked, and how it is written.
//!
//! `why event 12`, `why hw-1-0`, `record m2`, `records`, `inspect broker-1`, `danger`, `windows`,
//! `compare hw,elr`, `compare gen=hw|gen=elr&min=2`. A mark of the picture by itself is a question, too: what somebody
//! wants to know who presses there.

use std::fmt;
use std::ops::RangeInclusive;

use highwater_explorer::map::Measure;
use highwater_protocol::Generation;
use highwater_scenario::Overrides;
use highwater_scene::mark::Mark;

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
    /// The picture as a table.
    Table,
    /// The script's expectations that don't hold.
    Unmet,
    /// The safety map, by one of its figures.
    Map(Measure),
    /// The protocol's guards.
    Guards,
    /// When in the run one fault would have been enough.
    Windows,
    /// The same script under other settings, laid over the run's own; one for each column, or none
    /// for what is worth a comparison.
    Compare(Vec<Overrides>),
}

/// How many columns are compared.
pub const COLUMNS: RangeInclusive<usize> = 2..=4;

/// Why a text is no question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuestionError {
    /// There is no such question.
    Unknown(String),
    /// So many columns can't be compared.
    Columns(usize),
    /// A column has a setting that doesn't exist or can't have this value.
    Setting(String),
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuestionError::Unknown(text) => write!(f, "`{text}` is no question"),
            QuestionError::Columns(found) => {
                let (least, most) = (COLUMNS.start(), COLUMNS.end());
                write!(f, "{least} to {most} columns can be compared, not {found}")
            }
            QuestionError::Setting(text) => {
                write!(f, "`{text}` is no generation and no setting such as gen=elr&min=2")
            }
        }
    }
}

impl Question {
    /// Reads a question.
    ///
    /// # Errors
    /// A [`QuestionError`] that says what is wrong with it.
    pub fn read(text: &str) -> Result<Question, QuestionError> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        if verb == "compare" {
            return columns(rest).map(Question::Compare);
        }
        Question::simple(verb, rest).ok_or_else(|| QuestionError::Unknown(text.to_owned()))
    }

    fn simple(verb: &str, rest: &str) -> Option<Question> {
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
            "danger" if rest.is_empty() => Some(Question::Danger),
            "map" if rest.is_empty() => Some(Question::Map(Measure::Lose)),
            "map" => Measure::by_name(rest).map(Question::Map),
            "table" => Some(Question::Table),
            "unmet" => Some(Question::Unmet),
            "lab" => Some(Question::Guards),
            "windows" if rest.is_empty() => Some(Question::Windows),
            mark if rest.is_empty() => Some(match Mark::parse(mark)? {
                Mark::Record { .. } => Question::Record(mark.to_owned()),
                Mark::Broker(_) | Mark::EpochCache { .. } => Question::Inspect(mark.to_owned()),
                Mark::Leo { .. }
                | Mark::HighWatermark { .. }
                | Mark::Epoch { .. }
                | Mark::Membership { .. } => Question::Why(mark.to_owned()),
            }),
            _ => None,
        }
    }
}

/// Columns, or nothing at all: names of generations with commas, or whole settings with `|` between them. An empty
/// column between `|` is the run as it is.
fn columns(text: &str) -> Result<Vec<Overrides>, QuestionError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let between = if text.contains('|') { '|' } else { ',' };
    let columns = text.split(between).map(|column| settings(column.trim(), between));
    let columns: Vec<Overrides> = columns.collect::<Result<_, _>>()?;
    let count = columns.len();
    if COLUMNS.contains(&count) { Ok(columns) } else { Err(QuestionError::Columns(count)) }
}

/// One column: settings as in a link, or a generation by its name alone.
fn settings(text: &str, between: char) -> Result<Overrides, QuestionError> {
    let mut overrides = Overrides::default();
    if text.is_empty() && between == ',' {
        return Err(QuestionError::Setting(String::new()));
    }
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let wrong = || QuestionError::Setting(pair.to_owned());
        let Some((key, value)) = pair.split_once('=') else {
            overrides.generation = Some(Generation::by_name(pair).ok_or_else(wrong)?);
            continue;
        };
        // What can't be a value leaves the setting out, as it should in a link, but not here.
        let mut alone = Overrides::default();
        if !alone.take(key, value) || alone == Overrides::default() {
            return Err(wrong());
        }
        overrides.take(key, value);
    }
    Ok(overrides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read() {
        let read = |text| Question::read(text).expect("a question");
        assert_eq!(read("why event 12"), Question::WhyEvent(12));
        assert_eq!(read("why hw-1-0"), Question::Why("hw-1-0".to_owned()));
        assert_eq!(read("hw-1-0"), Question::Why("hw-1-0".to_owned()));
        assert_eq!(read("rec-0-12-1"), Question::Record("rec-0-12-1".to_owned()));
        assert_eq!(read("inspect cluster"), Question::Inspect("cluster".to_owned()));
        assert_eq!(read("records"), Question::Records);
        assert_eq!(read("windows"), Question::Windows);
    }

    #[test]
    fn columns_are_generations_or_settings() {
        let read = |text| Question::read(text).expect("a question");
        let of = Overrides::of_generation;
        let two = Question::Compare(vec![of(Generation::Hw), of(Generation::Elr)]);
        assert_eq!(read("compare hw, elr"), two);
        assert_eq!(read("compare gen=hw|elr"), two);
        let strict = Overrides { min_insync_replicas: Some(2), ..of(Generation::Strict) };
        assert_eq!(read("compare"), Question::Compare(Vec::new()));
        let own = Overrides::default();
        assert_eq!(read("compare |gen=strict&min=2"), Question::Compare(vec![own, strict]));
    }

    #[test]
    fn what_is_no_question_is_said() {
        let said = |text| Question::read(text).expect_err("a mistake").to_string();
        for text in [
            "",
            "why",
            "why event x",
            "record",
            "records m2",
            "danger 1",
            "windows 1",
            "who-1",
            "x y",
        ] {
            assert_eq!(said(text), format!("`{text}` is no question"));
        }
        assert_eq!(said("compare hw"), "2 to 4 columns can be compared, not 1");
        assert_eq!(
            said("compare hw,kip101,kip279,kip320,elr"),
            "2 to 4 columns can be compared, not 5"
        );
        for (text, wrong) in [
            ("compare hw,zz", "zz"),
            ("compare hw,", ""),
            ("compare gen=hw|gen=zz", "gen=zz"),
            ("compare hw|min=two", "min=two"),
            ("compare hw|colour=red", "colour=red"),
        ] {
            let reason = "is no generation and no setting such as gen=elr&min=2";
            assert_eq!(said(text), format!("`{wrong}` {reason}"));
        }
    }
}
