//! Opening scenarios: from the library, from a link, from the reader's text, or none at all.

use std::rc::Rc;

use highwater_scenario::library::{self, Entry};
use highwater_scenario::{Overrides, Scenario, Timeline, link, parse};

use super::{Notice, Source, Store};
use crate::address::{Address, FREE_PLAY, OWN_TEXT};
use crate::intent::Intent;

/// What the page shows to somebody who asks for nothing.
const DEFAULT: &str = "kip101-loss";

/// A scenario that was opened.
pub(super) struct Opened {
    pub(super) source: Source,
    pub(super) timeline: Timeline,
    /// The text it was made of.
    pub(super) text: Rc<str>,
    pub(super) notice: Option<Notice>,
}

/// The scenario of the library whose text is needed for what a link asks for, if any is.
#[must_use]
pub fn wanted(address: &Address) -> Option<&'static Entry> {
    if [FREE_PLAY, OWN_TEXT].contains(&&*address.slug) {
        return None;
    }
    library::entry(&address.slug).or_else(|| library::entry(DEFAULT))
}

/// Opens what a link asks for, given the text that it needs; or the default; or, if the text could
/// not be had, no script at all.
pub(super) fn open(address: &Address, file: Option<&str>) -> Opened {
    let mut opened = open_script(address, file);
    // What was done belongs to the run that was asked for, and to no other.
    if opened.notice.is_none() {
        let scenario = Rc::clone(opened.timeline.scenario());
        let overrides = *opened.timeline.overrides();
        let deeds = link::read_deeds(&scenario, &overrides, &address.deeds);
        let is_whole = link::write_deeds(&scenario, &deeds) == *address.deeds;
        if opened.timeline.repeat(&deeds) < deeds.len() || !is_whole {
            opened.notice = Some(Notice::BrokenLink);
        }
    }
    opened
}

/// Opens the scenario of a link under its settings, before anything was done to it.
fn open_script(address: &Address, file: Option<&str>) -> Opened {
    if let Some(text) = address.text.as_ref().filter(|_| address.slug == OWN_TEXT)
        && let Ok(scenario) = parse(text)
    {
        let scenario = Rc::new(scenario);
        let play = |overrides| Timeline::play(Rc::clone(&scenario), overrides).ok();
        let played = play(address.overrides).or_else(|| play(Overrides::default()));
        if let Some(timeline) = played {
            let (source, text) = (Source::OwnText, Rc::clone(text));
            return Opened { source, timeline, text, notice: None };
        }
    }
    let notice = match wanted(address) {
        None if address.slug == OWN_TEXT => Some(Notice::BrokenLink),
        None => None,
        Some(_) if file.is_none() => Some(Notice::NotFetched),
        Some(entry) => {
            let text = entry.text_of(file.unwrap_or_default());
            let is_asked_for = entry.slug == address.slug;
            let overrides = if is_asked_for { address.overrides } else { Overrides::default() };
            let scenario = parse(&text).ok().map(Rc::new);
            let play = |overrides| Timeline::play(Rc::clone(scenario.as_ref()?), overrides).ok();
            let played = play(overrides).map(|timeline| (timeline, is_asked_for));
            let played = played.or_else(|| Some((play(Overrides::default())?, false)));
            if let Some((timeline, is_as_asked)) = played {
                let is_broken = !is_as_asked && !address.slug.is_empty();
                return Opened {
                    source: Source::Library(entry.slug.to_owned()),
                    timeline,
                    text: text.into(),
                    notice: is_broken.then_some(Notice::BrokenLink),
                };
            }
            Some(Notice::BrokenLink)
        }
    };
    let play = |overrides| Timeline::play(Rc::new(free_play()), overrides).ok();
    let run = play(address.overrides).or_else(|| play(Overrides::default()));
    let timeline = run.expect("a cluster for free play always starts");
    let text = library::FREE_PLAY.into();
    Opened { source: Source::FreePlay, timeline, text, notice }
}

/// The cluster of free play.
fn free_play() -> Scenario {
    parse(library::FREE_PLAY).expect("a test reads it")
}

impl Store {
    pub(super) fn open(&mut self, intent: Intent) {
        match intent {
            Intent::Brought(address, Some(file)) => self.show(&address, Some(&file)),
            Intent::Brought(address, None) if wanted(&address).is_none() => {
                self.show(&address, None);
            }
            Intent::Brought(_, None) => self.notice = Some(Notice::NotFetched),
            Intent::OpenFreePlay => {
                self.start(Source::FreePlay, free_play(), library::FREE_PLAY.into());
            }
            Intent::EditText(text) => {
                self.mistakes = mistakes(&text);
                self.draft = text.into();
            }
            Intent::EditThis => {
                let text = Rc::clone(&self.text);
                self.mistakes = mistakes(&text);
                self.draft = text;
            }
            Intent::OpenText => match parse(&self.draft) {
                Ok(scenario) => {
                    self.start(Source::OwnText, scenario, Rc::clone(&self.draft));
                }
                Err(errors) => self.mistakes = errors.len() as u32,
            },
            _ => {}
        }
    }

    /// Shows what a link or the picker asks for.
    fn show(&mut self, address: &Address, file: Option<&str>) {
        let opened = open(address, file);
        self.take(opened);
        self.look_over(address);
        self.go_to(address.position);
    }

    /// Puts a link's text that is no scenario into the editor, with what is wrong with it.
    pub(super) fn look_over(&mut self, address: &Address) {
        if let Some(text) = &address.text
            && self.source != Source::OwnText
        {
            self.mistakes = mistakes(text);
            self.draft = Rc::clone(text);
        }
    }

    /// Puts another scenario in the place of the present one.
    fn take(&mut self, opened: Opened) {
        self.scenario = Rc::clone(opened.timeline.scenario());
        self.overrides = *opened.timeline.overrides();
        self.timeline = opened.timeline;
        self.source = opened.source;
        self.text = opened.text;
        self.notice = opened.notice;
        self.forget_hunt();
        self.guesses.forget();
        self.last_set = None;
        self.changed_from = None;
        self.menu = None;
        self.pan = None;
        self.position = 0;
        self.player = crate::player::Player::default();
        self.new_run();
    }

    /// Starts a scenario from its beginning, under its own settings.
    pub(super) fn start(&mut self, source: Source, scenario: Scenario, text: Rc<str>) {
        let timeline = Timeline::play(Rc::new(scenario), Overrides::default());
        if let Ok(timeline) = timeline {
            self.take(Opened { source, timeline, text, notice: None });
        }
    }
}

fn mistakes(text: &str) -> u32 {
    parse(text).map_or_else(|errors| errors.len() as u32, |_| 0)
}
