//! A broker's menu.

use highwater_engine::command::Election;
use highwater_engine::{Command, PartitionId, Stop};
use highwater_phrase::news::NodeWord;
use highwater_phrase::{Label, Lang, caption};
use highwater_protocol::BrokerId;
use yew::prelude::*;

use super::{send, send_if};
use crate::intent::{Act, Intent};
use crate::page;

/// What a menu needs to know of its broker.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are named for what they are")]
pub struct MenuFacts {
    pub broker: u8,
    pub has_process: bool,
    pub is_slow: bool,
    /// Whom it can be cut off from, and whether it is.
    pub links: Vec<(NodeWord, bool)>,
    /// Where the menu stands on the stage, in pixels.
    pub at: (i32, i32),
}

#[derive(Properties, PartialEq)]
pub struct MenuProps {
    pub facts: MenuFacts,
    pub lang: Lang,
    pub on: Callback<Intent>,
}

/// The menu of one broker.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let MenuProps { facts, lang, on } = props;
    let broker = facts.broker;
    use_effect_with(broker, |broker| {
        page::focus(".menu [role=menuitem]");
        let broker = *broker;
        // The focus goes back to where it came from, unless it has gone somewhere else.
        move || {
            if page::focused().is_none_or(|element| element.tag_name() == "BODY") {
                page::focus(&format!("[data-broker=\"{broker}\"]"));
            }
        }
    });
    let items = items(facts, *lang).into_iter().map(|Item { id, text, act }| {
        html! {
            <button key={id.clone()} type="button" role="menuitem" tabindex="-1"
                data-testid={id} onclick={send(on, Intent::Act(act))}>
                { text }
            </button>
        }
    });
    let style = format!("left:{}px;top:{}px", facts.at.0, facts.at.1);
    html! {
        <div class="menu-layer" onkeydown={send_if(on, key)}>
            <div class="backdrop" aria-hidden="true" onclick={send(on, Intent::CloseMenu)} />
            <div class="menu" role="menu" data-testid="menu" {style}
                aria-label={caption::broker(*lang, broker)}>
                { for items }
                <button key="close" type="button" role="menuitem" tabindex="-1" class="close"
                    data-testid="broker-menu-close" onclick={send(on, Intent::CloseMenu)}>
                    { Label::Close.text(*lang) }
                </button>
            </div>
        </div>
    }
}

struct Item {
    id: String,
    text: String,
    act: Act,
}

fn items(facts: &MenuFacts, lang: Lang) -> Vec<Item> {
    let id = BrokerId(facts.broker);
    let item = |id: &str, label: Label, act: Act| Item {
        id: format!("broker-{id}"),
        text: label.text(lang).to_owned(),
        act,
    };
    let mut items = Vec::new();
    if facts.has_process {
        let stop = |how| Act::Do(Command::Stop(id, how));
        items.push(item("stop-clean", Label::StopClean, stop(Stop::Clean)));
        items.push(item("crash", Label::StopCrash, stop(Stop::Crash)));
        items.push(item("power-cut", Label::StopPower, stop(Stop::PowerCut)));
        let restart = Act::Do(Command::Restart(id, Stop::Clean));
        items.push(item("restart", Label::Restart, restart));
    } else {
        items.push(item("start", Label::Start, Act::Do(Command::Start(id))));
    }
    let slow = if facts.is_slow { Label::MakeFast } else { Label::MakeSlow };
    items.push(item("slow", slow, Act::Slow(facts.broker)));
    items.push(item("flush", Label::Flush, Act::Do(Command::Flush(id))));
    for (other, cut) in &facts.links {
        let name = match other {
            NodeWord::Broker(id) => id.to_string(),
            NodeWord::Controller => "controller".to_owned(),
            NodeWord::Producer => "producer".to_owned(),
            NodeWord::Consumer => "consumer".to_owned(),
        };
        items.push(Item {
            id: format!("broker-link-{name}"),
            text: caption::link(lang, *other, *cut),
            act: Act::Link(facts.broker, *other),
        });
    }
    let elect = Act::Do(Command::Elect(PartitionId(0), Election::Unclean));
    items.push(item("elect-unclean", Label::ElectUnclean, elect));
    items
}

/// Arrows walk through the menu, Escape leaves it.
fn key(event: KeyboardEvent) -> Option<Intent> {
    event.stop_propagation();
    match &*event.key() {
        "Escape" | "Tab" => {
            event.prevent_default();
            return Some(Intent::CloseMenu);
        }
        "ArrowDown" => walk(1),
        "ArrowUp" => walk(-1),
        "Home" => page::focus(".menu [role=menuitem]"),
        "End" => page::focus(".menu [role=menuitem]:last-of-type"),
        _ => return None,
    }
    event.prevent_default();
    None
}

fn walk(step: i32) {
    let Some(focused) = page::focused() else {
        return;
    };
    let next =
        if step < 0 { focused.previous_element_sibling() } else { focused.next_element_sibling() };
    match next.and_then(|next| next.get_attribute("data-testid")) {
        Some(id) => page::focus(&format!(".menu [data-testid=\"{id}\"]")),
        None if step < 0 => page::focus(".menu [role=menuitem]:last-of-type"),
        None => page::focus(".menu [role=menuitem]"),
    }
}
