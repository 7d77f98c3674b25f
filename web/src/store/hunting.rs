//! The search for the least that must go wrong: what is asked, and playing what was found.

use std::rc::Rc;

use highwater_explorer::kafka::Question;
use highwater_explorer::map::{Cell, MapBounds, Measure};
use highwater_scenario::parse;

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
            HuntWish::Measure(index) => {
                self.measure = Measure::ALL.get(index).copied().unwrap_or(self.measure);
            }
            HuntWish::Cell(index) => self.hunt_in(index),
            HuntWish::Guard(guard, is_on) => {
                self.begin(Hunt { under: Under::Guard(guard, is_on), ..Hunt::default() });
            }
            // The map is fetched, which is not the store's work.
            HuntWish::ShowMap => {}
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

    /// Takes the settings of a cell of the map over and asks what the map asks there.
    fn hunt_in(&mut self, index: usize) {
        let Some(Cell { place, .. }) = self.map.get(index).copied() else {
            return;
        };
        let brokers = (self.config().brokers.len() as u8).max(place.replication_factor);
        for setting in [
            Setting::Generation(place.generation),
            Setting::Brokers(brokers),
            Setting::ReplicationFactor(place.replication_factor),
            Setting::MinInsyncReplicas(place.min_insync_replicas),
            Setting::Unclean(place.unclean),
            Setting::Acks(Some(place.acks)),
        ] {
            self.set(setting);
        }
        let under = Under::Measure(self.measure);
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
            self.start(Source::OwnText, scenario);
            self.hunt = hunt;
            self.text = Some(Rc::from(text));
        }
    }
}
