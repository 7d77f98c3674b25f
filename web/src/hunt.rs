//! The search for the least that must go wrong, as the page sees it: what to ask, how far it is, what
//! came of it.
//!
//! The explorer's text is written and read here and nowhere else. Nothing here knows a worker or a
//! clock, and nothing here searches.

use highwater_engine::config::ClusterConfig;
use highwater_explorer::kafka::{Guard, Question};
use highwater_explorer::lab;
use highwater_explorer::map::Measure;
use highwater_phrase::hunting::Figures;
use highwater_phrase::{Lang, schedule};
use highwater_protocol::produce::Acks;

/// The most faults that can be allowed.
pub const FAULTS_MAX: u8 = 4;

/// What is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Under {
    /// The settings on the page.
    Settings,
    /// The settings on the page, as the safety map asks for this figure.
    Measure(Measure),
    /// The settings under which this guard matters, with it or without it.
    Guard(Guard, bool),
}

/// The question, its budget, and what is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunt {
    /// What shall not happen.
    pub question: Question,
    /// How many faults there may be.
    pub faults: u8,
    /// What is asked about.
    pub under: Under,
    /// How it stands.
    pub stage: Stage,
}

/// How a search stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Nothing was asked under these settings.
    Idle,
    /// It is looking.
    Working(Figures),
    /// It can happen.
    Found(Found),
    /// It can't, within the budget.
    Never {
        /// How many states were seen.
        states: u64,
        /// What is taken for granted, by the explorer's words.
        assumptions: Vec<String>,
    },
    /// A bound was hit first.
    LimitHit {
        /// Which, by the explorer's word.
        limit: String,
        /// How many states were seen.
        states: u64,
    },
    /// The explorer could not be had, or refused.
    Failed(String),
}

/// A schedule that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// How many of its steps are faults.
    pub faults: u32,
    /// Its steps.
    pub steps: Vec<FoundStep>,
    /// The schedule as a scenario.
    pub scenario: Option<String>,
}

/// One step of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundStep {
    /// Whether it is a fault.
    pub is_fault: bool,
    /// The explorer's word for it.
    pub word: String,
    /// The broker or value that belongs to it.
    pub number: Option<u8>,
}

/// What the explorer is to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Search on.
    Run,
    /// Say what it found.
    Answer,
    /// Nothing more.
    Rest,
}

impl Default for Hunt {
    fn default() -> Hunt {
        Hunt {
            question: Question::AckedRecordLost,
            faults: 2,
            under: Under::Settings,
            stage: Stage::Idle,
        }
    }
}

impl Hunt {
    /// The message that starts a search under these settings.
    #[must_use]
    pub fn request(&self, config: &ClusterConfig, acks: Option<Acks>) -> String {
        let topic = config.topics.first();
        let replicas = topic.and_then(|topic| topic.assignments.first()).map_or(1, |r| r.len());
        let min_isr = topic.map_or(1, |topic| topic.min_insync_replicas);
        let unclean = crate::store::unclean(config);
        let generation = config.generation.name();
        let acks = acks.unwrap_or(Acks::All).name();
        let (question, faults) = (self.question.name(), self.faults);
        let limits = match self.under {
            Under::Settings => String::new(),
            Under::Measure(measure) => format!("measure {}\n", measure.name()),
            Under::Guard(guard, is_on) => {
                let name = guard.name();
                let without = if is_on { String::new() } else { format!("without {name}\n") };
                return format!("start\nexhibit {name}\n{without}");
            }
        };
        format!(
            "start\ngeneration {generation}\nrf {replicas}\nmin.insync.replicas {min_isr}\n\
             acks {acks}\nunclean {unclean}\nquestion {question}\nfaults {faults}\n{limits}"
        )
    }

    /// Takes a reply that came so many ms after the start.
    pub fn hear(&mut self, reply: &str, ms: u64) -> Next {
        let mut lines = reply.lines();
        let (word, rest) = split(lines.next().unwrap_or_default());
        match word {
            "working" => {
                self.stage = Stage::Working(figures(reply, ms));
                Next::Run
            }
            // The same words begin a report, which has figures, and the answer, which has none.
            _ if lines.next().is_some_and(|line| line.starts_with("generated ")) => {
                self.stage = Stage::Working(figures(reply, ms));
                Next::Answer
            }
            "violated" => {
                self.stage = Stage::Found(found(reply));
                Next::Rest
            }
            "exhausted" => {
                let held = reply.lines().filter_map(|line| line.strip_prefix("assumption "));
                let assumptions = held.map(str::to_owned).collect();
                self.stage = Stage::Never { states: self.states(), assumptions };
                Next::Rest
            }
            "limit-hit" => {
                self.stage = Stage::LimitHit { limit: rest.to_owned(), states: self.states() };
                Next::Rest
            }
            _ => {
                let why = if word == "error" { rest } else { reply };
                self.stage = Stage::Failed(why.trim().to_owned());
                Next::Rest
            }
        }
    }

    fn states(&self) -> u64 {
        match &self.stage {
            Stage::Working(figures) => figures.states,
            _ => 0,
        }
    }

    /// What it looks for.
    #[must_use]
    pub fn asked(&self) -> Question {
        match self.under {
            Under::Settings => self.question,
            Under::Measure(measure) => measure.question(),
            Under::Guard(guard, _) => lab::question(guard).0,
        }
    }

    /// How many faults there may be where it looks.
    #[must_use]
    pub fn budget(&self) -> u32 {
        match self.under {
            Under::Guard(guard, _) => u32::from(lab::question(guard).1),
            Under::Settings | Under::Measure(_) => u32::from(self.faults),
        }
    }

    /// Whether it is looking.
    #[must_use]
    pub fn is_working(&self) -> bool {
        matches!(self.stage, Stage::Working(_))
    }
}

impl Found {
    /// The schedule as a scenario that tells its steps in a language.
    #[must_use]
    pub fn told(&self, lang: Lang, question: Question) -> Option<String> {
        let text = self.scenario.as_deref()?;
        let tag = lang.tag();
        let title = schedule::question(lang, question.name());
        let mut told = String::with_capacity(text.len() * 2);
        let mut steps = self.steps.iter();
        for line in text.lines() {
            told.push_str(line);
            told.push('\n');
            if line.starts_with("scenario ") {
                told.push_str(&format!("title {tag} \"{title}\"\n"));
            }
            // The explorer writes a step's number and word over what the step does.
            if line.starts_with("# ")
                && let Some(step) = steps.next()
            {
                let sentence = schedule::step(lang, &step.word, step.number);
                told.push_str(&format!("say {tag} \"{sentence}\"\n"));
            }
        }
        Some(told)
    }
}

fn split(line: &str) -> (&str, &str) {
    line.split_once(' ').unwrap_or((line, ""))
}

fn figures(report: &str, ms: u64) -> Figures {
    let mut at = Figures { states: 0, per_second: 0, faults: 0, depth: 0, frontier: 0 };
    for (word, value) in report.lines().map(split) {
        let number: u64 = value.parse().unwrap_or(0);
        match word {
            "generated" => at.per_second = number * 1_000 / ms.max(1),
            "distinct" => at.states = number,
            "faults" => at.faults = number as u32,
            "depth" => at.depth = number as u32,
            "frontier" => at.frontier = number,
            _ => {}
        }
    }
    at
}

fn found(answer: &str) -> Found {
    let mut found = Found { faults: 0, steps: Vec::new(), scenario: None };
    let mut read = 0;
    for line in answer.lines() {
        read += line.len() + 1;
        let (kind, rest) = split(line);
        match kind {
            // It comes last, and is text of another language.
            "scenario" if rest.is_empty() => {
                found.scenario = answer.get(read..).map(str::to_owned);
                break;
            }
            "faults" => found.faults = rest.parse().unwrap_or(0),
            "step" | "fault" => {
                let (word, number) = split(rest);
                found.steps.push(FoundStep {
                    is_fault: kind == "fault",
                    word: word.to_owned(),
                    number: number.parse().ok(),
                });
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
#[expect(missing_docs, reason = "the runner finds tests in public modules only")]
pub mod tests {
    use highwater_explorer::session::Driver;

    use super::*;

    /// Lets the explorer answer, as the page does.
    fn hunt(request: &str) -> Hunt {
        let (mut hunt, mut driver) = (Hunt::default(), Driver::new());
        let mut message = request.to_owned();
        loop {
            let reply = driver.handle(&message);
            match hunt.hear(&reply, 10) {
                Next::Run => "run 5000".clone_into(&mut message),
                Next::Answer => "answer".clone_into(&mut message),
                Next::Rest => return hunt,
            }
        }
    }

    #[wasm_bindgen_test::wasm_bindgen_test(unsupported = test)]
    fn a_schedule_that_was_found_is_a_scenario() {
        let Stage::Found(found) = hunt("start\ngeneration hw\nrf 2\nfaults 2\n").stage else {
            panic!("it can be lost");
        };
        assert!(0 < found.faults && found.faults <= 2);
        let faults = found.steps.iter().filter(|step| step.is_fault).count();
        assert_eq!(faults as u32, found.faults);
        let text = found.scenario.clone().expect("the engine can play it");
        highwater_scenario::parse(&text).expect("it is a scenario");
        for lang in Lang::ALL {
            let told = found.told(lang, Question::AckedRecordLost).expect("the engine can play it");
            let scenario = highwater_scenario::parse(&told).expect("it is a scenario");
            let title = lang.pick(scenario.title.ko.as_deref(), scenario.title.en.as_deref());
            assert_eq!(title, Some(schedule::question(lang, Question::AckedRecordLost.name())));
            assert_eq!(told.matches("\nsay ").count(), found.steps.len());
        }
    }

    #[wasm_bindgen_test::wasm_bindgen_test(unsupported = test)]
    fn what_never_happens_comes_with_what_is_taken_for_granted() {
        let Stage::Never { states, assumptions } = hunt("start\nfaults 0\n").stage else {
            panic!("nothing goes wrong");
        };
        assert!(states > 0 && !assumptions.is_empty());
    }

    #[wasm_bindgen_test::wasm_bindgen_test(unsupported = test)]
    fn a_limit_and_a_refusal_are_answers_of_their_own() {
        let limited = hunt("start\nfaults 2\nstates 50\n").stage;
        assert!(matches!(limited, Stage::LimitHit { ref limit, .. } if limit == "states"));
        let refused = hunt("start\nrf 99\n").stage;
        assert!(matches!(refused, Stage::Failed(ref why) if !why.is_empty()), "{refused:?}");
        assert_eq!(Hunt::default().hear("error lost", 1), Next::Rest);
    }

    #[wasm_bindgen_test::wasm_bindgen_test(unsupported = test)]
    fn what_is_asked_follows_the_map_and_the_lab() {
        let asked = |under| Hunt { under, ..Hunt::default() }.asked();
        assert_eq!(asked(Under::Settings), Question::AckedRecordLost);
        assert_eq!(asked(Under::Measure(Measure::Block)), Question::WriteBlocked);
        assert_eq!(asked(Under::Guard(Guard::DivergenceCheck, false)), Question::Diverged);
    }

    #[wasm_bindgen_test::wasm_bindgen_test(unsupported = test)]
    fn the_explorer_understands_everything_that_can_be_asked() {
        let scenario = highwater_scenario::Scenario::free_play(3, 3);
        let config = highwater_scenario::Overrides::default().config(&scenario);
        let guards = Guard::ALL.into_iter().flat_map(|guard| [(guard, true), (guard, false)]);
        let asked = guards
            .map(|(guard, is_on)| Under::Guard(guard, is_on))
            .chain(Measure::ALL.map(Under::Measure))
            .map(|under| Hunt { under, ..Hunt::default() })
            .chain(Question::ALL.map(|question| Hunt { question, ..Hunt::default() }));
        for hunt in asked {
            let reply = Driver::new().handle(&hunt.request(&config, None));
            assert!(reply.starts_with("working"), "{hunt:?}: {reply}");
        }
    }
}
