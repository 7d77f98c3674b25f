//! Playing: how the reader's time becomes simulated time.
//!
//! A run has stretches of nothing and moments full of meaning. Between two stops simulated time
//! flows evenly, so that messages travel as they do in the cluster, but a long wait is not as long
//! for the reader; at a stop it rests, longer where there is something to read.

use highwater_engine::Weight;
use highwater_scenario::{Direction, Timeline};
use highwater_scene::draw::Clock;

/// Speeds in eighths of the normal one.
pub const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 128];

/// The normal one.
pub const SPEED_NORMAL: usize = 3;

/// The clock of a film that runs or stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Whether it plays.
    pub playing: bool,
    /// Eighths of a ms of rest that are left at this position.
    rest: u32,
    /// The stretch that is being played.
    stretch: Option<Stretch>,
    /// Micros of simulated time that have passed since the position.
    passed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stretch {
    until: usize,
    /// Simulated micros for one ms of the reader's.
    rate: u64,
}

/// What to do about motion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// Messages travel.
    Full,
    /// One step after the other, nothing moves between.
    Reduced,
}

/// How long the reader looks at one step when nothing moves, in ms.
const STILL_STEP: u32 = 1_200;

impl Player {
    /// Forgets what is between two positions.
    pub fn settle(&mut self) {
        self.rest = 0;
        self.stretch = None;
        self.passed = 0;
    }

    /// Starts to play.
    pub fn play(&mut self) {
        self.playing = true;
        self.rest = 0;
        self.stretch = None;
    }

    /// The moment that is shown.
    #[must_use]
    pub fn clock(&self, timeline: &Timeline, position: usize) -> Clock {
        Clock { micros: timeline.time_at(position) * 1_000 + self.passed }
    }

    /// Lets `ms` of the reader's time pass; returns the new position.
    pub fn advance(
        &mut self,
        timeline: &Timeline,
        position: usize,
        ms: u32,
        speed: usize,
        motion: Motion,
    ) -> usize {
        if !self.playing {
            return position;
        }
        let speed = SPEEDS.get(speed).copied().unwrap_or(8);
        // A tab that was hidden brings a long time at once; nobody wants to have missed it.
        let mut budget = ms.min(200) * speed;
        let mut position = position;
        // More frames than this in one tick are shown as one.
        for _ in 0..5_000 {
            if timeline.len() <= position {
                self.playing = false;
                self.settle();
                break;
            }
            if budget <= self.rest {
                self.rest -= budget;
                break;
            }
            budget -= self.rest;
            self.rest = 0;
            position = match motion {
                Motion::Full => self.travel(timeline, position, &mut budget),
                Motion::Reduced => {
                    self.passed = 0;
                    self.rest = STILL_STEP * 8;
                    timeline.step_meaningful(position, Direction::Forward)
                }
            };
            if budget == 0 {
                break;
            }
        }
        position
    }

    /// Travels towards the next frame, as far as `budget` (in eighths of a ms) lasts.
    fn travel(&mut self, timeline: &Timeline, position: usize, budget: &mut u32) -> usize {
        let stretch = self.stretch_at(timeline, position);
        let gap = timeline.time_at(position + 1).saturating_sub(timeline.time_at(position)) * 1_000;
        let missing = gap.saturating_sub(self.passed);
        let reach = u64::from(*budget) * stretch.rate / 8;
        if reach < missing {
            self.passed += reach;
            *budget = 0;
            return position;
        }
        *budget -= ((missing * 8).div_ceil(stretch.rate) as u32).min(*budget);
        self.passed = 0;
        let position = position + 1;
        if position == stretch.until {
            self.stretch = None;
            self.rest = rest_at(timeline, position) * 8;
        }
        position
    }

    fn stretch_at(&mut self, timeline: &Timeline, position: usize) -> Stretch {
        if let Some(stretch) = self.stretch.filter(|stretch| position < stretch.until) {
            return stretch;
        }
        let until = timeline.step_meaningful(position, Direction::Forward);
        let span = timeline.time_at(until).saturating_sub(timeline.time_at(position)) * 1_000;
        let stretch = Stretch { until, rate: (span / film_ms(span)).max(1) };
        self.stretch = Some(stretch);
        stretch
    }
}

/// How many ms of the reader's time so many simulated micros get: 45 for each of the first 30 ms,
/// then less and less.
fn film_ms(micros: u64) -> u64 {
    const EVEN: u64 = 30_000;
    if micros <= EVEN {
        return (micros * 45 / 1_000).max(1);
    }
    let doublings = u64::from((micros / EVEN).ilog2());
    let into = (micros >> doublings).saturating_sub(EVEN);
    1_350 + 260 * doublings + 260 * into / EVEN
}

/// How long to rest at a stop, in ms.
fn rest_at(timeline: &Timeline, position: usize) -> u32 {
    let index = position.saturating_sub(1);
    let weight = timeline.frame(index).map_or(Weight::Detail, |frame| frame.weight);
    let told = timeline.narrations().rev().find(|(from, _)| *from == position);
    let to_read = told.map_or(0, |(_, text)| {
        // Roughly what an adult reads: Korean is denser than English.
        (text.korean().chars().count() as u32 * 26).clamp(900, 4_200)
    });
    let look = match weight {
        Weight::Detail => 0,
        Weight::Meaningful => 320,
        Weight::Landmark => 1_300,
    };
    look.max(to_read)
}

#[cfg(test)]
#[expect(missing_docs, reason = "the runner finds tests in public modules only")]
pub mod tests {
    use super::*;

    #[wasm_bindgen_test::wasm_bindgen_test(unsupported = test)]
    fn long_waits_are_short_for_the_reader() {
        assert_eq!(film_ms(10_000), 450);
        assert_eq!(film_ms(30_000), 1_350);
        assert!(film_ms(500_000) < 2_700);
        assert!(film_ms(30_000_000) < 4_500);
        assert!(film_ms(100_000) < film_ms(200_000));
    }
}
