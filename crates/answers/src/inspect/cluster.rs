//! Everything at a glance: brokers, partitions, copies, what the tools show, metrics.

use highwater_engine::PartitionId;
use highwater_kafka_text::topics;
use highwater_phrase::{Label, inspect as phrase};
use highwater_scene::describe;
use highwater_scene::mark::Mark;

use super::broker::{label, state};
use super::{Looked, nothing, set};
use crate::danger::Writes;
use crate::document::{Answer, Block, Line, Row};
use crate::metrics;

pub(super) fn answer(looked: &Looked<'_>) -> Answer {
    let cluster = &looked.cluster;
    let brokers = cluster.brokers();
    let running = brokers.iter().filter(|broker| broker.is_up()).count();
    let partitions: Vec<PartitionId> = cluster.partitions().collect();
    let led = partitions.iter().filter(|id| cluster.acting_leader(**id).is_some()).count();
    let sentence = phrase::cluster(
        looked.lang,
        (running as u32, brokers.len() as u32),
        (led as u32, partitions.len() as u32),
    );
    let text = topics::describe(cluster);
    let mut blocks = vec![
        Block::Text(sentence.into()),
        of_brokers(looked),
        of_partitions(looked, &partitions),
        of_copies(looked),
        Block::Verbatim { name: "kafka-topics.sh --describe".to_owned(), text },
    ];
    blocks.extend(metrics::table(looked.moment, None));
    blocks.push(looked.choices("cluster"));
    Answer { title: looked.say(Label::WholeCluster), blocks, ..Answer::default() }
}

fn of_brokers(looked: &Looked<'_>) -> Block {
    let rows = looked.cluster.brokers().iter().map(|broker| {
        let number = |number: u32| Line::text(number.to_string());
        let offset = looked.cluster.metadata_offset();
        Row {
            cells: vec![
                looked.broker(Some(broker.id)),
                Line::text(state(looked, broker)),
                Line::text(looked.say(label(looked.cluster.standing(broker.id)))),
                broker.epoch.map_or(nothing(), |epoch| number(epoch.0)),
                number(broker.image.offset),
            ],
            stands_out: broker.is_up() && broker.image.offset != offset,
        }
    });
    let head = [
        Label::Broker,
        Label::Process,
        Label::AtController,
        Label::BrokerEpoch,
        Label::MetadataOffset,
    ];
    looked.table(looked.say(Label::Broker), &head, rows.collect())
}

/// Partitions as the controller has them; one that takes no writes stands out.
fn of_partitions(looked: &Looked<'_>, partitions: &[PartitionId]) -> Block {
    let has_elr = looked.cluster.generation().has_elr();
    let rows = partitions.iter().filter_map(|id| {
        let known = looked.cluster.registration(*id)?;
        let mut cells = vec![
            Line::text(looked.name(*id)),
            looked.broker(known.leader),
            Line::text(known.leader_epoch.to_string()),
            Line::text(known.partition_epoch.0.to_string()),
            Line::text(set(&known.isr)),
        ];
        cells.extend(has_elr.then(|| Line::text(set(&known.elr))));
        cells.push(Line::text(looked.cluster.min_insync_replicas(*id).to_string()));
        Some(Row { cells, stands_out: Writes::of(&looked.cluster, *id) != Writes::Taken })
    });
    let labels = [Label::Partition, Label::Leader, Label::LeaderEpoch, Label::PartitionEpoch];
    let mut head: Vec<String> = labels.iter().map(|label| looked.say(*label)).collect();
    head.push("ISR".to_owned());
    head.extend(has_elr.then(|| "ELR".to_owned()));
    head.push("min.insync.replicas".to_owned());
    Block::Table { name: looked.say(Label::Partition), head, rows: rows.collect() }
}

/// Every copy, with its numbers' places in the picture.
fn of_copies(looked: &Looked<'_>) -> Block {
    let mut rows = Vec::new();
    for view in &looked.scene.brokers {
        for lane in &view.lanes {
            let (broker, partition) = (lane.broker, lane.partition);
            let marked = |number: u32, mark: Mark| Line::marked(number.to_string(), mark);
            let role = describe::role(view, lane, looked.lang);
            let membership = describe::membership(lane, looked.lang);
            rows.push(Row {
                cells: vec![
                    Line::text(&*lane.name),
                    looked.broker(Some(highwater_protocol::BrokerId(broker))),
                    Line::marked(role, Mark::Epoch { broker, partition }),
                    Line::marked(membership, Mark::Membership { broker, partition }),
                    marked(lane.leo, Mark::Leo { broker, partition }),
                    marked(lane.hw, Mark::HighWatermark { broker, partition }),
                ],
                stands_out: false,
            });
        }
    }
    let labels = [Label::Partition, Label::Broker, Label::Role, Label::Membership];
    let mut head: Vec<String> = labels.iter().map(|label| looked.say(*label)).collect();
    head.extend(["LEO".to_owned(), "HW".to_owned()]);
    Block::Table { name: looked.say(Label::Copies), head, rows }
}
