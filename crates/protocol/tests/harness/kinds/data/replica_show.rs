//! What a row of `kind replica-trace` may expect of the replica's state.

use highwater_protocol::health::MinIsrState;
use highwater_protocol::isr::PendingIsr;
use highwater_protocol::leader::{Leadership, RemoteReplica};
use highwater_protocol::{BrokerId, BrokerSet};

use super::notation;
use super::replica_bench::ReplicaBench;
use crate::harness::compare::Answer;
use crate::harness::fields;

const REMOTES: [(&str, &str); 6] =
    [("r0", "be0"), ("r1", "be1"), ("r2", "be2"), ("r3", "be3"), ("r4", "be4"), ("r5", "be5")];

/// Adds the state: log and epochs of any replica, ISR and followers of a leader.
pub(super) fn show(bench: &ReplicaBench, answer: Answer) -> Answer {
    let replica = &bench.replica;
    let none = || "none".to_owned();
    let partition_epoch = replica.partition_epoch.map_or_else(none, |epoch| epoch.0.to_string());
    let answer = answer
        .with_optional("leo", replica.log.end().to_string())
        .with_optional("hw", replica.log.high_watermark().to_string())
        .with_optional("start", replica.log.start().to_string())
        .with_optional("epoch", replica.leader_epoch.map_or_else(none, |epoch| epoch.to_string()))
        .with_optional("pe", partition_epoch)
        .with_optional("expands", bench.counters.expands.to_string())
        .with_optional("shrinks", bench.counters.shrinks.to_string())
        .with_optional("failed", bench.counters.failed.to_string());
    match replica.leadership() {
        Some(leadership) => show_leadership(bench, leadership, answer),
        None => answer.with_optional("remotes", "[]"),
    }
}

fn show_leadership(bench: &ReplicaBench, leadership: &Leadership, answer: Answer) -> Answer {
    let state = match leadership.min_isr_state(bench.min_insync, bench.generation) {
        MinIsrState::Under => "under",
        MinIsrState::At => "at",
        MinIsrState::Above => "above",
    };
    let pending = match leadership.isr.pending() {
        None => "none".to_owned(),
        Some(PendingIsr::Expand(replica)) => format!("+{replica}"),
        Some(PendingIsr::Shrink(out)) => format!("-{out}"),
    };
    let mut answer = answer
        .with_optional("epoch-start", leadership.epoch_start.to_string())
        .with_optional("isr", fields::show(leadership.isr.members()))
        .with_optional("maximal", show_set(leadership.isr.maximal()))
        .with_optional("pending", pending)
        .with_optional("caught-up", show_set(bench.caught_up()))
        .with_optional("remotes", show_set(leadership.remotes.iter().map(|r| r.id).collect()))
        .with_optional("min-isr-state", state)
        .with_optional("missing", leadership.missing_replicas(0).to_string());
    for remote in &leadership.remotes {
        if let Some((state, epoch)) = REMOTES.get(usize::from(remote.id.0)) {
            let shown = show_broker_epoch(bench, remote.id);
            answer =
                answer.with_optional(state, show_remote(bench, remote)).with_optional(epoch, shown);
        }
    }
    answer
}

/// log start/log end/last caught up/leader's log end at the last fetch/last fetch, as the
/// specification's section 12.3 lists them.
fn show_remote(bench: &ReplicaBench, remote: &RemoteReplica) -> String {
    let times = bench.times.get(&remote.id).copied().unwrap_or_default();
    format!(
        "{}/{}/{}/{}/{}",
        notation::show_known(remote.log_start),
        notation::show_known(remote.log_end),
        times.last_caught_up,
        notation::show_known(times.last_fetch_leader_log_end),
        times.last_fetch
    )
}

fn show_broker_epoch(bench: &ReplicaBench, member: BrokerId) -> String {
    let epoch = bench.replica.known_broker_epoch(member, Some(bench.own_epoch));
    epoch.map_or_else(|| "-1".to_owned(), |epoch| epoch.0.to_string())
}

/// The members of a proposed ISR with the broker epochs that the request names, as in `0:1,1:-1`.
pub(super) fn members(bench: &ReplicaBench, isr: &[BrokerId]) -> String {
    let members: Vec<String> =
        isr.iter().map(|id| format!("{id}:{}", show_broker_epoch(bench, *id))).collect();
    members.join(",")
}

fn show_set(set: BrokerSet) -> String {
    format!("[{set}]")
}
