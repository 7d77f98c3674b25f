//! What is wrong with a scenario's text, where, and what would have been right.
//!
//! An error carries values, so that a page can say it in any language; [`std::fmt::Display`] says
//! it in English for the command line.

use std::fmt;

/// One mistake in a scenario's text, behind one pointer: almost every step of the parser may return
/// one, and moving it whole there costs the page more bytes than the parser's work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioError(Box<Mistake>);

/// What is known of a mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What kind of mistake it is.
    pub problem: Problem,
    /// The text that stands there; `None` at the end of a line.
    pub found: Option<String>,
    /// What would be accepted there.
    pub accepted: Vec<Accepted>,
    /// What was probably meant.
    pub suggestion: Option<String>,
}

/// The kind of a mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// The line begins with no known statement.
    UnknownStatement,
    /// Something else must stand here.
    Unexpected,
    /// The statement was complete before this.
    Leftover,
    /// A quoted text has no closing quote.
    UnclosedQuote,
    /// A backslash is followed by something that needs none.
    BadEscape,
    /// A number is outside of what is allowed.
    OutOfRange,
    /// There is no broker of this number.
    UnknownBroker,
    /// There is no topic of this name.
    UnknownTopic,
    /// There is no partition of this name.
    UnknownPartition,
    /// The partition must be named, because there are several.
    WhichPartition,
    /// No record of this name was produced or preloaded before this line.
    UnknownRecord,
    /// The name is taken since this line.
    NameTaken {
        /// That line.
        since: u32,
    },
    /// The same was said on this line already.
    Repeated {
        /// That line.
        before: u32,
    },
    /// The scenario lacks this statement.
    Missing {
        /// Its first word.
        statement: &'static str,
    },
    /// The statement lacks this setting.
    MissingSetting {
        /// Its name.
        setting: &'static str,
    },
    /// More replicas are asked for than there are brokers.
    TooFewBrokers {
        /// How many brokers there are.
        brokers: u8,
    },
    /// The assignment has another number of replicas than the topic.
    AssignmentLength {
        /// The topic's replication factor.
        replication_factor: u8,
    },
    /// Logs never go back to an earlier epoch.
    EpochGoesBack {
        /// The epoch reached before.
        reached: u32,
    },
    /// Nothing was written before in a transaction of this name.
    UnknownTransaction,
    /// What is written in a transaction is written with `acks=all`.
    TransactionNeedsAcksAll,
    /// What sets up the cluster must stand before the first action.
    TooLate,
    /// These two are never connected.
    NoSuchLink,
    /// The text is longer than a scenario may be.
    TooLong {
        /// The most lines.
        lines: u32,
    },
}

/// Something that would be accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Accepted {
    /// This very word.
    Word(&'static str),
    /// A name or number that exists in this scenario.
    Name(String),
    /// Anything of a kind.
    Kind(Kind),
}

/// A kind of thing that can stand in a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Nothing more on this line.
    EndOfLine,
    /// A name of small letters, digits and hyphens.
    Slug,
    /// A text in double quotes.
    Text,
    /// A topic's name: letters, digits, `.`, `_` and `-`.
    TopicName,
    /// A record's name: a letter, then letters, digits, `_` and `-`.
    RecordName,
    /// A whole number in a range.
    Number {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// A time such as `500ms`, `30s` or `2min`.
    Duration,
    /// A broker's number.
    Broker,
    /// A partition such as `orders-0`.
    Partition,
    /// Brokers' numbers with commas between them.
    Brokers,
    /// A generation, `hw+`, `..kip279`, or several with commas.
    Generations,
    /// How many records: `x100`.
    Count,
    /// A line of the epoch checkpoint: `5:0`.
    EpochStart,
    /// A record with its epoch: `m0/5`.
    RecordInEpoch,
    /// A backslash, a double quote or `n` after a backslash.
    Escape,
}

impl ScenarioError {
    pub(crate) fn new(line: u32, column: u32, problem: Problem) -> ScenarioError {
        ScenarioError(Box::new(Mistake {
            line,
            column,
            problem,
            found: None,
            accepted: Vec::new(),
            suggestion: None,
        }))
    }

    /// The same mistake, seen as another kind.
    pub(crate) fn with_problem(mut self, problem: Problem) -> ScenarioError {
        self.problem = problem;
        self
    }

    pub(crate) fn found(mut self, found: Option<&str>) -> ScenarioError {
        self.found = found.map(shortened);
        self
    }

    pub(crate) fn accepting(mut self, accepted: Vec<Accepted>) -> ScenarioError {
        if let Some(found) = &self.found {
            self.suggestion = crate::near::nearest(found, accepted.iter().filter_map(exact));
        }
        self.accepted = accepted;
        self
    }
}

/// The text that an accepted thing is, if there is just one.
fn exact(accepted: &Accepted) -> Option<&str> {
    match accepted {
        Accepted::Word(word) => Some(word),
        Accepted::Name(name) => Some(name),
        Accepted::Kind(_) => None,
    }
}

/// A message must stay readable whatever was pasted into the editor.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text.chars().take(MOST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

impl std::ops::Deref for ScenarioError {
    type Target = Mistake;

    fn deref(&self) -> &Mistake {
        &self.0
    }
}

impl std::ops::DerefMut for ScenarioError {
    fn deref_mut(&mut self) -> &mut Mistake {
        &mut self.0
    }
}

impl std::error::Error for ScenarioError {}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.problem)?;
        match &self.found {
            Some(found) => write!(f, ": found `{}`", found.replace(char::is_control, "?"))?,
            None if matches!(self.problem, Problem::Missing { .. } | Problem::TooLong { .. }) => {}
            None => f.write_str(": found the end of the line")?,
        }
        for (index, accepted) in self.accepted.iter().enumerate() {
            f.write_str(if index == 0 { "; accepted: " } else { ", " })?;
            write!(f, "{accepted}")?;
        }
        match &self.suggestion {
            Some(suggestion) => write!(f, "; did you mean `{suggestion}`?"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Problem::UnknownStatement => "there is no such statement",
            Problem::Unexpected => "something else must stand here",
            Problem::Leftover => "the statement was complete before this",
            Problem::UnclosedQuote => "the text has no closing quote",
            Problem::BadEscape => "this needs no backslash",
            Problem::OutOfRange => "the number is out of range",
            Problem::UnknownBroker => "there is no such broker",
            Problem::UnknownTopic => "there is no such topic",
            Problem::UnknownPartition => "there is no such partition",
            Problem::WhichPartition => "the partition must be named, as there are several",
            Problem::UnknownRecord => "no record of this name was written before this line",
            Problem::NameTaken { since } => {
                return write!(f, "the name is taken since line {since}");
            }
            Problem::Repeated { before } => {
                return write!(f, "line {before} says the same already");
            }
            Problem::Missing { statement } => {
                return write!(f, "the scenario lacks the statement `{statement}`");
            }
            Problem::MissingSetting { setting } => {
                return write!(f, "the statement lacks `{setting}=`");
            }
            Problem::TooFewBrokers { brokers } => {
                return write!(f, "more replicas than the {brokers} brokers there are");
            }
            Problem::AssignmentLength { replication_factor } => {
                return write!(f, "the topic has rf={replication_factor}");
            }
            Problem::EpochGoesBack { reached } => {
                return write!(f, "the log has reached epoch {reached} already");
            }
            Problem::UnknownTransaction => "nothing was written in such a transaction before",
            Problem::TransactionNeedsAcksAll => "a transaction needs acks=all",
            Problem::TooLate => "the cluster is set up before the first action",
            Problem::NoSuchLink => "these two are never connected",
            Problem::TooLong { lines } => {
                return write!(f, "a scenario has at most {lines} lines");
            }
        };
        f.write_str(words)
    }
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Accepted::Word(word) => f.write_str(word),
            Accepted::Name(name) => f.write_str(name),
            Accepted::Kind(kind) => write!(f, "{kind}"),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::EndOfLine => "the end of the line",
            Kind::Slug => "a name of small letters, digits and hyphens",
            Kind::Text => "a text in double quotes",
            Kind::TopicName => "a topic name",
            Kind::RecordName => "a record name",
            Kind::Number { least, most } => return write!(f, "a number from {least} to {most}"),
            Kind::Duration => "a time such as 500ms, 30s or 2min",
            Kind::Broker => "a broker number",
            Kind::Partition => "a partition such as orders-0",
            Kind::Brokers => "broker numbers with commas",
            Kind::Generations => "generations such as hw, kip101+ or ..kip279",
            Kind::Count => "a count such as x100",
            Kind::EpochStart => "an epoch with its first offset such as 5:0",
            Kind::RecordInEpoch => "a record with its epoch such as m0/5",
            Kind::Escape => "one of \\\\ \\\" \\n",
        })
    }
}
