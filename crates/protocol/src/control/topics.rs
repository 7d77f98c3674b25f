//! CreateTopics and CreatePartitions: what is allowed, and what the new partitions look like.
//!
//! Topic configurations, policies and quotas are not modelled. Source:
//! `ReplicationControlManager.createTopics` and `createPartitions`.

use crate::control::api_error::ApiError;
use crate::control::brokers::Brokers;
use crate::control::manual_assignment::{active_members, check_manual_assignment, manual_isr};
use crate::control::placement::{PlacementSpec, place, usable_brokers};
use crate::control::random::RandomSource;
use crate::control::registration::PartitionRegistration;
use crate::error::ErrorCode;
use crate::ids::BrokerList;

/// A topic that a client wants; -1 stands for "not given", as in the request.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreatableTopic {
    /// Its name.
    pub name: String,
    /// How many partitions, or -1.
    pub partitions: i32,
    /// How many replicas each, or -1.
    pub replication_factor: i16,
    /// Partition numbers with their replicas; empty to leave the placement to Kafka.
    pub assignments: Vec<(u32, BrokerList)>,
}

/// What a new topic is checked against.
#[derive(Clone, Copy, Debug)]
pub struct TopicSurroundings<'a> {
    /// The names of the topics that exist, in the order in which a collision is looked for.
    pub existing: &'a [&'a str],
    /// The registered brokers.
    pub brokers: &'a Brokers,
    /// `num.partitions` of the active controller (default 1).
    pub default_partitions: u32,
    /// `default.replication.factor` of the active controller (default 1).
    pub default_replication_factor: i16,
}

/// The partitions of a new topic, by number.
///
/// # Errors
/// In this order: `INVALID_TOPIC_EXCEPTION` for the name, `TOPIC_ALREADY_EXISTS`,
/// `INVALID_TOPIC_EXCEPTION` for a name that collides, `INVALID_REQUEST` for counts beside an
/// assignment, `INVALID_REPLICA_ASSIGNMENT`, `INVALID_REPLICATION_FACTOR`, `INVALID_PARTITIONS`,
/// `INVALID_REPLICATION_FACTOR` again if the brokers do not suffice.
pub fn create_topic(
    topic: &CreatableTopic,
    surroundings: TopicSurroundings<'_>,
    random: &mut impl RandomSource,
) -> Result<Vec<PartitionRegistration>, ApiError> {
    check_name(&topic.name)?;
    check_is_new(&topic.name, surroundings.existing)?;
    if !topic.assignments.is_empty() {
        return assigned(topic, surroundings.brokers);
    }
    if topic.replication_factor == 0 || topic.replication_factor < -1 {
        return Err(ApiError::new(
            ErrorCode::InvalidReplicationFactor,
            "Replication factor must be larger than 0, or -1 to use the default value.",
        ));
    }
    if topic.partitions == 0 || topic.partitions < -1 {
        return Err(ApiError::new(
            ErrorCode::InvalidPartitions,
            "Number of partitions was set to an invalid non-positive value.",
        ));
    }
    let spec = PlacementSpec {
        partitions: u32::try_from(topic.partitions).unwrap_or(surroundings.default_partitions),
        replication_factor: match topic.replication_factor {
            -1 => surroundings.default_replication_factor,
            given => given,
        },
    };
    placed(spec, surroundings.brokers, random).map_err(|error| {
        let prefix = unable_to_replicate(spec.replication_factor);
        // A partition without an active replica already says so.
        if error.message.starts_with(&prefix) {
            error
        } else {
            ApiError::new(error.code, prefix + &error.message)
        }
    })
}

/// A topic's name. Source: `Topic.validate`.
fn check_name(name: &str) -> Result<(), ApiError> {
    const LENGTH_MAX: usize = 249;
    let is_legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let message = if name.is_empty() {
        "Topic name is invalid: the empty string is not allowed".to_owned()
    } else if name == "." || name == ".." {
        format!("Topic name is invalid: '{name}' is not allowed")
    } else if LENGTH_MAX < name.chars().count() {
        format!(
            "Topic name is invalid: the length of '{name}' is longer than the max allowed length \
             {LENGTH_MAX}"
        )
    } else if !name.chars().all(is_legal) {
        format!(
            "Topic name is invalid: '{name}' contains one or more characters other than ASCII \
             alphanumerics, '.', '_' and '-'"
        )
    } else {
        return Ok(());
    };
    Err(ApiError::new(ErrorCode::InvalidTopicException, message))
}

/// Names of metrics can't tell `.` from `_`, so two topics may not differ by them only.
fn check_is_new(name: &str, existing: &[&str]) -> Result<(), ApiError> {
    if existing.contains(&name) {
        let message = format!("Topic '{name}' already exists.");
        return Err(ApiError::new(ErrorCode::TopicAlreadyExists, message));
    }
    let unified = |name: &str| name.replace('.', "_");
    match existing.iter().find(|other| unified(other) == unified(name)) {
        Some(other) => {
            let message = format!("Topic '{name}' collides with existing topic: {other}");
            Err(ApiError::new(ErrorCode::InvalidTopicException, message))
        }
        None => Ok(()),
    }
}

fn assigned(
    topic: &CreatableTopic,
    brokers: &Brokers,
) -> Result<Vec<PartitionRegistration>, ApiError> {
    const GIVEN: &str = "A manual partition assignment was specified, but";
    if topic.replication_factor != -1 {
        let message = format!("{GIVEN} replication factor was not set to -1.");
        return Err(ApiError::new(ErrorCode::InvalidRequest, message));
    }
    if topic.partitions != -1 {
        let message = format!("{GIVEN} numPartitions was not set to -1.");
        return Err(ApiError::new(ErrorCode::InvalidRequest, message));
    }
    let refuse = |message| Err(ApiError::new(ErrorCode::InvalidReplicaAssignment, message));
    let mut partitions: Vec<Option<PartitionRegistration>> = vec![None; topic.assignments.len()];
    let mut seen = Vec::new();
    let mut replication_factor = None;
    for (number, replicas) in &topic.assignments {
        if seen.contains(number) {
            return refuse(format!(
                "Found multiple manual partition assignments for partition {number}"
            ));
        }
        seen.push(*number);
        check_manual_assignment(replicas, replication_factor, brokers)?;
        replication_factor = Some(replicas.len());
        let isr = manual_isr(replicas, *number, brokers)?;
        if let Some(slot) = partitions.get_mut(*number as usize) {
            *slot = Some(PartitionRegistration::new(replicas.clone(), isr));
        }
    }
    match partitions.into_iter().collect() {
        Some(partitions) => Ok(partitions),
        None => refuse("partitions should be a consecutive 0-based integer sequence".to_owned()),
    }
}

fn placed(
    spec: PlacementSpec,
    brokers: &Brokers,
    random: &mut impl RandomSource,
) -> Result<Vec<PartitionRegistration>, ApiError> {
    let lists = place(spec, &usable_brokers(brokers), random)?;
    let created = lists.into_iter().map(|replicas| {
        let isr = active_members(&replicas, brokers);
        if isr.is_empty() {
            let message = unable_to_replicate(spec.replication_factor)
                + "All brokers are currently fenced or in controlled shutdown.";
            return Err(ApiError::new(ErrorCode::InvalidReplicationFactor, message));
        }
        Ok(PartitionRegistration::new(replicas, isr))
    });
    created.collect()
}

fn unable_to_replicate(replication_factor: i16) -> String {
    format!("Unable to replicate the partition {replication_factor} time(s): ")
}

/// A wish for more partitions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CreatePartitions {
    /// The topic, for messages.
    pub topic: String,
    /// How many partitions it should have afterwards.
    pub count: u32,
    /// The replicas of each additional partition, if the client gives them.
    pub assignments: Option<Vec<BrokerList>>,
}

/// The partitions that come in addition; existing ones stay, and so does their data.
///
/// The replication factor is the number of replicas of partition 0, both halves of a running
/// reassignment included.
///
/// # Errors
/// `INVALID_PARTITIONS` for a count that is no increase, `INVALID_REPLICA_ASSIGNMENT` for a bad
/// assignment, `INVALID_REPLICATION_FACTOR` if the brokers do not suffice (here without the prefix
/// that [`create_topic`] gives). A topic that does not exist is the caller's
/// `UNKNOWN_TOPIC_OR_PARTITION`.
pub fn create_partitions(
    request: &CreatePartitions,
    existing: &[PartitionRegistration],
    brokers: &Brokers,
    random: &mut impl RandomSource,
) -> Result<Vec<PartitionRegistration>, ApiError> {
    let present = existing.len() as u32;
    let additional = check_increase(request, present)?;
    let replication_factor = existing.first().map_or(0, |partition| partition.replicas.len());
    let Some(assignments) = &request.assignments else {
        let replication_factor = replication_factor as i16;
        let spec = PlacementSpec { partitions: additional, replication_factor };
        return placed(spec, brokers, random);
    };
    let created = assignments.iter().zip(present..).map(|(replicas, number)| {
        check_manual_assignment(replicas, Some(replication_factor), brokers)?;
        let isr = manual_isr(replicas, number, brokers)?;
        Ok(PartitionRegistration::new(replicas.clone(), isr))
    });
    created.collect()
}

fn check_increase(request: &CreatePartitions, present: u32) -> Result<u32, ApiError> {
    let CreatePartitions { topic, count, assignments } = request;
    if *count == present {
        let message = format!("Topic already has {present} partition(s).");
        return Err(ApiError::new(ErrorCode::InvalidPartitions, message));
    }
    if *count < present {
        let message = format!(
            "The topic {topic} currently has {present} partition(s); {count} would not be an \
             increase."
        );
        return Err(ApiError::new(ErrorCode::InvalidPartitions, message));
    }
    let additional = count - present;
    match assignments {
        Some(assignments) if assignments.len() as u32 != additional => {
            let message = format!(
                "Attempted to add {additional} additional partition(s), but only {} \
                 assignment(s) were specified.",
                assignments.len()
            );
            Err(ApiError::new(ErrorCode::InvalidReplicaAssignment, message))
        }
        Some(_) | None => Ok(additional),
    }
}
