//! The wasm target, and the tools that cargo compiles: trunk and wasm-bindgen-cli.
//!
//! It never touches the person's `~/.cargo/bin`. A tool found on PATH is used when its version is
//! the wanted one.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use crate::child::{self, Programs};
use crate::failure::Failure;
use crate::places::Places;
use crate::progress;

const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The version this project is tested with. Newer ones need a newer compiler than
/// rust-toolchain.toml asks for.
const TRUNK_VERSION: &str = "0.21.14";

/// A program that `cargo install` builds.
pub(super) struct CargoTool {
    /// The crate to install.
    package: &'static str,
    version: String,
    /// The program whose `--version` tells whether it is there.
    program: &'static str,
    why: &'static str,
    /// The optimisation level of its release profile. Compiling the tool is what a newcomer waits
    /// for; none of them is slow enough unoptimised to matter, but wasm-bindgen gains from 1.
    opt_level: &'static str,
    options: &'static [&'static str],
}

pub(super) fn trunk() -> CargoTool {
    CargoTool {
        package: "trunk",
        version: TRUNK_VERSION.to_owned(),
        program: "trunk",
        why: "builds and serves the page",
        opt_level: "0",
        options: &["--locked", "--no-default-features", "--features", "rustls"],
    }
}

/// The command-line half of wasm-bindgen. It refuses modules of any other version, so the version
/// is read from Cargo.lock and stated nowhere else.
pub(super) fn bindgen_cli(places: &Places) -> Result<CargoTool, Failure> {
    let path = places.root.join("Cargo.lock");
    let lock = fs::read_to_string(&path).map_err(Failure::during("read Cargo.lock"))?;
    let version = locked_version(&lock, "wasm-bindgen")
        .ok_or_else(|| Failure::new("Cargo.lock does not name wasm-bindgen"))?;
    Ok(CargoTool {
        package: "wasm-bindgen-cli",
        version: version.to_owned(),
        program: "wasm-bindgen",
        why: "joins WebAssembly and JavaScript, and runs tests in a browser",
        opt_level: "1",
        // Without --locked: the crate's own lock file may name versions that were withdrawn.
        options: &[],
    })
}

/// The version of `package` in the text of a Cargo.lock.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.next()?;
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

/// Adds the wasm target to the toolchain when it is not there.
pub(super) fn ensure_wasm_target(programs: &Programs) -> Result<(), Failure> {
    let query = ["--print", "target-libdir", "--target", WASM_TARGET];
    let libraries = programs.answer("rustc", &query);
    if libraries.is_some_and(|folder| Path::new(folder.trim()).is_dir()) {
        return Ok(());
    }
    if programs.find("rustup").is_none() {
        return Err(Failure::new(format!(
            "this Rust has no target {WASM_TARGET}, and there is no rustup to add it: \
             install Rust by rustup, or the target by the package manager Rust came from"
        )));
    }
    progress::step("wasm target: the standard library for WebAssembly (seconds)");
    child::run(programs.command("rustup").args(["target", "add", WASM_TARGET]))
}

/// Those of `wanted` that are not on PATH in the wanted version.
pub(super) fn missing<'a>(programs: &Programs, wanted: &'a [CargoTool]) -> Vec<&'a CargoTool> {
    let is_missing = |tool: &&CargoTool| {
        let answer = programs.answer(tool.program, &["--version"]);
        answer.as_deref().and_then(version_in) != Some(tool.version.as_str())
    };
    wanted.iter().filter(is_missing).collect()
}

/// `0.21.14` in `trunk 0.21.14`.
fn version_in(answer: &str) -> Option<&str> {
    answer.split_whitespace().nth(1)
}

/// Compiles `tools` side by side: each alone leaves one of two cores idle for long stretches.
pub(super) fn install(
    places: &Places,
    programs: &Programs,
    tools: &[&CargoTool],
) -> Result<(), Failure> {
    for tool in tools {
        progress::step(&format!("{} {}: {}", tool.package, tool.version, tool.why));
    }
    if !tools.is_empty() {
        progress::note("compiled once for all clones: about 2 minutes each on two idle cores");
    }
    let outcomes: Vec<Result<(), Failure>> = thread::scope(|scope| {
        let start = |tool| scope.spawn(move || install_one(places, programs, tool));
        let running: Vec<_> = tools.iter().map(|tool| start(*tool)).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| thread.join().expect("no panic");
        running.into_iter().map(join).collect()
    });
    outcomes.into_iter().collect()
}

fn install_one(places: &Places, programs: &Programs, tool: &CargoTool) -> Result<(), Failure> {
    // Apart for each tool, since cargo locks it; kept when interrupted, so the next run goes on.
    let build = places.tools.join("build").join(tool.package);
    let mut command = programs.command("cargo");
    command
        .args(["install", tool.package, "--version", &tool.version])
        .args(tool.options)
        // A tool of another version may be there already.
        .arg("--force")
        .arg("--root")
        .arg(&places.tools);
    compile_quickly(&mut command, tool.opt_level);
    command.env("CARGO_TARGET_DIR", &build);
    child::run_compilation(tool.package, &mut command)?;
    // What is left over is only disk space: not worth failing for.
    fs::remove_dir_all(&build).ok();
    Ok(())
}

/// Sets the release profile so that the tool is there soon, whatever this project's flags are.
fn compile_quickly(command: &mut Command, opt_level: &str) {
    command
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", opt_level)
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
        .env("CARGO_TERM_COLOR", "never")
        .env_remove("CARGO_BUILD_TARGET")
        .env_remove("RUSTFLAGS");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locked_version_is_that_of_the_very_package() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"…\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "yew"), None);
    }

    #[test]
    fn a_version_is_the_second_word_of_the_answer() {
        assert_eq!(version_in("trunk 0.21.14\n"), Some("0.21.14"));
        assert_eq!(version_in(""), None);
    }
}
