//! Events as sentences: an engine's fact with the numbers of the state around it.
//!
//! Only looks numbers up; the wording is in `highwater-phrase`.

// tidy: table

use highwater_engine::event::{
    ElectedFrom, Event, Fact, HeldBack, HighWatermarkCause, IsrChangedBy, RemovedBy, Weight,
};
use highwater_engine::idempotence::Idempotence;
use highwater_engine::ledger::BatchId;
use highwater_engine::verdict::{Loss, LostBy, Verdict};
use highwater_engine::{Cluster, EventId, PartitionId};
use highwater_phrase::news::{
    BrokerNews, ClientNews, ControlNews, ElectedWord, IsrReason, ReplicationNews, Why,
};
use highwater_phrase::verdict::{Card, LostWord, VerdictWord};
use highwater_phrase::{Lang, News, Sentence};
use highwater_protocol::control::{PreviousShutdown, UncleanElection};
use highwater_protocol::leader::effective_min_isr;
use highwater_protocol::{BrokerId, ErrorCode, Offset};

use crate::words;

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

    fn client(&self, fact: &Fact) -> Option<Sentence> {
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

    fn replication(&self, fact: &Fact) -> Option<Sentence> {
        use ReplicationNews as R;
        let news = match fact {
            Fact::FetchSent { follower, leader } => {
                R::FetchSent { follower: follower.0, leader: leader.0, offset: None }
            }
            Fact::FetchNoted { leader, follower, log_end, .. } => {
                R::FetchNoted { leader: leader.0, follower: follower.0, log_end: log_end.0 }
            }
            Fact::FetchAnswered { follower, leader } => {
                R::FetchAnswered { leader: leader.0, follower: follower.0 }
            }
            Fact::FetchRefused { leader, follower, error, .. } => {
                R::FetchRefused { leader: leader.0, follower: follower.0, error: error.name() }
            }
            Fact::DivergenceReported { leader, follower, at, .. } => R::Diverged {
                leader: leader.0,
                follower: follower.0,
                epoch: at.epoch.0,
                end: at.end.0,
            },
            Fact::EpochAsked { follower, leader, epoch, .. } => {
                R::EpochAsked { follower: follower.0, leader: leader.0, epoch: epoch.0 }
            }
            Fact::EpochAnswered { follower, leader, asked, answer, .. } => R::EpochAnswered {
                leader: leader.0,
                follower: follower.0,
                asked: asked.0,
                answer: answer.map(|at| (at.epoch.0, at.end.0)),
            },
            Fact::Replicated { broker, from, to, .. } => {
                R::Replicated { broker: broker.0, from: from.0, to: to.0 }
            }
            Fact::FollowerSettled { broker, log_end, .. } => {
                R::Settled { broker: broker.0, log_end: log_end.0 }
            }
            _ => return None,
        };
        self.say(News::Replication(news))
    }

    fn removal_or_watermark(&self, fact: &Fact) -> Option<Sentence> {
        use ReplicationNews as R;
        match fact {
            Fact::Removed { partition, broker, by, from, to } => {
                let names = self.removed_names(*partition, *broker, *to, *from);
                let (broker, from, to) = (broker.0, from.0, to.0);
                self.say(News::Replication(match by {
                    RemovedBy::Cut(rule) => {
                        R::Cut { broker, from, to, names: &names, rule: words::cut(*rule) }
                    }
                    RemovedBy::PowerCut => R::PowerCut { broker, from, to, names: &names },
                }))
            }
            Fact::HighWatermarkMoved { partition, broker, from, to, cause } => {
                let ends = self.log_ends(*partition, *broker);
                let log_end = self.cluster.replica(*broker, *partition).map(|r| r.log.end().0);
                let (broker, from, to) = (broker.0, from.0, to.0);
                self.say(News::Replication(match cause {
                    HighWatermarkCause::LeaderMinimum { .. } => {
                        R::LeaderHw { broker, from, to, ends: &ends }
                    }
                    HighWatermarkCause::FollowerResponse { leader_value } => R::FollowerHw {
                        broker,
                        from,
                        to,
                        leader_value: leader_value.0,
                        log_end: log_end.unwrap_or(to),
                    },
                }))
            }
            Fact::LastStable { broker, at, high_watermark, .. } => {
                let (broker, at, hw) = (broker.0, at.0, high_watermark.0);
                self.say(News::Replication(R::LastStable { broker, at, hw }))
            }
            Fact::HighWatermarkHeld { broker, at, why, .. } => {
                let (broker, at) = (broker.0, at.0);
                self.say(News::Replication(match why {
                    HeldBack::BelowMinIsr { isr, min_isr } => {
                        R::HeldByMinIsr { broker, at, isr: *isr, min_isr: *min_isr }
                    }
                    HeldBack::Unknown { replica } => {
                        R::HeldByUnknown { broker, at, replica: replica.0 }
                    }
                }))
            }
            _ => None,
        }
    }

    /// The records that a copy lost in `[to, from)`, by name, if there are few.
    fn removed_names(&self, id: PartitionId, home: BrokerId, to: Offset, from: Offset) -> String {
        const NAMES_MAX: usize = 3;
        let ledger = self.cluster.ledger();
        let removal =
            ledger.removals.iter().rev().find(|removal| {
                (removal.partition, removal.broker, removal.first) == (id, home, to)
            });
        let count = (from.0.saturating_sub(to.0)) as usize;
        match removal {
            Some(removal) if count <= NAMES_MAX => {
                let names = removal.entries.iter().map(|entry| ledger.record_name(entry.record));
                names.collect::<Vec<_>>().join(", ")
            }
            _ => String::new(),
        }
    }

    /// The log ends that a leader's high watermark is the minimum of, as the leader knows them.
    fn log_ends(&self, id: PartitionId, leader: BrokerId) -> Vec<(u8, u32)> {
        let Some(replica) = self.cluster.replica(leader, id) else {
            return Vec::new();
        };
        let mut ends = vec![(leader.0, replica.log.end().0)];
        if let Some(leadership) = replica.leadership() {
            let counts = leadership.isr.maximal();
            let known = leadership.remotes.iter().filter(|remote| counts.contains(remote.id));
            ends.extend(known.filter_map(|remote| Some((remote.id.0, remote.log_end?.0))));
        }
        ends
    }

    fn control(&self, fact: &Fact) -> Option<Sentence> {
        use ControlNews as C;
        match fact {
            Fact::IsrChangeProposed { leader, isr, .. } => {
                self.say(News::Control(C::IsrProposed { leader: leader.0, isr: &ids(isr) }))
            }
            Fact::IsrChangeRefused { leader, error, .. } => {
                self.say(News::Control(C::IsrRefused { leader: leader.0, error: error.name() }))
            }
            Fact::IsrChanged { from, to, elr, by, .. } => {
                let reason = match by {
                    IsrChangedBy::Controller => IsrReason::Controller,
                    IsrChangedBy::Reassignment => IsrReason::Moved,
                    IsrChangedBy::Leader if from.len() < to.len() => IsrReason::CaughtUp,
                    IsrChangedBy::Leader => {
                        IsrReason::Lag(self.cluster.config().timings.replica_lag_time_max)
                    }
                };
                let (from, to, elr) = (ids(from), ids(to), ids(elr));
                self.say(News::Control(C::IsrChanged { from: &from, to: &to, elr: &elr, reason }))
            }
            Fact::ElrChanged { from, to, .. } => {
                self.say(News::Control(C::ElrChanged { from: &ids(from), to: &ids(to) }))
            }
            Fact::LeaderElected { leader, before, epoch, from, .. } => {
                self.say(News::Control(C::Elected {
                    leader: leader.0,
                    before: before.map(|id| id.0),
                    epoch: epoch.0,
                    from: match from {
                        ElectedFrom::Isr => ElectedWord::Isr,
                        ElectedFrom::Elr => ElectedWord::Elr,
                        ElectedFrom::LastKnownLeader => ElectedWord::LastLeader,
                        ElectedFrom::AnyReplica => ElectedWord::Anyone,
                    },
                }))
            }
            Fact::WentOffline { partition, .. } => {
                let isr = self.cluster.registration(*partition).map(|r| ids(&r.isr));
                self.say(News::Control(C::Offline {
                    isr: &isr.unwrap_or_default(),
                    with_elr: self.cluster.generation().has_elr(),
                }))
            }
            Fact::ReplicasChanged { replicas, adding, removing, .. } => {
                let (replicas, adding, removing) = (ids(replicas), ids(adding), ids(removing));
                self.say(News::Control(if adding.is_empty() && removing.is_empty() {
                    C::Replicas { replicas: &replicas }
                } else {
                    C::Moving { adding: &adding, removing: &removing }
                }))
            }
            Fact::PartitionCreated { partition, replicas } => {
                let known = self.cluster.registration(*partition);
                let leader = known.and_then(|known| known.leader).map_or(0, |id| id.0);
                self.say(News::Control(C::Created { replicas: &ids(replicas), leader }))
            }
            Fact::CopyDeleted { broker, .. } => {
                self.say(News::Control(C::CopyDeleted { broker: broker.0 }))
            }
            Fact::RequestRefused { error, .. } => {
                self.say(News::Control(C::RequestRefused { error: error.name() }))
            }
            Fact::ElectionRefused { error, .. } => {
                self.say(News::Control(C::ElectionRefused { error: error.name() }))
            }
            Fact::BecameLeader { broker, epoch, log_end, high_watermark, .. } => {
                self.say(News::Control(C::BecameLeader {
                    broker: broker.0,
                    epoch: epoch.0,
                    log_end: log_end.0,
                    hw: high_watermark.0,
                }))
            }
            Fact::BecameFollower { broker, leader, epoch, log_end, .. } => {
                self.say(News::Control(C::BecameFollower {
                    broker: broker.0,
                    leader: leader.map(|id| id.0),
                    epoch: epoch.0,
                    log_end: log_end.0,
                }))
            }
            _ => None,
        }
    }

    fn broker(&self, fact: &Fact) -> Option<Sentence> {
        use BrokerNews as B;
        let news = match fact {
            Fact::ShutdownStarted { broker } => B::ShutdownStarted { broker: broker.0 },
            Fact::Stopped { broker, how } => {
                B::Stopped { broker: broker.0, how: words::stop(*how) }
            }
            Fact::Started { broker } => B::Started { broker: broker.0 },
            Fact::Registered { broker, previous, .. } => B::Registered {
                broker: broker.0,
                after_clean: *previous == PreviousShutdown::Clean,
            },
            Fact::RestartUnnoticed { broker } => B::RestartUnnoticed { broker: broker.0 },
            Fact::RegistrationRefused { broker, error } => {
                B::RegistrationRefused { broker: broker.0, error: error.name() }
            }
            Fact::Fenced { broker } => B::Fenced { broker: broker.0 },
            Fact::Unfenced { broker } => B::Unfenced { broker: broker.0 },
            Fact::MetadataApplied { broker } => B::MetadataApplied { broker: broker.0 },
            Fact::LinkCut { a, b } => B::LinkCut { a: words::node(*a), b: words::node(*b) },
            Fact::LinkHealed { a, b } => B::LinkHealed { a: words::node(*a), b: words::node(*b) },
            Fact::Slowed { broker, extra } => B::Slowed { broker: broker.0, extra: *extra },
            Fact::MinInsyncReplicasSet { topic, value } => B::MinIsrSet { topic, value: *value },
            Fact::UncleanElectionSet { topic, value } => {
                B::UncleanSet { topic, on: *value == UncleanElection::Enabled }
            }
            Fact::Flushed { broker } => B::Flushed { broker: broker.0 },
            _ => return None,
        };
        self.say(News::Broker(news))
    }

    fn verdict<T>(&self, verdict: &Verdict, make: impl FnOnce(VerdictWord<'_>) -> T) -> T {
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
