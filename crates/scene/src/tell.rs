//! Events as sentences: an engine's fact with the numbers of the state around it.
//!
//! Only looks numbers up; the wording is in `highwater-phrase`.

mod client;
mod control;
mod replication;
mod verdicts;

pub use replication::log_ends;

use highwater_engine::event::{Event, Fact, RemovedBy, Weight};
use highwater_engine::verdict::Verdict;
use highwater_engine::{Cluster, EventId, PartitionId};
use highwater_phrase::verdict::Card;
use highwater_phrase::{Lang, News, Sentence};
use highwater_protocol::BrokerId;

/// Looks up how an earlier event removed records: the ledger keeps what was removed, not why.
pub type RemovedByEvent<'a> = &'a dyn Fn(EventId) -> Option<RemovedBy>;

/// How an event removed records, if it did.
#[must_use]
pub fn removed_by(event: &Event) -> Option<RemovedBy> {
    match event.fact {
        Fact::Removed { by, .. } => Some(by),
        _ => None,
    }
}

/// An event in a sentence, given the state after it.
#[must_use]
pub fn sentence(
    cluster: &Cluster,
    event: &Event,
    removed_by: RemovedByEvent<'_>,
    lang: Lang,
) -> Sentence {
    let mut sentence = Teller { cluster, removed_by, lang }.fact(&event.fact);
    if let Some(id) = partition_of(&event.fact)
        && 1 < cluster.config().partition_count()
    {
        let name = cluster.config().partition_name(id);
        sentence.what = format!("[{name}] {}", sentence.what);
    }
    sentence
}

/// The event that a reader should hear of first: the weightiest, and of equals the last. Broken
/// promises come before all else.
#[must_use]
pub fn headline(events: &[Event]) -> Option<&Event> {
    let rank = |event: &Event| match &event.fact {
        Fact::Broken(verdict) if verdict.breaks_a_promise() => 4,
        // It follows from the election that is told of anyway.
        Fact::Broken(_) => 2,
        fact => match fact.weight() {
            Weight::Detail => 0,
            Weight::Meaningful => 1,
            Weight::Landmark => 3,
        },
    };
    events.iter().max_by_key(|event| rank(event))
}

/// The verdicts that break a promise first, each as a card with its event, oldest first.
#[must_use]
pub fn cards(
    cluster: &Cluster,
    removed_by: RemovedByEvent<'_>,
    lang: Lang,
) -> Vec<(EventId, bool, Card)> {
    let teller = Teller { cluster, removed_by, lang };
    let card = |(event, verdict): &(EventId, Verdict)| {
        (*event, verdict.breaks_a_promise(), teller.verdict(verdict, |word| word.card(lang)))
    };
    let (broken, noted): (Vec<_>, Vec<_>) =
        cluster.verdicts().iter().map(card).partition(|(_, breaks, _)| *breaks);
    broken.into_iter().chain(noted).collect()
}

/// The partition that a fact is about, where it isn't said otherwise.
fn partition_of(fact: &Fact) -> Option<PartitionId> {
    match fact {
        Fact::ProduceSent { partition, .. }
        | Fact::Appended { partition, .. }
        | Fact::LeaderLearned { partition, .. }
        | Fact::Consumed { partition, .. }
        | Fact::ConsumerReset { partition, .. }
        | Fact::ConsumerStarted { partition, .. }
        | Fact::OffsetWithheld { partition, .. }
        | Fact::FetchNoted { partition, .. }
        | Fact::FetchRefused { partition, .. }
        | Fact::DivergenceReported { partition, .. }
        | Fact::EpochAsked { partition, .. }
        | Fact::EpochAnswered { partition, .. }
        | Fact::Replicated { partition, .. }
        | Fact::FollowerSettled { partition, .. }
        | Fact::Removed { partition, .. }
        | Fact::HighWatermarkMoved { partition, .. }
        | Fact::HighWatermarkHeld { partition, .. }
        | Fact::LastStable { partition, .. }
        | Fact::IsrChangeProposed { partition, .. }
        | Fact::IsrChangeRefused { partition, .. }
        | Fact::IsrChanged { partition, .. }
        | Fact::ElrChanged { partition, .. }
        | Fact::LeaderElected { partition, .. }
        | Fact::WentOffline { partition, .. }
        | Fact::ElectionRefused { partition, .. }
        | Fact::ReplicasChanged { partition, .. }
        | Fact::CopyDeleted { partition, .. }
        | Fact::PartitionCreated { partition, .. }
        | Fact::RequestRefused { partition, .. }
        | Fact::BecameLeader { partition, .. }
        | Fact::BecameFollower { partition, .. } => Some(*partition),
        _ => None,
    }
}

struct Teller<'a> {
    cluster: &'a Cluster,
    removed_by: RemovedByEvent<'a>,
    lang: Lang,
}

fn ids(brokers: &[BrokerId]) -> Vec<u8> {
    brokers.iter().map(|broker| broker.0).collect()
}

impl Teller<'_> {
    fn fact(&self, fact: &Fact) -> Sentence {
        if let Fact::Broken(verdict) = fact {
            return self.verdict(verdict, |word| word.sentence(self.lang));
        }
        self.client(fact)
            .or_else(|| self.replication(fact))
            .or_else(|| self.removal_or_watermark(fact))
            .or_else(|| self.control(fact))
            .or_else(|| self.broker(fact))
            .unwrap_or_default()
    }

    fn say(&self, news: News<'_>) -> Option<Sentence> {
        Some(news.say(self.lang))
    }
}
