//! The line with offsets, the guide where logs part, and links that are cut.

use highwater_phrase::{Label, Lang, caption};

use crate::draw::messages::track;
use crate::draw::{Anchor, Part, Shape, key};
use crate::layout::{Layout, Size, Tier, Window};
use crate::model::{GuideKind, Scene};

pub(super) fn axis(layout: &Layout, lang: Lang) -> Part {
    let window = &layout.window;
    let y = layout.axis_y;
    let mut shapes = vec![Shape::line(
        ["axis", "", ""],
        (window.x.min(window.x_of(window.span.from)), y),
        (window.right(), y),
    )];
    let head = Label::Offset.text(lang);
    if layout.size == Size::Small {
        // At the other end messages of the controller come and go.
        shapes.push(Shape::text(["s", "", ""], Anchor::End, (window.right(), 13), head));
    } else {
        shapes.push(Shape::text(["s", "", ""], Anchor::End, (window.x - 14, y - 8), head));
    }
    for offset in window.ticks() {
        let x = tick_x(window, offset);
        shapes.push(Shape::text(["s", "m", ""], Anchor::Middle, (x, y - 8), offset.to_string()));
        if window.tier == Tier::Runs {
            shapes.push(Shape::line(["axis", "", ""], (x, y), (x, y + 4)));
        }
    }
    if 0 < window.hidden {
        let at = (window.x - 10, y - 8);
        shapes.push(Shape::text(
            ["s", "m", ""],
            Anchor::End,
            at,
            caption::more(lang, window.hidden),
        ));
        if layout.size != Size::Small {
            // The chip takes the place of the heading.
            shapes.remove(1);
        }
    }
    Part { key: key::AXIS, class: ["axis-part", "", ""], broker: None, shapes }
}

/// In cells a number stands over its record, in runs at its boundary.
fn tick_x(window: &Window, offset: u32) -> i32 {
    match window.tier {
        Tier::Runs => window.x_of(offset),
        Tier::Cells | Tier::Named => window.x_of(offset) + window.cell / 2,
    }
}

/// One line through all lanes where something is wrong.
pub(super) fn guide(scene: &Scene, layout: &Layout, lang: Lang) -> Part {
    let mut shapes = Vec::new();
    let guides = scene.partitions.iter().filter_map(|partition| partition.guide);
    if let Some(guide) = guides.min_by_key(|guide| guide.offset) {
        let x = layout.window.x_of(guide.offset) - 1;
        let label = match guide.kind {
            GuideKind::Lost => Label::LostFromHere,
            GuideKind::Differs => Label::DifferFromHere,
        };
        let bottom = layout.lanes_bottom;
        shapes.push(Shape::line(["guide", "", ""], (x, layout.axis_y), (x, bottom - 2)));
        let (anchor, at) = if x < layout.width / 2 {
            (Anchor::Start, (x + 6, bottom - 2))
        } else {
            (Anchor::End, (x - 6, bottom - 2))
        };
        shapes.push(Shape::text(["s", "alarm", ""], anchor, at, label.text(lang)));
    }
    Part { key: key::GUIDE, class: ["guide-part", "", ""], broker: None, shapes }
}

/// Links between brokers that are cut, as broken lines in the gutter.
pub(super) fn cuts(scene: &Scene, layout: &Layout) -> Part {
    let mut shapes = Vec::new();
    for (a, b) in &scene.cuts {
        let Some((from, to)) = track(scene, layout, *a, *b) else {
            continue;
        };
        let (x, y) = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        shapes.push(Shape::line(["cut-link", "", ""], from, to));
        shapes.push(Shape::Circle { class: ["cut-mark", "", ""], cx: x, cy: y, r: 9 });
        let d = format!("M{} {}l8 8m0 -8l-8 8", x - 4, y - 4);
        shapes.push(Shape::path(["cut-mark", "", ""], d));
    }
    Part { key: key::CUTS, class: ["cuts-part", "", ""], broker: None, shapes }
}
