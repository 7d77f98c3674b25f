//! The harness itself: that it can fail, and that it says where and what would be right.

use super::report::Report;
use super::runner::run_text;

/// Runs a text as the file `x.txt` and returns what is wrong with it.
fn failures(text: &str) -> String {
    let mut report = Report::default();
    run_text("x.txt", text, &mut report);
    if report.is_good() { String::new() } else { report.failures() }
}

fn check(text: &str, expected: &str) {
    let failures = failures(text);
    assert!(failures.contains(expected), "expected `{expected}` in `{failures}`");
}

#[test]
fn a_right_row_passes() {
    assert_eq!(failures("kind effective-min-isr\nA configured=5 replicas=3 => effective=3\n"), "");
}

#[test]
fn a_wrong_expectation_names_file_line_row_and_result() {
    check(
        "kind effective-min-isr\n\nA configured=5 replicas=3 => effective=5\n",
        "x.txt:3: A: expected effective=5, got effective=3",
    );
}

#[test]
fn a_field_that_is_not_expected_fails() {
    check(
        "kind change-builder\nA replicas=[1,2] to-isr=[1] => none\n",
        "x.txt:2: A: isr=[1] was not expected",
    );
}

#[test]
fn a_row_without_expectation_fails() {
    check(
        "kind effective-min-isr\nA configured=5 replicas=3\n",
        "x.txt:2: A: say what is expected: => effective=3",
    );
}

#[test]
fn an_unknown_field_is_answered_with_the_known_ones() {
    check(
        "kind effective-min-isr\nA configured=5 replicas=3 more=1 => effective=3\n",
        "x.txt:2: A: unknown field more=; accepted here: configured, replicas",
    );
}

#[test]
fn a_missing_field_is_named() {
    check(
        "kind effective-min-isr\nA configured=5 => effective=3\n",
        "the field replicas= is missing",
    );
}

#[test]
fn an_unknown_kind_is_answered_with_the_known_ones() {
    check(
        "kind no-such\nA a=1 => b=1\n",
        "x.txt:1: unknown kind no-such; there is: change-builder",
    );
}

#[test]
fn files_without_kind_or_rows_fail() {
    check("", "x.txt:1: the file is empty");
    check("A a=1 => b=1\n", "x.txt:1: a file begins with `kind NAME`");
    check("kind effective-min-isr\n# nothing\n", "x.txt:1: the file has no row");
}

#[test]
fn an_empty_run_fails() {
    check("kind effective-min-isr\nskip A not modelled\n", "no vector row was run");
}

#[test]
fn lines_that_can_not_be_read_fail() {
    check("kind session\n  touch 1@1 at=0\n", "x.txt:2: an indented line continues a row");
    check("kind session\nA timeout=9\nlet B a=1\n  b=2\n", "x.txt:4: an indented line continues");
    check("kind session\nA timeout=9 => x => y\n", "x.txt:2: a line has at most one `=>`");
    check("kind session\nA timeout= => x\n", "x.txt:2: timeout= has no value");
    check("kind session\nA @B => x\n", "x.txt:2: no fixture @B above this line; there is: none");
    check("kind session\nA timeout=9\nA timeout=9\n", "x.txt:3: the id A is used twice");
    check("kind session\nskip A\n", "x.txt:2: a row that is left out is written `skip ID reason`");
    check("kind change-builder\nA replicas=1,2 => none\n", "lists look like [1,2] or []");
    check("kind change-builder\nA replicas=[1,40] => none\n", "broker ids go up to 31, this is 40");
}

#[test]
fn a_trace_fails_where_a_partition_that_is_not_named_changed() {
    check(
        "kind partition-trace\nA P0=[0,1] P1=[1,0]\n  fence 0 => P0: 1/1/1 [1]\n",
        "x.txt:3: A: P1: expected 1/0/0 [1,0] replicas=[1,0], got 1/0/1 [1]",
    );
}

#[test]
fn a_trace_fails_at_an_error_that_is_not_expected_and_at_a_missing_one() {
    check(
        "kind partition-trace\nA P0=[0,1]\n  elect preferred => unchanged\n",
        "x.txt:3: A: P0 was answered ELECTION_NOT_NEEDED",
    );
    check(
        "kind partition-trace\nA P0=[0,1]\n  fence 0 => ELECTION_NOT_NEEDED 1/1/1 [1]\n",
        "x.txt:3: A: P0: expected ELECTION_NOT_NEEDED, got no error",
    );
}

#[test]
fn an_action_of_the_data_plane_that_answers_must_be_expected_to() {
    check("kind epoch-cache\nA\n  end 3\n", "x.txt:3: A: say what is expected: => end=none");
    check("kind epoch-cache\nA\n  grow 3\n", "x.txt:3: A: `grow` is no action; actions are assign");
    check(
        "kind replica-trace\nA replicas=[0,1]\n  lead\n  fetch 1 9\n",
        "x.txt:4: A: say what is expected: => error=OFFSET_OUT_OF_RANGE",
    );
    check(
        "kind replica-trace\nA replicas=[0,1] log=[0]\n  lead\n  fetch 1 1 => hw=0\n",
        "x.txt:4: A: expected hw=0, got hw=1",
    );
}
