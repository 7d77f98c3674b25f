//! What can differ between columns, as rows of short texts.

use std::rc::Rc;

use highwater_engine::{Cluster, PartitionId};
use highwater_phrase::{Label, Lang, caption};
use highwater_protocol::control::PartitionRegistration;
use highwater_protocol::replica::Replica;
use highwater_protocol::{BrokerId, BrokerSet};
use highwater_scenario::differences::{self, Fate};

use super::columns::Column;
use crate::changed;

/// What something is in each column.
pub(super) struct Facts {
    pub(super) name: String,
    pub(super) cells: Vec<String>,
    /// Whether a column loses an acknowledged record here.
    pub(super) loses: bool,
}

/// Everything that is looked at, whether it differs or not: what producers were told and what became
/// of it, what the controller has, what the copies have, what was read.
pub(super) fn rows(columns: &[Column<'_>], lang: Lang) -> Vec<Facts> {
    let looked = Looked { clusters: columns.iter().map(Column::cluster).collect(), lang };
    let mut rows = looked.batches();
    for partition in looked.partitions() {
        rows.extend(looked.registration(partition));
        rows.extend(looked.replicas(partition));
    }
    rows.push(looked.row(Label::Consumer.text(lang).to_owned(), |cluster| {
        let consumer = cluster.consumer()?;
        Some(caption::next_offset(lang, consumer.position.0))
    }));
    rows
}

struct Looked {
    clusters: Vec<Option<Rc<Cluster>>>,
    lang: Lang,
}

impl Looked {
    fn known(&self) -> impl Iterator<Item = &Cluster> {
        self.clusters.iter().flatten().map(Rc::as_ref)
    }

    fn row(&self, name: String, cell: impl Fn(&Cluster) -> Option<String>) -> Facts {
        let cells = self.clusters.iter().map(|cluster| {
            let text = cluster.as_ref().and_then(|cluster| cell(cluster));
            text.unwrap_or_else(|| "–".to_owned())
        });
        Facts { name, cells: cells.collect(), loses: false }
    }

    fn batches(&self) -> Vec<Facts> {
        let mut names: Vec<Rc<str>> = Vec::new();
        for (_, batch) in self.known().flat_map(|cluster| cluster.ledger().batches()) {
            if !names.contains(&batch.name) {
                names.push(Rc::clone(&batch.name));
            }
        }
        let row = |name: Rc<str>| {
            let loses = self.known().any(|known| differences::fate(known, &name) == Fate::Lost);
            let row = self.row(name.to_string(), |cluster| {
                let answer = changed::answer(differences::answer(cluster, &name)).say(self.lang);
                let fate = changed::fate(differences::fate(cluster, &name)).text(self.lang);
                Some(format!("{answer}, {fate}"))
            });
            Facts { loses, ..row }
        };
        names.into_iter().map(row).collect()
    }

    fn partitions(&self) -> Vec<PartitionId> {
        let mut all: Vec<PartitionId> = Vec::new();
        for partition in self.known().flat_map(Cluster::partitions) {
            if !all.contains(&partition) {
                all.push(partition);
            }
        }
        all
    }

    /// A name, with that of the partition where there are several.
    fn named(&self, partition: PartitionId, name: &str) -> String {
        if self.partitions().len() < 2 {
            return name.to_owned();
        }
        let known = self.known().find(|cluster| cluster.registration(partition).is_some());
        let of = known.map(|cluster| cluster.config().partition_name(partition));
        format!("{} · {name}", of.unwrap_or_default())
    }

    fn registration(&self, partition: PartitionId) -> Vec<Facts> {
        let lang = self.lang;
        let row = |name: &str, cell: &dyn Fn(&PartitionRegistration) -> String| {
            let name = self.named(partition, name);
            self.row(name, |cluster| cluster.registration(partition).map(cell))
        };
        let set = |ids: &[BrokerId]| caption::set(&ids.iter().map(|id| id.0).collect::<Vec<u8>>());
        vec![
            row(Label::Leader.text(lang), &|known| match known.leader {
                Some(leader) => caption::broker(lang, leader.0),
                None => Label::Nobody.text(lang).to_owned(),
            }),
            row(Label::Epoch.text(lang), &|known| known.leader_epoch.to_string()),
            row("ISR", &|known| set(&known.isr)),
            row("ELR", &|known| set(&known.elr)),
        ]
    }

    fn replicas(&self, partition: PartitionId) -> Vec<Facts> {
        let brokers: BrokerSet =
            self.known().flat_map(|cluster| cluster.brokers()).map(|broker| broker.id).collect();
        let rows = brokers.iter().flat_map(|id| {
            let row = |what: &str, cell: &dyn Fn(&Cluster, &Replica) -> String| {
                let name = format!("{} {what}", caption::broker(self.lang, id.0));
                let name = self.named(partition, &name);
                self.row(name, |cluster| Some(cell(cluster, cluster.replica(id, partition)?)))
            };
            [
                row("LEO", &|_, replica| replica.log.end().to_string()),
                row("HW", &|_, replica| replica.log.high_watermark().to_string()),
                row(Label::Log.text(self.lang), &|cluster, replica| {
                    held(cluster, replica, self.lang)
                }),
            ]
        });
        rows.collect()
    }
}

/// What a log holds, so that two logs look the same only if they are: neighbouring records of a batch
/// under one epoch together, `m 200 (epoch 5), x (epoch 6)`.
fn held(cluster: &Cluster, replica: &Replica, lang: Lang) -> String {
    let mut runs: Vec<(Rc<str>, u32, u32)> = Vec::new();
    for entry in replica.log.entries() {
        let Some((batch, _)) = cluster.ledger().batch_of(entry.record) else { continue };
        let (name, epoch) = (&cluster.ledger().batch(batch).name, entry.epoch.0);
        match runs.last_mut().filter(|(last, _, since)| last == name && *since == epoch) {
            Some((_, count, _)) => *count += 1,
            None => runs.push((Rc::clone(name), 1, epoch)),
        }
    }
    let run = |(name, count, epoch): &(Rc<str>, u32, u32)| {
        let epoch = caption::epoch(lang, *epoch);
        match count {
            1 => format!("{name} ({epoch})"),
            count => format!("{name} {count} ({epoch})"),
        }
    };
    let start = replica.log.start().0;
    let first = if start == 0 { String::new() } else { format!("{start}: ") };
    first + &runs.iter().map(run).collect::<Vec<_>>().join(", ")
}
