//! A broker: its process, its copies, what waits at it, its files and metrics.

use highwater_engine::broker::{Broker, Process};
use highwater_engine::metrics::Source;
use highwater_engine::{PartitionId, Stop};
use highwater_kafka_text::{checkpoint, topics};
use highwater_phrase::inspect::{CopyWord, StandWord};
use highwater_phrase::{Label, caption, inspect as phrase};
use highwater_protocol::BrokerId;
use highwater_protocol::isr::Standing;
use highwater_protocol::replica::Replica;
use highwater_scene::describe;
use highwater_scene::mark::Mark;
use highwater_scene::model::RoleView;

use super::{Looked, beside, copy, followers, nothing, waiting};
use crate::document::{Answer, Block, Line, Row};
use crate::metrics;

pub(super) fn answer(looked: &Looked<'_>, id: BrokerId) -> Option<Answer> {
    let broker = looked.cluster.broker(id)?;
    let mut blocks = summary(looked, broker);
    blocks.push(process(looked, broker));
    for (partition, replica) in broker.replicas.iter() {
        blocks.push(Block::Heading(looked.name(*partition)));
        blocks.extend(copy::blocks(looked, broker, *partition, replica));
        blocks.extend(followers::table(looked, broker, *partition, replica));
    }
    blocks.extend(waiting::table(looked, broker));
    blocks.extend(files(looked, broker));
    blocks.extend(metrics::table(looked.moment, Some(Source::Broker(id))));
    blocks.push(looked.choices(&Mark::Broker(id.0).text()));
    let title = caption::broker(looked.lang, id.0);
    Some(Answer { title, blocks, ..Answer::default() })
}

/// The broker in a sentence for each copy, and a way to ask why its high watermark is there.
fn summary(looked: &Looked<'_>, broker: &Broker) -> Vec<Block> {
    let (lang, id) = (looked.lang, broker.id.0);
    let count = broker.replicas.len() as u32;
    let leads = broker.replicas.values().filter(|replica| replica.leadership().is_some());
    let mut lines: Vec<Line> = match count {
        0 => vec![phrase::no_copy(lang, id).into()],
        1 => Vec::new(),
        _ => vec![phrase::copies(lang, id, count, leads.count() as u32).into()],
    };
    let copies = || broker.replicas.iter();
    lines.extend(copies().map(|(id, replica)| stands(looked, broker, *id, replica)));
    if let Some(view) = looked.scene.broker(id) {
        let notes = describe::cut_notes(&looked.scene, view, lang);
        lines.extend(notes.into_iter().map(Line::from));
    }
    let whys = copies().map(|(partition, _)| {
        let mark = Mark::HighWatermark { broker: id, partition: partition.0 };
        let name = format!("{}: {}", looked.name(*partition), looked.say(Label::AskWhyHw));
        (name, format!("why {}", mark.text()))
    });
    let whys = Block::Choices(whys.collect());
    lines.into_iter().map(Block::Text).chain([whys]).collect()
}

/// What it is to one partition, with the numbers' places in the picture.
fn stands(looked: &Looked<'_>, home: &Broker, partition: PartitionId, replica: &Replica) -> Line {
    let (lang, broker, number) = (looked.lang, home.id.0, partition.0);
    let (leo, hw) = (replica.log.end().0, replica.log.high_watermark().0);
    let word = stand(looked, home, partition, replica);
    let name = looked.name(partition);
    let sentence = word.say(lang, CopyWord { broker, partition: &name, leo, hw });
    let epoch = replica.leader_epoch.map_or(0, |epoch| epoch.0);
    let grouped = |number: u32| highwater_phrase::grouped(number.into());
    Line::marking(
        &sentence,
        &[
            (caption::epoch(lang, epoch), Mark::Epoch { broker, partition: number }),
            (format!("LEO {}", grouped(leo)), Mark::Leo { broker, partition: number }),
            (format!("HW {}", grouped(hw)), Mark::HighWatermark { broker, partition: number }),
        ],
    )
}

fn stand(
    looked: &Looked<'_>,
    home: &Broker,
    partition: PartitionId,
    replica: &Replica,
) -> StandWord {
    if home.process == Process::Starting {
        return StandWord::Starting;
    }
    let known = looked.cluster.registration(partition);
    let leader = known.and_then(|known| known.leader).map(|leader| leader.0);
    let own = replica.leader_epoch.map_or(0, |epoch| epoch.0);
    let view = looked.scene.broker(home.id.0);
    let lane = view.and_then(|view| view.lanes.iter().find(|lane| lane.partition == partition.0));
    match lane.map_or(RoleView::Idle, |lane| lane.role) {
        RoleView::Down => StandWord::Off,
        RoleView::Leader => StandWord::Leads { epoch: own },
        RoleView::StaleLeader => StandWord::Believes { epoch: own, leader },
        RoleView::Elected => {
            StandWord::Chosen { epoch: known.map_or(0, |known| known.leader_epoch.0) }
        }
        RoleView::Follower(Some(leader)) | RoleView::Asking(leader) => {
            StandWord::Follows { leader }
        }
        RoleView::Failed => {
            let leader = replica.following().and_then(|following| following.leader);
            leader.map_or(StandWord::Idle, |leader| StandWord::Follows { leader: leader.0 })
        }
        RoleView::Follower(None) | RoleView::Idle => StandWord::Idle,
    }
}

/// The process, beside what the controller takes it for.
fn process(looked: &Looked<'_>, broker: &Broker) -> Block {
    let lang = looked.lang;
    let standing = looked.cluster.standing(broker.id);
    let active = matches!(standing, Standing::Active(_));
    let fits = match standing {
        Standing::Active(_) => broker.is_up(),
        Standing::Fenced => !broker.is_up(),
        Standing::ShuttingDown => broker.process == Process::ShuttingDown,
    };
    let epoch = match standing {
        Standing::Active(epoch) => Line::text(epoch.0.to_string()),
        _ => nothing(),
    };
    let own = broker.epoch.map_or(nothing(), |epoch| Line::text(epoch.0.to_string()));
    let heard = looked.cluster.now().saturating_sub(looked.cluster.last_heard(broker.id));
    let offset = |offset: u32| Line::text(offset.to_string());
    let epochs = beside(looked.say(Label::BrokerEpoch), own, epoch);
    let heartbeat = Line::text(phrase::ago(lang, &caption::time(lang, heard)));
    let rows = vec![
        Row {
            cells: vec![
                Line::text(looked.say(Label::Process)),
                Line::text(state(looked, broker)),
                Line::text(looked.say(label(standing))),
            ],
            stands_out: !fits,
        },
        Row { stands_out: active && epochs.stands_out, ..epochs },
        beside(
            looked.say(Label::MetadataOffset),
            offset(broker.image.offset),
            offset(looked.cluster.metadata_offset()),
        ),
        Row {
            cells: vec![Line::text(looked.say(Label::LastHeard)), nothing(), heartbeat],
            stands_out: false,
        },
    ];
    looked.beside_table(Label::Process, broker.id, Label::AtController, rows)
}

/// What a process does, and how slowly.
pub(super) fn state(looked: &Looked<'_>, broker: &Broker) -> String {
    let label = match broker.process {
        Process::Running => Label::Running,
        Process::Starting => Label::Starting,
        Process::ShuttingDown => Label::ShuttingDown,
        Process::Down(Stop::Clean) => Label::Stopped,
        Process::Down(Stop::Crash) => Label::Crashed,
        Process::Down(Stop::PowerCut) => Label::NoPower,
    };
    let mut text = looked.say(label);
    if 0 < broker.slow {
        let extra = caption::time(looked.lang, broker.slow);
        text.push_str(&format!(", {} +{extra}", Label::Slow.text(looked.lang)));
    }
    text
}

/// What the controller takes a broker for.
pub(super) fn label(standing: Standing) -> Label {
    match standing {
        Standing::Active(_) => Label::Active,
        Standing::Fenced => Label::Fenced,
        Standing::ShuttingDown => Label::ShuttingDown,
    }
}

/// The files of its log directory, and what `kafka-topics.sh` would show.
fn files(looked: &Looked<'_>, broker: &Broker) -> Vec<Block> {
    let cluster = &looked.cluster;
    let mut files = Vec::new();
    let mut file = |name: String, text: Option<String>| {
        files.extend(text.map(|text| Block::Verbatim { name, text }));
    };
    let offsets = checkpoint::replication_offsets(cluster, broker.id);
    file("replication-offset-checkpoint".to_owned(), Some(offsets));
    file(".kafka_cleanshutdown".to_owned(), checkpoint::clean_shutdown(cluster, broker.id));
    for partition in broker.replicas.keys() {
        let epochs = checkpoint::leader_epochs(cluster, broker.id, *partition);
        file(format!("{}/leader-epoch-checkpoint", looked.name(*partition)), epochs);
    }
    file("kafka-topics.sh --describe".to_owned(), Some(topics::describe(cluster)));
    files
}
