//! The reader's own text, with what is wrong with it beside it.

use std::rc::Rc;

use highwater_phrase::{Label, Lang, caption};
use highwater_scenario::ScenarioError;
use yew::prelude::*;

use super::{say, send, send_if, value_of};
use crate::intent::Intent;
use crate::words;

#[derive(Properties, PartialEq)]
pub struct EditorProps {
    pub draft: Rc<str>,
    pub mistakes: Rc<[ScenarioError]>,
    pub lang: Lang,
    pub on: Callback<Intent>,
}

/// More than this at once helps nobody.
const MISTAKES_MAX: usize = 12;

/// The editor.
#[component]
pub fn Editor(props: &EditorProps) -> Html {
    let EditorProps { draft, mistakes, lang, on } = props;
    let lang = *lang;
    let oninput = send_if(on, |event: InputEvent| value_of(&event).map(Intent::EditText));
    let empty = draft.trim().is_empty();
    let list = mistakes.iter().take(MISTAKES_MAX).enumerate().map(|(index, error)| {
        let (place, text) = words::mistake(error, lang);
        html! { <li key={index}><b>{ place }</b>{ text }</li> }
    });
    let summary = match (empty, mistakes.len()) {
        (true, _) => String::new(),
        (false, 0) => Label::TextIsFine.text(lang).to_owned(),
        (false, count) => caption::mistakes(lang, count as u32),
    };
    html! {
        <details class="card" data-testid="editor-card">
            <summary>{ say(Label::OwnText, lang) }</summary>
            <div class="inside">
                <div class="editor-grid">
                    <div>
                        <label class="out-of-sight" for="editor">{ say(Label::EditorTitle, lang) }</label>
                        <textarea id="editor" data-testid="editor" spellcheck="false"
                            autocapitalize="off" autocomplete="off" aria-describedby="editor-summary"
                            value={draft.to_string()} {oninput} />
                        <div class="row">
                            <button type="button" class="primary" data-testid="run-text"
                                disabled={empty || !mistakes.is_empty()}
                                onclick={send(on, Intent::OpenText)}>
                                { say(Label::RunText, lang) }
                            </button>
                            <button type="button" data-testid="edit-this"
                                onclick={send(on, Intent::EditThis)}>
                                { say(Label::EditThis, lang) }
                            </button>
                        </div>
                    </div>
                    <div>
                        <p id="editor-summary" class="hint" role="status">{ summary }</p>
                        <ul class="mistakes" data-testid="editor-errors" hidden={empty}>{ for list }</ul>
                    </div>
                </div>
            </div>
        </details>
    }
}
