//! Settings: the same script again under another one, and what came out differently.

use std::rc::Rc;

use highwater_engine::config::ClusterConfig;
use highwater_protocol::control::UncleanElection;
use highwater_scenario::{Overrides, Timeline};

use super::Store;
use crate::intent::Setting;

impl Store {
    /// What the run was started with.
    #[must_use]
    pub fn config(&self) -> ClusterConfig {
        self.overrides.config(&self.scenario)
    }

    pub(super) fn set(&mut self, setting: Setting) {
        let overrides = with(self.overrides, setting);
        if overrides == self.overrides {
            return;
        }
        self.rerun(overrides, setting);
    }

    pub(super) fn reset_settings(&mut self) {
        let setting = Setting::Generation(self.scenario.generation);
        if self.overrides != Overrides::default() {
            self.rerun(Overrides::default(), setting);
        }
        self.last_set = None;
        self.changed_from = None;
    }

    /// Plays the script again and stays where the story was.
    pub(super) fn rerun(&mut self, overrides: Overrides, setting: Setting) {
        let Ok(timeline) = Timeline::play(Rc::clone(&self.scenario), overrides) else {
            return;
        };
        let place = Place::of(&self.timeline, self.position);
        self.player.playing = false;
        let before = std::mem::replace(&mut self.overrides, overrides);
        self.timeline = timeline;
        self.guesses.forget();
        // While one slider is dragged, the run before the drag is what the reader compares with.
        if !self.last_set.is_some_and(|last| same_kind(last, setting)) {
            self.changed_from = Some(before.write().into());
            self.last_set = Some(setting);
        }
        self.menu = None;
        self.notice = None;
        self.forget_hunt();
        self.new_run();
        self.go_to(place.on(&self.timeline));
    }
}

fn same_kind(a: Setting, b: Setting) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

fn with(overrides: Overrides, setting: Setting) -> Overrides {
    let mut new = overrides;
    match setting {
        Setting::Generation(generation) => new.generation = Some(generation),
        Setting::Brokers(count) => new.brokers = Some(count.clamp(1, BROKERS_MAX)),
        Setting::ReplicationFactor(count) => {
            new.replication_factor = Some(count.clamp(1, BROKERS_MAX));
        }
        Setting::MinInsyncReplicas(count) => {
            new.min_insync_replicas = Some(count.clamp(1, BROKERS_MAX));
        }
        Setting::Unclean(value) => new.unclean = Some(value),
        Setting::Lag(ms) => new.replica_lag_time_max = Some(ms),
        Setting::Acks(acks) => new.acks = acks,
    }
    new
}

/// The most brokers that the page offers.
const BROKERS_MAX: u8 = 9;

/// Whether an unclean election is allowed in a configuration.
#[must_use]
pub fn unclean(config: &ClusterConfig) -> bool {
    let topic = config.topics.first();
    topic.is_some_and(|topic| config.unclean(topic) == UncleanElection::Enabled)
}

/// A place in the story, which means the same in another run of the same script.
enum Place {
    Start,
    End,
    /// So many texts have been told, and so many steps since.
    Told(usize, usize),
    /// At a time.
    Time(u64),
}

impl Place {
    fn of(timeline: &Timeline, position: usize) -> Place {
        if position == 0 {
            return Place::Start;
        }
        if position == timeline.len() {
            return Place::End;
        }
        let told: Vec<usize> = timeline
            .narrations()
            .map(|(from, _)| from)
            .take_while(|from| *from <= position)
            .collect();
        match told.last() {
            Some(last) => Place::Told(told.len(), position - last),
            None => Place::Time(timeline.time_at(position)),
        }
    }

    fn on(&self, timeline: &Timeline) -> usize {
        match self {
            Place::Start => 0,
            Place::End => timeline.len(),
            Place::Time(at) => timeline.position_at(*at),
            Place::Told(count, since) => {
                let mut told = timeline.narrations().map(|(from, _)| from).skip(count - 1);
                let Some(from) = told.next() else {
                    return timeline.len();
                };
                let next = told.next().unwrap_or(timeline.len());
                (from + since).min(next)
            }
        }
    }
}
