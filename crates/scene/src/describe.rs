//! The scene in words: labels for assistive technology, and the table that equals the picture.

use highwater_phrase::news::NodeWord;
use highwater_phrase::{Label, Lang, caption};

use crate::model::{
    BrokerView, Fate, LaneView, MembershipView, ProcessView, RoleView, Run, Scene, Span,
};

/// The scene as a table, with the messages under way below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Headings.
    pub head: Vec<String>,
    /// One row for each copy of a partition, in the order of the picture.
    pub rows: Vec<Vec<String>>,
    /// Messages under way, in the order of sending.
    pub messages: Vec<String>,
}

/// The table that equals the picture.
#[must_use]
pub fn table(scene: &Scene, lang: Lang) -> Table {
    let several = 1 < scene.partitions.len();
    let mut labels = vec![Label::Broker];
    if several {
        labels.push(Label::Partition);
    }
    labels.extend([Label::Role, Label::Membership]);
    let mut head: Vec<String> = labels.iter().map(|label| label.text(lang).to_owned()).collect();
    head.extend(["LEO".to_owned(), "HW".to_owned()]);
    head.extend([Label::Log, Label::EpochTable].map(|label| label.text(lang).to_owned()));
    let mut rows = Vec::new();
    for broker in &scene.brokers {
        for lane in &broker.lanes {
            rows.push(row(broker, lane, several, lang));
        }
        if broker.lanes.is_empty() {
            let mut cells = vec![broker.id.to_string(), Label::NoCopy.text(lang).to_owned()];
            cells.resize(head.len(), "–".to_owned());
            rows.push(cells);
        }
    }
    let messages = scene.messages.iter();
    let messages = messages.map(|m| m.word.long(lang, m.from, m.to)).collect();
    Table { head, rows, messages }
}

fn row(broker: &BrokerView, lane: &LaneView, several: bool, lang: Lang) -> Vec<String> {
    let mut cells = vec![broker.id.to_string()];
    if several {
        cells.push(lane.name.to_string());
    }
    let mut role = vec![role(broker, lane, lang).to_owned()];
    role.extend(process_notes(broker, lang));
    cells.push(role.join(", "));
    cells.push(membership(lane, lang).to_owned());
    cells.push(lane.leo.to_string());
    cells.push(lane.hw.to_string());
    cells.push(log(lane, lang));
    cells.push(match &lane.epochs {
        None => "–".to_owned(),
        Some(rows) => {
            let rows = rows.iter().map(|row| caption::epoch_start(lang, row.epoch, row.span.from));
            rows.collect::<Vec<_>>().join(", ")
        }
    });
    cells
}

/// The log as runs, and what is left of removed records.
fn log(lane: &LaneView, lang: Lang) -> String {
    let mut parts: Vec<String> = lane.runs.iter().map(|run| run_text(run, lane, lang)).collect();
    for ghosts in &lane.ghosts {
        let label = if ghosts.fate == Fate::Lost { Label::LostRecord } else { Label::CutRecord };
        parts.push(format!("{} ({})", span_text(ghosts.span, lane), label.text(lang)));
    }
    if parts.is_empty() { "–".to_owned() } else { parts.join("; ") }
}

fn run_text(run: &Run, lane: &LaneView, lang: Lang) -> String {
    let state = if run.committed { Label::Committed } else { Label::Uncommitted };
    let epoch = caption::epoch(lang, run.epoch);
    format!("{} ({epoch}, {})", span_text(run.span, lane), state.text(lang))
}

/// Offsets, and the names of their records if they are few.
fn span_text(span: Span, lane: &LaneView) -> String {
    let mut text = span.from.to_string();
    if span.len() != 1 {
        text.push('–');
        text.push_str(&(span.to - 1).to_string());
    }
    let names: Vec<&str> = lane
        .cells
        .iter()
        .filter(|cell| span.from <= cell.offset && cell.offset < span.to)
        .map(|cell| &*cell.name)
        .collect();
    if names.len() as u32 == span.len() && names.len() <= 8 {
        for name in names {
            text.push(' ');
            text.push_str(name);
        }
    }
    text
}

/// A broker in one line, as assistive technology reads it.
#[must_use]
pub fn broker(scene: &Scene, broker: &BrokerView, lang: Lang) -> String {
    let mut parts = vec![caption::broker(lang, broker.id)];
    parts.extend(process_notes(broker, lang));
    parts.extend(cut_notes(scene, broker, lang));
    let several = 1 < scene.partitions.len();
    for lane in &broker.lanes {
        if several {
            parts.push(lane.name.to_string());
        }
        parts.push(role(broker, lane, lang).to_owned());
        parts.push(membership(lane, lang).to_owned());
        parts.push(format!("LEO {}", lane.leo));
        parts.push(format!("HW {}", lane.hw));
    }
    if broker.lanes.is_empty() {
        parts.push(Label::NoCopy.text(lang).to_owned());
    }
    parts.join(", ")
}

/// Where a copy stands in the controller's sets.
#[must_use]
pub fn membership(lane: &LaneView, lang: Lang) -> &'static str {
    match lane.membership {
        MembershipView::Isr => Label::InIsr,
        MembershipView::Elr => Label::InElr,
        MembershipView::Outside => Label::OutOfIsr,
    }
    .text(lang)
}

/// What a copy is at the moment.
#[must_use]
pub fn role(broker: &BrokerView, lane: &LaneView, lang: Lang) -> &'static str {
    match (broker.process, lane.role) {
        (ProcessView::Stopped, _) => Label::Stopped,
        (ProcessView::Crashed, _) => Label::Crashed,
        (ProcessView::NoPower, _) => Label::NoPower,
        (ProcessView::Starting, _) => Label::Starting,
        (ProcessView::ShuttingDown, _) => Label::ShuttingDown,
        (_, RoleView::Leader) => Label::Leader,
        (_, RoleView::Elected) => Label::ElectedLeader,
        (_, RoleView::StaleLeader) => Label::StaleLeader,
        (_, RoleView::Follower(Some(_))) => Label::Follower,
        (_, RoleView::Follower(None)) => Label::NoLeaderToFollow,
        (_, RoleView::Asking(_)) => Label::Asking,
        (_, RoleView::Failed) => Label::FetchFailed,
        (_, RoleView::Idle | RoleView::Down) => Label::Idle,
    }
    .text(lang)
}

/// What is particular about a broker's process.
#[must_use]
pub fn process_notes(broker: &BrokerView, lang: Lang) -> Vec<String> {
    let mut notes = Vec::new();
    if broker.lanes.is_empty() {
        let label = match broker.process {
            ProcessView::Running => None,
            ProcessView::Starting => Some(Label::Starting),
            ProcessView::ShuttingDown => Some(Label::ShuttingDown),
            ProcessView::Stopped => Some(Label::Stopped),
            ProcessView::Crashed => Some(Label::Crashed),
            ProcessView::NoPower => Some(Label::NoPower),
        };
        notes.extend(label.map(|label| label.text(lang).to_owned()));
    }
    if broker.fenced && broker.process == ProcessView::Running {
        notes.push(Label::Fenced.text(lang).to_owned());
    }
    if 0 < broker.slow {
        let extra = caption::time(lang, broker.slow);
        notes.push(format!("{} +{extra}", Label::Slow.text(lang)));
    }
    notes
}

/// Links of a broker that are cut.
#[must_use]
pub fn cut_notes(scene: &Scene, broker: &BrokerView, lang: Lang) -> Vec<String> {
    let this = NodeWord::Broker(broker.id);
    let others = scene.cuts.iter().filter_map(|(a, b)| match (*a == this, *b == this) {
        (true, _) => Some(*b),
        (_, true) => Some(*a),
        _ => None,
    });
    let names: Vec<String> = others
        .map(|other| match other {
            NodeWord::Broker(id) => id.to_string(),
            _ => other.name(lang),
        })
        .collect();
    if names.is_empty() {
        return Vec::new();
    }
    vec![format!("{} ({})", Label::LinkCut.text(lang), names.join(", "))]
}
