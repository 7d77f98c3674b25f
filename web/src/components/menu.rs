//! A broker's menu.

use highwater_engine::command::Election;
use highwater_engine::{Command, PartitionId, Stop};
use highwater_phrase::news::NodeWord;
use highwater_phrase::{Label, Lang, caption};
use highwater_protocol::BrokerId;
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el};
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
    /// Where the menu stands on the stage, as a style.
    pub at: String,
}

/// The menu of one broker.
pub fn menu(ui: &Ui, facts: &MenuFacts) -> Html {
    let entry = |id: String, label: String, intent: Intent| -> El {
        el("button type=button role=menuitem tabindex=-1")
            .key(&*id)
            .test(id)
            .press(ui, intent)
            .text(label)
    };
    let items = items(facts, ui.lang).into_iter();
    let items = items.map(|Item { id, text, act }| entry(id, text, Intent::Act(act)));
    let close = entry(
        "broker-menu-close".to_owned(),
        Label::Close.text(ui.lang).to_owned(),
        Intent::CloseMenu,
    );
    el("div.menu-layer")
        .keydown(ui, key)
        .put(el("div.backdrop aria-hidden=true").press(ui, Intent::CloseMenu))
        .put(
            el("div.menu role=menu @menu")
                .attr("style", facts.at.clone())
                .named(caption::broker(ui.lang, facts.broker))
                .each(items.chain([close])),
        )
        .into()
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
