//! The blocks of brokers and the lanes in them, from top to bottom.

use crate::layout::Size;
use crate::model::Scene;

/// A broker's block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokerBox {
    /// Whose.
    pub id: u8,
    /// Top.
    pub y: i32,
    /// Height.
    pub h: i32,
    /// Its lanes, in the scene's order.
    pub lanes: Vec<LaneBox>,
    /// Where its messages start and end.
    pub port_y: i32,
    /// Whether the block has a line of its own for the broker's name.
    pub titled: bool,
}

/// A lane, with the heights of what is in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaneBox {
    /// Top of the lane.
    pub y: i32,
    /// Where a line with the name stands, or `None` if the name is beside the log.
    pub name_y: Option<i32>,
    /// Top of the cells; LEO flags stand above.
    pub cells_y: i32,
    /// Height of the cells.
    pub cells_h: i32,
    /// Top of the epoch row, if there is one; HW flags stand between.
    pub epochs_y: Option<i32>,
    /// Height of the lane.
    pub h: i32,
}

/// How roomy lanes are.
#[derive(Clone, Copy)]
struct Heights {
    name: i32,
    above: i32,
    cells: i32,
    below: i32,
    epochs: i32,
    pad: i32,
}

impl Heights {
    fn of(size: Size, lanes: usize) -> Heights {
        let name = if size == Size::Small { 24 } else { 0 };
        match (size, lanes) {
            (Size::Large, ..=4) => {
                Heights { name, above: 18, cells: 42, below: 22, epochs: 22, pad: 14 }
            }
            (_, ..=4) => Heights { name, above: 17, cells: 34, below: 20, epochs: 20, pad: 12 },
            _ => Heights { name, above: 16, cells: 26, below: 18, epochs: 16, pad: 6 },
        }
    }
}

/// A block without any copy still has to be seen and pressed.
const EMPTY_HEIGHT: i32 = 48;
const TITLE_HEIGHT: i32 = 24;

/// Stacks all blocks below `top`; also says where they end.
pub(super) fn stack(scene: &Scene, size: Size, top: i32) -> (Vec<BrokerBox>, i32) {
    let lanes: usize = scene.brokers.iter().map(|broker| broker.lanes.len().max(1)).sum();
    let heights = Heights::of(size, lanes);
    let several = 1 < scene.partitions.len();
    let mut y = top;
    let mut boxes = Vec::new();
    for broker in &scene.brokers {
        let titled = several || broker.lanes.is_empty();
        let mut block = BrokerBox { id: broker.id, y, h: 0, lanes: Vec::new(), port_y: 0, titled };
        let mut at = y + if several { TITLE_HEIGHT } else { 0 };
        for lane in &broker.lanes {
            let lane = lane_box(heights, at, lane.epochs.is_some());
            at += lane.h;
            block.lanes.push(lane);
        }
        block.h = if broker.lanes.is_empty() { EMPTY_HEIGHT } else { at - y };
        block.port_y = match block.lanes[..] {
            [] => y + EMPTY_HEIGHT / 2,
            [only] => only.cells_y + only.cells_h / 2,
            [..] => y + block.h / 2,
        };
        y += block.h;
        boxes.push(block);
    }
    (boxes, y)
}

fn lane_box(heights: Heights, y: i32, has_epochs: bool) -> LaneBox {
    let cells_y = y + heights.name + heights.above;
    let after = cells_y + heights.cells + heights.below;
    let epochs = if has_epochs { heights.epochs } else { 0 };
    LaneBox {
        y,
        name_y: (0 < heights.name).then_some(y + 16),
        cells_y,
        cells_h: heights.cells,
        epochs_y: has_epochs.then_some(after),
        h: after + epochs + heights.pad - y,
    }
}
