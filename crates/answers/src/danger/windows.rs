//! When, in a run, one fault would have been enough.

use highwater_engine::Weight;
use highwater_scenario::Timeline;

use super::fault::Fault;
use super::trial::{Trial, Until};

/// How many engine steps are spent on the windows of one run. What was not looked at then counts as
/// neither dangerous nor safe.
pub const WINDOW_STEPS_MAX: u32 = 1_000_000;

/// The windows of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Windows {
    /// From which position to which, both included, one fault breaks a promise.
    pub ranges: Vec<(usize, usize)>,
    /// For each of them a fault that does so at its beginning.
    pub examples: Vec<Fault>,
    /// Up to which position it was looked at.
    pub until: usize,
    /// How many engine steps that took.
    pub steps: u32,
}

/// The ranges of positions in which some single fault breaks a promise that is kept without it. It is
/// looked at wherever something on the stage has changed, and taken to stay so until the next such
/// position.
#[must_use]
pub fn windows(timeline: &Timeline) -> Windows {
    let mut found = Windows { until: timeline.len(), ..Windows::default() };
    let (mut open, mut last) = (None, None);
    for position in stops(timeline) {
        if WINDOW_STEPS_MAX <= found.steps {
            found.until = position - 1;
            break;
        }
        let (fault, steps) = dangerous(timeline, position, last);
        found.steps += steps;
        match (fault, open) {
            (Some(fault), None) => {
                open = Some(position);
                found.examples.push(fault);
            }
            (None, Some(from)) => {
                found.ranges.push((from, position - 1));
                open = None;
            }
            _ => {}
        }
        last = fault.or(last);
    }
    found.ranges.extend(open.map(|from| (from, found.until)));
    found
}

/// The positions that are looked at: the start, and each that a change on the stage led to.
fn stops(timeline: &Timeline) -> impl Iterator<Item = usize> {
    let changed = timeline.frames().map(|frame| Weight::Meaningful <= frame.weight);
    let changed = changed.zip(1..).filter(|(changed, _)| *changed).map(|(_, position)| position);
    std::iter::once(0).chain(changed)
}

/// A fault that breaks a promise at a position, and how many steps it took to find it or to know
/// that there is none.
fn dangerous(timeline: &Timeline, position: usize, last: Option<Fault>) -> (Option<Fault>, u32) {
    let state = timeline.state_at(position);
    let mut faults = Fault::possible(&state);
    // What was dangerous a moment ago most likely still is.
    if let Some(place) = faults.iter().position(|fault| Some(*fault) == last) {
        faults.swap(0, place);
    }
    let quiet = Trial::without_fault(&state);
    let mut steps = quiet.steps;
    let found = faults.into_iter().find(|fault| {
        let trial = Trial::play(&state, &quiet, *fault, Until::Broken);
        steps += trial.steps;
        trial.is_dangerous()
    });
    (found, steps)
}
