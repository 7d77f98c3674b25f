//! Finding out what this machine lacks, and installing it.
//!
//! What is there already is never installed again, and nothing is installed that the task at hand
//! does not need. Compiled tools go to a folder that all clones share; Node packages stay in the
//! clone; only the browser is installed for the whole machine, by its package manager.

mod browser;
mod node;
mod rust;

use std::fs::{self, File};
use std::path::Path;

use crate::child::Programs;
use crate::failure::Failure;
use crate::places::Places;
use crate::progress;

pub(crate) use browser::Browser;

/// Something a task can't do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// The standard library for WebAssembly.
    WasmTarget,
    /// wasm-bindgen and its test runner, of exactly the version in Cargo.lock.
    BindgenCli,
    /// What builds and serves the page.
    Trunk,
    /// wasm-opt, and what the browser tests import.
    NodeTools,
    /// Chromium, its driver, and a font with Korean letters.
    Browser,
}

impl Need {
    /// Everything any task needs.
    pub(crate) const ALL: &[Need] =
        &[Need::WasmTarget, Need::BindgenCli, Need::Trunk, Need::NodeTools, Need::Browser];
}

/// A machine on which what was asked for is in place.
pub(crate) struct Ready {
    pub(crate) programs: Programs,
    /// Present when [`Need::Browser`] was asked for.
    pub(crate) browser: Option<Browser>,
}

/// Puts `needs` in place.
pub(crate) fn ensure(places: &Places, needs: &[Need]) -> Result<Ready, Failure> {
    let programs = Programs::new(places)?;
    // What comes from the network in seconds goes first: a machine that lacks Node or a package
    // manager hears of it before it has compiled for minutes.
    if needs.contains(&Need::NodeTools) {
        node::ensure(places, &programs)?;
    }
    let browser =
        if needs.contains(&Need::Browser) { Some(browser::ensure(&programs)?) } else { None };
    if needs.contains(&Need::WasmTarget) {
        rust::ensure_wasm_target(&programs)?;
    }
    ensure_compiled(places, &programs, needs)?;
    Ok(Ready { programs, browser })
}

fn ensure_compiled(places: &Places, programs: &Programs, needs: &[Need]) -> Result<(), Failure> {
    let mut wanted = Vec::new();
    if needs.contains(&Need::Trunk) {
        wanted.push(rust::trunk());
    }
    if needs.contains(&Need::BindgenCli) {
        wanted.push(rust::bindgen_cli(places)?);
    }
    if rust::missing(programs, &wanted).is_empty() {
        return Ok(());
    }
    let _alone = lock(&places.tools)?;
    // Another clone may have installed them while this one waited for the lock.
    let missing = rust::missing(programs, &wanted);
    rust::install(places, programs, &missing)
}

/// Keeps two set-ups from working in the same tool folder until the file is dropped.
fn lock(tools: &Path) -> Result<File, Failure> {
    let during = || format!("prepare the tool folder {}", tools.display());
    fs::create_dir_all(tools).map_err(Failure::during(during()))?;
    let file = File::create(tools.join("set-up.lock")).map_err(Failure::during(during()))?;
    if file.try_lock().is_err() {
        progress::note("another set-up works in the same tool folder: waiting for it");
        file.lock().map_err(Failure::during(during()))?;
    }
    Ok(file)
}
