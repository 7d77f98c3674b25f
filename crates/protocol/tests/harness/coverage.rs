//! Whether every row of a specification is in the vector files, be it run or left out.

use std::collections::BTreeSet;
use std::path::Path;

use super::{files, text};

/// The rows of sections 11.1 to 11.6 of the control plane's specification. It leaves out numbers.
pub(crate) fn control_rows() -> Vec<String> {
    let numbers = [1..=26, 28..=29, 31..=35, 38..=42, 44..=54, 56..=70, 72..=80, 82..=82];
    let numbered = numbers.into_iter().flatten().map(|number| format!("C{number}"));
    let traces = "ABCDEFHIJK".chars().map(|letter| format!("T-{letter}"));
    numbered.chain(traces).collect()
}

/// The rows of section 12 of the data plane's specification. It leaves out numbers.
pub(crate) fn data_rows() -> Vec<String> {
    let numbers = [
        1..=22,
        24..=33,
        35..=46,
        48..=55,
        57..=58,
        61..=71,
        73..=78,
        80..=87,
        89..=93,
        95..=102,
        104..=114,
    ];
    numbers.into_iter().flatten().map(|number| format!("V{number}")).collect()
}

/// The rows among `wanted` that no file below `folder` has. A row `C2.online` stands for `C2`.
pub(crate) fn missing(folder: &Path, wanted: &[String]) -> Result<Vec<String>, String> {
    let mut present = BTreeSet::new();
    for path in files::below(folder)? {
        let source = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let file = text::parse(&source).map_err(|failure| failure.text)?;
        let ids = file.rows.into_iter().map(|row| row.id);
        let ids = ids.chain(file.skipped.into_iter().map(|(id, _)| id));
        present.extend(ids.map(|id| id.split('.').next().unwrap_or_default().to_owned()));
    }
    Ok(wanted.iter().filter(|id| !present.contains(*id)).cloned().collect())
}
