//! The safety map, and the protocol's guards: what to search for besides what is on the page.

use highwater_explorer::kafka::Guard;
use highwater_explorer::map::{Cell, Fewest, Measure};
use highwater_phrase::{Label, schedule};
use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el};
use crate::intent::{HuntWish, Intent};
use highwater_scene::words;

/// The fewest faults for each combination of settings, once the map is wanted.
pub fn safety_map(ui: &Ui, cells: &[Cell], measure: Measure) -> Html {
    let choice = Measure::ALL.into_iter().enumerate().map(|(index, choice)| {
        el("option")
            .key(index)
            .attr("value", index.to_string())
            .property("selected", choice == measure)
            .text(schedule::measure(ui.lang, choice.name()).to_owned())
    });
    el("section.card @map")
        .named(Label::SafetyMap.text(ui.lang))
        .put(el("h2").say(ui, Label::SafetyMap))
        .put(
            el("button type=button @show-map")
                .hidden(!cells.is_empty())
                .press(ui, Intent::Hunt(HuntWish::ShowMap))
                .say(ui, Label::ShowMap),
        )
        .put(
            el("div")
                .hidden(cells.is_empty())
                .put(el("p.hint").say(ui, Label::MapHint))
                .put(
                    el("select @map-measure")
                        .named(Label::MapFigure.text(ui.lang))
                        .change(ui, |value| {
                            value.parse().ok().map(HuntWish::Measure).map(Intent::Hunt)
                        })
                        .each(choice),
                )
                .put(
                    el("div.scroll tabindex=0 role=region")
                        .named(Label::SafetyMap.text(ui.lang))
                        .put(table(ui, cells, measure)),
                ),
        )
        .into()
}

/// One row for each combination of settings, one column for each generation.
fn table(ui: &Ui, cells: &[Cell], measure: Measure) -> El {
    let heads = Generation::ALL.into_iter().map(|generation| {
        el("th scope=col").key(generation.name()).text(words::generation(generation).short(ui.lang))
    });
    let corner = el("th scope=col").key("settings").say(ui, Label::Settings);
    // Every generation has the same settings in the same order.
    let rows = cells.len() / Generation::ALL.len();
    let body = (0..rows).map(|row| {
        let place = cells[row].place;
        let is_unclean = place.unclean == UncleanElection::Enabled;
        let unclean = if is_unclean { " · unclean" } else { "" };
        let acks = place.acks.name();
        let (rf, min) = (place.replication_factor, place.min_insync_replicas);
        let settings = format!("acks={acks} · rf {rf} · min {min}{unclean}");
        let head = el("th scope=row").key("settings").text(settings.clone());
        let figures = (row..cells.len()).step_by(rows).map(|index| {
            let Cell { place, .. } = cells[index];
            let fewest = cells[index].fewest(measure);
            let class = match fewest {
                Fewest::Faults(0 | 1) => "figure-cell one",
                Fewest::Faults(2) => "figure-cell two",
                Fewest::Faults(_) => "figure-cell three",
                Fewest::MoreThan(_) | Fewest::Unknown => "figure-cell more",
            };
            let figure = fewest.to_string();
            el("td").key(index).put(
                el("button type=button")
                    .attr("class", class)
                    .named(format!("{}, {settings}: {figure}", place.generation))
                    .press(ui, Intent::Hunt(HuntWish::Cell(index)))
                    .text(figure),
            )
        });
        el("tr").key(row).each(std::iter::once(head).chain(figures))
    });
    el("table.safety")
        .put(el("thead").put(el("tr").each(std::iter::once(corner).chain(heads))))
        .put(el("tbody").each(body))
}

/// The guards of the protocol, closed until they are asked for.
pub fn lab(ui: &Ui) -> Html {
    let button = |label: Label, guard: Guard, is_on: bool| {
        el("button type=button")
            .test(format!("guard-{}-{}", guard.name(), if is_on { "on" } else { "off" }))
            .press(ui, Intent::Hunt(HuntWish::Guard(guard, is_on)))
            .say(ui, label)
    };
    let rows = Guard::ALL.into_iter().map(|guard| {
        el("li")
            .key(guard.name())
            .put(el("span").text(schedule::guard(ui.lang, guard.name()).to_owned()))
            .put(el("small").text(guard.origin().unwrap_or_default()))
            .put(el("span.row").put(button(Label::WithGuard, guard, true)).put(button(
                Label::WithoutGuard,
                guard,
                false,
            )))
    });
    el("details.card @lab")
        .put(el("summary").say(ui, Label::Lab))
        .put(
            el("div.inside")
                .put(el("p.hint").say(ui, Label::LabHint))
                .put(el("ul.guards").each(rows)),
        )
        .into()
}
