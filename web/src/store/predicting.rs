//! What the script asks the reader, what was answered, and how often that was right.
//!
//! The answer itself is the timeline's; here it is only compared with the reader's.

use highwater_scenario::{Outcome, Prediction, Subject};

use super::Store;

/// What a reader made of one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Guess {
    Skipped,
    Given(Outcome),
    /// The answer was seen and counted.
    Counted(Outcome),
}

/// The reader's answers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Guesses {
    /// By the place of the question in the script.
    given: Vec<Option<Guess>>,
    /// Where the slider stands, if it was moved.
    pub slider: Option<u32>,
    /// How many were right, of all runs on this page.
    pub right: u32,
    /// How many were answered.
    pub all: u32,
}

/// How things stand with a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It waits for the reader.
    Open,
    /// It was answered so; what comes about is still to be seen.
    Waiting(Outcome),
    /// The answer was right.
    Right,
    /// It was not.
    Wrong,
}

impl Guesses {
    fn of(&self, index: usize) -> Option<Guess> {
        self.given.get(index).copied().flatten()
    }

    fn put(&mut self, index: usize, guess: Guess) {
        if self.given.len() <= index {
            self.given.resize(index + 1, None);
        }
        self.given[index] = Some(guess);
        self.slider = None;
    }

    /// Forgets the answers, for another run of the script. The score stays.
    pub(super) fn forget(&mut self) {
        self.given.clear();
        self.slider = None;
    }
}

impl Store {
    /// The question to show at the position, with its place in the script.
    #[must_use]
    pub fn asked(&self) -> Option<(usize, &Prediction, Standing)> {
        let mut shown = None;
        for (index, prediction) in self.timeline.predictions().enumerate() {
            if self.position < prediction.position {
                break;
            }
            let standing = match self.guesses.of(index) {
                None if prediction.position == self.position => {
                    // The first that is open at this position comes before all others.
                    return Some((index, prediction, Standing::Open));
                }
                None | Some(Guess::Skipped) => continue,
                Some(Guess::Given(outcome) | Guess::Counted(outcome)) => {
                    if self.position < prediction.revealed_at {
                        Standing::Waiting(outcome)
                    } else if outcome == prediction.truth {
                        Standing::Right
                    } else {
                        Standing::Wrong
                    }
                }
            };
            shown = Some((index, prediction, standing));
        }
        shown
    }

    /// Whether the script asks here who will lead, so that pressing a broker answers.
    pub(super) fn asks_for_leader(&self) -> bool {
        self.asked().is_some_and(|(_, prediction, standing)| {
            standing == Standing::Open && matches!(*prediction.subject, Subject::Leader(_))
        })
    }

    pub(super) fn guess(&mut self, outcome: Outcome) {
        if let Some((index, _, Standing::Open)) = self.asked() {
            self.guesses.put(index, Guess::Given(outcome));
            if !matches!(self.asked(), Some((_, _, Standing::Open))) {
                self.player.play();
            }
        }
    }

    pub(super) fn skip_guess(&mut self) {
        if let Some((index, _, Standing::Open)) = self.asked() {
            self.guesses.put(index, Guess::Skipped);
        }
    }

    /// The first position after one, up to another, at which the script waits for an answer.
    pub(super) fn next_open(&self, from: usize, to: usize) -> Option<usize> {
        let mut open = self.timeline.predictions().enumerate().filter(|(index, prediction)| {
            from < prediction.position
                && prediction.position <= to
                && self.guesses.of(*index).is_none()
        });
        open.next().map(|(_, prediction)| prediction.position)
    }

    /// Counts the answers whose truth has been reached.
    pub(super) fn count_guesses(&mut self) {
        for (index, prediction) in self.timeline.predictions().enumerate() {
            if let Some(Guess::Given(outcome)) = self.guesses.of(index)
                && prediction.revealed_at <= self.position
            {
                self.guesses.given[index] = Some(Guess::Counted(outcome));
                self.guesses.all += 1;
                self.guesses.right += u32::from(outcome == prediction.truth);
            }
        }
    }
}
