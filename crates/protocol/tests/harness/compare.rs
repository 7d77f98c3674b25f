//! Compares what a rule answered with what a row expects.

use super::fields::Fields;
use super::text::{Failure, Step, Token};

/// An answer as named texts, in the notation of the files.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    fields: Vec<(&'static str, String)>,
    optional: Vec<(&'static str, String)>,
}

impl Answer {
    /// The answer with this field. A row that does not expect it fails.
    pub(crate) fn with(mut self, key: &'static str, value: impl Into<String>) -> Answer {
        self.fields.push((key, value.into()));
        self
    }

    /// As [`Answer::with`] if there is a value.
    pub(crate) fn with_some(self, key: &'static str, value: Option<String>) -> Answer {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// The answer with a field that is compared only where a row names it.
    pub(crate) fn with_optional(mut self, key: &'static str, value: impl Into<String>) -> Answer {
        self.optional.push((key, value.into()));
        self
    }

    /// Whether a row may leave it without expectation: there is no field that it must name.
    pub(crate) fn is_silent(&self) -> bool {
        self.fields.is_empty()
    }

    /// Whether the step expects just this. `none` stands for an answer without a field.
    pub(crate) fn check(&self, step: &Step) -> Result<(), Failure> {
        let fail = |text: String| Failure::at(step.line, text);
        let Some(expected) = &step.expected else {
            return Err(fail(format!("say what is expected: => {}", self.show())));
        };
        let mut expected_none = false;
        let mut named: Vec<(&str, &str)> = Vec::new();
        for token in expected {
            match token {
                Token::Field(key, value) => named.push((key, value)),
                Token::Word(word) if word == "none" => expected_none = true,
                Token::Word(word) => {
                    let text =
                        format!("`{word}` is neither `none` nor key=value; got {}", self.show());
                    return Err(fail(text));
                }
            }
        }
        for (key, value) in &named {
            match self.fields.iter().chain(&self.optional).find(|(other, _)| other == key) {
                Some((_, got)) if got == value => {}
                Some((_, got)) => {
                    let text = format!(
                        "expected {key}={value}, got {key}={got}; all of it: {}",
                        self.show()
                    );
                    return Err(fail(text));
                }
                None => {
                    let text =
                        format!("expected {key}={value}, but there is no {key} in {}", self.show());
                    return Err(fail(text));
                }
            }
        }
        let unnamed =
            self.fields.iter().find(|(key, _)| !named.iter().any(|(other, _)| other == key));
        match unnamed {
            Some((key, got)) => {
                Err(fail(format!("{key}={got} was not expected; all of it: {}", self.show())))
            }
            None if expected_none && !self.fields.is_empty() => {
                Err(fail(format!("expected none, got {}", self.show())))
            }
            None if named.is_empty() && !expected_none => {
                Err(fail(format!("say what is expected: => {}", self.show())))
            }
            None => Ok(()),
        }
    }

    fn show(&self) -> String {
        if self.fields.is_empty() {
            return "none".to_owned();
        }
        let quote = |value: &str| {
            if value.contains(' ') { format!("\"{value}\"") } else { value.to_owned() }
        };
        let fields: Vec<String> =
            self.fields.iter().map(|(key, value)| format!("{key}={}", quote(value))).collect();
        fields.join(" ")
    }
}

/// Runs a row of one line: reads its fields, computes an answer, compares.
pub(crate) fn one_line(
    row: &super::text::Row,
    answer: impl FnOnce(&mut Fields) -> Result<Answer, String>,
) -> Result<(), Failure> {
    let [step] = row.steps.as_slice() else {
        return Err(Failure::at(row.steps[1].line, "a row of this kind has one line"));
    };
    let mut fields = Fields::new(&step.given);
    let answer = answer(&mut fields)
        .and_then(|answer| fields.finish().map(|()| answer))
        .map_err(|text| Failure::at(step.line, text))?;
    answer.check(step)
}
