//! The root: one store, the clock, and the page made of what the store shows.

mod asking;
mod effects;
mod focus;
mod port;
mod view;
mod way;

pub(crate) use effects::beginning;

use std::cell::RefCell;
use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::Timeout;
use highwater_phrase::{caption, pack};
use js_sys::Date;
use js_sys::futures::spawn_local;
use web_sys::Element;
use yew::prelude::*;

use crate::address::Address;
use crate::components::Ui;
use crate::hunt::Next;
use crate::intent::Intent;
use crate::player::SPEED_NORMAL;
use crate::store::{Beginning, Slot, Store, wanted};
use crate::{fetch, keys, page, prefs};

/// The whole page.
pub struct App {
    store: Store,
    on: Callback<Intent>,
    onkeydown: Callback<KeyboardEvent>,
    /// What was asked for and has not arrived yet.
    wanted: Option<Address>,
    /// What a screen reader was told, and when, in ms.
    live: (String, u64),
    /// Comes back to what would have followed too soon.
    later: Option<Timeout>,
    frame: Option<AnimationFrame>,
    /// The time of the last frame, in ms.
    frame_at: u32,
    address: Option<Timeout>,
    shown: effects::Shown,
    stage: NodeRef,
    watcher: Option<effects::WidthWatcher>,
    /// The menu that has got the focus.
    focused_menu: Option<u8>,
    /// Another number whenever anything but the messages under way has changed.
    version: u64,
    kept: RefCell<Option<(u64, view::Kept)>>,
    /// The way to the explorer, while it searches.
    port: Option<port::Port>,
    /// When its figures were shown last, in ms after the start.
    shown_at: u64,
    /// The way to the answers, once something was asked.
    asking: Option<asking::Asking>,
    /// Where answers stand, in the order of [`Slot::ALL`], and what stands there.
    answers: [(NodeRef, Rc<str>); Slot::ALL.len()],
    /// The question whose answer was brought into view.
    revealed: Option<Rc<str>>,
    /// What had the focus when the answer was opened.
    asker: Option<Element>,
    /// Whether the stage is on the screen; a film runs only where it is seen.
    is_seen: bool,
    _listeners: effects::Listeners,
}

/// What the root begins with; it is looked at once.
#[derive(Clone, PartialEq, Properties)]
pub struct AppProps {
    /// What link, browser and server gave.
    pub beginning: Beginning,
}

/// What the root is told.
pub enum Told {
    /// A reader's wish.
    Intent(Intent),
    /// A frame is to be drawn, at this time in ms.
    Frame(u32),
    /// A key was pressed.
    Key(KeyboardEvent),
    /// The explorer replied.
    Reply(String),
    /// The program that answers replied.
    Answered(String),
    /// The stage came on the screen, or left it.
    Seen(bool),
    /// A screen reader can be told something again.
    Speak,
}

/// Figures of a search are shown anew after so many ms.
const SHOW_MS: u64 = 120;

/// A screen reader is told something new at most this often.
const LIVE_MS: u64 = 1_500;

impl Component for App {
    type Message = Told;
    type Properties = AppProps;

    fn create(ctx: &Context<Self>) -> App {
        let store = Store::new(ctx.props().beginning.clone());
        let on = ctx.link().callback(Told::Intent);
        let mut app = App {
            shown: effects::Shown::default(),
            _listeners: effects::Listeners::new(&on),
            onkeydown: ctx.link().callback(Told::Key),
            on,
            wanted: None,
            live: (String::new(), 0),
            later: None,
            frame: None,
            frame_at: 0,
            address: None,
            stage: NodeRef::default(),
            watcher: None,
            focused_menu: None,
            port: None,
            shown_at: 0,
            asking: None,
            answers: std::array::from_fn(|_| (NodeRef::default(), Rc::from(""))),
            revealed: None,
            asker: None,
            is_seen: true,
            version: 0,
            kept: RefCell::new(None),
            store,
        };
        // On a phone the first frame has its width from the beginning, so that nothing has to move.
        let around = page::element("app").map_or(0, |around| around.client_width());
        if (1..520).contains(&around) {
            app.store.apply(Intent::Width(around - 26));
        }
        app.shown.update(&app.store);
        app
    }

    fn update(&mut self, ctx: &Context<Self>, told: Told) -> bool {
        let before = (self.store.position(), self.store.player().playing);
        let is_frame = matches!(told, Told::Frame(_));
        match told {
            Told::Intent(Intent::CopyLink) => effects::copy_link(&self.store, &self.on),
            Told::Intent(Intent::SkipFigure) => page::focus(".past-figure"),
            Told::Intent(Intent::Language(lang)) if !pack::is_installed(lang) => {
                let on = self.on.clone();
                spawn_local(async move {
                    let is_there = fetch::install(lang, fetch::words(lang)).await;
                    on.emit(if is_there { Intent::Language(lang) } else { Intent::NotFetched });
                });
            }
            Told::Intent(Intent::OpenLibrary(slug)) => {
                self.bring(Address { slug, ..Address::default() });
            }
            Told::Intent(Intent::Address(fragment)) => {
                let address = Address::read(&fragment);
                if address != self.store.address() {
                    self.bring(address);
                }
            }
            Told::Intent(Intent::Brought(address, file)) => {
                // A reader who has asked for something else since then no longer wants this.
                if self.wanted.take_if(|wanted| *wanted == address).is_some() {
                    self.store.apply(Intent::Brought(address, file));
                }
            }
            Told::Intent(intent) => {
                if matches!(intent, Intent::OpenFreePlay | Intent::OpenText) {
                    self.wanted = None;
                }
                self.store.apply(intent);
            }
            Told::Key(event) => {
                if !self.key(&event) {
                    return false;
                }
            }
            Told::Frame(at) => self.tick(at),
            Told::Answered(text) => {
                if let Some(slot) = self.asking.as_mut().and_then(asking::Asking::heard) {
                    self.store.hear_answer(slot, &text);
                }
            }
            Told::Seen(is_seen) => self.is_seen = is_seen,
            Told::Speak => {}
            Told::Reply(text) => {
                if !self.hear(&text) {
                    return false;
                }
            }
        }
        self.hunt(ctx);
        self.ask(ctx);
        let spoke = self.speak(ctx);
        let moved = before != (self.store.position(), self.store.player().playing);
        if !is_frame || moved || spoke {
            self.version += 1;
        }
        self.go_on(ctx);
        self.shown.update(&self.store);
        self.show_address();
        true
    }

    fn view(&self, _ctx: &Context<Self>) -> Html {
        self.page()
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if first {
            self.watcher = effects::WidthWatcher::new(&self.stage, &self.on);
            let seen = ctx.link().callback(Told::Seen);
            effects::light_and_watch(&self.stage, seen);
            if self.store.embed {
                effects::report_height();
            }
        }
        self.show_answers();
        self.move_focus();
        self.rescue_focus();
    }
}

impl App {
    /// What every part of the page needs.
    fn ui(&self) -> Ui {
        Ui { lang: self.store.lang, on: self.on.clone() }
    }

    /// Opens the way to the explorer when a search is wanted, and closes it when it no longer is.
    fn hunt(&mut self, ctx: &Context<App>) {
        if !self.store.hunt.is_working() {
            self.port = None;
        } else if self.port.is_none() {
            let request = self.store.hunt_request();
            self.port = Some(port::Port::start(&request, ctx.link().callback(Told::Reply)));
            self.shown_at = 0;
        }
    }

    /// Opens the way to the answers when something is first asked, and asks what is to be asked.
    fn ask(&mut self, ctx: &Context<App>) {
        let asks_nothing = Slot::ALL.into_iter().all(|slot| self.store.wish(slot).is_none());
        if self.asking.is_none() && asks_nothing {
            return;
        }
        let open = || asking::Asking::open(ctx.link().callback(Told::Answered));
        self.asking.get_or_insert_with(open).go_on(&self.store);
    }

    /// Puts answers where they stand.
    fn show_answers(&mut self) {
        for (slot, (place, shown)) in Slot::ALL.into_iter().zip(&mut self.answers) {
            let told = self.store.told(slot);
            if told != *shown
                && let Some(place) = place.cast::<Element>()
            {
                let had_focus = page::focused().is_some_and(|had| place.contains(Some(&had)));
                place.set_inner_html(&told);
                *shown = told;
                let question = self.store.inquiry.question.clone();
                // An answer that only follows the film stays where it is.
                if slot == Slot::Question && question != self.revealed {
                    if question.is_some() {
                        effects::reveal(&place);
                    }
                    self.revealed = question;
                } else if had_focus {
                    // What had it is gone: a reader who goes on by keys goes on from here.
                    page::focus(".answer");
                }
            }
        }
    }

    /// Where the answer to something stands.
    fn place(&self, slot: Slot) -> NodeRef {
        let index = Slot::ALL.iter().position(|known| *known == slot);
        index.map_or_else(NodeRef::default, |index| self.answers[index].0.clone())
    }

    /// Takes a reply of the explorer and lets it go on; whether there is something new to show.
    fn hear(&mut self, text: &str) -> bool {
        let Some(port) = &mut self.port else {
            return false;
        };
        let elapsed = port.elapsed();
        match self.store.hear(text, elapsed) {
            Next::Run => {
                port.run();
                let is_due = self.shown_at + SHOW_MS <= elapsed;
                if is_due {
                    self.shown_at = elapsed;
                }
                is_due
            }
            Next::Answer => {
                port.ask();
                false
            }
            Next::Rest => true,
        }
    }

    /// Has the text brought that a link needs.
    fn bring(&mut self, address: Address) {
        self.wanted = Some(address.clone());
        let on = self.on.clone();
        spawn_local(async move {
            let file = fetch::scenario(wanted(&address)).text().await;
            on.emit(Intent::Brought(address, file));
        });
    }

    /// Carries out what a key means; false if it means nothing.
    fn key(&mut self, event: &KeyboardEvent) -> bool {
        let film = self.store.film();
        let brokers: Vec<u8> = film.scene.brokers.iter().map(|broker| broker.id).collect();
        match keys::intent(event, self.store.speed, &brokers) {
            Some(Intent::CloseMenu)
                if self.store.menu.is_none() && self.store.inquiry.question.is_none() =>
            {
                false
            }
            Some(intent) => {
                self.store.apply(intent);
                true
            }
            None => false,
        }
    }

    fn tick(&mut self, at: u32) {
        // The first frame after a rest has no predecessor to measure from.
        let passed = if self.frame_at == 0 { 16 } else { at.saturating_sub(self.frame_at) };
        self.frame_at = at;
        self.store.apply(Intent::Tick(passed));
    }

    /// Asks for the next frame while the film runs.
    fn go_on(&mut self, ctx: &Context<App>) {
        if self.store.player().playing && self.is_seen {
            let link = ctx.link().clone();
            let frame =
                request_animation_frame(move |at| link.send_message(Told::Frame(at as u32)));
            self.frame = Some(frame);
        } else {
            self.frame = None;
            self.frame_at = 0;
        }
    }

    /// Tells a screen reader what happened, and says whether that is something new; not while the
    /// film runs fast.
    fn speak(&mut self, ctx: &Context<App>) -> bool {
        self.later = None;
        let now = Date::now() as u64;
        let rest = LIVE_MS.saturating_sub(now.saturating_sub(self.live.1));
        let fast = SPEED_NORMAL < self.store.speed;
        if self.store.player().playing && (fast || 0 < rest) {
            return false;
        }
        let film = self.store.film();
        let text = match self.store.position() {
            0 => String::new(),
            _ => caption::at_time(self.store.lang, film.scene.at, &film.now.sentence.what),
        };
        if text == self.live.0 {
            return false;
        }
        if 0 < rest {
            // A reader who steps quickly hears where that has led to.
            let link = ctx.link().clone();
            let speak = move || link.send_message(Told::Speak);
            self.later = Some(Timeout::new(rest as u32, speak));
            return false;
        }
        self.live = (text, now);
        true
    }

    /// Writes the address a moment after the last change.
    fn show_address(&mut self) {
        let fragment = self.store.address().write();
        if !self.store.player().playing && self.shown.is_new_address(&fragment) {
            self.address = Some(Timeout::new(300, move || prefs::show_fragment(&fragment)));
        }
    }
}
