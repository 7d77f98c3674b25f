//! How many states a second: the abstract model in the bounds that it is usually checked in, and one
//! partition of Kafka with two faults. Throughput counts generated states; distinct states and bytes
//! are said beforehand.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use highwater_explorer::kafka::{Kafka, Question, Settings, usual_budget};
use highwater_explorer::reference::{Bounds, Claim, Reference, Variant};
use highwater_explorer::search::{Budget, Model, Progress, Search, Status};
use highwater_protocol::Generation;

fn exhaust<M: Model>(model: M, budget: Budget) -> Progress {
    let mut search = Search::new(model, budget);
    assert_eq!(search.run_to_answer(), Status::Exhausted);
    search.progress()
}

fn measure<M: Model + Copy>(criterion: &mut Criterion, name: &str, model: M, budget: Budget) {
    let progress = exhaust(model, budget);
    let per_state = progress.bytes / u64::from(progress.distinct);
    eprintln!("{name}: {} distinct, {per_state} bytes each", progress.distinct);
    let mut group = criterion.benchmark_group("explorer");
    group.sample_size(10);
    group.throughput(Throughput::Elements(progress.generated));
    group.bench_function(name, |bencher| bencher.iter(|| black_box(exhaust(model, budget))));
    group.finish();
}

fn reference(criterion: &mut Criterion) {
    let bounds = Bounds::new(3, 2, 2, 2).expect("small enough");
    let model = Reference { variant: Variant::Kip320, bounds, claim: Claim::StrongIsr };
    measure(criterion, "reference kip320 3/2/2/2", model, Budget::unlimited());
}

fn kafka(criterion: &mut Criterion) {
    let settings = Settings::usual(Generation::Strict);
    let model = Kafka::new(settings, Question::AckedRecordLost).expect("settings that fit");
    measure(criterion, "kafka strict 3/2, two faults", model, usual_budget(2));
}

criterion_group!(benches, reference, kafka);
criterion_main!(benches);
