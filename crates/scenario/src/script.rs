//! A scenario as values: the cluster it begins with and the script that is played on it.
//!
//! Made by [`crate::parse()`], written back by [`crate::format()`]; nothing here runs anything.

use std::rc::Rc;

use highwater_engine::command::Command;
use highwater_engine::config::{PartitionId, Preload, Timings};
use highwater_protocol::control::UncleanElection;
use highwater_protocol::lag::Millis;
use highwater_protocol::{BrokerId, BrokerList, Generation};

use crate::condition::Condition;
use crate::generations::Generations;
use crate::prediction::Subject;

/// A text in Korean, in English, or in both.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Text {
    /// Korean.
    pub ko: Option<Rc<str>>,
    /// English.
    pub en: Option<Rc<str>>,
}

impl Text {
    /// The Korean text, or the English one where there is none, or nothing.
    #[must_use]
    pub fn korean(&self) -> &str {
        self.ko.as_deref().or(self.en.as_deref()).unwrap_or_default()
    }

    /// The English text, or the Korean one where there is none, or nothing.
    #[must_use]
    pub fn english(&self) -> &str {
        self.en.as_deref().or(self.ko.as_deref()).unwrap_or_default()
    }

    /// Whether there is no text in any language.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ko.is_none() && self.en.is_none()
    }
}

/// A topic as a scenario asks for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TopicSetup {
    /// Its name.
    pub name: Rc<str>,
    /// How many replicas each partition has.
    pub replication_factor: u8,
    /// `min.insync.replicas`.
    pub min_insync_replicas: u8,
    /// `unclean.leader.election.enable`; `None` takes the generation's default.
    pub unclean: Option<UncleanElection>,
    /// How many partitions it begins with.
    pub partitions: usize,
    /// One entry a partition, those included that it is to get later: the replicas in order, or
    /// `None` where the default placement serves.
    pub assignments: Vec<Option<BrokerList>>,
}

/// One thing that a script does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Asks the cluster for something.
    Command(Command),
    /// Lets time pass.
    Wait(Millis),
    /// Lets things happen until a condition holds.
    Until(Condition),
    /// Shows a text from here on.
    Say(Text),
    /// Asserts a condition.
    Expect(Condition),
    /// Asks the reader what will be.
    Predict(Subject),
    /// Shows what has become of that.
    Reveal,
}

/// An action with the generations it is for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Statement {
    /// The line it stands on, from 1.
    pub line: u32,
    /// Under other generations it is passed over.
    pub generations: Generations,
    /// What to do.
    pub action: Action,
}

/// A scenario.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Scenario {
    /// Its name in links and on the command line.
    pub slug: Rc<str>,
    /// Its title.
    pub title: Text,
    /// What it is about, in a few sentences.
    pub about: Text,
    /// The generation it was written for.
    pub generation: Generation,
    /// The brokers, ascending.
    pub brokers: Vec<BrokerId>,
    /// What the draws begin with that place partitions; `None` where brokers take turns.
    pub placement: Option<u32>,
    /// Times.
    pub timings: Timings,
    /// The topics.
    pub topics: Vec<TopicSetup>,
    /// What the logs hold at the start.
    pub preloads: Vec<Preload>,
    /// What is done, in order. Empty in free play.
    pub script: Vec<Statement>,
}

impl Scenario {
    /// A cluster to play with: one topic of one partition, no script. Numbers that can't be are
    /// brought to the nearest that can.
    #[must_use]
    pub fn free_play(brokers: u8, replication_factor: u8) -> Scenario {
        let brokers = brokers.clamp(1, BrokerId::MAX.0 + 1);
        let replication_factor = replication_factor.clamp(1, brokers);
        let topic = TopicSetup {
            name: Rc::from("orders"),
            replication_factor,
            // What is usually advised, as far as there are replicas for it.
            min_insync_replicas: replication_factor.min(2),
            unclean: None,
            partitions: 1,
            assignments: vec![None],
        };
        Scenario {
            slug: Rc::from("free-play"),
            title: Text::default(),
            about: Text::default(),
            generation: Generation::Strict,
            brokers: (0..brokers).map(BrokerId).collect(),
            placement: None,
            timings: Timings::defaults(),
            topics: vec![topic],
            preloads: Vec::new(),
            script: Vec::new(),
        }
    }

    /// How many partitions all topics have together, those included that they get later.
    #[must_use]
    pub fn partition_count(&self) -> usize {
        self.topics.iter().map(|topic| topic.assignments.len()).sum()
    }

    /// The topic and partition number of a partition.
    #[must_use]
    pub fn partition(&self, id: PartitionId) -> Option<(&TopicSetup, usize)> {
        let mut index = usize::from(id.0);
        for topic in &self.topics {
            if index < topic.assignments.len() {
                return Some((topic, index));
            }
            index -= topic.assignments.len();
        }
        None
    }

    /// A partition's name as Kafka writes it, `orders-0`.
    #[must_use]
    pub fn partition_name(&self, id: PartitionId) -> String {
        match self.partition(id) {
            Some((topic, number)) => format!("{}-{number}", topic.name),
            None => format!("?-{}", id.0),
        }
    }

    /// Whether there is a script to play.
    #[must_use]
    pub fn is_free_play(&self) -> bool {
        self.script.is_empty()
    }
}

/// The replicas that Kafka's simplest placement gives a partition: brokers in turn, each
/// partition beginning one further on.
#[must_use]
pub fn round_robin(brokers: &[BrokerId], partition: usize, replication_factor: u8) -> BrokerList {
    let count = usize::from(replication_factor).min(brokers.len());
    (0..count).map(|place| brokers[(partition + place) % brokers.len()]).collect()
}
