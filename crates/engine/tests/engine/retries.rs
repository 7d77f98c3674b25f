//! Retries with and without idempotence: the same lost answer, one record or two.

use highwater_engine::command::{Command, Node, Produce};
use highwater_engine::idempotence::Idempotence;
use highwater_engine::ledger::Outcome;
use highwater_engine::{Cluster, Event, PartitionId};
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, Generation};

use crate::support::cluster;

const P: PartitionId = PartitionId(0);

/// A batch whose answer is lost on the way, and a retry after the link is mended.
fn answer_lost(idempotence: Idempotence) -> Cluster {
    let mut cluster = cluster(Generation::Strict, 1);
    let mut out: Vec<Event> = Vec::new();
    cluster.submit(&Command::SetIdempotence(idempotence), &mut out).expect("set");
    let produce = Command::Produce(Produce {
        name: "x".into(),
        count: 2,
        partition: P,
        acks: Acks::All,
        retries: 3,
        at: None,
        transaction: None,
    });
    cluster.submit(&produce, &mut out).expect("produce");
    // The records arrive after 10 ms; their answer would leave after 30 ms.
    cluster.run_until(20, &mut out);
    let link = (Node::Producer, Node::Broker(BrokerId(0)));
    cluster.submit(&Command::CutLink(link.0, link.1), &mut out).expect("cut");
    cluster.run_until(35, &mut out);
    cluster.submit(&Command::HealLink(link.0, link.1), &mut out).expect("heal");
    while !cluster.is_quiet() {
        cluster.step(&mut out);
    }
    cluster
}

fn copies(cluster: &Cluster) -> usize {
    let id = cluster.ledger().by_name("x").expect("a batch");
    let first = cluster.ledger().batch(id).first;
    let log = &cluster.replica(BrokerId(1), P).expect("a replica").log;
    log.entries().iter().filter(|entry| entry.record == first).count()
}

#[test]
fn a_retry_without_idempotence_doubles_the_record_and_with_it_does_not() {
    for (idempotence, expected) in [(Idempotence::Off, 2), (Idempotence::On, 1)] {
        let cluster = answer_lost(idempotence);
        assert_eq!(copies(&cluster), expected, "{idempotence:?}");
        let id = cluster.ledger().by_name("x").expect("a batch");
        assert!(matches!(cluster.ledger().batch(id).outcome, Outcome::Acked(_)));
    }
}
