//! What the explorer finds happens in the engine as well: every step leads to the same state, and
//! the engine pronounces the same verdict.

mod support;

use highwater_explorer::kafka::{Contact, Fault, Kafka, Process, Question, Settings, Step, World};
use highwater_explorer::search::{Budget, FaultLimits, Model, Search, Status};
use highwater_protocol::control::UncleanElection;
use highwater_protocol::isr::Standing;
use highwater_protocol::{BrokerId, Generation, QuickRestart};
use support::replay;

/// How far is looked for a counterexample. Code that isn't optimized is twenty times as slow.
const STATES_MAX: u32 = if cfg!(debug_assertions) { 6_000 } else { 250_000 };

/// Looks for an answer and plays it, if there is one.
fn check(settings: Settings, question: Question, faults: FaultLimits) {
    let kafka = Kafka::new(settings, question).expect("settings that can be explored");
    let budget = Budget { faults, states: STATES_MAX, ..Budget::unlimited() };
    let mut search = Search::new(kafka, budget);
    if let Status::Violated(property) = search.run_to_answer() {
        let trace = search.violation(property).expect("it was reported");
        let context = format!("{question:?} under {settings:?}");
        match replay(&kafka, &trace.actions()).and_then(|mut played| played.says(question)) {
            Ok(said) => assert!(said, "the engine does not say {context}: {:?}", trace.actions()),
            Err(what) => panic!("{context}: {what}"),
        }
    }
}

fn faults(total: u8) -> FaultLimits {
    FaultLimits::of_any_kind(total).with(Fault::BLACKOUT, 0).with(Fault::RECONFIGURATION, 0)
}

fn check_all(replication_factor: u8, min_insync_replicas: u8, faults: FaultLimits) {
    for generation in Generation::ALL {
        let usual = Settings::usual(generation);
        let settings = Settings { replication_factor, min_insync_replicas, ..usual };
        for question in Question::ALL {
            check(settings, question, faults);
        }
        let unclean = Settings { unclean: UncleanElection::Enabled, ..settings };
        check(unclean, Question::AckedRecordLost, faults);
        check(unclean, Question::Diverged, faults);
    }
}

#[test]
fn counterexamples_with_two_replicas_happen_in_the_engine() {
    check_all(2, 1, faults(2));
    check_all(2, 2, faults(2));
}

#[test]
fn counterexamples_without_lost_power_happen_in_the_engine() {
    check_all(2, 1, faults(2).with(Fault::POWER_CUT, 0));
    check_all(2, 2, faults(2).with(Fault::POWER_CUT, 0).with(Fault::CRASH, 0));
}

#[cfg(not(debug_assertions))]
#[test]
fn counterexamples_with_three_replicas_happen_in_the_engine() {
    check_all(3, 2, faults(3));
    check_all(3, 1, faults(3).with(Fault::POWER_CUT, 0));
}

/// A generator of test data: a linear congruence is enough.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) as usize % bound
    }

    fn settings(&mut self, generation: Generation) -> Settings {
        let replication_factor = 2 + self.below(3) as u8;
        let uncleanly = self.below(4) == 0;
        Settings {
            replication_factor,
            min_insync_replicas: 1 + self.below(usize::from(replication_factor)) as u8,
            records: 4,
            unclean: if uncleanly { UncleanElection::Enabled } else { UncleanElection::Disabled },
            ..Settings::usual(generation)
        }
    }
}

/// Brokers that the controller hears nothing of and has not given up yet.
fn has_silent_broker(world: &World) -> bool {
    let is_silent = |broker: BrokerId| {
        let hears = world.process(broker) == Some(Process::Running)
            && world.contact(broker) == Some(Contact::InTouch);
        world.standing(broker) != Standing::Fenced && !hears
    };
    world.brokers().any(is_silent)
}

/// Whether a cluster in time can do the step now and nothing else. Steps that take long make
/// sessions run out and followers fall behind, so there is at most one, and not while a session
/// is running out; and nobody is left behind on purpose.
fn fits_into_time(kafka: &Kafka, world: &World, step: Step, long: &mut u32) -> bool {
    let at_once = kafka.settings().generation.quick_restart() == QuickRestart::Unnoticed;
    let silent = has_silent_broker(world);
    let takes_long = matches!(step, Step::Fence(_)) || matches!(step, Step::Start(_) if !at_once);
    let fits = match step {
        Step::Drop(_) | Step::Fault(Fault::Lag(_) | Fault::Blackout) => false,
        Step::Fault(Fault::SetMinInsyncReplicas(_)) => true,
        Step::Fault(_) => !silent,
        Step::Start(_) => at_once || !silent,
        _ => true,
    };
    *long += u32::from(fits && takes_long);
    fits && *long <= 1
}

/// Random steps, one in four of them a fault.
fn walk(kafka: &Kafka, dice: &mut Dice) -> Vec<Step> {
    let mut worlds = Vec::new();
    kafka.initial(&mut worlds);
    let mut world = worlds.remove(0);
    let (mut steps, mut candidates, mut long) = (Vec::new(), Vec::new(), 0);
    for _ in 0..20 {
        candidates.clear();
        if dice.below(4) == 0 {
            kafka.faults(&world, &mut candidates);
        } else {
            kafka.steps(&world, &mut candidates);
        }
        let step = candidates[dice.below(candidates.len())];
        let Some(next) = kafka.next(&world, step) else { continue };
        if fits_into_time(kafka, &world, step, &mut long) {
            steps.push(step);
            world = next;
        }
    }
    steps
}

#[test]
fn random_schedules_lead_to_the_same_states_in_the_engine() {
    let walks = if cfg!(debug_assertions) { 20 } else { 400 };
    let (mut taken, mut undecided) = (0, 0);
    for generation in Generation::ALL {
        for seed in 0..walks {
            let mut dice = Dice(seed);
            let settings = dice.settings(generation);
            let kafka = Kafka::new(settings, Question::AckedRecordLost).expect("small enough");
            let steps = walk(&kafka, &mut dice);
            match replay(&kafka, &steps) {
                Ok(_) => taken += steps.len(),
                Err(what) if what.contains(support::TIME) => undecided += 1,
                Err(what) => panic!("seed {seed}, {settings:?}: {what}"),
            }
        }
    }
    assert!(undecided * 20 < walks * 6, "{undecided} schedules came to nothing");
    assert!(walks as usize * 6 * 6 < taken, "only {taken} steps were taken");
}
