//! Every guard prevents something: with it nothing is found within bounds, without it a shortest
//! schedule is.

use highwater_explorer::kafka::Guard;
use highwater_explorer::lab::exhibit;
use highwater_explorer::session::{Answer, KafkaRequest, Request, Session, Stage};

fn ask(request: KafkaRequest) -> Answer {
    let mut session = Session::start(&Request::Kafka(request)).expect("settings that fit");
    while session.run(50_000).stage == Stage::Working {}
    session.answer().expect("it has ended")
}

fn words(answer: &Answer) -> Vec<&str> {
    let Answer::Violated(found) = answer else { panic!("nothing was found: {answer:?}") };
    found.steps.iter().map(|step| step.text.as_str()).collect()
}

/// The answers with and without a guard.
fn with_and_without(guard: Guard) -> (Answer, Answer) {
    let with = exhibit(guard);
    let mut without = with;
    without.settings.without = Some(guard);
    (ask(with), ask(without))
}

/// Fewest faults and steps without the guard.
fn check(guard: Guard, faults: u32, steps: usize) {
    let (with, without) = with_and_without(guard);
    assert!(matches!(with, Answer::Exhausted { .. }), "{guard:?} prevents: {with:?}");
    let Answer::Violated(found) = &without else { panic!("{guard:?} prevents nothing") };
    assert_eq!((found.faults, found.steps.len()), (faults, steps), "{guard:?}");
    assert_eq!(found.scenario, None, "the engine has the guard");
}

#[test]
fn joining_the_isr_takes_what_is_committed_and_what_came_before_the_epoch() {
    check(Guard::HighWatermarkReached, 1, 9);
    check(Guard::EpochStart, 3, 13);
}

#[test]
fn fetches_are_of_one_epoch_and_one_history() {
    check(Guard::FetchFencing, 3, 14);
    check(Guard::DivergenceCheck, 1, 6);
}

#[test]
fn elr_needs_the_gate_and_the_marker_of_a_clean_shutdown() {
    check(Guard::MinIsrGate, 3, 4);
    check(Guard::UncleanShutdown, 3, 8);
}

/// The leader can't reach the controller while it asks for a follower that then loses power; when
/// it is heard again, the request speaks of a process that is gone.
#[test]
fn an_isr_change_is_of_the_processes_that_the_leader_heard() {
    let (with, without) = with_and_without(Guard::BrokerEpoch);
    assert!(matches!(with, Answer::Exhausted { .. }), "{with:?}");
    let words = words(&without);
    assert_eq!(words.len(), 13);
    let at = |word: &str| words.iter().position(|found| *found == word).expect(word);
    assert!(at("isolate 1") < at("power-cut 0") && at("power-cut 0") < at("rejoin 1"), "{words:?}");
}

#[test]
fn names_lead_back_to_guards() {
    for guard in Guard::ALL {
        assert_eq!(Guard::by_name(guard.name()), Some(guard));
        assert_eq!(exhibit(guard).settings.without, None);
    }
}
