//! What holds of every placement, over all small clusters.

use super::placement::{PlacementSpec, UsableBroker, place};
use super::random::MockRandom;
use crate::control::RackId;
use crate::ids::{BrokerId, BrokerSet};

const PARTITIONS: u32 = 24;

/// Every cluster of `size` brokers over up to three racks, each broker fenced or not.
fn clusters(size: u32) -> impl Iterator<Item = Vec<UsableBroker>> {
    (0..6_u32.pow(size)).map(move |code| {
        let broker = |id: u32| {
            let choice = code / 6_u32.pow(id) % 6;
            UsableBroker {
                id: BrokerId(id as u8),
                rack: Some(RackId((choice / 2) as u8)),
                fenced: choice % 2 == 1,
            }
        };
        (0..size).map(broker).collect()
    })
}

#[test]
fn replicas_are_distinct_and_an_unfenced_broker_leads() {
    for size in 1..=4 {
        for brokers in clusters(size) {
            let unfenced: BrokerSet =
                brokers.iter().filter(|broker| !broker.fenced).map(|broker| broker.id).collect();
            if unfenced.is_empty() {
                continue;
            }
            for replication_factor in 1..=size as i16 {
                let spec = PlacementSpec { partitions: PARTITIONS, replication_factor };
                let lists = place(spec, &brokers, &mut MockRandom::of_kafka_tests())
                    .unwrap_or_else(|error| panic!("{error} for {brokers:?}"));
                assert_eq!(lists.len(), PARTITIONS as usize);
                for list in lists {
                    let members: BrokerSet = list.iter().copied().collect();
                    assert_eq!(members.len(), replication_factor as usize, "{list:?} {brokers:?}");
                    assert!(unfenced.contains(list[0]), "{list:?} of {brokers:?}");
                }
            }
        }
    }
}
