//! Building and serving the page by trunk.
//!
//! What the page consists of is said in Trunk.toml and web/index.html; here is only which profile,
//! which folder and which port.

use std::env;
use std::net::{Ipv4Addr, TcpListener};
use std::process::Command;

use crate::args::{Profile, ServeOptions};
use crate::child::{self, Programs};
use crate::failure::Failure;
use crate::places::Places;
use crate::progress;
use crate::setup::{self, Need};

/// What building the release page needs.
pub(crate) const RELEASE_NEEDS: &[Need] =
    &[Need::WasmTarget, Need::BindgenCli, Need::Trunk, Need::NodeTools];

/// What serving a debug page needs: wasm-opt, and so Node, is only called for releases.
const DEBUG_NEEDS: &[Need] = &[Need::WasmTarget, Need::BindgenCli, Need::Trunk];

/// Where the search for a free port begins and how far it goes.
const PORTS: std::ops::Range<u16> = 8080..8100;

/// What separates compiler flags in CARGO_ENCODED_RUSTFLAGS.
const FLAG_SEPARATOR: &str = "\u{1f}";

/// Sets up, then builds the release page.
pub(crate) fn build(places: &Places) -> Result<(), Failure> {
    let ready = setup::ensure(places, RELEASE_NEEDS)?;
    build_release(places, &ready.programs)
}

/// Builds the release page into `dist`.
pub(crate) fn build_release(places: &Places, programs: &Programs) -> Result<(), Failure> {
    let dist = places.dist();
    progress::step(&format!(
        "release page into {}/ (a minute or two when nothing is compiled yet)",
        places.relative(&dist).display()
    ));
    let mut command = trunk(programs, "build", Profile::Release);
    child::run(command.arg("--dist").arg(&dist))?;
    let mut command = programs.command("node");
    child::run(command.arg(places.node().join("shrink.mjs")).arg(&dist))
}

/// Sets up, then serves the page until the person stops it.
pub(crate) fn serve(places: &Places, options: &ServeOptions) -> Result<(), Failure> {
    let needs = match options.profile {
        Profile::Debug => DEBUG_NEEDS,
        Profile::Release => RELEASE_NEEDS,
    };
    let ready = setup::ensure(places, needs)?;
    let port = choose_port(options.port)?;
    progress::step(&format!(
        "http://127.0.0.1:{port}/ shows the page as soon as it is built \
         (a minute when nothing is compiled yet); Ctrl-C ends this"
    ));
    let mut command = trunk(&ready.programs, "serve", options.profile);
    command.args(["--open=false", "--port", &port.to_string()]);
    command.arg("--dist").arg(places.served());
    child::become_program(&mut command)
}

fn trunk(programs: &Programs, what: &str, profile: Profile) -> Command {
    let mut command = programs.command("trunk");
    command.arg(what);
    // A new release of trunk is none of a build's business, and a backtrace through trunk says
    // nothing about an error in the page.
    command.env("TRUNK_SKIP_VERSION_CHECK", "true").env("RUST_BACKTRACE", "0");
    if profile == Profile::Release {
        command.arg("--release");
        let flags = release_flags(|name| env::var(name).ok());
        command.env("CARGO_ENCODED_RUSTFLAGS", flags);
    }
    command
}

/// A quarter of the usual stack: addresses behind it are a byte shorter all over the page.
const SMALL_STACK: &str = "-Clink-arg=-zstack-size=262144";

/// The compiler flags of this person; one that keeps the name of their home folder out of the page,
/// since messages of panics name the source files of dependencies; and the page's stack. Separated
/// as cargo wants it.
fn release_flags(variable: impl Fn(&str) -> Option<String>) -> String {
    let encoded = variable("CARGO_ENCODED_RUSTFLAGS");
    let plain = || variable("RUSTFLAGS").map(|flags| flags.replace(' ', FLAG_SEPARATOR));
    let home = || variable("HOME").map(|home| format!("{home}/.cargo"));
    let mut flags: Vec<String> = encoded.or_else(plain).into_iter().collect();
    if let Some(cargo) = variable("CARGO_HOME").or_else(home) {
        flags.push(format!("--remap-path-prefix={cargo}/registry/src=registry"));
    }
    flags.push(SMALL_STACK.to_owned());
    flags.join(FLAG_SEPARATOR)
}

fn choose_port(asked: Option<u16>) -> Result<u16, Failure> {
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    match asked {
        Some(port) if is_free(&port) => Ok(port),
        Some(port) => Err(Failure::new(format!("port {port} is taken: ask for another one"))),
        None => PORTS.clone().find(is_free).ok_or_else(|| {
            let (first, end) = (PORTS.start, PORTS.end);
            Failure::new(format!("no free port from {first} up to {end}: choose one by --port"))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_the_person_are_kept_and_the_home_folder_is_renamed() {
        let flags = |set: &[(&str, &str)]| {
            let found = |name: &str| set.iter().find(|(key, _)| *key == name);
            release_flags(|name| found(name).map(|(_, value)| (*value).to_owned()))
        };
        let renamed = "--remap-path-prefix=h/.cargo/registry/src=registry";
        assert_eq!(flags(&[("HOME", "h")]), [renamed, SMALL_STACK].join(FLAG_SEPARATOR));
        let kept = flags(&[("HOME", "h"), ("RUSTFLAGS", "-C debuginfo=1")]);
        assert_eq!(kept, ["-C", "debuginfo=1", renamed, SMALL_STACK].join(FLAG_SEPARATOR));
        let elsewhere = flags(&[("CARGO_HOME", "c"), ("HOME", "h")]);
        let renamed = "--remap-path-prefix=c/registry/src=registry";
        assert_eq!(elsewhere, [renamed, SMALL_STACK].join(FLAG_SEPARATOR));
        assert_eq!(flags(&[]), SMALL_STACK);
    }

    #[test]
    fn a_taken_port_that_was_asked_for_is_refused() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = taken.local_addr().expect("an address").port();
        assert!(choose_port(Some(port)).is_err());
    }
}
