//! Time forwards and backwards: any position is the very state that was there, and the past can be
//! changed without losing what came of it.

use std::rc::Rc;

use highwater_engine::command::{Command, Election, Node, Produce, Stop};
use highwater_engine::config::PartitionId;
use highwater_engine::{Cluster, Fact, Refusal, Weight};
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, Generation, Offset};
use highwater_scenario::differences::{Change, Difference, Fate, differences};
use highwater_scenario::{
    BranchId, Direction, FrameCause, Overrides, Scenario, ScriptEnd, Timeline, library, parse,
};
use proptest::prelude::*;

fn timeline(slug: &str, overrides: Overrides) -> Timeline {
    let scenario = library::load(slug).expect("the slug is in the library");
    Timeline::play(Rc::new(scenario), overrides).expect("the library fits together")
}

fn from_text(text: &str) -> Timeline {
    let scenario = parse(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    Timeline::play(Rc::new(scenario), Overrides::default()).expect("what was read fits together")
}

fn free_play() -> Timeline {
    let scenario = Scenario::free_play(3, 3);
    Timeline::play(Rc::new(scenario), Overrides::default()).expect("free play fits together")
}

fn produce(name: &str) -> Command {
    Command::Produce(Produce {
        name: Rc::from(name),
        count: 1,
        partition: PartitionId(0),
        acks: Acks::All,
        retries: 0,
        at: None,
        transaction: None,
    })
}

/// Every state of the selected branch, stepped from the start without any keyframe.
fn stepped(timeline: &Timeline) -> Vec<Cluster> {
    let mut state = Cluster::clone(&timeline.state_at(0));
    let mut states = vec![state.clone()];
    let mut events = Vec::new();
    for frame in timeline.frames() {
        match &frame.cause {
            FrameCause::Step => assert!(state.step(&mut events)),
            FrameCause::Command(command) => {
                state.submit(command, &mut events).expect("it was accepted before");
            }
            FrameCause::Time => state.run_until(frame.at, &mut events),
        }
        assert_eq!((state.now(), state.event_count()), (frame.at, frame.events.end));
        states.push(state.clone());
    }
    assert!(events.iter().eq(timeline.events()));
    states
}

fn check_every_position(timeline: &Timeline) {
    let states = stepped(timeline);
    assert_eq!(states.len(), timeline.len() + 1);
    for (position, state) in states.iter().enumerate() {
        let found = timeline.state_at(position);
        assert_eq!(found.digest(), state.digest(), "position {position}");
        assert!(*found == *state, "position {position}");
        assert_eq!(timeline.time_at(position), state.now());
    }
    assert!(timeline.last() == &states[timeline.len()]);
    assert!(*timeline.state_at(usize::MAX) == states[timeline.len()]);
}

#[test]
fn any_position_of_the_library_is_the_state_that_was_there() {
    for slug in library::slugs() {
        for generation in [Generation::Hw, Generation::Kip320, Generation::Elr] {
            check_every_position(&timeline(slug, Overrides::of_generation(generation)));
        }
    }
}

#[test]
fn events_are_found_by_number_and_by_position() {
    let timeline = timeline("unclean-election", Overrides::default());
    let mut seen = 0;
    for position in 0..=timeline.len() {
        for event in timeline.events_at(position) {
            assert_eq!(event.id.0, seen);
            assert_eq!(timeline.event(event.id), Some(event));
            assert_eq!(timeline.position_of(event.id), Some(position));
            seen += 1;
        }
    }
    assert_eq!(seen as usize, timeline.events().count());
    assert_eq!(timeline.events_at(0), []);
    assert!(timeline.event(highwater_engine::EventId(seen)).is_none());
    assert!(timeline.position_of(highwater_engine::EventId(seen)).is_none());
}

#[test]
fn positions_are_found_by_time() {
    let timeline = timeline("kip101-loss", Overrides::default());
    for position in 0..=timeline.len() {
        let found = timeline.position_at(timeline.time_at(position));
        assert!(position <= found);
        assert_eq!(timeline.time_at(found), timeline.time_at(position));
        if found < timeline.len() {
            assert!(timeline.time_at(found) < timeline.time_at(found + 1));
        }
    }
    assert_eq!(timeline.position_at(u64::MAX), timeline.len());
}

#[test]
fn steps_forward_and_back_meet_the_same_stops() {
    for slug in library::slugs() {
        let timeline = timeline(slug, Overrides::default());
        let walk = |step: &dyn Fn(usize) -> usize, from: usize| {
            let mut stops = vec![from];
            loop {
                let here = stops[stops.len() - 1];
                let next = step(here);
                if next == here {
                    return stops;
                }
                stops.push(next);
            }
        };
        let forward = walk(&|at| timeline.step_meaningful(at, Direction::Forward), 0);
        let mut back =
            walk(&|at| timeline.step_meaningful(at, Direction::Backward), timeline.len());
        back.reverse();
        assert_eq!(forward, back, "{slug}");
        for (from, _) in timeline.narrations() {
            assert!(forward.contains(&from), "{slug}: no step stops where {from} is told");
        }
        for stop in &forward[1..forward.len() - 1] {
            let weight = timeline.frame(stop - 1).map(|frame| frame.weight);
            let told = timeline.narrations().any(|(from, _)| from == *stop);
            assert!(told || Some(Weight::Meaningful) <= weight, "{slug}: {stop}");
        }
    }
}

#[test]
fn a_round_ends_with_an_answered_fetch() {
    let timeline = timeline("hw-round-trip", Overrides::default());
    let first = timeline.step_round(0, Direction::Forward);
    let answered = |position| {
        let events: &[highwater_engine::Event] = timeline.events_at(position);
        events.iter().any(|event| matches!(event.fact, Fact::FetchAnswered { .. }))
    };
    assert!(answered(first));
    assert_eq!(timeline.step_round(first, Direction::Backward), 0);
    assert!(answered(timeline.step_round(first, Direction::Forward)));
}

#[test]
fn acting_in_the_past_leaves_the_past_alone() {
    let mut timeline = timeline("kip101-loss", Overrides::default());
    let before: Vec<u64> =
        (0..=timeline.len()).map(|position| timeline.state_at(position).digest()).collect();
    let (fork, _) = timeline.narrations().nth(2).expect("there are more texts");
    let landed = timeline.act(fork, Command::Stop(BrokerId(1), Stop::Crash)).expect("it runs");
    assert_eq!(landed, fork + 1);
    assert_eq!(timeline.selected(), BranchId(1));
    check_every_position(&timeline);
    for (position, digest) in before.iter().enumerate().take(fork + 1) {
        assert_eq!(timeline.state_at(position).digest(), *digest);
    }
    assert!(timeline.narration_at(fork).is_some());
    assert!(timeline.narration_at(landed).is_none());
    // Broker 0 had everything, so nothing is lost on this branch.
    assert!(timeline.last().verdicts().iter().all(|(_, verdict)| !verdict.breaks_a_promise()));

    assert_eq!(timeline.undo(), Some(fork));
    assert_eq!(timeline.selected(), BranchId(0));
    for (position, digest) in before.iter().enumerate() {
        assert_eq!(timeline.state_at(position).digest(), *digest);
    }
    assert_eq!(timeline.undo(), None);
    assert_eq!(timeline.redo(), Some(landed));
    assert_eq!(timeline.redo(), None);
    timeline.select(BranchId(7));
    assert_eq!(timeline.selected(), BranchId(1));
    timeline.select(BranchId(0));
    assert_eq!(timeline.branches().len(), 2);
}

#[test]
fn a_refused_command_makes_no_branch() {
    let mut timeline = timeline("kip101-loss", Overrides::default());
    let len = timeline.len();
    let refused = timeline.act(len, Command::Start(BrokerId(0)));
    assert_eq!(refused, Err(Refusal::AlreadyRunning(BrokerId(0))));
    assert_eq!(timeline.check(len, &produce("m2")), Err(Refusal::NameTaken(Rc::from("m2"))));
    assert_eq!(timeline.check(0, &produce("m2")), Ok(()));
    assert_eq!((timeline.branches().len(), timeline.len()), (1, len));
}

#[test]
fn what_is_simply_continued_is_one_branch_in_the_list() {
    let mut timeline = free_play();
    for name in ["a", "b", "c"] {
        let end = timeline.len();
        timeline.act(end, produce(name)).expect("a leader is up");
    }
    let ids: Vec<BranchId> = timeline.branches().iter().map(|branch| branch.id).collect();
    assert_eq!(ids, [BranchId(0), BranchId(3)]);
    timeline.act(1, produce("d")).expect("a leader is up");
    let ids: Vec<BranchId> = timeline.branches().iter().map(|branch| branch.id).collect();
    assert_eq!(ids, [BranchId(0), BranchId(3), BranchId(4)]);
    assert!(timeline.undo().is_some());
    assert_eq!(timeline.selected(), BranchId(3));
}

#[test]
fn time_goes_on_where_nothing_happens() {
    let mut timeline = free_play();
    assert_eq!(timeline.len(), 0);
    timeline.advance(10_000);
    assert_eq!(timeline.last().now(), 10_000);
    check_every_position(&timeline);
    let end = timeline.len();
    timeline.act(end, produce("late")).expect("a leader is up");
    assert!(timeline.last().is_quiet());
    check_every_position(&timeline);
}

#[test]
fn a_condition_that_never_holds_is_said() {
    let text = "scenario stuck\ncluster brokers=1 generation=hw\ntopic t rf=1\n\
                until fenced 0\nexpect quiet\nexpect quiet in elr\n";
    let timeline = from_text(text);
    let ScriptEnd::Stuck { line: 4, condition } = timeline.script_end() else {
        panic!("{:?}", timeline.script_end())
    };
    let text = highwater_scenario::format::format_condition(timeline.scenario(), condition);
    assert_eq!(text, "fenced 0");
    let held: Vec<_> = timeline.expectations().iter().map(|e| e.held).collect();
    use highwater_scenario::Held;
    assert_eq!(held, [Held::NotReached, Held::NotForThisGeneration]);
}

#[test]
fn a_command_that_is_refused_ends_the_script() {
    let text = "scenario refused\ncluster brokers=1 generation=hw\ntopic t rf=1\nstart 0\n";
    let end = from_text(text).script_end().clone();
    let refusal = Refusal::AlreadyRunning(BrokerId(0));
    assert_eq!(end, ScriptEnd::Refused { line: 4, refusal });
}

#[test]
fn overrides_replace_replicas_and_keep_what_fits() {
    let text = "scenario o\ncluster brokers=2,4,6 generation=hw\n\
                topic t partitions=2 rf=2\nassign t-0 = 6,2\n";
    let scenario = parse(text).expect("it is valid");
    let replicas = |overrides: Overrides| -> Vec<Vec<u8>> {
        let config = overrides.config(&scenario);
        let topic = &config.topics[0];
        topic.assignments.iter().map(|ids| ids.iter().map(|id| id.0).collect()).collect()
    };
    let none = Overrides::default();
    assert_eq!(replicas(none), [[6, 2], [4, 6]]);
    let rf = |rf| Overrides { replication_factor: Some(rf), ..none };
    assert_eq!(replicas(rf(1)), [[6], [4]]);
    assert_eq!(replicas(rf(3)), [[6, 2, 4], [4, 6, 2]]);
    assert_eq!(replicas(rf(9)), [[6, 2, 4], [4, 6, 2]]);
    assert_eq!(replicas(rf(0)), [[6], [4]]);
    let brokers = |count| Overrides { brokers: Some(count), ..none };
    assert_eq!(replicas(brokers(2)), [[2, 4], [4, 2]]);
    assert_eq!(replicas(brokers(1)), [[2], [2]]);
    let ids: Vec<u8> = brokers(5).config(&scenario).brokers.iter().map(|id| id.0).collect();
    assert_eq!(ids, [2, 4, 6, 7, 8]);
}

#[test]
fn a_pinned_setting_is_not_changed_by_the_script() {
    let unclean = Some(UncleanElection::Disabled);
    let timeline = timeline("unclean-election", Overrides { unclean, ..Overrides::default() });
    assert!(matches!(timeline.script_end(), ScriptEnd::Stuck { .. }));
    let cluster = timeline.last();
    assert_eq!(cluster.registration(PartitionId(0)).and_then(|known| known.leader), None);
    assert_eq!(cluster.counters().unclean_elections, 0);
}

#[test]
fn differences_name_what_another_generation_changes() {
    let lost = timeline("kip101-loss", Overrides::default());
    let kept = timeline("kip101-loss", Overrides::of_generation(Generation::Kip101));
    let found = differences(&lost, &kept);
    // In the end no log has it under `hw`, but that it was acknowledged and lost is what counts.
    let fate = Change { before: Fate::Lost, after: Fate::Kept };
    assert_eq!(found.first(), Some(&Difference::Fate(Rc::from("m2"), fate)));
    assert!(found.contains(&Difference::Verdicts(Change { before: 1, after: 0 })));
    let end = Change { before: Some(Offset(1)), after: Some(Offset(2)) };
    assert!(found.contains(&Difference::LogEnd(PartitionId(0), BrokerId(0), end)));
    assert_eq!(differences(&lost, &lost), []);
}

#[test]
fn another_replication_factor_places_replicas_anew_by_the_same_rule() {
    let replicas = |overrides: Overrides| {
        let timeline = timeline("placement-3x3", overrides);
        let first = timeline.state_at(0);
        let lists = first.partitions().map(|id| {
            let known = first.registration(id).expect("a partition");
            known.replicas.iter().map(|broker| broker.0).collect::<Vec<_>>()
        });
        lists.collect::<Vec<_>>()
    };
    let with = |replication_factor, brokers| Overrides {
        replication_factor: Some(replication_factor),
        brokers: Some(brokers),
        ..Overrides::default()
    };
    // Each broker leads one partition, follows in one and has no copy of the third.
    assert_eq!(replicas(with(2, 3)), [[1, 2], [2, 0], [0, 1]]);
    assert_eq!(replicas(with(1, 3)), [[1], [2], [0]]);
    // Vector 72 of the controller.
    assert_eq!(replicas(with(3, 4)), [[2, 3, 0], [3, 0, 1], [0, 1, 2]]);
}

/// Something that a reader may do to three brokers.
fn any_command() -> impl Strategy<Value = Command> {
    let broker = (0..4_u8).prop_map(BrokerId);
    let stop = prop::sample::select(vec![Stop::Clean, Stop::Crash, Stop::PowerCut]);
    let node = prop_oneof![
        broker.clone().prop_map(Node::Broker),
        Just(Node::Controller),
        Just(Node::Producer),
        Just(Node::Consumer)
    ];
    let partition = PartitionId(0);
    prop_oneof![
        "[a-z]{1,3}".prop_map(|name| produce(&name)),
        (broker.clone(), stop.clone()).prop_map(|(id, how)| Command::Stop(id, how)),
        (broker.clone(), stop).prop_map(|(id, how)| Command::Restart(id, how)),
        broker.clone().prop_map(Command::Start),
        (node.clone(), node.clone()).prop_map(|(a, b)| Command::CutLink(a, b)),
        (node.clone(), node).prop_map(|(a, b)| Command::HealLink(a, b)),
        (broker.clone(), 0..900_u64).prop_map(|(id, ms)| Command::Slow(id, ms)),
        broker.prop_map(Command::Flush),
        (0..5_u32).prop_map(move |from| Command::consume_from(partition, Offset(from))),
        (0..4_u8).prop_map(move |least| Command::SetMinInsyncReplicas(partition, least)),
        Just(Command::SetUncleanElection(partition, UncleanElection::Enabled)),
        Just(Command::Reassign(partition, [0, 2].map(BrokerId).into_iter().collect())),
        Just(Command::CancelReassignment(partition)),
        (0..3_u32).prop_map(move |count| Command::Grow(partition, count)),
        Just(Command::Elect(partition, Election::Unclean)),
        Just(Command::Elect(partition, Election::Preferred)),
    ]
}

/// Any setting of every slider and switch.
fn any_overrides() -> impl Strategy<Value = Overrides> {
    let unclean = vec![None, Some(UncleanElection::Disabled), Some(UncleanElection::Enabled)];
    let acks = vec![None, Some(Acks::None), Some(Acks::Leader), Some(Acks::All)];
    (
        prop::option::of(prop::sample::select(Generation::ALL.to_vec())),
        prop::option::of(prop_oneof![9 => 0..9_u8, 1 => Just(u8::MAX)]),
        prop::option::of(prop_oneof![9 => 0..9_u8, 1 => Just(u8::MAX)]),
        prop::option::of(any::<u8>()),
        prop::sample::select(unclean),
        prop::sample::select(acks),
        prop::option::of(prop_oneof![Just(0), Just(u64::MAX), 0..60_000_u64]),
    )
        .prop_map(|(generation, brokers, rf, min, unclean, acks, lag)| Overrides {
            generation,
            brokers,
            replication_factor: rf,
            min_insync_replicas: min,
            unclean,
            acks,
            replica_lag_time_max: lag,
        })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_is_set_the_script_is_played_as_far_as_it_goes(
        slug in prop::sample::select(library::slugs().collect::<Vec<_>>()),
        overrides in any_overrides(),
    ) {
        let timeline = timeline(slug, overrides);
        if timeline.script_end() != &ScriptEnd::Finished {
            let unreached = timeline.expectations().iter();
            let unreached = unreached.filter(|e| e.held == highwater_scenario::Held::NotReached);
            prop_assert!(0 < unreached.count());
        }
        prop_assert!(timeline.len() < 200_000);
        let plain = timeline.state_at(timeline.len() / 2);
        prop_assert!(plain.now() <= timeline.last().now());
    }

    #[test]
    fn whatever_is_done_whenever_any_position_is_the_state_that_was_there(
        generation in prop::sample::select(Generation::ALL.to_vec()),
        acts in prop::collection::vec(
            (any_command(), any::<prop::sample::Index>(), any::<bool>()), 1..14
        ),
    ) {
        let scenario = library::load("unclean-election").expect("it is in the library");
        let overrides = Overrides::of_generation(generation);
        let mut timeline = Timeline::play(Rc::new(scenario), overrides).expect("it fits");
        for (command, place, at_end) in acts {
            let len = timeline.len();
            let position = if at_end { len } else { place.index(len + 1) };
            match timeline.act(position, command) {
                Ok(landed) => prop_assert!(landed <= timeline.len()),
                Err(_) => prop_assert_eq!(timeline.len(), len),
            }
        }
        timeline.advance(3_000);
        let states = stepped(&timeline);
        for (position, state) in states.iter().enumerate().step_by(7) {
            prop_assert_eq!(timeline.state_at(position).digest(), state.digest());
        }
    }
}

const ASKING: &str = "\
scenario asking
cluster brokers=2 generation=hw
topic orders partitions=1 rf=2 min.insync.replicas=1
predict hw 0
produce a
until acked a
reveal
predict leader
predict lost a
stop 0 crash
until leader = 1
";

#[test]
fn a_prediction_is_answered_by_what_is_the_case_when_it_is_revealed() {
    use highwater_scenario::{Outcome, Subject};
    let timeline = from_text(ASKING);
    let asked: Vec<_> = timeline.predictions().cloned().collect();
    assert_eq!(asked.len(), 3);
    assert_eq!((asked[0].position, asked[0].truth), (0, Outcome::Offset(1)));
    assert_eq!(asked[0].choices, [0, 1].map(Outcome::Offset), "one more than could be thought of");
    let there = timeline.state_at(asked[0].revealed_at);
    let log = &there.replica(BrokerId(0), PartitionId(0)).expect("a replica").log;
    assert_eq!(log.high_watermark(), Offset(1));
    assert_eq!(*asked[1].subject, Subject::Leader(PartitionId(0)));
    assert_eq!(asked[1].truth, Outcome::Leader(Some(BrokerId(1))));
    let leaders = [Some(BrokerId(0)), Some(BrokerId(1)), None];
    assert_eq!(asked[1].choices, leaders.map(Outcome::Leader));
    assert_eq!(asked[2].truth, Outcome::Lost(false));
    assert_eq!(asked[1].position, asked[0].revealed_at);
    let waited: Vec<_> = asked.iter().map(|asked| asked.when.as_deref()).collect();
    let text = |of: &highwater_scenario::condition::Condition| {
        highwater_scenario::format::format_condition(timeline.scenario(), of)
    };
    let waited: Vec<_> = waited.into_iter().map(|of| of.map(text)).collect();
    let of = |text: &str| Some(text.to_owned());
    assert_eq!(waited, [of("acked a"), of("leader = 1"), of("leader = 1")]);
}

#[test]
fn a_branch_is_not_asked_what_it_never_comes_to() {
    let mut timeline = from_text(ASKING);
    let revealed = timeline.predictions().next().expect("one").revealed_at;
    timeline.act(revealed, produce("b")).expect("it runs");
    assert_eq!(timeline.predictions().count(), 1);
}
