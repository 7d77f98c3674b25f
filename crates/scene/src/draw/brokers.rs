//! A broker's block: what is pressed, its name and role, its lanes.

use highwater_phrase::{Label, Lang, caption};

use crate::describe;
use crate::draw::icons::ring;
use crate::draw::lane;
use crate::draw::measure::width;
use crate::draw::{Anchor, Part, Shape, key};
use crate::layout::{BrokerBox, LaneBox, Layout, Size};
use crate::model::{BrokerView, LaneView, RoleView, Scene};

pub(super) fn broker(
    scene: &Scene,
    layout: &Layout,
    broker: &BrokerView,
    place: &BrokerBox,
    lang: Lang,
) -> Part {
    let hit = Shape::Rect {
        class: ["hit", "", ""],
        x: 2,
        y: place.y + 2,
        w: layout.gutter.x - 4,
        h: place.h - 4,
        r: 10,
    };
    let mut shapes = vec![hit];
    if place.titled {
        shapes.extend(title(broker, place, lang));
    }
    for (view, at) in broker.lanes.iter().zip(&place.lanes) {
        let label = Texts::of(scene, broker, view, lang);
        shapes.extend(if layout.size == Size::Small {
            label.above(broker, view, at)
        } else {
            label.beside(broker, view, at, layout)
        });
        shapes.push(lane::lane(view, at, layout, broker.process.is_down(), lang));
    }
    Part {
        key: key::BROKER + u32::from(broker.id),
        class: ["broker", if broker.process.is_down() { "is-down" } else { "" }, ""],
        broker: Some((broker.id, describe::broker(scene, broker, lang))),
        shapes,
    }
}

/// A line for the broker where it has several copies, or none.
fn title(broker: &BrokerView, place: &BrokerBox, lang: Lang) -> Vec<Shape> {
    let name = caption::broker(lang, broker.id);
    let mut notes = describe::process_notes(broker, lang);
    if broker.lanes.is_empty() {
        notes.push(Label::NoCopy.text(lang).to_owned());
        let mut shapes = ring(None, broker.process, (28, place.port_y), 13);
        shapes.push(Shape::text(["t", "b", ""], Anchor::Start, (52, place.port_y - 3), name));
        let at = (52, place.port_y + 13);
        shapes.push(Shape::text(["s", "", ""], Anchor::Start, at, notes.join(" · ")));
        return shapes;
    }
    let after = 14 + width(&name, 13) + 12;
    vec![
        Shape::text(["t", "b", ""], Anchor::Start, (14, place.y + 17), name),
        Shape::text(["s", "", ""], Anchor::Start, (after, place.y + 17), notes.join(" · ")),
    ]
}

/// The texts beside or above a lane.
struct Texts {
    name: String,
    role: &'static str,
    membership: &'static str,
    notes: Vec<String>,
}

impl Texts {
    fn of(scene: &Scene, broker: &BrokerView, lane: &LaneView, lang: Lang) -> Texts {
        let several = 1 < scene.partitions.len();
        let mut notes = if several { Vec::new() } else { describe::process_notes(broker, lang) };
        notes.extend(describe::cut_notes(scene, broker, lang));
        if lane.role == RoleView::Leader && notes.is_empty() {
            notes.push(caption::epoch(lang, lane.epoch));
        }
        Texts {
            name: if several { lane.name.to_string() } else { caption::broker(lang, broker.id) },
            role: describe::role(broker, lane, lang),
            membership: describe::membership(lane, lang),
            notes,
        }
    }

    fn beside(
        self,
        broker: &BrokerView,
        lane: &LaneView,
        at: &LaneBox,
        layout: &Layout,
    ) -> Vec<Shape> {
        let middle = at.cells_y + at.cells_h / 2;
        let r = if layout.size == Size::Large && 30 < at.cells_h { 16 } else { 13 };
        let mut shapes = ring(Some(lane), broker.process, (30, middle), r);
        let x = 56;
        let room = layout.log_x - x - 8;
        let mut lines = vec![format!("{} · {}", self.role, self.membership)];
        if room < width(&lines[0], 11) {
            lines = vec![self.role.to_owned(), self.membership.to_owned()];
        }
        for note in self.notes {
            match lines.last_mut() {
                Some(last) if fits(last, &note, room) => {
                    last.push_str(" · ");
                    last.push_str(&note);
                }
                _ => lines.push(note),
            }
        }
        lines.truncate(3);
        let mut y = middle + 4 - lines.len() as i32 * 8;
        shapes.push(Shape::text(["t", "b", ""], Anchor::Start, (x, y), self.name));
        for line in lines {
            y += 15;
            shapes.push(Shape::text(["s", "", ""], Anchor::Start, (x, y), line));
        }
        shapes
    }

    fn above(self, broker: &BrokerView, lane: &LaneView, at: &LaneBox) -> Vec<Shape> {
        let y = at.name_y.unwrap_or(at.y + 16);
        let mut shapes = ring(Some(lane), broker.process, (24, y - 4), 10);
        let after = 42 + width(&self.name, 13) + 10;
        shapes.push(Shape::text(["t", "b", ""], Anchor::Start, (42, y), self.name));
        let mut rest = format!("{} · {}", self.role, self.membership);
        for note in self.notes {
            rest.push_str(" · ");
            rest.push_str(&note);
        }
        shapes.push(Shape::text(["s", "", ""], Anchor::Start, (after, y), rest));
        shapes
    }
}

/// Whether a note has room on a line.
fn fits(line: &str, note: &str, room: i32) -> bool {
    width(line, 11) + width(note, 11) + 12 <= room
}
