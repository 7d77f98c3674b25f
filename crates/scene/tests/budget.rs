//! However much there is to show, the picture stays within its number of shapes.

mod long;

use std::rc::Rc;

use highwater_phrase::Lang;
use highwater_protocol::Generation;
use highwater_scenario::{Overrides, Timeline};
use highwater_scene::draw::{self, Clock, Shape, Style};
use highwater_scene::layout::{Layout, Size};
use highwater_scene::{Scene, View, course};
use long::{LONG_LOGS, NINE_BROKERS, text};

/// A shape with all that is in it.
fn count(shapes: &[Shape]) -> usize {
    let inner = |shape: &Shape| match shape {
        Shape::Group(group) => 1 + count(&group.shapes),
        _ => 1,
    };
    shapes.iter().map(inner).sum()
}

/// The most shapes of a whole picture, and of a single log with its flags, in a run at a width.
fn most(timeline: &Timeline, width: i32, pan: Option<u32>) -> (usize, usize) {
    let course = course(timeline.events());
    let (mut all, mut lane) = (0, 0);
    let step = timeline.len() / 12 + 1;
    for position in (0..timeline.len()).step_by(step).chain([timeline.len()]) {
        let state = timeline.state_at(position);
        let scene = Scene::of(&state, View { recent: &[], course: &course, pan });
        let layout = Layout::new(&scene, width, Lang::Ko);
        let figure = draw::figure(&scene, &layout, Lang::Ko);
        let messages = draw::messages(&scene, &layout, Clock::at(scene.at), Lang::Ko);
        // A broker's part is two groups more in a page: what is pressed, and what lies over it.
        let parts = figure.parts.iter().map(|part| 3 + count(&part.shapes));
        all = all.max(parts.sum::<usize>() + count(&messages));
        let groups = figure.parts.iter().flat_map(|part| &part.shapes);
        let lanes = groups.filter_map(|shape| match shape {
            Shape::Group(group) if group.class[0] == Style::Lane => Some(1 + count(&group.shapes)),
            _ => None,
        });
        lane = lane.max(lanes.max().unwrap_or(0));
    }
    (all, lane)
}

#[test]
fn long_logs_and_many_brokers_stay_within_the_budget() {
    // Without an epoch cache and with one, which is a row more.
    for (scenario, generation) in [
        (LONG_LOGS, Generation::Hw),
        (LONG_LOGS, Generation::Kip320),
        (NINE_BROKERS, Generation::Kip320),
    ] {
        let overrides = Overrides::of_generation(generation);
        let timeline = Timeline::play(Rc::new(text(scenario)), overrides);
        let timeline = timeline.expect("the scenario fits together");
        for width in [296, 334, 598, 866, 1_000] {
            for pan in [None, Some(0), Some(700)] {
                let (all, lane) = most(&timeline, width, pan);
                let budget = if Size::of(width) == Size::Large { 1_200 } else { 600 };
                assert!(all <= budget, "{all} shapes at {width} px, from {pan:?}");
                assert!(lane <= 60, "{lane} shapes in a lane at {width} px, from {pan:?}");
            }
        }
    }
}
