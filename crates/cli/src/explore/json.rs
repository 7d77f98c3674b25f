//! An exploration as JSON. Names and shapes here are for other people's scripts.

use highwater_explorer::kafka::{Fault, Guard, Settings};
use highwater_explorer::search::{Budget, FaultLimits};
use highwater_explorer::session::{Answer, Report, Request};
use highwater_phrase::{Lang, schedule};
use highwater_protocol::control::UncleanElection;
use serde_json::{Map, Value, json};

use super::told;

/// The whole report.
pub(super) fn of(request: &Request, report: &Report, answer: &Answer, lang: Lang) -> Value {
    let progress = &report.progress;
    let (word, limit) = match answer {
        Answer::Violated(_) => ("violated", None),
        Answer::Exhausted { .. } => ("exhausted", None),
        Answer::LimitHit { limit } => ("limit-hit", Some(limit.name())),
    };
    json!({
        "request": asked(request),
        "budget": budget(request),
        "answer": word,
        "limit": limit,
        "violation": violation(request, answer, lang),
        "assumptions": assumptions(answer, lang),
        "progress": {
            "generated": progress.generated,
            "distinct": progress.distinct,
            "faults": progress.faults,
            "depth": progress.depth,
            "frontier": progress.frontier,
            "bytes": progress.bytes,
        },
    })
}

fn asked(request: &Request) -> Value {
    match request {
        Request::Kafka(request) => {
            let settings = &request.settings;
            json!({
                "model": "kafka",
                "generation": settings.generation.name(),
                "rf": settings.replication_factor,
                "min.insync.replicas": settings.min_insync_replicas,
                "acks": settings.acks.name(),
                "unclean.leader.election.enable": settings.unclean == UncleanElection::Enabled,
                "records": settings.records,
                "preloaded": settings.preloaded,
                "fetch.records": Some(settings.fetch_records)
                    .filter(|records| *records != Settings::ALL_RECORDS),
                "without": settings.without.map(Guard::name),
                "question": request.question.name(),
            })
        }
        Request::Reference(request) => {
            let (model, bounds) = (&request.model, request.model.bounds);
            json!({
                "model": "reference",
                "reference": model.variant.name(),
                "claim": model.claim.name(),
                "replicas": bounds.replicas(),
                "log": bounds.log(),
                "records": bounds.records(),
                "epochs": bounds.epochs(),
            })
        }
    }
}

/// The bounds; one that is as large as can be is `null`.
fn budget(request: &Request) -> Value {
    let Budget { states, depth, bytes, faults } = request.budget();
    let faults = match request {
        Request::Kafka(_) => limits(faults),
        Request::Reference(_) => Value::Null,
    };
    json!({
        "faults": faults,
        "states": states,
        "depth": Some(depth).filter(|depth| **depth < u32::MAX - 1),
        "bytes": Some(bytes).filter(|bytes| **bytes < u64::MAX),
    })
}

fn limits(faults: &FaultLimits) -> Value {
    let mut by_kind = Map::new();
    by_kind.insert("total".to_owned(), faults.total.into());
    for (kind, name) in Fault::KINDS {
        by_kind.insert(name.to_owned(), faults.of(kind).into());
    }
    Value::Object(by_kind)
}

fn violation(request: &Request, answer: &Answer, lang: Lang) -> Value {
    let Answer::Violated(found) = answer else {
        return Value::Null;
    };
    let steps = found.steps.iter().map(|step| {
        json!({
            "step": step.text,
            "fault": step.is_fault,
            "text": told::sentence(request, step, lang),
        })
    });
    json!({
        "faults": found.faults,
        "steps": steps.collect::<Value>(),
        "scenario": found.scenario.as_deref().map(schedule::narrated),
    })
}

fn assumptions(answer: &Answer, lang: Lang) -> Value {
    let Answer::Exhausted { assumptions } = answer else {
        return Value::Null;
    };
    let entry =
        |name: &'static str| json!({ "name": name, "text": schedule::assumption(lang, name) });
    assumptions.iter().map(|assumption| entry(assumption.name())).collect()
}
