//! A scenario in time: played, stepped forwards and backwards, changed in the past.
//!
//! Positions are between frames: position 0 is the start, position `len()` the end. Acting makes a
//! branch of its own that shares the past; every earlier branch stays as it was and can be
//! selected again. Nothing here knows how a position is shown.

use std::rc::Rc;

use highwater_engine::command::Command;
use highwater_engine::start::ConfigError;
use highwater_engine::{Cluster, Event, EventId, Fact, Refusal, Weight};
use highwater_protocol::lag::Millis;

use crate::overrides::Overrides;
use crate::prediction::Prediction;
use crate::recording::{Frame, Recording};
use crate::run::{self, Expectation, FRAMES_MAX, Played, SETTLE_MS_MAX, ScriptEnd};
use crate::script::{Scenario, Text};

/// Which way to step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// To later positions.
    Forward,
    /// To earlier positions.
    Backward,
}

/// The number of a branch; 0 is the scenario as it was played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BranchId(pub usize);

/// A branch, as a list of branches shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchInfo {
    /// Its number.
    pub id: BranchId,
    /// Where it comes from; `None` for the scenario itself.
    pub origin: Option<Origin>,
}

/// How a branch began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The branch it was made from.
    pub parent: BranchId,
    /// The position of the parent at which it leaves it.
    pub position: usize,
    /// The time there.
    pub at: Millis,
    /// What was done.
    pub command: Rc<Command>,
}

/// Something a reader did to a run, with the position at which it was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// The position.
    pub position: usize,
    /// What was done there.
    pub act: DeedAct,
}

/// What a reader can do to a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeedAct {
    /// A command, which makes a branch.
    Command(Rc<Command>),
    /// The end was put off by so many ms.
    Advance(Millis),
}

struct Branch {
    origin: Option<Origin>,
    recording: Recording,
    /// What was done since the scenario itself, in order.
    deeds: Vec<Deed>,
}

/// A played scenario and everything that was tried on it.
pub struct Timeline {
    scenario: Rc<Scenario>,
    overrides: Overrides,
    played: Played,
    branches: Vec<Branch>,
    selected: BranchId,
    /// Branches that were undone, the latest last.
    undone: Vec<BranchId>,
}

impl Timeline {
    /// Plays a scenario to the end of its script, and on until the cluster is quiet.
    ///
    /// # Errors
    /// A [`ConfigError`] for a scenario that was put together by hand and does not fit; one that
    /// was read from text always does.
    pub fn play(scenario: Rc<Scenario>, overrides: Overrides) -> Result<Timeline, ConfigError> {
        let start = Cluster::start(overrides.config(&scenario))?;
        let mut recording = Recording::new(start);
        let played = run::play(&scenario, &overrides, &mut recording);
        settle(&mut recording);
        Ok(Timeline {
            scenario,
            overrides,
            played,
            branches: vec![Branch { origin: None, recording, deeds: Vec::new() }],
            selected: BranchId(0),
            undone: Vec::new(),
        })
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &Rc<Scenario> {
        &self.scenario
    }

    /// The settings it was played under.
    #[must_use]
    pub fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// How the script ended.
    #[must_use]
    pub fn script_end(&self) -> &ScriptEnd {
        &self.played.end
    }

    /// What came of the script's expectations, in order.
    #[must_use]
    pub fn expectations(&self) -> &[Expectation] {
        &self.played.expectations
    }

    fn branch(&self) -> &Branch {
        &self.branches[self.selected.0]
    }

    fn recording(&self) -> &Recording {
        &self.branch().recording
    }

    /// How many frames the selected branch has; the last position.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "position 0 always exists")]
    pub fn len(&self) -> usize {
        self.recording().len()
    }

    /// The frame that leads from position `index` to position `index + 1`.
    #[must_use]
    pub fn frame(&self, index: usize) -> Option<&Frame> {
        self.recording().frame(index)
    }

    /// Every frame of the selected branch.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &Frame> {
        self.recording().frames()
    }

    /// Every event of the selected branch.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = &Event> {
        self.recording().events()
    }

    /// The events that happened on the way to this position from the one before.
    #[must_use]
    pub fn events_at(&self, position: usize) -> &[Event] {
        position.checked_sub(1).map_or(&[], |index| self.recording().events_of(index))
    }

    /// An event of the selected branch.
    #[must_use]
    pub fn event(&self, id: EventId) -> Option<&Event> {
        self.recording().event(id)
    }

    /// The first position at which an event has happened.
    #[must_use]
    pub fn position_of(&self, id: EventId) -> Option<usize> {
        self.recording().position_of(id)
    }

    /// The time at a position.
    #[must_use]
    pub fn time_at(&self, position: usize) -> Millis {
        let index = position.min(self.len()).checked_sub(1);
        index.and_then(|index| self.frame(index)).map_or(0, |frame| frame.at)
    }

    /// The last position that is not later than this time.
    #[must_use]
    pub fn position_at(&self, at: Millis) -> usize {
        self.recording().position_at(at)
    }

    /// The cluster at a position.
    #[must_use]
    pub fn state_at(&self, position: usize) -> Rc<Cluster> {
        self.recording().state_at(position)
    }

    /// The cluster at the end of the selected branch.
    #[must_use]
    pub fn last(&self) -> &Cluster {
        self.recording().head()
    }

    /// Up to which position the selected branch is the scenario as it was played.
    #[must_use]
    fn told_until(&self) -> usize {
        let mut until = usize::MAX;
        let mut branch = self.branch();
        while let Some(origin) = &branch.origin {
            until = until.min(origin.position);
            branch = &self.branches[origin.parent.0];
        }
        until
    }

    /// The texts of the script on the selected branch, each with the position it is shown from.
    pub fn narrations(&self) -> impl DoubleEndedIterator<Item = (usize, &Text)> {
        let until = self.told_until();
        let says = self.played.says.iter().filter(move |(from, _)| *from <= until);
        says.map(|(from, text)| (*from, &**text))
    }

    /// What the script asks the reader on the selected branch, in order: only where the answer belongs to
    /// the branch, too.
    pub fn predictions(&self) -> impl Iterator<Item = &Prediction> {
        let until = self.told_until();
        self.played.asked.all.iter().filter(move |asked| asked.revealed_at <= until)
    }

    /// What is told at a position. Where a reader has taken over, the script has nothing to say.
    #[must_use]
    pub fn narration_at(&self, position: usize) -> Option<&Text> {
        if self.told_until() < position {
            return None;
        }
        self.narrations().take_while(|(from, _)| *from <= position).last().map(|(_, text)| text)
    }

    /// The nearest position at which something on the stage changed or something new is told.
    #[must_use]
    pub fn step_meaningful(&self, position: usize, direction: Direction) -> usize {
        let told: Vec<usize> = self.narrations().map(|(from, _)| from).collect();
        self.nearest(position, direction, |to| {
            let frame = to.checked_sub(1).and_then(|index| self.frame(index));
            frame.is_some_and(|frame| Weight::Meaningful <= frame.weight)
                || told.binary_search(&to).is_ok()
        })
    }

    /// The nearest position at which a leader has just answered a fetch.
    #[must_use]
    pub fn step_round(&self, position: usize, direction: Direction) -> usize {
        self.nearest(position, direction, |to| {
            let events = self.events_at(to);
            events.iter().any(|event| matches!(event.fact, Fact::FetchAnswered { .. }))
        })
    }

    /// The nearest position in a direction that is a stop, or the end that lies there.
    fn nearest(
        &self,
        position: usize,
        direction: Direction,
        is_stop: impl Fn(usize) -> bool,
    ) -> usize {
        let position = position.min(self.len());
        match direction {
            Direction::Forward => {
                (position + 1..=self.len()).find(|to| is_stop(*to)).unwrap_or(self.len())
            }
            Direction::Backward => (0..position).rev().find(|to| is_stop(*to)).unwrap_or(0),
        }
    }

    /// Does something at a position, on a new branch that becomes the selected one, and lets the
    /// cluster run until it is quiet. Returns the position right after the command.
    ///
    /// # Errors
    /// The cluster's [`Refusal`]; then there is no new branch.
    pub fn act(&mut self, position: usize, command: Command) -> Result<usize, Refusal> {
        let position = position.min(self.len());
        let mut recording = self.recording().fork(position);
        let at = recording.head().now();
        recording.command(command.clone())?;
        settle(&mut recording);
        let parent = self.selected;
        let command = Rc::new(command);
        // What the parent went through only later is not part of this branch.
        let past = self.deeds().iter().filter(|deed| deed.position < position);
        let mut deeds: Vec<Deed> = past.cloned().collect();
        deeds.push(Deed { position, act: DeedAct::Command(Rc::clone(&command)) });
        let origin = Origin { parent, position, at, command };
        self.selected = BranchId(self.branches.len());
        self.branches.push(Branch { origin: Some(origin), recording, deeds });
        self.undone.clear();
        Ok(position + 1)
    }

    /// Whether a command could be carried out at a position.
    ///
    /// # Errors
    /// The [`Refusal`] that [`Timeline::act`] would give.
    pub fn check(&self, position: usize, command: &Command) -> Result<(), Refusal> {
        self.state_at(position).check(command)
    }

    /// Lets the selected branch go on for so many simulated ms. Returns its new last position.
    pub fn advance(&mut self, ms: Millis) -> usize {
        let Branch { recording, deeds, .. } = &mut self.branches[self.selected.0];
        deeds.push(Deed { position: recording.len(), act: DeedAct::Advance(ms) });
        let until = recording.head().now().saturating_add(ms);
        recording.wait(until, FRAMES_MAX);
        recording.len()
    }

    /// What was done to the scenario to make the selected branch, in order.
    #[must_use]
    pub fn deeds(&self) -> &[Deed] {
        &self.branch().deeds
    }

    /// Does again what was done to another run of the same scenario. What is refused ends it; the
    /// number of deeds that were done is returned.
    pub fn repeat(&mut self, deeds: &[Deed]) -> usize {
        for (done, deed) in deeds.iter().enumerate() {
            match &deed.act {
                DeedAct::Advance(ms) => {
                    self.advance(*ms);
                }
                DeedAct::Command(command) => {
                    if self.act(deed.position, Command::clone(command)).is_err() {
                        return done;
                    }
                }
            }
        }
        deeds.len()
    }

    /// The branches that are worth a choice: the scenario, the selected one, and each that was not
    /// simply continued at its end.
    #[must_use]
    pub fn branches(&self) -> Vec<BranchInfo> {
        let continued = |id: BranchId| {
            self.branches.iter().any(|other| {
                other.origin.as_ref().is_some_and(|origin| {
                    origin.parent == id && origin.position == self.branches[id.0].recording.len()
                })
            })
        };
        let ids = (0..self.branches.len()).map(BranchId);
        ids.filter(|id| id.0 == 0 || *id == self.selected || !continued(*id))
            .map(|id| BranchInfo { id, origin: self.branches[id.0].origin.clone() })
            .collect()
    }

    /// The selected branch.
    #[must_use]
    pub fn selected(&self) -> BranchId {
        self.selected
    }

    /// Selects a branch, if there is one of this number.
    pub fn select(&mut self, branch: BranchId) {
        if branch.0 < self.branches.len() {
            self.selected = branch;
            self.undone.clear();
        }
    }

    /// Goes back to where the selected branch was made from. Returns the position there, or
    /// `None` on the scenario itself.
    pub fn undo(&mut self) -> Option<usize> {
        let origin = self.branch().origin.as_ref()?;
        let (parent, position) = (origin.parent, origin.position);
        self.undone.push(self.selected);
        self.selected = parent;
        Some(position)
    }

    /// Takes the last undo back. Returns the position right after the command.
    pub fn redo(&mut self) -> Option<usize> {
        let branch = self.undone.pop()?;
        self.selected = branch;
        self.branch().origin.as_ref().map(|origin| origin.position + 1)
    }
}

fn settle(recording: &mut Recording) {
    let until = recording.head().now().saturating_add(SETTLE_MS_MAX);
    recording.settle(until, FRAMES_MAX);
}
