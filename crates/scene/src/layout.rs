//! Where things go at a width, in whole pixels.
//!
//! The stage is laid out for the pixels it gets: text and touch targets keep their size, and what
//! has no room is shown differently instead of smaller. Nothing here knows a shape or a colour.

mod lanes;
mod window;

pub use lanes::{BrokerBox, LaneBox};
pub use window::{Piece, Tier, Window};

use highwater_phrase::Lang;

use crate::model::Scene;

/// How much room there is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Size {
    /// A phone: names above the lanes, clients in rows below.
    Small,
    /// A column of text: names beside the lanes, clients in rows below.
    Medium,
    /// A page: clients beside the lanes.
    Large,
}

impl Size {
    /// The size that a width is laid out in.
    #[must_use]
    pub fn of(width: i32) -> Size {
        match width {
            ..480 => Size::Small,
            480..700 => Size::Medium,
            _ => Size::Large,
        }
    }
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Box4 {
    /// Left.
    pub x: i32,
    /// Top.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

/// The least width that is laid out; below it the figure scrolls.
pub const WIDTH_MIN: i32 = 280;
/// The most; more would only put things apart.
pub const WIDTH_MAX: i32 = 1_000;

/// Where everything goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// How much room there is.
    pub size: Size,
    /// Width of the whole.
    pub width: i32,
    /// Height of the whole.
    pub height: i32,
    /// Which offsets are drawn, and where.
    pub window: Window,
    /// Where names end and logs begin.
    pub log_x: i32,
    /// The line with offsets.
    pub axis_y: i32,
    /// The blocks of brokers, in the scene's order.
    pub brokers: Vec<BrokerBox>,
    /// Where lanes end, at the bottom.
    pub lanes_bottom: i32,
    /// The room between logs and the right edge in which messages travel.
    pub gutter: Box4,
    /// Where the messages of the controller come from and go to.
    pub controller: (i32, i32),
    /// The whole axis in small, if not every record has a place of its own.
    pub map: Option<Box4>,
    /// The producer.
    pub producer: Box4,
    /// The consumer.
    pub consumer: Box4,
    /// The legend.
    pub legend: Box4,
}

impl Layout {
    /// The layout of a scene at a width. Texts of the legend need more or less room by language.
    #[must_use]
    pub fn new(scene: &Scene, width: i32, lang: Lang) -> Layout {
        let width = width.clamp(WIDTH_MIN, WIDTH_MAX);
        let size = Size::of(width);
        let columns = Columns::of(size, width);
        let window = Window::of(scene, size, columns.log);
        let axis_y = 34;
        let (brokers, lanes_bottom) = lanes::stack(scene, size, axis_y + 8);
        let gutter =
            Box4 { x: columns.gutter.0, y: axis_y, w: columns.gutter.1, h: lanes_bottom - axis_y };
        let aside = if size == Size::Large { 34 } else { 31 };
        let controller = (gutter.x + gutter.w - aside, axis_y - 2);
        let map = (!window.shows_all()).then(|| Box4 {
            x: window.left(),
            y: lanes_bottom + 8,
            w: window.right() - window.left(),
            h: MAP_HEIGHT - 16,
        });
        let clients_from = lanes_bottom + map.map_or(0, |_| MAP_HEIGHT);
        let (producer, consumer, below) = clients(size, width, axis_y, clients_from);
        let legend = Box4 { x: 14, y: below + 10, w: width - 28, h: 0 };
        let h = crate::draw::legend_height(scene, &window, legend, lang);
        let legend = Box4 { h, ..legend };
        Layout {
            size,
            width,
            height: legend.y + legend.h + 10,
            window,
            log_x: columns.log.0,
            axis_y,
            brokers,
            lanes_bottom,
            gutter,
            controller,
            map,
            producer,
            consumer,
            legend,
        }
    }

    /// The box of a broker.
    #[must_use]
    pub fn broker(&self, id: u8) -> Option<&BrokerBox> {
        self.brokers.iter().find(|broker| broker.id == id)
    }
}

/// How the width is divided: logs and gutter, each as left edge and width.
struct Columns {
    log: (i32, i32),
    gutter: (i32, i32),
}

impl Columns {
    fn of(size: Size, width: i32) -> Columns {
        let (label, gutter, right) = match size {
            Size::Small => (12, 92, 4),
            Size::Medium => (138, 104, 6),
            Size::Large => (170, 132, CLIENT_WIDTH + 20),
        };
        let log = width - label - gutter - right;
        Columns { log: (label, log), gutter: (label + log, gutter) }
    }
}

const CLIENT_WIDTH: i32 = 176;

/// High enough to be dragged.
const MAP_HEIGHT: i32 = 30;

/// Producer, consumer, and where what comes below them begins.
fn clients(size: Size, width: i32, top: i32, bottom: i32) -> (Box4, Box4, i32) {
    if size == Size::Large {
        let x = width - CLIENT_WIDTH - 12;
        let room = bottom - top;
        let h = ((room - 20) / 2).clamp(66, 84);
        let producer = Box4 { x, y: top + 10, w: CLIENT_WIDTH, h };
        let consumer = Box4 { y: (bottom - h - 6).max(producer.y + h + 10), ..producer };
        return (producer, consumer, bottom.max(consumer.y + h + 2));
    }
    let h = 50;
    let producer = Box4 { x: 12, y: bottom + 6, w: width - 24, h };
    let consumer = Box4 { y: producer.y + h + 8, ..producer };
    (producer, consumer, consumer.y + h)
}

/// The height of a row of the legend.
pub const LEGEND_ROW: i32 = 22;
