//! The binary, asked about states and futures: brokers, dangers, windows, comparisons.

mod binary;

use std::process::Output;

use binary::{code, file, highwater};

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("it prints UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("it prints UTF-8")
}

/// The answer to a question that makes sense.
fn asked(arguments: &[&str]) -> String {
    let output = highwater(arguments);
    assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
    assert_eq!(stderr(&output), "", "{arguments:?}");
    stdout(&output).to_owned()
}

#[test]
fn a_danger_is_told_before_it_comes_true() {
    let text = asked(&["danger", "kip101-loss", "--at", "40ms"]);
    assert!(text.contains("\nOne crash of broker 1 now would lose m2.\n"), "{text}");
    let later = asked(&["danger", "kip101-loss"]);
    assert!(later.contains("\nNo single fault now loses an acknowledged record."), "{later}");
    let korean = asked(&["danger", "kip101-loss", "--at", "40ms", "--lang", "ko"]);
    assert!(korean.contains("브로커 1 비정상 종료 한 번이면 m2가 사라집니다."), "{korean}");
}

#[test]
fn windows_are_listed() {
    let text = asked(&["windows", "kip101-loss"]);
    assert!(text.contains("\n40 ms | 410 ms | crash of broker 1\n"), "{text}");
    let none = asked(&["windows", "rolling-restart-hw", "--generation", "elr"]);
    assert!(none.contains("At no moment of this run would a single fault"), "{none}");
}

#[test]
fn a_broker_is_inspected() {
    let text = asked(&["inspect", "kip101-loss", "broker-0", "--at", "40ms"]);
    assert!(text.starts_with("Broker 0\n"), "{text}");
    assert!(text.contains("\nHW | 1 | 2 *\n"), "{text}");
    assert!(text.contains("\nreplication-offset-checkpoint\n0\n1\norders 0 1\n"), "{text}");
    let cluster = asked(&["inspect", "kip101-loss"]);
    assert!(cluster.contains("\n2 of 2 brokers run; 1 of 1 partitions have"), "{cluster}");
    let cache = asked(&["inspect", "kip101-loss", "cache-0-0", "--generation", "elr"]);
    assert!(cache.contains("\norders-0/leader-epoch-checkpoint\n0\n2\n5 0\n"), "{cache}");
}

#[test]
fn generations_are_compared() {
    let text = asked(&["compare", "kip101-loss", "hw,elr"]);
    assert!(text.contains("\nm2 | acked, lost | ≠ acked, on the leader *\n"), "{text}");
    assert!(text.contains("\n  Every promise was kept.\n"), "{text}");
    let settings = asked(&["compare", "acks-min-isr", "gen=hw|gen=elr&min=1", "--at", "1s"]);
    assert!(settings.contains("\nELR · min.insync.replicas=1 · "), "{settings}");
    let alone = asked(&["compare", "kip101-loss"]);
    assert_eq!(alone, text);
}

#[test]
fn files_can_be_asked_about() {
    let small = "scenario small\ncluster brokers=2 generation=strict\ntopic orders rf=2\n\
                 produce m\nuntil acked m\n";
    let source = file("asked.hw", small);
    for command in ["inspect", "danger", "windows", "compare"] {
        assert!(!asked(&[command, &source]).is_empty());
    }
}

#[test]
fn what_can_not_be_answered_is_said() {
    let cases: [(&[&str], &str); 9] = [
        (&["danger"], "no scenario is given"),
        (&["danger", "kip101-loss", "now"], "one scenario is enough: `now` is one too many"),
        (&["windows", "kip101-loss", "--at", "1s"], "there is no option `--at` here"),
        (&["inspect", "kip101-loss", "broker-9"], "at 10745 ms there is no `broker-9`"),
        (&["inspect", "kip101-loss", "broker-0", "1"], "there is no option `1` here"),
        (&["compare", "kip101-loss", "hw"], "2 to 4 columns can be compared, not 1"),
        (
            &["compare", "kip101-loss", "hw,kip101,kip279,kip320,elr"],
            "2 to 4 columns can be compared, not 5",
        ),
        (&["compare", "kip101-loss", "hw,kip9"], "`kip9` is no generation and no setting"),
        (&["compare", "no-such"], "there is no scenario `no-such`"),
    ];
    for (arguments, reason) in cases {
        let output = highwater(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).starts_with(reason), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
}
