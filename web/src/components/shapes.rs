//! Shapes as elements: the one place where a picture meets the document.

use highwater_scene::draw::{Class, Shape, Style};
use highwater_scene::svg::anchor_name;
use yew::AttrValue;
use yew::prelude::*;
use yew::virtual_dom::{Key, VNode, VTag};

/// Siblings without an identity of their own are told apart by their place.
const PLACE: u32 = 1 << 31;

/// Shapes as elements, all of them keyed.
pub(crate) fn elements(shapes: &[Shape]) -> Html {
    shapes.iter().enumerate().map(|(place, shape)| element(shape, PLACE | place as u32)).collect()
}

fn element(shape: &Shape, place: u32) -> VNode {
    match shape {
        Shape::Rect { class, x, y, w, h, r } => {
            let mut tag = tag("rect", place, *class);
            let numbers = [("x", x), ("y", y), ("width", w), ("height", h), ("rx", r)];
            for (name, value) in numbers {
                tag.add_attribute(name, value.to_string());
            }
            tag.into()
        }
        Shape::Circle { class, cx, cy, r } => {
            let mut tag = tag("circle", place, *class);
            for (name, value) in [("cx", cx), ("cy", cy), ("r", r)] {
                tag.add_attribute(name, value.to_string());
            }
            tag.into()
        }
        Shape::Path { class, d } => {
            let mut tag = tag("path", place, *class);
            tag.add_attribute("d", d.clone());
            tag.into()
        }
        Shape::Text { class, anchor, x, y, text } => {
            let mut tag = tag("text", place, *class);
            tag.add_attribute("x", x.to_string());
            tag.add_attribute("y", y.to_string());
            tag.add_attribute("text-anchor", anchor_name(*anchor));
            tag.add_child(text.clone().into());
            tag.into()
        }
        Shape::Group(group) => {
            let mut tag = tag("g", group.key, group.class);
            if group.at != (0, 0) {
                let (x, y) = group.at;
                // As a style it can be eased by the style sheet.
                tag.add_attribute("style", format!("transform:translate({x}px,{y}px)"));
            }
            if let Some(mark) = group.mark {
                tag.add_attribute("data-mark", mark.text());
            }
            tag.add_child(elements(&group.shapes));
            tag.into()
        }
    }
}

fn tag(name: &'static str, key: u32, class: Class) -> VTag {
    let mut tag = VTag::new(name);
    tag.key = Some(Key::from(key));
    tag.add_attribute("class", class_text(class));
    tag
}

/// A class attribute.
pub(crate) fn class_text(class: Class) -> AttrValue {
    let [only, second, third] = class;
    if second == Style::None && third == Style::None {
        return AttrValue::Static(only.name());
    }
    let mut text = only.name().to_owned();
    for style in [second, third] {
        if style != Style::None {
            text.push(' ');
            text.push_str(style.name());
        }
    }
    text.into()
}
