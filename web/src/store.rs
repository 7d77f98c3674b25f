//! The one place where a reader's wishes become something else.
//!
//! The store owns the timeline and everything that is chosen on the page. Components get values
//! that were made of it and can't change it.

mod acting;
pub mod asking;
mod hunting;
mod opening;
mod predicting;
mod settings;
mod stepping;

use std::cell::RefCell;
use std::rc::Rc;

use highwater_phrase::Lang;
use highwater_protocol::BrokerId;
use highwater_scenario::{Outcome, Overrides, Scenario, Timeline, link};

use crate::address::{Address, TEXT_MAX};
use crate::film::{self, Film, Look, Tick};
use crate::hunt::Hunt;
use crate::intent::{Intent, Setting, StepMode, Theme};
use crate::player::{Motion, Player, SPEED_NORMAL};

pub use asking::{Answered, Inquiry, Slot, Wish};
pub use opening::wanted;
pub use predicting::{Guesses, Standing};
pub use settings::unclean;

/// Where the scenario comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The library.
    Library(String),
    /// No script.
    FreePlay,
    /// The reader's own text.
    OwnText,
}

/// What a page starts with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beginning {
    /// What the link says.
    pub address: Address,
    /// The language.
    pub lang: Lang,
    /// The theme.
    pub theme: Theme,
    /// Whether less motion is wanted.
    pub motion: Motion,
    /// Whether the page is part of another one.
    pub embed: bool,
    /// The text of the scenario that is [`wanted`], if it could be had.
    pub file: Option<String>,
}

/// Something to tell the reader besides the run itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A wish was refused, for this reason.
    Refused(highwater_engine::Refusal),
    /// A link could not be read.
    BrokenLink,
    /// A file did not arrive.
    NotFetched,
    /// A link was copied, or could not be.
    LinkCopied(bool),
    /// A link was copied that lacks the reader's text, which is too long for it.
    TextTooLong,
}

/// Everything on the page.
pub struct Store {
    /// The language.
    pub lang: Lang,
    /// The theme.
    pub theme: Theme,
    /// Whether the page is part of another one.
    pub embed: bool,
    motion: Motion,
    width: i32,

    /// Where the scenario comes from.
    pub source: Source,
    scenario: Rc<Scenario>,
    /// The text it was made of.
    text: Rc<str>,
    overrides: Overrides,
    timeline: Timeline,
    /// Which setting was changed last.
    last_set: Option<Setting>,
    /// The settings before that change, as text.
    pub changed_from: Option<Rc<str>>,
    /// What that change came to, as HTML.
    changed: Rc<str>,
    course: Rc<[u32]>,
    pan: Option<u32>,
    /// The marks on the time line.
    pub ticks: Rc<[Tick]>,

    position: usize,
    player: Player,
    /// An index into the speeds.
    pub speed: usize,
    /// How far a step goes.
    pub mode: StepMode,

    /// What is asked about the run, and the answer.
    pub inquiry: Inquiry,
    /// What the reader has answered to the script's questions.
    pub guesses: Guesses,
    /// Another number for every other run.
    run: u64,
    /// The broker whose menu is open.
    pub menu: Option<u8>,
    /// The search for the least that must go wrong.
    pub hunt: Hunt,
    /// Something to tell the reader.
    pub notice: Option<Notice>,
    /// The text in the editor.
    pub draft: Rc<str>,
    /// How many mistakes it has.
    pub mistakes: u32,
    /// What they are, as HTML.
    mistakes_told: Rc<str>,

    film: RefCell<Option<(Look, Film)>>,
}

impl Store {
    /// A page as a link and the browser want it.
    ///
    /// # Panics
    /// Never: what can't be opened is replaced by what always can.
    #[must_use]
    pub fn new(beginning: Beginning) -> Store {
        let Beginning { address, lang, theme, motion, embed, file } = beginning;
        let opened = opening::open(&address, file.as_deref());
        let mut store = Store {
            lang,
            theme,
            embed,
            motion,
            width: 720,
            source: opened.source,
            scenario: Rc::clone(opened.timeline.scenario()),
            text: opened.text,
            overrides: *opened.timeline.overrides(),
            timeline: opened.timeline,
            last_set: None,
            changed_from: None,
            changed: Rc::from(""),
            course: Rc::from([]),
            pan: None,
            ticks: Rc::from([]),
            position: 0,
            player: Player::default(),
            speed: SPEED_NORMAL,
            mode: StepMode::Meaning,
            inquiry: Inquiry::default(),
            guesses: Guesses::default(),
            run: 0,
            menu: None,
            hunt: Hunt::default(),
            notice: opened.notice,
            draft: Rc::from(""),
            mistakes: 0,
            mistakes_told: Rc::from(""),
            film: RefCell::new(None),
        };
        store.new_run();
        store.look_over(&address);
        store.position = address.position.min(store.timeline.len());
        store
    }

    /// Carries out a wish.
    pub fn apply(&mut self, intent: Intent) {
        match intent {
            // Fetching is not the store's work: what is asked for here comes back as `Brought`.
            Intent::OpenLibrary(_) | Intent::Address(_) => {}
            Intent::NotFetched => self.notice = Some(Notice::NotFetched),
            Intent::Brought(..)
            | Intent::OpenFreePlay
            | Intent::OpenText
            | Intent::EditText(_)
            | Intent::EditThis => self.open(intent),
            Intent::Set(setting) => self.set(setting),
            Intent::ResetSettings => self.reset_settings(),
            Intent::TogglePlay
            | Intent::ToStart
            | Intent::ToEnd
            | Intent::Step(..)
            | Intent::Seek(_)
            | Intent::Tick(_) => self.move_in_time(intent),
            Intent::StepMode(mode) => self.mode = mode,
            Intent::Speed(speed) => self.speed = speed,
            Intent::Act(act) => self.act(act),
            Intent::Branch(branch) => {
                self.timeline.select(branch);
                self.new_run();
                self.go_to(self.position);
            }
            Intent::Undo => self.undo(),
            Intent::Ask(question) => self.ask(question.into()),
            Intent::AskWhy => {
                if let Some(event) = self.film().now.event {
                    self.ask(format!("why event {event}").into());
                }
            }
            Intent::AskNoMore => self.ask_no_more(),
            Intent::Guess(outcome) => self.guess(outcome),
            Intent::GuessAt(value) => self.guesses.slider = Some(value),
            Intent::SkipGuess => self.skip_guess(),
            Intent::OpenMenu(broker) if self.asks_for_leader() => {
                self.guess(Outcome::Leader(Some(BrokerId(broker))));
            }
            Intent::OpenMenu(broker) => {
                self.player.playing = false;
                self.menu = Some(broker);
            }
            Intent::CloseMenu if self.menu.is_none() => self.ask_no_more(),
            Intent::CloseMenu => self.menu = None,
            Intent::LookAt(offset) => self.pan = offset,
            Intent::Language(lang) => self.lang = lang,
            Intent::Theme(theme) => self.theme = theme,
            Intent::Width(width) => self.width = width,
            Intent::ReducedMotion(reduced) => {
                self.motion = if reduced { Motion::Reduced } else { Motion::Full };
            }
            Intent::Hunt(wish) => self.hunt(wish),
            Intent::HuntFor(what) => self.hunt_for(&what),
            // What these ask for is done to the document, not to the run.
            Intent::CopyLink | Intent::SkipFigure => {}
            Intent::LinkCopied(done) => {
                let is_cut = self.source == Source::OwnText && TEXT_MAX < self.text.len();
                let told = if is_cut { Notice::TextTooLong } else { Notice::LinkCopied(done) };
                self.notice = Some(told);
            }
        }
    }

    /// Notes what follows from another timeline or branch.
    fn new_run(&mut self) {
        self.run += 1;
        self.course = highwater_scene::course(self.timeline.events()).into();
        self.ticks = film::ticks(&self.timeline).into();
        self.position = self.position.min(self.timeline.len());
        self.player.settle();
        self.film.replace(None);
    }

    /// The number of the run, another one whenever anything in it is.
    #[must_use]
    pub fn run(&self) -> u64 {
        self.run
    }

    /// The timeline, to read.
    #[must_use]
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The text of the scenario.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &Rc<Scenario> {
        &self.scenario
    }

    /// The settings that take the place of the scenario's own.
    #[must_use]
    pub fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// The clock.
    #[must_use]
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// How things move.
    #[must_use]
    pub fn motion(&self) -> Motion {
        self.motion
    }

    /// What is shown now.
    #[must_use]
    pub fn film(&self) -> Film {
        let look = Look {
            position: self.position,
            width: self.width,
            lang: self.lang,
            pan: self.pan,
            details: self.mode == StepMode::Event && !self.player.playing,
        };
        let mut kept = self.film.borrow_mut();
        match &*kept {
            Some((at, film)) if *at == look => film.clone(),
            _ => {
                let film = Film::of(&self.timeline, &self.course, look);
                *kept = Some((look, film.clone()));
                film
            }
        }
    }

    /// The link to what is shown.
    #[must_use]
    pub fn address(&self) -> Address {
        let slug = match &self.source {
            Source::Library(slug) => slug.clone(),
            Source::FreePlay => crate::address::FREE_PLAY.to_owned(),
            Source::OwnText => crate::address::OWN_TEXT.to_owned(),
        };
        let own = self.source == Source::OwnText;
        let text = own.then(|| Rc::clone(&self.text));
        let deeds = link::write_deeds(&self.scenario, self.timeline.deeds()).into();
        Address { slug, overrides: self.overrides, text, deeds, position: self.position }
    }
}
