//! The way to the explorer, and how large the slices are in which it searches.
//!
//! In a worker a slice takes as long as a reader may wait for a cancelled search; in this thread, where
//! a browser gives no worker, as long as a frame can spare. What the text means is `hunt`'s business.

use js_sys::Date;
use yew::Callback;

use super::way::Way;

const SLICE_FIRST: usize = 500;
const SLICE_MAX: usize = 1 << 17;
/// The length of a slice in ms, in a worker and in this thread.
const WORKER_MS: u64 = 40;
const HERE_MS: u64 = 8;

/// An open way to the explorer. Dropping it stops a search.
pub(super) struct Port {
    way: Way,
    slice: usize,
    began: u64,
    sent: u64,
}

impl Port {
    /// Opens a way and starts a search.
    pub(super) fn start(request: &str, on: Callback<String>) -> Port {
        let way = Way::open("explorer", on);
        way.send(request);
        let began = now();
        Port { way, slice: SLICE_FIRST, began, sent: began }
    }

    /// How many ms have passed since the start.
    pub(super) fn elapsed(&self) -> u64 {
        now().saturating_sub(self.began)
    }

    /// Has the explorer search on for about the length of a slice.
    pub(super) fn run(&mut self) {
        let took = now().saturating_sub(self.sent);
        let wanted = if self.way.is_here() { HERE_MS } else { WORKER_MS };
        if took < wanted / 2 {
            self.slice = (self.slice * 2).min(SLICE_MAX);
        } else if wanted < took {
            self.slice = (self.slice / 2).max(1);
        }
        self.sent = now();
        self.way.send(&format!("run {}", self.slice));
    }

    /// Asks what was found.
    pub(super) fn ask(&self) {
        self.way.send("answer");
    }
}

fn now() -> u64 {
    Date::now() as u64
}
