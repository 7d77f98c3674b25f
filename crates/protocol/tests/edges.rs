//! Boundaries of small rules that no conformance row stands on.

use highwater_protocol::control::session::scan_period;
use highwater_protocol::control::{BrokerChange, ElrFeature, PreviousShutdown};
use highwater_protocol::follower::{CutRule, reset_to_leader};
use highwater_protocol::isr::resent_at;
use highwater_protocol::lag::shrink_check_period;
use highwater_protocol::leader::HighWatermarkRule;
use highwater_protocol::log::{Entry, ReplicaLog};
use highwater_protocol::producer_state::ProducerStates;
use highwater_protocol::replica::HighWatermarkStep;
use highwater_protocol::transactions::{Belonging, Transactions, is_delivered, timed_out_at};
use highwater_protocol::{BrokerId, Generation, LeaderEpoch, Offset, ProducerId, RecordId};

/// A log of `count` records of epoch 0, none committed.
fn log(count: u32) -> ReplicaLog {
    let mut log = ReplicaLog::default();
    for record in 0..count {
        let entry = Entry { epoch: LeaderEpoch(0), record: RecordId(record) };
        log.append(entry, Generation::Strict.assign_rule());
    }
    log
}

#[test]
fn the_shrink_check_comes_twice_in_the_allowed_lag_and_never_all_the_time() {
    assert_eq!([0, 1, 3, 30_000].map(shrink_check_period), [1, 1, 1, 15_000]);
}

#[test]
fn a_leaders_high_watermark_rises_up_to_the_log_end_and_never_falls() {
    let mut log = log(3);
    assert_eq!(log.raise_high_watermark(Offset(3)), Ok(true));
    assert_eq!(log.raise_high_watermark(Offset(3)), Ok(false));
    assert_eq!(log.raise_high_watermark(Offset(1)), Ok(false));
    assert!(log.raise_high_watermark(Offset(4)).is_err());
    assert_eq!(log.high_watermark(), Offset(3));
}

#[test]
fn a_reset_changes_nothing_where_the_leader_ends_or_begins_at_the_log_end() {
    for (start, end) in [(0, 3), (3, 5)] {
        let mut log = log(3);
        let cut = reset_to_leader(&mut log, Offset(start), Offset(end));
        assert_eq!((cut.rule, cut.from, cut.to), (CutRule::OutOfRange, Offset(3), Offset(3)));
        assert_eq!((log.start(), log.end(), cut.entries.len()), (Offset(0), Offset(3), 0));
    }
}

#[test]
fn nobody_has_written_to_a_new_log() {
    assert!(ProducerStates::default().is_empty());
}

#[test]
fn a_cut_that_takes_a_marker_leaves_the_state_before_it() {
    let (first, second) = (ProducerId(7), ProducerId(3));
    let mut before = Transactions::default();
    before.note_batch(first, Offset(0));
    before.note_batch(second, Offset(1));
    let mut cut = before.clone();
    cut.note_marker(first, Offset(2));
    cut.truncate_to(Offset(2));
    assert_eq!(cut, before);
}

#[test]
fn without_elr_an_unclean_restart_takes_the_broker_out_like_any_other() {
    let restart = |how| BrokerChange::NewIncarnation(BrokerId(1), how);
    let [unclean, clean] = [PreviousShutdown::Unclean, PreviousShutdown::Clean].map(restart);
    assert_eq!(unclean.update(ElrFeature::Off), clean.update(ElrFeature::Off));
    assert_eq!(clean.update(ElrFeature::On), clean.update(ElrFeature::Off));
    assert_ne!(unclean.update(ElrFeature::On), clean.update(ElrFeature::On));
}

#[test]
fn a_step_of_the_high_watermark_to_where_it_is_moves_nothing() {
    let step = |to| HighWatermarkStep {
        rule: HighWatermarkRule::Unknown { replica: BrokerId(0) },
        from: Offset(1),
        to: Offset(to),
    };
    assert_eq!([step(1).moved(), step(2).moved()], [false, true]);
}

#[test]
fn sessions_are_scanned_eight_times_in_their_timeout_and_never_all_the_time() {
    assert_eq!([0, 7, 16, 9_000].map(scan_period), [1, 1, 2, 1_125]);
}

#[test]
fn a_lost_isr_request_is_tried_on_a_grid_of_fifty_ms_from_its_failure() {
    assert_eq!(
        [100, 101, 150, 151, 999].map(|now| resent_at(100, now)),
        [150, 150, 150, 200, 1_000]
    );
}

#[test]
fn an_open_transaction_is_aborted_at_the_first_look_after_its_timeout() {
    assert_eq!(timed_out_at(0, 60_000), 60_000);
    assert_eq!([1, 10_000].map(|began| timed_out_at(began, 60_000)), [70_000, 70_000]);
}

#[test]
fn an_application_gets_neither_markers_nor_what_was_aborted() {
    let given = [Belonging::Plain, Belonging::Aborted, Belonging::Marker].map(is_delivered);
    assert_eq!(given, [true, false, false]);
}
