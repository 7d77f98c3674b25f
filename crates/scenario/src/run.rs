//! A script played to its end: commands, waiting, narration, expectations.
//!
//! What can't be reached is said, never skipped.

use std::rc::Rc;

use highwater_engine::Refusal;
use highwater_engine::command::Command;
use highwater_protocol::lag::Millis;

use crate::condition::Condition;
use crate::judge;
use crate::overrides::Overrides;
use crate::prediction::Asked;
use crate::recording::Recording;
use crate::script::{Action, Scenario, Statement, Text};

/// How long an `until` waits, in simulated ms: 5 minutes.
const UNTIL_MS_MAX: Millis = 300_000;
/// How many steps an `until` waits.
const UNTIL_STEPS_MAX: usize = 200_000;
/// How many frames a recording has at most.
pub(crate) const FRAMES_MAX: usize = 400_000;
/// How long a cluster gets to become quiet, in simulated ms.
pub(crate) const SETTLE_MS_MAX: Millis = 60_000;

/// How a script ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptEnd {
    /// All of it was done.
    Finished,
    /// An `until` was never fulfilled.
    Stuck {
        /// Its line.
        line: u32,
        /// Its condition.
        condition: Condition,
    },
    /// A command was refused.
    Refused {
        /// Its line.
        line: u32,
        /// Why.
        refusal: Refusal,
    },
    /// The run became longer than can be kept.
    TooLong {
        /// The line that was being done.
        line: u32,
    },
}

/// Whether an expectation held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// It did.
    Yes,
    /// It did not.
    No,
    /// It is not for the generation that was played.
    NotForThisGeneration,
    /// The script ended before it.
    NotReached,
}

/// An expectation and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// Its line.
    pub line: u32,
    /// Its condition.
    pub condition: Condition,
    /// Whether it held.
    pub held: Held,
    /// What was the case; nothing if it was not looked at.
    pub found: Option<Condition>,
}

/// What a script showed beside its frames.
#[derive(Clone)]
pub(crate) struct Played {
    pub(crate) end: ScriptEnd,
    pub(crate) expectations: Vec<Expectation>,
    /// From which position on each text is shown.
    pub(crate) says: Vec<(usize, Rc<Text>)>,
    /// What the reader is asked.
    pub(crate) asked: Asked,
}

/// Plays a whole script.
pub(crate) fn play(
    scenario: &Scenario,
    overrides: &Overrides,
    recording: &mut Recording,
) -> Played {
    let played = Played {
        end: ScriptEnd::Finished,
        expectations: Vec::new(),
        says: Vec::new(),
        asked: Asked::default(),
    };
    let mut player = Player { overrides, recording, played, waited_for: None };
    let mut statements = scenario.script.iter();
    for statement in statements.by_ref() {
        if let Err(end) = player.play(statement) {
            player.played.end = end;
            break;
        }
    }
    for statement in statements {
        player.leave_out(statement);
    }
    player.reveal();
    player.played
}

struct Player<'a> {
    overrides: &'a Overrides,
    recording: &'a mut Recording,
    played: Played,
    /// What the script has waited for, unless it has done something since.
    waited_for: Option<Rc<Condition>>,
}

impl Player<'_> {
    fn play(&mut self, statement: &Statement) -> Result<(), ScriptEnd> {
        if !statement.generations.contains(self.recording.head().generation()) {
            self.not_for_this_generation(statement);
            return Ok(());
        }
        let line = statement.line;
        match &statement.action {
            Action::Command(command) => {
                self.waited_for = None;
                self.command(line, command)
            }
            Action::Wait(ms) => {
                self.waited_for = None;
                let until = self.recording.head().now().saturating_add(*ms);
                self.recording.wait(until, FRAMES_MAX);
                self.still_short_enough(line)
            }
            Action::Until(condition) => {
                self.waited_for = Some(Rc::new(condition.clone()));
                self.until(line, condition)
            }
            Action::Say(text) => {
                self.played.says.push((self.recording.len(), Rc::new(text.clone())));
                Ok(())
            }
            Action::Expect(condition) => {
                self.expect(line, condition);
                Ok(())
            }
            Action::Predict(subject) => {
                let (position, head) = (self.recording.len(), self.recording.head());
                self.played.asked.ask(position, subject, head);
                Ok(())
            }
            Action::Reveal => {
                self.reveal();
                Ok(())
            }
        }
    }

    fn reveal(&mut self) {
        let (position, head) = (self.recording.len(), self.recording.head());
        self.played.asked.reveal(position, head, self.waited_for.as_ref());
    }

    fn command(&mut self, line: u32, command: &Command) -> Result<(), ScriptEnd> {
        let Some(command) = self.overrides.command(command) else {
            return Ok(());
        };
        self.recording.command(command).map_err(|refusal| ScriptEnd::Refused { line, refusal })?;
        self.still_short_enough(line)
    }

    fn still_short_enough(&self, line: u32) -> Result<(), ScriptEnd> {
        if self.recording.len() < FRAMES_MAX { Ok(()) } else { Err(ScriptEnd::TooLong { line }) }
    }

    fn until(&mut self, line: u32, condition: &Condition) -> Result<(), ScriptEnd> {
        let deadline = self.recording.head().now() + UNTIL_MS_MAX;
        let last = self.recording.len() + UNTIL_STEPS_MAX;
        while !judge::holds(self.recording.head(), condition) {
            self.still_short_enough(line)?;
            let next = self.recording.head().next_at();
            let in_time = next.is_some_and(|at| at <= deadline) && self.recording.len() < last;
            if !in_time || !self.recording.step() {
                return Err(ScriptEnd::Stuck { line, condition: condition.clone() });
            }
        }
        Ok(())
    }

    fn expect(&mut self, line: u32, condition: &Condition) {
        let head = self.recording.head();
        let held = if judge::holds(head, condition) { Held::Yes } else { Held::No };
        let found = judge::actual(head, &condition.claim);
        self.played.expectations.push(Expectation {
            line,
            condition: condition.clone(),
            held,
            found: Some(found),
        });
    }

    fn not_for_this_generation(&mut self, statement: &Statement) {
        self.unseen(statement, Held::NotForThisGeneration);
    }

    /// Notes what the script never came to.
    fn leave_out(&mut self, statement: &Statement) {
        let generation = self.recording.head().generation();
        let held = if statement.generations.contains(generation) {
            Held::NotReached
        } else {
            Held::NotForThisGeneration
        };
        self.unseen(statement, held);
    }

    fn unseen(&mut self, statement: &Statement, held: Held) {
        if let Action::Expect(condition) = &statement.action {
            self.played.expectations.push(Expectation {
                line: statement.line,
                condition: condition.clone(),
                held,
                found: None,
            });
        }
    }
}
