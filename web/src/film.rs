//! What the page shows of a timeline at one position, made of it once and then only read.
//!
//! A film is a pure function of timeline, position, width and language: scrubbing there shows the
//! same as playing to it.

use std::rc::Rc;

use highwater_engine::{Cluster, Event, EventId, Fact, Weight};
use highwater_phrase::verdict::Card;
use highwater_phrase::{Label, Lang, Sentence, caption};
use highwater_scenario::{Direction, Timeline};
use highwater_scene::draw::{self, Figure};
use highwater_scene::layout::Layout;
use highwater_scene::{Scene, View, tell};

/// How loud a piece of news is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Nothing has happened, or a detail.
    Quiet,
    /// Something changed.
    Plain,
    /// A leader was chosen, records disappeared.
    Landmark,
    /// A promise was broken.
    Alarm,
}

/// What just happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Now {
    /// How loud it is.
    pub tone: Tone,
    /// What and why.
    pub sentence: Sentence,
    /// What else happened in the same step.
    pub also: Vec<String>,
    /// The number of the event, to ask why it happened.
    pub event: Option<u32>,
}

/// Whether promises were kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerdictView {
    /// The cards: broken promises first.
    pub cards: Vec<VerdictCard>,
    /// How many acknowledged writes there are.
    pub acked: u32,
    /// Whether this is the end of the run.
    pub at_end: bool,
}

/// One broken invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerdictCard {
    /// The event that showed it.
    pub event: u32,
    /// The position of that event.
    pub position: usize,
    /// When, as a text.
    pub when: String,
    /// Whether a promise of Kafka was broken.
    pub breaks: bool,
    /// Its words.
    pub card: Card,
}

/// A mark on the time line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tick {
    /// Where.
    pub position: usize,
    /// What is there.
    pub kind: TickKind,
}

/// What a mark on the time line stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TickKind {
    /// The script tells something new.
    Told,
    /// Records disappeared from a log.
    Cut,
    /// A leader was chosen, or there is none.
    Landmark,
    /// A promise was broken.
    Alarm,
}

/// Everything that is shown at a position.
#[derive(Clone, Debug)]
pub struct Film {
    /// What there is to see.
    pub scene: Rc<Scene>,
    /// Where it goes.
    pub layout: Rc<Layout>,
    /// The picture, without messages.
    pub figure: Rc<Figure>,
    /// What just happened.
    pub now: Rc<Now>,
    /// What the script tells here.
    pub narration: Rc<str>,
    /// Whether promises were kept.
    pub verdict: Rc<VerdictView>,
}

/// Where a film is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The position.
    pub position: usize,
    /// The width of the stage in pixels.
    pub width: i32,
    /// The language.
    pub lang: Lang,
    /// The first offset that the reader wants to see, if it was chosen.
    pub pan: Option<u32>,
    /// Whether details are news, too.
    pub details: bool,
}

impl Film {
    /// What is shown of a timeline whose logs take this course.
    #[must_use]
    pub fn of(timeline: &Timeline, course: &[u32], look: Look) -> Film {
        let cluster = timeline.state_at(look.position);
        let recent = recent(timeline, look.position);
        let scene = Scene::of(&cluster, View { recent: &recent, course, pan: look.pan });
        let layout = Layout::new(&scene, look.width, look.lang);
        let figure = draw::figure(&scene, &layout, look.lang);
        Film {
            figure: Rc::new(figure),
            layout: Rc::new(layout),
            now: Rc::new(now(timeline, look)),
            narration: narration(timeline, look),
            verdict: Rc::new(verdict(timeline, &cluster, look)),
            scene: Rc::new(scene),
        }
    }
}

/// The marks on the time line, in order.
#[must_use]
pub fn ticks(timeline: &Timeline) -> Vec<Tick> {
    let mut ticks: Vec<Tick> = timeline
        .narrations()
        .map(|(position, _)| Tick { position, kind: TickKind::Told })
        .collect();
    for (index, frame) in timeline.frames().enumerate() {
        if frame.weight < Weight::Landmark {
            continue;
        }
        let events = timeline.events_at(index + 1);
        let broken = events.iter().any(
            |event| matches!(&event.fact, Fact::Broken(verdict) if verdict.breaks_a_promise()),
        );
        let cut = events.iter().any(|event| matches!(event.fact, Fact::Removed { .. }));
        let kind = match (broken, cut) {
            (true, _) => TickKind::Alarm,
            (false, true) => TickKind::Cut,
            (false, false) => TickKind::Landmark,
        };
        ticks.push(Tick { position: index + 1, kind });
    }
    ticks
}

/// The events since the stop before, up to this position.
fn recent(timeline: &Timeline, position: usize) -> Vec<Event> {
    let from = timeline.step_meaningful(position, Direction::Backward);
    let positions = from + 1..=position;
    positions.flat_map(|position| timeline.events_at(position)).cloned().collect()
}

fn removed_by(
    timeline: &Timeline,
) -> impl Fn(EventId) -> Option<highwater_engine::event::RemovedBy> {
    |id| timeline.event(id).and_then(tell::removed_by)
}

/// The news at a position: of the last stop at which anything changed, so that it can be read while
/// details go by; of the very position if the reader asked for details.
fn now(timeline: &Timeline, look: Look) -> Now {
    let (position, events) = if look.details {
        (look.position, timeline.events_at(look.position).to_vec())
    } else {
        last_change(timeline, look.position)
    };
    let cluster = timeline.state_at(position);
    let removed_by = removed_by(timeline);
    let Some(headline) = tell::headline(&events) else {
        return quiet(look, position);
    };
    let say = |event: &Event| tell::sentence(&cluster, event, &removed_by, look.lang);
    let also = events
        .iter()
        .filter(|event| event.id != headline.id && Weight::Meaningful <= event.fact.weight())
        .map(|event| say(event).what)
        .take(3)
        .collect();
    let event = Some(headline.id.0);
    Now { tone: tone(&headline.fact), sentence: say(headline), also, event }
}

/// The last position up to this one at which something changed, and all events of that step.
fn last_change(timeline: &Timeline, position: usize) -> (usize, Vec<Event>) {
    let changed = |at: &usize| {
        let events = timeline.events_at(*at);
        events.iter().any(|event| Weight::Meaningful <= event.fact.weight())
    };
    match (1..=position).rev().find(changed) {
        Some(at) => (at, recent(timeline, at)),
        None => (position, Vec::new()),
    }
}

fn quiet(look: Look, position: usize) -> Now {
    let (what, why) = if position == 0 {
        (Label::NothingYet, Label::PressStep)
    } else {
        (Label::TimePassed, Label::TimePassedWhy)
    };
    let text = |label: Label| label.text(look.lang).to_owned();
    Now {
        tone: Tone::Quiet,
        sentence: Sentence { what: text(what), why: text(why) },
        also: Vec::new(),
        event: None,
    }
}

fn tone(fact: &Fact) -> Tone {
    match fact {
        Fact::Broken(verdict) if verdict.breaks_a_promise() => Tone::Alarm,
        fact => match fact.weight() {
            Weight::Detail => Tone::Quiet,
            Weight::Meaningful => Tone::Plain,
            Weight::Landmark => Tone::Landmark,
        },
    }
}

fn narration(timeline: &Timeline, look: Look) -> Rc<str> {
    let text = timeline.narration_at(look.position);
    text.map_or("", |text| look.lang.pick(text.korean(), text.english())).into()
}

fn verdict(timeline: &Timeline, cluster: &Cluster, look: Look) -> VerdictView {
    let removed_by = removed_by(timeline);
    let cards = tell::cards(cluster, &removed_by, look.lang);
    let cards = cards.into_iter().map(|(event, breaks, card)| {
        let at = timeline.event(event).map_or(0, |event| event.at);
        VerdictCard {
            event: event.0,
            position: timeline.position_of(event).unwrap_or(0),
            when: caption::time(look.lang, at),
            breaks,
            card,
        }
    });
    let acked = cluster.ledger().batches().filter(|(_, batch)| batch.acked_append.is_some());
    VerdictView {
        cards: cards.collect(),
        acked: acked.count() as u32,
        at_end: look.position == timeline.len(),
    }
}
