//! From a cluster to a scene. It reads and never changes anything.

mod clients;
mod focus;
mod guide;
mod lane;
mod messages;

use std::rc::Rc;

use highwater_engine::broker::{Broker, Process};
use highwater_engine::command::Stop;
use highwater_engine::event::Event;
use highwater_engine::{Cluster, PartitionId};
use highwater_protocol::isr::Standing;
use highwater_protocol::{BrokerId, LeaderEpoch};

use crate::model::{BrokerView, PartitionView, ProcessView, Scene, Span};
use crate::words;

pub use focus::course;

/// What is looked at besides the cluster.
#[derive(Clone, Copy, Debug, Default)]
pub struct View<'a> {
    /// The events of the last step: what they changed is marked.
    pub recent: &'a [Event],
    /// Where logs and high watermarks end in this run, if it is known ([`course`]), so that the
    /// axis needs no change.
    pub course: &'a [u32],
    /// The first of the offsets that the reader wants to see one by one; `None` for those at which
    /// something ends.
    pub pan: Option<u32>,
}

impl Scene {
    /// What there is to see of a cluster.
    #[must_use]
    pub fn of(cluster: &Cluster, view: View<'_>) -> Scene {
        let span = span(cluster, view.course.last().copied().unwrap_or(0));
        let partitions: Vec<_> =
            cluster.partitions().filter_map(|id| partition(cluster, id)).map(Rc::new).collect();
        let ends = focus::ends(cluster, &partitions);
        let near = focus::around(&ends, span.from);
        let course = focus::around(view.course, span.from);
        let looked = match view.pan {
            Some(from) => vec![focus::from(from, span)],
            None => focus::looked(view.course, ends, span),
        };
        let look = Look { spans: &looked, recent: view.recent };
        let brokers = cluster
            .brokers()
            .iter()
            .map(|home| Rc::new(broker(cluster, home, &partitions, look)))
            .collect();
        Scene {
            at: cluster.now(),
            generation: words::generation(cluster.generation()),
            partitions,
            brokers,
            messages: messages::all(cluster),
            cuts: cluster.cut_links().map(|(a, b)| (words::node(a), words::node(b))).collect(),
            producer: Rc::new(clients::producer(cluster)),
            consumer: Rc::new(clients::consumer(cluster)),
            span,
            focus: course,
            near,
            pan: view.pan,
        }
    }

    /// The broker of this id.
    #[must_use]
    pub fn broker(&self, id: u8) -> Option<&BrokerView> {
        self.brokers.iter().find(|broker| broker.id == id).map(Rc::as_ref)
    }
}

/// The offsets of all logs together. Brokers without a copy don't count.
fn span(cluster: &Cluster, reach: u32) -> Span {
    let logs = || {
        cluster.brokers().iter().flat_map(|broker| broker.replicas.values()).map(|copy| &copy.log)
    };
    Span {
        from: logs().map(|log| log.start().0).min().unwrap_or(0),
        to: logs().map(|log| log.end().0).max().unwrap_or(0).max(reach),
    }
}

fn partition(cluster: &Cluster, id: PartitionId) -> Option<PartitionView> {
    let registration = cluster.registration(id)?;
    let (topic, _) = cluster.config().partition(id)?;
    let ids = |list: &[BrokerId]| list.iter().map(|broker| broker.0).collect();
    Some(PartitionView {
        id: id.0,
        name: cluster.config().partition_name(id).into(),
        leader: registration.leader.map(|leader| leader.0),
        epoch: registration.leader_epoch.0,
        isr: ids(&registration.isr),
        elr: ids(&registration.elr),
        replicas: ids(&registration.replicas),
        min_isr: topic.min_insync_replicas,
        first_epoch: first_epoch(cluster, id).0,
        guide: guide::of(cluster, id),
    })
}

/// The earliest epoch that can carry a record here: it gets the first hue, whatever its number.
fn first_epoch(cluster: &Cluster, id: PartitionId) -> LeaderEpoch {
    let preloads = &cluster.config().preloads;
    preloads
        .iter()
        .filter(|preload| preload.partition == id)
        .map(|preload| preload.epoch)
        .min()
        .unwrap_or_default()
}

/// Where to look closely, and at what.
#[derive(Clone, Copy)]
struct Look<'a> {
    /// The offsets whose records are looked at one by one.
    spans: &'a [Span],
    /// The events of the last step.
    recent: &'a [Event],
}

fn broker(
    cluster: &Cluster,
    home: &Broker,
    partitions: &[Rc<PartitionView>],
    look: Look<'_>,
) -> BrokerView {
    let lanes = partitions
        .iter()
        .filter_map(|partition| lane::of(cluster, home, partition, look).map(Rc::new));
    BrokerView {
        id: home.id.0,
        process: match home.process {
            Process::Running => ProcessView::Running,
            Process::Starting => ProcessView::Starting,
            Process::ShuttingDown => ProcessView::ShuttingDown,
            Process::Down(Stop::Clean) => ProcessView::Stopped,
            Process::Down(Stop::Crash) => ProcessView::Crashed,
            Process::Down(Stop::PowerCut) => ProcessView::NoPower,
        },
        fenced: cluster.standing(home.id) == Standing::Fenced,
        slow: home.slow,
        lanes: lanes.collect(),
    }
}
