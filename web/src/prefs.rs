//! What the browser remembers of a reader: language and theme.
//!
//! The only module that touches storage and history. In a sandboxed frame either can be forbidden;
//! then there is nothing to remember, and nothing breaks.

use highwater_phrase::Lang;

use crate::intent::Theme;

const LANGUAGE: &str = "highwater.lang";
const THEME: &str = "highwater.theme";

fn read(key: &str) -> Option<String> {
    web_sys::window()?.local_storage().ok()??.get_item(key).ok()?
}

fn write(key: &str, value: &str) {
    let storage = web_sys::window().and_then(|window| window.local_storage().ok().flatten());
    if let Some(storage) = storage {
        // A full or forbidden storage is no reason to bother the reader.
        let _ = storage.set_item(key, value);
    }
}

/// The language that was chosen last.
#[must_use]
pub fn language() -> Option<Lang> {
    read(LANGUAGE).as_deref().and_then(Lang::by_tag)
}

/// Remembers the language.
pub fn remember_language(lang: Lang) {
    write(LANGUAGE, lang.tag());
}

/// The theme that was chosen last.
#[must_use]
pub fn theme() -> Option<Theme> {
    read(THEME).as_deref().and_then(Theme::by_name)
}

/// Remembers the theme.
pub fn remember_theme(theme: Theme) {
    write(THEME, theme.name());
}

/// The part of the address after `#`, without it.
#[must_use]
pub fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    hash.unwrap_or_default().trim_start_matches('#').to_owned()
}

/// The value of a key in the query of the address.
#[must_use]
pub fn query(key: &str) -> Option<String> {
    let search = web_sys::window()?.location().search().ok()?;
    let pairs = search.trim_start_matches('?').split('&').filter_map(|pair| pair.split_once('='));
    let value = pairs.filter(|(name, _)| *name == key).map(|(_, value)| value).next()?;
    Some(value.to_owned())
}

/// Writes the part after `#` without a new entry in the history.
pub fn show_fragment(fragment: &str) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let history = window.history();
    if let Ok(history) = history {
        let url = format!("#{fragment}");
        // Safari refuses more than about a hundred in half a minute; the next one will do.
        let _ =
            history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(url.as_str()));
    }
}

/// The whole address as it stands.
#[must_use]
pub fn href() -> String {
    web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default()
}

/// The first of our languages that the browser asks for.
#[must_use]
pub fn browser_language() -> Option<Lang> {
    let languages = web_sys::window()?.navigator().languages();
    languages.iter().filter_map(|tag| tag.as_string()).find_map(|tag| Lang::by_tag(&tag))
}
