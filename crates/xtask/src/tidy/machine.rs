//! Paths of one person's machine, which mean nothing on another one.

use super::Finding;

/// Top folders that differ from machine to machine, or hold what one of them made.
const PRIVATE_ROOTS: &[&str] = &["home", "root", "tmp", "work", "Users"];

/// Paths below those that mean the same everywhere: Kafka's own defaults for `log.dirs`.
const PUBLIC_PATHS: &[&str] = &["tmp/kafka-logs", "tmp/kraft-combined-logs"];

/// Checks every line of a text file.
pub(super) fn check(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        findings.extend(private_path(line).map(|found| {
            Finding {
                path: path.to_owned(),
                line: index + 1,
                wrong: format!("`{found}` is a path of one machine"),
                right: "a path from the top of the repository, or one taken from the environment"
                    .to_owned(),
            }
        }));
    }
    findings
}

/// The first absolute path below a private root.
fn private_path(line: &str) -> Option<&str> {
    line.match_indices('/').find_map(|(at, _)| {
        let before = line[..at].chars().next_back();
        // The middle of a longer path or of an address.
        if before.is_some_and(|c| c.is_alphanumeric() || "/.-_~})>*$".contains(c)) {
            return None;
        }
        let path = &line[at + 1..];
        let end = path.find(|c: char| !(c.is_alphanumeric() || "/._-".contains(c)));
        let path = &path[..end.unwrap_or(path.len())];
        let (root, below) = path.split_once('/')?;
        let is_private = PRIVATE_ROOTS.contains(&root) && !below.is_empty();
        let is_public = PUBLIC_PATHS.iter().any(|public| path.starts_with(public));
        (is_private && !is_public).then(|| &line[at..at + 1 + path.len()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether `path` is found. The slash is put before it here, so that this file itself names no
    /// private path.
    fn is_found(before: &str, path: &str) -> bool {
        let line = format!("{before}/{path} and more");
        private_path(&line) == Some(&format!("/{path}"))
    }

    #[test]
    fn a_path_of_one_machine_is_found() {
        assert!(is_found("cd ", "work/main"));
        assert!(is_found("\"", "root/.cargo/bin"));
        assert!(is_found("path=", "home/kim/clone"));
        assert!(is_found("(", "Users/kim/x"));
        assert_eq!(check("a.md", &format!("a\nb /{}/x\n", "tmp"))[0].line, 2);
    }

    #[test]
    fn paths_that_mean_the_same_everywhere_are_fine() {
        assert!(!is_found("log.dirs=", "tmp/kafka-logs"));
        assert!(!is_found("", "usr/bin/chromium"));
        assert!(!is_found("https://example.org", "work/item"));
        assert!(!is_found("../shared", "tmp/x"));
        assert!(!is_found("$ROOT", "tmp/x"));
    }
}
