//! What producer and consumer know.

use std::rc::Rc;

use highwater_engine::Cluster;
use highwater_engine::consumer::Seeking;
use highwater_engine::ledger::{Batch, Outcome};
use highwater_protocol::lag::Millis;

use crate::model::{BatchState, BatchView, ConsumerView, ProducerView};
use crate::words;

/// How many batches and records are shown.
const BATCHES_MAX: usize = 3;
const READ_MAX: usize = 4;

pub(super) fn producer(cluster: &Cluster) -> ProducerView {
    let batches: Vec<&Batch> = cluster.ledger().batches().map(|(_, batch)| batch).collect();
    let lost = batches.iter().filter(|batch| batch.lost_in.is_some()).count() as u32;
    // What was preloaded was not sent by this producer, unless it was lost since.
    let sent = batches
        .iter()
        .rev()
        .filter(|batch| batch.outcome != Outcome::Acked(PRELOADED) || batch.lost_in.is_some());
    ProducerView { batches: sent.take(BATCHES_MAX).map(|batch| view(batch)).collect(), lost }
}

/// Preloaded batches count as acknowledged when time began; nothing else can be.
const PRELOADED: Millis = 0;

fn view(batch: &Batch) -> BatchView {
    let state = match batch.outcome {
        Outcome::Pending => BatchState::Pending,
        Outcome::Acked(_) if batch.lost_in.is_some() => BatchState::Lost,
        Outcome::Acked(_) => BatchState::Acked,
        Outcome::Refused(error) => BatchState::Refused(error.name()),
        Outcome::Unknown(error) => BatchState::Unknown(error.name()),
    };
    BatchView {
        name: Rc::clone(&batch.name),
        count: batch.count,
        acks: words::acks(batch.acks),
        state,
    }
}

pub(super) fn consumer(cluster: &Cluster) -> ConsumerView {
    let Some(consumer) = cluster.consumer() else {
        return ConsumerView::default();
    };
    let skipped = consumer.read.len().saturating_sub(READ_MAX);
    let names = consumer.read[skipped..].iter();
    ConsumerView {
        position: Some(consumer.position.0).filter(|_| consumer.seeking == Seeking::Done),
        read: names.map(|(_, entry)| cluster.ledger().record_name(entry.record).into()).collect(),
    }
}
