//! A run as JSON: its end state, what producers were told, verdicts, metrics, events.
//!
//! Names and shapes here are for other people's scripts; they change only with care.

mod fact;
mod metric;
mod verdict;

use highwater_engine::broker::{Broker, Process};
use highwater_engine::ledger::{Batch, Outcome};
use highwater_engine::{Cluster, Event, PartitionId};
use highwater_protocol::isr::Standing;
use highwater_protocol::{BrokerId, ErrorCode};
use highwater_scenario::condition::Condition;
use highwater_scenario::format::format_condition;
use highwater_scenario::{Expectation, Held, Prediction, Scenario, ScriptEnd, Subject, Timeline};
use serde_json::{Value, json};

/// JSON with line breaks and one at the end.
pub(crate) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The whole report.
pub(crate) fn of(timeline: &Timeline) -> Value {
    let cluster = timeline.last();
    json!({
        "scenario": &*timeline.scenario().slug,
        "generation": cluster.generation().name(),
        "digest": format!("{:016x}", cluster.events_digest()),
        "stateDigest": format!("{:016x}", cluster.digest()),
        "time": cluster.now(),
        "quiet": cluster.is_quiet(),
        "script": script(timeline.script_end(), timeline.scenario()),
        "expectations": timeline
            .expectations()
            .iter()
            .map(|found| expectation(found, timeline.scenario()))
            .collect::<Value>(),
        "predictions": timeline.predictions().map(prediction).collect::<Value>(),
        "brokers": cluster.brokers().iter().map(|b| broker(cluster, b)).collect::<Value>(),
        "partitions": cluster.partitions().map(|id| partition(cluster, id)).collect::<Value>(),
        "producer": producer(cluster),
        "consumer": cluster.consumer().map(|consumer| json!({
            "partition": cluster.config().partition_name(consumer.partition),
            "position": consumer.position.0,
        })),
        "verdicts": verdict::all(cluster),
        "metrics": metric::all(&timeline.state_at(0), cluster),
        "events": timeline.events().map(|found| event(cluster, found)).collect::<Value>(),
    })
}

fn script(end: &ScriptEnd, scenario: &Scenario) -> Value {
    match end {
        ScriptEnd::Finished => json!({ "end": "finished" }),
        ScriptEnd::Stuck { line, condition } => {
            json!({ "end": "stuck", "line": line, "condition": format_condition(scenario, condition) })
        }
        ScriptEnd::Refused { line, refusal } => {
            json!({ "end": "refused", "line": line, "reason": refusal.to_string() })
        }
        ScriptEnd::TooLong { line } => json!({ "end": "too-long", "line": line }),
    }
}

fn expectation(expectation: &Expectation, scenario: &Scenario) -> Value {
    let text = |condition: &Condition| format_condition(scenario, condition);
    let held = match expectation.held {
        Held::Yes => "yes",
        Held::No => "no",
        Held::NotForThisGeneration => "not-for-this-generation",
        Held::NotReached => "not-reached",
    };
    json!({
        "line": expectation.line,
        "text": text(&expectation.condition),
        "held": held,
        "found": expectation.found.as_ref().map(text),
    })
}

/// What the script asks its reader, and the answer.
fn prediction(prediction: &Prediction) -> Value {
    let (asks, of) = match &*prediction.subject {
        Subject::Leader(partition) => ("leader", json!(partition.0)),
        Subject::HighWatermark(broker, partition) => ("hw", json!([broker.0, partition.0])),
        Subject::Lost(record) => ("lost", json!(record.to_string())),
    };
    let answer = match prediction.truth {
        highwater_scenario::Outcome::Leader(leader) => json!(leader.map(|id| id.0)),
        highwater_scenario::Outcome::Offset(offset) => json!(offset),
        highwater_scenario::Outcome::Lost(lost) => json!(lost),
    };
    json!({
        "asks": asks,
        "of": of,
        "position": prediction.position,
        "revealedAt": prediction.revealed_at,
        "answer": answer,
    })
}

/// Broker numbers as a list.
pub(crate) fn ids<'a>(brokers: impl IntoIterator<Item = &'a BrokerId>) -> Value {
    brokers.into_iter().map(|id| Value::from(id.0)).collect()
}

fn broker(cluster: &Cluster, broker: &Broker) -> Value {
    let state = match broker.process {
        Process::Running => "running",
        Process::Starting => "starting",
        Process::ShuttingDown => "shutting-down",
        Process::Down(_) => "down",
    };
    let stopped = match broker.process {
        Process::Down(how) => Some(how.name()),
        _ => None,
    };
    json!({
        "id": broker.id.0,
        "state": state,
        "stopped": stopped,
        "fenced": cluster.standing(broker.id) == Standing::Fenced,
        "epoch": broker.epoch.map(|epoch| epoch.0),
        "replicas": broker.replicas.keys().map(|id| replica(cluster, broker, *id)).collect::<Value>(),
    })
}

fn replica(cluster: &Cluster, broker: &Broker, id: PartitionId) -> Value {
    let Some(replica) = broker.replica(id) else {
        return Value::Null;
    };
    let log = &replica.log;
    // A replica before 0.11 has no such file, whatever its log says of the records' epochs.
    let cached = cluster.generation().has_epoch_cache();
    let epochs = log.epochs().entries().iter().filter(|_| cached);
    let epochs = epochs.map(|entry| json!({ "epoch": entry.epoch.0, "start": entry.start.0 }));
    let records = log.entries().iter().zip(log.start().0..).map(|(entry, offset)| {
        json!({
            "offset": offset,
            "record": cluster.ledger().record_name(entry.record),
            "epoch": entry.epoch.0,
        })
    });
    json!({
        "partition": cluster.config().partition_name(id),
        "leo": log.end().0,
        "hw": log.high_watermark().0,
        "lso": cluster.last_stable(broker.id, id).0,
        "logStart": log.start().0,
        "epochs": epochs.collect::<Value>(),
        "log": records.collect::<Value>(),
    })
}

fn partition(cluster: &Cluster, id: PartitionId) -> Value {
    let Some(known) = cluster.registration(id) else {
        return Value::Null;
    };
    json!({
        "partition": cluster.config().partition_name(id),
        "leader": known.leader.map(|leader| leader.0),
        "leaderEpoch": known.leader_epoch.0,
        "partitionEpoch": known.partition_epoch.0,
        "isr": ids(&known.isr),
        "elr": ids(&known.elr),
        "lastKnownElr": ids(&known.last_known_elr.leader()),
        "replicas": ids(&known.replicas),
    })
}

/// What the producer was told of what it wrote; preloaded records were nobody's to write.
fn producer(cluster: &Cluster) -> Value {
    let preloads = &cluster.config().preloads;
    let batches: Vec<&Batch> = cluster
        .ledger()
        .batches()
        .map(|(_, batch)| batch)
        .filter(|batch| preloads.iter().all(|preload| preload.name != batch.name))
        .collect();
    let told = |pick: fn(Outcome) -> Option<Option<ErrorCode>>| -> Value {
        let picked = batches.iter().filter_map(|batch| Some((batch, pick(batch.outcome)?)));
        picked
            .map(|(batch, error)| {
                json!({
                    "name": &*batch.name,
                    "records": batch.count,
                    "partition": cluster.config().partition_name(batch.partition),
                    "acks": batch.acks.name(),
                    "error": error.map(ErrorCode::name),
                })
            })
            .collect()
    };
    json!({
        "acked": told(|outcome| matches!(outcome, Outcome::Acked(_)).then_some(None)),
        "refused": told(|outcome| match outcome {
            Outcome::Refused(error) => Some(Some(error)),
            _ => None,
        }),
        "unknown": told(|outcome| match outcome {
            Outcome::Unknown(error) => Some(Some(error)),
            _ => None,
        }),
        "pending": told(|outcome| matches!(outcome, Outcome::Pending).then_some(None)),
    })
}

fn event(cluster: &Cluster, event: &Event) -> Value {
    let (kind, fields) = fact::kind_and_fields(cluster, &event.fact);
    json!({
        "id": event.id.0,
        "at": event.at,
        "cause": event.cause.map(|cause| cause.0),
        "kind": kind,
        "fields": fields,
    })
}
