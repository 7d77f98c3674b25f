//! The legend: every shape that carries meaning, with its name, inside the picture.

use highwater_phrase::{Label, Lang};

use crate::draw::measure::width;
use crate::draw::{Anchor, Part, Shape, key};
use crate::layout::Box4;
use crate::layout::{LEGEND_ROW, Layout};
use crate::model::Scene;

/// What a sample shows.
#[derive(Clone, Copy)]
enum Sample {
    Committed,
    Uncommitted,
    Lost,
    Disk,
    Hues,
    Leo,
    Hw,
    Isr,
    Elr,
    Outside,
    Waiting,
    Control,
}

const SAMPLE_WIDTH: i32 = 18;
const GAP: i32 = 18;

/// The items of the legend, each with its place on a base line.
fn flow(scene: &Scene, place: Box4, lang: Lang) -> Vec<(Sample, Label, (i32, i32))> {
    let with_elr = scene.generation == highwater_phrase::GenerationWord::Elr;
    let items = [
        (Sample::Hues, Label::HueIsEpoch),
        (Sample::Committed, Label::Committed),
        (Sample::Uncommitted, Label::Uncommitted),
        (Sample::Lost, Label::LostRecord),
        (Sample::Disk, Label::OnDisk),
        (Sample::Leo, Label::LeoLegend),
        (Sample::Hw, Label::HwLegend),
        (Sample::Isr, Label::InIsr),
        (Sample::Elr, Label::InElr),
        (Sample::Outside, Label::OutOfIsr),
        (Sample::Waiting, Label::WaitingFetch),
        (Sample::Control, Label::ControlMessage),
    ];
    let (mut x, mut y) = (place.x, place.y + 14);
    let mut placed = Vec::new();
    for (sample, label) in items {
        if matches!(sample, Sample::Elr) && !with_elr {
            continue;
        }
        let w = lead(sample) + width(label.text(lang), 11) + GAP;
        if place.x < x && place.x + place.w < x + w - GAP {
            x = place.x;
            y += LEGEND_ROW;
        }
        placed.push((sample, label, (x, y)));
        x += w;
    }
    placed
}

/// How much room the sample takes before its name.
fn lead(sample: Sample) -> i32 {
    if matches!(sample, Sample::Hues) { 4 * 9 + 6 } else { SAMPLE_WIDTH }
}

/// How high the legend is in a place of this width.
pub(crate) fn legend_height(scene: &Scene, place: Box4, lang: Lang) -> i32 {
    let last = flow(scene, place, lang).last().map(|(_, _, (_, y))| *y);
    last.unwrap_or(place.y) - place.y + 6
}

pub(super) fn legend(scene: &Scene, layout: &Layout, lang: Lang) -> Part {
    let mut shapes = Vec::new();
    for (sample, label, (x, y)) in flow(scene, layout.legend, lang) {
        shapes.extend(draw(sample, x, y));
        let at = (x + lead(sample), y);
        shapes.push(Shape::text(["s", "", ""], Anchor::Start, at, label.text(lang)));
    }
    Part { key: key::LEGEND, class: ["legend", "", ""], broker: None, shapes }
}

fn draw(sample: Sample, x: i32, y: i32) -> Vec<Shape> {
    let top = y - 10;
    let square = |class| Shape::Rect { class, x, y: top, w: 12, h: 12, r: 3 };
    let ring = |kind| Shape::Circle { class: ["ring", kind, ""], cx: x + 6, cy: y - 4, r: 6 };
    match sample {
        Sample::Hues => ["e0", "e1", "e2", "e3"]
            .into_iter()
            .enumerate()
            .map(|(index, hue)| Shape::Rect {
                class: ["cell", hue, "solid"],
                x: x + index as i32 * 9,
                y: top,
                w: 8,
                h: 12,
                r: 2,
            })
            .collect(),
        Sample::Committed => vec![square(["cell", "plain", "solid"])],
        Sample::Uncommitted => vec![square(["cell", "plain", "open"])],
        Sample::Lost => vec![
            square(["ghost", "lost", ""]),
            Shape::path(["strike", "lost", ""], format!("M{x} {}l12 -12", top + 12)),
        ],
        Sample::Disk => vec![
            square(["cell", "plain", "solid"]),
            Shape::path(["disk", "plain", "solid"], format!("M{} {}h8", x + 2, top + 9)),
        ],
        Sample::Leo => vec![Shape::path(
            ["flag-leo", "", ""],
            format!("M{} {y}L{} {}h10Z", x + 6, x + 1, y - 9),
        )],
        Sample::Hw => vec![Shape::path(
            ["flag-hw", "", ""],
            format!("M{} {}L{} {y}h10Z", x + 6, y - 9, x + 1),
        )],
        Sample::Isr => vec![ring("isr")],
        Sample::Elr => vec![ring("elr")],
        Sample::Outside => vec![ring("outside")],
        Sample::Waiting => {
            vec![Shape::Circle { class: ["waiting", "", ""], cx: x + 6, cy: y - 4, r: 6 }]
        }
        Sample::Control => vec![Shape::path(
            ["diamond", "metadata", ""],
            format!("M{} {}l5 5l-5 5l-5 -5Z", x + 6, y - 9),
        )],
    }
}
