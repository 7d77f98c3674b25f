//! The document around the application: title, language, theme, focus.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement};

use crate::intent::Theme;

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// An element by its id.
pub(crate) fn element(id: &str) -> Option<Element> {
    document()?.get_element_by_id(id)
}

/// Says what the page is about and in which language.
pub(crate) fn entitle(title: &str, lang: &str) {
    if let Some(document) = document() {
        document.set_title(title);
        if let Some(root) = document.document_element() {
            // Setting an attribute of this name can't fail.
            let _ = root.set_attribute("lang", lang);
        }
    }
}

/// Puts a theme on the whole document.
pub(crate) fn dress(theme: Theme) {
    let root = document().and_then(|document| document.document_element());
    if let Some(root) = root {
        let _ = match theme {
            Theme::Auto => root.remove_attribute("data-theme"),
            Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.name()),
        };
    }
}

/// Moves the focus to the first element that fits.
pub(crate) fn focus(selector: &str) {
    let found = document().and_then(|document| document.query_selector(selector).ok().flatten());
    if let Some(found) = found {
        give_focus(&found);
    }
}

/// Moves the focus to an element.
pub(crate) fn give_focus(element: &Element) {
    if let Some(html) = element.dyn_ref::<HtmlElement>() {
        let _ = html.focus();
    } else if let Ok(focus) = js_sys::Reflect::get(element, &"focus".into())
        && let Some(focus) = focus.dyn_ref::<js_sys::Function>()
    {
        // An element of a drawing has the method, but not the interface it is typed on.
        let _ = focus.call0(element);
    }
}

/// Opens what the first element that fits is the summary of, and moves the focus there.
pub(crate) fn open_and_focus(selector: &str) {
    let found = document().and_then(|document| document.query_selector(selector).ok().flatten());
    if let Some(details) = found.and_then(|found| found.parent_element()) {
        let _ = details.set_attribute("open", "");
    }
    focus(selector);
}

/// The element that has the focus.
pub(crate) fn focused() -> Option<Element> {
    document()?.active_element()
}

/// Whether the reader asked the system for less motion.
pub(crate) fn reduced_motion() -> bool {
    let query = web_sys::window()
        .and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    query.is_some_and(|query| query.matches())
}
