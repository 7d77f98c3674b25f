//! One cell of the map, found by a search for each measure.

use crate::kafka::{Fault, Kafka, Step};
use crate::map::place::{MapBounds, Measure, Place};
use crate::search::{Limit, Progress};
use crate::session::{Report, Run, Stage};

/// The fewest faults to something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fewest {
    /// So many.
    Faults(u8),
    /// More than so many: every schedule with up to so many faults was seen.
    MoreThan(u8),
    /// A limit was hit before even schedules without a fault were all seen.
    Unknown,
}

/// A place with what was measured there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    /// Where it is.
    pub place: Place,
    pub(super) fewest: [Fewest; Measure::ALL.len()],
}

impl Cell {
    /// What was measured.
    #[must_use]
    pub fn fewest(&self, measure: Measure) -> Fewest {
        self.fewest[measure as usize]
    }
}

/// The searches of one cell under way.
pub struct CellSearch {
    place: Place,
    bounds: MapBounds,
    /// What was measured, in the order of [`Measure::ALL`].
    found: Vec<Fewest>,
    /// The schedule that loses a record with the fewest faults.
    losing: Vec<Step>,
    search: Option<Run<Kafka>>,
    progress: Progress,
}

impl CellSearch {
    /// A cell of which nothing is known.
    #[must_use]
    pub fn new(place: Place, bounds: MapBounds) -> CellSearch {
        CellSearch {
            place,
            bounds,
            found: Vec::new(),
            losing: Vec::new(),
            search: None,
            progress: Progress::default(),
        }
    }

    /// Goes on until about so many successors more were computed, or until all is measured; returns
    /// the cell then. Of settings that can't be explored nothing is known.
    pub fn run(&mut self, successors: u64) -> Option<Cell> {
        let mut left = successors;
        while let Some(measure) = Measure::ALL.get(self.found.len()).copied() {
            if let Some(known) = self.known_already(measure) {
                self.found.push(known);
                continue;
            }
            if left == 0 {
                return None;
            }
            let before = self.progress.generated;
            if let Some(fewest) = self.look(measure, left) {
                self.found.push(fewest);
            }
            left = left.saturating_sub((self.progress.generated - before).max(1));
        }
        self.cell()
    }

    /// The cell, if all is measured.
    #[must_use]
    pub fn cell(&self) -> Option<Cell> {
        let fewest = <[Fewest; Measure::ALL.len()]>::try_from(self.found.as_slice()).ok()?;
        Some(Cell { place: self.place, fewest })
    }

    /// Figures of the search that was looked at last; what was generated is counted over all.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress
    }

    fn look(&mut self, measure: Measure, successors: u64) -> Option<Fewest> {
        let mut run = match self.search.take() {
            Some(run) => run,
            None => match self.place.request(measure, self.bounds).start() {
                Ok(run) => run,
                Err(_) => return Some(Fewest::Unknown),
            },
        };
        let before = run.report().progress.generated;
        let Report { stage, progress } = run.run(successors);
        let generated = self.progress.generated + progress.generated - before;
        self.progress = Progress { generated, ..progress };
        let faults = progress.faults as u8;
        Some(match stage {
            Stage::Working => {
                self.search = Some(run);
                return None;
            }
            Stage::Violated => {
                if measure == Measure::Lose {
                    self.losing = run.trace().map(|trace| trace.actions()).unwrap_or_default();
                }
                Fewest::Faults(faults)
            }
            Stage::Exhausted => Fewest::MoreThan(self.bounds.faults),
            // Longer schedules may have fewer faults.
            Stage::LimitHit(Limit::Depth) => Fewest::Unknown,
            // Schedules with fewer faults than those that were looked at last were all seen.
            Stage::LimitHit(_) => faults.checked_sub(1).map_or(Fewest::Unknown, Fewest::MoreThan),
        })
    }

    /// What a measure that allows less than [`Measure::Lose`] owes to it: what can't happen at all
    /// can't happen then, and a schedule that keeps to less shows that as few are enough.
    fn known_already(&self, measure: Measure) -> Option<Fewest> {
        if !matches!(measure, Measure::LoseOneUnclean | Measure::LoseDisksKept) {
            return None;
        }
        let lose = *self.found.first()?;
        match lose {
            Fewest::MoreThan(_) => Some(lose),
            Fewest::Faults(_) => keeps_to(&self.losing, measure).then_some(lose),
            Fewest::Unknown => None,
        }
    }
}

/// Whether a schedule has only the faults that a measure allows.
fn keeps_to(steps: &[Step], measure: Measure) -> bool {
    let limits = measure.faults(u8::MAX);
    Fault::KINDS.iter().all(|(kind, _)| {
        let of_kind = |step: &&Step| matches!(step, Step::Fault(fault) if fault.kind() == *kind);
        steps.iter().filter(of_kind).count() <= usize::from(limits.of(*kind))
    })
}
