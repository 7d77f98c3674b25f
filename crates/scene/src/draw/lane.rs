//! A lane: the log, its flags, the epoch row, and fetches that wait.

use highwater_phrase::{Lang, caption};

use crate::draw::log;
use crate::draw::measure::width;
use crate::draw::trace::trace;
use crate::draw::{Anchor, Shape, Style, hue};
use crate::layout::{LaneBox, Layout, Window};
use crate::mark::Mark;
use crate::model::{EpochRow, LaneView};

/// Keys of what is in a lane; what is in its log follows from [`log::KEY`] on.
const LEO: u32 = 1;
const HW: u32 = 2;
const EPOCHS: u32 = 3;
const WAITING: u32 = 5;

pub(super) fn lane(
    lane: &LaneView,
    at: &LaneBox,
    layout: &Layout,
    down: bool,
    lang: Lang,
) -> Shape {
    let window = &layout.window;
    let mut shapes = log::log(lane, at, window, lang);
    shapes.extend(trails(lane, at, window));
    shapes.push(leo_flag(lane, at, layout));
    shapes.push(hw_flag(lane, at, layout));
    if let (Some(rows), Some(y)) = (&lane.epochs, at.epochs_y) {
        let row = epoch_row(lane, rows, y, layout, lang);
        let mark = Mark::EpochCache { broker: lane.broker, partition: lane.partition };
        shapes.push(
            Shape::group(EPOCHS, [Style::Epochs, Style::None, Style::None], (0, 0), row)
                .marked(mark),
        );
    }
    if !lane.parked.is_empty() {
        shapes.push(waiting(lane, at, layout));
    }
    let class = if down { Style::Down } else { Style::None };
    Shape::group(u32::from(lane.partition), [Style::Lane, class, Style::None], (0, 0), shapes)
}

/// Where flags came from in the last step.
fn trails(lane: &LaneView, at: &LaneBox, window: &Window) -> Vec<Shape> {
    let trail = |before: Option<u32>, now: u32, y: i32| {
        let (from, to) = (window.x_of(before?), window.x_of(now));
        (from != to).then(|| {
            Shape::path(
                [Style::Trail, Style::None, Style::None],
                trace("M# #v5M# #H#", &[from, y - 2, from, y, to]),
            )
        })
    };
    // Between the flag's tip and the cells, where no text stands.
    let above = trail(lane.leo_before, lane.leo, at.cells_y - 3);
    let below = trail(lane.hw_before, lane.hw, at.cells_y + at.cells_h + 3);
    above.into_iter().chain(below).collect()
}

fn leo_flag(lane: &LaneView, at: &LaneBox, layout: &Layout) -> Shape {
    let moved = if lane.leo_before.is_some() { Style::Moved } else { Style::None };
    let x = layout.window.x_of(lane.leo) - 1;
    let text = "LEO ".to_owned() + &lane.leo.to_string();
    let mut shapes = flag_text(&text, x, -2, layout);
    shapes.push(Shape::path([Style::FlagLeo, Style::None, Style::None], "M0 0L-5 -9H5Z"));
    let mark = Mark::Leo { broker: lane.broker, partition: lane.partition };
    Shape::group(LEO, [Style::Flag, Style::Leo, moved], (x, at.cells_y - 3), shapes).marked(mark)
}

fn hw_flag(lane: &LaneView, at: &LaneBox, layout: &Layout) -> Shape {
    let moved = if lane.hw_before.is_some() { Style::Moved } else { Style::None };
    let x = layout.window.x_of(lane.hw) - 1;
    let text = "HW ".to_owned() + &lane.hw.to_string();
    let mut shapes = flag_text(&text, x, 11, layout);
    shapes.push(Shape::path([Style::FlagHw, Style::None, Style::None], "M0 0L-5 9H5Z"));
    let mark = Mark::HighWatermark { broker: lane.broker, partition: lane.partition };
    let at = (x, at.cells_y + at.cells_h + 3);
    Shape::group(HW, [Style::Flag, Style::Hw, moved], at, shapes).marked(mark)
}

/// Beside its flag: to the right, or to the left where the gutter begins. Both together get what a
/// finger needs.
fn flag_text(text: &str, x: i32, y: i32, layout: &Layout) -> Vec<Shape> {
    let w = width(text, 12);
    let room = layout.gutter.x + 26 - x;
    let (anchor, dx, left) =
        if w + 10 <= room { (Anchor::Start, 8, -12) } else { (Anchor::End, -8, -8 - w) };
    vec![
        Shape::touch((left, y - 16), (w + 20, 24)),
        Shape::text([Style::Small, Style::Digits, Style::FlagText], anchor, (dx, y), text),
    ]
}

/// The epoch cache: which epoch begins where.
fn epoch_row(
    lane: &LaneView,
    rows: &[EpochRow],
    y: i32,
    layout: &Layout,
    lang: Lang,
) -> Vec<Shape> {
    let window = &layout.window;
    let mut shapes =
        vec![Shape::touch((window.left(), y - 2), (window.right() - window.left(), 22))];
    for (index, row) in rows.iter().enumerate() {
        let next = rows.get(index + 1).map(|next| window.x_of(next.span.from));
        let (x, end) = (window.x_of(row.span.from), window.x_of(row.span.to));
        if next == Some(x) {
            // It holds no record that is in sight.
            continue;
        }
        let tint = hue(row.epoch, lane.first_epoch);
        let w = (end - x - 4).max(8);
        shapes.push(Shape::Rect {
            class: [Style::Epoch, tint, Style::None],
            x: x + 1,
            y,
            w,
            h: 4,
            r: 2,
        });
        let room = next.unwrap_or(layout.gutter.x + 30) - x - 4;
        let long = caption::epoch_start(lang, row.epoch, row.span.from);
        let short = trace("#: #", &[row.epoch as i32, row.span.from as i32]);
        let text = [long, short].into_iter().find(|text| width(text, 11) <= room);
        if let Some(text) = text {
            shapes.push(Shape::text(
                [Style::Small, Style::Digits, Style::EpochText],
                Anchor::Start,
                (x + 1, y + 15),
                text,
            ));
        }
    }
    shapes
}

/// Fetches that wait at this leader for something to return, by follower: below each other, or in
/// two rows if they are many.
fn waiting(lane: &LaneView, at: &LaneBox, layout: &Layout) -> Shape {
    let (x, y) = (layout.gutter.x + 12, at.cells_y + at.cells_h / 2);
    let count = lane.parked.len() as i32;
    let rows = if count <= 3 { count } else { 2 };
    let mut shapes = Vec::new();
    for (index, (follower, _)) in lane.parked.iter().enumerate() {
        let (column, row) = (index as i32 / rows, index as i32 % rows);
        let (cx, cy) = (x + column * 19, y + row * 20 - (rows - 1) * 10);
        shapes.push(Shape::Circle {
            class: [Style::Waiting, Style::None, Style::None],
            cx,
            cy,
            r: 8,
        });
        let class = [Style::Small, Style::Digits, Style::WaitingText];
        shapes.push(Shape::text(class, Anchor::Middle, (cx, cy + 4), follower.to_string()));
    }
    Shape::group(WAITING, [Style::WaitingPart, Style::None, Style::None], (0, 0), shapes)
}
