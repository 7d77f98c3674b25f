//! What a broker is and knows, beside what is true.
//!
//! A broker knows only what it was told, and that may be old: of the metadata what has reached it, of
//! its followers what their last fetch said. Whatever differs from what is the case stands out.

mod broker;
mod cache;
mod cluster;
mod copy;
mod followers;
mod waiting;

use std::rc::Rc;

use highwater_engine::{Cluster, PartitionId};
use highwater_phrase::{Label, Lang, caption};
use highwater_protocol::{BrokerId, BrokerSet};
use highwater_scene::mark::Mark;
use highwater_scene::{Scene, View};

use crate::document::{Answer, Block, Line, Row};
use crate::moment::Moment;

/// A broker or an epoch cache by its mark, or everything by `cluster`; `None` if it doesn't exist.
#[must_use]
pub fn inspect(moment: Moment<'_>, mark: &str) -> Option<Answer> {
    let looked = Looked::at(moment);
    if mark == "cluster" {
        return Some(cluster::answer(&looked));
    }
    match Mark::parse(mark)? {
        Mark::Broker(id) => broker::answer(&looked, BrokerId(id)),
        Mark::EpochCache { broker, partition } => {
            cache::answer(&looked, BrokerId(broker), PartitionId(partition))
        }
        _ => None,
    }
}

/// A moment, with the state and the scene that belong to it.
struct Looked<'a> {
    moment: Moment<'a>,
    cluster: Rc<Cluster>,
    scene: Scene,
    lang: Lang,
}

impl<'a> Looked<'a> {
    fn at(moment: Moment<'a>) -> Looked<'a> {
        let cluster = moment.cluster();
        let scene = Scene::of(&cluster, View::default());
        Looked { moment, cluster, scene, lang: moment.lang }
    }

    fn say(&self, label: Label) -> String {
        label.text(self.lang).to_owned()
    }

    fn name(&self, partition: PartitionId) -> String {
        self.cluster.config().partition_name(partition)
    }

    /// A broker by name, as its place in the picture; nobody where there is none.
    fn broker(&self, id: Option<BrokerId>) -> Line {
        match id {
            Some(id) => Line::marked(caption::broker(self.lang, id.0), Mark::Broker(id.0)),
            None => Line::text(Label::Nobody.text(self.lang)),
        }
    }

    fn table(&self, name: String, head: &[Label], rows: Vec<Row>) -> Block {
        Block::Table { name, head: head.iter().map(|label| self.say(*label)).collect(), rows }
    }

    /// A table of what a broker has, and of what somebody else has of the same.
    fn beside_table(&self, name: Label, broker: BrokerId, truth: Label, rows: Vec<Row>) -> Block {
        let mut head = vec![self.say(Label::CompareRow), caption::broker(self.lang, broker.0)];
        if rows.iter().any(|row| 2 < row.cells.len()) {
            head.push(self.say(truth));
        }
        Block::Table { name: self.say(name), head, rows }
    }

    /// What can be looked at next, but for what was looked at already.
    fn choices(&self, but: &str) -> Block {
        let mut choices = vec![(self.say(Label::WholeCluster), "inspect cluster".to_owned())];
        let ids = self.cluster.brokers().iter().map(|broker| broker.id.0);
        choices.extend(ids.map(|id| {
            (caption::broker(self.lang, id), format!("inspect {}", Mark::Broker(id).text()))
        }));
        choices.push((self.say(Label::Danger), "danger".to_owned()));
        choices.retain(|(_, question)| question.strip_prefix("inspect ") != Some(but));
        Block::Choices(choices)
    }
}

/// What stands in a cell where there is nothing to be said.
fn nothing() -> Line {
    Line::text("–")
}

/// A set of brokers, whatever the order in which somebody keeps it.
fn set(ids: &[BrokerId]) -> String {
    let ids: BrokerSet = ids.iter().copied().collect();
    caption::set(&ids.iter().map(|id| id.0).collect::<Vec<u8>>())
}

/// A row of a value, what somebody takes it for, and what it is; it stands out where these differ.
fn beside(term: String, known: Line, truth: Line) -> Row {
    let stands_out = known.plain() != truth.plain();
    Row { cells: vec![Line::text(term), known, truth], stands_out }
}
