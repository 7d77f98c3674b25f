//! A way to a program that is loaded by itself: strings out, strings back.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use yew::Callback;

#[wasm_bindgen(module = "/src/port.js")]
extern "C" {
    /// What `open` returns.
    type Opened;

    fn open(name: &str, reply: &Closure<dyn Fn(String)>) -> Opened;

    #[wasm_bindgen(method)]
    fn send(this: &Opened, text: &str);

    #[wasm_bindgen(method)]
    fn close(this: &Opened);

    #[wasm_bindgen(method)]
    fn here(this: &Opened) -> bool;
}

/// An open way. Dropping it stops whatever is under way.
pub(super) struct Way {
    opened: Opened,
    _reply: Closure<dyn Fn(String)>,
}

impl Way {
    /// Opens a way to a program.
    pub(super) fn open(name: &str, on: Callback<String>) -> Way {
        let reply = Closure::<dyn Fn(String)>::new(move |text| on.emit(text));
        Way { opened: open(name, &reply), _reply: reply }
    }

    /// Sends a message.
    pub(super) fn send(&self, text: &str) {
        self.opened.send(text);
    }

    /// Whether the program runs in this thread.
    pub(super) fn is_here(&self) -> bool {
        self.opened.here()
    }
}

impl Drop for Way {
    fn drop(&mut self) {
        self.opened.close();
    }
}
