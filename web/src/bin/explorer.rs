//! The explorer as a program of its own, loaded when somebody first wants to break something.
//!
//! It passes strings to the explorer's driver and back. It knows nothing of the page, of workers or
//! of time; who calls it decides how long a slice is.

use std::cell::RefCell;

use highwater_explorer::session::Driver;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static DRIVER: RefCell<Driver> = RefCell::new(Driver::new());
}

/// Does what a message asks and replies; `docs/explorer.md` has the messages.
#[wasm_bindgen]
#[must_use]
pub fn handle(message: &str) -> String {
    DRIVER.with_borrow_mut(|driver| driver.handle(message))
}

fn main() {}
