//! `kind topics`: CreateTopics and CreatePartitions, accepted and refused.

use highwater_protocol::control::placement::UsableBroker;
use highwater_protocol::control::random::MockRandom;
use highwater_protocol::control::topics::{
    CreatableTopic, CreatePartitions, TopicSurroundings, create_partitions, create_topic,
};
use highwater_protocol::control::{
    ApiError, BrokerRegistration, Brokers, IncarnationId, PartitionRegistration,
};
use highwater_protocol::{BrokerEpoch, BrokerList};

use super::placement;
use crate::harness::compare::{Answer, one_line};
use crate::harness::fields::{self, Fields, show};
use crate::harness::text::{Failure, Row};

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    one_line(row, answer)
}

fn answer(given: &mut Fields) -> Result<Answer, String> {
    let action = given.need_word("the word create or add")?;
    let brokers = brokers(given)?;
    match action.as_str() {
        "create" => create(given, &brokers),
        "add" => add(given, &brokers),
        other => Err(format!("`{other}` is neither create nor add")),
    }
}

fn create(given: &mut Fields, brokers: &Brokers) -> Result<Answer, String> {
    let topic = CreatableTopic {
        name: given.take("name").unwrap_or_else(|| "foo".to_owned()),
        partitions: given.number("partitions")?.unwrap_or(-1),
        replication_factor: given.number("replication-factor")?.unwrap_or(-1),
        assignments: match given.take("assignments") {
            Some(text) => text.split(' ').map(numbered).collect::<Result<_, _>>()?,
            None => Vec::new(),
        },
    };
    let existing = given.take("existing").unwrap_or_else(|| "[]".to_owned());
    let surroundings = TopicSurroundings {
        existing: &fields::elements("existing", &existing)?,
        brokers,
        default_partitions: 1,
        default_replication_factor: given.number("default-replication-factor")?.unwrap_or(1),
    };
    Ok(result(create_topic(&topic, surroundings, &mut MockRandom::of_kafka_tests())))
}

fn add(given: &mut Fields, brokers: &Brokers) -> Result<Answer, String> {
    let existing = given.need("existing")?;
    let existing: Vec<PartitionRegistration> = existing
        .split(' ')
        .map(|list| {
            let replicas = fields::list("existing", list)?;
            Ok(PartitionRegistration::new(replicas.clone(), replicas))
        })
        .collect::<Result<_, String>>()?;
    let read_lists = |text: String| {
        text.split(' ').map(|list| fields::list("assignments", list)).collect::<Result<_, _>>()
    };
    let request = CreatePartitions {
        topic: given.take("name").unwrap_or_else(|| "foo".to_owned()),
        count: given.need_number("count")?,
        assignments: given.take("assignments").map(read_lists).transpose()?,
    };
    Ok(result(create_partitions(&request, &existing, brokers, &mut MockRandom::of_kafka_tests())))
}

/// Reads a partition number with its replicas, as in `0:[1,2,3]`.
fn numbered(text: &str) -> Result<(u32, BrokerList), String> {
    let (number, replicas) = text
        .split_once(':')
        .ok_or_else(|| format!("assignments: `{text}` is not NUMBER:[REPLICAS]"))?;
    Ok((fields::number("assignments", number)?, fields::list("assignments", replicas)?))
}

fn result(result: Result<Vec<PartitionRegistration>, ApiError>) -> Answer {
    match result {
        Err(error) => {
            Answer::default().with("error", error.code.name()).with("message", error.message)
        }
        Ok(partitions) => {
            let lists = |of: fn(&PartitionRegistration) -> &BrokerList| {
                let lists: Vec<String> = partitions.iter().map(|p| show(of(p))).collect();
                lists.join(" ")
            };
            Answer::default()
                .with("replicas", lists(|partition| &partition.replicas))
                .with("isr", lists(|partition| &partition.isr))
        }
    }
}

/// Reads `brokers` with `shutting-down` among them.
fn brokers(given: &mut Fields) -> Result<Brokers, String> {
    let listed = placement::brokers(given)?;
    let shutting_down = given.set("shutting-down")?;
    let register = |broker: &UsableBroker| BrokerRegistration {
        id: broker.id,
        epoch: BrokerEpoch(1),
        incarnation: IncarnationId(1),
        rack: broker.rack,
        directories: Vec::new(),
        fenced: broker.fenced,
        in_controlled_shutdown: shutting_down.contains(broker.id),
    };
    Ok(listed.iter().map(register).collect())
}
