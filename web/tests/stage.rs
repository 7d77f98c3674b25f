//! The picture and its controls as a reader has them: what is in the document at a position, and
//! what pressing things does to it. That rules are followed is tested where the rules are.

#![cfg(target_arch = "wasm32")]

mod mounted;

use highwater_phrase::Lang;
use mounted::{document, mount};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
async fn the_picture_has_every_broker_its_role_its_log_and_its_flags() {
    let page = mount("kip101-loss?gen=hw", Lang::En).await;
    assert_eq!(page.count("[data-testid=stage] [data-broker]"), 2);
    for id in 0..2 {
        let broker = page.find(&format!("[data-broker='{id}']"));
        let name = broker.get_attribute("aria-label").unwrap_or_default();
        assert!(name.contains(&id.to_string()), "{name}");
    }
    let picture = page.text("stage");
    for word in ["Leader", "Follower", "ISR", "LEO", "HW", "m1"] {
        assert!(picture.contains(word), "{word} is not in {picture}");
    }
}

#[wasm_bindgen_test]
async fn a_lost_record_leaves_a_scar_and_a_card_that_names_it() {
    let page = mount("kip101-loss?gen=hw", Lang::En).await;
    assert_eq!(page.count("[data-testid=verdict][data-broken=true]"), 0);
    page.press("to-end").await;
    assert_eq!(page.count("[data-testid=verdict][data-broken=true]"), 1);
    assert!(page.text("verdict").contains("m2"));
    assert!(page.count("[data-testid=stage] .lost, [data-testid=stage] .scar") > 0);
    page.press("to-start").await;
    assert_eq!(page.count("[data-testid=verdict][data-broken=true]"), 0);
}

#[wasm_bindgen_test]
async fn a_step_forwards_and_one_back_leave_the_picture_as_it_was() {
    let page = mount("hw-round-trip", Lang::En).await;
    page.press("step").await;
    let before = page.by_test_id("stage").inner_html();
    page.press("step").await;
    assert_ne!(page.by_test_id("stage").inner_html(), before);
    page.press("step-back").await;
    assert_eq!(page.by_test_id("stage").inner_html(), before);
}

#[wasm_bindgen_test]
async fn pressing_a_broker_opens_its_menu_and_a_crash_forks_the_run() {
    let page = mount("free-play", Lang::En).await;
    assert_eq!(page.count("[data-testid=menu]"), 0);
    page.click("[data-broker='1']").await;
    let menu = page.by_test_id("menu");
    assert!(menu.get_attribute("aria-label").unwrap_or_default().contains('1'));
    let branches = page.count("[data-testid=branches] [data-testid^=branch-]");
    page.press("broker-crash").await;
    assert_eq!(page.count("[data-testid=menu]"), 0);
    assert!(page.count("[data-testid=branches] [data-testid^=branch-]") > branches);
    page.click("[data-broker='1']").await;
    assert_eq!(page.count("[data-testid=broker-start]"), 1, "a dead broker can be started");
}

#[wasm_bindgen_test]
async fn what_a_place_shows_can_be_asked_about_and_that_opens_no_menu() {
    let page = mount("kip101-loss?gen=kip101", Lang::En).await;
    for mark in ["leo-0-0", "hw-1-0", "epoch-0-0", "isr-1-0", "rec-0-0-1", "cache-1-0"] {
        page.click(&format!("[data-mark='{mark}'] > *")).await;
        assert_eq!(page.count("[data-testid=menu]"), 0, "{mark}");
    }
    page.click("[data-mark='broker-1'] > *").await;
    assert_eq!(page.count("[data-testid=menu]"), 1, "beside all of them there is the broker");
}

#[wasm_bindgen_test]
async fn another_generation_plays_the_script_again_and_tells_the_difference() {
    let page = mount("kip101-loss?gen=hw", Lang::En).await;
    page.press("gen-kip101").await;
    // What it says comes from the program that answers, which is not part of these tests.
    assert_eq!(page.count("[data-testid=difference]:not([hidden])"), 1);
    page.press("to-end").await;
    assert_eq!(page.count("[data-testid=verdict][data-broken=true]"), 0);
    page.press("reset-settings").await;
    assert_eq!(page.count("[data-testid=gen-hw][aria-pressed=true]"), 1);
    page.press("to-end").await;
    assert_eq!(page.count("[data-testid=verdict][data-broken=true]"), 1);
}

#[wasm_bindgen_test]
async fn a_slider_changes_the_cluster_at_both_of_its_ends() {
    let page = mount("free-play", Lang::En).await;
    for (count, brokers) in [("9", 9), ("1", 1)] {
        page.set("[data-testid=brokers]", count, "input").await;
        assert_eq!(page.count("[data-testid=stage] [data-broker]"), brokers);
    }
}

#[wasm_bindgen_test]
async fn both_languages_say_everything_and_the_document_says_which() {
    let page = mount("kip101-loss", Lang::Ko).await;
    assert!(page.text("stage").contains("리더"));
    page.press("lang-en").await;
    assert!(!page.text("stage").contains("리더"));
    let root = document().document_element().expect("a document has a root");
    assert_eq!(root.get_attribute("lang").as_deref(), Some("en"));
    page.press("lang-ko").await;
    assert!(page.text("title").contains("재시작"));
}

#[wasm_bindgen_test]
async fn a_mistake_in_the_editor_is_counted_and_the_page_plays_on() {
    let page = mount("kip101-loss", Lang::En).await;
    page.press("edit-this").await;
    page.set("[data-testid=editor]", "scenario x\ncluster brokerz=2\n", "input").await;
    assert_eq!(page.count("[data-testid=run-text][disabled]"), 1);
    assert!(page.text("editor-card").contains("mistakes"), "{}", page.text("editor-card"));
    page.press("step").await;
    assert!(!page.text("now").is_empty());
}
