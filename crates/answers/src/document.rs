//! An answer as a small document: titles, sentences, tables, in no notation yet.

use highwater_scene::mark::Mark;

/// What is answered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// Its title.
    pub title: String,
    /// What it says, from top to bottom.
    pub blocks: Vec<Block>,
    /// Brokers that a single fault now would make lose a record; shaded in the picture.
    pub endangered: Vec<u8>,
}

/// A part of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A title within an answer.
    Heading(String),
    /// A paragraph.
    Text(Line),
    /// What led to what, the nearest cause first.
    Steps(Vec<Step>),
    /// Terms with what is said of each.
    Terms(Vec<(String, Line)>),
    /// A table: the words of its head, then its rows.
    Table {
        /// What it shows, for those who don't see it at a glance.
        name: String,
        /// The words of its head.
        head: Vec<String>,
        /// Its rows.
        rows: Vec<Row>,
    },
    /// What a tool of Kafka prints, as it prints it.
    Verbatim {
        /// The tool's or file's name.
        name: String,
        /// Its text.
        text: String,
    },
    /// A picture, as SVG, with its caption.
    Figure {
        /// What is under it.
        caption: Line,
        /// The picture.
        svg: String,
        /// What is remarkable in it.
        notes: Vec<Line>,
    },
    /// Pictures side by side.
    Columns(Vec<Block>),
    /// What can be asked next: words for a question.
    Choices(Vec<(String, String)>),
}

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// Its cells.
    pub cells: Vec<Line>,
    /// Whether it is the one to look at.
    pub stands_out: bool,
}

/// One link of a chain of causes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// When, as a text.
    pub when: String,
    /// The position at which it has happened, to go there.
    pub position: usize,
    /// What happened, with the numbers filled in.
    pub what: Line,
    /// By which rule.
    pub why: Line,
    /// Where the rule comes from: a KIP or class, and since when.
    pub rule: String,
}

/// A text of several pieces on one line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line(pub Vec<Piece>);

/// A piece of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A text.
    Text(String),
    /// A text that stands for a place in the picture.
    Marked(String, Mark),
    /// A text that asks something when it is pressed, with the question.
    Ask(String, String),
    /// A text that goes to a position when it is pressed.
    Seek(String, usize),
    /// A text that has the explorer search when it is pressed.
    Hunt {
        /// The text.
        text: String,
        /// What assistive technology calls it.
        name: String,
        /// Its looks.
        class: &'static str,
        /// What is searched for: `cell MEASURE SETTINGS` or `guard NAME on|off`.
        hunt: String,
    },
}

impl Line {
    /// A line of one text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Line {
        Line(vec![Piece::Text(text.into())])
    }

    /// A line of one text that stands for a place in the picture.
    #[must_use]
    pub fn marked(text: impl Into<String>, mark: Mark) -> Line {
        Line(vec![Piece::Marked(text.into(), mark)])
    }

    /// A text in which words stand for places in the picture, each where it is first said after the one
    /// before it. Words that are not said are left out.
    #[must_use]
    pub fn marking(text: &str, words: &[(String, Mark)]) -> Line {
        let mut line = Line::default();
        let mut rest = text;
        for (word, mark) in words {
            if let Some(at) = find_word(rest, word) {
                line.0.push(Piece::Text(rest[..at].to_owned()));
                line.0.push(Piece::Marked(word.clone(), *mark));
                rest = &rest[at + word.len()..];
            }
        }
        line.then(Piece::Text(rest.to_owned()))
    }

    /// With something behind it.
    #[must_use]
    pub fn then(mut self, piece: Piece) -> Line {
        self.0.push(piece);
        self
    }

    /// Without marks and questions.
    #[must_use]
    pub fn plain(&self) -> String {
        let texts = self.0.iter().map(|piece| match piece {
            Piece::Text(text)
            | Piece::Marked(text, _)
            | Piece::Ask(text, _)
            | Piece::Seek(text, _)
            | Piece::Hunt { text, .. } => text.as_str(),
        });
        texts.collect()
    }

    /// Whether it says nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plain().is_empty()
    }
}

impl From<String> for Line {
    fn from(text: String) -> Line {
        Line::text(text)
    }
}

impl From<&str> for Line {
    fn from(text: &str) -> Line {
        Line::text(text)
    }
}

/// Where a word stands by itself: a record called `a` is not in `Leader`. Korean goes on with a
/// particle, so only Latin letters and digits make another word of it.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let mut places = text.match_indices(word).map(|(at, _)| at);
    places.find(|at| {
        let (before, after) = (&text[..*at], &text[at + word.len()..]);
        !joins(before.chars().next_back()) && !joins(after.chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_for_its_place_where_it_is_a_word() {
        let mark = Mark::Record { partition: 0, offset: 1, broker: 0 };
        let words = [("a".to_owned(), mark)];
        let line = Line::marking("Leader broker 0 appended a at offset 1.", &words);
        assert_eq!(line.0[0], Piece::Text("Leader broker 0 appended ".to_owned()));
        assert_eq!(line.0[1], Piece::Marked("a".to_owned(), mark));
        assert_eq!(line.plain(), "Leader broker 0 appended a at offset 1.");
        assert_eq!(find_word("리더 브로커 0이 a를 썼습니다", "a"), Some("리더 브로커 0이 ".len()));
        assert_eq!(find_word("m10, m1", "m1"), Some(5));
        assert_eq!(find_word("Leader", "a"), None);
    }
}
