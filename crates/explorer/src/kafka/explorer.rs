//! The whole thing for a page or a command line: settings and a question in, an answer out.

use crate::kafka::assumptions::Assumption;
use crate::kafka::model::Kafka;
use crate::kafka::plan::PlanLine;
use crate::kafka::settings::{Question, Settings, SettingsError};
use crate::kafka::step::{Fault, Step};
use crate::kafka::world::World;
use crate::search::{Budget, FaultLimits, Limit, Progress, Search, Status};

/// A search for the least that must go wrong.
pub struct Explorer {
    search: Search<Kafka>,
}

/// How far an exploration has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is more to look at.
    Working,
    /// It can happen: [`Explorer::counterexample`] says how.
    Found,
    /// It can't, within the budget of faults: [`Explorer::certificate`] says under which conditions.
    NoneWithin,
    /// A bound was hit before everything was seen; nothing was found until then.
    LimitHit(Limit),
}

/// The least that must go wrong: no schedule has fewer faults, nor as many and fewer steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// The state before each step, and after the last one.
    pub worlds: Vec<World>,
    /// How many of the steps are faults.
    pub faults: u32,
    /// What a cluster in time must be told.
    pub plan: Vec<PlanLine>,
}

/// What an exhausted search says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// Under these settings
    pub settings: Settings,
    /// this can't happen
    pub question: Question,
    /// with no more than these faults.
    pub faults: FaultLimits,
    /// All of so many states were seen; `depth` is the length of the longest shortest schedule.
    pub progress: Progress,
    /// What was taken for granted. States were compared exactly, so no collision can hide one.
    pub assumptions: &'static [Assumption],
}

/// A budget for a page: at most so many faults of single brokers, two million states, 64 steps,
/// 256 MiB. Power cuts of all brokers at once and changes of settings are left out; allow them by
/// [`FaultLimits::with`].
#[must_use]
pub fn usual_budget(faults: u8) -> Budget {
    Budget {
        states: 2_000_000,
        depth: 64,
        bytes: 256 << 20,
        faults: FaultLimits::of_any_kind(faults)
            .with(Fault::BLACKOUT, 0)
            .with(Fault::RECONFIGURATION, 0),
    }
}

impl Explorer {
    /// An exploration that has looked at nothing yet.
    ///
    /// # Errors
    /// As [`Settings::check`].
    pub fn new(
        settings: Settings,
        question: Question,
        budget: Budget,
    ) -> Result<Explorer, SettingsError> {
        let kafka = Kafka::new(settings, question)?;
        Ok(Explorer { search: Search::new(kafka, budget) })
    }

    /// Looks at what follows from up to `expansions` states. A few thousand take some milliseconds.
    pub fn run(&mut self, expansions: usize) -> Outcome {
        match self.search.run(expansions) {
            Status::Working => Outcome::Working,
            Status::Violated(_) => Outcome::Found,
            Status::Exhausted => Outcome::NoneWithin,
            Status::LimitHit(limit) => Outcome::LimitHit(limit),
        }
    }

    /// Runs to the end.
    pub fn run_to_end(&mut self) -> Outcome {
        loop {
            let outcome = self.run(1 << 16);
            if outcome != Outcome::Working {
                return outcome;
            }
        }
    }

    /// Figures up to now.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.search.progress()
    }

    /// The model that is explored.
    #[must_use]
    pub fn kafka(&self) -> &Kafka {
        self.search.model()
    }

    /// What was found, if something was.
    #[must_use]
    pub fn counterexample(&self) -> Option<Counterexample> {
        let trace = self.search.violation(0)?;
        let steps = trace.actions();
        let worlds = self.kafka().follow(&steps)?;
        let plan = self.kafka().plan(&steps)?;
        Some(Counterexample { steps, worlds, faults: trace.faults, plan })
    }

    /// What is certain, if everything was seen and nothing was found.
    #[must_use]
    pub fn certificate(&mut self) -> Option<Certificate> {
        (self.run(0) == Outcome::NoneWithin).then(|| Certificate {
            settings: *self.kafka().settings(),
            question: self.kafka().question(),
            faults: self.search.budget().faults,
            progress: self.progress(),
            assumptions: &Assumption::ALL,
        })
    }
}
