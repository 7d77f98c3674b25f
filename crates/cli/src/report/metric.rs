//! Metrics as JSON: what each MBean showed at the start of the script, what it shows at the end, and
//! by how much it changed.
//!
//! Nothing is measured here; values are the engine's. A broker without a process has no metrics, so
//! one that was down then or is down now has `null` on that side.

use highwater_engine::Cluster;
use highwater_engine::metrics::{Metric, Source};
use serde_json::{Value, json};

/// Every metric that there was at the start or is at the end, in the order of the end.
pub(super) fn all(start: &Cluster, end: &Cluster) -> Value {
    let (was, now) = (start.metrics(), end.metrics());
    let gone = was.iter().filter(|metric| find(&now, metric).is_none());
    let all = now.iter().chain(gone);
    all.map(|metric| entry(metric, find(&was, metric), find(&now, metric))).collect()
}

fn find(metrics: &[Metric], wanted: &Metric) -> Option<i64> {
    let same = |metric: &&Metric| metric.source == wanted.source && metric.name == wanted.name;
    metrics.iter().find(same).map(|metric| metric.value)
}

fn entry(metric: &Metric, was: Option<i64>, now: Option<i64>) -> Value {
    let broker = match metric.source {
        Source::Controller => None,
        Source::Broker(id) => Some(id.0),
    };
    json!({
        "name": metric.name,
        "broker": broker,
        "value": now,
        "was": was,
        "change": now.zip(was).map(|(now, was)| now - was),
    })
}
