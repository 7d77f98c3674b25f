//! What is asked for, as values and as lines of text that cross to a worker.
//!
//! One setting a line, a word and its value: `rf 3`. What isn't said keeps its default, so an empty
//! text asks for the usual partition. `exhibit GUARD` takes everything from the mutation lab.

use std::fmt;

use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;

use crate::kafka::{Fault, Guard, Kafka, Question, Settings, SettingsError, usual_budget};
use crate::lab::exhibit;
use crate::map::{MapBounds, Measure};
use crate::reference::{Bounds, Claim, Reference, Variant};
use crate::search::{Budget, FaultKind};
use crate::session::run::Run;

/// Something to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// One partition of Kafka.
    Kafka(KafkaRequest),
    /// The abstract model that the search is measured by.
    Reference(ReferenceRequest),
}

/// A question about one partition of Kafka.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KafkaRequest {
    /// The partition.
    pub settings: Settings,
    /// What shall never happen.
    pub question: Question,
    /// How far to look.
    pub budget: Budget,
}

impl Default for KafkaRequest {
    /// Three replicas of today's Kafka without ELR, and whether two faults can lose an acknowledged
    /// record.
    fn default() -> KafkaRequest {
        KafkaRequest {
            settings: Settings::usual(Generation::Strict),
            question: Question::AckedRecordLost,
            budget: usual_budget(2),
        }
    }
}

/// A claim about the abstract model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReferenceRequest {
    /// The model in its bounds, with the claim.
    pub model: Reference,
    /// How far to look.
    pub budget: Budget,
}

impl ReferenceRequest {
    /// The bounds in which the model is usually checked: three replicas, logs of two, two records,
    /// leader epochs up to two; no other limit than six million states.
    #[must_use]
    pub fn usual(variant: Variant) -> ReferenceRequest {
        let [replicas, log, records, epochs] = ReferenceRequest::USUAL;
        let bounds = Bounds::new(replicas, log, records, epochs).unwrap_or(Bounds::SMALLEST);
        let model = Reference { variant, bounds, claim: Claim::StrongIsr };
        let budget = Budget { states: 6_000_000, bytes: 1 << 30, ..Budget::unlimited() };
        ReferenceRequest { model, budget }
    }

    const USUAL: [u8; 4] = [3, 2, 2, 2];
}

/// What is wrong with a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestError {
    /// A line, counted from 1, begins with no known word.
    UnknownWord {
        /// Which line.
        line: usize,
    },
    /// The value on this line can't be.
    BadValue {
        /// Which line.
        line: usize,
        /// What it would have to be.
        wanted: &'static str,
    },
    /// The settings can't be explored.
    Settings(SettingsError),
    /// The bounds of the abstract model are beyond what it can hold.
    Bounds,
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::UnknownWord { line } => write!(f, "line {line}: no such setting"),
            RequestError::BadValue { line, wanted } => write!(f, "line {line}: {wanted}"),
            RequestError::Settings(error) => write!(f, "{error}"),
            RequestError::Bounds => f.write_str(
                "bounds are 1 to 5 replicas, logs of up to 6, up to 15 records, epochs up to 7",
            ),
        }
    }
}

const NO_GUARD: &str = "there is no such guard";

/// A word of the request with its value.
struct Line<'a> {
    number: usize,
    word: &'a str,
    value: &'a str,
}

impl<'a> Line<'a> {
    fn bad(&self, wanted: &'static str) -> RequestError {
        RequestError::BadValue { line: self.number, wanted }
    }

    fn number_as<T: TryFrom<u64>>(&self, wanted: &'static str) -> Result<T, RequestError> {
        number(self.value).ok_or_else(|| self.bad(wanted))
    }

    fn named<T>(
        &self,
        by_name: impl Fn(&'a str) -> Option<T>,
        wanted: &'static str,
    ) -> Result<T, RequestError> {
        by_name(self.value).ok_or_else(|| self.bad(wanted))
    }
}

/// A number that fits. (All numbers are read by the same code: a worker is to be small.)
pub(crate) fn number<T: TryFrom<u64>>(text: &str) -> Option<T> {
    T::try_from(text.parse::<u64>().ok()?).ok()
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let numbered = text.lines().enumerate();
    numbered.filter_map(|(index, line)| {
        let line = line.trim_ascii();
        let (word, value) = line.split_once(' ').unwrap_or((line, ""));
        (!word.is_empty()).then(|| Line { number: index + 1, word, value: value.trim_ascii() })
    })
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// The first [`RequestError`].
    pub fn parse(text: &str) -> Result<Request, RequestError> {
        match lines(text).find(|line| line.word == "reference") {
            Some(line) => {
                let wanted = "a reference is hw, kip101, kip279 or kip320";
                let variant = line.named(Variant::by_name, wanted)?;
                reference(text, variant).map(Request::Reference)
            }
            None => KafkaRequest::parse(text).map(Request::Kafka),
        }
    }

    /// How far to look.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        match self {
            Request::Kafka(request) => &request.budget,
            Request::Reference(request) => &request.budget,
        }
    }
}

/// Limits that both models have. Says whether the line is one.
fn limit(line: &Line<'_>, budget: &mut Budget) -> Result<bool, RequestError> {
    match line.word {
        "states" => budget.states = line.number_as("states are a number below 4 294 967 296")?,
        "depth" => budget.depth = line.number_as("depth is a number of steps")?,
        "memory" => budget.bytes = line.number_as("memory is a number of bytes")?,
        _ => return Ok(false),
    }
    // The search counts one step beyond the last one.
    budget.depth = budget.depth.min(u32::MAX - 1);
    Ok(true)
}

impl KafkaRequest {
    /// Reads a question about Kafka's partition.
    ///
    /// # Errors
    /// The first [`RequestError`].
    pub fn parse(text: &str) -> Result<KafkaRequest, RequestError> {
        kafka(text)
    }

    /// The search for the answer.
    ///
    /// # Errors
    /// [`RequestError::Settings`] for settings that can't be explored.
    pub fn start(&self) -> Result<Run<Kafka>, RequestError> {
        let kafka = Kafka::new(self.settings, self.question).map_err(RequestError::Settings)?;
        Ok(Run::new(kafka, self.budget))
    }
}

fn kafka(text: &str) -> Result<KafkaRequest, RequestError> {
    let mut request = KafkaRequest::default();
    for line in lines(text) {
        let settings = &mut request.settings;
        match line.word {
            "generation" => {
                let wanted = "generations are hw, kip101, kip279, kip320, strict, elr";
                settings.generation = line.named(Generation::by_name, wanted)?;
            }
            "rf" => settings.replication_factor = line.number_as("rf is a number")?,
            "min.insync.replicas" => {
                settings.min_insync_replicas = line.number_as("min.insync.replicas is a number")?;
            }
            "acks" => settings.acks = line.named(acks_by_name, "acks are all, 1 or 0")?,
            "unclean" => {
                settings.unclean = match line.value {
                    "true" => UncleanElection::Enabled,
                    "false" => UncleanElection::Disabled,
                    _ => return Err(line.bad("unclean is true or false")),
                };
            }
            "records" => settings.records = line.number_as("records are a number")?,
            "preloaded" => settings.preloaded = line.number_as("preloaded is a number")?,
            // All at once: what stood before is replaced.
            "exhibit" => request = exhibit(line.named(Guard::by_name, NO_GUARD)?),
            // What the safety map asks of these settings: everything but them is replaced.
            "measure" => {
                let wanted = "a measure is lose, lose-one-unclean, lose-disks-kept or block";
                let (measure, bounds) = (line.named(Measure::by_name, wanted)?, MapBounds::DEFAULT);
                settings.records = bounds.records;
                request.question = measure.question();
                request.budget.faults = measure.faults(bounds.faults);
            }
            "fetch.records" => {
                settings.fetch_records = line.number_as("records of a fetch are 1 to 255")?;
            }
            "without" => {
                settings.without = Some(line.named(Guard::by_name, NO_GUARD)?);
            }
            "question" => {
                request.question = line.named(Question::by_name, "there is no such question")?;
            }
            "faults" => {
                request.budget.faults.total = line.number_as("faults are a number below 256")?;
            }
            "limit" => {
                let (kind, most) = fault_limit(line.value)
                    .ok_or_else(|| line.bad("a limit is a kind of fault and a number"))?;
                request.budget.faults = request.budget.faults.with(kind, most);
            }
            _ if limit(&line, &mut request.budget)? => {}
            _ => return Err(RequestError::UnknownWord { line: line.number }),
        }
    }
    request.settings.check().map_err(RequestError::Settings)?;
    Ok(request)
}

/// `power-cut 1`
fn fault_limit(text: &str) -> Option<(FaultKind, u8)> {
    let (kind, most) = text.split_once(' ')?;
    Some((Fault::kind_by_name(kind)?, number(most.trim_ascii())?))
}

/// What producers wait for, by its name in Kafka.
#[must_use]
pub fn acks_by_name(name: &str) -> Option<Acks> {
    [Acks::All, Acks::Leader, Acks::None].into_iter().find(|acks| acks.name() == name)
}

fn reference(text: &str, variant: Variant) -> Result<ReferenceRequest, RequestError> {
    let mut request = ReferenceRequest::usual(variant);
    let [mut replicas, mut log, mut records, mut epochs] = ReferenceRequest::USUAL;
    for line in lines(text) {
        match line.word {
            "reference" => {}
            "replicas" => replicas = line.number_as("replicas are a number")?,
            "log" => log = line.number_as("log is a number of records")?,
            "records" => records = line.number_as("records are a number")?,
            "epochs" => epochs = line.number_as("epochs are a number")?,
            "claim" => {
                request.model.claim = line.named(Claim::by_name, "a claim is strong or weak")?;
            }
            _ if limit(&line, &mut request.budget)? => {}
            _ => return Err(RequestError::UnknownWord { line: line.number }),
        }
    }
    request.model.bounds =
        Bounds::new(replicas, log, records, epochs).ok_or(RequestError::Bounds)?;
    Ok(request)
}

impl fmt::Display for Request {
    /// Everything, so that reading it gives the same request whatever the defaults become.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Kafka(request) => request.fmt(f),
            Request::Reference(request) => request.fmt(f),
        }
    }
}

fn limits(f: &mut fmt::Formatter<'_>, budget: &Budget) -> fmt::Result {
    writeln!(f, "states {}\ndepth {}\nmemory {}", budget.states, budget.depth, budget.bytes)
}

impl fmt::Display for KafkaRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = &self.settings;
        writeln!(f, "generation {}", settings.generation)?;
        writeln!(f, "rf {}", settings.replication_factor)?;
        writeln!(f, "min.insync.replicas {}", settings.min_insync_replicas)?;
        writeln!(f, "acks {}", settings.acks.name())?;
        writeln!(f, "unclean {}", settings.unclean == UncleanElection::Enabled)?;
        writeln!(f, "records {}\npreloaded {}", settings.records, settings.preloaded)?;
        if settings.fetch_records != Settings::ALL_RECORDS {
            writeln!(f, "fetch.records {}", settings.fetch_records)?;
        }
        if let Some(guard) = settings.without {
            writeln!(f, "without {}", guard.name())?;
        }
        writeln!(f, "question {}", self.question.name())?;
        writeln!(f, "faults {}", self.budget.faults.total)?;
        for (kind, name) in Fault::KINDS {
            let most = self.budget.faults.each[usize::from(kind.0)];
            if most != u8::MAX {
                writeln!(f, "limit {name} {most}")?;
            }
        }
        limits(f, &self.budget)
    }
}

impl fmt::Display for ReferenceRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reference { variant, bounds, claim } = self.model;
        writeln!(f, "reference {}\nclaim {}", variant.name(), claim.name())?;
        writeln!(f, "replicas {}\nlog {}", bounds.replicas(), bounds.log())?;
        writeln!(f, "records {}\nepochs {}", bounds.records(), bounds.epochs())?;
        limits(f, &self.budget)
    }
}
