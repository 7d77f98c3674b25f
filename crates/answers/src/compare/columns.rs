//! The runs behind the columns: the scenario under each column's settings, with what a reader has
//! done to the run that is asked about done again as far as it goes.

use std::rc::Rc;

use highwater_engine::Cluster;
use highwater_scenario::{Deed, Overrides, Timeline};

use crate::moment::Moment;

/// The runs of the columns that were asked for last, so that asking at another position is cheap.
/// They belong to one run: whoever makes another one begins with none.
#[derive(Default)]
pub struct Columns {
    played: Vec<Rc<Played>>,
}

/// A run under a column's settings.
pub(super) struct Played {
    settings: Overrides,
    /// `None` where the scenario can't be played like that.
    timeline: Option<Timeline>,
    /// How many of the reader's deeds were done again.
    done: usize,
}

/// One column at its position.
pub(super) struct Column<'a> {
    pub(super) settings: Overrides,
    pub(super) position: usize,
    run: Run<'a>,
}

enum Run<'a> {
    /// The run that is asked about.
    Own(&'a Timeline),
    Other(Rc<Played>),
}

impl Columns {
    /// The columns for settings that are laid over the run's own.
    pub(super) fn of<'a>(&mut self, moment: Moment<'a>, settings: &[Overrides]) -> Vec<Column<'a>> {
        let timeline = moment.timeline;
        let columns: Vec<Column<'a>> = settings
            .iter()
            .map(|settings| {
                let settings = settings.over(timeline.overrides());
                let own = plain(&settings, timeline) == plain(timeline.overrides(), timeline);
                let run =
                    if own { Run::Own(timeline) } else { Run::Other(self.run(moment, settings)) };
                let mut column = Column { settings, position: moment.position, run };
                if let Run::Other(_) = column.run {
                    column.position = column.timeline().map_or(0, |other| place(moment, other));
                }
                column
            })
            .collect();
        let used = |played: &Rc<Played>| {
            columns
                .iter()
                .any(|column| matches!(&column.run, Run::Other(run) if Rc::ptr_eq(run, played)))
        };
        self.played.retain(used);
        columns
    }

    fn run(&mut self, moment: Moment<'_>, settings: Overrides) -> Rc<Played> {
        if let Some(known) = self.played.iter().find(|played| played.settings == settings) {
            return Rc::clone(known);
        }
        let played = Rc::new(play(moment.timeline, settings));
        self.played.push(Rc::clone(&played));
        played
    }
}

impl Column<'_> {
    /// Its run; `None` where the scenario can't be played under its settings.
    pub(super) fn timeline(&self) -> Option<&Timeline> {
        match &self.run {
            Run::Own(timeline) => Some(timeline),
            Run::Other(played) => played.timeline.as_ref(),
        }
    }

    /// The cluster at its position.
    pub(super) fn cluster(&self) -> Option<Rc<Cluster>> {
        self.timeline().map(|timeline| timeline.state_at(self.position))
    }

    /// How many of so many deeds were done again.
    pub(super) fn done(&self, all: usize) -> usize {
        match &self.run {
            Run::Own(_) => all,
            Run::Other(played) => played.done,
        }
    }
}

/// Settings with the generation that they come to, to be compared.
fn plain(settings: &Overrides, timeline: &Timeline) -> Overrides {
    let generation = settings.generation.or(Some(timeline.scenario().generation));
    Overrides { generation, ..*settings }
}

fn play(own: &Timeline, settings: Overrides) -> Played {
    let mut played = Played { settings, timeline: None, done: 0 };
    let Ok(mut timeline) = Timeline::play(Rc::clone(own.scenario()), settings) else {
        return played;
    };
    for deed in own.deeds() {
        // Another run gets to a time by other steps; a reader acted at a time.
        let position = at_the_same_time(own, deed.position, &timeline);
        if timeline.repeat(&[Deed { position, act: deed.act.clone() }]) == 0 {
            break;
        }
        played.done += 1;
    }
    played.timeline = Some(timeline);
    played
}

/// Whether the moment is the end of its run: then the ends of all columns are compared.
pub(super) fn is_at_end(moment: Moment<'_>) -> bool {
    moment.timeline.len() <= moment.position
}

/// Where another run stands at the moment: at the same time, or at its end if the run is at its.
fn place(moment: Moment<'_>, other: &Timeline) -> usize {
    if is_at_end(moment) {
        return other.len();
    }
    at_the_same_time(moment.timeline, moment.position, other)
}

/// The position of another run at the same ms, after as many steps of that ms.
fn at_the_same_time(own: &Timeline, position: usize, other: &Timeline) -> usize {
    let at = own.time_at(position);
    let first =
        |timeline: &Timeline| at.checked_sub(1).map_or(0, |before| timeline.position_at(before));
    let within = position.saturating_sub(first(own));
    (first(other) + within).min(other.position_at(at))
}
