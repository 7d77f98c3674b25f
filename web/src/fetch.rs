//! Text files that are not part of the program: asked for when they are needed.
//!
//! Knows nothing of what is in them, and treats every failure alike: there is no text.

use highwater_scenario::library::Entry;
use js_sys::futures::JsFuture;
use wasm_bindgen::JsCast;
use web_sys::Response;

/// The text of the file of a scenario.
pub(crate) async fn scenario(entry: Option<&Entry>) -> Option<String> {
    text(&format!("scenarios/{}", entry?.file)).await
}

/// The text at an address beside the page.
async fn text(address: &str) -> Option<String> {
    let answer = JsFuture::from(web_sys::window()?.fetch_with_str(address)).await.ok()?;
    let answer: Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}
