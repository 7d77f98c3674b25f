//! Reads the line format of a vector file.
//!
//! Knows lines, rows, steps and tokens; what a token means is the kind's business.

use std::collections::BTreeMap;

/// One vector file.
#[derive(Debug)]
pub(crate) struct VectorFile {
    /// What the rows are about.
    pub(crate) kind: String,
    /// The line of the `kind` statement.
    pub(crate) kind_line: usize,
    /// The rows to run.
    pub(crate) rows: Vec<Row>,
    /// The rows that are left out: id and reason.
    pub(crate) skipped: Vec<(String, String)>,
}

/// One row: a line of its own and the indented lines after it.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// What failures and people call it by.
    pub(crate) id: String,
    /// The row's own line first, then one for each indented line.
    pub(crate) steps: Vec<Step>,
}

/// One line of a row.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Its number in the file, from 1.
    pub(crate) line: usize,
    /// What is left of `=>`.
    pub(crate) given: Vec<Token>,
    /// What is right of `=>`; `None` without an arrow.
    pub(crate) expected: Option<Vec<Token>>,
}

/// A word, or a name with a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// `fence`, `[1,2]`, `"some text"`, `;`
    Word(String),
    /// `isr=[1,2]`
    Field(String, String),
}

/// Something that is wrong with a file or a row, with the line it was found on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    /// The line, from 1.
    pub(crate) line: usize,
    /// What is wrong and what would be right.
    pub(crate) text: String,
}

impl Failure {
    /// A failure on a line.
    pub(crate) fn at(line: usize, text: impl Into<String>) -> Failure {
        Failure { line, text: text.into() }
    }
}

/// Reads a file, or says which of its lines is wrong.
pub(crate) fn parse(text: &str) -> Result<VectorFile, Failure> {
    let mut reader: Option<Reader> = None;
    for (line, source) in (1..).zip(text.lines()) {
        let tokens = tokens(source).map_err(|text| Failure::at(line, text))?;
        let Some((first, rest)) = tokens.split_first() else {
            continue;
        };
        match reader.as_mut() {
            None => reader = Some(Reader::new(open(line, first, rest)?)),
            Some(reader) if source.starts_with([' ', '\t']) => reader.step(line, &tokens)?,
            Some(reader) => reader.statement(line, first, rest)?,
        }
    }
    match reader {
        Some(reader) => Ok(reader.file),
        None => Err(Failure::at(1, "the file is empty; it begins with `kind NAME`")),
    }
}

/// A file as far as it is read.
struct Reader {
    file: VectorFile,
    fixtures: BTreeMap<String, Vec<Token>>,
    /// Whether the last line that was not indented was a row's.
    in_row: bool,
}

impl Reader {
    fn new(file: VectorFile) -> Reader {
        Reader { file, fixtures: BTreeMap::new(), in_row: false }
    }

    fn step(&mut self, line: usize, tokens: &[Token]) -> Result<(), Failure> {
        let step = step(line, tokens, &self.fixtures)?;
        match self.file.rows.last_mut() {
            Some(row) if self.in_row => row.steps.push(step),
            _ => {
                let text = "an indented line continues a row, but there is no row right above it";
                return Err(Failure::at(line, text));
            }
        }
        Ok(())
    }

    fn statement(&mut self, line: usize, first: &Token, rest: &[Token]) -> Result<(), Failure> {
        let Token::Word(word) = first else {
            let text = "a line begins with the row's id, `let` or `skip`; \
                        indent it to continue the row above";
            return Err(Failure::at(line, text));
        };
        self.in_row = false;
        match word.as_str() {
            "kind" => {
                let text = format!("a file has one kind, named on line {}", self.file.kind_line);
                return Err(Failure::at(line, text));
            }
            "let" => {
                let (name, fixture) = fixture(line, rest, &self.fixtures)?;
                self.fixtures.insert(name, fixture);
            }
            "skip" => {
                let (id, reason) = skip(line, rest)?;
                is_new(&self.file, line, &id)?;
                self.file.skipped.push((id, reason));
            }
            id => {
                is_new(&self.file, line, id)?;
                let first = step(line, rest, &self.fixtures)?;
                self.file.rows.push(Row { id: id.to_owned(), steps: vec![first] });
                self.in_row = true;
            }
        }
        Ok(())
    }
}

fn open(line: usize, first: &Token, rest: &[Token]) -> Result<VectorFile, Failure> {
    match (first, rest) {
        (Token::Word(word), [Token::Word(kind)]) if word == "kind" => Ok(VectorFile {
            kind: kind.clone(),
            kind_line: line,
            rows: Vec::new(),
            skipped: Vec::new(),
        }),
        _ => Err(Failure::at(line, "a file begins with `kind NAME`")),
    }
}

fn fixture(
    line: usize,
    rest: &[Token],
    fixtures: &BTreeMap<String, Vec<Token>>,
) -> Result<(String, Vec<Token>), Failure> {
    match rest.split_first() {
        Some((Token::Word(name), tokens)) if !tokens.is_empty() => {
            Ok((name.clone(), expand(line, tokens, fixtures)?))
        }
        _ => Err(Failure::at(line, "a fixture is written `let NAME key=value …`")),
    }
}

fn skip(line: usize, rest: &[Token]) -> Result<(String, String), Failure> {
    let words: Vec<String> = rest.iter().map(Token::show).collect();
    match words.split_first() {
        Some((id, reason)) if !reason.is_empty() => Ok((id.clone(), reason.join(" "))),
        _ => Err(Failure::at(line, "a row that is left out is written `skip ID reason`")),
    }
}

fn is_new(file: &VectorFile, line: usize, id: &str) -> Result<(), Failure> {
    let is_used = file.rows.iter().any(|row| row.id == id)
        || file.skipped.iter().any(|(skipped, _)| skipped == id);
    if is_used {
        return Err(Failure::at(
            line,
            format!("the id {id} is used twice; ids are unique in a file"),
        ));
    }
    Ok(())
}

fn step(
    line: usize,
    tokens: &[Token],
    fixtures: &BTreeMap<String, Vec<Token>>,
) -> Result<Step, Failure> {
    let arrow = Token::Word("=>".to_owned());
    let mut sides = tokens.split(|token| *token == arrow);
    let given = expand(line, sides.next().unwrap_or_default(), fixtures)?;
    let expected = sides.next().map(|side| expand(line, side, fixtures)).transpose()?;
    if sides.next().is_some() {
        return Err(Failure::at(line, "a line has at most one `=>`"));
    }
    if expected.as_ref().is_some_and(Vec::is_empty) {
        return Err(Failure::at(line, "nothing stands right of `=>`; say what is expected"));
    }
    Ok(Step { line, given, expected })
}

/// Puts the fields of each `@NAME` in its place.
fn expand(
    line: usize,
    tokens: &[Token],
    fixtures: &BTreeMap<String, Vec<Token>>,
) -> Result<Vec<Token>, Failure> {
    let mut expanded = Vec::new();
    for token in tokens {
        match token {
            Token::Word(word) if word.starts_with('@') => match fixtures.get(&word[1..]) {
                Some(fixture) => expanded.extend(fixture.iter().cloned()),
                None => {
                    let known: Vec<&str> = fixtures.keys().map(String::as_str).collect();
                    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                    let text = format!("no fixture {word} above this line; there is: {known}");
                    return Err(Failure::at(line, text));
                }
            },
            other => expanded.push(other.clone()),
        }
    }
    Ok(expanded)
}

impl Token {
    /// The token as it could be written.
    pub(crate) fn show(&self) -> String {
        match self {
            Token::Word(word) => word.clone(),
            Token::Field(key, value) => format!("{key}={value}"),
        }
    }
}

/// Splits a line at spaces, but neither in brackets nor in quotes; drops the comment.
fn tokens(line: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() && !rest.starts_with('#') {
        let (token, after) = token(rest)?;
        tokens.push(token);
        rest = after.trim_start();
    }
    Ok(tokens)
}

fn token(text: &str) -> Result<(Token, &str), String> {
    let (mut value, mut key) = (String::new(), None);
    let (mut in_quotes, mut in_brackets, mut quoted) = (false, false, false);
    let mut end = text.len();
    for (at, c) in text.char_indices() {
        match c {
            '"' => {
                in_quotes = !in_quotes;
                quoted = true;
            }
            _ if in_quotes => value.push(c),
            ' ' | '\t' if in_brackets => {}
            ' ' | '\t' => {
                end = at;
                break;
            }
            '=' if key.is_none() && is_name(&value) && !text[at..].starts_with("=>") => {
                key = Some(std::mem::take(&mut value));
            }
            _ => {
                in_brackets = (in_brackets || c == '[') && c != ']';
                value.push(c);
            }
        }
    }
    if in_quotes {
        return Err("a quoted text is not closed with \"".to_owned());
    }
    if in_brackets {
        return Err("a list is not closed with ]".to_owned());
    }
    let after = &text[end..];
    match key {
        Some(key) if value.is_empty() && !quoted => {
            Err(format!("{key}= has no value; write [] for an empty list, \"\" for an empty text"))
        }
        Some(key) => Ok((Token::Field(key, value), after)),
        None => Ok((Token::Word(value), after)),
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_'))
}
