//! The search for the least that must go wrong: what is asked, and playing what was found.

use std::rc::Rc;

use highwater_scenario::parse;

use super::{Source, Store};
use crate::hunt::{FAULTS_MAX, Hunt, Next, QUESTIONS, Stage};
use crate::intent::HuntWish;

impl Store {
    pub(super) fn hunt(&mut self, wish: HuntWish) {
        match wish {
            HuntWish::Question(question) if question < QUESTIONS.len() => {
                self.hunt = Hunt { question, stage: Stage::Idle, ..self.hunt };
            }
            HuntWish::Faults(faults) if faults <= FAULTS_MAX => {
                self.hunt = Hunt { faults, stage: Stage::Idle, ..self.hunt };
            }
            HuntWish::Question(_) | HuntWish::Faults(_) => {}
            HuntWish::Start => self.hunt.stage = Stage::Working(Default::default()),
            HuntWish::Cancel => self.hunt.stage = Stage::Idle,
            HuntWish::Play => self.play_found(),
        }
    }

    /// The message that starts the search that was asked for.
    #[must_use]
    pub fn hunt_request(&self) -> String {
        self.hunt.request(&self.config(), self.overrides.acks)
    }

    /// Takes a reply of the explorer that came so many ms after the start.
    pub fn hear(&mut self, reply: &str, ms: u64) -> Next {
        self.hunt.hear(reply, ms)
    }

    /// An answer holds for the settings it was asked under.
    pub(super) fn forget_hunt(&mut self) {
        self.hunt.stage = Stage::Idle;
    }

    /// Plays the schedule that was found, as a text of the reader's own; what was found stays.
    fn play_found(&mut self) {
        let Stage::Found(found) = &self.hunt.stage else {
            return;
        };
        let Some(text) = found.told(self.lang, self.hunt.question) else {
            return;
        };
        if let Ok(scenario) = parse(&text) {
            let hunt = self.hunt.clone();
            self.start(Source::OwnText, scenario);
            self.hunt = hunt;
            self.text = Some(Rc::from(text));
        }
    }
}
