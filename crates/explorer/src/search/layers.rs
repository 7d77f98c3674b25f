//! Which states were found with how many faults in how many steps.
//!
//! States are numbered as they are found: layer by layer of faults, within a layer depth by
//! depth. So the states of one layer and depth are a range of numbers, and the ranges are all
//! that has to be remembered.

use std::ops::Range;

/// The ranges, by layer and depth.
#[derive(Default)]
pub(super) struct Layers {
    finished: Vec<Vec<Range<u32>>>,
}

impl Layers {
    /// How many layers were begun.
    pub(super) fn len(&self) -> usize {
        self.finished.len()
    }

    pub(super) fn begin_layer(&mut self) {
        self.finished.push(Vec::new());
    }

    /// Notes the states of the next depth of the latest layer.
    pub(super) fn finish_depth(&mut self, states: Range<u32>) {
        if let Some(layer) = self.finished.last_mut() {
            layer.push(states);
        }
    }

    /// The states of a layer and depth; empty if there are none.
    pub(super) fn states(&self, layer: usize, depth: usize) -> Range<u32> {
        let range = self.finished.get(layer).and_then(|layer| layer.get(depth));
        range.cloned().unwrap_or(0..0)
    }

    /// How many depths of a layer are finished.
    pub(super) fn depths(&self, layer: usize) -> usize {
        self.finished.get(layer).map_or(0, Vec::len)
    }

    /// Whether a finished layer has no state.
    pub(super) fn is_empty(&self, layer: usize) -> bool {
        self.finished.get(layer).is_none_or(|layer| layer.iter().all(Range::is_empty))
    }

    /// The layer and depth of a state in a finished range.
    pub(super) fn place_of(&self, state: u32) -> Option<(usize, usize)> {
        self.finished.iter().enumerate().find_map(|(layer, depths)| {
            let depth = depths.iter().position(|range| range.contains(&state))?;
            Some((layer, depth))
        })
    }
}
