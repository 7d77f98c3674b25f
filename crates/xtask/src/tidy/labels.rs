//! Labels that nobody says: their words would be loaded by every reader for nothing.

use super::Finding;

/// Where labels are listed.
const LIST: &str = "crates/phrase/src/label.rs";

/// Every label of the list that no other file names, given all files with their texts.
pub(super) fn check<'f>(files: impl Iterator<Item = (&'f str, &'f str)> + Clone) -> Vec<Finding> {
    let list = files.clone().find(|(path, _)| *path == LIST).map_or("", |(_, text)| text);
    let is_said = |label: &str| {
        let name = format!("Label::{label}");
        let mut others = files.clone().filter(|(path, _)| {
            path.ends_with(".rs") && *path != LIST && !path.starts_with("crates/phrase/tests/")
        });
        others.any(|(_, text)| {
            text.match_indices(&name).any(|(at, _)| {
                let after = text[at + name.len()..].chars().next();
                !after.is_some_and(|c| c.is_ascii_alphanumeric())
            })
        })
    };
    let mut findings = Vec::new();
    for (line, number) in list.lines().zip(1..) {
        let label = line.strip_prefix("    ").and_then(|line| line.strip_suffix(';'));
        let label = label.filter(|label| label.chars().all(|c| c.is_ascii_alphanumeric()));
        if let Some(label) = label.filter(|label| !is_said(label)) {
            findings.push(Finding {
                path: LIST.to_owned(),
                line: number,
                wrong: format!("nobody says `{label}`"),
                right: "a label that is said, or none".to_owned(),
            });
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_nobody_says_is_found() {
        let list = "labels! {\n    /// One.\n    Said;\n    /// Two.\n    Sai;\n}\n";
        let files = [
            (LIST, list),
            ("web/src/a.rs", "Label::Said.text(lang)"),
            ("crates/phrase/tests/texts/label.rs", "Label::Sai"),
        ];
        let found = check(files.into_iter());
        let [finding] = &found[..] else { panic!("{found:?}") };
        assert_eq!((finding.line, finding.wrong.as_str()), (5, "nobody says `Sai`"));
    }
}
