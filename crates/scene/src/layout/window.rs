//! Which offsets are drawn, where, and in how much detail.

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

/// The offsets that are drawn, the same in every lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// How much a record gets.
    pub tier: Tier,
    /// The left edge of what is drawn.
    pub x: i32,
    /// Its width in pixels.
    pub w: i32,
    /// The offsets.
    pub span: Span,
    /// How many offsets before it are not drawn; they get a chip at the left.
    pub hidden: u32,
    /// Pixels per offset in cells; in runs it is a fraction and this is 0.
    pub cell: i32,
}

/// The width of the chip that stands for offsets that are not drawn.
const CHIP_WIDTH: i32 = 58;

/// At least so many places, so that the first new record doesn't change the scale.
const PLACES_MIN: u32 = 6;
/// Below this a cell gets no name, and below that no cell.
const CELL_MIN: i32 = 11;

impl Window {
    /// The window of a scene in this column (left edge and width).
    #[must_use]
    pub fn of(scene: &Scene, size: Size, (x, w): (i32, i32)) -> Window {
        let (named, most) = match size {
            Size::Small => (20, 34),
            Size::Medium => (26, 44),
            Size::Large => (28, 60),
        };
        let all = Span { from: scene.span.from, to: scene.span.to + 1 };
        let all = Span { to: all.to.max(all.from + PLACES_MIN), ..all };
        let fitting = |span: Span| w / span.len() as i32;
        if named <= fitting(all) {
            return Window::cells(Tier::Named, x, w, all, fitting(all).min(most));
        }
        let room = w - CHIP_WIDTH;
        let places = (room / named) as u32;
        let interesting = interesting_from(scene).saturating_sub(1).max(all.from);
        if all.to.saturating_sub(interesting) <= places {
            let from = all.to - places;
            let shown = Span { from, to: all.to };
            let window = Window::cells(Tier::Named, x + CHIP_WIDTH, room, shown, named);
            return Window { hidden: from - all.from, ..window };
        }
        if CELL_MIN <= fitting(all) {
            return Window::cells(Tier::Cells, x, w, all, fitting(all));
        }
        let span = Span { from: scene.span.from, to: scene.span.to.max(1) };
        Window { tier: Tier::Runs, x, w: w - 8, span, hidden: 0, cell: 0 }
    }

    fn cells(tier: Tier, x: i32, w: i32, span: Span, cell: i32) -> Window {
        Window { tier, x, w, span, hidden: 0, cell }
    }

    /// The left edge of an offset, or the boundary before it. Outside the window it is the
    /// window's edge.
    #[must_use]
    pub fn x_of(&self, offset: u32) -> i32 {
        let offset = offset.clamp(self.span.from, self.span.to);
        let place = offset - self.span.from;
        match self.tier {
            Tier::Named | Tier::Cells => self.x + place as i32 * self.cell,
            Tier::Runs => {
                // In 64 bits: a long log times a wide stage is more than 32 hold.
                let scaled = i64::from(place) * i64::from(self.w) / i64::from(self.span.len());
                self.x + scaled as i32
            }
        }
    }

    /// The right edge of what is drawn.
    #[must_use]
    pub fn right(&self) -> i32 {
        self.x_of(self.span.to)
    }

    /// The offsets that get a number on the axis.
    #[must_use]
    pub fn ticks(&self) -> Vec<u32> {
        let step = match self.tier {
            Tier::Named => 1,
            Tier::Cells => 5,
            Tier::Runs => round_step(self.span.len() / 5),
        };
        let first = self.span.from.div_ceil(step) * step;
        (first..=self.span.to).step_by(step as usize).collect()
    }
}

/// The first offset at which anything is going on: a high watermark, a log end, a scar.
fn interesting_from(scene: &Scene) -> u32 {
    let lanes = || scene.brokers.iter().flat_map(|broker| broker.lanes.iter());
    let marks = lanes().flat_map(|lane| [lane.hw, lane.leo]);
    let guides = scene.partitions.iter().filter_map(|partition| partition.guide);
    marks.chain(guides.map(|guide| guide.offset)).min().unwrap_or(0)
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
        let window = Window { tier: Tier::Runs, x: 10, w: 900, span, hidden: 0, cell: 0 };
        assert_eq!(window.x_of(1_000_000), 460);
        assert_eq!(window.x_of(9_000_000), 910);
    }
}
