//! The page: shows what the engine did and passes on what the reader asks for.
//!
//! Components read values and send an [`intent::Intent`]; the one [`store::Store`] at the root makes
//! something of it and is alone in touching a timeline. No rule of Kafka is decided here, and
//! nothing is drawn that isn't in a scene.

pub mod address;
pub mod app;
pub mod components;
mod crash;
mod dom;
mod fetch;
pub mod film;
pub mod hunt;
pub mod intent;
mod keys;
mod page;
pub mod player;
pub mod prefs;
pub mod store;
pub mod words;

/// Mounts the page on `#app`.
pub fn start() {
    crash::install();
    if let Some(root) = page::element("app") {
        js_sys::futures::spawn_local(async {
            match app::beginning().await {
                Ok(beginning) => {
                    let props = app::AppProps { beginning };
                    yew::Renderer::<app::App>::with_root_and_props(root, props).render();
                }
                // The card of index.html says it: it is still there, and needs no words of ours.
                Err(why) => wasm_bindgen::throw_str(why),
            }
        });
    }
}
