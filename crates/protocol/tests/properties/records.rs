//! Producers' numbers, transactions and loads from disk.

use highwater_protocol::producer_state::{
    Admission, FirstContact, NumberedBatch, ProducerEpoch, ProducerStates, Sequence,
};
use highwater_protocol::recovery::{self, DiskLog, Records, Shutdown};
use highwater_protocol::transactions::Transactions;
use highwater_protocol::{Offset, ProducerId};
use proptest::prelude::*;

fn batch() -> impl Strategy<Value = NumberedBatch> {
    let near_the_end = Sequence::MAX.number() - 3;
    let number = prop_oneof![0_u32..10, near_the_end..=Sequence::MAX.number()];
    (0_u32..2, 0_u16..3, number, 0_u32..3).prop_map(|(producer, epoch, first, more)| {
        let first = Sequence::new(first).unwrap_or_default();
        let last = first.plus(more);
        NumberedBatch { producer: ProducerId(producer), epoch: ProducerEpoch(epoch), first, last }
    })
}

#[derive(Clone, Debug)]
enum TransactionOp {
    Batch(u32),
    Marker(u32),
    Plain,
    Commit(u32),
    Cut(u32),
}

fn transaction_op() -> impl Strategy<Value = TransactionOp> {
    prop_oneof![
        4 => (0_u32..3).prop_map(TransactionOp::Batch),
        3 => (0_u32..3).prop_map(TransactionOp::Marker),
        1 => Just(TransactionOp::Plain),
        3 => (0_u32..3).prop_map(TransactionOp::Commit),
        1 => (0_u32..3).prop_map(TransactionOp::Cut),
    ]
}

proptest! {
    /// Within an epoch of a producer a leader's log holds its records once each and in order.
    #[test]
    fn admitted_batches_go_on_from_each_other(batches in prop::collection::vec(batch(), 0..60)) {
        let mut states = ProducerStates::default();
        let mut end = Offset::ZERO;
        let mut stored: Vec<(NumberedBatch, Offset)> = Vec::new();
        for batch in batches {
            let last = stored.iter().rev().find(|(other, _)| other.producer == batch.producer);
            match states.admit(&batch, FirstContact::AnySequence) {
                Ok(Admission::Append) => {
                    if let Some((last, _)) = last {
                        prop_assert!(last.epoch <= batch.epoch);
                        let same_epoch = last.epoch == batch.epoch;
                        let next = if same_epoch { last.last.plus(1) } else { Sequence::default() };
                        prop_assert_eq!(batch.first, next);
                    }
                    states.note_append(&batch, end);
                    stored.push((batch, end));
                    end = end.plus(3);
                }
                Ok(Admission::Duplicate(found)) => {
                    prop_assert!(stored.contains(&(batch, found.first_offset)));
                }
                Err(_) => prop_assert!(last.is_some()),
            }
        }
    }

    /// A process that loaded a snapshot takes the same next batch, and never takes one again that
    /// its predecessor would have refused as out of order.
    #[test]
    fn a_snapshot_goes_on_where_the_log_ends(
        batches in prop::collection::vec(batch(), 0..60),
        next in batch(),
    ) {
        let mut states = ProducerStates::default();
        for batch in batches {
            if states.admit(&batch, FirstContact::AnySequence) == Ok(Admission::Append) {
                states.note_append(&batch, Offset::ZERO);
            }
        }
        let loaded = states.snapshot();
        let check = |states: &ProducerStates| states.check(&next, FirstContact::AnySequence);
        prop_assert_eq!(check(&loaded), check(&states));
    }

    #[test]
    fn the_last_stable_offset_never_passes_the_high_watermark_nor_goes_back(
        ops in prop::collection::vec(transaction_op(), 0..60),
    ) {
        let mut transactions = Transactions::default();
        let (mut end, mut high_watermark, mut before) = (Offset::ZERO, Offset::ZERO, Offset::ZERO);
        for op in ops {
            match op {
                TransactionOp::Batch(producer) => {
                    transactions.note_batch(ProducerId(producer), end);
                    end = end.next();
                }
                TransactionOp::Marker(producer) => {
                    transactions.note_marker(ProducerId(producer), end);
                    end = end.next();
                }
                TransactionOp::Plain => end = end.next(),
                TransactionOp::Commit(more) => {
                    high_watermark = high_watermark.plus(more).min(end);
                    transactions.note_high_watermark(high_watermark);
                }
                // What is committed is not cut here.
                TransactionOp::Cut(fewer) => {
                    end = Offset(end.0.saturating_sub(fewer)).max(high_watermark);
                    transactions.truncate_to(end);
                }
            }
            let stable = transactions.last_stable(Offset::ZERO, high_watermark);
            prop_assert!(stable <= high_watermark);
            prop_assert!(before <= stable, "{before:?} {stable:?} {transactions:?}");
            before = stable;
        }
    }

    #[test]
    fn a_loaded_log_is_in_order(
        bases in prop::collection::btree_set(0_u32..40, 1..5),
        end in 0_u32..60,
        bad in prop::collection::btree_set(0_u32..60, 0..4),
        checkpointed in (0_u32..60, 0_u32..60),
        shutdown in prop_oneof![Just(Shutdown::Clean), Just(Shutdown::Unclean)],
    ) {
        let segments: Vec<Offset> = bases.into_iter().map(Offset).collect();
        let bad: Vec<Offset> = bad.into_iter().map(Offset).collect();
        let disk = DiskLog {
            segments: &segments,
            end: Offset(end),
            bad: &bad,
            checkpointed_start: Offset(checkpointed.0),
            checkpointed_recovery_point: Offset(checkpointed.1),
        };
        let loaded = recovery::load(&disk, shutdown);
        prop_assert!(loaded.start <= loaded.end);
        prop_assert!(disk.checkpointed_start <= loaded.start);
        prop_assert!(loaded.recovery_point <= loaded.end);
        let unread = |bad: &&Offset| loaded.scanned_from.is_none_or(|from| **bad < from);
        let below = bad.iter().filter(|bad| **bad < loaded.end && loaded.start <= **bad);
        prop_assert!(loaded.records == Records::Dropped || below.clone().all(|bad| unread(&bad)));
    }
}
