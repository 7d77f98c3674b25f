//! The controller's view, above the picture.

use highwater_phrase::{GenerationWord, Label, caption};
use highwater_scene::Scene;
use highwater_scene::model::PartitionView;
use yew::prelude::*;

use super::Ui;
use crate::dom::{El, el};

/// Leader, epoch, ISR and ELR of each partition as the controller has them, and the time.
pub fn strip(ui: &Ui, scene: &Scene) -> Html {
    let several = 1 < scene.partitions.len();
    let with_elr = scene.generation == GenerationWord::Elr;
    let rows = scene.partitions.iter().enumerate().map(|(index, partition)| {
        let tag = if several {
            partition.name.to_string()
        } else {
            Label::Controller.text(ui.lang).to_owned()
        };
        let time = el("span.time").hidden(index != 0).text(caption::time(ui.lang, scene.at));
        facts(ui, partition, with_elr, el("div.strip").put(el("span.tag").text(tag)))
            .key(partition.id)
            .test(format!("strip-{}", partition.id))
            .put(time)
    });
    el("div.strips").each(rows).into()
}

fn facts(ui: &Ui, partition: &PartitionView, with_elr: bool, row: El) -> El {
    let leader = match partition.leader {
        Some(id) => caption::broker(ui.lang, id),
        None => Label::Nobody.text(ui.lang).to_owned(),
    };
    let fact = |name: &'static str, value: String| -> El {
        el("span").text(name).text(" ").put(el("b").text(value))
    };
    row.put(fact(Label::Leader.text(ui.lang), leader))
        .put(fact(Label::Epoch.text(ui.lang), partition.epoch.to_string()))
        .put(fact("ISR", caption::set(&partition.isr)))
        .put(fact("ELR", caption::set(&partition.elr)).hidden(!with_elr))
        .put(fact("min.insync", partition.min_isr.to_string()))
}
