//! Events as JSON: a word for the kind, and the numbers.

use highwater_engine::command::Node;
use highwater_engine::event::{
    ElectedFrom, Fact, HeldBack, HighWatermarkCause, IsrChangedBy, RemovedBy,
};
use highwater_engine::idempotence::Idempotence;
use highwater_engine::ledger::BatchId;
use highwater_engine::{Cluster, PartitionId};
use highwater_protocol::control::{PreviousShutdown, UncleanElection};
use highwater_protocol::epoch_cache::EpochEnd;
use highwater_protocol::follower::CutRule;
use serde_json::{Value, json};

use super::{ids, verdict};

/// The kind of a fact and what it says.
pub(super) fn kind_and_fields(cluster: &Cluster, fact: &Fact) -> (&'static str, Value) {
    let names = Names { cluster };
    let found = names
        .client(fact)
        .or_else(|| names.fetching(fact))
        .or_else(|| names.log(fact))
        .or_else(|| names.control(fact))
        .or_else(|| names.role(fact))
        .or_else(|| names.broker(fact))
        .or_else(|| names.setting(fact));
    found.unwrap_or(("other", Value::Null))
}

struct Names<'a> {
    cluster: &'a Cluster,
}

impl Names<'_> {
    fn partition(&self, id: PartitionId) -> String {
        self.cluster.config().partition_name(id)
    }

    fn batch(&self, id: BatchId) -> &str {
        &self.cluster.ledger().batch(id).name
    }

    fn client(&self, fact: &Fact) -> Option<(&'static str, Value)> {
        Some(match fact {
            Fact::ProduceSent { batch, partition, to, attempt } => (
                "produce-sent",
                json!({
                    "batch": self.batch(*batch), "partition": self.partition(*partition),
                    "to": to.0, "attempt": attempt,
                }),
            ),
            Fact::Appended { batch, partition, broker, first, end, epoch } => (
                "appended",
                json!({
                    "batch": self.batch(*batch), "partition": self.partition(*partition),
                    "broker": broker.0, "first": first.0, "end": end.0, "epoch": epoch.0,
                }),
            ),
            Fact::Recognized { batch, partition, broker, first } => (
                "recognized",
                json!({
                    "batch": self.batch(*batch), "partition": self.partition(*partition),
                    "broker": broker.0, "first": first.0,
                }),
            ),
            Fact::Acked { batch } => ("acked", json!({ "batch": self.batch(*batch) })),
            Fact::Refused { batch, error } => {
                ("refused", json!({ "batch": self.batch(*batch), "error": error.name() }))
            }
            Fact::Unknown { batch, error } => {
                ("unknown", json!({ "batch": self.batch(*batch), "error": error.name() }))
            }
            Fact::WillRetry { batch, error } => {
                ("will-retry", json!({ "batch": self.batch(*batch), "error": error.name() }))
            }
            Fact::LeaderLearned { client, partition, leader, epoch } => (
                "leader-learned",
                json!({
                    "client": client.to_string(), "partition": self.partition(*partition),
                    "leader": leader.map(|id| id.0), "epoch": epoch.0,
                }),
            ),
            Fact::Consumed { partition, from, to, broker, hidden } => (
                "consumed",
                json!({
                    "partition": self.partition(*partition), "from": from.0, "to": to.0,
                    "broker": broker.0, "hidden": hidden,
                }),
            ),
            Fact::ConsumerStarted { partition, edge, to } => (
                "consumer-started",
                json!({
                    "partition": self.partition(*partition), "at": edge.name(), "to": to.0,
                }),
            ),
            Fact::OffsetWithheld { partition, broker, error } => (
                "offset-withheld",
                json!({
                    "partition": self.partition(*partition), "broker": broker.0,
                    "error": error.name(),
                }),
            ),
            Fact::ConsumerReset { partition, from, to } => (
                "consumer-reset",
                json!({
                    "partition": self.partition(*partition), "from": from.0, "to": to.0,
                }),
            ),
            _ => return None,
        })
    }

    fn fetching(&self, fact: &Fact) -> Option<(&'static str, Value)> {
        Some(match fact {
            Fact::FetchSent { follower, leader } => {
                ("fetch-sent", json!({ "follower": follower.0, "leader": leader.0 }))
            }
            Fact::FetchAnswered { follower, leader } => {
                ("fetch-answered", json!({ "follower": follower.0, "leader": leader.0 }))
            }
            Fact::FetchNoted { partition, leader, follower, log_end } => (
                "fetch-noted",
                json!({
                    "partition": self.partition(*partition), "leader": leader.0,
                    "follower": follower.0, "leo": log_end.0,
                }),
            ),
            Fact::FetchRefused { partition, leader, follower, error } => (
                "fetch-refused",
                json!({
                    "partition": self.partition(*partition), "leader": leader.0,
                    "follower": follower.0, "error": error.name(),
                }),
            ),
            Fact::DivergenceReported { partition, leader, follower, at } => (
                "divergence-reported",
                json!({
                    "partition": self.partition(*partition), "leader": leader.0,
                    "follower": follower.0, "at": epoch_end(*at),
                }),
            ),
            Fact::EpochAsked { partition, follower, leader, epoch } => (
                "epoch-asked",
                json!({
                    "partition": self.partition(*partition), "leader": leader.0,
                    "follower": follower.0, "epoch": epoch.0,
                }),
            ),
            Fact::EpochAnswered { partition, follower, leader, asked, answer } => (
                "epoch-answered",
                json!({
                    "partition": self.partition(*partition), "leader": leader.0,
                    "follower": follower.0, "asked": asked.0, "answer": answer.map(epoch_end),
                }),
            ),
            _ => return None,
        })
    }

    fn log(&self, fact: &Fact) -> Option<(&'static str, Value)> {
        Some(match fact {
            Fact::Replicated { partition, broker, from, to } => (
                "replicated",
                json!({
                    "partition": self.partition(*partition), "broker": broker.0,
                    "from": from.0, "to": to.0,
                }),
            ),
            Fact::LastStable { partition, broker, at, high_watermark } => (
                "last-stable",
                json!({
                    "partition": self.partition(*partition), "broker": broker.0, "lso": at.0,
                    "hw": high_watermark.0,
                }),
            ),
            Fact::FollowerSettled { partition, broker, log_end } => (
                "follower-settled",
                json!({
                    "partition": self.partition(*partition), "broker": broker.0, "leo": log_end.0,
                }),
            ),
            Fact::Removed { partition, broker, by, from, to } => (
                "removed",
                json!({
                    "partition": self.partition(*partition), "broker": broker.0,
                    "by": removed_by(*by), "from": from.0, "to": to.0,
                }),
            ),
            Fact::HighWatermarkMoved { partition, broker, from, to, cause } => (
                "high-watermark-moved",
                json!({
                    "partition": self.partition(*partition), "broker": broker.0,
                    "from": from.0, "to": to.0, "cause": high_watermark_cause(*cause),
                }),
            ),
            Fact::HighWatermarkHeld { partition, broker, at, why } => (
                "high-watermark-held",
                json!({
                    "partition": self.partition(*partition), "broker": broker.0,
                    "at": at.0, "why": held_back(*why),
                }),
            ),
            _ => return None,
        })
    }

    fn control(&self, fact: &Fact) -> Option<(&'static str, Value)> {
        Some(match fact {
            Fact::IsrChangeProposed { partition, leader, isr } => (
                "isr-change-proposed",
                json!({
                    "partition": self.partition(*partition), "leader": leader.0, "isr": ids(isr),
                }),
            ),
            Fact::IsrChangeRefused { partition, leader, error } => (
                "isr-change-refused",
                json!({
                    "partition": self.partition(*partition), "leader": leader.0,
                    "error": error.name(),
                }),
            ),
            Fact::IsrChanged { partition, from, to, elr, by } => (
                "isr-changed",
                json!({
                    "partition": self.partition(*partition), "from": ids(from), "to": ids(to),
                    "elr": ids(elr), "by": changed_by(*by),
                }),
            ),
            Fact::ElrChanged { partition, from, to } => (
                "elr-changed",
                json!({
                    "partition": self.partition(*partition), "from": ids(from), "to": ids(to),
                }),
            ),
            Fact::LeaderElected { partition, leader, before, epoch, from, recovery } => (
                "leader-elected",
                json!({
                    "partition": self.partition(*partition), "leader": leader.0,
                    "before": before.map(|id| id.0), "epoch": epoch.0,
                    "from": elected_from(*from), "recovery": recovery.name(),
                }),
            ),
            Fact::WentOffline { partition, before, epoch } => (
                "went-offline",
                json!({
                    "partition": self.partition(*partition), "before": before.map(|id| id.0),
                    "epoch": epoch.0,
                }),
            ),
            Fact::ReplicasChanged { partition, replicas, adding, removing } => (
                "replicas-changed",
                json!({
                    "partition": self.partition(*partition), "replicas": ids(replicas),
                    "adding": ids(adding), "removing": ids(removing),
                }),
            ),
            Fact::PartitionCreated { partition, replicas } => (
                "partition-created",
                json!({ "partition": self.partition(*partition), "replicas": ids(replicas) }),
            ),
            Fact::CopyDeleted { partition, broker } => (
                "copy-deleted",
                json!({ "partition": self.partition(*partition), "broker": broker.0 }),
            ),
            Fact::RequestRefused { partition, error } => (
                "request-refused",
                json!({ "partition": self.partition(*partition), "error": error.name() }),
            ),
            Fact::ElectionRefused { partition, error } => (
                "election-refused",
                json!({
                    "partition": self.partition(*partition), "error": error.name(),
                }),
            ),
            Fact::Broken(broken) => {
                let fields = verdict::fields(self.cluster, broken);
                ("broken", json!({ "kind": broken.kind(), "verdict": fields }))
            }
            _ => return None,
        })
    }

    fn role(&self, fact: &Fact) -> Option<(&'static str, Value)> {
        Some(match fact {
            Fact::BecameLeader { partition, broker, epoch, log_end, high_watermark } => (
                "became-leader",
                json!({
                    "partition": self.partition(*partition), "broker": broker.0,
                    "epoch": epoch.0, "leo": log_end.0, "hw": high_watermark.0,
                }),
            ),
            Fact::BecameFollower { partition, broker, leader, epoch, log_end } => (
                "became-follower",
                json!({
                    "partition": self.partition(*partition), "broker": broker.0,
                    "leader": leader.map(|id| id.0), "epoch": epoch.0, "leo": log_end.0,
                }),
            ),
            _ => return None,
        })
    }

    fn broker(&self, fact: &Fact) -> Option<(&'static str, Value)> {
        let (kind, broker) = match fact {
            Fact::Stopped { broker, how } => {
                return Some(("stopped", json!({ "broker": broker.0, "how": how.name() })));
            }
            Fact::Registered { broker, epoch, previous } => {
                let clean = *previous == PreviousShutdown::Clean;
                let previous = if clean { "clean" } else { "unclean" };
                return Some((
                    "registered",
                    json!({
                        "broker": broker.0, "epoch": epoch.0, "previousShutdown": previous,
                    }),
                ));
            }
            Fact::RegistrationRefused { broker, error } => {
                let fields = json!({ "broker": broker.0, "error": error.name() });
                return Some(("registration-refused", fields));
            }
            Fact::Slowed { broker, extra } => {
                return Some(("slowed", json!({ "broker": broker.0, "ms": extra })));
            }
            Fact::ShutdownStarted { broker } => ("shutdown-started", broker),
            Fact::ShutdownAccepted { broker } => ("shutdown-accepted", broker),
            Fact::Started { broker } => ("started", broker),
            Fact::RestartUnnoticed { broker } => ("restart-unnoticed", broker),
            Fact::Fenced { broker } => ("fenced", broker),
            Fact::Unfenced { broker } => ("unfenced", broker),
            Fact::MetadataApplied { broker } => ("metadata-applied", broker),
            Fact::Flushed { broker } => ("flushed", broker),
            _ => return None,
        };
        Some((kind, json!({ "broker": broker.0 })))
    }

    fn setting(&self, fact: &Fact) -> Option<(&'static str, Value)> {
        Some(match fact {
            Fact::IdempotenceSet { value } => {
                let on = *value == Idempotence::On;
                ("config-set", json!({ "name": "enable.idempotence", "value": on }))
            }
            Fact::LinkCut { a, b } => ("link-cut", json!({ "between": [node(*a), node(*b)] })),
            Fact::LinkHealed { a, b } => {
                ("link-healed", json!({ "between": [node(*a), node(*b)] }))
            }
            Fact::MinInsyncReplicasSet { topic, value } => (
                "config-set",
                json!({
                    "topic": &**topic, "name": "min.insync.replicas", "value": value,
                }),
            ),
            Fact::UncleanElectionSet { topic, value } => (
                "config-set",
                json!({
                    "topic": &**topic, "name": "unclean.leader.election.enable",
                    "value": *value == UncleanElection::Enabled,
                }),
            ),
            _ => return None,
        })
    }
}

fn node(node: Node) -> String {
    node.to_string()
}

fn epoch_end(at: EpochEnd) -> Value {
    json!({ "epoch": at.epoch.0, "end": at.end.0 })
}

fn removed_by(by: RemovedBy) -> &'static str {
    match by {
        RemovedBy::PowerCut => "power-cut",
        RemovedBy::Cut(CutRule::OwnHighWatermark) => "cut-to-own-high-watermark",
        RemovedBy::Cut(CutRule::HighWatermarkForLackOfEpoch) => {
            "cut-to-high-watermark-for-lack-of-epoch"
        }
        RemovedBy::Cut(CutRule::EpochEndOffset) => "cut-to-epoch-end-offset",
        RemovedBy::Cut(CutRule::EpochAndEndOffset) => "cut-to-epoch-and-end-offset",
        RemovedBy::Cut(CutRule::DivergingEpoch) => "cut-to-diverging-epoch",
        RemovedBy::Cut(CutRule::OutOfRange) => "cut-for-offset-out-of-range",
    }
}

fn high_watermark_cause(cause: HighWatermarkCause) -> Value {
    match cause {
        HighWatermarkCause::LeaderMinimum { held_by } => {
            let brokers: Vec<_> = held_by.iter().collect();
            json!({ "kind": "minimum", "heldBy": ids(&brokers) })
        }
        HighWatermarkCause::FollowerResponse { leader_value } => {
            json!({ "kind": "response", "leaderValue": leader_value.0 })
        }
    }
}

fn held_back(why: HeldBack) -> Value {
    match why {
        HeldBack::BelowMinIsr { isr, min_isr } => {
            json!({ "kind": "below-min-isr", "isr": isr, "minIsr": min_isr })
        }
        HeldBack::Unknown { replica } => {
            json!({ "kind": "not-fetched-yet", "replica": replica.0 })
        }
    }
}

fn changed_by(by: IsrChangedBy) -> &'static str {
    match by {
        IsrChangedBy::Leader => "leader",
        IsrChangedBy::Controller => "controller",
        IsrChangedBy::Reassignment => "reassignment",
    }
}

fn elected_from(from: ElectedFrom) -> &'static str {
    match from {
        ElectedFrom::Isr => "isr",
        ElectedFrom::Elr => "elr",
        ElectedFrom::LastKnownLeader => "last-known-leader",
        ElectedFrom::AnyReplica => "any-replica",
    }
}
