//! `highwater explore`: the least that must go wrong, or that nothing does within bounds.
//!
//! It only asks and prints; what is searched and what an answer means is the explorer's.

mod json;
mod map;
mod options;
mod told;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use highwater_explorer::session::{Answer, Report, Request, Session, Stage};

use highwater_phrase::schedule;
pub(crate) use options::{ExploreWish, parse};

use crate::args::Form;
use crate::outcome::{Exit, Outcome};
use crate::report::pretty;

/// So many successors are computed between two looks at the clock.
const SLICE: u64 = 100_000;

/// How often progress is told.
const EVERY: Duration = Duration::from_secs(1);

pub(crate) fn explore(wish: &ExploreWish) -> Outcome {
    if wish.wants_map {
        return map::map(wish);
    }
    let request = match options::request(wish) {
        Ok(request) => request,
        Err(outcome) => return outcome,
    };
    let mut session = match Session::start(&request) {
        Ok(session) => session,
        Err(error) => return Outcome::bad_input(error.to_string()),
    };
    let report = search(&mut session, wish.tells_progress);
    let Some(answer) = session.answer() else {
        // The search has ended, and its model can follow what it found.
        return Outcome::bad_input("the search came to no answer".to_owned());
    };
    print(wish, &request, &report, &answer)
}

fn search(session: &mut Session, tells_progress: bool) -> Report {
    let mut told = Instant::now();
    let mut faults = 0;
    loop {
        let report = session.run(SLICE);
        let progress = report.progress;
        if tells_progress && (faults < progress.faults || EVERY <= told.elapsed()) {
            faults = progress.faults;
            told = Instant::now();
            // Whoever closed the pipe has seen enough.
            let _ = writeln!(io::stderr(), "{}", told::progress(&progress));
        }
        if report.stage != Stage::Working {
            return report;
        }
    }
}

fn print(wish: &ExploreWish, request: &Request, report: &Report, answer: &Answer) -> Outcome {
    let fails = wish.fails_on_violation && matches!(answer, Answer::Violated(_));
    let exit = if fails { Exit::Failed } else { Exit::Fine };
    let text = match wish.form {
        _ if wish.wants_scenario => return scenario(answer, exit),
        Form::Json => pretty(&json::of(request, report, answer, wish.lang)),
        Form::Text => told::of(request, report, answer, wish.lang),
    };
    Outcome { text, errors: String::new(), exit }
}

/// The scenario alone; without one the exit code says that there is nothing to play.
fn scenario(answer: &Answer, exit: Exit) -> Outcome {
    let mut errors = String::new();
    let why = match answer {
        Answer::Violated(found) => {
            if let Some(text) = &found.scenario {
                return Outcome { text: schedule::narrated(text), errors, exit };
            }
            "what was found can't be played: only Kafka's partition with all its guards and whole fetches can"
        }
        Answer::Exhausted { .. } => "nothing was found: everything within the bounds was seen",
        Answer::LimitHit { .. } => "nothing was found before a limit was hit",
    };
    // Writing to a string can't fail.
    let _ = writeln!(errors, "{why}");
    Outcome { text: String::new(), errors, exit: Exit::Failed }
}
