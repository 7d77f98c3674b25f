//! `highwater why`, `record`, `inspect`, `danger`, `windows`, `compare`: a question about a moment of a
//! run, answered as text.

use highwater_answers::{Moment, Question, plain, session};

use crate::args::{AskWish, At};
use crate::outcome::Outcome;
use crate::source;

pub(crate) fn ask(wish: &AskWish) -> Outcome {
    match answer(wish) {
        Ok(text) => Outcome::fine(text),
        Err(outcome) => outcome,
    }
}

fn answer(wish: &AskWish) -> Result<String, Outcome> {
    let scenario = source::load(&wish.source)?;
    let timeline = source::play(&scenario, wish.generation)?;
    let position = match wish.at {
        At::End => timeline.len(),
        At::Time(at) => timeline.position_at(at),
    };
    let moment = Moment { timeline: &timeline, position, lang: wish.lang };
    let answer = session::answer(moment, &wish.question);
    answer.map(|answer| plain::write(&answer)).ok_or_else(|| {
        let at = timeline.time_at(position);
        Outcome::bad_input(format!("at {at} ms there is no {}", what(&wish.question)))
    })
}

fn what(question: &Question) -> String {
    match question {
        Question::WhyEvent(number) => format!("event {number}"),
        Question::Record(name) => format!("record `{name}`"),
        Question::Why(mark) | Question::Inspect(mark) => format!("`{mark}`"),
        _ => "answer".to_owned(),
    }
}
