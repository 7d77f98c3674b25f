//! Which offsets deserve a closer look: those around which anything ends.
//!
//! It finds offsets; how many of them have room is decided by the layout.

use highwater_engine::event::{Event, Fact};
use highwater_engine::{Cluster, PartitionId};

use crate::model::{PartitionView, Span};
use std::rc::Rc;

/// So many offsets before the last one are looked at one by one: no axis has cells for more.
const CELLS_MAX: u32 = 20;

/// A run with more ends than this is a run of the tail, not of places.
const COURSE_MAX: usize = 24;

/// The ends of a run, ascending: wherever a log or a high watermark ends at any time in it. If
/// there are too many, only the last one, up to which the axis has to go.
///
/// A picture whose axis was made for all of them stands still while the run is played.
#[must_use]
pub fn course<'a>(events: impl Iterator<Item = &'a Event>) -> Vec<u32> {
    let mut ends = Vec::new();
    let mut last = 0;
    for event in events {
        let (from, to) = match &event.fact {
            Fact::Appended { first, end, .. } => (first, end),
            Fact::Replicated { from, to, .. }
            | Fact::Removed { from, to, .. }
            | Fact::HighWatermarkMoved { from, to, .. } => (from, to),
            _ => continue,
        };
        last = last.max(from.0).max(to.0);
        if ends.len() < COURSE_MAX {
            insert(&mut ends, from.0);
            insert(&mut ends, to.0);
        }
    }
    if ends.len() < COURSE_MAX { ends } else { vec![last] }
}

fn insert(ends: &mut Vec<u32>, end: u32) {
    if let Err(place) = ends.binary_search(&end) {
        ends.insert(place, end);
    }
}

/// What ends at this moment, ascending.
pub(super) fn ends(cluster: &Cluster, partitions: &[Rc<PartitionView>]) -> Vec<u32> {
    let mut ends = Vec::new();
    for partition in partitions {
        let copies = cluster.brokers().iter();
        for copy in copies.filter_map(|home| home.replica(PartitionId(partition.id))) {
            insert(&mut ends, copy.log.end().0);
            insert(&mut ends, copy.log.high_watermark().0);
        }
        if let Some(guide) = partition.guide {
            insert(&mut ends, guide.offset);
        }
    }
    ends
}

/// The offsets on both sides of ends, as spans that keep their distance.
pub(super) fn around(ends: &[u32], first: u32) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for end in ends {
        let near = Span { from: end.saturating_sub(BEFORE).max(first), to: end + 1 };
        match spans.last_mut() {
            Some(last) if near.from <= last.to + APART => last.to = near.to,
            _ => spans.push(near),
        }
    }
    spans
}

/// The offsets from one on that a reader chose.
pub(super) fn from(first: u32, all: Span) -> Span {
    let from = first.min(all.to.saturating_sub(CELLS_MAX)).max(all.from);
    Span { from, to: (from + CELLS_MAX).min(all.to) }
}

/// The offsets around ends of a run and of this moment, and the last ones of all.
pub(super) fn looked(course: &[u32], mut ends: Vec<u32>, all: Span) -> Vec<Span> {
    course.iter().for_each(|end| insert(&mut ends, *end));
    let tail = Span { from: all.to.saturating_sub(CELLS_MAX).max(all.from), to: all.to };
    let mut spans = around(&ends, all.from);
    spans.retain(|span| span.from < tail.from);
    match spans.last_mut() {
        Some(last) if tail.from <= last.to => last.to = tail.to,
        _ => spans.push(tail),
    }
    spans
}

/// How many records are shown before an end.
const BEFORE: u32 = 2;

/// A gap no longer than this is no gap: to say how long it is takes more room than to show it.
const APART: u32 = 2;

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(ends: &[u32]) -> Vec<(u32, u32)> {
        around(ends, 0).iter().map(|span| (span.from, span.to)).collect()
    }

    #[test]
    fn ends_that_are_close_share_a_span() {
        assert_eq!(spans(&[0, 1]), [(0, 2)]);
        assert_eq!(spans(&[100, 200]), [(98, 101), (198, 201)]);
        assert_eq!(spans(&[100, 105]), [(98, 106)]);
        assert_eq!(spans(&[100, 106]), [(98, 101), (104, 107)]);
        assert_eq!(spans(&[]), []);
    }

    #[test]
    fn all_that_is_looked_at_is_in_order_and_apart() {
        let span = |from, to| Span { from, to };
        let all = span(0, 1_000);
        assert_eq!(
            looked(&[8, 93], vec![12, 950], all),
            [span(6, 13), span(91, 94), span(948, 951), span(980, 1_000)]
        );
        assert_eq!(looked(&[970], vec![981], all), [span(968, 971), span(979, 1_000)]);
        assert_eq!(looked(&[], vec![3], span(0, 20)), [span(0, 20)]);
        assert_eq!(from(990, all), span(980, 1_000));
        assert_eq!(from(3, all), span(3, 23));
    }
}
