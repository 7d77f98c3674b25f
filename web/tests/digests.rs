//! The engine as a browser runs it ends every scenario in the state that it ends in natively.

#![cfg(target_arch = "wasm32")]

use std::rc::Rc;

use highwater_protocol::Generation;
use highwater_scenario::{Overrides, Timeline, library};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// What a native test holds the engine to: on each line a name, a generation, and the digests of the
/// last state and of all events.
const PINNED: &str = include_str!("../../scenarios/digests.txt");

#[wasm_bindgen_test]
fn every_scenario_ends_as_it_does_natively() {
    let mut compared = 0;
    for line in PINNED.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [slug, generation, state, events] = words[..] else { panic!("{line}") };
        let Some(scenario) = library::load(slug) else { continue };
        let generation = Generation::by_name(generation);
        let overrides = Overrides { generation, ..Overrides::default() };
        let timeline = Timeline::play(Rc::new(scenario), overrides).expect("a sound setting");
        let last = timeline.last();
        assert_eq!(format!("{:016x}", last.digest()), state, "{line}");
        assert_eq!(format!("{:016x}", last.events_digest()), events, "{line}");
        compared += 1;
    }
    assert_eq!(compared, library::ENTRIES.len() * Generation::ALL.len());
}
