//! What stands in and around the ring of a broker: role by icon, membership by the ring's line.

use crate::draw::{Class, Shape, Style, hue};
use crate::model::{LaneView, MembershipView, ProcessView, RoleView};

/// The ring with its icon, centred at `(x, y)`.
pub(super) fn ring(
    lane: Option<&LaneView>,
    process: ProcessView,
    (x, y): (i32, i32),
    r: i32,
) -> Vec<Shape> {
    let down = process.is_down();
    let membership = match lane.map(|lane| lane.membership) {
        Some(MembershipView::Isr) => Style::Isr,
        Some(MembershipView::Elr) => Style::Elr,
        Some(MembershipView::Outside) | None => Style::Outside,
    };
    let leads = lane.is_some_and(|lane| lane.role == RoleView::Leader);
    let tint = match lane {
        Some(lane) if leads => hue(lane.epoch, lane.first_epoch),
        _ if down => Style::Down,
        _ => Style::None,
    };
    let mut shapes =
        vec![Shape::Circle { class: [Style::Ring, membership, tint], cx: x, cy: y, r }];
    let role = lane.map_or(RoleView::Idle, |lane| lane.role);
    for (class, d) in icon(role, process) {
        let tint = if leads { tint } else { class[1] };
        shapes.push(Shape::path([class[0], tint, class[2]], place(d, (x, y), r)));
    }
    shapes
}

/// The strokes of an icon, drawn for a ring of radius 16 around the origin.
fn icon(role: RoleView, process: ProcessView) -> Vec<(Class, &'static [Stroke])> {
    match process {
        ProcessView::Crashed => return vec![([Style::Glyph, Style::None, Style::None], CROSS)],
        ProcessView::NoPower => return vec![([Style::Glyph, Style::None, Style::None], BOLT)],
        ProcessView::Stopped => return vec![([Style::Glyph, Style::None, Style::None], POWER)],
        ProcessView::Starting | ProcessView::ShuttingDown => {
            return vec![([Style::Glyph, Style::None, Style::None], HOURGLASS)];
        }
        ProcessView::Running => {}
    }
    match role {
        RoleView::Leader => vec![([Style::Crown, Style::None, Style::None], CROWN)],
        RoleView::Elected => vec![([Style::Glyph, Style::None, Style::None], CROWN)],
        RoleView::StaleLeader => {
            vec![
                ([Style::Glyph, Style::None, Style::None], CROWN),
                ([Style::Glyph, Style::None, Style::None], SLASH),
            ]
        }
        RoleView::Follower(_) => vec![([Style::Glyph, Style::None, Style::None], COPY)],
        RoleView::Asking(_) => vec![([Style::Glyph, Style::None, Style::None], QUESTION)],
        RoleView::Failed => vec![([Style::Glyph, Style::None, Style::None], BANG)],
        RoleView::Idle | RoleView::Down => vec![([Style::Glyph, Style::None, Style::None], DOT)],
    }
}

/// One stroke: a command letter and its points.
#[derive(Clone, Copy)]
struct Stroke(char, &'static [(i32, i32)]);

const CROWN: &[Stroke] = &[
    Stroke('M', &[(-8, 6)]),
    Stroke('L', &[(-9, -5), (-4, 0), (0, -7), (4, 0), (9, -5), (8, 6)]),
    Stroke('Z', &[]),
];
const SLASH: &[Stroke] = &[Stroke('M', &[(-9, 9)]), Stroke('L', &[(9, -9)])];
const CROSS: &[Stroke] = &[
    Stroke('M', &[(-5, -5)]),
    Stroke('L', &[(5, 5)]),
    Stroke('M', &[(5, -5)]),
    Stroke('L', &[(-5, 5)]),
];
const BOLT: &[Stroke] = &[
    Stroke('M', &[(2, -8)]),
    Stroke('L', &[(-4, 1), (0, 1), (-2, 8), (4, -1), (0, -1)]),
    Stroke('Z', &[]),
];
const POWER: &[Stroke] = &[
    Stroke('M', &[(0, -8)]),
    Stroke('L', &[(0, 0)]),
    Stroke('M', &[(-4, -5)]),
    Stroke('C', &[(-9, 0), (-6, 7), (0, 7)]),
    Stroke('C', &[(6, 7), (9, 0), (4, -5)]),
];
const HOURGLASS: &[Stroke] = &[
    Stroke('M', &[(-5, -7)]),
    Stroke('L', &[(5, -7), (-5, 7), (5, 7), (-5, -7)]),
    Stroke('Z', &[]),
];
/// A copy being taken: an arrow down onto a line.
const COPY: &[Stroke] = &[
    Stroke('M', &[(0, -7)]),
    Stroke('L', &[(0, 3)]),
    Stroke('M', &[(-4, -1)]),
    Stroke('L', &[(0, 3), (4, -1)]),
    Stroke('M', &[(-6, 7)]),
    Stroke('L', &[(6, 7)]),
];
const QUESTION: &[Stroke] = &[
    Stroke('M', &[(-4, -4)]),
    Stroke('C', &[(-4, -9), (5, -9), (4, -3)]),
    Stroke('C', &[(4, 0), (0, 0), (0, 3)]),
    Stroke('M', &[(0, 7)]),
    Stroke('L', &[(0, 8)]),
];
const BANG: &[Stroke] = &[
    Stroke('M', &[(0, -8)]),
    Stroke('L', &[(0, 3)]),
    Stroke('M', &[(0, 7)]),
    Stroke('L', &[(0, 8)]),
];
const DOT: &[Stroke] = &[Stroke('M', &[(-1, 0)]), Stroke('L', &[(1, 0)])];

/// Puts strokes around a centre, scaled to a ring.
fn place(strokes: &[Stroke], (x, y): (i32, i32), r: i32) -> String {
    let mut d = String::new();
    for Stroke(command, points) in strokes {
        d.push(*command);
        for (index, (px, py)) in points.iter().enumerate() {
            if index > 0 {
                d.push(' ');
            }
            // Half away from zero, so that icons stay symmetric.
            let scaled = |p: &i32| (p * r * 2 + p.signum() * 16) / 32;
            d.push_str(&(x + scaled(px)).to_string());
            d.push(' ');
            d.push_str(&(y + scaled(py)).to_string());
        }
    }
    d
}
