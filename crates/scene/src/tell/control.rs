//! What the controller writes, and what becomes of brokers and links.

use crate::words;
use highwater_engine::event::{ElectedFrom, Fact, IsrChangedBy};
use highwater_phrase::news::{BrokerNews, ControlNews, ElectedWord, IsrReason};
use highwater_phrase::{News, Sentence};
use highwater_protocol::control::{PreviousShutdown, UncleanElection};

use super::{Teller, ids};

impl Teller<'_> {
    pub(super) fn control(&self, fact: &Fact) -> Option<Sentence> {
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
                    IsrChangedBy::Controller if to.iter().any(|id| !from.contains(id)) => {
                        IsrReason::Elected
                    }
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

    pub(super) fn broker(&self, fact: &Fact) -> Option<Sentence> {
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
}
