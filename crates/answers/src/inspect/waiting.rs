//! What waits at a broker: fetches of followers and of the consumer, writes, and what it has itself
//! asked the controller for.

use highwater_engine::broker::Broker;
use highwater_engine::consumer::Asks;
use highwater_phrase::inspect::WaitWord;
use highwater_phrase::{Label, caption};

use super::{Looked, nothing};
use crate::document::{Block, Line, Row};

/// A row for each that waits; nothing where nobody does.
pub(super) fn table(looked: &Looked<'_>, broker: &Broker) -> Option<Block> {
    let lang = looked.lang;
    let several = 1 < looked.scene.partitions.len();
    let row = |partition, text: String, until: Option<u64>| {
        let name = if several { format!("{} · ", looked.name(partition)) } else { String::new() };
        let until = until.map_or(nothing(), |at| Line::text(caption::time(lang, at)));
        Row { cells: vec![Line::text(format!("{name}{text}")), until], stands_out: false }
    };
    let mut rows = Vec::new();
    for fetch in &broker.parked {
        rows.extend(fetch.requests.iter().map(|(partition, request)| {
            let text = caption::parked(lang, fetch.follower.0, Some(request.offset.0));
            row(*partition, text, Some(fetch.expires))
        }));
    }
    for request in &broker.parked_consumers {
        if let Asks::Records(offset) = request.asks {
            let text = WaitWord::Reader { offset: offset.0 }.say(lang);
            rows.push(row(request.partition, text, None));
        }
    }
    for write in &broker.delayed_produce {
        let batch = looked.cluster.ledger().batch(write.batch);
        let (name, count, hw) = (&*batch.name, batch.count, write.required.0);
        let text = WaitWord::Write { name, count, hw }.say(lang);
        rows.push(row(write.partition, text, Some(write.expires)));
    }
    for (partition, replica) in broker.replicas.iter() {
        let Some(leadership) = replica.leadership() else { continue };
        if leadership.isr.pending().is_some() {
            let isr: Vec<u8> = leadership.isr.proposed().iter().map(|id| id.0).collect();
            rows.push(row(*partition, WaitWord::Isr { isr: &isr }.say(lang), None));
        }
    }
    let name = looked.say(Label::Waiting);
    (!rows.is_empty()).then(|| looked.table(name, &[Label::CompareRow, Label::WaitsUntil], rows))
}
