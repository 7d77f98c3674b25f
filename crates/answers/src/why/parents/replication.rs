//! What explains what replicas fetch, append, cut and commit.

use highwater_engine::event::{HeldBack, HighWatermarkCause, RemovedBy};
use highwater_engine::{EventId, Fact, PartitionId};
use highwater_protocol::follower::CutRule;
use highwater_protocol::{BrokerId, ErrorCode, Offset};

use super::super::root::Root;
use super::{Link, Parents, View};

impl View<'_> {
    pub(super) fn replication(&self, fact: &Fact) -> Option<Parents> {
        Some(match fact {
            Fact::FetchNoted { partition, follower, log_end, .. } => {
                self.reached(*partition, *follower, *log_end)
            }
            Fact::FetchRefused { partition, leader, follower, error } => match error {
                ErrorCode::OffsetOutOfRange => self.found(self.follows(*partition, *follower)),
                // It leads no longer, or has not heard yet that it shall.
                _ => self.found(self.role(*partition, *leader).max(self.leadership(*partition))),
            },
            Fact::DivergenceReported { partition, follower, .. }
            | Fact::EpochAsked { partition, follower, .. }
            | Fact::EpochAnswered { partition, follower, .. } => {
                self.found(self.follows(*partition, *follower))
            }
            Fact::Replicated { partition, broker, from, .. } => {
                let appended = self.appended(*partition, *broker, *from);
                let enabled = self.enabled(*partition, *broker);
                let late = enabled.filter(|enabled| appended < Some(*enabled));
                self.found(appended.or(enabled)).with(late.filter(|_| appended.is_some()))
            }
            Fact::FollowerSettled { partition, broker, .. } => {
                self.found(self.last(|fact| match fact {
                    Fact::Removed { partition: p, broker: b, .. }
                    | Fact::BecameFollower { partition: p, broker: b, .. }
                    | Fact::EpochAnswered { partition: p, follower: b, .. } => {
                        (p, b) == (partition, broker)
                    }
                    _ => false,
                }))
            }
            _ => return None,
        })
    }

    pub(super) fn removal_or_watermark(&self, fact: &Fact) -> Option<Parents> {
        Some(match fact {
            Fact::Removed { by: RemovedBy::PowerCut, .. } => self.caused(),
            Fact::Removed { partition, broker, by: RemovedBy::Cut(rule), .. } => {
                self.cut(*partition, *broker, *rule)
            }
            Fact::HighWatermarkMoved { partition, broker, cause, .. } => match cause {
                HighWatermarkCause::LeaderMinimum { .. } => self.caused(),
                HighWatermarkCause::FollowerResponse { leader_value } => {
                    self.heard(*partition, *broker, *leader_value)
                }
            },
            Fact::HighWatermarkHeld { partition, broker, why, .. } => match why {
                HeldBack::BelowMinIsr { .. } => self.found(self.small_isr(*partition)),
                HeldBack::Unknown { replica } => {
                    let hindered = self.past.hindrance(self.event.id, *partition, *replica);
                    let leads = self.role(*partition, *broker);
                    match hindered {
                        Some(id) => Parents::new(Link::Event(id)).with(leads),
                        None => self.found(leads),
                    }
                }
            },
            Fact::LastStable { partition, at, high_watermark, .. } if at < high_watermark => {
                let opened = self.last(|fact| {
                    matches!(fact, Fact::Appended { partition: p, first, .. }
                        if (p, first) == (partition, at))
                });
                match opened {
                    Some(id) => Parents::new(Link::Event(id)).with(self.event.cause),
                    None => self.caused(),
                }
            }
            _ => return None,
        })
    }

    /// What brought a follower's log end to where it is.
    fn reached(&self, partition: PartitionId, follower: BrokerId, at: Offset) -> Parents {
        let changed = self.last(|fact| match fact {
            Fact::Replicated { partition: p, broker, .. }
            | Fact::Removed { partition: p, broker, .. }
            | Fact::Appended { partition: p, broker, .. }
            | Fact::BecameFollower { partition: p, broker, .. } => {
                (*p, *broker) == (partition, follower)
            }
            _ => false,
        });
        let fits = |id: &EventId| match self.past.event(*id).map(|event| &event.fact) {
            Some(Fact::Replicated { to, .. } | Fact::Removed { to, .. }) => *to == at,
            Some(Fact::Appended { end, .. }) => *end == at,
            Some(_) => true,
            None => false,
        };
        match changed.filter(fits) {
            Some(id) => Parents::new(Link::Event(id)),
            None => Parents::new(Link::Root(Root::Fetching)),
        }
    }

    /// The last time that a broker learned whom to follow.
    pub(super) fn follows(&self, id: PartitionId, home: BrokerId) -> Option<EventId> {
        self.last(|fact| {
            matches!(fact, Fact::BecameFollower { partition, broker, .. }
                if (*partition, *broker) == (id, home))
        })
    }

    /// The last time that a broker learned its role.
    pub(super) fn role(&self, id: PartitionId, home: BrokerId) -> Option<EventId> {
        self.last(|fact| match fact {
            Fact::BecameFollower { partition, broker, .. }
            | Fact::BecameLeader { partition, broker, .. } => (*partition, *broker) == (id, home),
            _ => false,
        })
    }

    /// The append of what a copy has at an offset.
    fn appended(&self, id: PartitionId, home: BrokerId, at: Offset) -> Option<EventId> {
        let state = self.past.after(self.event.id);
        let entry = state.replica(home, id)?.log.entry(at)?;
        let (batch, _) = state.ledger().batch_of(entry.record)?;
        self.last(|fact| matches!(fact, Fact::Appended { batch: b, .. } if *b == batch))
    }

    fn cut(&self, id: PartitionId, home: BrokerId, rule: CutRule) -> Parents {
        let answered = self.last(|fact| {
            matches!(fact, Fact::EpochAnswered { partition, follower, .. }
                if (*partition, *follower) == (id, home))
        });
        let follows = self.follows(id, home);
        self.found(match rule {
            CutRule::OwnHighWatermark => follows,
            // It asked in vain after it had begun to follow, or had nothing to ask about.
            CutRule::HighWatermarkForLackOfEpoch => answered.max(follows),
            CutRule::EpochEndOffset | CutRule::EpochAndEndOffset => answered,
            CutRule::DivergingEpoch => self.last(|fact| {
                matches!(fact, Fact::DivergenceReported { partition, follower, .. }
                    if (*partition, *follower) == (id, home))
            }),
            CutRule::OutOfRange => self.last(|fact| {
                matches!(fact, Fact::FetchRefused { partition, follower, .. }
                    if (*partition, *follower) == (id, home))
            }),
        })
    }

    /// What moved the leader's high watermark to the value that a follower heard.
    fn heard(&self, id: PartitionId, home: BrokerId, value: Offset) -> Parents {
        let moved = self.last(|fact| {
            matches!(fact, Fact::HighWatermarkMoved {
                partition, broker, to, cause: HighWatermarkCause::LeaderMinimum { .. }, ..
            } if *partition == id && *broker != home && *to == value)
        });
        let began = self.last(|fact| match fact {
            Fact::BecameLeader { partition, broker, high_watermark, .. } => {
                *partition == id && *broker != home && *high_watermark == value
            }
            _ => false,
        });
        let follows = self.follows(id, home);
        self.found(moved.max(began).or(follows))
    }
}
