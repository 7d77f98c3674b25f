//! The stage: the picture, its messages, and what pressing it means.

use std::rc::Rc;

use highwater_phrase::{Label, Lang};
use highwater_scene::draw::{Figure, Part, Shape};
use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver, ResizeObserverEntry};
use yew::prelude::*;

use super::send_if;
use super::shapes::{class_text, elements};
use crate::intent::Intent;

#[derive(Properties, PartialEq)]
pub struct StageProps {
    pub figure: Rc<Figure>,
    pub messages: Rc<Vec<Shape>>,
    /// The broker whose menu is open.
    pub open: Option<u8>,
    pub lang: Lang,
    pub on: Callback<Intent>,
    /// What lies over the picture.
    pub children: Html,
}

/// The picture.
#[component]
pub fn Stage(props: &StageProps) -> Html {
    let frame = use_node_ref();
    use_width(&frame, &props.on);
    let (figure, lang) = (&props.figure, props.lang);
    let size = (figure.width.to_string(), figure.height.to_string());
    let first = figure.parts.iter().find_map(|part| part.broker.as_ref()).map(|(id, _)| *id);
    let parts = figure.parts.iter().map(|part| {
        let open = part.broker.as_ref().is_some_and(|(id, _)| props.open == Some(*id));
        let first = part.broker.as_ref().is_some_and(|(id, _)| first == Some(*id));
        html! { <PartView key={part.key} part={part.clone()} {open} {first} /> }
    });
    html! {
        <div class="stage-frame" ref={frame}>
            <svg
                class="stage"
                role="group"
                aria-labelledby="stage-title stage-hint"
                viewBox={format!("0 0 {} {}", size.0, size.1)}
                width={size.0}
                height={size.1}
                data-testid="stage"
                onclick={send_if(&props.on, pressed)}
                onkeydown={send_if(&props.on, pressed_by_key)}
            >
                <title id="stage-title">{ Label::StageTitle.text(lang) }</title>
                <desc id="stage-hint">{ Label::ActHint.text(lang) }</desc>
                <Weaves />
                { for parts }
                <Messages key="messages" shapes={props.messages.clone()} />
            </svg>
            { props.children.clone() }
        </div>
    }
}

/// Patterns for the second and third round of hues.
#[component]
fn Weaves() -> Html {
    html! {
        <defs>
            <pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)">
                <path d="M0 0v6" stroke="var(--panel)" stroke-width="2.4" opacity=".55" />
            </pattern>
            <pattern id="dotted" width="7" height="7" patternUnits="userSpaceOnUse">
                <circle cx="3" cy="3" r="1.6" fill="var(--panel)" opacity=".7" />
            </pattern>
        </defs>
    }
}

#[derive(Properties, PartialEq)]
struct PartProps {
    part: Rc<Part>,
    open: bool,
    first: bool,
}

/// A part of the picture; a broker can be pressed.
#[component]
fn PartView(props: &PartProps) -> Html {
    let part = &props.part;
    let shapes = elements(&part.shapes);
    match &part.broker {
        None => html! { <g class={class_text(part.class)} aria-hidden="true">{ shapes }</g> },
        Some((id, label)) => html! {
            <g
                class={class_text(part.class)}
                role="button"
                tabindex={if props.first || props.open { "0" } else { "-1" }}
                aria-label={label.clone()}
                aria-haspopup="menu"
                aria-expanded={props.open.to_string()}
                data-broker={id.to_string()}
                data-testid={format!("broker-{id}")}
            >
                { shapes }
            </g>
        },
    }
}

#[derive(Properties, PartialEq)]
struct MessagesProps {
    shapes: Rc<Vec<Shape>>,
}

/// The messages under way: what changes with every frame of a film.
#[component]
fn Messages(props: &MessagesProps) -> Html {
    html! { <g class="messages" aria-hidden="true">{ elements(&props.shapes) }</g> }
}

/// The broker that an event on the picture is about.
fn broker_at(event: &web_sys::Event) -> Option<u8> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let part = target.closest("[data-broker]").ok()??;
    part.get_attribute("data-broker")?.parse().ok()
}

fn pressed(event: MouseEvent) -> Option<Intent> {
    broker_at(&event).map(Intent::OpenMenu)
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

/// Tells the store how wide the stage is, now and whenever that changes.
#[hook]
fn use_width(frame: &NodeRef, on: &Callback<Intent>) {
    let (frame, on) = (frame.clone(), on.clone());
    use_effect_with((), move |()| {
        let seen = Closure::<dyn Fn(Array)>::new(move |entries: Array| {
            let last = entries.iter().last();
            if let Some(entry) = last.and_then(|entry| entry.dyn_into::<ResizeObserverEntry>().ok())
            {
                on.emit(Intent::Width(entry.content_rect().width() as i32));
            }
        });
        let observer = ResizeObserver::new(seen.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(element)) = (&observer, frame.cast::<Element>()) {
            observer.observe(&element);
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(seen);
        }
    });
}
