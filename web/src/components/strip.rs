//! The controller's view, above the picture.

use std::rc::Rc;

use highwater_phrase::{Label, Lang, caption};
use highwater_scene::Scene;
use highwater_scene::model::PartitionView;
use yew::prelude::*;

use super::say;

#[derive(Properties, PartialEq)]
pub struct StripProps {
    pub scene: Rc<Scene>,
    pub lang: Lang,
}

/// Leader, epoch, ISR and ELR of each partition as the controller has them, and the time.
#[component]
pub fn Strip(props: &StripProps) -> Html {
    let (scene, lang) = (&props.scene, props.lang);
    let several = 1 < scene.partitions.len();
    let with_elr = scene.generation == highwater_phrase::GenerationWord::Elr;
    let rows = scene.partitions.iter().enumerate().map(|(index, partition)| {
        html! {
            <div class="strip" key={partition.id} data-testid={format!("strip-{}", partition.id)}>
                <span class="tag">
                    { if several { Html::from(&*partition.name) } else { say(Label::Controller, lang) } }
                </span>
                { facts(partition, with_elr, lang) }
                <span class="time" hidden={index != 0}>{ caption::time(lang, scene.at) }</span>
            </div>
        }
    });
    html! { <div class="strips">{ for rows }</div> }
}

fn facts(partition: &PartitionView, with_elr: bool, lang: Lang) -> Html {
    let leader = match partition.leader {
        Some(id) => caption::broker(lang, id),
        None => Label::Nobody.text(lang).to_owned(),
    };
    html! {
        <>
            <span>{ say(Label::Leader, lang) }{ " " }<b>{ leader }</b></span>
            <span>{ say(Label::Epoch, lang) }{ " " }<b>{ partition.epoch }</b></span>
            <span>{ "ISR " }<b>{ caption::set(&partition.isr) }</b></span>
            <span hidden={!with_elr}>{ "ELR " }<b>{ caption::set(&partition.elr) }</b></span>
            <span>{ "min.insync " }<b>{ partition.min_isr }</b></span>
        </>
    }
}
