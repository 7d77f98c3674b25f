//! What happened, as one sentence and why.
//!
//! One enum for each part of the cluster that things happen in. Numbers and names are filled in by
//! whoever knows the state; nothing here looks anything up.

mod broker;
mod client;
mod control;
mod replication;

pub use broker::{BrokerNews, NodeWord, StopWord};
pub use client::{AcksWord, ClientNews, Why};
pub use control::{ControlNews, ElectedWord, IsrReason};
pub(crate) use replication::log_ends;
pub use replication::{CutWord, ReplicationNews};

use crate::lang::Lang;
use crate::verdict::VerdictWord;

/// One piece of news.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News<'a> {
    /// Producer and consumer.
    Client(ClientNews<'a>),
    /// Leader and followers of a partition.
    Replication(ReplicationNews<'a>),
    /// Elections, ISR and ELR.
    Control(ControlNews<'a>),
    /// Processes, links and settings.
    Broker(BrokerNews<'a>),
    /// A broken invariant.
    Verdict(VerdictWord<'a>),
}

/// A piece of news in one language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sentence {
    /// What happened.
    pub what: String,
    /// Why, or what it means; empty where there is nothing to add.
    pub why: String,
}

impl Sentence {
    /// Both parts.
    pub(crate) fn new(what: String, why: impl Into<String>) -> Sentence {
        Sentence { what, why: why.into() }
    }
}

impl News<'_> {
    /// The news in `lang`.
    #[must_use]
    pub fn say(&self, lang: Lang) -> Sentence {
        match self {
            News::Client(news) => news.say(lang),
            News::Replication(news) => news.say(lang),
            News::Control(news) => news.say(lang),
            News::Broker(news) => news.say(lang),
            News::Verdict(word) => word.sentence(lang),
        }
    }
}
