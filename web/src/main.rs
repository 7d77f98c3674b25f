//! The page: mounts the Yew application on `#app`.
//!
//! It never decides a rule of Kafka; it shows what the engine did and passes on what the reader
//! asks for.

use yew::prelude::*;

/// The whole page.
#[component]
fn App() -> Html {
    html! {
        <main>
            <h1 data-testid="title">{ "Highwater" }</h1>
        </main>
    }
}

fn main() {
    let root = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id("app"))
        .expect("index.html has #app");
    yew::Renderer::<App>::with_root(root).render();
}

#[cfg(test)]
pub mod tests {
    //! Runs in a headless browser: `cargo xtask test --only web`.

    use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

    use super::*;

    wasm_bindgen_test_configure!(run_in_browser);

    #[wasm_bindgen_test]
    async fn the_page_has_a_heading() {
        let document = web_sys::window().unwrap().document().unwrap();
        let root = document.create_element("div").unwrap();
        yew::Renderer::<App>::with_root(root.clone()).render();
        // Yew draws in a task of its own: one turn of the event loop later the page is there.
        yew::platform::time::sleep(std::time::Duration::ZERO).await;
        assert!(root.inner_html().contains("Highwater"));
    }
}
