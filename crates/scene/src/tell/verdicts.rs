//! Broken invariants, with who lost what.

use crate::words;
use highwater_engine::event::RemovedBy;
use highwater_engine::verdict::{Loss, LostBy, Verdict};
use highwater_phrase::verdict::{LostWord, VerdictWord};
use highwater_protocol::BrokerId;

use super::Teller;

impl Teller<'_> {
    pub(super) fn verdict<T>(
        &self,
        verdict: &Verdict,
        make: impl FnOnce(VerdictWord<'_>) -> T,
    ) -> T {
        match verdict {
            Verdict::AckedRecordLost(loss) => self.loss(loss, make),
            Verdict::Diverged { leader, follower, offset, .. } => make(VerdictWord::Diverged {
                leader: leader.0,
                follower: follower.0,
                offset: offset.0,
            }),
            Verdict::ConsumedRecordLost { offset, leader, .. } => {
                make(VerdictWord::ConsumedLost { offset: offset.0, leader: leader.0 })
            }
            Verdict::HighWatermarkWentBack { leader, from, to, .. } => {
                make(VerdictWord::HwWentBack { leader: leader.0, from: from.0, to: to.0 })
            }
        }
    }

    fn loss<T>(&self, loss: &Loss, make: impl FnOnce(VerdictWord<'_>) -> T) -> T {
        let batch = self.cluster.ledger().batch(loss.batch);
        let copies: Vec<u8> = loss.last_copies.iter().map(|id| id.0).collect();
        make(VerdictWord::Lost {
            name: &batch.name,
            count: loss.end.0.saturating_sub(loss.first.0),
            first: loss.first.0,
            end: loss.end.0,
            epoch: batch.acked_append.map(|append| append.epoch.0),
            acks: words::acks(loss.acks),
            by: self.lost_by(loss),
            last_copies: &copies,
            copies_left: self.is_left(loss),
        })
    }

    /// Whether any copy of the lost records is still in a log.
    fn is_left(&self, loss: &Loss) -> bool {
        let batch = self.cluster.ledger().batch(loss.batch);
        let records = batch.first.0..batch.first.0 + batch.count;
        let holds = |broker: BrokerId| {
            let log = self.cluster.replica(broker, loss.partition).map(|replica| &replica.log);
            log.and_then(|log| log.entry(loss.first)).is_some_and(|e| records.contains(&e.record.0))
        };
        loss.last_copies.iter().any(holds)
    }

    fn lost_by(&self, loss: &Loss) -> LostWord {
        match loss.by {
            LostBy::NeverHad(id) => LostWord::NeverHad(id.0),
            LostBy::Removal(id, event) => match (self.removed_by)(event) {
                Some(RemovedBy::Cut(rule)) => LostWord::Cut(id.0, words::cut(rule)),
                Some(RemovedBy::PowerCut) | None => LostWord::PowerCut(id.0),
            },
        }
    }
}
