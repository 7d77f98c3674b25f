//! A session behind strings: what a worker needs, and no more.
//!
//! | message | reply |
//! |---|---|
//! | `start`, then the lines of a request | a report; `error` and a sentence if the request is bad |
//! | `cell strict false all 3 2` | as `start`, for a cell of the safety map |
//! | `map` | the lines of the map that is part of the build; what is under way goes on |
//! | `run 20000` | a report when about so many successors more were computed |
//! | `answer` | the answer or the line of the cell; `working` if there is none yet |
//! | `cancel` | `cancelled`; the memory is free |
//!
//! A report begins with a word: `working`, `violated`, `exhausted` or `limit-hit` with the limit; of a
//! cell `working` or `measured`. A cell is named by the words of its line in the map, before the `=`; lines `faults`, `records` and
//! `states` may follow with other bounds than the map's own. Without anything begun, `run` and
//! `answer` reply `idle`.

use crate::kafka::Kafka;
use crate::map::{CellSearch, MapBounds, Place, default_lines};
use crate::session::{KafkaRequest, Run, number};

/// At most one search, driven by messages.
#[derive(Default)]
pub struct Driver {
    work: Work,
}

#[derive(Default)]
enum Work {
    #[default]
    Nothing,
    Question(Box<Run<Kafka>>),
    Cell(Box<CellSearch>),
}

impl Driver {
    /// A driver with nothing to do.
    #[must_use]
    pub fn new() -> Driver {
        Driver::default()
    }

    /// Does what a message asks and replies.
    pub fn handle(&mut self, message: &str) -> String {
        let (head, rest) = message.split_once('\n').unwrap_or((message, ""));
        let head = head.trim_ascii();
        let (word, value) = head.split_once(' ').unwrap_or((head, ""));
        match word {
            "start" => self.start(rest),
            "cell" => self.cell(value, rest),
            "map" => default_lines().to_owned(),
            "run" => match number(value) {
                Some(successors) => self.run(successors),
                None => "error run needs a number of successors\n".to_owned(),
            },
            "answer" => self.answer(),
            "cancel" => {
                self.work = Work::Nothing;
                "cancelled\n".to_owned()
            }
            _ => "error messages are start, cell, map, run, answer, cancel\n".to_owned(),
        }
    }

    fn start(&mut self, request: &str) -> String {
        // What was under way is given up first, so that its memory is free.
        self.work = Work::Nothing;
        let started = KafkaRequest::parse(request).and_then(|request| request.start());
        match started {
            Ok(run) => {
                let report = run.report().to_string();
                self.work = Work::Question(Box::new(run));
                report
            }
            Err(error) => format!("error {error}\n"),
        }
    }

    fn cell(&mut self, place: &str, bounds: &str) -> String {
        self.work = Work::Nothing;
        let (Some(place), Some(bounds)) = (Place::parse(place), MapBounds::parse(bounds)) else {
            return "error this is no cell of a map, or no bounds\n".to_owned();
        };
        let search = CellSearch::new(place, bounds);
        let report = figures(&search);
        self.work = Work::Cell(Box::new(search));
        report
    }

    fn run(&mut self, successors: u64) -> String {
        match &mut self.work {
            Work::Nothing => "idle\n".to_owned(),
            Work::Question(run) => run.run(successors).to_string(),
            Work::Cell(search) => {
                search.run(successors);
                figures(search)
            }
        }
    }

    fn answer(&self) -> String {
        let answer = match &self.work {
            Work::Nothing => return "idle\n".to_owned(),
            Work::Question(run) => run.answer().map(|answer| answer.to_string()),
            Work::Cell(search) => search.cell().map(|cell| format!("{cell}\n")),
        };
        answer.unwrap_or_else(|| "working\n".to_owned())
    }
}

fn figures(search: &CellSearch) -> String {
    let word = if search.cell().is_some() { "measured" } else { "working" };
    format!("{word}\n{}", search.progress())
}
