//! What explains a broken promise: who dropped the records, and how a copy without them came to lead.

use highwater_engine::verdict::{LostBy, Verdict};
use highwater_engine::{EventId, Fact, PartitionId};
use highwater_protocol::{BrokerId, Offset};

use super::{Link, Parents, View};

impl View<'_> {
    pub(super) fn verdict(&self, verdict: &Verdict) -> Parents {
        match verdict {
            Verdict::AckedRecordLost(loss) => {
                let elected = self.elected_at(loss.partition);
                match loss.by {
                    LostBy::Removal(_, removal) => Parents::new(Link::Event(removal)).with(elected),
                    LostBy::NeverHad(id) => {
                        let missed = self.past.hindrance(self.event.id, loss.partition, id);
                        self.found(elected).with(missed)
                    }
                }
            }
            Verdict::Diverged { partition, leader, follower, offset } => {
                let own = self.wrote(*partition, *leader, *offset);
                let other = self.wrote(*partition, *follower, *offset);
                let removed = self.removed(*partition, *leader, *offset);
                self.found(own).with(other).with(removed).with(self.elected_at(*partition))
            }
            Verdict::ConsumedRecordLost { partition, offset, leader } => {
                let read = self.last(|fact| {
                    matches!(fact, Fact::Consumed { partition: p, from, to, .. }
                        if p == partition && from <= offset && offset < to)
                });
                let removed = self.removed(*partition, *leader, *offset);
                let elected = self.elected_at(*partition);
                self.found(removed.or(elected)).with(elected).with(read)
            }
            Verdict::HighWatermarkWentBack { partition, leader, from, .. } => {
                let seen = self.last(|fact| {
                    matches!(fact, Fact::HighWatermarkMoved { partition: p, broker, to, .. }
                        if p == partition && broker != leader && to == from)
                });
                self.found(self.elected_at(*partition)).with(seen)
            }
        }
    }

    fn elected_at(&self, id: PartitionId) -> Option<EventId> {
        self.last(|fact| matches!(fact, Fact::LeaderElected { partition, .. } if *partition == id))
    }

    /// The last event that took something from an offset of one copy.
    fn removed(&self, id: PartitionId, home: BrokerId, at: Offset) -> Option<EventId> {
        self.last(|fact| {
            matches!(fact, Fact::Removed { partition, broker, from, to, .. }
                if (*partition, *broker) == (id, home) && *to <= at && at < *from)
        })
    }

    /// The last event that put something at an offset of one copy.
    fn wrote(&self, id: PartitionId, home: BrokerId, at: Offset) -> Option<EventId> {
        self.last(|fact| match fact {
            Fact::Appended { partition, broker, first: from, end: to, .. }
            | Fact::Replicated { partition, broker, from, to } => {
                (*partition, *broker) == (id, home) && *from <= at && at < *to
            }
            _ => false,
        })
    }
}
