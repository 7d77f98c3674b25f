//! "Break it": the least that must go wrong under the present settings.

use highwater_explorer::kafka::Question;
use highwater_phrase::{Label, hunting, schedule};
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el, of};
use crate::hunt::{FAULTS_MAX, Found, Hunt, Stage};
use crate::intent::{HuntWish, Intent};

/// The question, the search under way, and its answer.
pub fn breaking(ui: &Ui, hunt: &Hunt) -> Html {
    let working = hunt.is_working();
    let (label, wish) = if working {
        (Label::CancelSearch, HuntWish::Cancel)
    } else {
        (Label::Search, HuntWish::Start)
    };
    of("section", "card breaking")
        .test("breaking")
        .named(Label::BreakIt.text(ui.lang))
        .put(el("h2").say(ui, Label::BreakIt))
        .put(el("p.hint").say(ui, Label::BreakItHint))
        .put(el("div.row").put(question(ui, hunt.asked())).put(budget(ui, hunt.faults)).put(
            el("button.primary type=button @hunt").press(ui, Intent::Hunt(wish)).say(ui, label),
        ))
        .put(el("p.hint @hunt-progress").hidden(!working).text(progress(ui, hunt)))
        .put(el("div.answer role=status @hunt-answer").put(answer(ui, hunt)))
        .into()
}

fn question(ui: &Ui, chosen: Question) -> El {
    let options = Question::ALL.into_iter().enumerate().map(|(index, question)| {
        el("option")
            .key(index)
            .attr("value", index.to_string())
            .property("selected", question == chosen)
            .text(schedule::question(ui.lang, question.name()).to_owned())
    });
    el("select")
        .named(Label::WhatBreaks.text(ui.lang))
        .test("hunt-question")
        .change(ui, |value| value.parse().ok().map(HuntWish::Question).map(Intent::Hunt))
        .each(options)
}

fn budget(ui: &Ui, chosen: u8) -> El {
    let options = (0..=FAULTS_MAX).map(|faults| {
        el("option")
            .key(u32::from(faults))
            .attr("value", faults.to_string())
            .property("selected", faults == chosen)
            .text(hunting::up_to(ui.lang, u32::from(faults)))
    });
    el("select")
        .named(Label::HowManyFaults.text(ui.lang))
        .test("hunt-faults")
        .change(ui, |value| value.parse().ok().map(HuntWish::Faults).map(Intent::Hunt))
        .each(options)
}

fn progress(ui: &Ui, hunt: &Hunt) -> String {
    match &hunt.stage {
        Stage::Working(figures) => hunting::progress(ui.lang, *figures),
        _ => String::new(),
    }
}

fn answer(ui: &Ui, hunt: &Hunt) -> El {
    let lang = ui.lang;
    let box_of = |key: &'static str, head: String| el("div").key(key).put(el("h3").text(head));
    match &hunt.stage {
        Stage::Idle | Stage::Working(_) => el("div").key("none").hidden(true),
        Stage::Found(found) => schedule_of(ui, found),
        Stage::Never { states, assumptions } => {
            let head = hunting::never(lang, hunt.budget(), *states);
            let held = assumptions.iter().map(|word| {
                el("li").key(&**word).text(schedule::assumption(lang, word).to_owned())
            });
            box_of("never", head).put(
                el("details")
                    .put(el("summary").say(ui, Label::TakenForGranted))
                    .put(el("ul").each(held)),
            )
        }
        Stage::LimitHit { limit, states } => box_of("limit", hunting::limit(lang, limit, *states)),
        Stage::Failed(why) => box_of("failed", hunting::failed(lang, why)),
    }
}

fn schedule_of(ui: &Ui, found: &Found) -> El {
    let steps = found.steps.iter().enumerate().map(|(index, step)| {
        let class = if step.is_fault { "fault" } else { "" };
        of("li", class).key(index).text(schedule::step(ui.lang, &step.word, step.number))
    });
    el("div")
        .key("found")
        .put(el("h3").text(hunting::enough(ui.lang, found.faults)))
        .put(el("ol").each(steps))
        .put(
            el("button.primary type=button @hunt-play")
                .hidden(found.scenario.is_none())
                .press(ui, Intent::Hunt(HuntWish::Play))
                .say(ui, Label::PlaySchedule),
        )
}
