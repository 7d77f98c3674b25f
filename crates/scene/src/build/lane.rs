//! One copy of a partition: role, offsets, cells and runs.

use std::rc::Rc;

use highwater_engine::broker::Broker;
use highwater_engine::event::{Event, Fact};
use highwater_engine::table::Table;
use highwater_engine::{Cluster, PartitionId};
use highwater_protocol::follower::FollowPhase;
use highwater_protocol::log::{Entry, ReplicaLog};
use highwater_protocol::replica::{Replica, Role};
use highwater_protocol::{BrokerId, Offset, RecordId};

use super::Look;
use crate::model::{
    Cell, EpochRow, Fate, Ghosts, LaneView, MembershipView, PartitionView, RoleView, Run, Span,
};

pub(super) fn of(
    cluster: &Cluster,
    home: &Broker,
    partition: &PartitionView,
    look: Look<'_>,
) -> Option<LaneView> {
    let id = PartitionId(partition.id);
    let replica = home.replica(id)?;
    let log = &replica.log;
    let moved = Moved::in_events(look.recent, home.id, id);
    let gone = removed(cluster, home.id, id);
    Some(LaneView {
        broker: home.id.0,
        partition: partition.id,
        name: Rc::clone(&partition.name),
        role: role(home, replica, partition),
        membership: membership(home.id, partition),
        epoch: replica.leader_epoch.map_or(partition.epoch, |epoch| epoch.0),
        first_epoch: partition.first_epoch,
        start: log.start().0,
        leo: log.end().0,
        hw: log.high_watermark().0,
        disk: log.recovery_point().0,
        leo_before: moved.leo.filter(|before| *before != log.end().0),
        hw_before: moved.hw.filter(|before| *before != log.high_watermark().0),
        runs: runs(log),
        cells: cells(cluster, log, look.spans, &Changes { gone: &gone, moved: &moved }),
        ghosts: ghosts(cluster, log, &gone),
        epochs: cluster.generation().has_epoch_cache().then(|| epoch_rows(log)),
        parked: parked(home, id),
    })
}

fn role(home: &Broker, replica: &Replica, partition: &PartitionView) -> RoleView {
    if !home.has_process() {
        return RoleView::Down;
    }
    let chosen = partition.leader == Some(home.id.0);
    match &replica.role {
        Role::Leader(_) if chosen => RoleView::Leader,
        Role::Leader(_) => RoleView::StaleLeader,
        _ if chosen => RoleView::Elected,
        Role::Follower(following) => match (following.phase, following.leader) {
            (FollowPhase::Truncating { .. }, Some(leader)) => RoleView::Asking(leader.0),
            (FollowPhase::Failed, _) => RoleView::Failed,
            (_, leader) => RoleView::Follower(leader.map(|leader| leader.0)),
        },
        Role::Idle => RoleView::Idle,
    }
}

fn membership(broker: BrokerId, partition: &PartitionView) -> MembershipView {
    if partition.isr.contains(&broker.0) {
        MembershipView::Isr
    } else if partition.elr.contains(&broker.0) {
        MembershipView::Elr
    } else {
        MembershipView::Outside
    }
}

/// What the last step moved in one copy: where LEO and high watermark were before, and the offsets
/// that came or went.
#[derive(Default)]
struct Moved {
    leo: Option<u32>,
    hw: Option<u32>,
    fresh: Vec<Span>,
}

impl Moved {
    fn in_events(recent: &[Event], home: BrokerId, id: PartitionId) -> Moved {
        let mut moved = Moved::default();
        for event in recent {
            match &event.fact {
                Fact::Appended { partition, broker, first, end, .. }
                    if (*partition, *broker) == (id, home) =>
                {
                    moved.log(*first, *end);
                }
                Fact::Replicated { partition, broker, from, to }
                    if (*partition, *broker) == (id, home) =>
                {
                    moved.log(*from, *to);
                }
                Fact::Removed { partition, broker, from, to, .. }
                    if (*partition, *broker) == (id, home) =>
                {
                    moved.log(*from, *to);
                }
                Fact::HighWatermarkMoved { partition, broker, from, .. }
                    if (*partition, *broker) == (id, home) =>
                {
                    moved.hw.get_or_insert(from.0);
                }
                _ => {}
            }
        }
        moved
    }

    fn log(&mut self, from: Offset, to: Offset) {
        self.leo.get_or_insert(from.0);
        self.fresh.push(Span { from: from.0.min(to.0), to: from.0.max(to.0) });
    }

    fn is_fresh(&self, offset: u32) -> bool {
        self.fresh.iter().any(|span| span.from <= offset && offset < span.to)
    }
}

fn runs(log: &ReplicaLog) -> Vec<Run> {
    let mut runs = Vec::new();
    let (start, end) = (log.start(), log.end());
    let hw = log.high_watermark().clamp(start, end);
    let mut from = start.0;
    for (entries, committed) in [(log.range(start, hw), true), (log.range(hw, end), false)] {
        for run in entries.chunk_by(|one, next| one.epoch == next.epoch) {
            let span = Span { from, to: from + run.len() as u32 };
            from = span.to;
            runs.push(Run { span, epoch: run[0].epoch.0, committed });
        }
    }
    runs
}

fn epoch_rows(log: &ReplicaLog) -> Vec<EpochRow> {
    let entries = log.epochs().entries();
    let ends = entries.iter().skip(1).map(|next| next.start).chain([log.end()]);
    entries
        .iter()
        .zip(ends)
        .map(|(entry, end)| EpochRow {
            epoch: entry.epoch.0,
            span: Span { from: entry.start.0, to: end.0.max(entry.start.0) },
        })
        .collect()
}

fn parked(home: &Broker, id: PartitionId) -> Vec<(u8, u32)> {
    let asked = |fetch: &highwater_engine::broker::ParkedFetch| {
        let request = fetch.requests.iter().find(|(partition, _)| *partition == id)?.1;
        Some((fetch.follower.0, request.offset.0))
    };
    home.parked.iter().filter_map(asked).collect()
}

/// What a copy lost at any time, and what the last step changed in it.
struct Changes<'a> {
    gone: &'a Table<u32, Entry>,
    moved: &'a Moved,
}

/// The records of some spans one by one, and what is left of removed ones.
fn cells(cluster: &Cluster, log: &ReplicaLog, spans: &[Span], changes: &Changes<'_>) -> Vec<Cell> {
    let Changes { gone, moved } = changes;
    let mut cells = Vec::new();
    for offset in spans.iter().flat_map(|span| span.from..span.to) {
        let at = Offset(offset);
        if let Some(entry) = log.entry(at) {
            let scar = gone
                .get(&offset)
                .is_some_and(|old| old.record != entry.record && is_lost(cluster, old.record));
            cells.push(Cell {
                offset,
                name: cluster.ledger().record_name(entry.record).into(),
                epoch: entry.epoch.0,
                committed: at < log.high_watermark(),
                on_disk: at < log.recovery_point(),
                fate: Fate::Here,
                scar,
                fresh: moved.is_fresh(offset),
            });
        } else if let Some(old) = gone.get(&offset).filter(|_| log.end() <= at) {
            cells.push(Cell {
                offset,
                name: cluster.ledger().record_name(old.record).into(),
                epoch: old.epoch.0,
                committed: false,
                on_disk: false,
                fate: fate(cluster, old),
                scar: false,
                fresh: moved.is_fresh(offset),
            });
        }
    }
    cells
}

/// What is left of removed records behind the log's end, as runs.
fn ghosts(cluster: &Cluster, log: &ReplicaLog, gone: &Table<u32, Entry>) -> Vec<Ghosts> {
    let mut ghosts: Vec<Ghosts> = Vec::new();
    for (offset, old) in gone.iter().filter(|(offset, _)| log.end().0 <= **offset) {
        let fate = fate(cluster, old);
        match ghosts.last_mut() {
            Some(last) if last.fate == fate && last.span.to == *offset => last.span.to += 1,
            _ => ghosts.push(Ghosts { span: Span { from: *offset, to: offset + 1 }, fate }),
        }
    }
    ghosts
}

fn fate(cluster: &Cluster, old: &Entry) -> Fate {
    if is_lost(cluster, old.record) { Fate::Lost } else { Fate::Cut }
}

/// What this copy lost, by offset; of several losses at one offset the last one, but a loss of an
/// acknowledged record is never hidden by a later one.
fn removed(cluster: &Cluster, home: BrokerId, id: PartitionId) -> Table<u32, Entry> {
    let mut gone: Table<u32, Entry> = Table::new();
    let ours = cluster
        .ledger()
        .removals
        .iter()
        .filter(|removal| removal.broker == home && removal.partition == id);
    for removal in ours {
        for (index, entry) in removal.entries.iter().enumerate() {
            let offset = removal.first.0 + index as u32;
            let kept = gone.get(&offset).is_some_and(|old| is_lost(cluster, old.record));
            if !kept {
                gone.insert(offset, *entry);
            }
        }
    }
    gone
}

/// Whether a record was acknowledged and then found missing.
fn is_lost(cluster: &Cluster, record: RecordId) -> bool {
    let batch = cluster.ledger().batch_of(record).map(|(id, _)| cluster.ledger().batch(id));
    batch.is_some_and(|batch| batch.lost_in.is_some())
}
