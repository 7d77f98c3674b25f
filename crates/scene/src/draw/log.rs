//! One log: a cell for each record where the axis has room for it, and runs where it has not.

use highwater_phrase::{Lang, caption};

use crate::draw::measure::width;
use crate::draw::trace::trace;
use crate::draw::{Anchor, Class, Shape, Style, hue, name_width, pattern};
use crate::layout::{LaneBox, Piece, Tier, Window};
use crate::mark::Mark;
use crate::model::{Cell, Fate, LaneView, Run, Span};

/// Keys of cells follow from here on, by offset.
pub(super) const KEY: u32 = 1_000;

/// A piece of the axis shows no more runs than this; the narrowest ones are left out.
const RUNS_MAX: i32 = 12;

/// How much thinner a log is where its records share few pixels.
const THIN: i32 = 8;

pub(super) fn log(lane: &LaneView, at: &LaneBox, window: &Window, lang: Lang) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for piece in &window.pieces {
        match piece.tier {
            Tier::Runs => runs(&mut shapes, lane, &Band::of(piece, at, window, lang)),
            tier => cells(&mut shapes, lane, piece, &Grid::of(at, window, tier)),
        }
    }
    shapes
}

/// The grid that cells are put into.
struct Grid {
    y: i32,
    w: i32,
    h: i32,
    tier: Tier,
    /// What a cell leaves to its neighbour.
    gap: i32,
    /// The radius of its corners.
    r: i32,
}

impl Grid {
    fn of(at: &LaneBox, window: &Window, tier: Tier) -> Grid {
        let (gap, r) = if tier == Tier::Named { (4, 6) } else { (2, 3) };
        Grid { y: at.cells_y, w: window.cell, h: at.cells_h, tier, gap, r }
    }
}

fn cells(shapes: &mut Vec<Shape>, lane: &LaneView, piece: &Piece, grid: &Grid) {
    let shown = |cell: &&Cell| piece.span.from <= cell.offset && cell.offset < piece.span.to;
    let x_of = |cell: &Cell| piece.x + (cell.offset - piece.span.from) as i32 * grid.w;
    for cell in lane.cells.iter().filter(shown) {
        let x = x_of(cell);
        let content = match cell.fate {
            Fate::Here => record(lane, cell, x, grid),
            Fate::Cut => ghost(Style::Cut, cell, x, grid),
            Fate::Lost => ghost(Style::Lost, cell, x, grid),
        };
        let fresh = if cell.fresh { Style::Fresh } else { Style::None };
        // A ghost is another thing than the record that was there.
        let key = KEY + cell.offset * 2 + u32::from(cell.fate != Fate::Here);
        let group = Shape::group(key, [Style::Record, fresh, Style::None], (0, 0), content);
        shapes.push(group.marked(Mark::Record {
            partition: lane.partition,
            offset: cell.offset,
            broker: lane.broker,
        }));
    }
    // What is on disk is the log's beginning: one stroke for all cells of a look.
    let mut strokes: Vec<(Class, String)> = Vec::new();
    for cell in lane.cells.iter().filter(shown).filter(|cell| cell.on_disk) {
        let class = [Style::Disk, hue(cell.epoch, lane.first_epoch), state(cell.committed)];
        let w = (grid.w - grid.gap - 8).max(2);
        let d = trace("M# #h#", &[x_of(cell) + 5, grid.y + grid.h - 5, w]);
        match strokes.last_mut() {
            Some((last, path)) if *last == class => path.push_str(&d),
            _ => strokes.push((class, d)),
        }
    }
    shapes.extend(strokes.into_iter().map(|(class, d)| Shape::path(class, d)));
}

fn state(committed: bool) -> Style {
    if committed { Style::Solid } else { Style::Open }
}

fn record(lane: &LaneView, cell: &Cell, x: i32, grid: &Grid) -> Vec<Shape> {
    let tint = hue(cell.epoch, lane.first_epoch);
    let state = state(cell.committed);
    // An outline is drawn inside, so that it doesn't touch its neighbours.
    let inset = i32::from(!cell.committed);
    let (x, y) = (x + 1 + inset, grid.y + inset);
    let (w, h, r) = (grid.w - grid.gap - 2 * inset, grid.h - 2 * inset, grid.r);
    let mut shapes = vec![Shape::Rect { class: [Style::Cell, tint, state], x, y, w, h, r }];
    let weave = pattern(cell.epoch, lane.first_epoch);
    if weave != Style::None {
        shapes.push(Shape::Rect { class: [Style::Weave, weave, state], x, y, w, h, r });
    }
    let lower = if 30 < grid.h { 3 } else { 4 };
    shapes.extend(name([Style::Name, state, tint], cell, (x - inset, lower), grid));
    if cell.scar {
        // On the left: at the right corner there may be the flag of the log's end.
        shapes.push(scar((x + 4, y + 4)));
    }
    shapes
}

/// The mark of a record that was lost where another one is now, around a point.
pub(super) fn scar((x, y): (i32, i32)) -> Shape {
    let d =
        trace("M# #a7 7 0 1 0 14 0a7 7 0 1 0 -14 0ZM# #l6 6m0 -6l-6 6", &[x - 7, y, x - 3, y - 3]);
    Shape::path([Style::Scar, Style::None, Style::None], d)
}

/// The stroke through what is gone, within a frame; two of them if a promise was broken.
pub(super) fn strike(kind: Style, from: (i32, i32), to: (i32, i32)) -> Shape {
    let mut d = trace("M# #L# #", &[from.0, from.1, to.0, to.1]);
    if kind == Style::Lost {
        d.push_str(&trace("M# #L# #", &[from.0, to.1, to.0, from.1]));
    }
    Shape::path([Style::Strike, kind, Style::None], d)
}

/// What is left of a record: an outline that is struck out.
fn ghost(kind: Style, cell: &Cell, x: i32, grid: &Grid) -> Vec<Shape> {
    let (w, h, r) = (grid.w - grid.gap - 2, grid.h - 2, grid.r);
    let y = grid.y + 1;
    let inset = if grid.tier == Tier::Named { 6 } else { 3 };
    let from = (x + 1 + inset, grid.y + grid.h - inset);
    let to = (x + grid.w - grid.gap - inset, grid.y + inset);
    let mut shapes = vec![
        Shape::Rect { class: [Style::Ghost, kind, Style::None], x: x + 2, y, w, h, r },
        strike(kind, from, to),
    ];
    shapes.extend(name([Style::Name, kind, Style::None], cell, (x + 1, 4), grid));
    shapes
}

/// A record's name, if the cell has room for it. Half a name would be another record's.
fn name(class: Class, cell: &Cell, (x, lower): (i32, i32), grid: &Grid) -> Option<Shape> {
    let room = grid.w - grid.gap;
    let fits = grid.tier == Tier::Named && name_width(&cell.name) <= room;
    let at = (x + room / 2, grid.y + grid.h / 2 + lower);
    fits.then(|| Shape::text(class, Anchor::Middle, at, &*cell.name))
}

/// The part of a lane in which records share pixels.
struct Band<'a> {
    piece: &'a Piece,
    window: &'a Window,
    lang: Lang,
    y: i32,
    h: i32,
}

impl Band<'_> {
    fn of<'a>(piece: &'a Piece, at: &LaneBox, window: &'a Window, lang: Lang) -> Band<'a> {
        let thin = if piece.is_gap { THIN } else { 0 };
        Band { piece, window, lang, y: at.cells_y + thin, h: at.cells_h - 2 * thin }
    }

    /// Left edge and width of the part of a span that lies in this band.
    fn place(&self, span: Span) -> Option<(i32, i32)> {
        let all = self.piece.span;
        if span.to <= all.from || all.to <= span.from {
            return None;
        }
        let x = self.window.x_of(span.from.max(all.from));
        Some((x, self.window.x_of(span.to.min(all.to)) - x))
    }

    /// A run at its place, which may take in narrow ones before it.
    fn run(&self, lane: &LaneView, run: &Run, (x, w): (i32, i32)) -> Vec<Shape> {
        let tint = hue(run.epoch, lane.first_epoch);
        let state = state(run.committed);
        let inset = i32::from(!run.committed);
        let middle = (x + (w - 2).max(2) / 2, self.y + self.h / 2 + 3);
        let text = caption::records(self.lang, run.span.len());
        // On a gap there is a chip already, and the number of several runs would be wrong.
        let counts = !self.piece.is_gap && self.place(run.span) == Some((x, w));
        let fits = counts && width(&text, 13) + 12 <= w;
        let (x, y, r) = (x + 1 + inset, self.y + inset, 4);
        let (w, h) = ((w - 2 - 2 * inset).max(2), self.h - 2 * inset);
        let mut shapes = vec![Shape::Rect { class: [Style::Cell, tint, state], x, y, w, h, r }];
        let weave = pattern(run.epoch, lane.first_epoch);
        if weave != Style::None {
            shapes.push(Shape::Rect { class: [Style::Weave, weave, state], x, y, w, h, r });
        }
        if fits {
            shapes.push(Shape::text([Style::Name, state, tint], Anchor::Middle, middle, text));
        }
        shapes
    }
}

fn runs(shapes: &mut Vec<Shape>, lane: &LaneView, band: &Band<'_>) {
    let many = RUNS_MAX < lane.runs.len() as i32;
    let least = if many { band.piece.w / RUNS_MAX } else { 0 };
    let mut pending = None;
    for (index, run) in lane.runs.iter().enumerate() {
        let Some((x, w)) = band.place(run.span) else {
            continue;
        };
        let from = *pending.get_or_insert(x);
        let next = lane.runs.get(index + 1);
        let is_last = next
            .is_none_or(|next| next.committed != run.committed || band.place(next.span).is_none());
        if is_last || least <= x + w - from {
            shapes.extend(band.run(lane, run, (from, x + w - from)));
            pending = None;
        }
    }
    let on_disk = Span { from: lane.start, to: lane.disk };
    if let Some((x, w)) = band.place(on_disk).filter(|(_, w)| 8 < *w) {
        let d = trace("M# #h#", &[x + 4, band.y + band.h - 5, w - 8]);
        shapes.push(Shape::path([Style::Disk, Style::Solid, Style::None], d));
    }
    for ghosts in &lane.ghosts {
        let Some((x, w)) = band.place(ghosts.span) else {
            continue;
        };
        let kind = if ghosts.fate == Fate::Lost { Style::Lost } else { Style::Cut };
        let class = [Style::Ghost, kind, Style::None];
        let (y, w, h) = (band.y + 1, (w - 2).max(4), band.h - 2);
        shapes.push(Shape::Rect { class, x: x + 1, y, w, h, r: 4 });
        shapes.push(strike(kind, (x + 2, y + h - 2), (x + w, y + 2)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{MembershipView, RoleView};

    fn lane(runs: Vec<Run>) -> LaneView {
        LaneView {
            broker: 0,
            partition: 0,
            name: "t-0".into(),
            role: RoleView::Leader,
            membership: MembershipView::Isr,
            epoch: 0,
            first_epoch: 0,
            start: 0,
            leo: 0,
            hw: 0,
            disk: 0,
            leo_before: None,
            hw_before: None,
            runs,
            cells: Vec::new(),
            ghosts: Vec::new(),
            epochs: None,
            parked: Vec::new(),
        }
    }

    /// Left edges and ends of the runs that are drawn for so many epochs of ten records each.
    fn drawn(epochs: u32) -> Vec<(i32, i32)> {
        let run = |epoch: u32| Run {
            span: Span { from: epoch * 10, to: epoch * 10 + 10 },
            epoch,
            committed: epoch + 1 < epochs,
        };
        let span = Span { from: 0, to: epochs * 10 };
        let piece = Piece { span, x: 0, w: 360, tier: Tier::Runs, is_gap: false };
        let window = Window { tier: Tier::Runs, pieces: vec![piece], cell: 0 };
        let at = LaneBox { y: 0, name_y: None, cells_y: 0, cells_h: 40, epochs_y: None, h: 40 };
        let mut shapes = Vec::new();
        runs(
            &mut shapes,
            &lane((0..epochs).map(run).collect()),
            &Band::of(&piece, &at, &window, Lang::En),
        );
        let places = shapes.iter().filter_map(|shape| match shape {
            Shape::Rect { class, x, w, .. } if class[0] == Style::Cell => Some((*x, x + w)),
            _ => None,
        });
        places.collect()
    }

    #[test]
    fn many_narrow_runs_become_few_without_a_hole() {
        assert_eq!(drawn(3), [(1, 119), (121, 239), (242, 358)]);
        let many = drawn(120);
        assert!(8 < many.len() && many.len() <= 14, "{many:?}");
        assert!(many.windows(2).all(|pair| pair[1].0 - pair[0].1 <= 4), "{many:?}");
        assert_eq!(many.last(), Some(&(359, 361)), "the uncommitted end is seen");
    }
}
