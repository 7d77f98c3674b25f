//! What no compiler checks and every change must keep: who may depend on whom, what the lower
//! crates may never name, how long a file may be, and that nothing of one machine gets in.
//!
//! Each check is a function from text to findings, so that a test can show that it fails. Nothing
//! here changes a file.

mod code;
mod labels;
mod layers;
mod machine;
mod shape;
mod tree;
mod words;

use std::fmt;
use std::fs;

use crate::child::Programs;
use crate::failure::Failure;
use crate::places::Places;

/// One thing that is not as it has to be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    /// The path from the top of the repository.
    path: String,
    line: usize,
    /// What is wrong.
    wrong: String,
    /// What would be right.
    right: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, wrong, right } = self;
        write!(f, "{path}:{line}: {wrong}\n  right: {right}")
    }
}

/// Checks the whole working tree.
pub(crate) fn run(places: &Places) -> Result<(), Failure> {
    let programs = Programs::new(places)?;
    let files = tree::files(&places.root, &programs)?;
    let mut findings = layers::check(&programs, &places.root)?;
    // A file that is no text, or that git still lists but is gone, has nothing to check.
    let read =
        |path: &String| Some((path.clone(), fs::read_to_string(places.root.join(path)).ok()?));
    let texts: Vec<(String, String)> = files.iter().filter_map(read).collect();
    let checked = texts.len();
    for (path, text) in &texts {
        findings.extend(check_file(path, text));
    }
    findings.extend(labels::check(texts.iter().map(|(path, text)| (&**path, &**text))));
    findings.sort();
    findings.dedup();
    for finding in &findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => {
            println!("tidy: {checked} files and the dependencies of every crate, nothing found");
            Ok(())
        }
        1 => Err(Failure::new("tidy: 1 finding")),
        found => Err(Failure::new(format!("tidy: {found} findings"))),
    }
}

/// All checks that look at one file.
fn check_file(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = machine::check(path, text);
    if path.ends_with(".rs") {
        let code = code::code_only(text);
        findings.extend(shape::check(path, text, &code));
        findings.extend(words::check(path, &code));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_says_where_what_and_what_would_be_right() {
        let findings =
            check_file("crates/engine/src/clock.rs", "//! Time.\nuse std::time::Instant;\n");
        let [finding] = &findings[..] else {
            panic!("expected one finding: {findings:?}");
        };
        let shown = finding.to_string();
        assert!(shown.starts_with("crates/engine/src/clock.rs:2: `std::time`"), "{shown}");
        assert!(shown.contains("right: "), "{shown}");
    }

    #[test]
    fn a_good_file_has_no_findings() {
        let text = "//! Time.\n\n/// Simulated milliseconds.\npub struct Millis(u64);\n";
        assert_eq!(check_file("crates/engine/src/clock.rs", text), []);
    }
}
