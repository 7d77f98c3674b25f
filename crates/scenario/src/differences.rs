//! What came out differently in two runs: facts for a sentence such as "m2 is kept now".
//!
//! It compares the ends of the two selected branches and nothing in between.

use std::rc::Rc;

use highwater_engine::Cluster;
use highwater_engine::config::PartitionId;
use highwater_engine::ledger::Outcome;
use highwater_protocol::{BrokerId, BrokerSet, ErrorCode, LeaderEpoch, Offset};

use crate::condition::{Claim, Condition, RecordRef};
use crate::judge;
use crate::run::ScriptEnd;
use crate::timeline::Timeline;

/// A value before and after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change<T> {
    /// In the first run.
    pub before: T,
    /// In the second.
    pub after: T,
}

/// What the producer was told of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The batch was never sent.
    NotSent,
    /// Nothing yet.
    Pending,
    /// Success.
    Acked,
    /// That nothing was appended.
    Refused(ErrorCode),
    /// That it may or may not exist.
    Unknown(ErrorCode),
}

/// What became of a batch's records.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// The acting leader has all of them.
    Kept,
    /// Acknowledged records are missing from a leader's log.
    Lost,
    /// Some replica has some of them, but no acting leader has all.
    Elsewhere,
    /// No replica has any of them.
    Absent,
}

/// One thing that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The script ended in another way.
    End(Change<ScriptEnd>),
    /// Another fate of a batch.
    Fate(Rc<str>, Change<Fate>),
    /// Another answer to the producer.
    Answer(Rc<str>, Change<Answer>),
    /// Another leader.
    Leader(PartitionId, Change<Option<BrokerId>>),
    /// Another leader epoch.
    LeaderEpoch(PartitionId, Change<LeaderEpoch>),
    /// Another ISR.
    Isr(PartitionId, Change<BrokerSet>),
    /// Another log end of a replica; `None` where there is no such replica.
    LogEnd(PartitionId, BrokerId, Change<Option<Offset>>),
    /// Another high watermark of a replica.
    HighWatermark(PartitionId, BrokerId, Change<Option<Offset>>),
    /// Another position of the consumer.
    Consumed(Change<Option<Offset>>),
    /// Another number of verdicts that break a promise.
    Verdicts(Change<u32>),
    /// Another number of unclean elections.
    UncleanElections(Change<u32>),
}

/// What differs between two runs, weightiest first.
#[must_use]
pub fn differences(a: &Timeline, b: &Timeline) -> Vec<Difference> {
    let (first, second) = (a.last(), b.last());
    let mut found = Vec::new();
    let ends = changed(a.script_end().clone(), b.script_end().clone());
    found.extend(ends.map(Difference::End));
    batches(first, second, &mut found);
    let verdicts = changed(verdicts(first), verdicts(second));
    found.extend(verdicts.map(Difference::Verdicts));
    let unclean = |cluster: &Cluster| cluster.counters().unclean_elections;
    let elections = changed(unclean(first), unclean(second));
    found.extend(elections.map(Difference::UncleanElections));
    for partition in first.partitions() {
        registrations(first, second, partition, &mut found);
    }
    for partition in first.partitions() {
        replicas(first, second, partition, &mut found);
    }
    let position = |cluster: &Cluster| cluster.consumer().map(|consumer| consumer.position);
    let consumed = changed(position(first), position(second));
    found.extend(consumed.map(Difference::Consumed));
    found
}

fn changed<T: PartialEq>(before: T, after: T) -> Option<Change<T>> {
    (before != after).then_some(Change { before, after })
}

fn verdicts(cluster: &Cluster) -> u32 {
    let broken = cluster.verdicts().iter().filter(|(_, verdict)| verdict.breaks_a_promise());
    broken.count() as u32
}

fn batches(first: &Cluster, second: &Cluster, found: &mut Vec<Difference>) {
    let mut names: Vec<Rc<str>> = Vec::new();
    for cluster in [first, second] {
        for (_, batch) in cluster.ledger().batches() {
            if !names.contains(&batch.name) {
                names.push(batch.name.clone());
            }
        }
    }
    let mut answers = Vec::new();
    for name in names {
        let fates = changed(fate(first, &name), fate(second, &name));
        found.extend(fates.map(|change| Difference::Fate(name.clone(), change)));
        let told = changed(answer(first, &name), answer(second, &name));
        answers.extend(told.map(|change| Difference::Answer(name, change)));
    }
    found.extend(answers);
}

/// What became of the batch of this name.
#[must_use]
pub fn fate(cluster: &Cluster, name: &Rc<str>) -> Fate {
    let record = RecordRef { batch: name.clone(), place: None };
    let holds = |claim: fn(RecordRef) -> Claim| {
        judge::holds(cluster, &Condition::is(claim(record.clone())))
    };
    if holds(Claim::Kept) {
        Fate::Kept
    } else if holds(Claim::Lost) {
        Fate::Lost
    } else if cluster.ledger().by_name(name).is_none() || holds(Claim::Gone) {
        Fate::Absent
    } else {
        Fate::Elsewhere
    }
}

/// What the producer was told of the batch of this name.
#[must_use]
pub fn answer(cluster: &Cluster, name: &str) -> Answer {
    let batch = cluster.ledger().by_name(name).map(|id| cluster.ledger().batch(id));
    match batch.map(|batch| batch.outcome) {
        None => Answer::NotSent,
        Some(Outcome::Pending) => Answer::Pending,
        Some(Outcome::Acked(_)) => Answer::Acked,
        Some(Outcome::Refused(error)) => Answer::Refused(error),
        Some(Outcome::Unknown(error)) => Answer::Unknown(error),
    }
}

fn registrations(
    first: &Cluster,
    second: &Cluster,
    partition: PartitionId,
    found: &mut Vec<Difference>,
) {
    let (Some(before), Some(after)) =
        (first.registration(partition), second.registration(partition))
    else {
        return;
    };
    let leaders = changed(before.leader, after.leader);
    found.extend(leaders.map(|change| Difference::Leader(partition, change)));
    let epochs = changed(before.leader_epoch, after.leader_epoch);
    found.extend(epochs.map(|change| Difference::LeaderEpoch(partition, change)));
    let isr = changed(before.isr.iter().copied().collect(), after.isr.iter().copied().collect());
    found.extend(isr.map(|change| Difference::Isr(partition, change)));
}

fn replicas(
    first: &Cluster,
    second: &Cluster,
    partition: PartitionId,
    found: &mut Vec<Difference>,
) {
    let ids = first.brokers().iter().chain(second.brokers()).map(|broker| broker.id);
    let ids: BrokerSet = ids.collect();
    for id in ids.iter() {
        let end = |cluster: &Cluster| cluster.replica(id, partition).map(|r| r.log.end());
        let ends = changed(end(first), end(second));
        found.extend(ends.map(|change| Difference::LogEnd(partition, id, change)));
        let high_watermark =
            |cluster: &Cluster| cluster.replica(id, partition).map(|r| r.log.high_watermark());
        let marks = changed(high_watermark(first), high_watermark(second));
        found.extend(marks.map(|change| Difference::HighWatermark(partition, id, change)));
    }
}
