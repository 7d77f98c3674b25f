//! The columns as pictures, narrow and without a legend, what differs from the first one marked.

use std::rc::Rc;

use highwater_engine::{Cluster, EventId};
use highwater_phrase::{Label, Lang, caption, compare as phrase};
use highwater_scenario::Timeline;
use highwater_scenario::run::ScriptEnd;
use highwater_scene::draw::{self, Clock, Figure, Shape, Style};
use highwater_scene::layout::Layout;
use highwater_scene::model::{BrokerView, LaneView};
use highwater_scene::{Scene, View, course, svg, tell};

use super::columns::{Column, is_at_end};
use crate::changed;
use crate::document::{Block, Line};
use crate::moment::Moment;

/// How wide a picture is, in pixels: a phone's width.
const WIDTH: i32 = 360;

/// A figure for each column, with its verdict below.
pub(super) fn figures(moment: Moment<'_>, columns: &[Column<'_>], names: &[String]) -> Vec<Block> {
    // One axis for all, so that offsets stand at the same place.
    let events = columns.iter().filter_map(Column::timeline).flat_map(Timeline::events);
    let course = course(events);
    let scenes: Vec<Option<Scene>> = columns.iter().map(|column| scene(column, &course)).collect();
    let first = scenes.first().and_then(Option::as_ref);
    let figures = columns.iter().zip(&scenes).zip(names).map(|((column, scene), name)| {
        let Some((timeline, scene)) = column.timeline().zip(scene.as_ref()) else {
            let note = Line::text(phrase::unplayable(moment.lang));
            return Block::Figure {
                caption: name.clone().into(),
                svg: String::new(),
                notes: vec![note],
            };
        };
        let caption = format!("{name} · {}", caption::time(moment.lang, scene.at));
        Block::Figure {
            svg: picture(scene, first, &caption, moment.lang),
            caption: caption.into(),
            notes: notes(moment, column, timeline),
        }
    });
    figures.collect()
}

fn scene(column: &Column<'_>, course: &[u32]) -> Option<Scene> {
    let recent = column.timeline()?.events_at(column.position);
    Some(Scene::of(&*column.cluster()?, View { recent, course, pan: None }))
}

fn picture(scene: &Scene, first: Option<&Scene>, title: &str, lang: Lang) -> String {
    let layout = Layout::new(scene, WIDTH, lang);
    let mut figure = draw::figure(scene, &layout, lang);
    // The stage beside it has the legend already.
    figure.parts.retain(|part| part.class[0] != Style::Legend);
    figure.height = layout.legend.y;
    mark(&mut figure, scene, first);
    for part in &mut figure.parts {
        Rc::make_mut(part).shapes.iter_mut().for_each(unmark);
    }
    let messages = draw::messages(scene, &layout, Clock::at(scene.at), lang);
    svg::write(&figure, &messages, svg::Head { title, style: "" })
}

/// What is pressed on the stage is asked of the run; a column is another one.
fn unmark(shape: &mut Shape) {
    if let Shape::Group(group) = shape {
        group.mark = None;
        group.shapes.iter_mut().for_each(unmark);
    }
}

fn mark(figure: &mut Figure, scene: &Scene, first: Option<&Scene>) {
    for part in &mut figure.parts {
        let Some(id) = part.broker.as_ref().map(|(id, _)| *id) else { continue };
        let views = scene.broker(id).zip(first.and_then(|first| first.broker(id)));
        if views.is_some_and(|(here, there)| looks_the_same(here, there)) {
            continue;
        }
        let classes = &mut Rc::make_mut(part).class;
        if let Some(free) = classes.iter_mut().find(|class| **class == Style::None) {
            *free = Style::Differs;
        }
    }
}

fn looks_the_same(a: &BrokerView, b: &BrokerView) -> bool {
    let lane = |a: &LaneView, b: &LaneView| {
        (a.role, a.membership, a.epoch, a.leo, a.hw) == (b.role, b.membership, b.epoch, b.leo, b.hw)
            && a.runs == b.runs
    };
    let pairs = || a.lanes.iter().zip(&b.lanes);
    (a.process, a.fenced, a.lanes.len()) == (b.process, b.fenced, b.lanes.len())
        && pairs().all(|(a, b)| lane(a, b))
}

/// The verdict, and where the column's run is not what one would take it for.
fn notes(moment: Moment<'_>, column: &Column<'_>, timeline: &Timeline) -> Vec<Line> {
    let lang = moment.lang;
    let state = timeline.state_at(column.position);
    let mut notes = verdicts(timeline, &state, lang);
    let now = broken(&state).len();
    for event in broken(timeline.last()).into_iter().skip(now) {
        let later = sentence(timeline, timeline.last(), event, lang);
        notes.extend(later.map(|later| format!("{} {later}", Label::VerdictAhead.text(lang))));
    }
    let (at, end) = (timeline.time_at(column.position), timeline.time_at(timeline.len()));
    if !is_at_end(moment) && at == end && at < moment.timeline.time_at(moment.position) {
        notes.push(phrase::ended(lang, &caption::time(lang, end)));
    }
    let all = moment.timeline.deeds().len();
    if column.done(all) < all {
        notes.push(phrase::deeds(lang, column.done(all) as u32, all as u32));
    }
    if *timeline.script_end() != ScriptEnd::Finished {
        notes.push(changed::ended(timeline.script_end(), timeline.scenario(), lang).say(lang));
    }
    notes.into_iter().map(Line::text).collect()
}

fn verdicts(timeline: &Timeline, state: &Cluster, lang: Lang) -> Vec<String> {
    let broken = broken(state);
    if broken.is_empty() {
        let is_last = state.event_count() == timeline.last().event_count();
        let label = if is_last { Label::AllPromisesKept } else { Label::SoFarKept };
        return vec![format!("{}.", label.text(lang))];
    }
    let removed_by = |id| timeline.event(id).and_then(tell::removed_by);
    let cards = tell::cards(state, &removed_by, lang);
    let mut notes = Vec::new();
    for event in broken {
        notes.extend(sentence(timeline, state, event, lang));
        let card = cards.iter().find(|(id, ..)| *id == event).map(|(.., card)| card);
        // Its first row says where the record was; the sentence has said which one it is.
        let rows = card.into_iter().flat_map(|card| card.rows.iter().skip(1));
        notes.extend(rows.map(|(term, text)| format!("{term}: {text}")));
    }
    notes
}

/// The events that showed that a promise was broken.
fn broken(state: &Cluster) -> Vec<EventId> {
    let broken = state.verdicts().iter().filter(|(_, verdict)| verdict.breaks_a_promise());
    broken.map(|(event, _)| *event).collect()
}

/// A broken promise in a sentence.
fn sentence(timeline: &Timeline, state: &Cluster, event: EventId, lang: Lang) -> Option<String> {
    let removed_by = |id| timeline.event(id).and_then(tell::removed_by);
    Some(tell::sentence(state, timeline.event(event)?, &removed_by, lang).what)
}
