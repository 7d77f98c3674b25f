//! The stage: the picture, its messages, and what pressing it means.

use highwater_phrase::Label;
use highwater_scene::draw::{Figure, Shape};
use highwater_scene::layout::Box4;
use highwater_scene::model::Span;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;
use yew::virtual_dom::{VList, VNode};

use super::Ui;
use super::memo::PartView;
use super::shapes::elements;
use crate::dom::{El, el};
use crate::intent::Intent;

/// What is on the stage.
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct Staged<'a> {
    pub figure: &'a Figure,
    pub messages: &'a [Shape],
    /// The broker whose menu is open.
    pub open: Option<u8>,
    /// Brokers that one fault would make lose a record.
    pub endangered: &'a [u8],
    /// The part of the logs that can be chosen.
    pub axis: Option<Axis>,
    /// What lies over the picture.
    pub over: Html,
    /// The frame around it, whose width is watched.
    pub frame: NodeRef,
}

/// An axis on which not every record has a place of its own.
#[derive(Clone, Copy)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct Axis {
    /// All offsets.
    pub all: Span,
    /// The first one that is shown by itself.
    pub from: u32,
    pub is_chosen: bool,
    /// Where it is drawn in small.
    pub place: Box4,
}

/// The picture.
pub fn stage(ui: &Ui, staged: Staged<'_>) -> Html {
    let figure = staged.figure;
    let size = (figure.width.to_string(), figure.height.to_string());
    let first = figure.parts.iter().find_map(|part| part.broker.as_ref()).map(|(id, _)| *id);
    let parts = figure.parts.iter().map(|part| {
        let is =
            |broker: Option<u8>| part.broker.as_ref().is_some_and(|(id, _)| Some(*id) == broker);
        html! {
            <PartView key={part.key} part={part.clone()} open={is(staged.open)} first={is(first)}
                endangered={staged.endangered.iter().any(|id| is(Some(*id)))} />
        }
    });
    let picture = el("svg.stage role=group aria-labelledby=stage-title @stage")
        .attr("viewBox", "0 0 ".to_owned() + &size.0 + " " + &size.1)
        .attr("aria-describedby", "stage-hint")
        .click(ui, pressed)
        .keydown(ui, pressed_by_key)
        .put(el("title id=stage-title").say(ui, Label::StageTitle))
        .put(el("desc id=stage-hint").say(ui, Label::ActHint))
        .put(VList::with_children(parts.collect(), None))
        .put(el("g.messages aria-hidden=true").put(elements(staged.messages)));
    let drawing = el("div.drawing")
        .attr("style", "width:calc(".to_owned() + &size.0 + "rem/16)")
        .put(picture)
        .put(staged.over)
        .put(staged.axis.map_or(VNode::default(), |axis| slider(ui, figure, axis).into()));
    // How wide letters are, for whoever measures the frame.
    let ruler = el("div.ruler aria-hidden=true");
    html! {
        <div class="stage-frame" ref={staged.frame}>{ VNode::from(ruler) }{ VNode::from(drawing) }</div>
    }
}

/// Where something lies over a picture of this size, however large that is on the screen.
pub(crate) fn place((x, y): (i32, i32), (width, height): (i32, i32)) -> String {
    "left:".to_owned() + &percent(x, width) + ";top:" + &percent(y, height)
}

/// A share, without floating point.
fn percent(part: i32, whole: i32) -> String {
    let share = part * 1_000 / whole.max(1);
    let mut text = (share / 10).to_string();
    text.push('.');
    text.push_str(&(share % 10).to_string());
    text.push('%');
    text
}

/// The width of the slider's thumb; the style sheet has it, too.
const THUMB: i32 = 14;

/// Moves along a long log.
fn slider(ui: &Ui, figure: &Figure, axis: Axis) -> El {
    let name = Label::LookAt.text(ui.lang);
    let Box4 { x, y, w, h } = axis.place;
    // The middle of the thumb goes from one end of the axis to the other.
    let at = (x - THUMB / 2, y + h / 2 - 14);
    el("div.along")
        .attr("style", place(at, (figure.width, figure.height)) + ";right:0")
        .put(
            el("input type=range @along")
                .attr("style", "width:".to_owned() + &percent(w + THUMB, figure.width - at.0))
                .attr("min", axis.all.from.to_string())
                .attr("max", axis.all.to.to_string())
                .named(name)
                .attr("title", name)
                .value(axis.from.to_string())
                .input(ui, |value| value.parse().ok().map(|from| Intent::LookAt(Some(from)))),
        )
        .put(
            el("button.link type=button @along-ends")
                .flag("disabled", !axis.is_chosen)
                .press(ui, Intent::LookAt(None))
                .say(ui, Label::LookAtEnds),
        )
}

/// The broker that an event on the picture is about.
fn broker_at(event: &web_sys::Event) -> Option<u8> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let part = target.closest("[data-broker]").ok()??;
    part.get_attribute("data-broker")?.parse().ok()
}

/// What is shown at the place that was pressed is asked about; beside it there is the broker.
fn pressed(event: MouseEvent) -> Option<Intent> {
    broker_at(&event).map(Intent::OpenMenu).or_else(|| {
        let target = event.target()?.dyn_into::<Element>().ok()?;
        let place = target.closest("[data-mark]").ok()??;
        place.get_attribute("data-mark").map(Intent::Ask)
    })
}

fn pressed_by_key(event: KeyboardEvent) -> Option<Intent> {
    if !matches!(&*event.key(), "Enter" | " ") {
        return None;
    }
    let broker = broker_at(&event)?;
    event.prevent_default();
    event.stop_propagation();
    Some(Intent::OpenMenu(broker))
}
