//! What a wrong text is told: place, what stands there, what would be right.

use expect_test::{Expect, expect};
use highwater_scenario::parse;

const SETUP: &str = "\
scenario test
cluster brokers=3 generation=strict
topic orders partitions=1 rf=2
";

/// The errors of a whole text.
fn errors(text: &str) -> String {
    match parse(text) {
        Ok(_) => "no error\n".to_owned(),
        Err(errors) => errors.iter().map(|error| format!("{error}\n")).collect(),
    }
}

fn check_text(text: &str, expected: Expect) {
    expected.assert_eq(&errors(text));
}

/// The errors of lines behind a usual set-up, which has three lines.
fn check(lines: &str, expected: Expect) {
    check_text(&format!("{SETUP}{lines}"), expected);
}

#[test]
fn an_empty_text_lacks_everything() {
    check_text(
        "# nothing\n",
        expect![[r#"
        1:1: the scenario lacks the statement `cluster`; accepted: cluster
        1:1: the scenario lacks the statement `scenario`; accepted: scenario
        1:1: the scenario lacks the statement `topic`; accepted: topic
    "#]],
    );
}

#[test]
fn statements() {
    check(
        "prodce m2\nkill 1\n\"say\"\n",
        expect![[r#"
            4:1: there is no such statement: found `prodce`; accepted: scenario, title, about, cluster, topic, assign, preload, produce, consume, stop, start, restart, cut, heal, slow, flush, idempotence, elect, reassign, cancel, grow, commit, abort, set, wait, until, say, expect, predict, reveal; did you mean `produce`?
            5:1: there is no such statement: found `kill`; accepted: scenario, title, about, cluster, topic, assign, preload, produce, consume, stop, start, restart, cut, heal, slow, flush, idempotence, elect, reassign, cancel, grow, commit, abort, set, wait, until, say, expect, predict, reveal
            6:1: there is no such statement: found `say`; accepted: scenario, title, about, cluster, topic, assign, preload, produce, consume, stop, start, restart, cut, heal, slow, flush, idempotence, elect, reassign, cancel, grow, commit, abort, set, wait, until, say, expect, predict, reveal; did you mean `say`?
        "#]],
    );
    check(
        "stop 1 clean now\nstop 1\nstop\n",
        expect![[r#"
        4:14: the statement was complete before this: found `now`; accepted: in, the end of the line
        5:7: something else must stand here: found the end of the line; accepted: clean, crash, power-cut
        6:5: something else must stand here: found the end of the line; accepted: a broker number
    "#]],
    );
    check(
        "wait 5\nwait 5h\nwait 9999999s\nwait ms\n",
        expect![[r#"
        4:6: something else must stand here: found `5`; accepted: a time such as 500ms, 30s or 2min
        5:6: something else must stand here: found `5h`; accepted: a time such as 500ms, 30s or 2min
        6:6: the number is out of range: found `9999999s`; accepted: a time such as 500ms, 30s or 2min
        7:6: something else must stand here: found `ms`; accepted: a time such as 500ms, 30s or 2min
    "#]],
    );
    check(
        "cut 0 0\ncut 0 9\ncut producer controller\nheal 0 contoller\n",
        expect![[r#"
        4:7: these two are never connected: found `0`
        5:7: there is no such broker: found `9`; accepted: 0, 1, 2, controller, producer, consumer
        6:14: these two are never connected: found `controller`
        7:8: there is no such broker: found `contoller`; accepted: 0, 1, 2, controller, producer, consumer; did you mean `controller`?
    "#]],
    );
    check(
        "elect clean\nslow 1\nslow 1 fast\n",
        expect![[r#"
        4:7: something else must stand here: found `clean`; accepted: preferred, unclean; did you mean `unclean`?
        5:7: something else must stand here: found the end of the line; accepted: a time such as 500ms, 30s or 2min
        6:8: something else must stand here: found `fast`; accepted: a time such as 500ms, 30s or 2min
    "#]],
    );
    check(
        "reassign 0,1\nreassign orders-0 = 1,1\nreassign orders-0 = 1,7\ncancel orders-0\n",
        expect![[r#"
            4:10: something else must stand here: found `0`; accepted: =
            5:23: line 5 says the same already: found `1`
            6:23: there is no such broker: found `7`; accepted: 0, 1, 2
            7:8: something else must stand here: found `orders-0`; accepted: reassignment
        "#]],
    );
    check(
        "consume from last\nconsume isolation\nconsume isolation=committed\nconsume from 0 to\n",
        expect![[r#"
            4:14: something else must stand here: found `last`; accepted: a number from 0 to 1000000, earliest, latest; did you mean `latest`?
            5:18: something else must stand here: found the end of the line; accepted: =
            6:19: something else must stand here: found `committed`; accepted: read_committed, read_uncommitted
            7:16: the statement was complete before this: found `to`; accepted: isolation, in, the end of the line
        "#]],
    );
    check(
        "produce n tx=t2\ncommit t2\nabort t3\n",
        expect![[r#"
        6:7: nothing was written in such a transaction before: found `t3`; accepted: t2; did you mean `t2`?
    "#]],
    );
    check(
        "produce m acks=1 tx=t1\nproduce n tx=t2\ncommit t1\ncommit t2\nabort t3\ncommit\nproduce t2-commit\n",
        expect![[r#"
            4:21: a transaction needs acks=all: found `t1`
            9:7: something else must stand here: found the end of the line; accepted: a record name
            10:9: the name is taken since line 7: found `t2-commit`
        "#]],
    );
    check(
        "grow orders\ngrow order to=2\ngrow orders to=65\nproduce m to orders-1\n",
        expect![[r#"
            4:12: something else must stand here: found the end of the line; accepted: to
            5:6: there is no such topic: found `order`; accepted: orders; did you mean `orders`?
            6:16: the number is out of range: found `65`; accepted: a number from 1 to 64
            7:14: there is no such partition: found `orders-1`; accepted: orders-0; did you mean `orders-0`?
        "#]],
    );
    check_text(
        &SETUP.replace("strict", "strict placement=x"),
        expect![[r#"
        2:47: something else must stand here: found `x`; accepted: a number from 0 to 1000000
    "#]],
    );
    check_text(
        &format!("{SETUP}assign orders-1 = 0,1\npreload orders-1 name=m\ngrow orders to=2\n"),
        expect![[r#"
            4:8: there is no such partition: found `orders-1`
            5:9: there is no such partition: found `orders-1`
        "#]],
    );
    check(
        "produce m2 x0\nproduce 2m\nproduce m3 acks=2\nproduce m4 foo\n",
        expect![[r#"
            4:12: the number is out of range: found `x0`; accepted: a count such as x100
            5:9: something else must stand here: found `2m`; accepted: a record name
            6:17: something else must stand here: found `2`; accepted: all, 1, 0
            7:12: the statement was complete before this: found `foo`; accepted: a count such as x100, to, acks, retries, at, tx, in, the end of the line
        "#]],
    );
    check(
        "set order min.insync.replicas=1\nset orders min.insync.replica=1\n",
        expect![[r#"
        4:5: there is no such topic: found `order`; accepted: orders; did you mean `orders`?
        5:12: something else must stand here: found `min.insync.replica`; accepted: min.insync.replicas, unclean.leader.election.enable; did you mean `min.insync.replicas`?
    "#]],
    );
    check(
        "say fr \"x\"\nsay ko\nsay ko \"a\" b\nsay en \"open\n",
        expect![[r#"
        4:5: something else must stand here: found `fr`; accepted: ko, en
        5:7: something else must stand here: found the end of the line; accepted: a text in double quotes
        6:12: the statement was complete before this: found `b`; accepted: in, the end of the line
        7:8: the text has no closing quote: found `"open`
    "#]],
    );
}

#[test]
fn conditions() {
    check(
        "expect\nexpect not\nexpect leder = 1\n",
        expect![[r#"
            4:7: something else must stand here: found the end of the line; accepted: pending, acked, refused, unknown, lost, kept, gone, has, visible, leader, epoch, partition-epoch, isr, isr-order, elr, replicas, adding, removing, last-known-leader, recovering, leo, hw, lso, epochs, log, fetching, up, down, fenced, consumed, read, unclean-elections, diverged, verdicts, quiet, not
            5:11: something else must stand here: found the end of the line; accepted: pending, acked, refused, unknown, lost, kept, gone, has, visible, leader, epoch, partition-epoch, isr, isr-order, elr, replicas, adding, removing, last-known-leader, recovering, leo, hw, lso, epochs, log, fetching, up, down, fenced, consumed, read, unclean-elections, diverged, verdicts, quiet
            6:8: something else must stand here: found `leder`; accepted: pending, acked, refused, unknown, lost, kept, gone, has, visible, leader, epoch, partition-epoch, isr, isr-order, elr, replicas, adding, removing, last-known-leader, recovering, leo, hw, lso, epochs, log, fetching, up, down, fenced, consumed, read, unclean-elections, diverged, verdicts, quiet, not; did you mean `leader`?
        "#]],
    );
    check(
        "expect leo 1\nexpect leo 1 = x\nexpect leo 7 = 1\nexpect leo = 1\n",
        expect![[r#"
        4:13: something else must stand here: found the end of the line; accepted: =
        5:16: something else must stand here: found `x`; accepted: a number from 0 to 1000000000
        6:12: there is no such broker: found `7`; accepted: 0, 1, 2
        7:12: something else must stand here: found `=`; accepted: a broker number
    "#]],
    );
    check(
        "expect isr 1\nexpect isr = 0,0\nexpect isr has\n",
        expect![[r#"
        4:12: something else must stand here: found `1`; accepted: =, has
        5:16: line 5 says the same already: found `0`
        6:15: something else must stand here: found the end of the line; accepted: a broker number
    "#]],
    );
    check(
        "expect leader = 4\nexpect leader orders-1 = 0\n",
        expect![[r#"
        4:17: there is no such broker: found `4`; accepted: 0, 1, 2, none
        5:15: there is no such partition: found `orders-1`; accepted: orders-0; did you mean `orders-0`?
    "#]],
    );
    check(
        "produce m x2\nexpect log 0 = m/0\nexpect log 0 = m0\nexpect epochs 0 = 5\n",
        expect![[r#"
            5:16: something else must stand here: found `m/0`; accepted: a record with its epoch such as m0/5
            6:16: something else must stand here: found `m0`; accepted: a record with its epoch such as m0/5
            7:19: something else must stand here: found `5`; accepted: an epoch with its first offset such as 5:0
        "#]],
    );
    check(
        "produce m\nexpect refused m NOT_ENOUGH_REPLICA\n",
        expect![[r#"
        5:18: something else must stand here: found `NOT_ENOUGH_REPLICA`; accepted: UNKNOWN_TOPIC_OR_PARTITION, NOT_LEADER_OR_FOLLOWER, REQUEST_TIMED_OUT, NETWORK_EXCEPTION, NOT_ENOUGH_REPLICAS, NOT_ENOUGH_REPLICAS_AFTER_APPEND, INVALID_REQUIRED_ACKS, OUT_OF_ORDER_SEQUENCE_NUMBER, INVALID_PRODUCER_EPOCH, KAFKA_STORAGE_ERROR; did you mean `NOT_ENOUGH_REPLICAS`?
    "#]],
    );
}

#[test]
fn records_must_have_been_written_before() {
    check(
        "until acked m2\nproduce m2\nexpect acked m3\n",
        expect![[r#"
        4:13: no record of this name was written before this line: found `m2`
        6:14: no record of this name was written before this line: found `m3`; accepted: m2; did you mean `m2`?
    "#]],
    );
    check(
        "produce m x2\nproduce m1\nproduce m\n",
        expect![[r#"
        5:9: the name is taken since line 4: found `m1`
        6:9: the name is taken since line 4: found `m`
    "#]],
    );
    // The name may be what the wrong line was about, so its uses are let through.
    check(
        "produce m2 foo\nexpect acked m2\n",
        expect![[r#"
            4:12: the statement was complete before this: found `foo`; accepted: a count such as x100, to, acks, retries, at, tx, in, the end of the line
        "#]],
    );
}

#[test]
fn generations() {
    check(
        "wait 1s in kip102\nwait 1s in kip101+,foo\nwait 1s in\nwait 1s in hw hw\n",
        expect![[r#"
        4:12: something else must stand here: found `kip102`; accepted: hw, kip101, kip279, kip320, strict, elr; did you mean `kip101`?
        5:20: something else must stand here: found `foo`; accepted: hw, kip101, kip279, kip320, strict, elr
        6:11: something else must stand here: found the end of the line; accepted: generations such as hw, kip101+ or ..kip279
        7:15: the statement was complete before this: found `hw`; accepted: the end of the line
    "#]],
    );
}

#[test]
fn the_setup_fits_together() {
    check_text(
        "scenario test\n",
        expect![[r#"
        1:1: the scenario lacks the statement `cluster`; accepted: cluster
        1:1: the scenario lacks the statement `topic`; accepted: topic
    "#]],
    );
    check_text(
        "scenario Test!\ncluster brokers=0 generation=new\n",
        expect![[r#"
        1:1: the scenario lacks the statement `topic`; accepted: topic
        1:10: something else must stand here: found `Test!`; accepted: a name of small letters, digits and hyphens
        2:17: the number is out of range: found `0`; accepted: a number from 1 to 32
    "#]],
    );
    check_text(
        "scenario a\ncluster brokers=2 generation=hw\ncluster brokers=3 generation=hw\n\
         topic t rf=3\ntopic t partitions=2 rf=2\n",
        expect![[r#"
            3:9: line 2 says the same already: found `brokers`
            4:12: more replicas than the 2 brokers there are: found `3`; accepted: a number from 1 to 2
            5:7: the name is taken since line 4: found `t`
        "#]],
    );
    check_text(
        "scenario a\ncluster generation=hw\ntopic t partitions=2\n\
         stop 7 crash\nexpect leader t-5 = 8\n",
        expect![[r#"
            2:22: the statement lacks `brokers=`: found the end of the line; accepted: brokers
            3:21: the statement lacks `rf=`: found the end of the line; accepted: rf
        "#]],
    );
    check(
        "topic two partitions=2 rf=1\nexpect leader = 1\npreload name=x\n",
        expect![[r#"
        5:15: the partition must be named, as there are several: found `=`; accepted: orders-0, two-0, two-1
        6:1: the cluster is set up before the first action: found `preload`
    "#]],
    );
    check(
        "assign orders-0 = 1\nassign orders-1 = 1,0\nassign orders = 0,9\n",
        expect![[r#"
        4:19: the topic has rf=2: found `1`
        5:8: there is no such partition: found `orders-1`; accepted: orders-0; did you mean `orders-0`?
        6:8: line 4 says the same already: found `orders`
    "#]],
    );
    check(
        "preload name=m records=2 epoch=5\npreload name=n epoch=4\npreload epoch=6\n",
        expect![[r#"
        5:22: the log has reached epoch 5 already: found `4`
        6:16: the statement lacks `name=`: found the end of the line; accepted: name
    "#]],
    );
    check(
        "set network.delay.ms=5\nset network.delay.ms=6\nset network.dely.ms=1\n",
        expect![[r#"
            5:5: line 4 says the same already: found `network.delay.ms`
            6:5: something else must stand here: found `network.dely.ms`; accepted: network.delay.ms, replica.lag.time.max.ms, replica.fetch.wait.max.ms, replica.fetch.backoff.ms, replica.high.watermark.checkpoint.interval.ms, broker.heartbeat.interval.ms, broker.session.timeout.ms, request.timeout.ms, retry.backoff.ms, delivery.timeout.ms, transaction.timeout.ms, boot.ms, restart.pause.ms; did you mean `network.delay.ms`?
        "#]],
    );
    check(
        "set network.delay.ms=0\n",
        expect![[r#"
        4:22: the number is out of range: found `0`; accepted: a number from 1 to 3600000
    "#]],
    );
    check(
        "stop 1 crash\ntopic late rf=1\nset network.delay.ms=5\n",
        expect![[r#"
        5:1: the cluster is set up before the first action: found `topic`
        6:1: the cluster is set up before the first action: found `set`
    "#]],
    );
    check(
        "title ko \"a\"\ntitle ko \"b\"\nabout \"c\"\ntitle en \"\\q\"\n",
        expect![[r#"
        5:7: line 4 says the same already: found `ko`
        6:7: something else must stand here: found `c`; accepted: ko, en
        7:11: this needs no backslash: found `q`; accepted: one of \\ \" \n
    "#]],
    );
}

#[test]
fn columns_count_characters_not_bytes() {
    check(
        "say ko \"리더가 죽었습니다\" 끝\n",
        expect![[r#"
        4:20: the statement was complete before this: found `끝`; accepted: in, the end of the line
    "#]],
    );
}

#[test]
fn at_most_twenty_errors_are_reported() {
    let text = "nonsense\n".repeat(50);
    assert_eq!(parse(&text).map_err(|errors| errors.len()).err(), Some(20));
}

#[test]
fn a_text_has_at_most_2000_lines() {
    let text = format!("{SETUP}{}", "wait 1ms\n".repeat(2_000));
    check_text(
        &text,
        expect![[r#"
        2001:1: a scenario has at most 2000 lines
    "#]],
    );
}
