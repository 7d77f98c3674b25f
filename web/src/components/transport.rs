//! Moving in time: buttons, step size, speed, and the line to drag.

use highwater_phrase::{Label, caption};
use highwater_scenario::Direction;
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el, of};
use crate::film::{Tick, TickKind};
use crate::intent::{Intent, StepMode};
use crate::player::SPEEDS;

/// Where the film is.
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct Place<'a> {
    pub position: usize,
    pub len: usize,
    pub at: u64,
    pub playing: bool,
    pub mode: StepMode,
    pub speed: usize,
    pub ticks: &'a [Tick],
    /// Between which positions one fault would lose a record.
    pub windows: &'a [(usize, usize)],
}

const TO_START: &str = "M4 4h2v12H4zM16 4v12L7 10z";
const BACK: &str = "M14 4v12L5 10z";
const PLAY: &str = "M6 3.5v13l11-6.5z";
const PAUSE: &str = "M5 4h3.6v12H5zM11.4 4H15v12h-3.6z";
const STEP: &str = "M6 4v12l9-6z";
const TO_END: &str = "M4 4v12l9-6zM14 4h2v12h-2z";

/// The transport.
pub fn transport(ui: &Ui, place: &Place<'_>) -> Html {
    let (play, play_icon) = if place.playing { (Label::Pause, PAUSE) } else { (Label::Play, PLAY) };
    let back = Intent::Step(Direction::Backward, None);
    let step = Intent::Step(Direction::Forward, None);
    el("div.time")
        .put(
            el("div.transport")
                .put(button(ui, "to-start", Label::ToStart, TO_START, Intent::ToStart))
                .put(button(ui, "step-back", Label::StepBack, BACK, back))
                .put(button(ui, "play", play, play_icon, Intent::TogglePlay))
                .put(button(ui, "step", Label::Step, STEP, step))
                .put(button(ui, "to-end", Label::ToEnd, TO_END, Intent::ToEnd))
                .put(el("span.spacer"))
                .put(modes(ui, place.mode))
                .put(speeds(ui, place.speed)),
        )
        .put(scrubber(ui, place))
        .into()
}

fn button(ui: &Ui, id: &'static str, label: Label, icon: &'static str, intent: Intent) -> El {
    let name = label.text(ui.lang);
    of("button", if id == "play" { "primary" } else { "" })
        .attr("type", "button")
        .test(id)
        .named(name)
        .attr("title", name)
        .press(ui, intent)
        .put(
            el("svg")
                .attr("viewBox", "0 0 20 20")
                .truth("aria-hidden", true)
                .put(el("path").attr("d", icon)),
        )
}

fn modes(ui: &Ui, chosen: StepMode) -> El {
    let buttons = StepMode::ALL.into_iter().map(|mode| {
        let (id, label) = match mode {
            StepMode::Meaning => ("mode-meaning", Label::ByMeaning),
            StepMode::Event => ("mode-event", Label::ByEvent),
            StepMode::Round => ("mode-round", Label::ByRound),
        };
        el("button type=button")
            .key(id)
            .test(id)
            .truth("aria-pressed", mode == chosen)
            .press(ui, Intent::StepMode(mode))
            .say(ui, label)
    });
    el("span.segments role=group").named(Label::StepBy.text(ui.lang)).each(buttons)
}

fn speeds(ui: &Ui, chosen: usize) -> El {
    let options = SPEEDS.iter().enumerate().map(|(index, eighths)| {
        el("option")
            .key(index)
            .attr("value", index.to_string())
            .property("selected", index == chosen)
            .text(match eighths {
                1 => "⅛×".to_owned(),
                2 => "¼×".to_owned(),
                4 => "½×".to_owned(),
                _ => format!("{}×", eighths / 8),
            })
    });
    el("select")
        .named(Label::Speed.text(ui.lang))
        .test("speed")
        .change(ui, |value| value.parse().ok().map(Intent::Speed))
        .each(options)
}

fn scrubber(ui: &Ui, place: &Place<'_>) -> El {
    let spoken = caption::position(ui.lang, place.position as u32, place.len as u32, place.at);
    el("div.scrub")
        .put(
            el("input type=range min=0")
                .attr("max", place.len.to_string())
                .attr("step", "1")
                .named(Label::Timeline.text(ui.lang))
                .attr("aria-valuetext", spoken)
                .test("scrubber")
                .value(place.position.to_string())
                .input(ui, |value| value.parse().ok().map(Intent::Seek)),
        )
        .put(ticks(place))
}

/// The marks under the line. Percentages, since the line's width is the browser's.
fn ticks(place: &Place<'_>) -> El {
    let len = place.len.max(1) as u64;
    let risks = place.windows.iter().enumerate().map(|(index, (from, to))| {
        let (left, right) = (from * 100 / place.len.max(1), to * 100 / place.len.max(1));
        let style = format!("left:{left}%;width:{}%", right.saturating_sub(left));
        of("span", "risk").key(index + place.ticks.len()).attr("style", style)
    });
    let marks = place.ticks.iter().enumerate().map(|(index, tick)| {
        // Thousandths of the line, written as a percentage without floating point.
        let along = tick.position as u64 * 1_000 / len;
        // The thumb of a range stays inside by its own radius of 8.
        let inset = 8 - 16 * along as i64 / 1_000;
        let class = match tick.kind {
            TickKind::Told => "told",
            TickKind::Cut => "cut",
            TickKind::Landmark => "peak",
            TickKind::Alarm => "peak alarm",
        };
        of("span", class)
            .key(index)
            .attr("style", format!("left:calc({}.{}% + {inset}px)", along / 10, along % 10))
    });
    el("div.ticks aria-hidden=true").each(risks.chain(marks))
}
