//! Whether a world of the explorer and a cluster of the engine are the same, as far as both say.

use std::fmt::Debug;

use highwater_engine::Cluster;
use highwater_explorer::kafka::{Process, World};
use highwater_protocol::BrokerId;
use highwater_protocol::isr::Standing;
use highwater_protocol::replica::{Replica, Role};

use super::P;

fn same<T: PartialEq + Debug>(what: &str, explorer: T, engine: T) -> Result<(), String> {
    if explorer == engine {
        Ok(())
    } else {
        Err(format!("{what}: explorer {explorer:?}, engine {engine:?}"))
    }
}

/// Compares everything that both know.
pub(crate) fn compare(world: &World, cluster: &Cluster) -> Result<(), String> {
    let ours = world.partition();
    let theirs = cluster.registration(P).ok_or("no partition")?;
    same("leader", ours.leader, theirs.leader)?;
    same("leader epoch", ours.leader_epoch, theirs.leader_epoch)?;
    same("partition epoch", ours.partition_epoch, theirs.partition_epoch)?;
    let set = highwater_protocol::leader::as_set;
    same("isr", set(&ours.isr), set(&theirs.isr))?;
    same("elr", &ours.elr, &theirs.elr)?;
    same("last known elr", ours.last_known_elr, theirs.last_known_elr)?;
    same("recovery", ours.recovery, theirs.recovery)?;
    for broker in world.brokers() {
        compare_broker(world, cluster, broker)
            .map_err(|what| format!("broker {broker}: {what}"))?;
    }
    Ok(())
}

fn compare_broker(world: &World, cluster: &Cluster, id: BrokerId) -> Result<(), String> {
    let theirs = cluster.broker(id).ok_or("no such broker")?;
    let runs = world.process(id) == Some(Process::Running);
    same("runs", runs, theirs.is_up())?;
    let fenced = |standing| standing == Standing::Fenced;
    same("fenced", fenced(world.standing(id)), fenced(cluster.standing(id)))?;
    let ours = world.replica(id).ok_or("no replica")?;
    let replica = theirs.replica(P).ok_or("no replica in the engine")?;
    same("log", &ours.log, &replica.log)?;
    if !runs {
        return Ok(());
    }
    same("leader epoch", ours.leader_epoch, replica.leader_epoch)?;
    same("partition epoch", ours.partition_epoch, replica.partition_epoch)?;
    same("settled", world.is_settled(id), theirs.is_settled(P))?;
    compare_roles(ours, replica)
}

fn compare_roles(ours: &Replica, theirs: &Replica) -> Result<(), String> {
    match (&ours.role, &theirs.role) {
        (Role::Leader(ours), Role::Leader(theirs)) => {
            same("epoch start", ours.epoch_start, theirs.epoch_start)?;
            same("leader's isr", ours.isr.committed(), theirs.isr.committed())?;
            same("pending", ours.isr.pending(), theirs.isr.pending())?;
            let ends = |leadership: &highwater_protocol::leader::Leadership| {
                leadership.remotes.iter().map(|r| (r.id, r.log_end)).collect::<Vec<_>>()
            };
            same("known ends", ends(ours), ends(theirs))
        }
        (ours, theirs) => same("role", ours, theirs),
    }
}
