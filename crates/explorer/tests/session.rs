//! The session that a worker drives: requests and answers as text, slices, the end of it all.

use highwater_explorer::kafka::{Fault, Guard, Question, Settings};
use highwater_explorer::lab::exhibit;
use highwater_explorer::reference::Variant;
use highwater_explorer::search::Limit;
use highwater_explorer::session::{
    Answer, Driver, KafkaRequest, ReferenceRequest, Request, RequestError, Session, Stage,
};
use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;

fn answer(request: &str, slice: u64) -> (Session, Answer) {
    let request = Request::parse(request).expect("a good request");
    let mut session = Session::start(&request).expect("settings that can be explored");
    while session.run(slice).stage == Stage::Working {}
    let answer = session.answer().expect("it has ended");
    (session, answer)
}

#[test]
fn requests_are_read_as_they_are_written() {
    let mut kafka = KafkaRequest {
        settings: Settings {
            replication_factor: 5,
            min_insync_replicas: 4,
            acks: Acks::Leader,
            unclean: UncleanElection::Enabled,
            records: 3,
            preloaded: 0,
            fetch_records: 2,
            without: Some(Guard::EpochStart),
            ..Settings::usual(Generation::Elr)
        },
        question: Question::Unrecoverable,
        ..KafkaRequest::default()
    };
    kafka.budget.faults = kafka.budget.faults.with(Fault::LAG, 1).with(Fault::BLACKOUT, 2);
    kafka.budget.faults.total = 4;
    kafka.budget.states = 12;
    for request in [
        Request::Kafka(KafkaRequest::default()),
        Request::Kafka(kafka),
        Request::Reference(ReferenceRequest::usual(Variant::Kip279)),
    ] {
        assert_eq!(Request::parse(&request.to_string()), Ok(request));
    }
    assert_eq!(Request::parse(""), Ok(Request::Kafka(KafkaRequest::default())));
}

#[test]
fn an_exhibit_of_the_lab_can_be_asked_for_by_name() {
    let shown = Request::parse("exhibit min-isr-gate\nwithout min-isr-gate").expect("a guard");
    let mut expected = exhibit(Guard::MinIsrGate);
    expected.settings.without = Some(Guard::MinIsrGate);
    assert_eq!(shown, Request::Kafka(expected));
}

#[test]
fn a_bad_request_is_refused_with_its_line() {
    let error = |text| Request::parse(text).expect_err("a bad request");
    assert_eq!(error("rf 3\n\nspeed 2"), RequestError::UnknownWord { line: 3 });
    let wanted = "unclean is true or false";
    assert_eq!(error("unclean maybe"), RequestError::BadValue { line: 1, wanted });
    assert_eq!(error("rf 6").to_string(), "the replication factor is 1 to 5 here");
    assert_eq!(error("records 5").to_string(), "the number of records is 1 to 4 here");
    assert_eq!(error("reference kip320\nepochs 8"), RequestError::Bounds);
    assert_eq!(error("reference kip320\nacks all"), RequestError::UnknownWord { line: 2 });
}

#[test]
fn slices_of_any_size_come_to_the_same_answer() {
    // How many states wait to be expanded at the moment of the answer is a matter of slices.
    let figures = |session: &Session| {
        let progress = session.report().progress;
        (progress.generated, progress.distinct, progress.faults, progress.depth)
    };
    for request in ["rf 2\nfaults 2", "rf 2\nfaults 1", "rf 2\nstates 200"] {
        let (whole, expected) = answer(request, u64::MAX);
        for slice in [1, 7, 1_000] {
            let (session, found) = answer(request, slice);
            assert_eq!(found, expected, "{request} by {slice}");
            assert_eq!(figures(&session), figures(&whole), "{request} by {slice}");
        }
    }
}

#[test]
fn the_three_answers_are_three_texts() {
    let (_, violated) = answer("generation hw\nrf 2\nfaults 1", 100);
    let text = violated.to_string();
    let head = "violated\nfaults 1\nstep write\nstep exchange 1\nstep exchange 1\n\
                fault power-cut 0\nstep start 0\nscenario\nscenario found-acked-record-lost\n";
    assert!(text.starts_with(head), "{text}");
    assert!(text.ends_with("\nexpect lost r1\n"), "{text}");
    let (_, exhausted) = answer("rf 2\nfaults 1", 100);
    let text = exhausted.to_string();
    assert!(text.starts_with("exhausted\nassumption one-partition\n"), "{text}");
    assert_eq!(text.lines().count(), 13);
    let (_, limited) = answer("rf 2\nstates 200", 100);
    assert_eq!(limited, Answer::LimitHit { limit: Limit::States });
    assert_eq!(limited.to_string(), "limit-hit states\n");
}

#[test]
fn a_driver_needs_nothing_but_strings() {
    let mut driver = Driver::new();
    assert_eq!(driver.handle("run 10"), "idle\n");
    assert_eq!(driver.handle("answer"), "idle\n");
    let started = driver.handle("start\ngeneration hw\nrf 2\nfaults 1\n");
    assert!(started.starts_with("working\ngenerated 0\ndistinct 1\n"), "{started}");
    assert_eq!(driver.handle("answer"), "working\n");
    let mut slices = 0;
    let last = loop {
        slices += 1;
        let report = driver.handle("run 20");
        if !report.starts_with("working\n") {
            break report;
        }
    };
    assert!(1 < slices, "it is searched in slices");
    let expected = "violated\ngenerated 293\ndistinct 205\nfaults 1\ndepth 5\n";
    assert!(last.starts_with(expected), "{last}");
    assert!(driver.handle("answer").starts_with("violated\nfaults 1\n"));
    // Whoever asks again after the end gets the same.
    assert_eq!(driver.handle("run 20"), last);
    assert_eq!(driver.handle("cancel"), "cancelled\n");
    assert_eq!(driver.handle("answer"), "idle\n");
    assert_eq!(driver.handle("start\nrf 6"), "error the replication factor is 1 to 5 here\n");
    assert_eq!(driver.handle("run"), "error run needs a number of successors\n");
    assert_eq!(driver.handle("stop"), "error messages are start, cell, map, run, answer, cancel\n");
}

#[test]
fn a_driver_measures_a_cell_of_the_map() {
    let mut driver = Driver::new();
    let line = "elr false all 2 2 = 2 >3 >3 1";
    let started = driver.handle("cell elr false all 2 2");
    assert!(started.starts_with("working\ngenerated 0\n"), "{started}");
    assert_eq!(driver.handle("answer"), "working\n");
    let map = driver.handle("map");
    assert_eq!(map.lines().filter(|found| *found == line).count(), 1, "{map}");
    let mut slices = 1;
    while driver.handle("run 1000").starts_with("working\n") {
        slices += 1;
    }
    assert!(5 < slices, "{slices}");
    assert!(driver.handle("run 1000").starts_with("measured\n"));
    assert_eq!(driver.handle("answer"), format!("{line}\n"));
    // With fewer faults there is less to say.
    driver.handle("cell elr false all 2 2\nfaults 1\n");
    driver.handle("run 1000000");
    assert_eq!(driver.handle("answer"), "elr false all 2 2 = >1 >1 >1 1\n");
    let error = "error this is no cell of a map, or no bounds\n";
    assert_eq!(driver.handle("cell elr false all 2"), error);
    assert_eq!(driver.handle("cell elr false all 2 2\nluck 3"), error);
    assert_eq!(driver.handle("run 5"), "idle\n");
}

#[test]
fn the_abstract_model_can_be_asked_for() {
    let (session, found) = answer("reference kip320\nreplicas 2", 1_000);
    assert_eq!(found, Answer::Exhausted { assumptions: &[] });
    assert_eq!(session.report().progress.distinct, 5_973);
    let (_, found) = answer("reference hw\nreplicas 2", 1_000);
    let Answer::Violated(found) = found else { panic!("{found:?}") };
    assert_eq!((found.steps.len(), found.scenario), (9, None));
}

/// The last steps of a schedule, and what is expected then, letter by letter.
#[test]
fn a_schedule_is_written_in_the_scenario_language() {
    let (_, found) = answer("rf 2\nfaults 2", 10_000);
    let Answer::Violated(found) = found else { panic!("{found:?}") };
    let text = found.scenario.expect("it can be played");
    let head = "scenario found-acked-record-lost\n\
                cluster brokers=2 generation=strict\n\
                topic t rf=2 min.insync.replicas=2 unclean.leader.election.enable=false\n\
                preload t-0 name=old records=1 epoch=0\n\
                set network.delay.ms=1\n";
    assert!(text.starts_with(head), "{text}");
    let end = "
# 4. clean-stop 0
stop 0 clean
until down 0
wait 10ms

# 5. power-cut 1
stop 1 power-cut
wait 10ms

# 6. fence 1
until fenced 1
wait 10ms

# 7. start 1
start 1
until up 1
until not fenced 1
wait 10ms

expect lost r1
";
    assert!(text.ends_with(end), "{text}");
}
