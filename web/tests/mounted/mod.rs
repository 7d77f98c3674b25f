//! A page mounted in the browser that runs the tests, and the few things a reader does to it.
#![allow(dead_code, reason = "each test file uses a part of it")]

use highwater_phrase::Lang;
use highwater_scenario::library;
use highwater_web::address::Address;
use highwater_web::app::{App, AppProps};
use highwater_web::intent::Theme;
use highwater_web::player::Motion;
use highwater_web::store::{Beginning, wanted};
use js_sys::futures::JsFuture;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, Event, EventInit, HtmlElement, HtmlInputElement};

/// What a page starts with when its link says this.
pub(crate) fn beginning(link: &str, lang: Lang) -> Beginning {
    let address = Address::read(link);
    // The twins' texts are made of their files', which is what the server has.
    let file = wanted(&address).and_then(|entry| {
        let original = library::ENTRIES.iter().find(|other| other.file == entry.file)?;
        library::text(original.slug)
    });
    Beginning { address, lang, theme: Theme::Light, motion: Motion::Reduced, embed: false, file }
}

pub(crate) fn document() -> Document {
    web_sys::window().and_then(|window| window.document()).expect("a browser has a document")
}

/// A mounted page; the last one is taken away first.
pub(crate) struct Mounted {
    root: Element,
    handle: Option<yew::AppHandle<App>>,
}

impl Drop for Mounted {
    fn drop(&mut self) {
        if let Some(handle) = self.handle.take() {
            handle.destroy();
        }
        self.root.remove();
    }
}

/// Mounts a page and waits until it is drawn.
pub(crate) async fn mount(link: &str, lang: Lang) -> Mounted {
    let root = document().create_element("div").expect("an element");
    document().body().expect("a body").append_child(&root).expect("room in the body");
    let props = AppProps { beginning: beginning(link, lang) };
    let handle = yew::Renderer::<App>::with_root_and_props(root.clone(), props).render();
    let mounted = Mounted { root, handle: Some(handle) };
    settle().await;
    mounted
}

/// Lets the page draw what it has been told.
pub(crate) async fn settle() {
    for _ in 0..3 {
        let timeout = js_sys::Promise::new(&mut |resolve, _| {
            let window = web_sys::window().expect("a browser has a window");
            window.set_timeout_with_callback(&resolve).expect("timers");
        });
        let _: Result<JsValue, JsValue> = JsFuture::from(timeout).await;
    }
}

impl Mounted {
    /// The first element that fits.
    pub(crate) fn find(&self, selector: &str) -> Element {
        let found = self.root.query_selector(selector).expect("a selector");
        found.unwrap_or_else(|| panic!("nothing fits {selector}"))
    }

    pub(crate) fn count(&self, selector: &str) -> u32 {
        self.root.query_selector_all(selector).expect("a selector").length()
    }

    pub(crate) fn by_test_id(&self, id: &str) -> Element {
        self.find(&format!("[data-testid={id}]"))
    }

    pub(crate) fn text(&self, id: &str) -> String {
        self.by_test_id(id).text_content().unwrap_or_default()
    }

    pub(crate) async fn click(&self, selector: &str) {
        let click = Event::new_with_event_init_dict("click", &bubbling()).expect("an event");
        self.find(selector).dispatch_event(&click).expect("an element takes events");
        settle().await;
    }

    /// Presses a button by the name tests know it by.
    pub(crate) async fn press(&self, id: &str) {
        let button: HtmlElement = self.by_test_id(id).unchecked_into();
        button.click();
        settle().await;
    }

    /// Drags a slider or chooses in a list.
    pub(crate) async fn set(&self, selector: &str, value: &str, event: &str) {
        let field: HtmlInputElement = self.find(selector).unchecked_into();
        field.set_value(value);
        let event = Event::new_with_event_init_dict(event, &bubbling()).expect("an event");
        field.dispatch_event(&event).expect("an element takes events");
        settle().await;
    }
}

fn bubbling() -> EventInit {
    let init = EventInit::new();
    init.set_bubbles(true);
    init
}
