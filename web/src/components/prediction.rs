//! What the script asks the reader before it goes on, and what came of the answer.

use highwater_phrase::{Label, Lang, caption};
use highwater_scenario::{Outcome, Prediction};
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el, of};
use crate::intent::Intent;
use crate::store::{Guesses, Standing};

/// More choices than these are a slider.
const BUTTONS_MAX: usize = 7;

/// A question with how things stand with it; nothing where the script asks nothing.
pub fn prediction(
    ui: &Ui,
    asked: Option<(&Prediction, Standing)>,
    question: String,
    guesses: &Guesses,
) -> Html {
    let Some((prediction, standing)) = asked else {
        return el("section").hidden(true).into();
    };
    let (mark, told) = match standing {
        Standing::Open => ("?", None),
        Standing::Waiting(_) => ("…", Some(Label::PredictWait.text(ui.lang).to_owned())),
        Standing::Right => ("✓", Some(Label::PredictedRight.text(ui.lang).to_owned())),
        Standing::Wrong => {
            let truth = outcome(prediction.truth, ui.lang);
            ("✗", Some(caption::predicted_wrong(ui.lang, &truth)))
        }
    };
    let is_open = standing == Standing::Open;
    let score = caption::predict_score(ui.lang, guesses.right, guesses.all);
    of("section", if is_open { "card predict open" } else { "card predict" })
        .test("predict")
        .named(Label::Predict.text(ui.lang))
        .put(el("h2").hidden(!is_open).say(ui, Label::Predict))
        .put(
            el("p.question role=status")
                .put(el("span.mark aria-hidden=true").text(mark))
                .text(question)
                .text(" ")
                .put(el("b").text(told.unwrap_or_default())),
        )
        .put(answers(ui, prediction, guesses.slider).hidden(!is_open))
        .put(el("p.hint").hidden(guesses.all == 0).text(score))
        .into()
}

fn answers(ui: &Ui, prediction: &Prediction, slider: Option<u32>) -> El {
    let skip = el("button.link type=button @predict-skip")
        .press(ui, Intent::SkipGuess)
        .say(ui, Label::PredictSkip);
    let row = el("div.row");
    if let (Some(Outcome::Offset(last)), true) =
        (prediction.choices.last(), BUTTONS_MAX < prediction.choices.len())
    {
        let value = slider.unwrap_or(last / 2).min(*last);
        return row
            .put(
                el("input type=range min=0 @predict-slider")
                    .attr("max", last.to_string())
                    .named("HW")
                    .value(value.to_string())
                    .input(ui, |value| value.parse().ok().map(Intent::GuessAt)),
            )
            .put(el("output").text(value.to_string()))
            .put(
                el("button.primary type=button @predict-this")
                    .press(ui, Intent::Guess(Outcome::Offset(value)))
                    .say(ui, Label::PredictThis),
            )
            .put(skip);
    }
    let choices = prediction.choices.iter().enumerate().map(|(index, choice)| {
        el("button type=button")
            .key(index)
            .test(format!("predict-{index}"))
            .press(ui, Intent::Guess(*choice))
            .text(outcome(*choice, ui.lang))
    });
    row.each(choices).put(skip)
}

/// An answer in words.
fn outcome(outcome: Outcome, lang: Lang) -> String {
    match outcome {
        Outcome::Leader(Some(id)) => caption::broker(lang, id.0),
        Outcome::Leader(None) => Label::Nobody.text(lang).to_owned(),
        Outcome::Offset(offset) => offset.to_string(),
        Outcome::Lost(true) => Label::IsLost.text(lang).to_owned(),
        Outcome::Lost(false) => Label::IsNotLost.text(lang).to_owned(),
    }
}
