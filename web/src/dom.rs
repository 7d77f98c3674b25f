//! Elements, put together step by step.
//!
//! What the `html!` macro writes for an element is long, because it is written out in place at
//! every element. The page has a few hundred of them and must be small, so its parts are made with
//! these few functions instead; what comes out is the same tree of Yew's.

use std::rc::Rc;

use highwater_phrase::Label;
use yew::prelude::*;
use yew::virtual_dom::{Key, VList, VNode, VTag, VText};
use yew::{AttrValue, html};

use crate::components::{Ui, send_if};
use crate::intent::Intent;

/// An element in the making.
pub(crate) struct El(Box<VTag>);

/// An element as a line of words: its name, with its class behind a point, attributes as `name=value`,
/// and behind `@` the name by which tests find it: `button.link type=button @undo`.
pub(crate) fn el(spec: &'static str) -> El {
    let mut words = spec.split(' ');
    let name = words.next().unwrap_or_default();
    let (tag, class) = name.split_once('.').unwrap_or((name, ""));
    let mut el = El(Box::new(VTag::new(AttrValue::Static(tag))));
    if !class.is_empty() {
        el = el.attr("class", class);
    }
    for word in words {
        el = match (word.strip_prefix('@'), word.split_once('=')) {
            (Some(id), _) => el.test(id),
            (None, Some((name, value))) => el.attr(name, value),
            (None, None) => el.flag(word, true),
        };
    }
    el
}

/// An element with a class, or several with spaces between them.
pub(crate) fn of(tag: &'static str, class: &'static str) -> El {
    el(tag).attr("class", class)
}

/// A text.
pub(crate) fn text(text: impl Into<AttrValue>) -> VNode {
    VText::new(text).into()
}

impl El {
    /// Its identity among its siblings.
    pub(crate) fn key(mut self, key: impl Into<Key>) -> El {
        self.0.key = Some(key.into());
        self
    }

    /// An attribute.
    pub(crate) fn attr(mut self, name: &'static str, value: impl Into<AttrValue>) -> El {
        self.0.add_attribute(name, value);
        self
    }

    /// An attribute that is there or not.
    pub(crate) fn flag(self, name: &'static str, is_set: bool) -> El {
        if is_set { self.attr(name, "") } else { self }
    }

    /// Out of sight and out of mind.
    pub(crate) fn hidden(self, hidden: bool) -> El {
        self.flag("hidden", hidden)
    }

    /// An attribute that says `true` or `false`.
    pub(crate) fn truth(self, name: &'static str, value: bool) -> El {
        self.attr(name, if value { "true" } else { "false" })
    }

    /// The name by which tests find it.
    pub(crate) fn test(self, id: impl Into<AttrValue>) -> El {
        self.attr("data-testid", id)
    }

    /// What assistive technology calls it.
    pub(crate) fn named(self, name: impl Into<AttrValue>) -> El {
        self.attr("aria-label", name)
    }

    /// A property of the element, which unlike an attribute holds after the reader has changed it.
    pub(crate) fn property(mut self, name: &'static str, value: bool) -> El {
        self.0.add_property(name, value);
        self
    }

    /// The value of a field.
    pub(crate) fn value(mut self, value: impl Into<AttrValue>) -> El {
        let value: AttrValue = value.into();
        self.0.set_value(value);
        self
    }

    /// Something in it.
    pub(crate) fn put(mut self, child: impl Into<VNode>) -> El {
        self.0.add_child(child.into());
        self
    }

    /// A text in it.
    pub(crate) fn text(self, content: impl Into<AttrValue>) -> El {
        self.put(text(content))
    }

    /// A label in it.
    pub(crate) fn say(self, ui: &Ui, label: Label) -> El {
        self.text(label.text(ui.lang))
    }

    /// Several things in it, each with a key of its own.
    pub(crate) fn each(self, children: impl Iterator<Item = El>) -> El {
        let children: Vec<VNode> = children.map(VNode::from).collect();
        self.put(VList::with_children(children, None))
    }

    /// What pressing it means.
    pub(crate) fn press(mut self, ui: &Ui, intent: Intent) -> El {
        let on = ui.on.clone();
        let callback = Callback::from(move |_: MouseEvent| on.emit(intent.clone()));
        self.0.add_listener(Rc::new(html::onclick::Wrapper::new(callback)));
        self
    }

    /// What a press somewhere in it means.
    pub(crate) fn click(mut self, ui: &Ui, meaning: fn(MouseEvent) -> Option<Intent>) -> El {
        let callback = send_if(ui, meaning);
        self.0.add_listener(Rc::new(html::onclick::Wrapper::new(callback)));
        self
    }

    /// What another value of a field means, with every change while it is made.
    pub(crate) fn input(
        mut self,
        ui: &Ui,
        meaning: impl Fn(String) -> Option<Intent> + 'static,
    ) -> El {
        let callback = meaning_of_value(ui, meaning);
        let callback = Callback::from(move |event: InputEvent| callback(&event));
        self.0.add_listener(Rc::new(html::oninput::Wrapper::new(callback)));
        self
    }

    /// What another value of a field means, once it is made.
    pub(crate) fn change(
        mut self,
        ui: &Ui,
        meaning: impl Fn(String) -> Option<Intent> + 'static,
    ) -> El {
        let callback = meaning_of_value(ui, meaning);
        let callback = Callback::from(move |event: Event| callback(&event));
        self.0.add_listener(Rc::new(html::onchange::Wrapper::new(callback)));
        self
    }

    /// Where the page finds it later.
    pub(crate) fn at(mut self, place: NodeRef) -> El {
        self.0.node_ref = place;
        self
    }

    /// What pressing anything in it means.
    pub(crate) fn pressed(
        mut self,
        ui: &Ui,
        meaning: impl Fn(MouseEvent) -> Option<Intent> + 'static,
    ) -> El {
        let callback = crate::components::send_if(ui, meaning);
        self.0.add_listener(Rc::new(html::onclick::Wrapper::new(callback)));
        self
    }

    /// What a key means.
    pub(crate) fn keydown(
        mut self,
        ui: &Ui,
        meaning: impl Fn(KeyboardEvent) -> Option<Intent> + 'static,
    ) -> El {
        let on = ui.on.clone();
        let callback = Callback::from(move |event| {
            if let Some(intent) = meaning(event) {
                on.emit(intent);
            }
        });
        self.0.add_listener(Rc::new(html::onkeydown::Wrapper::new(callback)));
        self
    }
}

/// Sends what the value of the control means that an event comes from.
fn meaning_of_value(
    ui: &Ui,
    meaning: impl Fn(String) -> Option<Intent> + 'static,
) -> Box<dyn Fn(&web_sys::Event)> {
    let on = ui.on.clone();
    Box::new(move |event| {
        if let Some(intent) = value_of(event).and_then(&meaning) {
            on.emit(intent);
        }
    })
}

fn value_of(event: &web_sys::Event) -> Option<String> {
    use wasm_bindgen::JsCast;
    let target = event.target()?;
    if let Some(input) = target.dyn_ref::<web_sys::HtmlInputElement>() {
        return Some(input.value());
    }
    if let Some(select) = target.dyn_ref::<web_sys::HtmlSelectElement>() {
        return Some(select.value());
    }
    target.dyn_ref::<web_sys::HtmlTextAreaElement>().map(web_sys::HtmlTextAreaElement::value)
}

impl From<El> for VNode {
    fn from(el: El) -> VNode {
        (*el.0).into()
    }
}
