//! The shape of Rust files: how they begin, how long they are, and that nothing in them is left
//! open or switched off.

use super::Finding;

/// A file longer than this has a second module in it.
const LINES_MAX: usize = 450;

/// A line that says that the length of a file is its content: a table, a list of vectors.
const TABLE_MARK: &str = "// tidy: table";

/// Within how many lines from the top the mark has to stand.
const TABLE_MARK_LINES: usize = 40;

/// What is left open or switched off, by the code that shows it.
const UNFINISHED: &[(&str, &str)] = &[
    ("todo!", "the code that is missing, or a typed refusal"),
    ("unimplemented!", "the code that is missing, or a typed refusal"),
    ("#[ignore", "a test that runs, or no test"),
];

/// Checks one Rust file; `code` is its text with comments and literals blanked.
pub(super) fn check(path: &str, text: &str, code: &str) -> Vec<Finding> {
    let mut findings = unfinished(path, code);
    if has_part(path, "src") && !text.starts_with("//!") {
        findings.push(Finding {
            path: path.to_owned(),
            line: 1,
            wrong: "the module does not begin with `//!`".to_owned(),
            right: "what the module is, and what it never does, in its first lines".to_owned(),
        });
    }
    let lines = text.lines().count();
    let is_table = text.lines().take(TABLE_MARK_LINES).any(|line| line.trim() == TABLE_MARK);
    if lines > LINES_MAX && !is_table && !has_part(path, "tests") {
        findings.push(Finding {
            path: path.to_owned(),
            line: LINES_MAX + 1,
            wrong: format!("{lines} lines; more than {LINES_MAX}"),
            right: format!("two modules, or `{TABLE_MARK}` near the top of what is only a table"),
        });
    }
    findings
}

fn unfinished(path: &str, code: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let found = UNFINISHED.iter().filter(|(mark, _)| line.contains(mark));
        findings.extend(found.map(|(mark, right)| Finding {
            path: path.to_owned(),
            line: index + 1,
            wrong: format!("`{mark}` is left in"),
            right: (*right).to_owned(),
        }));
    }
    findings
}

/// Whether a folder of that name is on the path.
fn has_part(path: &str, name: &str) -> bool {
    path.rsplit('/').skip(1).any(|part| part == name)
}

#[cfg(test)]
mod tests {
    use super::super::code::code_only;
    use super::*;

    fn wrongs(path: &str, text: &str) -> Vec<String> {
        let findings = check(path, text, &code_only(text));
        findings.into_iter().map(|finding| finding.wrong).collect()
    }

    #[test]
    fn a_module_says_what_it_is() {
        assert_eq!(wrongs("web/src/a.rs", "fn f() {}\n").len(), 1);
        assert_eq!(wrongs("web/src/a.rs", "//! A.\nfn f() {}\n").len(), 0);
        assert_eq!(wrongs("crates/engine/tests/a.rs", "fn f() {}\n").len(), 0);
    }

    #[test]
    fn a_long_file_is_found_unless_it_is_marked_as_a_table() {
        let long = |head: &str| format!("//! A.\n{head}\n{}", "x\n".repeat(LINES_MAX));
        assert_eq!(wrongs("web/src/a.rs", &long("")).len(), 1);
        assert_eq!(wrongs("web/src/a.rs", &long(TABLE_MARK)).len(), 0);
        assert_eq!(wrongs("crates/engine/tests/a.rs", &long("")).len(), 0);
        let just_short_enough = format!("//! A.\n{}", "x\n".repeat(LINES_MAX - 1));
        assert_eq!(wrongs("web/src/a.rs", &just_short_enough).len(), 0);
    }

    #[test]
    fn what_is_left_open_or_switched_off_is_found_in_code_only() {
        let text = "//! No todo! here.\nfn f() { todo!() }\n#[ignore = \"slow\"]\n";
        assert_eq!(wrongs("web/src/a.rs", text), ["`todo!` is left in", "`#[ignore` is left in"]);
    }
}
