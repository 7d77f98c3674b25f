//! `cargo xtask`: sets up what a fresh machine lacks, serves and builds the page, runs every test,
//! and checks what no compiler checks (`tidy`, `size`).
//!
//! It never contains anything of the product: no rule of Kafka, no scenario, no drawing. It is
//! compiled before everything else, so it stays small.
#![expect(
    clippy::print_stdout,
    reason = "a command-line program: its output is for the person who started it"
)]

mod args;
mod child;
mod failure;
mod page;
mod places;
mod progress;
mod setup;
mod size;
mod suites;
mod tidy;

use std::process::ExitCode;

use args::Task;
use failure::Failure;
use places::Places;
use setup::Need;

fn main() -> ExitCode {
    let task = match args::parse(std::env::args().skip(1)) {
        Ok(task) => task,
        Err(wrong) => {
            eprintln!("error: {wrong}\n\n{}", args::USAGE);
            return ExitCode::from(2);
        }
    };
    match run(task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<(), Failure> {
    if task == Task::Help {
        println!("{}", args::USAGE);
        return Ok(());
    }
    let places = Places::find()?;
    match task {
        Task::Help => unreachable!("answered above, where no workspace is needed"),
        Task::Setup => setup::ensure(&places, Need::ALL).map(|_| ()),
        Task::Serve(options) => page::serve(&places, &options),
        Task::Build => page::build(&places),
        Task::Test(options) => suites::run(&places, &options),
        Task::Tidy => tidy::run(&places),
        Task::Size { page } => size::run(&places, page),
    }
}
