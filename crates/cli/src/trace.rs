//! A run told line by line: narration, and events where they are wanted.

use highwater_engine::{Cluster, Event, Fact, Weight};
use highwater_phrase::{Lang, caption};
use highwater_scenario::{Text, Timeline};
use highwater_scene::tell;

use crate::args::Detail;

/// Tells a whole run.
pub(crate) fn tell(timeline: &Timeline, detail: Detail, lang: Lang) -> String {
    let mut text = String::new();
    let mut told = timeline.narrations().peekable();
    for position in 0..=timeline.len() {
        if detail == Detail::Trace {
            events_at(timeline, position, lang, &mut text);
        }
        while let Some((_, say)) = told.next_if(|(from, _)| *from == position) {
            let words = in_language(say, lang).replace('\n', " ");
            text.push_str(&line(timeline.time_at(position), &format!("> {words}"), lang));
        }
    }
    text
}

/// A text in the wanted language, or in the one that there is.
pub(crate) fn in_language(text: &Text, lang: Lang) -> &str {
    lang.pick(text.korean(), text.english())
}

fn events_at(timeline: &Timeline, position: usize, lang: Lang, text: &mut String) {
    let events = timeline.events_at(position);
    if events.iter().all(|event| !is_told(event)) {
        return;
    }
    let state = timeline.state_at(position);
    for event in events.iter().filter(|event| is_told(event)) {
        let sentence = sentence(timeline, &state, event, lang);
        text.push_str(&line(event.at, &format!("#{} {sentence}", event.id.0), lang));
    }
}

/// Messages and metadata that change nothing would drown the rest; they are in `--json`.
fn is_told(event: &Event) -> bool {
    Weight::Meaningful <= event.fact.weight()
}

/// An event in a sentence, with the reason for what matters most.
pub(crate) fn sentence(timeline: &Timeline, state: &Cluster, event: &Event, lang: Lang) -> String {
    let removed_by = |id| tell::removed_by(timeline.event(id)?);
    let sentence = tell::sentence(state, event, &removed_by, lang);
    let explained = matches!(event.fact, Fact::Broken(_) | Fact::Removed { .. });
    if explained && !sentence.why.is_empty() {
        return format!("{} {}", sentence.what, sentence.why);
    }
    sentence.what
}

fn line(at: u64, what: &str, lang: Lang) -> String {
    format!("{:>10}  {what}\n", caption::time(lang, at))
}
