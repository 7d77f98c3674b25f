//! `kind placement`: where the placer puts replicas, with the random numbers of Kafka's tests.

use std::collections::BTreeMap;

use highwater_protocol::BrokerList;
use highwater_protocol::control::RackId;
use highwater_protocol::control::placement::{PlacementSpec, UsableBroker, place};
use highwater_protocol::control::random::{MockRandom, RandomSource};

use crate::harness::compare::Answer;
use crate::harness::fields::{self, Fields, show};
use crate::harness::text::{Failure, Row};

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    let [setup, partitions @ ..] = row.steps.as_slice() else {
        return Ok(());
    };
    let fail = |text| Failure::at(setup.line, text);
    let mut given = Fields::new(&setup.given);
    let (answer, lists) = compute(&mut given, partitions.len())
        .and_then(|result| given.finish().map(|()| result))
        .map_err(fail)?;
    if partitions.is_empty() || setup.expected.is_some() {
        answer.check(setup)?;
    }
    for (step, list) in partitions.iter().zip(lists) {
        let mut given = Fields::new(&step.given);
        let word = given.word();
        if word.as_deref() != Some("partition") {
            return Err(Failure::at(step.line, "write `partition => replicas=[…]`"));
        }
        given.finish().map_err(|text| Failure::at(step.line, text))?;
        Answer::default().with("replicas", show(&list)).check(step)?;
    }
    Ok(())
}

/// The answer for a row of one line, and the lists for one with a line for each partition.
fn compute(given: &mut Fields, lines: usize) -> Result<(Answer, Vec<BrokerList>), String> {
    let mut random = MockRandom::of_kafka_tests();
    if let Some(count) = given.number::<usize>("draws")? {
        let draws: Vec<String> = (0..count).map(|_| random.next_bits(31).to_string()).collect();
        return Ok((
            Answer::default().with("numbers", format!("[{}]", draws.join(","))),
            Vec::new(),
        ));
    }
    let brokers = brokers(given)?;
    let spec = PlacementSpec {
        partitions: given.number("partitions")?.unwrap_or(lines.max(1) as u32),
        replication_factor: given.need_number("replication-factor")?,
    };
    Ok(match place(spec, &brokers, &mut random) {
        Err(error) => {
            let answer =
                Answer::default().with("error", error.code.name()).with("message", error.message);
            if 0 < lines {
                return Err("nothing was placed, so there is no partition to compare".to_owned());
            }
            (answer, Vec::new())
        }
        Ok(lists) => (Answer::default().with("pairs", pairs(&lists)), lists),
    })
}

/// How often each leader came with each first follower.
fn pairs(lists: &[BrokerList]) -> String {
    let mut counts = BTreeMap::new();
    for list in lists {
        if let [leader, follower, ..] = list.as_slice() {
            *counts.entry((leader, follower)).or_insert(0) += 1;
        }
    }
    let shown: Vec<String> =
        counts.iter().map(|((a, b), count)| format!("{a}-{b}:{count}")).collect();
    format!("[{}]", shown.join(","))
}

/// Reads brokers as in `[10@1,11@1,20f@2]`: `f` is fenced, `@` a rack of one letter or digit.
pub(crate) fn brokers(given: &mut Fields) -> Result<Vec<UsableBroker>, String> {
    let text = given.need("brokers")?;
    let read = |element: &str| {
        let (broker, rack) = match element.split_once('@') {
            Some((broker, rack)) => (broker, Some(rack)),
            None => (element, None),
        };
        let rack = match rack.map(str::as_bytes) {
            None => None,
            Some([name]) => Some(RackId(*name)),
            Some(_) => {
                return Err(format!("brokers: the rack of `{element}` is not one letter"));
            }
        };
        let id = broker.strip_suffix('f').unwrap_or(broker);
        Ok(UsableBroker { id: fields::broker("brokers", id)?, rack, fenced: id != broker })
    };
    fields::elements("brokers", &text)?.into_iter().map(read).collect()
}
