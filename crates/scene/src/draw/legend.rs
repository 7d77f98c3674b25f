//! The legend: every shape that carries meaning, with its name, inside the picture.

use highwater_phrase::{Label, Lang};

use crate::draw::measure::width;
use crate::draw::trace::trace;
use crate::draw::{Anchor, Class, Part, Shape, Style, key};
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
        for (class, strokes) in drawn(sample) {
            shapes.push(Shape::path(*class, trace("M# #", &[x, y]) + strokes));
        }
        let at = (x + lead(sample), y);
        shapes.push(Shape::text(
            [Style::Small, Style::None, Style::None],
            Anchor::Start,
            at,
            label.text(lang),
        ));
    }
    Part {
        key: key::LEGEND,
        class: [Style::Legend, Style::None, Style::None],
        broker: None,
        shapes,
    }
}

const SQUARE: &str = "m0 -7a3 3 0 0 1 3 -3h6a3 3 0 0 1 3 3v6a3 3 0 0 1 -3 3h-6a3 3 0 0 1 -3 -3z";
const RING: &str = "m0 -4a6 6 0 1 1 12 0a6 6 0 1 1 -12 0z";
const BAR: &str = "m0 -8h20v5h-20z";

/// The shapes of a sample: paths that begin at the left end of its base line.
fn drawn(sample: Sample) -> &'static [(Class, &'static str)] {
    match sample {
        Sample::Hues => &[
            ([Style::Cell, Style::E0, Style::Solid], "m0 -10h8v12h-8z"),
            ([Style::Cell, Style::E1, Style::Solid], "m9 -10h8v12h-8z"),
            ([Style::Cell, Style::E2, Style::Solid], "m18 -10h8v12h-8z"),
            ([Style::Cell, Style::E3, Style::Solid], "m27 -10h8v12h-8z"),
        ],
        Sample::Committed => &[([Style::Cell, Style::Plain, Style::Solid], SQUARE)],
        Sample::Uncommitted => &[([Style::Cell, Style::Plain, Style::Open], SQUARE)],
        Sample::Lost => &[
            ([Style::Ghost, Style::Lost, Style::None], SQUARE),
            ([Style::Strike, Style::Lost, Style::None], "m0 2l12 -12m0 12l-12 -12"),
        ],
        Sample::Cut => &[
            ([Style::Ghost, Style::Cut, Style::None], SQUARE),
            ([Style::Strike, Style::Cut, Style::None], "m0 2l12 -12"),
        ],
        Sample::Scar => &[(
            [Style::Scar, Style::None, Style::None],
            "m-1 -4a7 7 0 1 0 14 0a7 7 0 1 0 -14 0zm4 -3l6 6m0 -6l-6 6",
        )],
        Sample::Disk => &[
            ([Style::Cell, Style::Plain, Style::Solid], SQUARE),
            ([Style::Disk, Style::Plain, Style::Solid], "m2 -1h8"),
        ],
        Sample::Gap => &[([Style::Cell, Style::Plain, Style::Solid], BAR)],
        Sample::Epochs => &[([Style::Epoch, Style::Plain, Style::None], BAR)],
        Sample::Leo => &[([Style::FlagLeo, Style::None, Style::None], "m6 0l-5 -9h10z")],
        Sample::Hw => &[([Style::FlagHw, Style::None, Style::None], "m6 -9l-5 9h10z")],
        Sample::Isr => &[([Style::Ring, Style::Isr, Style::None], RING)],
        Sample::Elr => &[([Style::Ring, Style::Elr, Style::None], RING)],
        Sample::Outside => &[([Style::Ring, Style::Outside, Style::None], RING)],
        Sample::Waiting => &[([Style::Waiting, Style::None, Style::None], RING)],
        Sample::Control => {
            &[([Style::Pill, Style::Metadata, Style::None], "m0 -4l5 -6h10l5 6l-5 6h-10z")]
        }
        Sample::Moved => &[([Style::Trail, Style::None, Style::None], "m0 -7v5m0 -3h20")],
        Sample::Tracks => &[
            ([Style::TrackLine, Style::Ask, Style::None], "m0 -4h13"),
            ([Style::TrackLine, Style::None, Style::None], "m17 -4h13"),
        ],
    }
}
