//! `kind alter-partition`: one AlterPartition request against one partition, every check of it.

use highwater_protocol::control::alter_partition::{
    AlterPartitionRequest, ProposedMember, alter_partition, check_broker_epoch,
};
use highwater_protocol::control::{
    BrokerRegistration, Brokers, IncarnationId, LeaderRecoveryState, PartitionContext,
};
use highwater_protocol::{BrokerEpoch, BrokerId, ErrorCode, LeaderEpoch, PartitionEpoch};

use super::partition;
use crate::harness::compare::{Answer, one_line};
use crate::harness::fields::{Fields, show};
use crate::harness::text::{Failure, Row};

/// The epoch of every broker of a row.
const EPOCH: BrokerEpoch = BrokerEpoch(100);

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    one_line(row, answer)
}

fn answer(given: &mut Fields) -> Result<Answer, String> {
    let current = partition::registration(given)?;
    let context = partition::context(given)?;
    let brokers = brokers(given)?;
    let context =
        PartitionContext { acceptable: context.acceptable.and(brokers.active()), ..context };
    let sender = BrokerId(given.need_number("by")?);
    let sender_epoch = BrokerEpoch(given.number("sender-epoch")?.unwrap_or(EPOCH.0));
    let stale = given.set("stale")?;
    let unchecked = given.set("unchecked")?;
    let member = |broker: BrokerId| ProposedMember {
        broker,
        epoch: match () {
            () if unchecked.contains(broker) => None,
            () if stale.contains(broker) => Some(BrokerEpoch(EPOCH.0 - 1)),
            () => Some(EPOCH),
        },
    };
    let new_isr: Vec<ProposedMember> = given.need_list("to-isr")?.into_iter().map(member).collect();
    let leader_epoch = given.number("request-leader-epoch")?.unwrap_or(current.leader_epoch.0);
    let partition_epoch =
        given.number("request-partition-epoch")?.unwrap_or(current.partition_epoch.0);
    let request = AlterPartitionRequest {
        sender,
        leader_epoch: LeaderEpoch(leader_epoch),
        partition_epoch: PartitionEpoch(partition_epoch),
        new_isr,
        recovery: given
            .choice("to-recovery", partition::RECOVERY)?
            .unwrap_or(LeaderRecoveryState::Recovered),
    };

    let applied = match check_broker_epoch(&brokers, sender, sender_epoch)
        .and_then(|()| alter_partition(&current, &request, &brokers, &context))
    {
        Ok(applied) => applied,
        Err(error) => return Ok(Answer::default().with("error", error.name())),
    };
    let after = &applied.partition;
    let epochs = format!("{}/{}", after.leader_epoch.0, after.partition_epoch.0);
    Ok(Answer::default()
        .with_some("error", applied.error().map(ErrorCode::name).map(str::to_owned))
        .with("leader", partition::show_leader(after.leader))
        .with("epochs", epochs)
        .with("isr", show(&after.isr))
        .with_optional("recovery", partition::show_recovery(after.recovery))
        .with_optional("elr", show(&after.elr))
        .with_optional("replicas", show(&after.replicas)))
}

/// Reads `brokers` (0 to 9) with `fenced` and `shutting-down` among them.
fn brokers(given: &mut Fields) -> Result<Brokers, String> {
    let registered = given.list("brokers")?.unwrap_or_else(|| (0..10).map(BrokerId).collect());
    let fenced = given.set("fenced")?;
    let shutting_down = given.set("shutting-down")?;
    let register = |id: BrokerId| BrokerRegistration {
        id,
        epoch: EPOCH,
        incarnation: IncarnationId(1),
        rack: None,
        directories: Vec::new(),
        fenced: fenced.contains(id),
        in_controlled_shutdown: shutting_down.contains(id),
    };
    Ok(registered.into_iter().map(register).collect())
}
