//! Runs a file's rows by its kind.

use std::path::Path;

use super::kinds::{self, KINDS};
use super::report::{FileTally, Report};
use super::text::{self, Failure};

/// Runs one file; failures name it by its path below `folder`.
pub(crate) fn run_file(path: &Path, folder: &Path, report: &mut Report) {
    let below = path.strip_prefix(folder).unwrap_or(path);
    let name = below.display().to_string();
    match std::fs::read_to_string(path) {
        Ok(text) => run_text(&name, &text, report),
        Err(error) => report.problem(format!("{name}: {error}")),
    }
}

/// Runs the text of a file.
pub(crate) fn run_text(name: &str, text: &str, report: &mut Report) {
    let mut fail = |failure: Failure, id: &str| {
        let id = if id.is_empty() { String::new() } else { format!("{id}: ") };
        report.problem(format!("{name}:{}: {id}{}", failure.line, failure.text));
    };
    let file = match text::parse(text) {
        Ok(file) => file,
        Err(failure) => return fail(failure, ""),
    };
    let Some(kind) = KINDS.iter().find(|kind| kind.name == file.kind) else {
        let text = format!("unknown kind {}; there is: {}", file.kind, kinds::names());
        return fail(Failure::at(file.kind_line, text), "");
    };
    if file.rows.is_empty() && file.skipped.is_empty() {
        return fail(Failure::at(file.kind_line, "the file has no row"), "");
    }
    let mut passed = 0;
    for row in &file.rows {
        match (kind.run)(row) {
            Ok(()) => passed += 1,
            Err(failure) => fail(failure, &row.id),
        }
    }
    let (kind, run) = (file.kind, file.rows.len());
    report.add(FileTally { name: name.to_owned(), kind, run, passed, skipped: file.skipped });
}
