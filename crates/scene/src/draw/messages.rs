//! Messages under way: where they are at a moment, and what they say.

use std::rc::Rc;

use highwater_phrase::Lang;
use highwater_phrase::news::NodeWord;

use crate::draw::measure::width;
use crate::draw::trace::trace;
use crate::draw::{Anchor, Class, Shape, Style, hue};
use crate::layout::{Layout, Size};
use crate::model::{MessageShape, MessageView, Scene};

/// A moment in simulated time, finer than a millisecond.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Clock {
    /// Thousandths of a simulated ms.
    pub micros: u64,
}

impl Clock {
    /// The very millisecond.
    #[must_use]
    pub fn at(millis: u64) -> Clock {
        Clock { micros: millis * 1_000 }
    }
}

/// A point.
type Point = (i32, i32);

/// The messages under way at a moment: first the tracks, then what travels on them.
#[must_use]
pub fn messages(scene: &Scene, layout: &Layout, clock: Clock, lang: Lang) -> Vec<Shape> {
    let mut tracks = Vec::new();
    let mut pills = Vec::new();
    for message in &scene.messages {
        let Some((from, to)) = track(scene, layout, message.from, message.to) else {
            continue;
        };
        let class = shape_class(message.shape);
        let mut shapes = Vec::new();
        let mut way = (from, to);
        if message.from == NodeWord::Controller {
            // It turns into its lane, so that it is seen whose it is.
            let turn = (to.0 - TURN, to.1);
            shapes.push(Shape::line([Style::TrackLine, class, Style::None], to, turn));
            shapes.push(arrow_head(class, to, turn));
            way.0.1 += docked(layout, message.to);
        } else {
            shapes.push(arrow_head(class, from, to));
        }
        if message.to == NodeWord::Controller {
            shapes.push(Shape::line(
                [Style::TrackLine, class, Style::None],
                from,
                (from.0 - TURN, from.1),
            ));
            way.1.1 += docked(layout, message.from);
        }
        shapes.push(Shape::line([Style::TrackLine, class, Style::None], from, to));
        tracks.push(Shape::group(message.id, [Style::Track, class, Style::None], (0, 0), shapes));
        let at = along(way.0, way.1, progress(message, clock));
        pills.push(pill(scene, layout, message, at, lang));
    }
    vec![
        Shape::group(1, [Style::Tracks, Style::None, Style::None], (0, 0), tracks),
        Shape::group(2, [Style::Pills, Style::None, Style::None], (0, 0), pills),
    ]
}

/// How far a way to the controller leads towards its broker.
const TURN: i32 = 16;

/// How far below the controller a broker's messages begin, so that those of several brokers don't
/// hide each other.
fn docked(layout: &Layout, broker: NodeWord) -> i32 {
    let place = layout.brokers.iter().position(|home| NodeWord::Broker(home.id) == broker);
    10 + place.unwrap_or(0) as i32 * 21
}

fn touches_controller(message: &MessageView) -> bool {
    [message.from, message.to].contains(&NodeWord::Controller)
}

fn shape_class(shape: MessageShape) -> Style {
    match shape {
        MessageShape::Request => Style::Ask,
        MessageShape::Answer => Style::Answer,
        MessageShape::Refusal => Style::Refusal,
        MessageShape::Metadata => Style::Metadata,
    }
}

/// How far a message is, in thousandths. It never hides behind the ends: somebody who has stopped
/// the time wants to see it.
fn progress(message: &MessageView, clock: Clock) -> i32 {
    let (sent, due) = (message.sent * 1_000, message.due * 1_000);
    let gone = clock.micros.clamp(sent, due) - sent;
    let all = (due - sent).max(1);
    140 + (gone * 720 / all) as i32
}

fn along(from: Point, to: Point, thousandths: i32) -> Point {
    let between = |a: i32, b: i32| a + (b - a) * thousandths / 1_000;
    (between(from.0, to.0), between(from.1, to.1))
}

fn pill(scene: &Scene, layout: &Layout, message: &Rc<MessageView>, at: Point, lang: Lang) -> Shape {
    let text = message.word.short(lang);
    let w = width(&text, 11) + 16;
    let class = shape_class(message.shape);
    let first = scene.partitions.first().map_or(0, |partition| partition.first_epoch);
    let tint = message.epoch.map_or(Style::None, |epoch| hue(epoch, first));
    // Never over the logs, never out of the picture.
    let least = layout.gutter.x + w / 2;
    let most = layout.width - w / 2 - 2;
    let x = at.0.clamp(least.min(most), most);
    let box_class: Class = [Style::Pill, class, tint];
    let outline = if touches_controller(message) {
        Shape::path(box_class, pointed(w))
    } else {
        Shape::Rect { class: box_class, x: -w / 2, y: -10, w, h: 20, r: 10 }
    };
    let text = Shape::text([Style::PillText, class, Style::None], Anchor::Middle, (0, 4), text);
    Shape::group(message.id, [Style::Msg, class, Style::None], (x, at.1), vec![outline, text])
}

/// What the controller sends or gets has pointed ends, of this width in all.
pub(super) fn pointed(w: i32) -> String {
    let (half, body) = (w / 2, w - 18);
    trace("M# 0l9 -10h#l9 10l-9 10h#Z", &[-half, body, -body])
}

fn arrow_head(class: Style, from: Point, to: Point) -> Shape {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (x, y) = to;
    let d = if dx.abs() < dy.abs() {
        let s = dy.signum() * 5;
        trace("M# #L# #L# #", &[x - 4, y - s, x, y, x + 4, y - s])
    } else {
        let s = dx.signum() * 5;
        trace("M# #L# #L# #", &[x - s, y - 4, x, y, x - s, y + 4])
    };
    Shape::path([Style::TrackLine, class, Style::Head], d)
}

/// Both ends of the way between two nodes; `None` if one of them is not in the picture.
pub(super) fn track(
    scene: &Scene,
    layout: &Layout,
    from: NodeWord,
    to: NodeWord,
) -> Option<(Point, Point)> {
    match (from, to) {
        (NodeWord::Broker(a), NodeWord::Broker(b)) => {
            let (x, slot) = track_x(scene, layout, a, b);
            let leader = leader_of(scene, a, b);
            let y = |id: u8| {
                let port = layout.broker(id)?.port_y;
                Some(if leader == Some(id) { port + slot } else { port })
            };
            Some(((x, y(a)?), (x, y(b)?)))
        }
        (NodeWord::Broker(id), NodeWord::Controller) => {
            let x = layout.controller.0;
            Some(((x, layout.broker(id)?.port_y), layout.controller))
        }
        (NodeWord::Controller, NodeWord::Broker(_)) => {
            track(scene, layout, to, from).map(|(a, b)| (b, a))
        }
        (NodeWord::Producer | NodeWord::Consumer, NodeWord::Broker(id)) => {
            let port = layout.broker(id)?.port_y;
            Some(client_track(layout, from, port))
        }
        (NodeWord::Broker(_), NodeWord::Producer | NodeWord::Consumer) => {
            track(scene, layout, to, from).map(|(a, b)| (b, a))
        }
        _ => None,
    }
}

fn client_track(layout: &Layout, client: NodeWord, port: i32) -> (Point, Point) {
    let gutter = layout.gutter;
    let place = if client == NodeWord::Producer { layout.producer } else { layout.consumer };
    if layout.size == Size::Large {
        let y = place.y + place.h / 2;
        let aside = if client == NodeWord::Producer { -8 } else { 8 };
        return ((place.x, y), (gutter.x + 10, port + aside));
    }
    let x = gutter.x + gutter.w - if client == NodeWord::Producer { 10 } else { 20 };
    ((x, place.y), (x, port))
}

/// Which of two brokers leads a partition that the other one holds, too.
fn leader_of(scene: &Scene, a: u8, b: u8) -> Option<u8> {
    scene.partitions.iter().filter_map(|p| p.leader).find(|leader| [a, b].contains(leader))
}

/// The line in the gutter that the pair uses, and how far from the leader's middle it ends, so
/// that messages of several followers don't hide each other.
pub(super) fn track_x(scene: &Scene, layout: &Layout, a: u8, b: u8) -> (i32, i32) {
    let leader = leader_of(scene, a, b);
    let follower = if leader == Some(a) { b } else { a };
    let others = scene.brokers.iter().map(|broker| broker.id).filter(|id| Some(*id) != leader);
    let ids: Vec<u8> = others.collect();
    let place = ids.iter().position(|id| *id == follower).unwrap_or(0) as i32;
    let (lead, step) = match layout.size {
        Size::Small => (26, 9),
        Size::Medium => (34, 11),
        Size::Large => (44, 14),
    };
    let x = layout.gutter.x + lead + place % 4 * step;
    let spread = if ids.len() <= 4 { 22 } else { 8 };
    let slot = place * spread - (ids.len() as i32 - 1) * spread / 2;
    (x, slot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use highwater_phrase::caption::MessageWord;

    fn message(sent: u64, due: u64) -> MessageView {
        MessageView {
            id: 1,
            from: NodeWord::Broker(1),
            to: NodeWord::Broker(0),
            sent,
            due,
            shape: MessageShape::Request,
            word: MessageWord::Ready,
            epoch: None,
        }
    }

    #[test]
    fn a_message_moves_with_the_time_and_stays_in_sight() {
        let message = message(100, 110);
        assert_eq!(progress(&message, Clock::at(100)), 140);
        assert_eq!(progress(&message, Clock::at(105)), 500);
        assert_eq!(progress(&message, Clock { micros: 105_500 }), 536);
        assert_eq!(progress(&message, Clock::at(500)), 860);
        assert_eq!(progress(&message, Clock::at(0)), 140);
    }
}
