//! How many events a second the engine makes of the standard scenario: three brokers, one
//! partition, a producer that writes as fast as it is acknowledged.

use std::hint::black_box;
use std::rc::Rc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use highwater_engine::command::{Command, Produce};
use highwater_engine::config::{ClusterConfig, PartitionId, Preload, Timings, TopicConfig};
use highwater_engine::{Cluster, Event};
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, Generation, LeaderEpoch};

fn standard() -> Cluster {
    let brokers = [0, 1, 2].map(BrokerId);
    Cluster::start(ClusterConfig {
        generation: Generation::Strict,
        brokers: brokers.to_vec(),
        topics: vec![TopicConfig {
            name: "orders".into(),
            assignments: vec![brokers.into_iter().collect()],
            min_insync_replicas: 2,
            unclean: None,
        }],
        preloads: vec![Preload {
            partition: PartitionId(0),
            name: Rc::from("m"),
            count: 10,
            epoch: LeaderEpoch(0),
        }],
        timings: Timings::defaults(),
        fetch_records_max: 1000,
        placement_seed: 17,
    })
    .expect("a valid configuration")
}

/// Writes `batches` batches and returns how many events there were.
fn write(cluster: &mut Cluster, names: &[Rc<str>], out: &mut Vec<Event>) -> usize {
    for name in names {
        let wish = Command::Produce(Produce {
            name: Rc::clone(name),
            count: 1,
            partition: PartitionId(0),
            acks: Acks::All,
            retries: 0,
            at: None,
            transaction: None,
        });
        cluster.submit(&wish, out).expect("accepted");
        while !cluster.producer_is_idle() {
            cluster.step(out);
        }
    }
    out.len()
}

fn events(c: &mut Criterion) {
    let names: Vec<Rc<str>> = (0..500).map(|n| Rc::from(format!("r{n}"))).collect();
    let mut out = Vec::new();
    let count = write(&mut standard(), &names, &mut out);
    let mut group = c.benchmark_group("engine");
    group.throughput(Throughput::Elements(count as u64));
    group.bench_function("events of the standard scenario", |bencher| {
        bencher.iter_batched(
            || (standard(), Vec::with_capacity(count)),
            |(mut cluster, mut out)| black_box(write(&mut cluster, &names, &mut out)),
            criterion::BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, events);
criterion_main!(benches);
