//! The safety map, and the protocol's guards: what to search for besides what is on the page.

use highwater_phrase::{Label, schedule};
use highwater_protocol::Generation;
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el};
use crate::hunt::{Cell, GUARDS, MEASURES};
use crate::intent::{HuntWish, Intent};
use highwater_scene::words;

/// The fewest faults for each combination of settings, once the map is wanted.
pub fn safety_map(ui: &Ui, cells: &[Cell], measure: usize) -> Html {
    let choice = MEASURES.iter().enumerate().map(|(index, (word, _, _))| {
        el("option")
            .key(index)
            .attr("value", index.to_string())
            .property("selected", index == measure)
            .text(schedule::measure(ui.lang, word).to_owned())
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
fn table(ui: &Ui, cells: &[Cell], measure: usize) -> El {
    let heads = Generation::ALL.into_iter().map(|generation| {
        el("th scope=col").key(generation.name()).text(words::generation(generation).short(ui.lang))
    });
    let corner = el("th scope=col").key("settings").say(ui, Label::Settings);
    // Every generation has the same settings in the same order.
    let rows = cells.len() / Generation::ALL.len();
    let body = (0..rows).map(|row| {
        let cell = &cells[row];
        let unclean = if cell.unclean { " · unclean" } else { "" };
        let (acks, rf, min) = (cell.acks.name(), cell.replicas, cell.min_isr);
        let settings = format!("acks={acks} · rf {rf} · min {min}{unclean}");
        let head = el("th scope=row").key("settings").text(settings.clone());
        let figures = (row..cells.len()).step_by(rows).map(|index| {
            let figure = cells[index].figures[measure].clone();
            let class = match &*figure {
                "1" => "figure-cell one",
                "2" => "figure-cell two",
                "3" => "figure-cell three",
                _ => "figure-cell more",
            };
            el("td").key(index).put(
                el("button type=button")
                    .attr("class", class)
                    .named(format!("{}, {settings}: {figure}", cells[index].generation))
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
    let button = |label: Label, guard: usize, is_on: bool| {
        el("button type=button")
            .test(format!("guard-{guard}-{}", if is_on { "on" } else { "off" }))
            .press(ui, Intent::Hunt(HuntWish::Guard(guard, is_on)))
            .say(ui, label)
    };
    let rows = GUARDS.iter().enumerate().map(|(index, (word, _, source))| {
        el("li")
            .key(*word)
            .put(el("span").text(schedule::guard(ui.lang, word).to_owned()))
            .put(el("small").text(*source))
            .put(el("span.row").put(button(Label::WithGuard, index, true)).put(button(
                Label::WithoutGuard,
                index,
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
