//! The three groups of tests and their runners.
//!
//! One group that fails does not keep the others from running; the summary names them all. No test
//! is written here.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::args::{Page, Suite, TestOptions};
use crate::child::{self, Programs};
use crate::failure::Failure;
use crate::page;
use crate::places::Places;
use crate::progress::{self, Started};
use crate::setup::{self, Browser, Need};

const ALL: &[Suite] = &[Suite::Native, Suite::Web, Suite::EndToEnd];

impl Suite {
    fn title(self) -> &'static str {
        match self {
            Suite::Native => "native tests",
            Suite::Web => "browser component tests",
            Suite::EndToEnd => "end-to-end tests in Chromium",
        }
    }

    fn needs(self) -> &'static [Need] {
        match self {
            Suite::Native => &[],
            Suite::Web => &[Need::WasmTarget, Need::BindgenCli, Need::Browser],
            Suite::EndToEnd => Need::ALL,
        }
    }
}

/// Sets up, runs the suites that were asked for, and reports on each.
pub(crate) fn run(places: &Places, options: &TestOptions) -> Result<(), Failure> {
    let suites: Vec<Suite> = match options.only {
        Some(suite) => vec![suite],
        None => ALL.to_vec(),
    };
    let needs: Vec<Need> = suites.iter().flat_map(|suite| suite.needs()).copied().collect();
    let ready = setup::ensure(places, &needs)?;
    let bench =
        Bench { places, programs: &ready.programs, browser: ready.browser.as_ref(), options };
    let mut failed = Vec::new();
    let mut summary = Vec::new();
    for suite in suites {
        let started: Started = progress::step(suite.title());
        let outcome = bench.run(suite);
        let verdict = if outcome.is_ok() { "passed" } else { "FAILED" };
        summary.push(format!("{}: {verdict} in {}", suite.title(), started.elapsed()));
        if let Err(failure) = outcome {
            progress::note(&failure.to_string());
            failed.push(suite.title());
        }
    }
    progress::step("summary");
    for line in summary {
        progress::note(&line);
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(Failure::new(format!("failed: {}", failed.join(", "))))
    }
}

/// What every suite runs with.
struct Bench<'a> {
    places: &'a Places,
    programs: &'a Programs,
    browser: Option<&'a Browser>,
    options: &'a TestOptions,
}

impl Bench<'_> {
    fn run(&self, suite: Suite) -> Result<(), Failure> {
        match suite {
            Suite::Native => {
                let mut command = self.programs.command("cargo");
                command.args(["test", "--workspace", "--exclude", "highwater-web"]);
                self.run_cargo_test(command)
            }
            Suite::Web => {
                let mut command = self.programs.command("cargo");
                command.args(["test", "--package", "highwater-web"]);
                command.args(["--target", "wasm32-unknown-unknown"]);
                if let Some(browser) = self.browser {
                    command.env("CHROMEDRIVER", &browser.driver);
                }
                self.run_cargo_test(command)
            }
            Suite::EndToEnd => self.run_end_to_end(),
        }
    }

    fn run_cargo_test(&self, mut command: Command) -> Result<(), Failure> {
        // Never --quiet: the test runner for browsers does not know that flag.
        if !self.options.filter.is_empty() {
            command.arg("--").args(&self.options.filter);
        }
        child::run(&mut command)
    }

    fn run_end_to_end(&self) -> Result<(), Failure> {
        if self.options.page == Page::Build {
            page::build_release(self.places, self.programs)?;
        }
        let mut command = self.programs.command("node");
        command.current_dir(self.places.node());
        command.args(["--test", "--test-reporter=spec"]);
        let (files, patterns): (Vec<&String>, Vec<&String>) =
            self.options.filter.iter().partition(|word| word.ends_with(".mjs"));
        for pattern in patterns {
            command.arg(format!("--test-name-pattern={pattern}"));
        }
        if files.is_empty() {
            command.args(test_files(&self.places.node())?);
        } else {
            command.args(files);
        }
        command.env("HIGHWATER_DIST", self.places.dist());
        if let Some(browser) = self.browser {
            command.env("CHROME", &browser.chrome);
        }
        child::run(&mut command)
    }
}

/// The names of the end-to-end test files. They are given to Node one by one, since Node calls it
/// a success when it finds none by itself.
fn test_files(folder: &Path) -> Result<Vec<String>, Failure> {
    let during = || Failure::during("list the end-to-end tests");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(during())? {
        let name = entry.map_err(during())?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".test.mjs") {
            files.push(name);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::new(format!("no *.test.mjs in {}", folder.display())));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_tests_is_no_success() {
        assert!(test_files(Path::new(env!("CARGO_MANIFEST_DIR"))).is_err());
    }
}
