//! One log: cells or runs, flags, epoch row.

use highwater_phrase::{Lang, caption};

use crate::draw::measure::width;
use crate::draw::{Anchor, Shape, hue, pattern};
use crate::layout::{LaneBox, Layout, Tier, Window};
use crate::mark::Mark;
use crate::model::{Cell, EpochRow, Fate, LaneView, Run};

/// Keys of what is in a lane; cells follow from `CELL` on, by offset.
const LEO: u32 = 1;
const HW: u32 = 2;
const EPOCHS: u32 = 3;
const LOG: u32 = 4;
const WAITING: u32 = 5;
const CELL: u32 = 1_000;

pub(super) fn lane(
    lane: &LaneView,
    at: &LaneBox,
    layout: &Layout,
    down: bool,
    lang: Lang,
) -> Shape {
    let window = &layout.window;
    let log = match window.tier {
        Tier::Runs => runs(lane, at, window, lang),
        Tier::Cells | Tier::Named => cells(lane, at, window),
    };
    let mut shapes = vec![rail(at, window), Shape::group(LOG, ["log", "", ""], (0, 0), log)];
    shapes.extend(trails(lane, at, window));
    shapes.push(leo_flag(lane, at, layout));
    shapes.push(hw_flag(lane, at, layout));
    if let (Some(rows), Some(y)) = (&lane.epochs, at.epochs_y) {
        let row = epoch_row(lane, rows, y, layout, lang);
        let mark = Mark::EpochCache { broker: lane.broker, partition: lane.partition };
        shapes.push(Shape::group(EPOCHS, ["epochs", "", ""], (0, 0), row).marked(mark));
    }
    shapes.push(waiting(lane, at, layout));
    let class = if down { "down" } else { "" };
    Shape::group(u32::from(lane.partition), ["lane", class, ""], (0, 0), shapes)
}

/// A thin line that a log lies on, so that an empty log is seen, too.
fn rail(at: &LaneBox, window: &Window) -> Shape {
    let y = at.cells_y + at.cells_h;
    Shape::line(["rail", "", ""], (window.x, y), (window.right(), y))
}

fn cells(lane: &LaneView, at: &LaneBox, window: &Window) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if 0 < window.hidden && lane.start < window.span.from {
        let (x, y) = (window.x - 34, at.cells_y + at.cells_h / 2);
        let d = format!("M{x} {y}h2m8 0h2m8 0h2");
        shapes.push(Shape::path(["more", "", ""], d));
    }
    let shown = |cell: &&Cell| window.span.from <= cell.offset && cell.offset < window.span.to;
    for cell in lane.cells.iter().filter(shown) {
        let x = window.x_of(cell.offset);
        let content = match cell.fate {
            Fate::Here => {
                record(lane, cell, (x, at.cells_y), (window.cell, at.cells_h), window.tier)
            }
            Fate::Cut => {
                ghost("cut", cell, (x, at.cells_y), (window.cell, at.cells_h), window.tier)
            }
            Fate::Lost => {
                ghost("lost", cell, (x, at.cells_y), (window.cell, at.cells_h), window.tier)
            }
        };
        let fresh = if cell.fresh { "fresh" } else { "" };
        // A ghost is another thing than the record that was there.
        let key = CELL + cell.offset * 2 + u32::from(cell.fate != Fate::Here);
        let group = Shape::group(key, ["c", fresh, ""], (0, 0), content);
        shapes.push(group.marked(Mark::Record {
            partition: lane.partition,
            offset: cell.offset,
            broker: lane.broker,
        }));
    }
    shapes
}

fn record(
    lane: &LaneView,
    cell: &Cell,
    (x, y): (i32, i32),
    (w, h): (i32, i32),
    tier: Tier,
) -> Vec<Shape> {
    let tint = hue(cell.epoch, lane.first_epoch);
    let state = if cell.committed { "solid" } else { "open" };
    let r = if tier == Tier::Named { 6 } else { 3 };
    let gap = if tier == Tier::Named { 4 } else { 2 };
    // An outline is drawn inside, so that it doesn't touch its neighbours.
    let inset = i32::from(!cell.committed);
    let (bx, by, bw, bh) = (x + 1 + inset, y + inset, w - gap - 2 * inset, h - 2 * inset);
    let mut shapes =
        vec![Shape::Rect { class: ["cell", tint, state], x: bx, y: by, w: bw, h: bh, r }];
    let weave = pattern(cell.epoch, lane.first_epoch);
    if !weave.is_empty() {
        shapes.push(Shape::Rect { class: ["weave", weave, state], x: bx, y: by, w: bw, h: bh, r });
    }
    if cell.on_disk {
        let d = format!("M{} {}h{}", x + 5, y + h - 5, (w - gap - 8).max(2));
        shapes.push(Shape::path(["disk", tint, state], d));
    }
    if tier == Tier::Named {
        let at = (x + 1 + (w - gap) / 2, y + h / 2 + if 30 < h { 3 } else { 4 });
        shapes.push(Shape::text(["name", state, tint], Anchor::Middle, at, short(&cell.name, w)));
    }
    if cell.scar {
        let d = format!("M{} {}l8 8m0 -8l-8 8", x + w - gap - 9, y + 2);
        shapes.push(Shape::path(["scar", "", ""], d));
    }
    shapes
}

/// What is left of a record: an outline with a stroke through it.
fn ghost(
    kind: &'static str,
    cell: &Cell,
    (x, y): (i32, i32),
    (w, h): (i32, i32),
    tier: Tier,
) -> Vec<Shape> {
    let gap = if tier == Tier::Named { 4 } else { 2 };
    let (bw, bh) = (w - gap - 2, h - 2);
    let mut shapes =
        vec![Shape::Rect { class: ["ghost", kind, ""], x: x + 2, y: y + 1, w: bw, h: bh, r: 6 }];
    let inset = if tier == Tier::Named { 6 } else { 3 };
    let d = format!("M{} {}L{} {}", x + 1 + inset, y + h - inset, x + w - gap - inset, y + inset);
    shapes.push(Shape::path(["strike", kind, ""], d));
    if tier == Tier::Named {
        let at = (x + 1 + (w - gap) / 2, y + h / 2 + 4);
        shapes.push(Shape::text(["name", kind, ""], Anchor::Middle, at, short(&cell.name, w)));
    }
    shapes
}

/// A name cut to what a cell has room for.
fn short(name: &str, w: i32) -> String {
    let room = w - 6;
    if width(name, 13) <= room {
        return name.to_owned();
    }
    let mut kept = String::new();
    for c in name.chars() {
        if room < width(&kept, 13) + 16 {
            break;
        }
        kept.push(c);
    }
    kept.push('…');
    kept
}

fn runs(lane: &LaneView, at: &LaneBox, window: &Window, lang: Lang) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for run in &lane.runs {
        shapes.push(run_shape(lane, run, at, window, lang));
    }
    let (from, to) = (window.x_of(lane.start), window.x_of(lane.disk));
    if from < to {
        let d = format!("M{} {}H{}", from + 4, at.cells_y + at.cells_h - 5, to - 4);
        shapes.push(Shape::path(["disk", "solid", ""], d));
    }
    let ghosts: Vec<&Cell> = lane.cells.iter().filter(|cell| cell.fate != Fate::Here).collect();
    if let (Some(first), Some(last)) = (ghosts.first(), ghosts.last()) {
        let kind = if ghosts.iter().any(|c| c.fate == Fate::Lost) { "lost" } else { "cut" };
        let (x, end) = (window.x_of(first.offset), window.x_of(last.offset + 1));
        let (y, w, h) = (at.cells_y + 1, (end - x - 2).max(4), at.cells_h - 2);
        shapes.push(Shape::Rect { class: ["ghost", kind, ""], x: x + 1, y, w, h, r: 6 });
        let d = format!("M{} {}L{} {}", x + 2, y + h - 2, x + w, y + 2);
        shapes.push(Shape::path(["strike", kind, ""], d));
    }
    shapes
}

fn run_shape(lane: &LaneView, run: &Run, at: &LaneBox, window: &Window, lang: Lang) -> Shape {
    let (x, end) = (window.x_of(run.span.from), window.x_of(run.span.to));
    let tint = hue(run.epoch, lane.first_epoch);
    let state = if run.committed { "solid" } else { "open" };
    let inset = i32::from(!run.committed);
    let w = (end - x - 2).max(2);
    let (bx, by) = (x + 1 + inset, at.cells_y + inset);
    let (bw, bh) = ((w - 2 * inset).max(2), at.cells_h - 2 * inset);
    let mut shapes =
        vec![Shape::Rect { class: ["cell", tint, state], x: bx, y: by, w: bw, h: bh, r: 6 }];
    let weave = pattern(run.epoch, lane.first_epoch);
    if !weave.is_empty() {
        shapes.push(Shape::Rect {
            class: ["weave", weave, state],
            x: bx,
            y: by,
            w: bw,
            h: bh,
            r: 6,
        });
    }
    let text = caption::records(lang, run.span.len());
    if width(&text, 13) + 10 <= w {
        let at = (x + w / 2, at.cells_y + at.cells_h / 2 + 3);
        shapes.push(Shape::text(["name", state, tint], Anchor::Middle, at, text));
    }
    Shape::group(CELL + run.span.from, ["c", "", ""], (0, 0), shapes)
}

/// Where flags came from in the last step.
fn trails(lane: &LaneView, at: &LaneBox, window: &Window) -> Vec<Shape> {
    let trail = |before: Option<u32>, now: u32, y: i32| {
        let (from, to) = (window.x_of(before?), window.x_of(now));
        (from != to)
            .then(|| Shape::path(["trail", "", ""], format!("M{from} {}v5M{from} {y}H{to}", y - 2)))
    };
    // Between the flag's tip and the cells, where no text stands.
    let above = trail(lane.leo_before, lane.leo, at.cells_y - 3);
    let below = trail(lane.hw_before, lane.hw, at.cells_y + at.cells_h + 3);
    above.into_iter().chain(below).collect()
}

fn leo_flag(lane: &LaneView, at: &LaneBox, layout: &Layout) -> Shape {
    let moved = if lane.leo_before.is_some() { "moved" } else { "" };
    let x = layout.window.x_of(lane.leo) - 1;
    let text = format!("LEO {}", lane.leo);
    let mut shapes = flag_text(&text, x, -2, layout);
    shapes.push(Shape::path(["flag-leo", "", ""], "M0 0L-5 -9H5Z"));
    let mark = Mark::Leo { broker: lane.broker, partition: lane.partition };
    Shape::group(LEO, ["flag", "leo", moved], (x, at.cells_y - 3), shapes).marked(mark)
}

fn hw_flag(lane: &LaneView, at: &LaneBox, layout: &Layout) -> Shape {
    let moved = if lane.hw_before.is_some() { "moved" } else { "" };
    let x = layout.window.x_of(lane.hw) - 1;
    let text = format!("HW {}", lane.hw);
    let mut shapes = flag_text(&text, x, 11, layout);
    shapes.push(Shape::path(["flag-hw", "", ""], "M0 0L-5 9H5Z"));
    let mark = Mark::HighWatermark { broker: lane.broker, partition: lane.partition };
    let at = (x, at.cells_y + at.cells_h + 3);
    Shape::group(HW, ["flag", "hw", moved], at, shapes).marked(mark)
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
        Shape::text(["s", "m", "flag-text"], anchor, (dx, y), text),
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
    let mut shapes = vec![Shape::touch((window.x, y - 2), (window.right() - window.x, 22))];
    for (index, row) in rows.iter().enumerate() {
        let next = rows.get(index + 1).map(|next| window.x_of(next.span.from));
        let (x, end) = (window.x_of(row.span.from), window.x_of(row.span.to));
        if next == Some(x) {
            // It holds no record that is in sight.
            continue;
        }
        let tint = hue(row.epoch, lane.first_epoch);
        let w = (end - x - 4).max(8);
        shapes.push(Shape::Rect { class: ["epoch", tint, ""], x: x + 1, y, w, h: 4, r: 2 });
        let room = next.unwrap_or(layout.gutter.x + 30) - x - 4;
        let long = caption::epoch_start(lang, row.epoch, row.span.from);
        let short = format!("{}: {}", row.epoch, row.span.from);
        let text = [long, short].into_iter().find(|text| width(text, 11) <= room);
        if let Some(text) = text {
            shapes.push(Shape::text(
                ["s", "m", "epoch-text"],
                Anchor::Start,
                (x + 1, y + 15),
                text,
            ));
        }
    }
    shapes
}

/// Fetches that wait at this leader for something to return, by follower.
fn waiting(lane: &LaneView, at: &LaneBox, layout: &Layout) -> Shape {
    let (x, y) = (layout.gutter.x + 12, at.cells_y + at.cells_h / 2);
    let mut shapes = Vec::new();
    let count = lane.parked.len() as i32;
    for (index, (follower, _)) in lane.parked.iter().enumerate() {
        let cy = y + index as i32 * 20 - (count - 1) * 10;
        shapes.push(Shape::Circle { class: ["waiting", "", ""], cx: x, cy, r: 8 });
        let text = follower.to_string();
        shapes.push(Shape::text(["s", "m", "waiting-text"], Anchor::Middle, (x, cy + 4), text));
    }
    Shape::group(WAITING, ["waiting-part", "", ""], (0, 0), shapes)
}
