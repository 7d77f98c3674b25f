//! What happened to processes, links and settings.

use super::Sentence;
use crate::compose::{sentence, template, text};
use crate::lang::Lang;

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopWord {
    /// In order.
    Clean,
    /// Killed.
    Crash,
    /// Without power.
    PowerCut,
}

/// An end of a link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NodeWord {
    /// A broker.
    Broker(u8),
    /// The controller.
    Controller,
    /// The producer.
    Producer,
    /// The consumer.
    Consumer,
}

impl NodeWord {
    /// What a reader calls it.
    #[must_use]
    pub fn name(self, lang: Lang) -> String {
        template(lang, "{0}", &[self.into()])
    }
}

/// News of a broker or a link.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub enum BrokerNews<'a> {
    /// A controlled shutdown began.
    ShutdownStarted { broker: u8 },
    /// A process ended.
    Stopped { broker: u8, how: StopWord },
    /// A process started.
    Started { broker: u8 },
    /// It registered, after a clean shutdown or not.
    Registered { broker: u8, after_clean: bool },
    /// Its restart was not noticed.
    RestartUnnoticed { broker: u8 },
    /// Its registration was refused.
    RegistrationRefused { broker: u8, error: &'a str },
    /// It was fenced.
    Fenced { broker: u8 },
    /// It was unfenced.
    Unfenced { broker: u8 },
    /// It applied newer metadata.
    MetadataApplied { broker: u8 },
    /// A link was cut.
    LinkCut { a: NodeWord, b: NodeWord },
    /// A link was mended.
    LinkHealed { a: NodeWord, b: NodeWord },
    /// It replicates slower by so many ms each way.
    Slowed { broker: u8, extra: u64 },
    /// `min.insync.replicas` was set.
    MinIsrSet { topic: &'a str, value: u8 },
    /// `unclean.leader.election.enable` was set.
    UncleanSet { topic: &'a str, on: bool },
    /// Logs were flushed.
    Flushed { broker: u8 },
}

impl BrokerNews<'_> {
    pub(super) fn say(&self, lang: Lang) -> Sentence {
        use BrokerNews as B;
        match *self {
            B::ShutdownStarted { broker } => sentence!(lang, ShutdownStarted, broker),
            B::Stopped { broker, how } => stopped(lang, broker, how),
            B::Started { broker } => sentence!(lang, Started, broker),
            B::Registered { broker, after_clean: true } => sentence!(lang, RegisteredClean, broker),
            B::Registered { broker, after_clean: false } => {
                sentence!(lang, RegisteredUnclean, broker)
            }
            B::RestartUnnoticed { broker } => sentence!(lang, RestartUnnoticed, broker),
            B::RegistrationRefused { broker, error } => {
                sentence!(lang, RegistrationRefused, broker, error)
            }
            B::Fenced { broker } => sentence!(lang, WasFenced, broker),
            B::Unfenced { broker } => sentence!(lang, Unfenced, broker),
            B::MetadataApplied { broker } => {
                Sentence::new(text!(lang, MetadataApplied, broker), "")
            }
            B::LinkCut { a, b } => sentence!(lang, LinkWasCut, a, b),
            B::LinkHealed { a, b } => Sentence::new(text!(lang, LinkHealed, a, b), ""),
            B::Slowed { broker, extra: 0 } => Sentence::new(text!(lang, NormalSpeed, broker), ""),
            B::Slowed { broker, extra } => sentence!(lang, Slowed, broker, extra),
            B::MinIsrSet { topic, value } => sentence!(lang, MinIsrSet, topic, value),
            B::UncleanSet { topic, on: true } => sentence!(lang, UncleanOn, topic),
            B::UncleanSet { topic, on: false } => sentence!(lang, UncleanOff, topic),
            B::Flushed { broker } => sentence!(lang, Flushed, broker),
        }
    }
}

fn stopped(lang: Lang, broker: u8, how: StopWord) -> Sentence {
    match how {
        StopWord::Clean => sentence!(lang, StoppedClean, broker),
        StopWord::Crash => sentence!(lang, StoppedCrash, broker),
        StopWord::PowerCut => sentence!(lang, StoppedPowerCut, broker),
    }
}
