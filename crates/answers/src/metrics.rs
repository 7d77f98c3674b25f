//! Kafka's metrics by their JMX names: what they were a step ago, what they are, and the change.
//!
//! The values are the engine's; here they are only put into a table.

use highwater_engine::metrics::{Metric, Source};
use highwater_phrase::{Label, Lang, caption};
use highwater_scenario::Direction;

use crate::document::{Block, Line, Row};
use crate::moment::Moment;

/// The metrics of a broker or of the controller, or all of them, that are or were not zero, those
/// that changed first. Nothing where there are none.
#[must_use]
pub fn table(moment: Moment<'_>, source: Option<Source>) -> Vec<Block> {
    let lang = moment.lang;
    let timeline = moment.timeline;
    let before = timeline.step_meaningful(moment.position, Direction::Backward);
    let was = timeline.state_at(before).metrics();
    let now = timeline.state_at(moment.position).metrics();
    let (mut changed, mut same) = (Vec::new(), Vec::new());
    for metric in now.iter().filter(|metric| source.is_none_or(|source| source == metric.source)) {
        let before = was.iter().find(|m| m.source == metric.source && m.name == metric.name);
        let before = before.map(|metric| metric.value);
        match before.map(|before| metric.value - before) {
            None | Some(0) if metric.value == 0 => {}
            Some(0) => same.push(row(metric, before, Some(0), lang)),
            change => changed.push(row(metric, before, change, lang)),
        }
    }
    changed.append(&mut same);
    if changed.is_empty() {
        return Vec::new();
    }
    let head = [Label::Metric, Label::ReadAt, Label::Was, Label::IsNow, Label::Change];
    vec![
        Block::Table {
            name: Label::Metrics.text(lang).to_owned(),
            head: head.iter().map(|label| label.text(lang).to_owned()).collect(),
            rows: changed,
        },
        Block::Text(Label::MetricsHint.text(lang).into()),
    ]
}

/// A broker whose process has just started had no metrics before.
fn row(metric: &Metric, was: Option<i64>, change: Option<i64>, lang: Lang) -> Row {
    let at = match metric.source {
        Source::Controller => Label::Controller.text(lang).to_owned(),
        Source::Broker(broker) => caption::broker(lang, broker.0),
    };
    let was = was.map_or("–".to_owned(), |was| was.to_string());
    let text = match change {
        Some(0) => String::new(),
        Some(change) if 0 < change => format!("+{change}"),
        Some(change) => change.to_string(),
        None => "–".to_owned(),
    };
    let cells = [metric.name.clone(), at, was, metric.value.to_string(), text];
    Row { cells: cells.map(Line::text).to_vec(), stands_out: change != Some(0) }
}
