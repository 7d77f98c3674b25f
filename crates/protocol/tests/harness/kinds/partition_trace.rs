//! `kind partition-trace`: actions upon a controller with a few partitions, and the partitions
//! after each of them.

use highwater_protocol::control::alter_partition::{AlterPartitionRequest, ProposedMember};
use highwater_protocol::control::election::RequestedElection;
use highwater_protocol::control::{
    BrokerChange, Brokers, LeaderRecoveryState, PreviousShutdown, UncleanElection,
};
use highwater_protocol::{BrokerEpoch, BrokerId, BrokerList, LeaderEpoch, PartitionEpoch};

use super::controller::{Controller, Outcome, TOPIC, Target};
use super::partition;
use super::trace_expectation::Expectation;
use crate::harness::fields::{Fields, broker, choice, list, number};
use crate::harness::text::{Failure, Row, Step};

const PARTITIONS: [&str; 8] = ["P0", "P1", "P2", "P3", "P4", "P5", "P6", "P7"];

const ACTIONS: &str = "fence, unfence, shutdown, restart, unregister, isr, elect, reassign, \
                       cancel, min-isr, unclean, elr-feature";

const ENDED: &[(&str, PreviousShutdown)] =
    &[("clean", PreviousShutdown::Clean), ("unclean", PreviousShutdown::Unclean)];

const ELECTION: &[(&str, RequestedElection)] =
    &[("preferred", RequestedElection::Preferred), ("unclean", RequestedElection::Unclean)];

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    let Some((first, steps)) = row.steps.split_first() else {
        return Ok(());
    };
    let mut given = Fields::new(&first.given);
    let mut controller = set_up(&mut given)
        .and_then(|controller| given.finish().map(|()| controller))
        .map_err(|text| Failure::at(first.line, text))?;
    let start = controller.partitions.clone();
    compare(first, &controller, &start, &Outcome::default())?;
    for step in steps {
        let before = controller.partitions.clone();
        let outcome = act(&mut controller, step).map_err(|text| Failure::at(step.line, text))?;
        compare(step, &controller, &before, &outcome)?;
    }
    Ok(())
}

/// A line without an expectation is only a preparation, but then nothing may be refused.
fn compare(
    step: &Step,
    controller: &Controller,
    before: &[highwater_protocol::control::PartitionRegistration],
    outcome: &Outcome,
) -> Result<(), Failure> {
    let compared = match &step.expected {
        Some(tokens) => Expectation::read(tokens, before)
            .and_then(|expected| expected.check(before, &controller.partitions, outcome)),
        None => match outcome.errors.first() {
            Some((label, code, _)) => Err(format!("{label} was answered {code}")),
            None => Ok(()),
        },
    };
    compared.map_err(|text| Failure::at(step.line, text))
}

/// Reads the brokers and partitions at the start.
fn set_up(given: &mut Fields) -> Result<Controller, String> {
    let rules = partition::rules(given)?;
    let min_isr = given.number("min-isr")?.unwrap_or(1);
    let unclean = given.choice("unclean", partition::UNCLEAN)?.unwrap_or(UncleanElection::Disabled);
    let lists: Vec<BrokerList> =
        PARTITIONS.iter().map_while(|key| given.list(key).transpose()).collect::<Result<_, _>>()?;
    if lists.is_empty() {
        return Err("name the replicas of at least one partition: P0=[0,1,2]".to_owned());
    }
    let brokers = given.set("brokers")?;
    let (fenced, shutting_down) = (given.set("fenced")?, given.set("shutting-down")?);
    let (brokers, next_offset) =
        (lists.iter().flatten().copied().fold(brokers, |set, id| set.with(id)), 1_000);
    let mut controller = Controller {
        rules,
        min_isr,
        unclean,
        brokers: Brokers::default(),
        partitions: Vec::new(),
        next_offset,
    };
    brokers.iter().for_each(|id| controller.register_active(id));
    fenced.iter().for_each(|id| drop(controller.change_broker(BrokerChange::Fence(id))));
    let shut_down = |id| drop(controller.change_broker(BrokerChange::ControlledShutdown(id)));
    shutting_down.iter().for_each(shut_down);
    for replicas in lists {
        controller.create(replicas).map_err(|error| error.to_string())?;
    }
    Ok(controller)
}

fn act(controller: &mut Controller, step: &Step) -> Result<Outcome, String> {
    let mut given = Fields::new(&step.given);
    let action = given.need_word("an action")?;
    let outcome = match action.as_str() {
        "fence" => each_broker(controller, &mut given, BrokerChange::Fence)?,
        "unfence" => each_broker(controller, &mut given, BrokerChange::Unfence)?,
        "shutdown" => each_broker(controller, &mut given, BrokerChange::ControlledShutdown)?,
        "unregister" => each_broker(controller, &mut given, BrokerChange::Unregister)?,
        "restart" => {
            let id = broker("broker", &given.need_word("the broker")?)?;
            let ended = choice("shutdown", &given.need_word("clean or unclean")?, ENDED)?;
            controller.restart(id, ended)
        }
        "isr" => alter_partition(controller, &mut given)?,
        "elect" => {
            let election = choice("election", &given.need_word("preferred or unclean")?, ELECTION)?;
            let targets = targets(controller, &mut given)?;
            controller.elect(&targets, election)
        }
        "reassign" => {
            let index = one_partition(controller, &mut given)?;
            let target = list("target", &given.need_word("the target list")?)?;
            controller.reassign(index, Some(&target))
        }
        "cancel" => {
            let index = one_partition(controller, &mut given)?;
            controller.reassign(index, None)
        }
        "min-isr" => controller.set_min_isr(number("min-isr", &given.need_word("the value")?)?),
        "unclean" => {
            let word = given.need_word("enabled or disabled")?;
            controller.unclean = choice("unclean", &word, partition::UNCLEAN)?;
            Outcome::default()
        }
        "elr-feature" => {
            let word = given.need_word("on or off")?;
            controller.rules.elr = choice("elr-feature", &word, partition::ELR)?;
            Outcome::default()
        }
        other => return Err(format!("`{other}` is no action; actions are {ACTIONS}")),
    };
    given.finish().map(|()| outcome)
}

fn each_broker(
    controller: &mut Controller,
    given: &mut Fields,
    change: fn(BrokerId) -> BrokerChange,
) -> Result<Outcome, String> {
    let mut all = Outcome::default();
    let mut next = Some(given.need_word("a broker")?);
    while let Some(id) = next {
        let outcome = controller.change_broker(change(broker("broker", &id)?));
        all.records.extend(outcome.records);
        all.errors.extend(outcome.errors);
        next = given.word();
    }
    Ok(all)
}

/// `isr [P1] [1,2] by=1 …`: the sender is the leader and everything up to date unless said.
fn alter_partition(controller: &mut Controller, given: &mut Fields) -> Result<Outcome, String> {
    let mut word = given.need_word("the new ISR")?;
    let mut index = 0;
    if !word.starts_with('[') {
        index = position(controller, &word)?;
        word = given.need_word("the new ISR")?;
    }
    let current = &controller.partitions[index];
    let sender = match given.take("by") {
        Some(text) => broker("by", &text)?,
        None => current.leader.ok_or("the partition has no leader; say by=BROKER")?,
    };
    let registered = |id| controller.brokers.get(id).map(|broker| broker.epoch);
    let sender_epoch = given.number("sender-epoch")?.map(BrokerEpoch);
    let sender_epoch = sender_epoch.or_else(|| registered(sender)).unwrap_or_default();
    let stale = given.set("stale")?;
    let member = |id: BrokerId| ProposedMember {
        broker: id,
        epoch: if stale.contains(id) { Some(BrokerEpoch(1)) } else { registered(id) },
    };
    let request = AlterPartitionRequest {
        sender,
        leader_epoch: LeaderEpoch(given.number("leader-epoch")?.unwrap_or(current.leader_epoch.0)),
        partition_epoch: PartitionEpoch(
            given.number("partition-epoch")?.unwrap_or(current.partition_epoch.0),
        ),
        new_isr: list("isr", &word)?.into_iter().map(member).collect(),
        recovery: given
            .choice("recovery", partition::RECOVERY)?
            .unwrap_or(LeaderRecoveryState::Recovered),
    };
    Ok(controller.alter_partition(index, &request, sender_epoch))
}

/// The partitions that are named, or all.
fn targets(controller: &Controller, given: &mut Fields) -> Result<Vec<Target>, String> {
    let mut targets = Vec::new();
    while let Some(word) = given.word() {
        let target = match word.rsplit_once('-') {
            Some((TOPIC, index)) => {
                let number: u32 = number("partition", index)?;
                if (number as usize) < controller.partitions.len() {
                    Target::Partition(number as usize)
                } else {
                    Target::NoPartition(number)
                }
            }
            Some(_) => Target::NoTopic(word),
            None => Target::Partition(position(controller, &word)?),
        };
        targets.push(target);
    }
    if targets.is_empty() {
        targets.extend((0..controller.partitions.len()).map(Target::Partition));
    }
    Ok(targets)
}

fn one_partition(controller: &Controller, given: &mut Fields) -> Result<usize, String> {
    position(controller, &given.need_word("the partition, as in P0,")?)
}

fn position(controller: &Controller, word: &str) -> Result<usize, String> {
    let known = &PARTITIONS[..controller.partitions.len()];
    known
        .iter()
        .position(|name| *name == word)
        .ok_or_else(|| format!("`{word}` is none of the partitions {}", known.join(", ")))
}
