//! The statements that say what a scenario is and what cluster it begins with.
//!
//! Each function reads one line into a draft; what lines have to do with each other is looked at
//! in [`super::finish`].

use std::rc::Rc;

use highwater_engine::config::Timings;
use highwater_protocol::control::UncleanElection;
use highwater_protocol::lag::Millis;
use highwater_protocol::{BrokerId, BrokerSet, Generation};

use super::cursor::{Cursor, Parsed, Spot};
use super::lexer::Tokens;
use crate::error::{Accepted, Kind, Problem, ScenarioError};
use crate::script::Text;
use crate::timings::{LEAST_MS, MOST_MS, TIMINGS};

/// The largest seed of a placement.
const MOST_SEED: u32 = 1_000_000;
/// The most partitions of one topic.
pub(crate) const MOST_PARTITIONS: u32 = 64;
/// The most brokers.
pub(crate) const MOST_BROKERS: u32 = BrokerId::MAX.0 as u32 + 1;

/// A statement that sets the cluster up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SetupHead {
    Scenario,
    Title,
    About,
    Cluster,
    Topic,
    Assign,
    Preload,
}

pub(crate) const SETUP_HEADS: &[(&str, SetupHead)] = &[
    ("scenario", SetupHead::Scenario),
    ("title", SetupHead::Title),
    ("about", SetupHead::About),
    ("cluster", SetupHead::Cluster),
    ("topic", SetupHead::Topic),
    ("assign", SetupHead::Assign),
    ("preload", SetupHead::Preload),
];

/// A value and the line that gave it.
pub(crate) struct Given<T> {
    pub(crate) value: T,
    pub(crate) line: u32,
}

/// The brokers and the generation.
pub(crate) struct Cluster {
    pub(crate) brokers: Vec<BrokerId>,
    pub(crate) generation: Generation,
    pub(crate) placement: Option<u32>,
}

/// A topic before it is known whether it fits the cluster.
pub(crate) struct TopicDraft {
    pub(crate) name: Rc<str>,
    pub(crate) line: u32,
    /// Where the name stands, and where the replication factor.
    pub(crate) name_column: u32,
    pub(crate) rf_column: u32,
    pub(crate) partitions: u32,
    pub(crate) replication_factor: u8,
    pub(crate) min_insync_replicas: u8,
    pub(crate) unclean: Option<UncleanElection>,
}

/// What the lines read so far say.
pub(crate) struct Draft<'t> {
    pub(crate) slug: Option<Given<Rc<str>>>,
    pub(crate) title: Text,
    pub(crate) about: Text,
    pub(crate) cluster: Option<Given<Cluster>>,
    pub(crate) timings: Timings,
    timings_given: Vec<Given<&'static str>>,
    texts_given: Vec<Given<(SetupHead, Language)>>,
    pub(crate) topics: Vec<TopicDraft>,
    /// Lines that refer to brokers and topics are read once those are known.
    pub(crate) references: Vec<(SetupHead, u32, &'t Tokens<'t>)>,
}

impl<'t> Draft<'t> {
    pub(crate) fn new() -> Draft<'t> {
        Draft {
            slug: None,
            title: Text::default(),
            about: Text::default(),
            cluster: None,
            timings: Timings::defaults(),
            timings_given: Vec::new(),
            texts_given: Vec::new(),
            topics: Vec::new(),
            references: Vec::new(),
        }
    }

    /// Reads the rest of a line that begins with `head`.
    pub(crate) fn read(
        &mut self,
        head: SetupHead,
        cursor: Cursor<'t>,
        tokens: &'t Tokens<'t>,
    ) -> Parsed<()> {
        match head {
            SetupHead::Scenario => self.scenario(cursor),
            SetupHead::Title | SetupHead::About => self.text(head, cursor),
            SetupHead::Cluster => self.read_cluster(cursor),
            SetupHead::Topic => self.topic(cursor),
            SetupHead::Assign | SetupHead::Preload => {
                self.references.push((head, cursor.line, tokens));
                Ok(())
            }
        }
    }

    fn scenario(&mut self, mut cursor: Cursor<'_>) -> Parsed<()> {
        if let Some(before) = &self.slug {
            return Err(cursor.fail(Problem::Repeated { before: before.line }));
        }
        let spot = cursor.word(Kind::Slug)?;
        let letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !spot.text.chars().all(letter) || 64 < spot.text.len() {
            return Err(wrong(&cursor, spot, Kind::Slug));
        }
        cursor.end(Vec::new())?;
        self.slug = Some(Given { value: Rc::from(spot.text), line: cursor.line });
        Ok(())
    }

    /// `ko "…"` or `en "…"`, once each.
    fn text(&mut self, head: SetupHead, mut cursor: Cursor<'_>) -> Parsed<()> {
        let here = cursor.fail(Problem::Unexpected);
        let (language, words) = in_a_language(&mut cursor)?;
        cursor.end(Vec::new())?;
        let given = (head, language);
        if let Some(before) = self.texts_given.iter().find(|text| text.value == given) {
            return Err(here.with_problem(Problem::Repeated { before: before.line }));
        }
        self.texts_given.push(Given { value: given, line: cursor.line });
        let text = if head == SetupHead::Title { &mut self.title } else { &mut self.about };
        text.put(language, words);
        Ok(())
    }

    fn read_cluster(&mut self, mut cursor: Cursor<'_>) -> Parsed<()> {
        if let Some(before) = &self.cluster {
            return Err(cursor.fail(Problem::Repeated { before: before.line }));
        }
        let mut brokers = None;
        let mut generation = None;
        let mut placement = None;
        const SETTINGS: &[(&str, ClusterSetting)] = &[
            ("brokers", ClusterSetting::Brokers),
            ("generation", ClusterSetting::Generation),
            ("placement", ClusterSetting::Placement),
        ];
        let mut settings = Settings::new(SETTINGS);
        while let Some(setting) = settings.next(&mut cursor)? {
            match setting {
                ClusterSetting::Brokers => brokers = Some(broker_numbers(&mut cursor)?),
                ClusterSetting::Generation => generation = Some(cursor.generation()?),
                ClusterSetting::Placement => placement = Some(cursor.number(0, MOST_SEED)?),
            }
        }
        let brokers = brokers.ok_or_else(|| missing(&cursor, "brokers"))?;
        let generation = generation.ok_or_else(|| missing(&cursor, "generation"))?;
        let value = Cluster { brokers, generation, placement };
        self.cluster = Some(Given { value, line: cursor.line });
        Ok(())
    }

    fn topic(&mut self, mut cursor: Cursor<'_>) -> Parsed<()> {
        let spot = cursor.word(Kind::TopicName)?;
        let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        if !spot.text.chars().all(letter)
            || 249 < spot.text.len()
            || matches!(spot.text, "." | "..")
        {
            return Err(wrong(&cursor, spot, Kind::TopicName));
        }
        let mut topic = TopicDraft {
            name: Rc::from(spot.text),
            line: cursor.line,
            name_column: spot.column,
            rf_column: spot.column,
            partitions: 1,
            replication_factor: 0,
            min_insync_replicas: 1,
            unclean: None,
        };
        topic_settings(&mut cursor, &mut topic)?;
        if topic.replication_factor == 0 {
            return Err(missing(&cursor, "rf"));
        }
        self.topics.push(topic);
        Ok(())
    }

    /// `set replica.lag.time.max.ms=30000`, behind the `set`.
    pub(crate) fn timing(&mut self, mut cursor: Cursor<'_>) -> Parsed<()> {
        let spot = cursor.word(Kind::TopicName)?;
        let Some(timing) = TIMINGS.iter().find(|timing| timing.name == spot.text) else {
            let known = TIMINGS.iter().map(|timing| Accepted::Word(timing.name)).collect();
            return Err(cursor.fail_at(spot, Problem::Unexpected).accepting(known));
        };
        if let Some(before) = self.timings_given.iter().find(|given| given.value == timing.name) {
            return Err(cursor.fail_at(spot, Problem::Repeated { before: before.line }));
        }
        cursor.equals()?;
        let ms = Millis::from(cursor.number(LEAST_MS, MOST_MS)?);
        cursor.end(Vec::new())?;
        (timing.set)(&mut self.timings, ms);
        self.timings_given.push(Given { value: timing.name, line: cursor.line });
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ClusterSetting {
    Brokers,
    Generation,
    Placement,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TopicSetting {
    Partitions,
    ReplicationFactor,
    MinInsyncReplicas,
    Unclean,
}

const TOPIC_SETTINGS: &[(&str, TopicSetting)] = &[
    ("partitions", TopicSetting::Partitions),
    ("rf", TopicSetting::ReplicationFactor),
    ("min.insync.replicas", TopicSetting::MinInsyncReplicas),
    ("unclean.leader.election.enable", TopicSetting::Unclean),
];

/// The values of `unclean.leader.election.enable`.
pub(crate) const UNCLEAN: &[(&str, UncleanElection)] =
    &[("false", UncleanElection::Disabled), ("true", UncleanElection::Enabled)];

fn topic_settings(cursor: &mut Cursor<'_>, topic: &mut TopicDraft) -> Parsed<()> {
    let mut settings = Settings::new(TOPIC_SETTINGS);
    while let Some(setting) = settings.next(cursor)? {
        match setting {
            TopicSetting::Partitions => topic.partitions = cursor.number(1, MOST_PARTITIONS)?,
            TopicSetting::ReplicationFactor => {
                topic.rf_column = cursor.peek_word().map_or(topic.rf_column, |spot| spot.column);
                topic.replication_factor = cursor.number(1, MOST_BROKERS)? as u8;
            }
            TopicSetting::MinInsyncReplicas => {
                topic.min_insync_replicas = cursor.number(1, MOST_BROKERS)? as u8;
            }
            TopicSetting::Unclean => topic.unclean = Some(cursor.choice(UNCLEAN)?),
        }
    }
    Ok(())
}

/// `name=value` pairs up to the end of a line, each name at most once.
pub(crate) struct Settings<T: 'static> {
    known: &'static [(&'static str, T)],
    given: Vec<T>,
}

impl<T: Copy + PartialEq> Settings<T> {
    pub(crate) fn new(known: &'static [(&'static str, T)]) -> Settings<T> {
        Settings { known, given: Vec::new() }
    }

    /// The next name, with the cursor behind its equals sign; `None` at the end of the line.
    pub(crate) fn next(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Option<T>> {
        if cursor.end(Vec::new()).is_ok() {
            return Ok(None);
        }
        let here = cursor.fail(Problem::Repeated { before: cursor.line });
        let setting = cursor.choice(self.known)?;
        if self.given.contains(&setting) {
            return Err(here);
        }
        self.given.push(setting);
        cursor.equals()?;
        Ok(Some(setting))
    }
}

/// `3`, which means 0 to 2, or `1,2,3`.
fn broker_numbers(cursor: &mut Cursor<'_>) -> Parsed<Vec<BrokerId>> {
    let too_few = out_of_range(cursor, 1);
    let too_many = out_of_range(cursor, 0);
    let first = cursor.number(0, MOST_BROKERS)?;
    if !cursor.takes_comma() {
        return match first {
            0 => Err(too_few),
            count => Ok((0..count).map(|id| BrokerId(id as u8)).collect()),
        };
    }
    if first == MOST_BROKERS {
        return Err(too_many);
    }
    let mut numbers = vec![first];
    loop {
        let here = cursor.fail(Problem::Repeated { before: cursor.line });
        let number = cursor.number(0, MOST_BROKERS - 1)?;
        if numbers.contains(&number) {
            return Err(here);
        }
        numbers.push(number);
        if !cursor.takes_comma() {
            break;
        }
    }
    let ids: BrokerSet = numbers.into_iter().map(|id| BrokerId(id as u8)).collect();
    Ok(ids.iter().collect())
}

fn out_of_range(cursor: &Cursor<'_>, least: u32) -> ScenarioError {
    let most = MOST_BROKERS - 1 + least;
    cursor.fail(Problem::OutOfRange).accepting(vec![Accepted::Kind(Kind::Number { least, most })])
}

impl Text {
    pub(crate) fn put(&mut self, language: Language, words: Rc<str>) {
        match language {
            Language::Korean => self.ko = Some(words),
            Language::English => self.en = Some(words),
        }
    }

    pub(crate) fn has(&self, language: Language) -> bool {
        match language {
            Language::Korean => self.ko.is_some(),
            Language::English => self.en.is_some(),
        }
    }
}

/// The language of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Korean,
    English,
}

pub(crate) fn in_a_language(cursor: &mut Cursor<'_>) -> Parsed<(Language, Rc<str>)> {
    let language = cursor.choice(&[("ko", Language::Korean), ("en", Language::English)])?;
    Ok((language, cursor.quoted()?))
}

pub(crate) fn wrong(cursor: &Cursor<'_>, spot: Spot<'_>, kind: Kind) -> ScenarioError {
    cursor.fail_at(spot, Problem::Unexpected).accepting(vec![Accepted::Kind(kind)])
}

pub(crate) fn missing(cursor: &Cursor<'_>, setting: &'static str) -> ScenarioError {
    cursor.fail(Problem::MissingSetting { setting }).accepting(vec![Accepted::Word(setting)])
}
