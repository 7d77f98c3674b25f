//! Typed access to the words and fields of a line, with errors that say what would be right.

use highwater_protocol::{BrokerId, BrokerList, BrokerSet};

use super::text::Token;

/// The tokens of one side of a line. Each has to be asked for: what nobody took is a mistake.
#[derive(Debug)]
pub(crate) struct Fields {
    words: Vec<String>,
    fields: Vec<(String, String)>,
    known: Vec<&'static str>,
}

impl Fields {
    /// The tokens; where a name occurs twice (a fixture's value that is overridden), the last
    /// counts.
    pub(crate) fn new(tokens: &[Token]) -> Fields {
        let mut words = Vec::new();
        let mut fields: Vec<(String, String)> = Vec::new();
        for token in tokens {
            match token.clone() {
                Token::Word(word) => words.push(word),
                Token::Field(key, value) => {
                    fields.retain(|(other, _)| *other != key);
                    fields.push((key, value));
                }
            }
        }
        Fields { words, fields, known: Vec::new() }
    }

    /// The next word, if there is one.
    pub(crate) fn word(&mut self) -> Option<String> {
        if self.words.is_empty() { None } else { Some(self.words.remove(0)) }
    }

    /// The next word, which has to be there; `what` says what it is.
    pub(crate) fn need_word(&mut self, what: &str) -> Result<String, String> {
        self.word().ok_or_else(|| format!("{what} is missing"))
    }

    /// The value with this name, if it was given.
    pub(crate) fn take(&mut self, key: &'static str) -> Option<String> {
        self.known.push(key);
        let index = self.fields.iter().position(|(other, _)| other == key)?;
        Some(self.fields.remove(index).1)
    }

    /// The value with this name, which has to be there.
    pub(crate) fn need(&mut self, key: &'static str) -> Result<String, String> {
        self.take(key).ok_or_else(|| format!("the field {key}= is missing"))
    }

    /// A number, if it was given.
    pub(crate) fn number<T: std::str::FromStr>(
        &mut self,
        key: &'static str,
    ) -> Result<Option<T>, String> {
        self.take(key).map(|text| number(key, &text)).transpose()
    }

    /// A number, which has to be there.
    pub(crate) fn need_number<T: std::str::FromStr>(
        &mut self,
        key: &'static str,
    ) -> Result<T, String> {
        number(key, &self.need(key)?)
    }

    /// A list of brokers, if it was given.
    pub(crate) fn list(&mut self, key: &'static str) -> Result<Option<BrokerList>, String> {
        self.take(key).map(|text| list(key, &text)).transpose()
    }

    /// A list of brokers, which has to be there.
    pub(crate) fn need_list(&mut self, key: &'static str) -> Result<BrokerList, String> {
        list(key, &self.need(key)?)
    }

    /// A list of brokers as a set, empty if it was not given.
    pub(crate) fn set(&mut self, key: &'static str) -> Result<BrokerSet, String> {
        Ok(self.list(key)?.unwrap_or_default().into_iter().collect())
    }

    /// One of several named values, if it was given.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, String> {
        self.take(key).map(|text| choice(key, &text, choices)).transpose()
    }

    /// Complains of what nobody asked for.
    pub(crate) fn finish(self) -> Result<(), String> {
        if let Some(word) = self.words.first() {
            return Err(format!("`{word}` has no place here; {}", self.accepted()));
        }
        match self.fields.first() {
            Some((key, _)) => Err(format!("unknown field {key}=; {}", self.accepted())),
            None => Ok(()),
        }
    }

    fn accepted(&self) -> String {
        if self.known.is_empty() {
            "no field is accepted here".to_owned()
        } else {
            format!("accepted here: {}", self.known.join(", "))
        }
    }
}

/// Reads a number.
pub(crate) fn number<T: std::str::FromStr>(what: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{what}: `{text}` is not a number in range"))
}

/// Reads a broker id.
pub(crate) fn broker(what: &str, text: &str) -> Result<BrokerId, String> {
    let id: u8 = number(what, text)?;
    if id <= BrokerId::MAX.0 {
        Ok(BrokerId(id))
    } else {
        Err(format!("{what}: broker ids go up to {}, this is {id}", BrokerId::MAX))
    }
}

/// Reads the elements of a list.
pub(crate) fn elements<'a>(what: &str, text: &'a str) -> Result<Vec<&'a str>, String> {
    let inner = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .ok_or_else(|| format!("{what}: `{text}` is not a list; lists look like [1,2] or []"))?;
    Ok(if inner.is_empty() { Vec::new() } else { inner.split(',').collect() })
}

/// Reads a list of brokers.
pub(crate) fn list(what: &str, text: &str) -> Result<BrokerList, String> {
    elements(what, text)?.into_iter().map(|element| broker(what, element)).collect()
}

/// Reads one of several named values.
pub(crate) fn choice<T: Copy>(what: &str, text: &str, choices: &[(&str, T)]) -> Result<T, String> {
    choices.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        format!("{what}: `{text}` is not one of {}", names.join(", "))
    })
}

/// Writes a list of brokers as it is read.
pub(crate) fn show(list: &[BrokerId]) -> String {
    let ids: Vec<String> = list.iter().map(BrokerId::to_string).collect();
    format!("[{}]", ids.join(","))
}
