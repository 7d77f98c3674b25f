//! A place in a line's tokens, and the small steps from there.
//!
//! Every step that fails says what stands there and what would have been accepted. Nothing here
//! knows a statement.

use std::rc::Rc;

use highwater_protocol::Generation;
use highwater_protocol::lag::Millis;

use super::lexer::{Token, TokenKind, Tokens};
use crate::error::{Accepted, Kind, Problem, ScenarioError};
use crate::generations::Generations;

pub(crate) type Parsed<T> = Result<T, ScenarioError>;

/// A word and where it stands.
#[derive(Clone, Copy)]
pub(crate) struct Spot<'t> {
    pub(crate) text: &'t str,
    pub(crate) column: u32,
}

/// The longest wait, in ms: an hour.
const MOST_WAIT_MS: u32 = 3_600_000;

/// A place in a line's tokens.
#[derive(Clone)]
pub(crate) struct Cursor<'t> {
    pub(crate) line: u32,
    tokens: &'t [Token<'t>],
    next: usize,
    end: u32,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(line: u32, tokens: &'t Tokens<'t>) -> Cursor<'t> {
        Cursor { line, tokens: &tokens.tokens, next: 0, end: tokens.end }
    }

    fn peek(&self) -> Option<&'t Token<'t>> {
        self.tokens.get(self.next)
    }

    /// The next token, if it is a word.
    pub(crate) fn peek_word(&self) -> Option<Spot<'t>> {
        self.word_at(self.next)
    }

    /// The token after the next one, if it is a word.
    pub(crate) fn peek_second_word(&self) -> Option<Spot<'t>> {
        self.word_at(self.next + 1)
    }

    fn word_at(&self, index: usize) -> Option<Spot<'t>> {
        let token = self.tokens.get(index)?;
        match &token.kind {
            TokenKind::Word(text) => Some(Spot { text, column: token.column }),
            _ => None,
        }
    }

    /// A mistake at the next token.
    pub(crate) fn fail(&self, problem: Problem) -> ScenarioError {
        let column = self.peek().map_or(self.end, |token| token.column);
        ScenarioError::new(self.line, column, problem).found(self.peek().map(Token::text))
    }

    /// A mistake at a word that was taken already.
    pub(crate) fn fail_at(&self, spot: Spot<'_>, problem: Problem) -> ScenarioError {
        ScenarioError::new(self.line, spot.column, problem).found(Some(spot.text))
    }

    pub(crate) fn unexpected(&self, accepted: Vec<Accepted>) -> ScenarioError {
        self.fail(Problem::Unexpected).accepting(accepted)
    }

    /// Takes the next token if it is this word.
    pub(crate) fn takes_word(&mut self, word: &str) -> bool {
        let is_next = self.peek_word().is_some_and(|spot| spot.text == word);
        self.next += usize::from(is_next);
        is_next
    }

    fn takes(&mut self, kind: &TokenKind<'_>) -> bool {
        let is_next = self.peek().is_some_and(|token| token.kind == *kind);
        self.next += usize::from(is_next);
        is_next
    }

    pub(crate) fn takes_comma(&mut self) -> bool {
        self.takes(&TokenKind::Comma)
    }

    pub(crate) fn equals(&mut self) -> Parsed<()> {
        if self.takes(&TokenKind::Equals) {
            return Ok(());
        }
        Err(self.unexpected(vec![Accepted::Word("=")]))
    }

    /// Takes any word; `kind` is what it should be.
    pub(crate) fn word(&mut self, kind: Kind) -> Parsed<Spot<'t>> {
        let Some(spot) = self.peek_word() else {
            return Err(self.unexpected(vec![Accepted::Kind(kind)]));
        };
        self.next += 1;
        Ok(spot)
    }

    /// Takes one of these words.
    pub(crate) fn choice<T: Copy>(&mut self, choices: &[(&'static str, T)]) -> Parsed<T> {
        let chosen = self.peek_word().and_then(|spot| {
            choices.iter().find(|(word, _)| *word == spot.text).map(|(_, value)| *value)
        });
        let Some(value) = chosen else {
            return Err(self.unexpected(words(choices)));
        };
        self.next += 1;
        Ok(value)
    }

    pub(crate) fn quoted(&mut self) -> Parsed<Rc<str>> {
        let Some(TokenKind::Quoted(text)) = self.peek().map(|token| &token.kind) else {
            return Err(self.unexpected(vec![Accepted::Kind(Kind::Text)]));
        };
        self.next += 1;
        Ok(Rc::from(&**text))
    }

    pub(crate) fn number(&mut self, least: u32, most: u32) -> Parsed<u32> {
        let kind = Kind::Number { least, most };
        let spot = self.word(kind)?;
        self.number_in(spot, spot.text, kind)
    }

    /// Reads digits that are a word or the main part of one.
    fn number_in(&self, spot: Spot<'_>, digits: &str, kind: Kind) -> Parsed<u32> {
        let (least, most) = match kind {
            Kind::Number { least, most } => (least, most),
            Kind::Count => (1, super::MOST_RECORDS),
            _ => (0, MOST_WAIT_MS),
        };
        let fail = |problem| {
            let accepted = vec![Accepted::Kind(kind)];
            self.fail_at(spot, problem).accepting(accepted)
        };
        let number = whole_number(digits).map_err(fail)?;
        if number < least || most < number {
            return Err(fail(Problem::OutOfRange));
        }
        Ok(number)
    }

    /// `x100`
    pub(crate) fn count(&mut self) -> Parsed<u32> {
        let spot = self.word(Kind::Count)?;
        let digits = spot.text.strip_prefix('x').unwrap_or_default();
        self.number_in(spot, digits, Kind::Count)
    }

    /// `500ms`, `30s`, `2min`
    pub(crate) fn duration(&mut self) -> Parsed<Millis> {
        let spot = self.word(Kind::Duration)?;
        let digits = spot.text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match &spot.text[digits.len()..] {
            "ms" => 1,
            "s" => 1_000,
            "min" => 60_000,
            _ => {
                let accepted = vec![Accepted::Kind(Kind::Duration)];
                return Err(self.fail_at(spot, Problem::Unexpected).accepting(accepted));
            }
        };
        let count = self.number_in(spot, digits, Kind::Duration)?;
        let ms = Millis::from(count) * unit;
        if Millis::from(MOST_WAIT_MS) < ms {
            let accepted = vec![Accepted::Kind(Kind::Duration)];
            return Err(self.fail_at(spot, Problem::OutOfRange).accepting(accepted));
        }
        Ok(ms)
    }

    /// `in hw,kip101`, `in kip101+`, `in ..kip279`, or nothing, which means all; then the line ends.
    /// `options` would have been possible before that.
    pub(crate) fn generations_and_end(&mut self, options: &[Accepted]) -> Parsed<Generations> {
        if !self.takes_word("in") {
            let mut accepted = options.to_vec();
            accepted.push(Accepted::Word("in"));
            return self.end(accepted).map(|()| Generations::ALL);
        }
        let mut set = self.generation_range()?;
        while self.takes_comma() {
            set = set.union(self.generation_range()?);
        }
        self.end(Vec::new()).map(|()| set)
    }

    /// The line must end here; otherwise these would have been possible, too.
    pub(crate) fn end(&self, mut accepted: Vec<Accepted>) -> Parsed<()> {
        if self.peek().is_none() {
            return Ok(());
        }
        accepted.push(Accepted::Kind(Kind::EndOfLine));
        Err(self.fail(Problem::Leftover).accepting(accepted))
    }

    fn generation_range(&mut self) -> Parsed<Generations> {
        let spot = self.word(Kind::Generations)?;
        if let Some(name) = spot.text.strip_prefix("..") {
            return self.generation_named(spot, name).map(Generations::up_to);
        }
        match spot.text.strip_suffix('+') {
            Some(name) => self.generation_named(spot, name).map(Generations::from),
            None => self.generation_named(spot, spot.text).map(Generations::only),
        }
    }

    pub(crate) fn generation(&mut self) -> Parsed<Generation> {
        let spot = self.word(Kind::Generations)?;
        self.generation_named(spot, spot.text)
    }

    fn generation_named(&self, spot: Spot<'_>, name: &str) -> Parsed<Generation> {
        Generation::by_name(name).ok_or_else(|| {
            let known = Generation::ALL.iter().map(|known| Accepted::Word(known.name()));
            self.fail_at(spot, Problem::Unexpected).accepting(known.collect())
        })
    }
}

/// These words as things that would be accepted.
pub(crate) fn words<T>(choices: &[(&'static str, T)]) -> Vec<Accepted> {
    choices.iter().map(|(word, _)| Accepted::Word(word)).collect()
}

/// A number in decimal digits and nothing else (no sign, no spaces).
pub(crate) fn whole_number(digits: &str) -> Result<u32, Problem> {
    let is_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits {
        return Err(Problem::Unexpected);
    }
    digits.parse().map_err(|_| Problem::OutOfRange)
}
