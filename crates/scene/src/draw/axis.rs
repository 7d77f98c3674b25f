//! The line with offsets, the guide where logs part, and links that are cut.

use highwater_phrase::{Label, Lang, caption, grouped};

use crate::draw::measure::width;
use crate::draw::messages::track;
use crate::draw::trace::trace;
use crate::draw::{Anchor, Part, Shape, Style, key};
use crate::layout::{Box4, Layout, Size, Window};
use crate::model::{GuideKind, Scene};

pub(super) fn axis(layout: &Layout, lang: Lang) -> Part {
    let window = &layout.window;
    let y = layout.axis_y;
    let mut d = trace("M# #H#", &[window.left(), y, window.right()]);
    let mut shapes = Vec::new();
    let head = Label::Offset.text(lang);
    if layout.size == Size::Small {
        // At the other end messages of the controller come and go.
        shapes.push(Shape::text(
            [Style::Small, Style::None, Style::None],
            Anchor::End,
            (window.right(), 13),
            head,
        ));
    } else {
        shapes.push(Shape::text(
            [Style::Small, Style::None, Style::None],
            Anchor::End,
            (window.left() - 14, y - 8),
            head,
        ));
    }
    for offset in window.ticks() {
        let x = window.x_of(offset) + window.cell / 2;
        shapes.push(Shape::text(
            [Style::Small, Style::Digits, Style::None],
            Anchor::Middle,
            (x, y - 8),
            offset.to_string(),
        ));
        if window.cell == 0 {
            d.push_str(&trace("M# #v4", &[x, y]));
        }
    }
    for gap in window.pieces.iter().filter(|piece| piece.is_gap) {
        let mut text = caption::more(lang, gap.span.len());
        if gap.w < width(&text, 11) + 8 {
            text = "⋯ ".to_owned() + &grouped(u64::from(gap.span.len()));
        }
        let at = (gap.x + gap.w / 2, y - 8);
        shapes.push(Shape::text(
            [Style::Small, Style::Digits, Style::None],
            Anchor::Middle,
            at,
            text,
        ));
    }
    for lane in layout.brokers.iter().flat_map(|broker| &broker.lanes) {
        // A thin line that a log lies on, so that an empty log is seen, too.
        let y = lane.cells_y + lane.cells_h;
        d.push_str(&trace("M# #H#", &[window.left(), y, window.right()]));
    }
    shapes.push(Shape::path([Style::Axis, Style::None, Style::None], d));
    let (x, y) = layout.controller;
    let name = Label::Controller.text(lang);
    shapes.push(Shape::text(
        [Style::Small, Style::Bold, Style::None],
        Anchor::Middle,
        (x, y - 6),
        name,
    ));
    shapes.push(Shape::line([Style::Dock, Style::None, Style::None], (x - 6, y), (x + 6, y)));
    shapes.extend(layout.map.map(|place| map(window, place)).into_iter().flatten());
    Part {
        key: key::AXIS,
        class: [Style::AxisPart, Style::None, Style::None],
        broker: None,
        shapes,
    }
}

/// The whole axis to scale, and on it the offsets that have cells.
fn map(window: &Window, Box4 { x, y, w, h }: Box4) -> [Shape; 2] {
    let all = window.span();
    let at = |offset: u32| {
        let part = i64::from(offset - all.from) * i64::from(w) / i64::from(all.len().max(1));
        x + part as i32
    };
    let mut d = String::new();
    // A frame around everything would frame nothing.
    for piece in window.close().filter(|_| window.is_mixed()) {
        let (from, to) = (at(piece.span.from), at(piece.span.to));
        d.push_str(&trace("M# #h#v#H#Z", &[from, y, (to - from).max(4), h, from]));
    }
    let middle = y + h / 2;
    [
        Shape::line([Style::Map, Style::None, Style::None], (x, middle), (x + w, middle)),
        Shape::path([Style::MapWindow, Style::None, Style::None], d),
    ]
}

/// A line through the lanes of a partition where something is wrong.
pub(super) fn guide(scene: &Scene, layout: &Layout, lang: Lang) -> Part {
    let mut shapes = Vec::new();
    for partition in &scene.partitions {
        if let Some(guide) = partition.guide {
            let x = layout.window.x_of(guide.offset) - 1;
            let d = guide_line(scene, layout, partition.id, x);
            shapes.push(Shape::path([Style::Guide, Style::None, Style::None], d));
        }
    }
    let first = scene.partitions.iter().find_map(|partition| Some((partition, partition.guide?)));
    if let Some((partition, guide)) = first {
        let label = match guide.kind {
            GuideKind::Lost => Label::LostFromHere,
            GuideKind::Differs => Label::DifferFromHere,
        };
        let mut text = label.text(lang).to_owned();
        if 1 < scene.partitions.len() {
            text = partition.name.to_string() + ": " + &text;
        }
        let (x, y) = (layout.window.x_of(guide.offset) - 1, layout.lanes_bottom - 2);
        let (anchor, at) = if x < layout.width / 2 {
            (Anchor::Start, (x + 6, y))
        } else {
            (Anchor::End, (x - 6, y))
        };
        shapes.push(Shape::text([Style::Small, Style::Alarm, Style::None], anchor, at, text));
    }
    Part {
        key: key::GUIDE,
        class: [Style::GuidePart, Style::None, Style::None],
        broker: None,
        shapes,
    }
}

fn guide_line(scene: &Scene, layout: &Layout, partition: u16, x: i32) -> String {
    if scene.partitions.len() == 1 && layout.size != Size::Small {
        return trace("M# #V#", &[x, layout.axis_y, layout.lanes_bottom - 2]);
    }
    // Lanes of other partitions and, where names stand above their lanes, names are left out.
    let mut d = String::new();
    for (broker, place) in scene.brokers.iter().zip(&layout.brokers) {
        for (lane, at) in broker.lanes.iter().zip(&place.lanes) {
            if lane.partition == partition {
                let (from, to) = (at.cells_y - 14, at.cells_y + at.cells_h + 18);
                d.push_str(&trace("M# #V#", &[x, from, to]));
            }
        }
    }
    d
}

/// Links between brokers that are cut, as broken lines in the gutter.
pub(super) fn cuts(scene: &Scene, layout: &Layout) -> Part {
    let mut shapes = Vec::new();
    for (a, b) in &scene.cuts {
        let Some((from, to)) = track(scene, layout, *a, *b) else {
            continue;
        };
        let (x, y) = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        shapes.push(Shape::line([Style::CutLink, Style::None, Style::None], from, to));
        shapes.push(Shape::Circle {
            class: [Style::CutMark, Style::None, Style::None],
            cx: x,
            cy: y,
            r: 9,
        });
        let d = trace("M# #l8 8m0 -8l-8 8", &[x - 4, y - 4]);
        shapes.push(Shape::path([Style::CutMark, Style::None, Style::None], d));
    }
    Part {
        key: key::CUTS,
        class: [Style::CutsPart, Style::None, Style::None],
        broker: None,
        shapes,
    }
}
