//! The search for the least that must go wrong: what is asked, and playing what was found.

use std::rc::Rc;

use highwater_explorer::kafka::{Guard, Question};
use highwater_explorer::map::{MapBounds, Measure};
use highwater_scenario::{Overrides, parse};

use super::{Source, Store};
use crate::hunt::{FAULTS_MAX, Hunt, Next, Stage, Under};
use crate::intent::{HuntWish, Setting};

impl Store {
    pub(super) fn hunt(&mut self, wish: HuntWish) {
        match wish {
            HuntWish::Question(index) => {
                let Some(question) = Question::ALL.get(index).copied() else { return };
                let under = Under::Settings;
                self.hunt = Hunt { question, under, stage: Stage::Idle, ..self.hunt };
            }
            HuntWish::Faults(faults) if faults <= FAULTS_MAX => {
                let under = Under::Settings;
                self.hunt = Hunt { faults, under, stage: Stage::Idle, ..self.hunt };
            }
            HuntWish::Faults(_) => {}
            HuntWish::Start => {
                self.begin(Hunt { under: Under::Settings, ..self.hunt.clone() });
            }
            HuntWish::Cancel => self.hunt.stage = Stage::Idle,
            HuntWish::Play => self.play_found(),
        }
    }

    fn begin(&mut self, hunt: Hunt) {
        self.hunt = Hunt { stage: Stage::Working(Default::default()), ..hunt };
    }

    /// Searches for what the map or the lab says: `cell MEASURE SETTINGS`, with these settings in the
    /// place of the present ones, or `guard NAME on|off`.
    pub(super) fn hunt_for(&mut self, what: &str) {
        let mut words = what.split(' ');
        let (kind, name, rest) = (words.next(), words.next(), words.next());
        let (Some(name), Some(rest)) = (name, rest) else {
            return;
        };
        if kind == Some("guard") {
            if let Some(guard) = Guard::by_name(name) {
                let under = Under::Guard(guard, rest == "on");
                self.begin(Hunt { under, ..Hunt::default() });
            }
            return;
        }
        let Some(measure) = Measure::by_name(name) else {
            return;
        };
        let mut overrides = Overrides::read(rest);
        let brokers = self.config().brokers.len() as u8;
        overrides.brokers = overrides.replication_factor.map(|factor| factor.max(brokers));
        if let Some(generation) = overrides.generation {
            self.rerun(overrides, Setting::Generation(generation));
        }
        let under = Under::Measure(measure);
        let faults = MapBounds::DEFAULT.faults;
        self.begin(Hunt { faults, under, ..Hunt::default() });
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
        let Some(text) = found.told(self.lang, self.hunt.asked()) else {
            return;
        };
        if let Ok(scenario) = parse(&text) {
            let hunt = self.hunt.clone();
            self.start(Source::OwnText, scenario, Rc::from(text));
            self.hunt = hunt;
        }
    }
}
