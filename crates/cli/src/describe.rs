//! `highwater describe`: what Kafka's tools and files would show at some time.

use std::fmt::Write;

use highwater_engine::command::Command;
use highwater_engine::{Cluster, Fact};
use highwater_kafka_text::election::{self, Asked};
use highwater_kafka_text::{Filter, checkpoint, quorum, reassignment, topics};
use highwater_scenario::{FrameCause, Timeline};

use crate::args::{At, DescribeWish, Show};
use crate::outcome::Outcome;
use crate::source;

pub(crate) fn describe(wish: &DescribeWish) -> Outcome {
    match description(wish) {
        Ok(text) => Outcome::fine(text),
        Err(outcome) => outcome,
    }
}

fn description(wish: &DescribeWish) -> Result<String, Outcome> {
    let scenario = source::load(&wish.source)?;
    let timeline = source::play(&scenario, wish.generation)?;
    let position = match wish.at {
        At::End => timeline.len(),
        At::Time(at) => timeline.position_at(at),
    };
    Ok(print(&timeline, position, wish.show))
}

/// What `kafka-leader-election.sh` said to everybody who asked until then.
fn elections(timeline: &Timeline, until: usize) -> String {
    let mut text = String::new();
    for (index, frame) in timeline.frames().take(until).enumerate() {
        let FrameCause::Command(command) = &frame.cause else { continue };
        let Command::Elect(partition, kind) = **command else { continue };
        let refused = timeline.events_at(index + 1).iter().find_map(|event| match event.fact {
            Fact::ElectionRefused { error, .. } => Some(error),
            _ => None,
        });
        let name = timeline.last().config().partition_name(partition);
        let outcome = (name, refused.map_or(Ok(()), Err));
        text.push_str(&election::outcome(kind, Asked::Named, &[outcome]));
    }
    text
}

fn print(timeline: &Timeline, position: usize, show: Show) -> String {
    let cluster = &*timeline.state_at(position);
    let filtered = |filter| topics::describe_filtered(cluster, &[filter]);
    let absent = || format!("{} has no quorum: that came with KRaft\n", cluster.generation());
    match show {
        Show::Everything => everything(cluster),
        Show::Elections => elections(timeline, position),
        Show::Topics => topics::describe(cluster),
        Show::Overrides => topics::describe_overrides(cluster),
        Show::Files => files(cluster),
        Show::UnderReplicated => filtered(Filter::UnderReplicated),
        Show::UnderMinIsr => filtered(Filter::UnderMinIsr),
        Show::AtMinIsr => filtered(Filter::AtMinIsr),
        Show::Unavailable => filtered(Filter::Unavailable),
        Show::Reassignments => reassignment::list(cluster),
        Show::QuorumStatus => quorum::status(cluster).unwrap_or_else(absent),
        Show::QuorumReplication => quorum::replication(cluster).unwrap_or_else(absent),
    }
}

fn everything(cluster: &Cluster) -> String {
    let mut text = String::new();
    section(&mut text, "kafka-topics.sh --describe", &topics::describe(cluster));
    for broker in cluster.brokers() {
        let id = broker.id;
        let name = format!("broker {id}: replication-offset-checkpoint");
        section(&mut text, &name, &checkpoint::replication_offsets(cluster, id));
        if let Some(marker) = checkpoint::clean_shutdown(cluster, id) {
            section(&mut text, &format!("broker {id}: .kafka_cleanshutdown"), &marker);
        }
        for partition in broker.replicas.keys() {
            if let Some(epochs) = checkpoint::leader_epochs(cluster, id, *partition) {
                let partition = cluster.config().partition_name(*partition);
                let name = format!("broker {id}: {partition}/leader-epoch-checkpoint");
                section(&mut text, &name, &epochs);
            }
        }
    }
    text
}

/// Every file by the path that it has in a broker's log directory.
fn files(cluster: &Cluster) -> String {
    let mut text = String::new();
    for broker in cluster.brokers() {
        let id = broker.id;
        let mut file = |name: &str, body: Option<String>| {
            if let Some(body) = body {
                section(&mut text, &format!("broker {id}: {name}"), &body);
            }
        };
        let offsets = checkpoint::replication_offsets(cluster, id);
        file("replication-offset-checkpoint", Some(offsets));
        let points = checkpoint::recovery_points(cluster, id);
        file("recovery-point-offset-checkpoint", Some(points));
        file(".kafka_cleanshutdown", checkpoint::clean_shutdown(cluster, id));
        for partition in broker.replicas.keys() {
            let name = cluster.config().partition_name(*partition);
            let epochs = checkpoint::leader_epochs(cluster, id, *partition);
            file(&format!("{name}/leader-epoch-checkpoint"), epochs);
            let metadata = checkpoint::partition_metadata(cluster, *partition);
            file(&format!("{name}/partition.metadata"), metadata);
        }
    }
    text
}

/// The headings are comments, so that what stands between them can be taken as it is.
fn section(text: &mut String, name: &str, body: &str) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "# {name}\n{}", body.trim_end_matches('\n'));
}
