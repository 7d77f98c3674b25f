//! Runs every conformance vector: the files under `tests/vectors/` and those in the folder that the
//! environment variable `HIGHWATER_VECTORS` names. The format is described in `docs/vectors.md`.

mod harness;

use std::io::Write;
use std::path::{Path, PathBuf};

use harness::report::Report;
use harness::{coverage, files, runner};

/// The vectors that come with the crate.
fn own_vectors() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors")
}

/// The folder that `HIGHWATER_VECTORS` names: as it stands, or from the workspace's root.
fn foreign_vectors() -> Option<PathBuf> {
    let named = PathBuf::from(std::env::var_os("HIGHWATER_VECTORS")?);
    if named.exists() {
        return Some(named);
    }
    Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(named))
}

#[test]
fn every_vector_holds() {
    let mut report = Report::default();
    for folder in [Some(own_vectors()), foreign_vectors()].into_iter().flatten() {
        match files::below(&folder) {
            Ok(paths) if paths.is_empty() => {
                report.problem(format!("{}: no vector file in this folder", folder.display()));
            }
            Ok(paths) => paths.iter().for_each(|path| runner::run_file(path, &folder, &mut report)),
            Err(error) => report.problem(error),
        }
    }
    // Not through print!, which cargo hides when a test passes: what was left out must be seen.
    let _ = std::io::stderr().write_all(report.summary().as_bytes());
    assert!(report.is_good(), "\n{}", report.failures());
}

#[test]
fn every_row_of_the_control_plane_specification_is_there() {
    let missing = coverage::missing(&own_vectors().join("control"), &coverage::control_rows());
    assert_eq!(missing, Ok(Vec::new()), "neither run nor skipped");
}

#[test]
fn every_row_of_the_data_plane_specification_is_there() {
    let missing = coverage::missing(&own_vectors().join("data"), &coverage::data_rows());
    assert_eq!(missing, Ok(Vec::new()), "neither run nor skipped");
}
