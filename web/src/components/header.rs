//! The head of the page: name, language, theme.

use highwater_phrase::{Label, Lang};
use yew::prelude::*;

use super::{say, send};
use crate::intent::{Intent, Theme};

#[derive(Properties, PartialEq)]
pub struct HeaderProps {
    pub lang: Lang,
    pub theme: Theme,
    pub on: Callback<Intent>,
    /// What else belongs there.
    pub children: Html,
}

/// The head of the page.
#[component]
pub fn Header(props: &HeaderProps) -> Html {
    let HeaderProps { lang, theme, on, .. } = props;
    let lang = *lang;
    let languages = Lang::ALL.into_iter().map(|choice| {
        let name = match choice {
            Lang::Ko => "한국어",
            Lang::En => "English",
        };
        html! {
            <button
                key={choice.tag()}
                type="button"
                lang={choice.tag()}
                aria-pressed={(choice == lang).to_string()}
                data-testid={format!("lang-{}", choice.tag())}
                onclick={send(on, Intent::Language(choice))}
            >
                { name }
            </button>
        }
    });
    html! {
        <header class="head">
            <span class="brand"><Mark />{ "Highwater" }</span>
            { props.children.clone() }
            <span class="spacer" />
            <span class="segments" role="group" aria-label={Label::Language.text(lang)}>
                { for languages }
            </span>
            <button
                type="button"
                data-testid="theme"
                aria-label={format!("{}: {}", Label::Theme.text(lang), theme_label(*theme).text(lang))}
                onclick={send(on, Intent::Theme(theme.next()))}
            >
                { say(theme_label(*theme), lang) }
            </button>
        </header>
    }
}

fn theme_label(theme: Theme) -> Label {
    match theme {
        Theme::Auto => Label::ThemeAuto,
        Theme::Light => Label::ThemeLight,
        Theme::Dark => Label::ThemeDark,
    }
}

/// The sign: water under a dashed mark.
#[component]
fn Mark() -> Html {
    html! {
        <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"
            stroke-linecap="round" aria-hidden="true">
            <path d="M3 8h18" stroke-dasharray="3.4 3.4" />
            <path d="M3 17c2.25 0 2.25-2 4.5-2s2.25 2 4.5 2 2.25-2 4.5-2 2.25 2 4.5 2" />
        </svg>
    }
}
