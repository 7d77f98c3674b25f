//! The legend: every shape that carries meaning, with its name, inside the picture.

use highwater_phrase::{Label, Lang};

use crate::draw::log::{scar, strike};
use crate::draw::measure::width;
use crate::draw::trace::trace;
use crate::draw::{Anchor, Part, Shape, key};
use crate::layout::Box4;
use crate::layout::{LEGEND_ROW, Layout, Window};
use crate::model::Scene;

/// What a sample shows.
#[derive(Clone, Copy)]
enum Sample {
    Committed,
    Uncommitted,
    Lost,
    Cut,
    Scar,
    Disk,
    Gap,
    Hues,
    Epochs,
    Leo,
    Hw,
    Isr,
    Elr,
    Outside,
    Waiting,
    Control,
    Moved,
    Tracks,
}

const SAMPLE_WIDTH: i32 = 18;
const GAP: i32 = 18;

/// The items of the legend, each with its place on a base line.
fn flow(
    scene: &Scene,
    window: &Window,
    place: Box4,
    lang: Lang,
) -> Vec<(Sample, Label, (i32, i32))> {
    let with_elr = scene.generation == highwater_phrase::GenerationWord::Elr;
    let mut lanes = scene.brokers.iter().flat_map(|broker| &broker.lanes);
    let with_epochs = lanes.any(|lane| lane.epochs.is_some());
    let items = [
        (Sample::Hues, Label::HueIsEpoch),
        (Sample::Committed, Label::Committed),
        (Sample::Uncommitted, Label::Uncommitted),
        (Sample::Disk, Label::DiskLegend),
        (Sample::Cut, Label::CutRecord),
        (Sample::Lost, Label::LostRecord),
        (Sample::Scar, Label::ScarLegend),
        (Sample::Gap, Label::GapLegend),
        (Sample::Leo, Label::LeoLegend),
        (Sample::Hw, Label::HwLegend),
        (Sample::Moved, Label::MovedLegend),
        (Sample::Epochs, Label::EpochRowLegend),
        (Sample::Isr, Label::InIsr),
        (Sample::Elr, Label::InElr),
        (Sample::Outside, Label::OutOfIsr),
        (Sample::Tracks, Label::TrackLegend),
        (Sample::Waiting, Label::WaitingFetch),
        (Sample::Control, Label::ControlMessage),
    ];
    let (mut x, mut y) = (place.x, place.y + 14);
    let mut placed = Vec::new();
    for (sample, label) in items {
        let is_there = match sample {
            Sample::Elr => with_elr,
            Sample::Epochs => with_epochs,
            Sample::Gap => window.is_mixed(),
            _ => true,
        };
        if !is_there {
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
    match sample {
        Sample::Hues => 4 * 9 + 6,
        Sample::Tracks => 36,
        Sample::Control | Sample::Gap | Sample::Epochs | Sample::Moved => 26,
        _ => SAMPLE_WIDTH,
    }
}

/// How high the legend is in a place of this width.
pub(crate) fn legend_height(scene: &Scene, window: &Window, place: Box4, lang: Lang) -> i32 {
    let last = flow(scene, window, place, lang).last().map(|(_, _, (_, y))| *y);
    last.unwrap_or(place.y) - place.y + 6
}

pub(super) fn legend(scene: &Scene, layout: &Layout, lang: Lang) -> Part {
    let mut shapes = Vec::new();
    for (sample, label, (x, y)) in flow(scene, &layout.window, layout.legend, lang) {
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
        Sample::Lost => struck("lost", x, top),
        Sample::Cut => struck("cut", x, top),
        Sample::Scar => vec![scar((x + 6, y - 4))],
        Sample::Gap => vec![Shape::Rect {
            class: ["cell", "plain", "solid"],
            x,
            y: top + 3,
            w: 20,
            h: 6,
            r: 3,
        }],
        Sample::Epochs => {
            vec![Shape::Rect { class: ["epoch", "plain", ""], x, y: top + 4, w: 20, h: 4, r: 2 }]
        }
        Sample::Moved => {
            vec![Shape::path(["trail", "", ""], trace("M# #v5M# #h20", &[x, top + 3, x, top + 5]))]
        }
        Sample::Tracks => vec![
            Shape::line(["track-line", "ask", ""], (x, y - 4), (x + 13, y - 4)),
            Shape::line(["track-line", "", ""], (x + 17, y - 4), (x + 30, y - 4)),
        ],
        Sample::Disk => vec![
            square(["cell", "plain", "solid"]),
            Shape::path(["disk", "plain", "solid"], trace("M# #h8", &[x + 2, top + 9])),
        ],
        Sample::Leo => vec![Shape::path(
            ["flag-leo", "", ""],
            trace("M# #L# #h10Z", &[x + 6, y, x + 1, y - 9]),
        )],
        Sample::Hw => {
            vec![Shape::path(["flag-hw", "", ""], trace("M# #L# #h10Z", &[x + 6, y - 9, x + 1, y]))]
        }
        Sample::Isr => vec![ring("isr")],
        Sample::Elr => vec![ring("elr")],
        Sample::Outside => vec![ring("outside")],
        Sample::Waiting => {
            vec![Shape::Circle { class: ["waiting", "", ""], cx: x + 6, cy: y - 4, r: 6 }]
        }
        Sample::Control => {
            let d = trace("M# #l5 -6h10l5 6l-5 6h-10Z", &[x, y - 4]);
            vec![Shape::path(["pill", "metadata", ""], d)]
        }
    }
}

fn struck(kind: &'static str, x: i32, top: i32) -> Vec<Shape> {
    vec![
        Shape::Rect { class: ["ghost", kind, ""], x, y: top, w: 12, h: 12, r: 3 },
        strike(kind, (x, top + 12), (x + 12, top)),
    ]
}
