//! Moving in time: buttons, step size, speed, and the line to drag.

use std::rc::Rc;

use highwater_phrase::{Label, Lang, caption};
use highwater_scenario::Direction;
use yew::prelude::*;

use super::{say, send, send_if, value_of};
use crate::film::{Tick, TickKind};
use crate::intent::{Intent, StepMode};
use crate::player::SPEEDS;

#[derive(Properties, PartialEq)]
pub struct TransportProps {
    pub position: usize,
    pub len: usize,
    pub at: u64,
    pub playing: bool,
    pub mode: StepMode,
    pub speed: usize,
    pub ticks: Rc<[Tick]>,
    pub lang: Lang,
    pub on: Callback<Intent>,
}

const TO_START: &str = "M4 4h2v12H4zM16 4v12L7 10z";
const BACK: &str = "M14 4v12L5 10z";
const PLAY: &str = "M6 3.5v13l11-6.5z";
const PAUSE: &str = "M5 4h3.6v12H5zM11.4 4H15v12h-3.6z";
const STEP: &str = "M6 4v12l9-6z";
const TO_END: &str = "M4 4v12l9-6zM14 4h2v12h-2z";

/// The transport.
#[component]
pub fn Transport(props: &TransportProps) -> Html {
    let TransportProps { lang, on, .. } = props;
    let lang = *lang;
    let button = |id: &'static str, label: Label, icon: &'static str, intent: Intent| {
        let class = (id == "play").then_some("primary");
        html! {
            <button key={id} type="button" {class} data-testid={id} aria-label={label.text(lang)}
                title={label.text(lang)} onclick={send(on, intent)}>
                <svg viewBox="0 0 20 20" aria-hidden="true"><path d={icon} /></svg>
            </button>
        }
    };
    let (play, play_icon) = if props.playing { (Label::Pause, PAUSE) } else { (Label::Play, PLAY) };
    html! {
        <div class="time">
            <div class="transport">
                { button("to-start", Label::ToStart, TO_START, Intent::ToStart) }
                { button("step-back", Label::StepBack, BACK, Intent::Step(Direction::Backward, None)) }
                { button("play", play, play_icon, Intent::TogglePlay) }
                { button("step", Label::Step, STEP, Intent::Step(Direction::Forward, None)) }
                { button("to-end", Label::ToEnd, TO_END, Intent::ToEnd) }
                <span class="spacer" />
                { modes(props) }
                { speeds(props) }
            </div>
            { scrubber(props) }
        </div>
    }
}

fn modes(props: &TransportProps) -> Html {
    let lang = props.lang;
    let buttons = StepMode::ALL.into_iter().map(|mode| {
        let (id, label) = match mode {
            StepMode::Meaning => ("mode-meaning", Label::ByMeaning),
            StepMode::Event => ("mode-event", Label::ByEvent),
            StepMode::Round => ("mode-round", Label::ByRound),
        };
        html! {
            <button key={id} type="button" data-testid={id}
                aria-pressed={(mode == props.mode).to_string()}
                onclick={send(&props.on, Intent::StepMode(mode))}>
                { say(label, lang) }
            </button>
        }
    });
    html! {
        <span class="segments" role="group" aria-label={Label::StepBy.text(lang)}>
            { for buttons }
        </span>
    }
}

fn speeds(props: &TransportProps) -> Html {
    let options = SPEEDS.iter().enumerate().map(|(index, quarters)| {
        let text = match quarters {
            1 => "¼×".to_owned(),
            2 => "½×".to_owned(),
            _ => format!("{}×", quarters / 4),
        };
        html! {
            <option key={index} value={index.to_string()} selected={index == props.speed}>
                { text }
            </option>
        }
    });
    let onchange =
        send_if(&props.on, |event: Event| value_of(&event)?.parse().ok().map(Intent::Speed));
    html! {
        <select aria-label={Label::Speed.text(props.lang)} data-testid="speed" {onchange}>
            { for options }
        </select>
    }
}

fn scrubber(props: &TransportProps) -> Html {
    let oninput =
        send_if(&props.on, |event: InputEvent| value_of(&event)?.parse().ok().map(Intent::Seek));
    let spoken = caption::position(props.lang, props.position as u32, props.len as u32, props.at);
    html! {
        <div class="scrub">
            <input
                type="range"
                min="0"
                max={props.len.to_string()}
                step="1"
                value={props.position.to_string()}
                aria-label={Label::Timeline.text(props.lang)}
                aria-valuetext={spoken}
                data-testid="scrubber"
                {oninput}
            />
            <Ticks ticks={props.ticks.clone()} len={props.len} />
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct TicksProps {
    ticks: Rc<[Tick]>,
    len: usize,
}

/// The marks under the line. Percentages, since the line's width is the browser's.
#[component]
fn Ticks(props: &TicksProps) -> Html {
    let len = props.len.max(1) as u64;
    let marks = props.ticks.iter().enumerate().map(|(index, tick)| {
        // Thousandths of the line, written as a percentage without floating point.
        let place = tick.position as u64 * 1_000 / len;
        // The thumb of a range stays inside by its own radius of 8.
        let inset = 8 - 16 * place as i64 / 1_000;
        let left = format!("calc({}.{}% + {inset}px)", place / 10, place % 10);
        let class = match tick.kind {
            TickKind::Told => "told",
            TickKind::Landmark => "peak",
            TickKind::Alarm => "peak alarm",
        };
        html! { <span key={index} {class} style={format!("left:{left}")} /> }
    });
    html! { <div class="ticks" aria-hidden="true">{ for marks }</div> }
}
