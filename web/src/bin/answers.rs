//! What a reader asks about a run, as a program of its own, loaded when something is first asked.
//!
//! It passes strings to a session of the answers and back. It knows nothing of the page or of workers.

use std::cell::RefCell;

use highwater_answers::session::Session;
use highwater_phrase::{Lang, pack};
use wasm_bindgen::prelude::wasm_bindgen;

/// As quick as the standard library's, and smaller.
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::new());
}

/// Does what a message asks and replies; the session's documentation has the messages. Where a
/// language has no words yet the reply is `words LANG`: they are to be [`install`]ed, and the message
/// sent again.
#[wasm_bindgen]
#[must_use]
pub fn handle(message: &str) -> String {
    let mut words = message.split(['\n', ' ']);
    let wanted = match words.next() {
        Some("run" | "check") => words.next().and_then(Lang::by_tag),
        _ => None,
    };
    match wanted.filter(|lang| !pack::is_installed(*lang)) {
        Some(lang) => format!("words {}", lang.tag()),
        None => SESSION.with_borrow_mut(|session| session.handle(message)),
    }
}

/// Gives a language its words; false for words of another build.
#[wasm_bindgen]
#[must_use]
pub fn install(lang: &str, words: String) -> bool {
    Lang::by_tag(lang).is_some_and(|lang| pack::install(lang, words).is_ok())
}

fn main() {}
