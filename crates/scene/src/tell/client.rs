//! What clients send, hear and learn.

use crate::words;
use highwater_engine::PartitionId;
use highwater_engine::event::Fact;
use highwater_engine::idempotence::Idempotence;
use highwater_engine::ledger::BatchId;
use highwater_phrase::news::{ClientNews, Why};
use highwater_phrase::{News, Sentence};
use highwater_protocol::ErrorCode;
use highwater_protocol::leader::effective_min_isr;

use super::Teller;

impl Teller<'_> {
    pub(super) fn client(&self, fact: &Fact) -> Option<Sentence> {
        let batch = |id: BatchId| {
            let batch = self.cluster.ledger().batch(id);
            (&*batch.name, batch.count, words::acks(batch.acks))
        };
        let news = match fact {
            Fact::ProduceSent { batch: id, to, attempt, .. } => {
                let (name, count, acks) = batch(*id);
                ClientNews::Sent { name, count, to: to.0, acks, attempt: *attempt }
            }
            Fact::Appended { batch: id, broker, first, end, epoch, .. } => {
                let (name, count, _) = batch(*id);
                let (first, end, epoch) = (first.0, end.0, epoch.0);
                ClientNews::Appended { name, count, broker: broker.0, first, end, epoch }
            }
            Fact::Recognized { batch: id, broker, first, .. } => {
                let (name, count, _) = batch(*id);
                let end = first.plus(count).0;
                ClientNews::Recognized { name, count, broker: broker.0, first: first.0, end }
            }
            Fact::IdempotenceSet { value } => {
                ClientNews::Idempotence { on: *value == Idempotence::On }
            }
            Fact::Acked { batch: id } => {
                let (name, count, acks) = batch(*id);
                ClientNews::Acked { name, count, acks }
            }
            Fact::Refused { batch: id, error } => {
                let (name, count, _) = batch(*id);
                ClientNews::Refused { name, count, error: error.name(), why: self.why(*id, *error) }
            }
            Fact::Unknown { batch: id, error } => {
                let (name, count, _) = batch(*id);
                ClientNews::Unknown { name, count, error: error.name() }
            }
            Fact::WillRetry { batch: id, error } => {
                let (name, count, _) = batch(*id);
                ClientNews::WillRetry { name, count, error: error.name() }
            }
            Fact::LeaderLearned { client, leader, epoch, .. } => ClientNews::LeaderLearned {
                client: words::node(*client),
                leader: leader.map(|id| id.0),
                epoch: epoch.0,
            },
            Fact::Consumed { from, to, broker, hidden, .. } => {
                let (from, to, hidden) = (from.0, to.0, *hidden);
                ClientNews::Consumed { from, to, broker: broker.0, hidden }
            }
            Fact::ConsumerStarted { edge, to, .. } => {
                ClientNews::Started { edge: edge.name(), at: to.0 }
            }
            Fact::OffsetWithheld { broker, error, .. } => {
                ClientNews::Withheld { broker: broker.0, error: error.name() }
            }
            Fact::ConsumerReset { from, to, .. } => ClientNews::Reset { from: from.0, to: to.0 },
            _ => return None,
        };
        self.say(News::Client(news))
    }

    /// Why a write was refused, as far as the state says it.
    fn why(&self, batch: BatchId, error: ErrorCode) -> Why {
        if error != ErrorCode::NotEnoughReplicas {
            return Why::AsTheErrorSays;
        }
        let id = self.cluster.ledger().batch(batch).partition;
        match self.isr_and_minimum(id) {
            Some((isr, min_isr)) if isr < min_isr => Why::TooFewInSync { isr, min_isr },
            _ => Why::AsTheErrorSays,
        }
    }

    fn isr_and_minimum(&self, id: PartitionId) -> Option<(u8, u8)> {
        let registration = self.cluster.registration(id)?;
        let (topic, _) = self.cluster.config().partition(id)?;
        let least = effective_min_isr(
            usize::from(topic.min_insync_replicas),
            registration.replicas.len(),
            self.cluster.generation(),
        );
        Some((registration.isr.len() as u8, least as u8))
    }
}
