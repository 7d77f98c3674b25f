//! Parts of the page that are compared before they are made again.
//!
//! These two are the only components besides the root: a film changes the messages with every
//! frame, and all that stands still meanwhile is not even looked at.

use std::rc::Rc;

use highwater_scene::Mark;
use highwater_scene::draw::Part;
use yew::prelude::*;

use super::shapes::{class_text, elements};

/// Content with a number that is another one whenever the content is.
#[derive(Properties)]
pub struct MemoProps {
    /// The number.
    pub version: u64,
    /// The content.
    pub content: Html,
}

impl PartialEq for MemoProps {
    fn eq(&self, other: &MemoProps) -> bool {
        self.version == other.version
    }
}

/// Content that is drawn again only when its number changes.
pub struct Memo;

impl Component for Memo {
    type Message = ();
    type Properties = MemoProps;

    fn create(_ctx: &Context<Memo>) -> Memo {
        Memo
    }

    fn view(&self, ctx: &Context<Memo>) -> Html {
        ctx.props().content.clone()
    }
}

/// A part of the picture.
#[derive(Properties, PartialEq)]
pub(super) struct PartProps {
    /// The part.
    pub part: Rc<Part>,
    /// Whether its menu is open.
    pub open: bool,
    /// Whether it is the one that Tab comes to.
    pub first: bool,
    /// Whether one fault would make it lose a record.
    pub endangered: bool,
}

/// A part of the picture; a broker can be pressed.
pub(super) struct PartView;

impl Component for PartView {
    type Message = ();
    type Properties = PartProps;

    fn create(_ctx: &Context<PartView>) -> PartView {
        PartView
    }

    fn view(&self, ctx: &Context<PartView>) -> Html {
        let PartProps { part, open, first, endangered } = ctx.props();
        let Some((id, label)) = &part.broker else {
            let shapes = elements(&part.shapes);
            return html! { <g class={class_text(part.class)} aria-hidden="true">{ shapes }</g> };
        };
        // The first shape is the one that is pressed. The others lie over it and let presses
        // through; what they show is in the button's name.
        let (pressed, shown) = part.shapes.split_at(part.shapes.len().min(1));
        html! {
            <g class={classes!(class_text(part.class), endangered.then_some("endangered"))}>
                <g
                    role="button"
                    tabindex={if *first || *open { "0" } else { "-1" }}
                    aria-label={label.clone()}
                    aria-haspopup="menu"
                    aria-expanded={open.to_string()}
                    data-broker={id.to_string()}
                    data-mark={Mark::Broker(*id).text()}
                    data-testid={format!("broker-{id}")}
                >
                    { elements(pressed) }
                </g>
                <g class="shown" aria-hidden="true">{ elements(shown) }</g>
            </g>
        }
    }
}
