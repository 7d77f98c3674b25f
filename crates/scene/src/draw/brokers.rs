//! A broker's block: what is pressed, its name and role, its lanes.

use highwater_phrase::{Label, Lang, caption};

use crate::describe;
use crate::draw::icons::ring;
use crate::draw::lane;
use crate::draw::measure::width;
use crate::draw::{Anchor, Part, Shape, Style, key};
use crate::layout::{BrokerBox, LaneBox, Layout, Size};
use crate::mark::Mark;
use crate::model::{BrokerView, LaneView, ProcessView, RoleView, Scene};

pub(super) fn broker(
    scene: &Scene,
    layout: &Layout,
    broker: &BrokerView,
    place: &BrokerBox,
    lang: Lang,
) -> Part {
    let hit = Shape::Rect {
        class: [Style::Hit, Style::None, Style::None],
        x: 2,
        y: place.y + 2,
        w: layout.gutter.x - 4,
        h: place.h - 4,
        r: 10,
    };
    let mut shapes = vec![hit];
    if place.titled {
        shapes.extend(title(scene, broker, place, lang));
    }
    for (view, at) in broker.lanes.iter().zip(&place.lanes) {
        let label = Texts::of(scene, broker, view, lang);
        shapes.extend(if layout.size == Size::Small {
            label.above(broker, view, at, layout.width)
        } else {
            label.beside(broker, view, at, layout)
        });
        shapes.push(lane::lane(view, at, layout, broker.process.is_down(), lang));
    }
    Part {
        key: key::BROKER + u32::from(broker.id),
        class: [
            Style::Broker,
            if broker.process.is_down() { Style::IsDown } else { Style::None },
            Style::None,
        ],
        broker: Some((broker.id, describe::broker(scene, broker, lang))),
        shapes,
    }
}

/// A line for the broker where it has several copies, or none.
fn title(scene: &Scene, broker: &BrokerView, place: &BrokerBox, lang: Lang) -> Vec<Shape> {
    let name = caption::broker(lang, broker.id);
    let mut notes = notes(scene, broker, lang);
    if broker.lanes.is_empty() {
        notes.push(Label::NoCopy.text(lang).to_owned());
        let mut shapes = ring(None, broker.process, (28, place.port_y), 13);
        shapes.push(Shape::text(
            [Style::Text, Style::Bold, Style::None],
            Anchor::Start,
            (52, place.port_y - 3),
            name,
        ));
        let at = (52, place.port_y + 13);
        shapes.push(Shape::text(
            [Style::Small, Style::None, Style::None],
            Anchor::Start,
            at,
            notes.join(" · "),
        ));
        return shapes;
    }
    let after = 14 + width(&name, 13) + 12;
    vec![
        Shape::text(
            [Style::Text, Style::Bold, Style::None],
            Anchor::Start,
            (14, place.y + 17),
            name,
        ),
        Shape::text(
            [Style::Small, Style::None, Style::None],
            Anchor::Start,
            (after, place.y + 17),
            notes.join(" · "),
        ),
    ]
}

/// What is particular about a broker.
fn notes(scene: &Scene, broker: &BrokerView, lang: Lang) -> Vec<String> {
    let mut notes = describe::process_notes(broker, lang);
    notes.extend(describe::cut_notes(scene, broker, lang));
    notes
}

/// Keys of what stands beside or above a lane; partitions follow each other.
const ROLE: u32 = 100_000;
const MEMBERSHIP: u32 = 200_000;

/// The texts beside or above a lane.
struct Texts {
    name: String,
    role: &'static str,
    epoch: Option<String>,
    membership: &'static str,
    notes: Vec<String>,
}

impl Texts {
    fn of(scene: &Scene, broker: &BrokerView, lane: &LaneView, lang: Lang) -> Texts {
        let several = 1 < scene.partitions.len();
        let knows = matches!(
            lane.role,
            RoleView::Leader | RoleView::StaleLeader | RoleView::Follower(Some(_))
        );
        Texts {
            name: if several { lane.name.to_string() } else { caption::broker(lang, broker.id) },
            role: describe::role(broker, lane, lang),
            epoch: (knows && broker.process == ProcessView::Running)
                .then(|| caption::epoch(lang, lane.epoch)),
            membership: describe::membership(lane, lang),
            notes: if several { Vec::new() } else { notes(scene, broker, lang) },
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
        let x = 56;
        let room = layout.log_x - x - 8;
        let mut lines = vec![self.role.to_owned()];
        lines.extend(self.epoch.clone().filter(|epoch| fits(self.role, epoch, room)));
        let role = lines.join(" · ");
        let mut standing = vec![self.membership.to_owned()];
        let late =
            self.epoch.filter(|epoch| lines.len() == 1 && fits(self.membership, epoch, room));
        for note in late.into_iter().chain(self.notes) {
            match standing.last_mut() {
                Some(last) if fits(last, &note, room) => {
                    last.push_str(" · ");
                    last.push_str(&note);
                }
                _ => standing.push(note),
            }
        }
        standing.truncate(2);
        let y = middle - 4 - standing.len() as i32 * 8;
        let name =
            Shape::text([Style::Text, Style::Bold, Style::None], Anchor::Start, (x, y), self.name);
        let role = vec![Shape::text(
            [Style::Small, Style::None, Style::None],
            Anchor::Start,
            (x, y + 15),
            role,
        )];
        let mut member = ring(Some(lane), broker.process, (30, middle), r);
        for (index, line) in standing.into_iter().enumerate() {
            let at = (x, y + 30 + index as i32 * 15);
            member.push(Shape::text(
                [Style::Small, Style::None, Style::None],
                Anchor::Start,
                at,
                line,
            ));
        }
        vec![name, marked_role(lane, role), marked_membership(lane, member)]
    }

    fn above(
        mut self,
        broker: &BrokerView,
        lane: &LaneView,
        at: &LaneBox,
        room: i32,
    ) -> Vec<Shape> {
        let y = at.name_y.unwrap_or(at.y + 16);
        let wide = |texts: &[&str]| texts.iter().map(|text| width(text, 11) + 10).sum::<i32>();
        let notes = self.notes.join(" · ");
        let needed = 52 + width(&self.name, 13) + wide(&[self.role, self.membership, &notes]);
        if let Some(epoch) = &self.epoch
            && room < needed + wide(&[epoch])
        {
            // The epoch of a follower is in its table, too.
            self.epoch = None;
        }
        let mut x = 42;
        let mut next = |text: &str, size: i32| {
            let at = x;
            x += width(text, size) + 10;
            at
        };
        let name_at = next(&self.name, 13);
        let role = [Some(self.role.to_owned()), self.epoch].into_iter().flatten();
        let role = role.collect::<Vec<_>>().join(" · ");
        let role_at = next(&role, 11);
        let mut standing = vec![self.membership.to_owned()];
        standing.extend(self.notes);
        let standing = standing.join(" · ");
        let standing_at = next(&standing, 11);
        let text = |x: i32, text: String| {
            Shape::text([Style::Small, Style::None, Style::None], Anchor::Start, (x, y), text)
        };
        let touch = Shape::touch((role_at - 3, y - 17), (standing_at - role_at - 3, 24));
        let mut member = ring(Some(lane), broker.process, (24, y - 4), 10);
        member.push(text(standing_at, standing));
        vec![
            Shape::text(
                [Style::Text, Style::Bold, Style::None],
                Anchor::Start,
                (name_at, y),
                self.name,
            ),
            marked_role(lane, vec![touch, text(role_at, role)]),
            marked_membership(lane, member),
        ]
    }
}

fn marked_role(lane: &LaneView, shapes: Vec<Shape>) -> Shape {
    let key = ROLE + u32::from(lane.partition);
    let mark = Mark::Epoch { broker: lane.broker, partition: lane.partition };
    Shape::group(key, [Style::Role, Style::None, Style::None], (0, 0), shapes).marked(mark)
}

fn marked_membership(lane: &LaneView, shapes: Vec<Shape>) -> Shape {
    let key = MEMBERSHIP + u32::from(lane.partition);
    let mark = Mark::Membership { broker: lane.broker, partition: lane.partition };
    Shape::group(key, [Style::Standing, Style::None, Style::None], (0, 0), shapes).marked(mark)
}

/// Whether a note has room on a line.
fn fits(line: &str, note: &str, room: i32) -> bool {
    width(line, 11) + width(note, 11) + 12 <= room
}
