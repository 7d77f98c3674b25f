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
