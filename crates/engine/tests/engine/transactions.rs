//! Transactions: what holds the LSO, who reads what, and what survives a change of leaders.

use highwater_engine::command::{Command, Produce, Refusal, Stop};
use highwater_engine::consumer::StartAt;
use highwater_engine::metrics::Source;
use highwater_engine::transactions::TransactionEnd;
use highwater_engine::{Cluster, Event, Fact, PartitionId};
use highwater_protocol::produce::Acks;
use highwater_protocol::read::Isolation;
use highwater_protocol::{BrokerId, Generation, Offset};

use crate::support::cluster;

const P: PartitionId = PartitionId(0);

fn submit(cluster: &mut Cluster, command: Command) -> Vec<Event> {
    let mut out = Vec::new();
    cluster.submit(&command, &mut out).expect("a possible command");
    out
}

fn go_on(cluster: &mut Cluster, time: u64) -> Vec<Event> {
    let mut out = Vec::new();
    let until = cluster.now() + time;
    cluster.run_until(until, &mut out);
    out
}

fn wish(name: &str, partition: u16, transaction: Option<&str>) -> Produce {
    Produce {
        name: name.into(),
        count: 2,
        partition: PartitionId(partition),
        acks: Acks::All,
        retries: 3,
        at: None,
        transaction: transaction.map(Into::into),
    }
}

/// Writes two records and waits until they are committed.
fn write(cluster: &mut Cluster, name: &str, transaction: Option<&str>) {
    submit(cluster, Command::Produce(wish(name, 0, transaction)));
    go_on(cluster, 1_000);
}

fn end(cluster: &mut Cluster, name: &str, end: TransactionEnd) {
    submit(cluster, Command::EndTransaction(name.into(), end));
    go_on(cluster, 1_000);
}

fn lso(cluster: &Cluster, broker: u8) -> u32 {
    cluster.last_stable(BrokerId(broker), P).0
}

fn consume(cluster: &mut Cluster, isolation: Isolation) -> Vec<u32> {
    submit(cluster, Command::Consume(P, StartAt::Offset(Offset(0)), isolation));
    go_on(cluster, 1_000);
    let consumer = cluster.consumer().expect("a consumer");
    consumer.read.iter().map(|(offset, _)| offset.0).collect()
}

#[test]
fn an_open_transaction_holds_the_lso_and_what_lies_behind_it() {
    for generation in Generation::ALL.into_iter().filter(|g| g.has_transactions()) {
        let mut cluster = cluster(generation, 1);
        write(&mut cluster, "x", Some("t1"));
        write(&mut cluster, "y", None);
        write(&mut cluster, "z", Some("t2"));
        // 0–2 preloaded, x at 3, y at 5, z at 7.
        assert_eq!(lso(&cluster, 0), 3, "{generation}");
        end(&mut cluster, "t1", TransactionEnd::Commit);
        assert_eq!(lso(&cluster, 0), 7, "{generation}: t2 is the oldest now");
        assert_eq!(consume(&mut cluster, Isolation::ReadCommitted), [0, 1, 2, 3, 4, 5, 6]);
        end(&mut cluster, "t2", TransactionEnd::Abort);
        assert_eq!(lso(&cluster, 0), 11, "{generation}: nothing is open");
        for follower in [1, 2] {
            assert_eq!(lso(&cluster, follower), 11, "{generation}");
        }
        // Markers are at 9 and 10; t2's records count for those only who don't ask.
        let committed: Vec<u32> = (0..7).collect();
        assert_eq!(consume(&mut cluster, Isolation::ReadCommitted), committed, "{generation}");
        let all: Vec<u32> = (0..9).collect();
        assert_eq!(consume(&mut cluster, Isolation::ReadUncommitted), all, "{generation}");
        assert_eq!(cluster.consumer().map(|consumer| consumer.position), Some(Offset(11)));
        assert!(cluster.is_quiet(), "{generation}");
    }
}

#[test]
fn a_transaction_is_over_when_its_marker_is_committed_not_when_it_is_written() {
    let mut cluster = cluster(Generation::Strict, 1);
    write(&mut cluster, "x", Some("t1"));
    for follower in [1, 2] {
        submit(&mut cluster, Command::Stop(BrokerId(follower), Stop::Crash));
    }
    end(&mut cluster, "t1", TransactionEnd::Commit);
    let log = &cluster.replica(BrokerId(0), P).expect("a replica").log;
    assert_eq!((log.end().0, log.high_watermark().0), (6, 5), "the marker is at 5");
    assert_eq!(lso(&cluster, 0), 3);
    let lag = |cluster: &Cluster| {
        let metrics = cluster.metrics();
        let wanted = metrics.iter().find(|m| {
            m.source == Source::Broker(BrokerId(0))
                && m.name.contains("LastStableOffsetLag")
                && m.name.ends_with("partition=0")
        });
        wanted.map(|metric| metric.value)
    };
    assert_eq!(lag(&cluster), Some(2));
    let events = go_on(&mut cluster, 30_000);
    assert_eq!(lso(&cluster, 0), 6, "the dead followers left the ISR");
    assert_eq!(lag(&cluster), Some(0));
    let said = |event: &Event| matches!(event.fact, Fact::LastStable { at: Offset(6), .. });
    assert_eq!(events.iter().filter(|event| said(event)).count(), 1);
}

#[test]
fn a_new_leader_knows_what_is_open_from_its_log() {
    for generation in [Generation::Kip320, Generation::Strict, Generation::Elr] {
        let mut cluster = cluster(generation, 1);
        write(&mut cluster, "x", Some("t1"));
        write(&mut cluster, "y", None);
        submit(&mut cluster, Command::Stop(BrokerId(0), Stop::Crash));
        go_on(&mut cluster, 12_000);
        let leader = cluster.acting_leader(P).expect("a leader").broker;
        assert_eq!(leader, BrokerId(1), "{generation}");
        assert_eq!(lso(&cluster, 1), 3, "{generation}");
        assert_eq!(consume(&mut cluster, Isolation::ReadCommitted), [0, 1, 2], "{generation}");
        end(&mut cluster, "t1", TransactionEnd::Abort);
        assert_eq!(lso(&cluster, 1), 8, "{generation}: the marker found the new leader");
        let read = consume(&mut cluster, Isolation::ReadCommitted);
        assert_eq!(read, [0, 1, 2, 5, 6], "{generation}");
    }
}

#[test]
fn a_marker_goes_to_every_partition_of_its_transaction() {
    let mut cluster = cluster(Generation::Strict, 1);
    submit(&mut cluster, Command::Produce(wish("x", 0, Some("t1"))));
    submit(&mut cluster, Command::Produce(wish("y", 1, Some("t1"))));
    go_on(&mut cluster, 1_000);
    end(&mut cluster, "t1", TransactionEnd::Commit);
    for (partition, leader) in [(0, 0), (1, 1)] {
        let replica = cluster.replica(BrokerId(leader), PartitionId(partition));
        assert_eq!(replica.map(|replica| replica.log.end().0), Some(6));
        assert_eq!(cluster.last_stable(BrokerId(leader), PartitionId(partition)).0, 6);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut cluster = cluster(Generation::Strict, 1);
    let try_it = |cluster: &mut Cluster, command| cluster.submit(&command, &mut Vec::new());
    let commit = || Command::EndTransaction("t1".into(), TransactionEnd::Commit);
    let closed = Err(Refusal::NoOpenTransaction("t1".into()));
    assert_eq!(try_it(&mut cluster, commit()), closed, "it never began");
    let weak = Produce { acks: Acks::Leader, ..wish("x", 0, Some("t1")) };
    let refused = try_it(&mut cluster, Command::Produce(weak));
    assert_eq!(refused, Err(Refusal::TransactionNeedsAcksAll));
    submit(&mut cluster, Command::Produce(wish("x", 0, Some("t1"))));
    assert_eq!(try_it(&mut cluster, commit()), Err(Refusal::NotAllAcked("t1".into())));
    go_on(&mut cluster, 1_000);
    end(&mut cluster, "t1", TransactionEnd::Commit);
    assert_eq!(try_it(&mut cluster, commit()), closed, "it is over");
    let more = try_it(&mut cluster, Command::Produce(wish("y", 0, Some("t1"))));
    assert_eq!(more, closed, "and does not begin again");
    let mut old = self::cluster(Generation::Hw, 1);
    let refused = try_it(&mut old, Command::Produce(wish("x", 0, Some("t1"))));
    assert_eq!(refused, Err(Refusal::NoTransactions));
}

#[test]
fn a_transaction_that_nobody_ends_is_aborted_by_the_coordinator() {
    let mut cluster = cluster(Generation::Strict, 1);
    go_on(&mut cluster, 3_000);
    write(&mut cluster, "x", Some("t1"));
    // It began at 3 s, so it is over at 63 s, and the coordinator looks every 10 s.
    cluster.run_until(69_999, &mut Vec::new());
    assert_eq!(lso(&cluster, 0), 3);
    assert!(!cluster.is_quiet(), "something will happen by itself");
    let late = Command::EndTransaction("t1".into(), TransactionEnd::Commit);
    assert_eq!(cluster.check(&late), Ok(()));
    go_on(&mut cluster, 1_000);
    assert_eq!(lso(&cluster, 0), 6);
    assert_eq!(cluster.check(&late), Err(Refusal::NoOpenTransaction("t1".into())));
    assert_eq!(consume(&mut cluster, Isolation::ReadCommitted), [0, 1, 2]);
}
