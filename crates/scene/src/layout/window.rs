//! Which offsets are drawn, where, and in how much detail.
//!
//! The axis is the same in every lane, so that equal offsets stand above each other. It is made of
//! pieces: in some every record has a cell, in the others many records share few pixels, and a chip
//! says how many. No offset is ever out of the picture.

use crate::layout::Size;
use crate::model::{Scene, Span};

/// How much a record gets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tier {
    /// Runs of equal records.
    Runs,
    /// A cell without a name.
    Cells,
    /// A cell with a name.
    Named,
}

/// A part of the axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its offsets.
    pub span: Span,
    /// Its left edge.
    pub x: i32,
    /// Its width in pixels.
    pub w: i32,
    /// How much a record gets here.
    pub tier: Tier,
    /// Whether it only says how many records there are between its neighbours.
    pub is_gap: bool,
}

/// The axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Window {
    /// How much a record gets at most.
    pub tier: Tier,
    /// Its parts, from left to right, without gaps.
    pub pieces: Vec<Piece>,
    /// Pixels per offset in cells; 0 if there are none.
    pub cell: i32,
}

/// At least so many places, so that the first new record doesn't change the scale.
const PLACES_MIN: u32 = 6;
/// A closer look shows so many records, or it is none.
const PANNED_MIN: u32 = 4;
/// Where there is no room for cells, a closer look shows this part of the log.
const ZOOM: u32 = 16;
/// Below this a record gets no cell.
const CELL_MIN: i32 = 11;
/// A cell without a name needs no more than this.
const CELL_MAX: i32 = 22;
/// The width of a piece whose records are not drawn one by one.
pub(crate) const GAP: i32 = 58;

/// So many shapes the whole picture may have: on a small stage, on a large one.
const SHAPES_MAX: (i32, i32) = (600, 1_200);
/// About so many shapes there are besides the lanes, and in a lane besides its records.
const SHAPES_BESIDE: (i32, i32) = (90, 27);
/// So many shapes a lane's records may have.
const SHAPES_IN_LANE: i32 = 33;

impl Window {
    /// The window of a scene in this column (left edge and width).
    #[must_use]
    pub fn of(scene: &Scene, size: Size, column: (i32, i32)) -> Window {
        let room = Room::of(scene, size, column);
        let all = Span { from: scene.span.from, to: scene.span.to + 1 };
        let all = Span { to: all.to.max(all.from + PLACES_MIN), ..all };
        let tries = [Tier::Named, Tier::Cells].into_iter().find_map(|tier| match scene.pan {
            Some(from) => room.panned(tier, all, from),
            None => room
                .whole(tier, all)
                .or_else(|| room.pieces(tier, all, &scene.focus))
                .or_else(|| room.pieces(tier, all, &scene.near)),
        });
        tries.unwrap_or_else(|| {
            let span = Span { from: scene.span.from, to: scene.span.to.max(1) };
            match scene.pan {
                None => room.runs(span, span),
                Some(from) => {
                    let len = (span.len() / ZOOM).max(1);
                    let from = from.clamp(span.from, span.to - len);
                    room.runs(span, Span { from, to: from + len })
                }
            }
        })
    }

    /// The left edge of an offset, or the boundary before it. Outside the window it is the
    /// window's edge.
    #[must_use]
    pub fn x_of(&self, offset: u32) -> i32 {
        let fits = |piece: &&Piece| offset <= piece.span.to;
        match self.pieces.iter().find(fits).or(self.pieces.last()) {
            None => 0,
            Some(piece) => piece.x_of(offset),
        }
    }

    /// The left edge of what is drawn.
    #[must_use]
    pub fn left(&self) -> i32 {
        self.pieces.first().map_or(0, |piece| piece.x)
    }

    /// The right edge of what is drawn.
    #[must_use]
    pub fn right(&self) -> i32 {
        self.pieces.last().map_or(0, |piece| piece.x + piece.w)
    }

    /// All of its offsets.
    #[must_use]
    pub fn span(&self) -> Span {
        let first = self.pieces.first().map_or(0, |piece| piece.span.from);
        let end = self.pieces.last().map_or(0, |piece| piece.span.to);
        Span { from: first, to: end }
    }

    /// The pieces that are looked at closely.
    pub fn close(&self) -> impl Iterator<Item = &Piece> {
        self.pieces.iter().filter(|piece| !piece.is_gap)
    }

    /// Whether every record has a cell.
    #[must_use]
    pub fn shows_all(&self) -> bool {
        !self.is_mixed() && 0 < self.cell
    }

    /// Whether some records are looked at closely and others aren't.
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        1 < self.pieces.len()
    }

    /// The offsets that get a number on the axis.
    #[must_use]
    pub fn ticks(&self) -> Vec<u32> {
        let mut ticks = Vec::new();
        for piece in &self.pieces {
            let Span { from, to } = piece.span;
            match piece.tier {
                _ if piece.is_gap => {}
                Tier::Runs => {
                    let step = round_step(piece.span.len() / 5);
                    ticks.extend((from.div_ceil(step) * step..=to).step_by(step as usize));
                }
                Tier::Cells | Tier::Named => {
                    let digits = to.checked_ilog10().unwrap_or(0) as i32 + 1;
                    // Seven pixels a digit, and a gap between two numbers.
                    let step = round_step(((digits * 7 + 5) / self.cell.max(1)) as u32 + 1);
                    let first = from.div_ceil(step) * step;
                    // A short piece gets a number even where none is round.
                    let first = if first < to { first } else { from };
                    ticks.extend((first..to).step_by(step as usize));
                }
            }
        }
        ticks
    }
}

impl Piece {
    fn x_of(&self, offset: u32) -> i32 {
        let place = offset.clamp(self.span.from, self.span.to) - self.span.from;
        // In 64 bits: a long log times a wide stage is more than 32 hold.
        let scaled = i64::from(place) * i64::from(self.w) / i64::from(self.span.len().max(1));
        self.x + scaled as i32
    }
}

/// What there is to fill.
struct Room {
    x: i32,
    w: i32,
    lanes: i32,
    shapes: i32,
    /// The least and the greatest width of a cell with a name.
    named: (i32, i32),
}

impl Room {
    fn of(scene: &Scene, size: Size, (x, w): (i32, i32)) -> Room {
        let (least, most, shapes) = match size {
            Size::Small => (20, 34, SHAPES_MAX.0),
            Size::Medium => (26, 44, SHAPES_MAX.0),
            Size::Large => (28, 60, SHAPES_MAX.1),
        };
        let lanes = scene.brokers.iter().map(|broker| broker.lanes.len() as i32).sum::<i32>();
        let names = scene.brokers.iter().flat_map(|broker| &broker.lanes);
        let names =
            names.flat_map(|lane| &lane.cells).map(|cell| crate::draw::name_width(&cell.name));
        let named = (names.max().unwrap_or(0) + 8).clamp(least, most);
        Room { x, w, lanes: lanes.max(1), shapes, named: (named, most) }
    }

    fn cell_min(&self, tier: Tier) -> i32 {
        if tier == Tier::Named { self.named.0 } else { CELL_MIN }
    }

    /// How many cells a lane can have, with so many gaps between them.
    fn places(&self, tier: Tier, gaps: u32) -> u32 {
        // A group and a rectangle, and the name.
        let cost = if tier == Tier::Named { 3 } else { 2 };
        let shapes = (self.shapes - SHAPES_BESIDE.0) / self.lanes - SHAPES_BESIDE.1;
        // A gap is a run or two, and what of it is on disk.
        let by_shapes = (shapes.min(SHAPES_IN_LANE) - 2 * gaps as i32) / cost;
        let by_width = (self.w - gaps as i32 * GAP) / self.cell_min(tier);
        by_shapes.min(by_width).max(0) as u32
    }

    /// Every record, if they have room.
    fn whole(&self, tier: Tier, all: Span) -> Option<Window> {
        (all.len() <= self.places(tier, 0)).then(|| self.laid(tier, all, &[all]))
    }

    /// The records of some spans, if they have room. What room is left goes to the records before
    /// the last span.
    fn pieces(&self, tier: Tier, all: Span, spans: &[Span]) -> Option<Window> {
        let mut spans = spans.to_vec();
        let last = spans.last_mut()?;
        let all = Span { to: last.to.max(all.from + 1), ..all };
        let count: u32 = spans.iter().map(|span| span.len()).sum();
        let gaps = spans.len() as u32 - u32::from(spans[0].from <= all.from);
        let mut spare = self.places(tier, gaps).checked_sub(count)?;
        if tier == Tier::Cells {
            // Without names wider cells say more than many.
            spare = 0;
        }
        let before = spans.len().checked_sub(2).map_or(all.from, |place| spans[place].to);
        let last = spans.last_mut()?;
        // A gap that is left has to be worth its chip.
        spare = spare.min((last.from - before).saturating_sub(3));
        last.from -= spare;
        Some(self.laid(tier, all, &spans))
    }

    /// The records from one on that the reader chose.
    fn panned(&self, tier: Tier, all: Span, from: u32) -> Option<Window> {
        let places = self.places(tier, 2).min(all.len());
        if places < PANNED_MIN {
            return None;
        }
        let from = from.clamp(all.from, all.to - places);
        Some(self.laid(tier, all, &[Span { from, to: from + places }]))
    }

    /// All records as runs, some of them on a larger scale.
    fn runs(&self, all: Span, close: Span) -> Window {
        let w = self.w - 8;
        let head = Span { to: close.from, ..all };
        let tail = Span { from: close.to, ..all };
        let gaps = [head, tail].iter().filter(|gap| !gap.is_empty()).count() as i32;
        let mut pieces = Vec::new();
        let mut x = self.x;
        for (span, is_gap) in [(head, true), (close, false), (tail, true)] {
            if !span.is_empty() {
                let w = if is_gap { GAP } else { w - gaps * GAP };
                pieces.push(Piece { span, x, w, tier: Tier::Runs, is_gap });
                x += w;
            }
        }
        Window { tier: Tier::Runs, pieces, cell: 0 }
    }

    fn laid(&self, tier: Tier, all: Span, spans: &[Span]) -> Window {
        let count: u32 = spans.iter().map(|span| span.len()).sum();
        let mut pieces: Vec<Piece> = Vec::new();
        let mut at = all.from;
        let mut push = |span: Span, tier: Tier| {
            if !span.is_empty() {
                pieces.push(Piece { span, x: 0, w: 0, tier, is_gap: tier == Tier::Runs });
            }
        };
        for span in spans {
            push(Span { from: at, to: span.from }, Tier::Runs);
            push(*span, tier);
            at = span.to;
        }
        push(Span { from: at, to: all.to }, Tier::Runs);
        let gaps = pieces.iter().filter(|piece| piece.is_gap).count() as i32;
        let most = if tier == Tier::Named { self.named.1 } else { CELL_MAX };
        let cell = ((self.w - gaps * GAP) / count.max(1) as i32).min(most);
        let mut x = self.x;
        for piece in &mut pieces {
            piece.x = x;
            piece.w = if piece.is_gap { GAP } else { piece.span.len() as i32 * cell };
            x += piece.w;
        }
        Window { tier, pieces, cell }
    }
}

/// The next of 1, 2, 5, 10, 20, 50 … that isn't less.
fn round_step(least: u32) -> u32 {
    let mut ten = 1;
    loop {
        for factor in [1, 2, 5] {
            if least <= ten * factor {
                return ten * factor;
            }
        }
        ten *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let steps: Vec<u32> = [0, 1, 3, 7, 40, 130].into_iter().map(round_step).collect();
        assert_eq!(steps, [1, 1, 5, 10, 50, 200]);
    }

    #[test]
    fn runs_scale_without_overflow() {
        let span = Span { from: 0, to: 2_000_000 };
        let piece = Piece { span, x: 10, w: 900, tier: Tier::Runs, is_gap: false };
        let window = Window { tier: Tier::Runs, pieces: vec![piece], cell: 0 };
        assert_eq!(window.x_of(1_000_000), 460);
        assert_eq!(window.x_of(9_000_000), 910);
    }

    const ROOM: Room = Room { x: 0, w: 400, lanes: 3, shapes: 600, named: (28, 60) };

    fn shown(window: &Window) -> Vec<(u32, u32, bool)> {
        let part = |piece: &Piece| (piece.span.from, piece.span.to, !piece.is_gap);
        window.pieces.iter().map(part).collect()
    }

    #[test]
    fn a_long_log_has_cells_where_something_ends_and_chips_between() {
        let spans = [Span { from: 98, to: 101 }, Span { from: 1_998, to: 2_001 }];
        let all = Span { from: 0, to: 2_001 };
        let window = ROOM.pieces(Tier::Named, all, &spans).expect("six cells have room");
        assert_eq!(
            shown(&window),
            [(0, 98, false), (98, 101, true), (101, 1_995, false), (1_995, 2_001, true)]
        );
        assert_eq!(window.x_of(98), GAP);
        assert_eq!(window.x_of(99), GAP + window.cell);
        assert!(window.right() <= ROOM.w);
        let mut last = -1;
        for offset in 0..=2_001 {
            assert!(last <= window.x_of(offset), "{offset}");
            last = window.x_of(offset);
        }
    }

    #[test]
    fn a_closer_look_without_cells_is_a_larger_scale() {
        let all = Span { from: 0, to: 1_600 };
        let window = ROOM.runs(all, Span { from: 800, to: 900 });
        assert_eq!(shown(&window), [(0, 800, false), (800, 900, true), (900, 1_600, false)]);
        assert_eq!(window.x_of(900) - window.x_of(800), 400 - 8 - 2 * GAP);
        assert_eq!(shown(&ROOM.runs(all, all)), [(0, 1_600, true)]);
    }

    #[test]
    fn what_has_no_room_is_refused() {
        let spans: Vec<Span> =
            (1..9).map(|at| Span { from: at * 100 - 2, to: at * 100 + 1 }).collect();
        assert!(ROOM.pieces(Tier::Named, Span { from: 0, to: 801 }, &spans).is_none());
        let many = Room { lanes: 27, ..ROOM };
        assert!(many.whole(Tier::Named, Span { from: 0, to: 8 }).is_none());
        assert!(ROOM.whole(Tier::Named, Span { from: 0, to: 8 }).is_some());
    }

    #[test]
    fn the_reader_can_look_anywhere_and_not_beyond() {
        let all = Span { from: 0, to: 2_001 };
        for (from, first) in [(0, 0), (700, 700), (5_000, 1_992)] {
            let window = ROOM.panned(Tier::Named, all, from).expect("there is room");
            let cells: Vec<Span> = window.close().map(|piece| piece.span).collect();
            assert_eq!(cells, [Span { from: first, to: first + 9 }]);
        }
    }
}
