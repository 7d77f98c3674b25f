//! Moving in time.

use highwater_scenario::Direction;

use super::{Source, Store};
use crate::intent::{Intent, StepMode};

/// How long time goes on when somebody wants more of a run that has come to rest, in ms.
const GO_ON_MS: u64 = 1_000;

impl Store {
    pub(super) fn move_in_time(&mut self, intent: Intent) {
        match intent {
            Intent::Tick(ms) => self.tick(ms),
            Intent::TogglePlay => self.toggle_play(),
            Intent::ToStart => self.go_to(0),
            Intent::ToEnd => self.go_to(self.timeline.len()),
            Intent::Step(direction, mode) => self.step(direction, mode.unwrap_or(self.mode)),
            Intent::Seek(position) => self.go_to(position),
            _ => {}
        }
    }

    /// Stands still at a position.
    pub(super) fn go_to(&mut self, position: usize) {
        self.player.playing = false;
        self.player.settle();
        self.position = position.min(self.timeline.len());
        self.menu = None;
        self.count_guesses();
    }

    fn tick(&mut self, ms: u32) {
        let (timeline, position) = (&self.timeline, self.position);
        self.position = self.player.advance(timeline, position, ms, self.speed, self.motion);
        if let Some(open) = self.next_open(position, self.position) {
            self.go_to(open);
        }
        self.count_guesses();
    }

    fn toggle_play(&mut self) {
        self.notice = None;
        if self.player.playing {
            self.player.playing = false;
            return;
        }
        if self.position == self.timeline.len() {
            if self.is_open_ended() {
                self.go_on();
            } else {
                self.position = 0;
                self.player.settle();
            }
        }
        self.player.play();
    }

    /// Whether a run has no end of its own, because a reader makes it.
    fn is_open_ended(&self) -> bool {
        self.source == Source::FreePlay || 0 < self.timeline.selected().0
    }

    fn go_on(&mut self) {
        let position = self.position;
        self.timeline.advance(GO_ON_MS);
        self.new_run();
        self.position = position;
    }

    fn step(&mut self, direction: Direction, mode: StepMode) {
        self.notice = None;
        let at_end = self.position == self.timeline.len();
        if direction == Direction::Forward && at_end && self.is_open_ended() {
            self.go_on();
        }
        let to = match (mode, direction) {
            (StepMode::Meaning, _) => self.timeline.step_meaningful(self.position, direction),
            (StepMode::Round, _) => self.timeline.step_round(self.position, direction),
            (StepMode::Event, Direction::Forward) => self.position + 1,
            (StepMode::Event, Direction::Backward) => self.position.saturating_sub(1),
        };
        self.go_to(self.next_open(self.position, to).unwrap_or(to));
    }
}
