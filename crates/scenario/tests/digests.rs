//! Every scenario of the library under every generation ends in a pinned state (first number) after pinned events
//! (second number). The page is held to
//! the same list in the browser, so both targets agree.
//!
//! `UPDATE_EXPECT=1 cargo test -p highwater-scenario --test digests` writes the list anew.

use std::fmt::Write;
use std::rc::Rc;

use expect_test::expect_file;
use highwater_protocol::Generation;
use highwater_scenario::{Overrides, Timeline, library};

#[test]
fn every_run_of_the_library_ends_in_the_pinned_state() {
    let mut list = String::new();
    for slug in library::slugs() {
        let scenario = Rc::new(library::load(slug).expect("the library parses"));
        for generation in Generation::ALL {
            let overrides = Overrides { generation: Some(generation), ..Overrides::default() };
            let timeline = Timeline::play(Rc::clone(&scenario), overrides).expect("it starts");
            let last = timeline.last();
            let (state, events) = (last.digest(), last.events_digest());
            let _ = writeln!(list, "{slug} {generation} {state:016x} {events:016x}");
        }
    }
    expect_file!["../../../scenarios/digests.txt"].assert_eq(&list);
}
