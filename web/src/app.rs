//! The root: one store, the clock, and the page made of what the store shows.

mod effects;

use std::rc::Rc;

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::Timeout;
use highwater_engine::broker::Broker;
use highwater_phrase::news::NodeWord;
use highwater_phrase::{Label, Lang, caption};
use highwater_protocol::BrokerId;
use highwater_scenario::{Expectation, Held, library};
use highwater_scene::draw;
use highwater_scene::layout::{Layout, Size};
use yew::prelude::*;

use crate::components::{
    About, Acts, Branches, Differences, Editor, Generations, Header, Menu, Narration, NowLine,
    Picker, Settings, Stage, Strip, TableView, Transport, Verdicts,
};
use crate::components::{BranchRow, MenuFacts, SettingValues};
use crate::film::Film;
use crate::intent::Intent;
use crate::player::Motion;
use crate::store::{Notice, Source, Store};
use crate::{keys, words};

/// The whole page.
pub struct App {
    store: Store,
    on: Callback<Intent>,
    onkeydown: Callback<KeyboardEvent>,
    library: (Lang, Rc<[(String, String)]>),
    /// What a screen reader is told, and how long it has stood, in ms.
    live: (String, u32),
    frame: Option<AnimationFrame>,
    /// The time of the last frame, in ms.
    frame_at: u32,
    address: Option<Timeout>,
    shown: effects::Shown,
    _listeners: effects::Listeners,
}

/// What the root is told.
pub enum Told {
    /// A reader's wish.
    Intent(Intent),
    /// A frame is to be drawn, at this time in ms.
    Frame(u32),
    /// A key was pressed.
    Key(KeyboardEvent),
}

impl Component for App {
    type Message = Told;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> App {
        let store = Store::new(effects::beginning());
        let on = ctx.link().callback(Told::Intent);
        let lang = store.lang;
        let mut app = App {
            shown: effects::Shown::default(),
            _listeners: effects::Listeners::new(&on),
            onkeydown: ctx.link().callback(Told::Key),
            on,
            library: (lang, titles(lang)),
            live: (String::new(), LIVE_MS),
            frame: None,
            frame_at: 0,
            address: None,
            store,
        };
        app.shown.update(&app.store);
        app
    }

    fn update(&mut self, ctx: &Context<Self>, told: Told) -> bool {
        match told {
            Told::Intent(Intent::CopyLink) => effects::copy_link(&self.store, &self.on),
            Told::Intent(intent) => self.store.apply(intent),
            Told::Key(event) => {
                let brokers: Vec<u8> =
                    self.store.film().scene.brokers.iter().map(|broker| broker.id).collect();
                match keys::intent(&event, self.store.speed, &brokers) {
                    Some(Intent::CloseMenu) if self.store.menu.is_none() => return false,
                    Some(intent) => self.store.apply(intent),
                    None => return false,
                }
            }
            Told::Frame(at) => {
                // The first frame after a rest has no predecessor to measure from.
                let passed = if self.frame_at == 0 { 16 } else { at.saturating_sub(self.frame_at) };
                self.frame_at = at;
                self.store.apply(Intent::Tick(passed));
                self.live.1 = self.live.1.saturating_add(passed);
            }
        }
        self.go_on(ctx);
        self.speak();
        if self.library.0 != self.store.lang {
            self.library = (self.store.lang, titles(self.store.lang));
        }
        self.shown.update(&self.store);
        self.show_address();
        true
    }

    fn view(&self, _ctx: &Context<Self>) -> Html {
        let store = &self.store;
        let film = store.film();
        let (lang, on) = (store.lang, &self.on);
        let has_script = !store.scenario().is_free_play();
        html! {
            <main class={classes!("page", store.embed.then_some("embed"))}
                onkeydown={self.onkeydown.clone()}>
                <Header {lang} theme={store.theme} {on}>
                    <Picker library={self.library.1.clone()} source={store.source.clone()} {lang} {on} />
                </Header>
                { self.opening() }
                <div class="columns">
                    { self.figure(&film) }
                    <div class="side">
                        <Narration text={film.narration.clone()} {lang} {has_script} />
                        <Verdicts verdict={film.verdict.clone()} {lang} {on} />
                        <Differences lines={self.differences()} {lang} />
                        <Acts {lang} {on} />
                        <Branches rows={self.branches()} {lang} {on} />
                    </div>
                    <Settings values={self.settings()} {lang} {on} />
                </div>
                <div class="below">
                    <TableView table={film.table.clone()} {lang} />
                    <Editor draft={store.draft.clone()} mistakes={store.mistakes.clone()} {lang} {on} />
                    { self.about() }
                </div>
                <div class="out-of-sight" aria-live="polite" data-testid="live">{ &self.live.0 }</div>
            </main>
        }
    }
}

/// A screen reader is told something new at most this often.
const LIVE_MS: u32 = 1_500;

impl App {
    /// Asks for the next frame while the film runs.
    fn go_on(&mut self, ctx: &Context<App>) {
        if self.store.player().playing {
            let link = ctx.link().clone();
            let frame =
                request_animation_frame(move |at| link.send_message(Told::Frame(at as u32)));
            self.frame = Some(frame);
        } else {
            self.frame = None;
            self.frame_at = 0;
        }
    }

    /// Tells a screen reader what happened; not while the film runs fast.
    fn speak(&mut self) {
        let playing = self.store.player().playing;
        let fast = crate::player::SPEED_NORMAL < self.store.speed;
        if playing && (fast || self.live.1 < LIVE_MS) {
            return;
        }
        let film = self.store.film();
        let text = match self.store.position() {
            0 => String::new(),
            _ => caption::at_time(self.store.lang, film.scene.at, &film.now.sentence.what),
        };
        if text != self.live.0 {
            self.live = (text, 0);
        }
    }

    /// Writes the address a moment after the last change.
    fn show_address(&mut self) {
        let fragment = self.store.address().write();
        if !self.store.player().playing && self.shown.is_new_address(&fragment) {
            self.address = Some(Timeout::new(300, move || crate::prefs::show_fragment(&fragment)));
        }
    }

    fn opening(&self) -> Html {
        let store = &self.store;
        let (lang, on) = (store.lang, &self.on);
        let (title, about) = effects::title_and_idea(store);
        html! {
            <section class="opening">
                <h1 data-testid="title">{ title }</h1>
                <p class="idea">{ about }</p>
                <Generations generation={store.config().generation} {lang} {on} />
            </section>
        }
    }

    fn figure(&self, film: &Film) -> Html {
        let store = &self.store;
        let (lang, on) = (store.lang, &self.on);
        let clock = store.player().clock(store.timeline(), store.position());
        let messages = Rc::new(draw::messages(&film.scene, &film.layout, clock, lang));
        let notice = self.notice();
        let still = store.motion() == Motion::Reduced;
        html! {
            <figure class={classes!("figure", still.then_some("still"))} data-testid="figure">
                <Strip scene={film.scene.clone()} {lang} />
                <Stage figure={film.figure.clone()} {messages} open={store.menu} {lang} {on}>
                    { self.menu(film) }
                </Stage>
                <p class="notice" role="status" data-testid="notice" hidden={notice.is_empty()}>
                    { notice.clone() }
                </p>
                <NowLine now={film.now.clone()} {lang} />
                <Transport
                    position={store.position()}
                    len={store.timeline().len()}
                    at={film.scene.at}
                    playing={store.player().playing}
                    mode={store.mode}
                    speed={store.speed}
                    ticks={store.ticks.clone()}
                    {lang}
                    {on}
                />
            </figure>
        }
    }

    fn notice(&self) -> String {
        let lang = self.store.lang;
        match &self.store.notice {
            None => String::new(),
            Some(Notice::Refused(refusal)) => {
                let why = highwater_scene::words::refusal(refusal).say(lang);
                caption::not_done(lang, &why)
            }
            Some(Notice::BrokenLink) => Label::BrokenLink.text(lang).to_owned(),
            Some(Notice::LinkCopied(true)) => Label::LinkCopied.text(lang).to_owned(),
            Some(Notice::LinkCopied(false)) => Label::LinkBlocked.text(lang).to_owned(),
        }
    }

    fn menu(&self, film: &Film) -> Html {
        let cluster = self.store.timeline().state_at(self.store.position());
        let facts = self.store.menu.and_then(|id| {
            let broker = cluster.broker(BrokerId(id))?;
            let others = cluster.brokers().iter().map(|other| other.id).filter(|o| o.0 != id);
            let mut links: Vec<NodeWord> = others.map(|other| NodeWord::Broker(other.0)).collect();
            links.push(NodeWord::Controller);
            let this = NodeWord::Broker(id);
            let is_cut = |other: NodeWord| {
                film.scene
                    .cuts
                    .iter()
                    .any(|(a, b)| [(this, other), (other, this)].contains(&(*a, *b)))
            };
            Some(MenuFacts {
                broker: id,
                has_process: Broker::has_process(broker),
                is_slow: 0 < broker.slow,
                links: links.into_iter().map(|other| (other, is_cut(other))).collect(),
                at: menu_place(&film.layout, id),
            })
        });
        match facts {
            Some(facts) => html! { <Menu {facts} lang={self.store.lang} on={&self.on} /> },
            None => html! { <span hidden=true /> },
        }
    }

    fn differences(&self) -> Option<Rc<[String]>> {
        const LINES_MAX: usize = 5;
        let differences = self.store.differences.as_ref()?;
        let line =
            |difference| words::difference(difference, self.store.timeline(), self.store.lang);
        Some(differences.iter().take(LINES_MAX).map(line).collect())
    }

    fn settings(&self) -> SettingValues {
        let config = self.store.config();
        let topic = config.topics.first();
        let overrides = self.store.overrides();
        SettingValues {
            brokers: config.brokers.len() as u8,
            replication_factor: topic
                .and_then(|topic| topic.assignments.first())
                .map_or(1, |replicas| replicas.len() as u8),
            min_insync_replicas: topic.map_or(1, |topic| topic.min_insync_replicas),
            unclean: crate::store::unclean(&config),
            lag: config.timings.replica_lag_time_max,
            acks: overrides.acks,
            changed: *overrides != highwater_scenario::Overrides::default(),
        }
    }

    fn branches(&self) -> Rc<[BranchRow]> {
        let (timeline, lang) = (self.store.timeline(), self.store.lang);
        let row = |(index, info): (usize, highwater_scenario::BranchInfo)| BranchRow {
            id: info.id,
            text: match &info.origin {
                None => Label::Original.text(lang).to_owned(),
                Some(origin) => {
                    let letter = letters(index);
                    let done = words::command(&origin.command, lang);
                    format!("{} — {done}", caption::branch(lang, &letter, origin.at))
                }
            },
            selected: info.id == timeline.selected(),
        };
        timeline.branches().into_iter().enumerate().map(row).collect()
    }

    fn about(&self) -> Html {
        let timeline = self.store.timeline();
        let slug = match &self.store.source {
            Source::Library(slug) => slug.clone(),
            Source::FreePlay => crate::address::FREE_PLAY.to_owned(),
            Source::OwnText => self.store.scenario().slug.to_string(),
        };
        let failed =
            |expectation: &&Expectation| matches!(expectation.held, Held::No | Held::NotReached);
        let unmet = timeline.expectations().iter().filter(failed).map(|expectation| {
            let found = expectation.found.as_deref().unwrap_or("–");
            format!("{}: expect {} → {found}", expectation.line, expectation.text)
        });
        html! {
            <About
                {slug}
                generation={self.store.config().generation.name()}
                digest={timeline.last().digest()}
                events={timeline.last().event_count()}
                unmet={unmet.collect::<Rc<[String]>>()}
                lang={self.store.lang}
                on={&self.on}
            />
        }
    }
}

/// The letter of a branch: B is the first that was made.
fn letters(index: usize) -> String {
    let letter = (b'A' + (index % 26) as u8) as char;
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26) }
}

/// Where a menu stands: beside the label of its broker, inside the picture.
fn menu_place(layout: &Layout, id: u8) -> (i32, i32) {
    const MENU_WIDTH: i32 = 244;
    let top = layout.broker(id).map_or(0, |broker| broker.y);
    // Over the messages rather than over names and logs, as far as there is room.
    let x = (layout.gutter.x - 40).min(layout.width - MENU_WIDTH).max(4);
    match layout.size {
        Size::Small => (x, top + 30),
        Size::Medium | Size::Large => (x, top + 16),
    }
}

/// The library's names and titles in a language.
fn titles(lang: Lang) -> Rc<[(String, String)]> {
    let title = |slug: &'static str| {
        let scenario = library::load(slug);
        let title = scenario.map(|scenario| {
            lang.pick(scenario.title.korean(), scenario.title.english()).to_owned()
        });
        (slug.to_owned(), title.unwrap_or_else(|| slug.to_owned()))
    };
    library::slugs().map(title).collect()
}
