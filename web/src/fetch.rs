//! Text files that are not part of the program: asked for when they are needed.
//!
//! Asking and waiting are two steps, so that several can be under way. Every failure is alike: there
//! is no text.

use highwater_phrase::{Lang, pack};
use highwater_scenario::library::Entry;
use js_sys::Promise;
use js_sys::futures::JsFuture;
use wasm_bindgen::JsCast;
use web_sys::Response;

/// A text under way.
pub(crate) struct Asked(Option<Promise>);

/// Asks for the file of a scenario.
pub(crate) fn scenario(entry: Option<&Entry>) -> Asked {
    match entry {
        Some(entry) => ask(&format!("scenarios/{}", entry.file)),
        None => Asked(None),
    }
}

/// Asks for the words of a language, unless they are there.
pub(crate) fn words(lang: Lang) -> Asked {
    if pack::is_installed(lang) {
        return Asked(None);
    }
    // Words that a browser has kept from another build would not fit.
    ask(&format!("words/{}.txt?{:x}", lang.tag(), pack::VERSION))
}

/// Waits for the words of a language and installs them; whether the language has words now.
pub(crate) async fn install(lang: Lang, words: Asked) -> bool {
    if let Some(text) = words.text().await {
        // What doesn't fit is as good as nothing: the language has no words then.
        let _ = pack::install(lang, text);
    }
    pack::is_installed(lang)
}

fn ask(address: &str) -> Asked {
    Asked(web_sys::window().map(|window| window.fetch_with_str(address)))
}

impl Asked {
    /// Waits for the text.
    pub(crate) async fn text(self) -> Option<String> {
        let answer: Response = JsFuture::from(self.0?).await.ok()?.dyn_into().ok()?;
        if !answer.ok() {
            return None;
        }
        JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
    }
}
