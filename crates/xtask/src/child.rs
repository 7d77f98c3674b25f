//! Starting other programs.
//!
//! The tools this project installs are put on PATH for the children only; the person's own
//! environment is never changed.

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::places::Places;
use crate::progress::{self, Started};

/// How many of a failed child's last lines are shown.
const TAIL_LINES: usize = 40;

/// After how many compiled crates a line of progress is printed.
const CRATES_PER_LINE: usize = 25;

/// Finds and starts programs, the project's own tools first.
pub(crate) struct Programs {
    root: PathBuf,
    path: OsString,
}

impl Programs {
    /// Programs for the workspace at `places`.
    pub(crate) fn new(places: &Places) -> Result<Self, Failure> {
        let own = [places.node_bin(), places.tools_bin()];
        let inherited = env::var_os("PATH").unwrap_or_default();
        let path = env::join_paths(own.into_iter().chain(env::split_paths(&inherited)))
            .map_err(Failure::during("put the tools on PATH"))?;
        Ok(Self { root: places.root.clone(), path })
    }

    /// Where a program is, or `None` when this machine has none of that name.
    pub(crate) fn find(&self, name: &str) -> Option<PathBuf> {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        env::split_paths(&self.path)
            .map(|folder| folder.join(&file))
            .find(|candidate| candidate.is_file())
    }

    /// A command that runs `program` at the top of the repository with the tools on PATH.
    pub(crate) fn command(&self, program: &str) -> Command {
        let found = self.find(program);
        let mut command = Command::new(found.as_deref().unwrap_or(Path::new(program)));
        command.current_dir(&self.root).env("PATH", &self.path);
        // Trunk reads NO_COLOR as a flag and refuses every value but `true` and `false`.
        if env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            command.env("NO_COLOR", "true");
        } else {
            command.env_remove("NO_COLOR");
        }
        command
    }

    /// What a program prints on its standard output, or `None` when it can't be run or fails.
    pub(crate) fn answer(&self, program: &str, arguments: &[&str]) -> Option<String> {
        self.find(program)?;
        let output = self
            .command(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then_some(text)
    }
}

/// Runs a command whose output goes straight to the terminal.
pub(crate) fn run(command: &mut Command) -> Result<(), Failure> {
    let status =
        command.status().map_err(Failure::during(format!("start {}", name_of(command))))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::new(format!("{} ended with {status}", name_of(command))))
    }
}

/// Lets a command that runs until it is stopped take the place of this program: whoever stops the
/// one has stopped the other.
#[cfg(unix)]
pub(crate) fn become_program(command: &mut Command) -> Result<(), Failure> {
    let error = std::os::unix::process::CommandExt::exec(command);
    Err(Failure::new(format!("start {}: {error}", name_of(command))))
}

/// Runs a command that runs until it is stopped.
#[cfg(not(unix))]
pub(crate) fn become_program(command: &mut Command) -> Result<(), Failure> {
    run(command)
}

/// Runs a command that has nothing to say unless it fails.
pub(crate) fn run_quietly(command: &mut Command) -> Result<(), Failure> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(Failure::during(format!("start {}", name_of(command))))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said.lines().collect();
    let tail = lines[lines.len().saturating_sub(TAIL_LINES)..].join("\n  ");
    let status = output.status;
    Err(Failure::new(format!("{} ended with {status}:\n  {tail}", name_of(command))))
}

/// Runs a `cargo install` that compiles hundreds of crates and prints a line now and then; its last
/// lines are shown only when it fails.
pub(crate) fn run_compilation(label: &str, command: &mut Command) -> Result<(), Failure> {
    let started = Started::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(Failure::during(format!("start {}", name_of(command))))?;
    let lines = child.stderr.take().expect("stderr was piped above");
    let tail = follow(label, lines, &started);
    let status = child.wait().map_err(Failure::during(format!("wait for {label}")))?;
    if status.success() {
        progress::note(&format!("{label}: done in {}", started.elapsed()));
        return Ok(());
    }
    let tail = tail.into_iter().collect::<Vec<_>>().join("\n  ");
    Err(Failure::new(format!("{label}: cargo ended with {status}:\n  {tail}")))
}

/// Reads to the end, counts crates aloud, and returns the last lines.
fn follow(label: &str, lines: impl Read, started: &Started) -> VecDeque<String> {
    let mut tail = VecDeque::new();
    let mut compiled = 0;
    for line in BufReader::new(lines).lines().map_while(Result::ok) {
        if line.trim_start().starts_with("Compiling ") {
            compiled += 1;
            if compiled % CRATES_PER_LINE == 0 {
                let elapsed = started.elapsed();
                progress::note(&format!("{label}: {compiled} crates compiled, {elapsed}"));
            }
        }
        if tail.len() == TAIL_LINES {
            tail.pop_front();
        }
        tail.push_back(line);
    }
    tail
}

fn name_of(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    name.to_string_lossy().into_owned()
}
