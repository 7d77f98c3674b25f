//! What the page does to the world around it: document, address, storage, clipboard, listeners.

use highwater_phrase::{Label, Lang};
use js_sys::Array;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, ResizeObserver, ResizeObserverEntry};
use yew::{Callback, NodeRef};

use crate::address::Address;
use crate::intent::{Intent, Theme};
use crate::player::Motion;
use crate::store::{Beginning, Source, Store, wanted};
use crate::{fetch, page, prefs};

/// What the link, the browser and earlier visits want.
///
/// # Errors
/// If the words of the language can't be had: without them there is nothing to show.
pub(crate) async fn beginning() -> Result<Beginning, &'static str> {
    let asked = prefs::query("lang").as_deref().and_then(Lang::by_tag);
    let lang = asked.or_else(prefs::language).or_else(prefs::browser_language);
    let theme = prefs::query("theme").as_deref().and_then(Theme::by_name);
    let address = Address::read(&prefs::fragment());
    let lang = lang.unwrap_or(Lang::Ko);
    let (file, words) = (fetch::scenario(wanted(&address)), fetch::words(lang));
    if !fetch::install(lang, words).await {
        return Err("not loaded: the words of the page");
    }
    Ok(Beginning {
        address,
        file: file.text().await,
        lang,
        theme: theme.or_else(prefs::theme).unwrap_or(Theme::Auto),
        motion: if page::reduced_motion() { Motion::Reduced } else { Motion::Full },
        embed: prefs::query("embed").as_deref() == Some("1"),
    })
}

/// The title of a scenario and what it is about.
pub(super) fn title_and_idea(store: &Store) -> (String, String) {
    let lang = store.lang;
    let scenario = store.scenario();
    let pick =
        |text: &highwater_scenario::Text| lang.pick(text.korean(), text.english()).to_owned();
    if store.source == Source::FreePlay {
        let text = |label: Label| label.text(lang).to_owned();
        return (text(Label::FreePlay), text(Label::FreePlayIdea));
    }
    let title = pick(&scenario.title);
    let title = if title.is_empty() { Label::Untitled.text(lang).to_owned() } else { title };
    (title, pick(&scenario.about))
}

/// What the document shows already, so that it is touched only when something has changed.
#[derive(Default)]
pub(super) struct Shown {
    title: String,
    lang: Option<Lang>,
    theme: Option<Theme>,
    address: String,
}

impl Shown {
    /// Brings title, language and theme of the document up to date.
    pub(super) fn update(&mut self, store: &Store) {
        let (title, _) = title_and_idea(store);
        if self.title != title || self.lang != Some(store.lang) {
            page::entitle(&format!("{title} — Highwater"), store.lang.tag());
            self.title = title;
        }
        if self.lang.is_some_and(|lang| lang != store.lang) {
            prefs::remember_language(store.lang);
        }
        self.lang = Some(store.lang);
        if self.theme != Some(store.theme) {
            page::dress(store.theme);
            if self.theme.is_some() {
                prefs::remember_theme(store.theme);
            }
            self.theme = Some(store.theme);
        }
        if self.address.is_empty() {
            self.address = store.address().write();
        }
    }

    /// Whether an address is another one than the last; it is the last from now on.
    pub(super) fn is_new_address(&mut self, fragment: &str) -> bool {
        let new = self.address != fragment;
        if new {
            self.address = fragment.to_owned();
        }
        new
    }
}

/// Puts the link into the clipboard, if the browser lets a page do that.
pub(super) fn copy_link(store: &Store, on: &Callback<Intent>) {
    prefs::show_fragment(&store.address().write());
    let clipboard = web_sys::window().map(|window| window.navigator().clipboard());
    // In an insecure context there is no clipboard, whatever its type says.
    let Some(clipboard) = clipboard.filter(|clipboard| !clipboard.is_undefined()) else {
        on.emit(Intent::LinkCopied(false));
        return;
    };
    let promise = clipboard.write_text(&prefs::href());
    let told = |on: &Callback<Intent>, done: bool| {
        let on = on.clone();
        Closure::once(move |_: JsValue| on.emit(Intent::LinkCopied(done)))
    };
    let (done, failed) = (told(on, true), told(on, false));
    let _ = promise.then2(&done, &failed);
    // Each is called at most once; the browser keeps them until then.
    done.forget();
    failed.forget();
}

/// Listeners on the window, for as long as the page lives.
pub(super) struct Listeners {
    _address: Closure<dyn Fn(JsValue)>,
    _motion: Closure<dyn Fn(JsValue)>,
}

impl Listeners {
    pub(super) fn new(on: &Callback<Intent>) -> Listeners {
        let address = {
            let on = on.clone();
            Closure::<dyn Fn(JsValue)>::new(move |_| on.emit(Intent::Address(prefs::fragment())))
        };
        let motion = {
            let on = on.clone();
            Closure::<dyn Fn(JsValue)>::new(move |_| {
                on.emit(Intent::ReducedMotion(page::reduced_motion()));
            })
        };
        if let Some(window) = web_sys::window() {
            let address = address.as_ref().unchecked_ref();
            let _ = window.add_event_listener_with_callback("hashchange", address);
            let query = window.match_media("(prefers-reduced-motion: reduce)");
            if let Ok(Some(query)) = query {
                let motion = motion.as_ref().unchecked_ref();
                let _ = query.add_event_listener_with_callback("change", motion);
                // The list must live as long as somebody listens to it.
                std::mem::forget(query);
            }
        }
        Listeners { _address: address, _motion: motion }
    }
}

#[wasm_bindgen(module = "/src/light.js")]
extern "C" {
    fn light(root: &Element);
    fn watch(element: &Element, seen: &Closure<dyn Fn(bool)>);
    /// Brings the beginning of an answer into view and moves the focus there.
    pub(super) fn reveal(answer: &Element);
    /// Tells the page around an embed how high it is.
    pub(super) fn report_height();
}

/// Lets numbers and their places in the picture light each other up, and tells whether the stage can
/// be seen.
pub(super) fn light_and_watch(stage: &NodeRef, on: Callback<bool>) {
    if let (Some(root), Some(stage)) = (page::element("app"), stage.cast::<Element>()) {
        light(&root);
        let seen = Closure::<dyn Fn(bool)>::new(move |is_seen| on.emit(is_seen));
        watch(&stage, &seen);
        // The page never goes away while the document lives.
        seen.forget();
    }
}

/// The width of the ruler in the stage's frame where letters have their usual size.
const RULER: i32 = 64;

/// Tells the store how wide the stage is, now and whenever that changes.
pub(super) struct WidthWatcher {
    observer: ResizeObserver,
    _seen: Closure<dyn Fn(Array)>,
}

impl WidthWatcher {
    pub(super) fn new(stage: &NodeRef, on: &Callback<Intent>) -> Option<WidthWatcher> {
        let on = on.clone();
        let seen = Closure::<dyn Fn(Array)>::new(move |entries: Array| {
            let last = entries.iter().last();
            if let Some(entry) = last.and_then(|last| last.dyn_into::<ResizeObserverEntry>().ok()) {
                // Larger letters are a narrower stage: nothing on it is scaled down to fit.
                let ruler = entry.target().first_element_child();
                let ruler = ruler.map_or(RULER, |ruler| ruler.client_width()).max(1);
                let width = entry.content_rect().width() as i32;
                on.emit(Intent::Width(width * RULER / ruler));
            }
        });
        let observer = ResizeObserver::new(seen.as_ref().unchecked_ref()).ok()?;
        observer.observe(&stage.cast::<Element>()?);
        Some(WidthWatcher { observer, _seen: seen })
    }
}

impl Drop for WidthWatcher {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
