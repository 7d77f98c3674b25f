//! Words that the lower crates may never name: a clock, threads, hash order, floating point.
//!
//! Same inputs give the same run, natively and in the browser, only as long as none of these gets
//! in. Comments may speak of them.

use super::Finding;
use super::code::is_word;

/// Crates whose runs must repeat exactly.
const DETERMINISTIC: &[&str] = &["protocol", "engine", "scenario", "kafka-text", "phrase", "scene"];

/// Types that no deterministic crate may name.
const TYPES: &[(&str, &str)] = &[
    ("HashMap", "BTreeMap, or a Vec indexed by a small id: its order is the same everywhere"),
    ("HashSet", "BTreeSet, or a set of bits: its order is the same everywhere"),
    ("f32", "an integer or a fixed-point number"),
    ("f64", "an integer or a fixed-point number"),
];

/// Modules of std that no deterministic crate may name.
const MODULES: &[(&str, &str)] = &[
    ("time", "simulated time, passed as an argument"),
    ("thread", "no thread: one event after the other"),
];

/// Checks one file's code, of which comments and literals are blanked already.
pub(super) fn check(path: &str, code: &str) -> Vec<Finding> {
    if !is_deterministic(path) {
        return Vec::new();
    }
    let finding = |token: &Token<'_>, word: &str, right: &str| Finding {
        path: path.to_owned(),
        line: token.line,
        wrong: format!("`{word}` in a crate whose runs must repeat exactly"),
        right: right.to_owned(),
    };
    let tokens = tokens(code);
    let mut findings = Vec::new();
    for token in &tokens {
        // `1_f64` is one token; its suffix names the type.
        let is_numeric = |c: char| c.is_ascii_digit() || c == '_';
        let word = token.text.trim_start_matches(is_numeric);
        if let Some((name, right)) = TYPES.iter().find(|(name, _)| *name == word) {
            findings.push(finding(token, name, right));
        }
    }
    for token in modules_of_std(&tokens) {
        if let Some((name, right)) = MODULES.iter().find(|(name, _)| *name == token.text) {
            findings.push(finding(token, &format!("std::{name}"), right));
        }
    }
    findings
}

fn is_deterministic(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.next() == Some("crates")
        && parts.next().is_some_and(|name| DETERMINISTIC.contains(&name))
        && parts.next() == Some("src")
}

/// A word, or one character that is neither part of a word nor white space.
struct Token<'a> {
    text: &'a str,
    line: usize,
}

fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let word = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            let (text, after) = rest.split_at(word.max(first.len_utf8()));
            tokens.push(Token { text, line: index + 1 });
            rest = after.trim_start();
        }
    }
    tokens
}

/// The modules named as `std::name` or within `std::{…}`; the same for `core`.
fn modules_of_std<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t Token<'a>> {
    let mut found = Vec::new();
    for start in 0..tokens.len() {
        let [root, colon, colon_again, first, rest @ ..] = &tokens[start..] else {
            break;
        };
        let is_root = matches!(root.text, "std" | "core");
        if !is_root || colon.text != ":" || colon_again.text != ":" {
            continue;
        }
        if first.text == "{" {
            found.extend(group_members(rest));
        } else {
            found.push(first);
        }
    }
    found
}

/// The first word of each member of the group whose opening brace stands before `tokens`.
fn group_members<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t Token<'a>> {
    let mut members = Vec::new();
    let mut depth = 1;
    let mut is_start = true;
    for token in tokens {
        if is_start && depth == 1 {
            members.push(token);
        }
        is_start = token.text == ",";
        match token.text {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(code: &str) -> Vec<(usize, String)> {
        let findings = check("crates/engine/src/x.rs", code);
        let word = |wrong: &str| wrong.split('`').nth(1).unwrap_or_default().to_owned();
        findings.iter().map(|finding| (finding.line, word(&finding.wrong))).collect()
    }

    #[test]
    fn a_banned_type_is_found_where_it_stands() {
        let found = words("\nlet a: HashMap<u8, f64>;\nlet b = 1_f32;");
        let expected = [(2, "HashMap"), (2, "f64"), (3, "f32")];
        assert_eq!(found, expected.map(|(line, word)| (line, word.to_owned())));
    }

    #[test]
    fn a_banned_module_is_found_in_every_way_to_name_it() {
        let time = |code| words(code).iter().any(|(_, word)| word == "std::time");
        assert!(time("use std::time::Instant;"));
        assert!(time("let t = ::core::time::Duration::ZERO;"));
        assert!(time("use std::{fmt, time::Duration};"));
        assert!(time("use std::{\n    collections::{BTreeMap, BTreeSet},\n    time,\n};"));
        assert_eq!(words("std::thread::spawn(f)").len(), 1);
    }

    #[test]
    fn words_that_only_look_alike_are_left_alone() {
        assert_eq!(words("fn time(thread: u8) { self.time::<u8>(); crate::time::now() }"), []);
        assert_eq!(words("use std::{collections::time, fmt};"), []);
        assert_eq!(words("struct MyHashMap; let f64_like = 1;"), []);
    }

    #[test]
    fn other_crates_and_tests_may_name_them() {
        let code = "use std::time::Instant; let x: f64;";
        for path in ["web/src/x.rs", "crates/xtask/src/x.rs", "crates/engine/tests/x.rs"] {
            assert_eq!(check(path, code), []);
        }
    }
}
