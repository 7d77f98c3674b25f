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
        let label = Label2::of(scene, broker, view, lang);
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
struct Label2 {
    name: String,
    role: String,
    note: String,
}

impl Label2 {
    fn of(scene: &Scene, broker: &BrokerView, lane: &LaneView, lang: Lang) -> Label2 {
        let several = 1 < scene.partitions.len();
        let notes = if several { Vec::new() } else { describe::process_notes(broker, lang) };
        let mut notes: Vec<String> = notes;
        notes.extend(describe::cut_notes(scene, broker, lang));
        let note = match (lane.role, notes.is_empty()) {
            (RoleView::Leader, true) => caption::epoch(lang, lane.epoch),
            _ => notes.join(" · "),
        };
        Label2 {
            name: if several { lane.name.to_string() } else { caption::broker(lang, broker.id) },
            role: describe::role_and_membership(broker, lane, lang),
            note,
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
        let up = if self.note.is_empty() { 3 } else { 11 };
        let lines = [
            (["t", "b", ""], self.name),
            (["s", "", ""], self.role),
            (["s", "note", ""], self.note),
        ];
        let mut y = middle - up;
        for (class, text) in lines {
            if !text.is_empty() {
                shapes.push(Shape::text(class, Anchor::Start, (56, y), text));
            }
            y += 16;
        }
        shapes
    }

    fn above(self, broker: &BrokerView, lane: &LaneView, at: &LaneBox) -> Vec<Shape> {
        let y = at.name_y.unwrap_or(at.y + 16);
        let mut shapes = ring(Some(lane), broker.process, (24, y - 4), 10);
        let after = 42 + width(&self.name, 13) + 10;
        shapes.push(Shape::text(["t", "b", ""], Anchor::Start, (42, y), self.name));
        let rest = if self.note.is_empty() {
            self.role
        } else {
            format!("{} · {}", self.role, self.note)
        };
        shapes.push(Shape::text(["s", "", ""], Anchor::Start, (after, y), rest));
        shapes
    }
}
