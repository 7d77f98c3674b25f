//! The `highwater` command: lists, runs, checks and describes scenarios, answers questions about them, and explores what can break.
//!
//! It never decides a rule of Kafka and never changes what a scenario says; it reads, plays and
//! prints. What each subcommand prints is made as a text first, so that all of it can be tested.

mod args;
mod ask;
mod check;
mod describe;
mod explore;
mod list;
mod outcome;
mod report;
mod run;
mod source;
mod trace;

use std::io::{self, Write};
use std::process::ExitCode;

use args::Request;
use outcome::Outcome;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let outcome = match args::parse(&arguments, args::language_of_environment()) {
        Ok(request) => answer(&request),
        Err(mistake) => Outcome::bad_input(format!("{mistake}\n\n{}", args::USAGE)),
    };
    // Whoever closed the pipe has read enough; there is nobody left to tell.
    let _ = io::stderr().write_all(outcome.errors.as_bytes());
    let _ = io::stdout().write_all(outcome.text.as_bytes());
    ExitCode::from(outcome.exit.code())
}

fn answer(request: &Request) -> Outcome {
    match request {
        Request::Help => Outcome::fine(args::USAGE.to_owned()),
        Request::List(form) => list::list(*form),
        Request::Run(wish) => run::run(wish),
        Request::Check(wish) => check::check(wish),
        Request::Describe(wish) => describe::describe(wish),
        Request::Ask(wish) => ask::ask(wish),
        Request::Explore(wish) => explore::explore(wish),
    }
}
