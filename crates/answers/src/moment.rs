//! The moment that is asked about.

use std::rc::Rc;

use highwater_engine::{Cluster, Event};
use highwater_phrase::Lang;
use highwater_scenario::Timeline;

/// A position of a run, and the language of the answer.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The run.
    pub timeline: &'a Timeline,
    /// The position; nothing that happens later is part of an answer unless it says so.
    pub position: usize,
    /// The language.
    pub lang: Lang,
}

impl<'a> Moment<'a> {
    /// The cluster at this moment.
    #[must_use]
    pub fn cluster(&self) -> Rc<Cluster> {
        self.timeline.state_at(self.position)
    }

    /// What has happened so far, the latest first, each with the position that it led to.
    pub fn past(&self) -> impl Iterator<Item = (usize, &'a Event)> + use<'a> {
        let timeline = self.timeline;
        (1..=self.position.min(timeline.len()))
            .rev()
            .flat_map(move |at| timeline.events_at(at).iter().rev().map(move |event| (at, event)))
    }
}
