//! Kafka's metrics beside the picture: what they were a step ago, what they are, and the change.
//!
//! The values are the engine's; here they are only put into a table.

use highwater_engine::metrics::{Metric, Source};
use highwater_phrase::{Label, Lang, caption};
use highwater_scenario::{Direction, Timeline};
use highwater_scene::describe::Table;

/// The metrics at a position that are or were not zero, those that changed first.
#[must_use]
pub fn table(timeline: &Timeline, position: usize, lang: Lang) -> Table {
    let before = timeline.step_meaningful(position, Direction::Backward);
    let was = timeline.state_at(before).metrics();
    let now = timeline.state_at(position).metrics();
    let (mut changed, mut same) = (Vec::new(), Vec::new());
    for metric in &now {
        let before = was.iter().find(|m| m.source == metric.source && m.name == metric.name);
        let before = before.map(|metric| metric.value);
        match before.map(|before| metric.value - before) {
            None | Some(0) if metric.value == 0 => {}
            Some(0) => same.push(row(metric, before, Some(0), lang)),
            change => changed.push(row(metric, before, change, lang)),
        }
    }
    changed.append(&mut same);
    let head = [Label::Metric, Label::ReadAt, Label::Was, Label::IsNow, Label::Change];
    Table {
        head: head.iter().map(|label| label.text(lang).to_owned()).collect(),
        rows: changed,
        messages: Vec::new(),
    }
}

/// A broker whose process has just started had no metrics before.
fn row(metric: &Metric, was: Option<i64>, change: Option<i64>, lang: Lang) -> Vec<String> {
    let at = match metric.source {
        Source::Controller => Label::Controller.text(lang).to_owned(),
        Source::Broker(broker) => caption::broker(lang, broker.0),
    };
    let change = match change {
        Some(0) => String::new(),
        Some(change) if 0 < change => format!("+{change}"),
        Some(change) => change.to_string(),
        None => "–".to_owned(),
    };
    let was = was.map_or("–".to_owned(), |was| was.to_string());
    vec![metric.name.clone(), at, was, metric.value.to_string(), change]
}
