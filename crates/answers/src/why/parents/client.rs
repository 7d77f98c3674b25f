//! What explains what clients hear and do.

use highwater_engine::command::Command;
use highwater_engine::ledger::BatchId;
use highwater_engine::{EventId, Fact, PartitionId};
use highwater_protocol::read::Isolation;
use highwater_protocol::{BrokerId, ErrorCode};

use super::super::root::Root;
use super::{Link, Parents, View};

impl View<'_> {
    pub(super) fn client(&self, fact: &Fact) -> Option<Parents> {
        Some(match fact {
            Fact::ProduceSent { batch, attempt: 0 | 1, .. } => self.written(*batch),
            Fact::ProduceSent { batch, .. } => {
                let retry =
                    |fact: &Fact| matches!(fact, Fact::WillRetry { batch: b, .. } if b == batch);
                self.found(self.last(retry))
            }
            Fact::Recognized { batch, .. } => {
                let earlier =
                    |fact: &Fact| matches!(fact, Fact::Appended { batch: b, .. } if b == batch);
                self.caused().with(self.last(earlier))
            }
            Fact::Refused { batch, error }
            | Fact::Unknown { batch, error }
            | Fact::WillRetry { batch, error } => {
                self.found(self.failure(*batch, *error)).with(self.sent(*batch))
            }
            Fact::LeaderLearned { partition, .. } => self.found(self.leadership(*partition)),
            Fact::Consumed { partition, to, .. } => {
                let shown = self.last(|fact| {
                    matches!(fact, Fact::HighWatermarkMoved { partition: p, from, to: hw, .. }
                        if p == partition && from < to && to <= hw)
                });
                // Those who read committed transactions only wait for the LSO, too.
                let state = self.past.after(self.event.id);
                let consumer = state.consumer();
                let stable = consumer.filter(|c| c.isolation == Isolation::ReadCommitted);
                let stable = stable.and_then(|_| {
                    self.last(|fact| {
                        matches!(fact, Fact::LastStable { partition: p, at, .. }
                            if p == partition && to <= at)
                    })
                });
                self.reading(*partition, stable.max(shown))
            }
            Fact::ConsumerStarted { partition, .. } => self.reading(*partition, None),
            Fact::OffsetWithheld { broker, partition, .. } => self.found(self.last(|fact| {
                matches!(fact, Fact::BecameLeader { partition: p, broker: b, .. }
                    if (p, b) == (partition, broker))
            })),
            Fact::ConsumerReset { partition, .. } => self.found(self.leadership(*partition)),
            _ => return None,
        })
    }

    /// The command that had a batch written. Where a client first had to look for the leader, that
    /// it has found one is good to know.
    fn written(&self, batch: BatchId) -> Parents {
        let last = self.past.timeline.last();
        let name = &last.ledger().batch(batch).name;
        let command = self.past.last_command(self.event.id, |command| match command {
            Command::Produce(produce) => produce.name == *name,
            _ => false,
        });
        let learned = self.event.cause.filter(|id| {
            let cause = self.past.event(*id).map(|event| &event.fact);
            matches!(cause, Some(Fact::LeaderLearned { .. }))
        });
        match command {
            Some(index) => Parents::new(Link::Root(Root::Command(index))).with(learned),
            None => self.caused(),
        }
    }

    fn sent(&self, batch: BatchId) -> Option<EventId> {
        self.last(|fact| matches!(fact, Fact::ProduceSent { batch: b, .. } if *b == batch))
    }

    /// What a consumer reads is there since `shown`, or was there when it began.
    fn reading(&self, partition: PartitionId, shown: Option<EventId>) -> Parents {
        if let Some(shown) = shown {
            return Parents::new(Link::Event(shown));
        }
        let command = self.past.last_command(
            self.event.id,
            |command| matches!(command, Command::Consume(p, ..) if *p == partition),
        );
        match command {
            Some(index) => Parents::new(Link::Root(Root::Command(index))),
            None => self.caused(),
        }
    }

    /// The last time that somebody, or nobody, was made the leader of a partition.
    pub(super) fn leadership(&self, id: PartitionId) -> Option<EventId> {
        self.last(|fact| match fact {
            Fact::LeaderElected { partition, .. } | Fact::WentOffline { partition, .. } => {
                *partition == id
            }
            _ => false,
        })
    }

    /// What made a write fail with this error.
    fn failure(&self, batch: BatchId, error: ErrorCode) -> Option<EventId> {
        let last = self.past.timeline.last();
        let partition = last.ledger().batch(batch).partition;
        let to = self.sent(batch).and_then(|id| match self.past.event(id)?.fact {
            Fact::ProduceSent { to, .. } => Some(to),
            _ => None,
        });
        match error {
            ErrorCode::NotEnoughReplicas | ErrorCode::NotEnoughReplicasAfterAppend => {
                self.small_isr(partition)
            }
            ErrorCode::NetworkException => self.gone(to?),
            ErrorCode::RequestTimedOut => self.waits(partition, to),
            _ => self.leadership(partition),
        }
    }

    /// What made the ISR smaller than its minimum: a change of either.
    pub(super) fn small_isr(&self, id: PartitionId) -> Option<EventId> {
        let topic =
            self.past.timeline.last().config().partition(id).map(|(topic, _)| topic.name.clone());
        self.last(|fact| match fact {
            Fact::IsrChanged { partition, .. } => *partition == id,
            Fact::MinInsyncReplicasSet { topic: set, .. } => topic.as_ref() == Some(set),
            _ => false,
        })
    }

    /// What broke the connection to a broker.
    fn gone(&self, to: BrokerId) -> Option<EventId> {
        self.last(|fact| match fact {
            Fact::Stopped { broker, .. } => *broker == to,
            Fact::LinkCut { a, b } => [*a, *b].contains(&highwater_engine::Node::Broker(to)),
            _ => false,
        })
    }

    /// Why a high watermark did not pass a write in time: it is held back, a member of the ISR does
    /// not copy, or there is nobody to write to.
    fn waits(&self, partition: PartitionId, to: Option<BrokerId>) -> Option<EventId> {
        let state = self.past.after(self.event.id);
        let known = state.registration(partition);
        if known.is_some_and(|known| known.leader.is_none()) {
            return self.leadership(partition);
        }
        let isr = known.map(|known| known.isr.clone()).unwrap_or_default();
        let others = isr.iter().filter(|id| Some(**id) != to);
        let hindered =
            others.filter_map(|id| self.past.hindrance(self.event.id, partition, *id)).max();
        let held = self.last(|fact| match fact {
            Fact::HighWatermarkHeld { partition: p, .. } => *p == partition,
            Fact::HighWatermarkMoved { partition: p, broker, .. } => {
                *p == partition && Some(*broker) == to
            }
            _ => false,
        });
        let held = held.filter(|id| {
            let fact = self.past.event(*id).map(|event| &event.fact);
            matches!(fact, Some(Fact::HighWatermarkHeld { .. }))
        });
        held.or(hindered).or_else(|| self.gone(to?))
    }
}
