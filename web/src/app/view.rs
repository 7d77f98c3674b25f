//! The page, made of what the store shows.

use highwater_answers::changed;
use highwater_engine::broker::Broker;
use highwater_phrase::news::NodeWord;
use highwater_phrase::{Label, caption};
use highwater_protocol::BrokerId;
use highwater_scenario::{Expectation, Held, Overrides, ScriptEnd};
use highwater_scene::draw;
use highwater_scene::layout::{Layout, Size};
use yew::prelude::*;

use super::{App, effects};
use crate::address::FREE_PLAY;
use crate::components::{
    Axis, BranchRow, Memo, MenuFacts, Place, Run, SettingValues, Staged, Ui, about, acts, answer,
    branches, breaking, difference, editor, generations, header, menu, narration, now_line, picker,
    place, prediction, questions, settings, skip, stage, strip, transport, verdicts,
};
use crate::dom::el;
use crate::film::Film;
use crate::player::Motion;
use crate::store::{Notice, Slot, Source};
use crate::words;

/// Everything but the stage, made once for each version of the page.
#[derive(Clone)]
pub(super) struct Kept {
    head: Html,
    strip: Html,
    under: Html,
    beside: Html,
    below: Html,
}

impl App {
    /// The page.
    pub(super) fn page(&self) -> Html {
        let store = &self.store;
        let film = store.film();
        let ui = self.ui();
        let Kept { head, strip, under, beside, below } = self.kept(&ui, &film);
        let version = self.version;
        let still = store.motion() == Motion::Reduced;
        html! {
            <main class={classes!("page", store.embed.then_some("embed"))}
                onkeydown={self.onkeydown.clone()}>
                <Memo {version} content={head} />
                <div class="columns">
                    <figure class={classes!("figure", still.then_some("still"))}
                        data-testid="figure">
                        <Memo {version} content={strip} />
                        { self.stage(&ui, &film) }
                        <Memo {version} content={under} />
                    </figure>
                    <Memo {version} content={beside} />
                </div>
                <Memo {version} content={below} />
                { self.whole_page() }
            </main>
        }
    }

    /// Behind a figure that is part of another page: the way to the page that is only this.
    fn whole_page(&self) -> Html {
        if !self.store.embed {
            return Html::default();
        }
        let address = format!("./#{}", self.store.address().write());
        el("a.past-figure target=_blank rel=noopener")
            .attr("href", address)
            .text("Highwater ↗")
            .into()
    }

    fn kept(&self, ui: &Ui, film: &Film) -> Kept {
        let mut kept = self.kept.borrow_mut();
        match &*kept {
            Some((version, pieces)) if *version == self.version => pieces.clone(),
            _ => {
                let pieces = self.pieces(ui, film);
                *kept = Some((self.version, pieces.clone()));
                pieces
            }
        }
    }

    fn pieces(&self, ui: &Ui, film: &Film) -> Kept {
        let store = &self.store;
        let (title, idea) = effects::title_and_idea(store);
        let choice = picker(ui, &store.source);
        let has_script = !store.scenario().is_free_play();
        Kept {
            head: el("div")
                .put(if store.embed { skip(ui) } else { Html::default() })
                .put(header(ui, store.theme, choice))
                .put(
                    el("section.opening")
                        .put(el("h1 @title").text(title))
                        .put(el("p.idea").text(idea))
                        .put(generations(ui, store.config().generation)),
                )
                .into(),
            strip: strip(ui, &film.scene),
            under: self.under(ui, film),
            beside: el("div.beside")
                .put(
                    el("div.side")
                        .put(narration(ui, &film.narration, has_script))
                        .put(verdicts(ui, &film.verdict, self.unfinished()))
                        .put(difference(
                            ui,
                            store.changed_from.is_some(),
                            self.place(Slot::Changed),
                        ))
                        .put(acts(ui))
                        .put(breaking(ui, &store.hunt))
                        .put(branches(ui, &self.branches())),
                )
                .put(settings(ui, self.settings()))
                .into(),
            below: el("div")
                .put(
                    el("div.below")
                        .put(editor(ui, &store.draft, store.mistakes, self.place(Slot::Mistakes)))
                        .put(about(ui, &self.run())),
                )
                .put(el("div.out-of-sight aria-live=polite @live").text(self.live.0.clone()))
                .into(),
        }
    }

    fn stage(&self, ui: &Ui, film: &Film) -> Html {
        let store = &self.store;
        let clock = store.player().clock(store.timeline(), store.position());
        let messages = draw::messages(&film.scene, &film.layout, clock, ui.lang);
        let over = match self.menu_facts(film) {
            Some(facts) => menu(ui, &facts),
            None => el("span").hidden(true).into(),
        };
        let frame = self.stage.clone();
        let (figure, open, axis) = (&*film.figure, store.menu, axis(film));
        let endangered = store.inquiry.endangered();
        stage(ui, Staged { figure, messages: &messages, open, endangered, axis, over, frame })
    }

    fn under(&self, ui: &Ui, film: &Film) -> Html {
        let store = &self.store;
        let notice = self.notice();
        let place = Place {
            position: store.position(),
            len: store.timeline().len(),
            at: film.scene.at,
            playing: store.player().playing,
            mode: store.mode,
            speed: store.speed,
            ticks: &store.ticks,
            windows: store.inquiry.windows(),
        };
        let is_silent = notice.is_empty();
        el("div")
            .put(el("p.notice role=status @notice").hidden(is_silent).text(notice))
            .put(self.prediction(ui))
            .put(now_line(ui, &film.now))
            .put(transport(ui, &place))
            .put(questions(ui, &store.inquiry))
            .put(answer(ui, &store.inquiry, self.place(Slot::Question)))
            .into()
    }

    fn prediction(&self, ui: &Ui) -> Html {
        let asked = self.store.asked();
        let question = asked
            .as_ref()
            .map(|(_, prediction, _)| words::question(prediction, self.store.scenario(), ui.lang));
        let asked = asked.map(|(_, prediction, standing)| (prediction, standing));
        prediction(ui, asked, question.unwrap_or_default(), &self.store.guesses)
    }

    fn notice(&self) -> String {
        let lang = self.store.lang;
        match &self.store.notice {
            None => String::new(),
            Some(Notice::Refused(refusal)) => {
                let why = highwater_scene::words::refusal(refusal).say(lang);
                caption::not_done(lang, &why)
            }
            Some(Notice::NotFetched) => Label::NotFetched.text(lang).to_owned(),
            Some(Notice::BrokenLink) => Label::BrokenLink.text(lang).to_owned(),
            Some(Notice::TextTooLong) => Label::TextTooLong.text(lang).to_owned(),
            Some(Notice::LinkCopied(true)) => Label::LinkCopied.text(lang).to_owned(),
            Some(Notice::LinkCopied(false)) => Label::LinkBlocked.text(lang).to_owned(),
        }
    }

    fn menu_facts(&self, film: &Film) -> Option<MenuFacts> {
        let cluster = self.store.timeline().state_at(self.store.position());
        self.store.menu.and_then(|id| {
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
                at: place(menu_place(&film.layout, id), (film.layout.width, film.layout.height)),
            })
        })
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
            changed: *overrides != Overrides::default(),
        }
    }

    fn branches(&self) -> Vec<BranchRow> {
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

    /// A line of the scenario as it stands in its text, with its number.
    fn line(&self, number: u32) -> String {
        let text = self.store.text();
        let line = text.lines().nth(number.saturating_sub(1) as usize).unwrap_or_default();
        format!("{number}: {line}")
    }

    /// How the script ended, where that is not at its end.
    fn unfinished(&self) -> Option<String> {
        let (end, lang) = (self.store.timeline().script_end(), self.store.lang);
        let told = || changed::end(end, lang, |line, _| self.line(line)).say(lang);
        (*end != ScriptEnd::Finished).then(told)
    }

    fn run(&self) -> Run {
        let timeline = self.store.timeline();
        let slug = match &self.store.source {
            Source::Library(slug) => slug.clone(),
            Source::FreePlay => FREE_PLAY.to_owned(),
            Source::OwnText => self.store.scenario().slug.to_string(),
        };
        let failed =
            |expectation: &&Expectation| matches!(expectation.held, Held::No | Held::NotReached);
        let unmet = timeline.expectations().iter().filter(failed);
        Run {
            slug,
            generation: self.store.config().generation.name(),
            digest: timeline.last().events_digest(),
            events: timeline.last().event_count(),
            unmet: unmet.map(|expectation| self.line(expectation.line)).collect(),
        }
    }
}

/// What a reader can move along, where not every record is shown by itself.
fn axis(film: &Film) -> Option<Axis> {
    let pan = film.scene.pan;
    let close = film.layout.window.close().last().map(|piece| piece.span.from);
    film.layout.map.map(|place| Axis {
        all: film.scene.span,
        from: pan.or(close).unwrap_or(film.scene.span.from),
        is_chosen: pan.is_some(),
        place,
    })
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
