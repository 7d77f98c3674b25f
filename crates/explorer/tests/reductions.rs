//! What the codec leaves out and renumbers changes no answer: the same searches without it.

use std::cell::RefCell;
use std::collections::HashMap;

use highwater_explorer::kafka::{Fault, Kafka, Question, Settings, Step, World};
use highwater_explorer::search::{Budget, FaultKind, FaultLimits, Model, Property, Search, Status};
use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;

/// The same model, with whole worlds as its states: their bytes are a number in a list.
struct Unreduced {
    kafka: Kafka,
    numbers: RefCell<HashMap<World, u32>>,
    worlds: RefCell<Vec<World>>,
}

impl Model for Unreduced {
    type State = World;
    type Action = Step;

    fn initial(&self, out: &mut Vec<World>) {
        self.kafka.initial(out);
    }

    fn steps(&self, world: &World, out: &mut Vec<Step>) {
        self.kafka.steps(world, out);
    }

    fn faults(&self, world: &World, out: &mut Vec<Step>) {
        self.kafka.faults(world, out);
    }

    fn fault_kind(&self, step: Step) -> FaultKind {
        self.kafka.fault_kind(step)
    }

    fn next(&self, world: &World, step: Step) -> Option<World> {
        self.kafka.next(world, step)
    }

    fn properties(&self) -> Vec<Property<Unreduced>> {
        vec![Property {
            name: "the same",
            holds: |model, world| {
                model
                    .kafka
                    .properties()
                    .iter()
                    .all(|property| (property.holds)(&model.kafka, world))
            },
        }]
    }

    fn encode(&self, world: &World, out: &mut Vec<u8>) {
        let mut numbers = self.numbers.borrow_mut();
        let mut worlds = self.worlds.borrow_mut();
        let number = *numbers.entry(world.clone()).or_insert_with(|| {
            worlds.push(world.clone());
            worlds.len() as u32 - 1
        });
        out.extend_from_slice(&number.to_le_bytes());
    }

    fn decode(&self, bytes: &[u8]) -> World {
        let number = u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        self.worlds.borrow()[number as usize].clone()
    }
}

/// The answer, with faults and length of the shortest schedule.
fn answer<M: Model>(search: &mut Search<M>) -> (Status, Option<(u32, usize)>) {
    let status = search.run_to_answer();
    let trace = search.violation(0);
    (status, trace.map(|trace| (trace.faults, trace.steps.len())))
}

fn check(settings: Settings, question: Question, faults: FaultLimits) {
    let budget = Budget { faults, ..Budget::unlimited() };
    let kafka = Kafka::new(settings, question).expect("settings that can be explored");
    let mut reduced = Search::new(kafka, budget);
    let unreduced = Unreduced { kafka, numbers: RefCell::default(), worlds: RefCell::default() };
    let mut unreduced = Search::new(unreduced, budget);
    let context = format!("{settings:?} {question:?} {faults:?}");
    assert_eq!(answer(&mut reduced), answer(&mut unreduced), "{context}");
    let (few, many) = (reduced.progress().distinct, unreduced.progress().distinct);
    assert!(few <= many, "{few} states with, {many} without: {context}");
}

fn two_replicas(generation: Generation) -> Settings {
    let usual = Settings::usual(generation);
    Settings { replication_factor: 2, min_insync_replicas: 1, ..usual }
}

#[test]
fn every_question_has_the_same_answer_in_every_generation() {
    for generation in Generation::ALL {
        for question in Question::ALL {
            check(two_replicas(generation), question, FaultLimits::of_any_kind(1));
        }
    }
}

#[test]
fn answers_beyond_the_first_violation_agree_too() {
    // Without the kinds that lose a record at once, there is more to go through.
    let gentle = FaultLimits::of_any_kind(2)
        .with(Fault::BLACKOUT, 0)
        .with(Fault::POWER_CUT, 0)
        .with(Fault::RECONFIGURATION, 1);
    for generation in Generation::ALL {
        let settings = Settings { records: 1, ..two_replicas(generation) };
        check(settings, Question::AckedRecordLost, gentle);
        check(settings, Question::Diverged, gentle);
        let unclean = Settings { unclean: UncleanElection::Enabled, ..settings };
        check(unclean, Question::Diverged, gentle);
    }
}

#[test]
fn three_replicas_agree() {
    for generation in [Generation::Kip279, Generation::Elr] {
        let settings = Settings { records: 1, ..Settings::usual(generation) };
        let faults = FaultLimits::of_any_kind(1).with(Fault::BLACKOUT, 0);
        check(settings, Question::AckedRecordLost, faults);
    }
}
