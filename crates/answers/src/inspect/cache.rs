//! A copy's epoch cache, beside the leader's.

use highwater_engine::PartitionId;
use highwater_kafka_text::checkpoint;
use highwater_phrase::{Label, caption, inspect as phrase};
use highwater_protocol::BrokerId;
use highwater_protocol::epoch_cache::EpochEntry;
use highwater_protocol::replica::Replica;
use highwater_scene::mark::Mark;

use super::{Looked, beside, nothing};
use crate::document::{Answer, Block, Line, Row};

pub(super) fn answer(
    looked: &Looked<'_>,
    broker: BrokerId,
    partition: PartitionId,
) -> Option<Answer> {
    let replica = looked.cluster.replica(broker, partition)?;
    let name = format!("{}/leader-epoch-checkpoint", looked.name(partition));
    let title =
        format!("{} · {}", caption::broker(looked.lang, broker.0), looked.say(Label::EpochTable));
    let mut blocks = Vec::new();
    match checkpoint::leader_epochs(&looked.cluster, broker, partition) {
        None => blocks.push(Block::Text(phrase::no_cache(looked.lang).into())),
        Some(text) => {
            blocks.push(Block::Text(phrase::cache(looked.lang).into()));
            blocks.push(table(looked, (broker, replica), partition));
            blocks.push(Block::Verbatim { name, text });
        }
    }
    blocks.push(
        looked.choices(&Mark::EpochCache { broker: broker.0, partition: partition.0 }.text()),
    );
    Some(Answer { title, blocks, ..Answer::default() })
}

/// Every epoch that one of the two knows, with the offset that it begins at.
fn table(
    looked: &Looked<'_>,
    (broker, replica): (BrokerId, &Replica),
    partition: PartitionId,
) -> Block {
    let known = looked.cluster.registration(partition);
    let leader = known.and_then(|known| known.leader).filter(|leader| *leader != broker);
    let theirs = leader.and_then(|leader| looked.cluster.replica(leader, partition));
    let own = replica.log.epochs().entries();
    let others = theirs.map_or(&[][..], |theirs| theirs.log.epochs().entries());
    let only_theirs = others.iter().filter(|e| own.iter().all(|o| o.epoch != e.epoch));
    let epochs = own.iter().chain(only_theirs).map(|entry| entry.epoch);
    let rows = epochs.map(|epoch| {
        let start = |entries: &[EpochEntry]| {
            let found = entries.iter().find(|entry| entry.epoch == epoch);
            found.map_or(nothing(), |entry| Line::text(entry.start.to_string()))
        };
        let row = beside(epoch.to_string(), start(own), start(others));
        match theirs {
            Some(_) => row,
            None => Row { cells: row.cells.into_iter().take(2).collect(), stands_out: false },
        }
    });
    looked.beside_table(Label::EpochTable, broker, Label::AtLeader, rows.collect())
}
