//! Lines of text into tokens. It knows quotes, commas, equals signs and comments, and no word.

use crate::error::{Accepted, Kind, Problem, ScenarioError};

/// One token and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind<'a>,
    pub(crate) column: u32,
}

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind<'a> {
    /// Anything without a space, quote, comma or equals sign in it.
    Word(&'a str),
    /// A text that stood in double quotes.
    Quoted(String),
    Equals,
    Comma,
}

impl Token<'_> {
    /// The token as a message quotes it.
    pub(crate) fn text(&self) -> &str {
        match &self.kind {
            TokenKind::Word(word) => word,
            TokenKind::Quoted(text) => text,
            TokenKind::Equals => "=",
            TokenKind::Comma => ",",
        }
    }
}

/// A line's tokens, and the column just behind it.
pub(crate) struct Tokens<'a> {
    pub(crate) tokens: Vec<Token<'a>>,
    pub(crate) end: u32,
}

/// Splits a line into tokens.
pub(crate) fn split(line: &str, number: u32) -> Result<Tokens<'_>, ScenarioError> {
    let mut lexer = Lexer { rest: line, column: 1, line: number };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next_token()? {
        tokens.push(token);
    }
    Ok(Tokens { tokens, end: lexer.column })
}

struct Lexer<'a> {
    rest: &'a str,
    column: u32,
    line: u32,
}

impl<'a> Lexer<'a> {
    fn next_token(&mut self) -> Result<Option<Token<'a>>, ScenarioError> {
        let blank = self.rest.find(|c: char| !c.is_whitespace()).unwrap_or(self.rest.len());
        let end_of_text = self.column;
        self.take(blank);
        let column = self.column;
        let kind = match self.rest.chars().next() {
            // What is missing at a line's end is missing right behind its last token.
            None | Some('#') => {
                self.column = end_of_text;
                self.rest = "";
                return Ok(None);
            }
            Some('=') => {
                self.take(1);
                TokenKind::Equals
            }
            Some(',') => {
                self.take(1);
                TokenKind::Comma
            }
            Some('"') => TokenKind::Quoted(self.quoted()?),
            Some(_) => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '=' | ',' | '"');
                TokenKind::Word(self.take(self.rest.find(ends).unwrap_or(self.rest.len())))
            }
        };
        Ok(Some(Token { kind, column }))
    }

    /// Takes so many bytes, which must end between two characters.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.column = self.column.saturating_add(taken.chars().count() as u32);
        taken
    }

    fn quoted(&mut self) -> Result<String, ScenarioError> {
        let (opening, whole) = (self.column, self.rest);
        let mut text = String::new();
        let mut chars = whole.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.take(at + 1);
                    return Ok(text);
                }
                '\\' => {
                    let escaped = chars.next().map(|(_, escaped)| escaped);
                    text.push(self.unescaped(at, escaped)?);
                }
                _ => text.push(c),
            }
        }
        Err(ScenarioError::new(self.line, opening, Problem::UnclosedQuote).found(Some(whole)))
    }

    fn unescaped(&self, at: usize, escaped: Option<char>) -> Result<char, ScenarioError> {
        match escaped {
            Some(c @ ('"' | '\\')) => Ok(c),
            Some('n') => Ok('\n'),
            other => {
                let before = self.rest[..at].chars().count() as u32;
                let found = other.map(String::from);
                Err(ScenarioError::new(
                    self.line,
                    self.column.saturating_add(before),
                    Problem::BadEscape,
                )
                .found(found.as_deref())
                .accepting(vec![Accepted::Kind(Kind::Escape)]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<(u32, String)> {
        let tokens = split(line, 1).expect("the line has tokens");
        tokens.tokens.iter().map(|token| (token.column, token.text().to_owned())).collect()
    }

    #[test]
    fn columns_count_characters() {
        let expected = [(1, "say"), (5, "ko"), (8, "가 \"나\""), (18, "in")];
        let found = words("say ko \"가 \\\"나\\\"\" in # 다");
        let found: Vec<(u32, &str)> = found.iter().map(|(at, text)| (*at, &**text)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn equals_signs_and_commas_need_no_spaces() {
        let found = words("isr=1,2 a = b");
        let found: Vec<&str> = found.iter().map(|(_, text)| &**text).collect();
        assert_eq!(found, ["isr", "=", "1", ",", "2", "a", "=", "b"]);
    }

    #[test]
    fn the_end_is_right_behind_the_last_token() {
        for line in ["stop 1", "stop 1   ", "stop 1 # now"] {
            assert_eq!(split(line, 1).map(|tokens| tokens.end).ok(), Some(7), "{line}");
        }
    }

    #[test]
    fn an_open_quote_is_pointed_at() {
        let error = split("say en \"never closed", 3).err().expect("an error");
        assert_eq!((error.line, error.column), (3, 8));
        assert_eq!(error.problem, Problem::UnclosedQuote);
    }

    #[test]
    fn a_needless_backslash_is_pointed_at() {
        let error = split("say en \"ab\\c\"", 3).err().expect("an error");
        assert_eq!((error.column, error.found.as_deref()), (11, Some("c")));
        assert_eq!(error.problem, Problem::BadEscape);
    }
}
