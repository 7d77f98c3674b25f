//! A session behind strings: what a worker needs, and no more.
//!
//! | message | reply |
//! |---|---|
//! | `start`, then the lines of a request | a report; `error` and a sentence if the request is bad |
//! | `run 20000` | a report when about so many successors more were computed |
//! | `answer` | the answer; `working` if there is none yet |
//! | `cancel` | `cancelled`; the memory is free |
//!
//! Without a session `run` and `answer` reply `idle`.

use crate::session::{Request, Session};

/// At most one session, driven by messages.
#[derive(Default)]
pub struct Driver {
    session: Option<Session>,
}

impl Driver {
    /// A driver without a session.
    #[must_use]
    pub fn new() -> Driver {
        Driver::default()
    }

    /// Does what a message asks and replies.
    pub fn handle(&mut self, message: &str) -> String {
        let (head, rest) = message.split_once('\n').unwrap_or((message, ""));
        let (word, value) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
        match word {
            "start" => self.start(rest),
            "run" => match value.trim().parse() {
                Ok(successors) => self.run(successors),
                Err(_) => "error run needs a number of successors\n".to_owned(),
            },
            "answer" => self.answer(),
            "cancel" => {
                self.session = None;
                "cancelled\n".to_owned()
            }
            _ => "error messages are start, run, answer, cancel\n".to_owned(),
        }
    }

    fn start(&mut self, request: &str) -> String {
        // What was under way is given up first, so that its memory is free.
        self.session = None;
        let started = Request::parse(request).and_then(|request| Session::start(&request));
        match started {
            Ok(session) => {
                let report = session.report().to_string();
                self.session = Some(session);
                report
            }
            Err(error) => format!("error {error}\n"),
        }
    }

    fn run(&mut self, successors: u64) -> String {
        match &mut self.session {
            Some(session) => session.run(successors).to_string(),
            None => "idle\n".to_owned(),
        }
    }

    fn answer(&self) -> String {
        match &self.session {
            Some(session) => {
                session.answer().map_or_else(|| "working\n".to_owned(), |answer| answer.to_string())
            }
            None => "idle\n".to_owned(),
        }
    }
}
