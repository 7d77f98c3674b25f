//! `highwater describe`: what Kafka's tools and files would show at some time.

use std::fmt::Write;

use highwater_engine::Cluster;
use highwater_kafka_text::{checkpoint, topics};

use crate::args::{At, DescribeWish};
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
    Ok(print(&timeline.state_at(position)))
}

fn print(cluster: &Cluster) -> String {
    let mut text = String::new();
    section(&mut text, "kafka-topics.sh --describe", &topics::describe(cluster));
    for broker in cluster.brokers() {
        let id = broker.id;
        let name = format!("broker {id}: replication-offset-checkpoint");
        section(&mut text, &name, &checkpoint::replication_offsets(cluster, id));
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

/// The headings are comments, so that what stands between them can be taken as it is.
fn section(text: &mut String, name: &str, body: &str) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "# {name}\n{}", body.trim_end_matches('\n'));
}
