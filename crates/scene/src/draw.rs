//! The picture as a tree of simple shapes.
//!
//! What a shape looks like is said by classes; the style sheet of the page gives them strokes and
//! colours. A page turns shapes into elements, [`crate::svg`] into text, so that both show the
//! same. Whatever can change place or come and go has a key of its own.

mod axis;
mod brokers;
mod clients;
mod icons;
mod lane;
mod legend;
mod log;
mod measure;
mod messages;
mod style;
mod trace;

use std::rc::Rc;

use highwater_phrase::Lang;

use crate::draw::trace::trace;
use crate::layout::Layout;
use crate::mark::Mark;
use crate::model::Scene;

pub(crate) use legend::legend_height;
pub use messages::{Clock, messages};
pub use style::Style;

/// Up to three names for the style sheet; [`Style::None`] doesn't count.
pub type Class = [Style; 3];

/// Where a text is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// At its start.
    Start,
    /// At its middle.
    Middle,
    /// At its end.
    End,
}

/// A shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A rectangle with round corners.
    Rect {
        /// Its looks.
        class: Class,
        /// Left.
        x: i32,
        /// Top.
        y: i32,
        /// Width.
        w: i32,
        /// Height.
        h: i32,
        /// Radius of the corners.
        r: i32,
    },
    /// A circle.
    Circle {
        /// Its looks.
        class: Class,
        /// Centre.
        cx: i32,
        /// Centre.
        cy: i32,
        /// Radius.
        r: i32,
    },
    /// A path.
    Path {
        /// Its looks.
        class: Class,
        /// In SVG's notation.
        d: String,
    },
    /// A text on one line.
    Text {
        /// Its looks.
        class: Class,
        /// Where it is held.
        anchor: Anchor,
        /// There.
        x: i32,
        /// The base line.
        y: i32,
        /// The text.
        text: String,
    },
    /// Shapes that belong together.
    Group(Group),
}

/// Shapes that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its identity among its siblings.
    pub key: u32,
    /// Its looks.
    pub class: Class,
    /// Where its origin is.
    pub at: (i32, i32),
    /// What it shows, if that can be asked about.
    pub mark: Option<Mark>,
    /// What is in it.
    pub shapes: Vec<Shape>,
}

/// A part of the picture that changes alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its identity among the parts.
    pub key: u32,
    /// Its looks.
    pub class: Class,
    /// The broker that it stands for, with its description, if it can be pressed.
    pub broker: Option<(u8, String)>,
    /// What is in it.
    pub shapes: Vec<Shape>,
}

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
    /// Its parts, from back to front.
    pub parts: Vec<Rc<Part>>,
}

/// Everything but the messages under way, which change with every frame of a film.
#[must_use]
pub fn figure(scene: &Scene, layout: &Layout, lang: Lang) -> Figure {
    let mut parts = vec![axis::axis(layout, lang), axis::cuts(scene, layout)];
    for (broker, place) in scene.brokers.iter().zip(&layout.brokers) {
        parts.push(brokers::broker(scene, layout, broker, place, lang));
    }
    parts.push(axis::guide(scene, layout, lang));
    parts.push(clients::producer(scene, layout, lang));
    parts.push(clients::consumer(scene, layout, lang));
    parts.push(legend::legend(scene, layout, lang));
    Figure {
        width: layout.width,
        height: layout.height,
        parts: parts.into_iter().map(Rc::new).collect(),
    }
}

/// Keys of parts; brokers follow from [`key::BROKER`] on.
pub(crate) mod key {
    pub(crate) const AXIS: u32 = 1;
    pub(crate) const CUTS: u32 = 2;
    pub(crate) const GUIDE: u32 = 3;
    pub(crate) const PRODUCER: u32 = 4;
    pub(crate) const CONSUMER: u32 = 5;
    pub(crate) const LEGEND: u32 = 6;
    pub(crate) const BROKER: u32 = 100;
}

impl Shape {
    pub(crate) fn text(
        class: Class,
        anchor: Anchor,
        (x, y): (i32, i32),
        text: impl Into<String>,
    ) -> Shape {
        Shape::Text { class, anchor, x, y, text: text.into() }
    }

    pub(crate) fn path(class: Class, d: impl Into<String>) -> Shape {
        Shape::Path { class, d: d.into() }
    }

    pub(crate) fn line(class: Class, from: (i32, i32), to: (i32, i32)) -> Shape {
        Shape::path(class, trace("M# #L# #", &[from.0, from.1, to.0, to.1]))
    }

    pub(crate) fn group(key: u32, class: Class, at: (i32, i32), shapes: Vec<Shape>) -> Shape {
        Shape::Group(Group { key, class, at, mark: None, shapes })
    }

    /// The same group, as the place that shows something.
    pub(crate) fn marked(self, mark: Mark) -> Shape {
        match self {
            Shape::Group(group) => Shape::Group(Group { mark: Some(mark), ..group }),
            other => other,
        }
    }

    /// What makes a small thing large enough for a finger. It has no looks.
    pub(crate) fn touch((x, y): (i32, i32), (w, h): (i32, i32)) -> Shape {
        Shape::Rect { class: [Style::Touch, Style::None, Style::None], x, y, w, h, r: 4 }
    }
}

/// How wide a record's name will be.
pub(crate) fn name_width(name: &str) -> i32 {
    measure::width(name, 13)
}

/// The class of a leader epoch's hue: four hues, then the same with a pattern.
pub(crate) fn hue(epoch: u32, first: u32) -> Style {
    match epoch.saturating_sub(first) % 4 {
        0 => Style::E0,
        1 => Style::E1,
        2 => Style::E2,
        _ => Style::E3,
    }
}

/// The class of the pattern over the hue: none, hatched, dotted.
pub(crate) fn pattern(epoch: u32, first: u32) -> Style {
    match epoch.saturating_sub(first) / 4 % 3 {
        0 => Style::None,
        1 => Style::Hatched,
        _ => Style::Dotted,
    }
}
