//! The keyboard, while the focus is on the page and not in a field.

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use highwater_scenario::Direction;

use crate::intent::{Act, Intent, StepMode};
use crate::page;
use crate::player::SPEEDS;
use highwater_phrase::news::NodeWord;

/// What a key means, given the speed and the broker that has the focus.
pub(crate) fn intent(event: &KeyboardEvent, speed: usize, brokers: &[u8]) -> Option<Intent> {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok())?;
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return None;
    }
    let field = matches!(&*target.tag_name(), "INPUT" | "SELECT" | "TEXTAREA" | "SUMMARY");
    if field {
        return None;
    }
    let broker = focused_broker(&target);
    let found = match &*event.key() {
        " " if !matches!(&*target.tag_name(), "BUTTON" | "A") => Some(Intent::TogglePlay),
        "ArrowRight" => Some(step(event, Direction::Forward)),
        "ArrowLeft" => Some(step(event, Direction::Backward)),
        "Home" => Some(Intent::ToStart),
        "End" => Some(Intent::ToEnd),
        "[" => Some(Intent::Speed(speed.saturating_sub(1))),
        "]" => Some(Intent::Speed((speed + 1).min(SPEEDS.len() - 1))),
        "ArrowDown" => walk(broker, brokers, Direction::Forward),
        "ArrowUp" => walk(broker, brokers, Direction::Backward),
        "p" | "P" => Some(Intent::Act(Act::Produce)),
        "k" | "K" | "s" | "S" => broker.map(|id| Intent::Act(Act::CrashOrStart(id))),
        "x" | "X" => broker.map(|id| Intent::Act(Act::Link(id, NodeWord::Controller))),
        "z" | "Z" => Some(Intent::Undo),
        "w" | "W" => Some(Intent::AskWhy),
        "?" => {
            page::open_and_focus("[data-testid=about] summary");
            None
        }
        "f" | "F" => {
            page::focus("[data-testid=branches]:not([hidden]) button");
            None
        }
        digit if digit.len() == 1 => {
            // A broker's number is its key.
            if digit.parse::<u8>().is_ok_and(|id| brokers.contains(&id)) {
                page::focus(&format!("[data-broker=\"{digit}\"]"));
            }
            None
        }
        "Escape" => Some(Intent::CloseMenu),
        _ => None,
    };
    if found.is_some() {
        event.prevent_default();
    }
    found
}

fn step(event: &KeyboardEvent, direction: Direction) -> Intent {
    Intent::Step(direction, event.shift_key().then_some(StepMode::Event))
}

fn focused_broker(target: &Element) -> Option<u8> {
    let part = target.closest("[data-broker]").ok()??;
    part.get_attribute("data-broker")?.parse().ok()
}

/// Moves the focus to the next broker in the picture.
fn walk(from: Option<u8>, brokers: &[u8], direction: Direction) -> Option<Intent> {
    let place = brokers.iter().position(|id| Some(*id) == from)?;
    let next = match direction {
        Direction::Forward => brokers.get(place + 1),
        Direction::Backward => place.checked_sub(1).and_then(|place| brokers.get(place)),
    };
    if let Some(id) = next {
        page::focus(&format!("[data-broker=\"{id}\"]"));
    }
    None
}
