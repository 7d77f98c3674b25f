//! The head of the page: name, language, theme.

use highwater_phrase::{Label, Lang};
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el};
use crate::intent::{Intent, Theme};

/// The head of the page.
pub fn header(ui: &Ui, theme: Theme, picker: Html) -> Html {
    let lang = ui.lang;
    let languages = Lang::ALL.into_iter().map(|choice| {
        el("button type=button")
            .key(choice.tag())
            .attr("lang", choice.tag())
            .truth("aria-pressed", choice == lang)
            .test(format!("lang-{}", choice.tag()))
            .press(ui, Intent::Language(choice))
            .text(match choice {
                Lang::Ko => "한국어",
                Lang::En => "English",
            })
    });
    let label = theme_label(theme);
    el("header.head")
        .put(
            el("span.brand").attr("title", Label::Tagline.text(lang)).put(mark()).text("Highwater"),
        )
        .put(picker)
        .put(el("span.spacer"))
        .put(el("span.segments role=group").named(Label::Language.text(lang)).each(languages))
        .put(
            el("button type=button @theme")
                .named(format!("{}: {}", Label::Theme.text(lang), label.text(lang)))
                .press(ui, Intent::Theme(theme.next()))
                .say(ui, label),
        )
        .into()
}

fn theme_label(theme: Theme) -> Label {
    match theme {
        Theme::Auto => Label::ThemeAuto,
        Theme::Light => Label::ThemeLight,
        Theme::Dark => Label::ThemeDark,
    }
}

/// The sign: water under a dashed mark.
fn mark() -> El {
    let wave = "M3 17c2.25 0 2.25-2 4.5-2s2.25 2 4.5 2 2.25-2 4.5-2 2.25 2 4.5 2";
    el("svg.mark")
        .attr("viewBox", "0 0 24 24")
        .truth("aria-hidden", true)
        .put(el("path").attr("d", "M3 8h18").attr("stroke-dasharray", "3.4 3.4"))
        .put(el("path").attr("d", wave))
}

/// The first stop where the page is part of another one: it leads past the figure.
pub fn skip(ui: &Ui) -> Html {
    el("button.skip type=button @skip-figure")
        .press(ui, Intent::SkipFigure)
        .say(ui, Label::SkipFigure)
        .into()
}
