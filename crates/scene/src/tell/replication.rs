//! What replicas fetch, append, cut and commit.

use crate::words;
use highwater_engine::event::{Fact, HeldBack, HighWatermarkCause, RemovedBy};
use highwater_engine::{Cluster, PartitionId};
use highwater_phrase::news::ReplicationNews;
use highwater_phrase::{News, Sentence};
use highwater_protocol::{BrokerId, BrokerSet, Offset};

use super::Teller;

impl Teller<'_> {
    pub(super) fn replication(&self, fact: &Fact) -> Option<Sentence> {
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

    pub(super) fn removal_or_watermark(&self, fact: &Fact) -> Option<Sentence> {
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
                let log_end = self.cluster.replica(*broker, *partition).map(|r| r.log.end().0);
                let (broker, from, to) = (broker.0, from.0, to.0);
                self.say(News::Replication(match cause {
                    HighWatermarkCause::LeaderMinimum { held_by } => {
                        let ends = log_ends(self.cluster, *partition, BrokerId(broker), *held_by);
                        return self.say(News::Replication(R::LeaderHw {
                            broker,
                            from,
                            to,
                            ends: &ends,
                        }));
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
}

/// The log ends that a leader's high watermark is the minimum of, as the leader knows them: its own
/// first, then those that count and those that hold it back.
#[must_use]
pub fn log_ends(
    cluster: &Cluster,
    id: PartitionId,
    leader: BrokerId,
    held_by: BrokerSet,
) -> Vec<(u8, u32)> {
    let Some(replica) = cluster.replica(leader, id) else {
        return Vec::new();
    };
    let mut ends = vec![(leader.0, replica.log.end().0)];
    if let Some(leadership) = replica.leadership() {
        let counted = leadership.counted(held_by);
        ends.extend(counted.filter_map(|remote| Some((remote.id.0, remote.log_end?.0))));
    }
    ends
}
