//! Opening scenarios: from the library, from a link, from the reader's text, or none at all.

use std::rc::Rc;

use highwater_engine::config::Timings;
use highwater_scenario::{Overrides, Scenario, ScenarioError, Timeline, library, parse};

use super::{Notice, Source, Store};
use crate::address::{Address, FREE_PLAY};
use crate::intent::Intent;

/// What the page shows to somebody who asks for nothing.
const DEFAULT: &str = "kip101-loss";

/// A scenario that was opened.
pub(super) struct Opened {
    pub(super) source: Source,
    pub(super) timeline: Timeline,
    pub(super) notice: Option<Notice>,
}

/// Opens what a link asks for, or the default.
pub(super) fn open(address: &Address) -> Opened {
    let wanted = match &*address.slug {
        "" => None,
        FREE_PLAY => Some((Source::FreePlay, free_play())),
        slug => library::load(slug).map(|found| (Source::Library(slug.to_owned()), found)),
    };
    if let Some((source, scenario)) = wanted
        && let Ok(timeline) = Timeline::play(Rc::new(scenario), address.overrides)
    {
        return Opened { source, timeline, notice: None };
    }
    let notice = (!address.slug.is_empty()).then_some(Notice::BrokenLink);
    Opened { source: Source::Library(DEFAULT.to_owned()), timeline: default_run(), notice }
}

/// The default scenario as it was written, or, if the library were broken, no script at all.
fn default_run() -> Timeline {
    let play = |scenario| Timeline::play(Rc::new(scenario), Overrides::default()).ok();
    let run = library::load(DEFAULT).and_then(play).or_else(|| play(free_play()));
    run.expect("a cluster for free play always starts")
}

/// The cluster of free play. Times are Kafka's own.
fn free_play() -> Scenario {
    Scenario { timings: Timings::defaults(), ..Scenario::free_play(3, 3) }
}

impl Store {
    pub(super) fn open(&mut self, intent: Intent) {
        match intent {
            Intent::OpenLibrary(slug) => {
                if let Some(scenario) = library::load(&slug) {
                    self.start(Source::Library(slug), scenario);
                }
            }
            Intent::OpenFreePlay => self.start(Source::FreePlay, free_play()),
            Intent::EditText(text) => {
                self.mistakes = mistakes(&text);
                self.draft = text.into();
            }
            Intent::EditThis => {
                let text = match &self.source {
                    Source::Library(slug) => library::text(slug),
                    Source::FreePlay | Source::OwnText => None,
                };
                let text = text.unwrap_or_else(|| highwater_scenario::format(&self.scenario));
                self.mistakes = mistakes(&text);
                self.draft = text.into();
            }
            Intent::OpenText => match parse(&self.draft) {
                Ok(scenario) => self.start(Source::OwnText, scenario),
                Err(errors) => self.mistakes = errors.into(),
            },
            Intent::Address(fragment) => self.follow(&Address::read(&fragment)),
            _ => {}
        }
    }

    /// Follows a link that was put into the address bar of the open page.
    fn follow(&mut self, address: &Address) {
        if *address == self.address() {
            return;
        }
        let opened = open(address);
        self.scenario = Rc::clone(opened.timeline.scenario());
        self.overrides = *opened.timeline.overrides();
        self.timeline = opened.timeline;
        self.source = opened.source;
        self.notice = opened.notice;
        self.before = None;
        self.differences = None;
        self.menu = None;
        self.player = crate::player::Player::default();
        self.new_run();
        self.go_to(address.position);
    }

    /// Starts a scenario from its beginning, under its own settings.
    fn start(&mut self, source: Source, scenario: Scenario) {
        let scenario = Rc::new(scenario);
        if let Ok(timeline) = Timeline::play(Rc::clone(&scenario), Overrides::default()) {
            self.source = source;
            self.scenario = scenario;
            self.overrides = Overrides::default();
            self.timeline = timeline;
            self.before = None;
            self.differences = None;
            self.menu = None;
            self.notice = None;
            self.position = 0;
            self.player = crate::player::Player::default();
            self.new_run();
        }
    }
}

fn mistakes(text: &str) -> Rc<[ScenarioError]> {
    match parse(text) {
        Ok(_) => Rc::from([]),
        Err(errors) => errors.into(),
    }
}
