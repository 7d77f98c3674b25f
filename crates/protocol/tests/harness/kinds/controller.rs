//! A controller for traces: holds brokers and partitions, and decides nothing itself. Every change
//! comes from the rules in `highwater_protocol::control`.

use highwater_protocol::control::alter_partition::{
    AlterPartitionRequest, alter_partition, check_broker_epoch,
};
use highwater_protocol::control::broker_registration::{RegisterBrokerRequest, register_broker};
use highwater_protocol::control::configs::{
    ElrClearing, MinIsrChange, MinIsrScope, change_min_isr, clear_elr,
};
use highwater_protocol::control::election::{self, RequestedElection, elect_leader};
use highwater_protocol::control::manual_assignment::{check_manual_assignment, manual_isr};
use highwater_protocol::control::reassignment::{self, Reassign, ReplicationFactorChange};
use highwater_protocol::control::session::SessionState;
use highwater_protocol::control::{
    ApiError, BrokerChange, BrokerRegistration, Brokers, ControllerRules, DirectoryId,
    IncarnationId, PartitionChange, PartitionContext, PartitionRegistration, PreviousShutdown,
    RecordOrder, UncleanElection, effective_min_isr, generate_leader_and_isr,
};
use highwater_protocol::{BrokerEpoch, BrokerId, BrokerList, ErrorCode};

/// The one topic of a trace.
pub(crate) const TOPIC: &str = "foo";

/// Brokers, the partitions of one topic, and the configuration of both.
#[derive(Debug)]
pub(crate) struct Controller {
    pub(crate) rules: ControllerRules,
    pub(crate) min_isr: u32,
    pub(crate) unclean: UncleanElection,
    pub(crate) brokers: Brokers,
    pub(crate) partitions: Vec<PartitionRegistration>,
    pub(crate) next_offset: u32,
}

/// What came of an action beside the changed partitions.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The records in order: `P0` for a change of partition 0, a broker's record by its name.
    pub(crate) records: Vec<String>,
    /// Who was answered with an error: a partition's label, the code, the sentence if there is one.
    pub(crate) errors: Vec<(String, ErrorCode, Option<String>)>,
}

impl Outcome {
    fn refuse(&mut self, label: String, error: ApiError) {
        self.errors.push((label, error.code, Some(error.message)));
    }
}

/// What an action is about: an existing partition, or a name that does not exist.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Partition(usize),
    NoPartition(u32),
    NoTopic(String),
}

pub(crate) fn label(index: usize) -> String {
    format!("P{index}")
}

impl Controller {
    /// Registers a broker that is up and running.
    pub(crate) fn register_active(&mut self, id: BrokerId) {
        self.brokers.put(BrokerRegistration {
            id,
            epoch: BrokerEpoch(100),
            incarnation: IncarnationId(100),
            rack: None,
            directories: vec![DirectoryId(1000 + u32::from(id.0))],
            fenced: false,
            in_controlled_shutdown: false,
        });
    }

    /// Creates the next partition with these replicas.
    pub(crate) fn create(&mut self, replicas: BrokerList) -> Result<(), ApiError> {
        check_manual_assignment(&replicas, None, &self.brokers)?;
        let isr = manual_isr(&replicas, self.partitions.len() as u32, &self.brokers)?;
        self.partitions.push(PartitionRegistration::new(replicas, isr));
        Ok(())
    }

    fn context(&self) -> PartitionContext {
        let replicas = self.partitions.first().map_or(0, |partition| partition.replicas.len());
        PartitionContext {
            rules: self.rules,
            min_isr: effective_min_isr(self.min_isr as usize, replicas),
            acceptable: self.brokers.active(),
            unclean: self.unclean,
        }
    }

    /// Carries a broker's change into the partitions and into its own registration.
    pub(crate) fn change_broker(&mut self, change: BrokerChange) -> Outcome {
        let mut outcome = Outcome::default();
        if self.brokers.get(change.broker()).is_none() {
            let message = format!("Broker ID {} is not currently registered", change.broker());
            let error = ApiError::new(ErrorCode::BrokerIdNotRegistered, message);
            outcome.refuse("broker".to_owned(), error);
            return outcome;
        }
        let changes = self.changes_of_partitions(change);
        if change.record_order() == RecordOrder::BrokerFirst {
            self.write_broker(change, &mut outcome);
        }
        for (index, record) in changes {
            self.apply(index, &record, &mut outcome);
        }
        if change.record_order() == RecordOrder::PartitionsFirst {
            self.write_broker(change, &mut outcome);
        }
        outcome
    }

    fn changes_of_partitions(&self, change: BrokerChange) -> Vec<(usize, PartitionChange)> {
        let context = self.context();
        let update = change.update(self.rules.elr);
        let (first, second) = change.passes(self.rules.elr);
        let mut changes = Vec::new();
        for pass in [Some(first), second].into_iter().flatten() {
            for (index, partition) in self.partitions.iter().enumerate() {
                if pass.visits(partition)
                    && let Some(record) = generate_leader_and_isr(partition, &context, update)
                {
                    changes.push((index, record));
                }
            }
        }
        changes
    }

    fn write_broker(&mut self, change: BrokerChange, outcome: &mut Outcome) {
        let id = change.broker();
        let record = match change {
            BrokerChange::Fence(_) => "FENCE",
            BrokerChange::Unfence(_) => "UNFENCE",
            BrokerChange::ControlledShutdown(_) => "IN_CONTROLLED_SHUTDOWN",
            BrokerChange::Unregister(_) => "UNREGISTER_BROKER",
            BrokerChange::NewIncarnation(..) => "REGISTER_BROKER",
        };
        outcome.records.push(record.to_owned());
        match (change, self.brokers.get_mut(id)) {
            (BrokerChange::Fence(_), Some(broker)) => broker.fenced = true,
            (BrokerChange::Unfence(_), Some(broker)) => broker.fenced = false,
            (BrokerChange::ControlledShutdown(_), Some(broker)) => {
                broker.in_controlled_shutdown = true;
            }
            (BrokerChange::Unregister(_), Some(_)) => {
                self.brokers.remove(id);
            }
            _ => {}
        }
    }

    /// The broker's process stops and a new one registers after the session has run out.
    pub(crate) fn restart(&mut self, id: BrokerId, ended: PreviousShutdown) -> Outcome {
        self.next_offset += 1;
        let stored = self.brokers.get(id).map(|broker| broker.epoch);
        let request = RegisterBrokerRequest {
            id,
            incarnation: IncarnationId(self.next_offset),
            previous_epoch: if ended == PreviousShutdown::Clean { stored } else { None },
            rack: None,
            directories: vec![DirectoryId(1000 + u32::from(id.0))],
        };
        let next_offset = BrokerEpoch(self.next_offset);
        match register_broker(&self.brokers, &request, SessionState::Expired, next_offset) {
            Err(code) => {
                Outcome { errors: vec![("broker".to_owned(), code, None)], records: Vec::new() }
            }
            Ok(registered) => {
                let outcome = registered.change.map(|change| self.change_broker(change));
                self.brokers.put(registered.registration);
                outcome.unwrap_or_default()
            }
        }
    }

    /// A leader's request for another ISR.
    pub(crate) fn alter_partition(
        &mut self,
        index: usize,
        request: &AlterPartitionRequest,
        sender_epoch: BrokerEpoch,
    ) -> Outcome {
        let mut outcome = Outcome::default();
        let applied =
            check_broker_epoch(&self.brokers, request.sender, sender_epoch).and_then(|()| {
                let partition = &self.partitions[index];
                alter_partition(partition, request, &self.brokers, &self.context())
            });
        match applied {
            Err(code) => outcome.errors.push((label(index), code, None)),
            Ok(applied) => {
                outcome.errors.extend(applied.error().map(|code| (label(index), code, None)));
                if let Some(change) = &applied.change {
                    self.apply(index, change, &mut outcome);
                }
            }
        }
        outcome
    }

    /// An ElectLeaders request.
    pub(crate) fn elect(&mut self, targets: &[Target], election: RequestedElection) -> Outcome {
        let mut outcome = Outcome::default();
        for target in targets {
            match target {
                Target::Partition(index) => {
                    match elect_leader(&self.partitions[*index], election, &self.context()) {
                        Ok(change) => self.apply(*index, &change, &mut outcome),
                        Err(code) => outcome.errors.push((label(*index), code, None)),
                    }
                }
                Target::NoPartition(number) => {
                    let error = election::no_such_partition(TOPIC, *number);
                    outcome.refuse(format!("{TOPIC}-{number}"), error);
                }
                Target::NoTopic(name) => {
                    let topic = name.rsplit_once('-').map_or(name.as_str(), |(topic, _)| topic);
                    outcome.refuse(name.clone(), election::no_such_topic(topic));
                }
            }
        }
        outcome
    }

    /// A reassignment to `target`, or with `None` the cancellation of the running one.
    pub(crate) fn reassign(&mut self, index: usize, target: Option<&[BrokerId]>) -> Outcome {
        let mut outcome = Outcome::default();
        let partition = &self.partitions[index];
        let context = self.context();
        let change = match target {
            Some(target) => {
                let replication_factor = ReplicationFactorChange::Allowed;
                let request = Reassign { target, replication_factor };
                reassignment::reassign(partition, request, &self.brokers, &context)
            }
            None => reassignment::cancel(partition, &context, TOPIC, index as u32),
        };
        match change {
            Ok(Some(change)) => self.apply(index, &change, &mut outcome),
            Ok(None) => {}
            Err(error) => outcome.refuse(label(index), error),
        }
        outcome
    }

    /// The topic's own `min.insync.replicas` is set to a value.
    pub(crate) fn set_min_isr(&mut self, value: u32) -> Outcome {
        let scope = MinIsrScope::Topic { stored: Some(self.min_isr) };
        let mut outcome = Outcome::default();
        match change_min_isr(scope, MinIsrChange::Set(value), self.rules.elr) {
            Err(error) => outcome.refuse("topic".to_owned(), error),
            Ok(clearing) => {
                self.min_isr = value;
                if clearing != ElrClearing::Nothing {
                    for partition in &mut self.partitions {
                        *partition = clear_elr(partition).unwrap_or_else(|| partition.clone());
                    }
                }
            }
        }
        outcome
    }

    fn apply(&mut self, index: usize, change: &PartitionChange, outcome: &mut Outcome) {
        outcome.records.push(label(index));
        self.partitions[index] = self.partitions[index].merge(change);
    }
}
