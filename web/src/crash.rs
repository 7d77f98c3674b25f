//! If the program stops: a card that says so instead of a dead page.

use highwater_phrase::{Label, Lang, pack};

use crate::page;

/// From now on a panic shows the card.
pub(crate) fn install() {
    // Through yew, which would put its own in the place of any other.
    yew::set_custom_panic_hook(Box::new(|info| show(&info.to_string())));
}

fn show(what: &str) {
    let Some(root) = page::element("app") else {
        return;
    };
    let mut card = String::from("<main class=\"card crash\" data-testid=\"crash\" role=\"alert\">");
    for lang in Lang::ALL.into_iter().filter(|lang| pack::is_installed(*lang)) {
        card.push_str("<div lang=\"");
        card.push_str(lang.tag());
        card.push_str("\"><h1>");
        card.push_str(Label::CrashTitle.text(lang));
        card.push_str("</h1><p>");
        card.push_str(Label::CrashHelp.text(lang));
        card.push_str("</p></div>");
    }
    card.push_str("<p><code></code></p></main>");
    root.set_inner_html(&card);
    if let Ok(Some(code)) = root.query_selector("code") {
        code.set_text_content(Some(what));
    }
}
