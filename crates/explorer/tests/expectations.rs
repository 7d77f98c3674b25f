//! How many faults it takes, setting by setting, as operators would put it.
//!
//! A fault is one broker stopped, killed, without power, cut off from the controller or so slow that
//! it leaves the ISR. Every counterexample is played in the engine. The larger searches are left to optimized code:
//! `cargo test --profile native -p highwater-explorer`.

mod support;

use highwater_explorer::kafka::{Fault, Kafka, Question, Settings, Step, World};
use highwater_explorer::search::{Budget, FaultLimits, Model, Property, Search, Status};
use highwater_protocol::Generation;
use highwater_protocol::produce::Acks;

/// What the search says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// So many faults are the fewest.
    Faults(u32),
    /// There is nothing within the limits.
    Never,
}

fn ask(settings: Settings, question: Question, faults: FaultLimits) -> Answer {
    let kafka = Kafka::new(settings, question).expect("settings that can be explored");
    let mut search = Search::new(kafka, Budget { faults, ..Budget::unlimited() });
    match search.run_to_answer() {
        Status::Violated(property) => {
            let trace = search.violation(property).expect("it was reported");
            let played = support::replay(&kafka, &trace.actions());
            let said = played.and_then(|mut played| played.says(question));
            assert_eq!(said, Ok(true), "{settings:?} {question:?}");
            Answer::Faults(trace.faults)
        }
        Status::Exhausted => Answer::Never,
        other => panic!("{other:?}: {settings:?}"),
    }
}

fn loss(settings: Settings, faults: FaultLimits) -> Answer {
    ask(settings, Question::AckedRecordLost, faults)
}

/// Faults of single brokers.
fn faults(total: u8) -> FaultLimits {
    FaultLimits::of_any_kind(total).with(Fault::BLACKOUT, 0).with(Fault::RECONFIGURATION, 0)
}

/// As before, but no disk loses anything.
fn without_lost_power(total: u8) -> FaultLimits {
    faults(total).with(Fault::POWER_CUT, 0)
}

#[test]
fn records_acked_by_the_leader_alone_are_lost_by_one_stop() {
    for generation in Generation::ALL {
        for acks in [Acks::None, Acks::Leader] {
            let settings = Settings { acks, records: 1, ..Settings::usual(generation) };
            assert_eq!(loss(settings, without_lost_power(1)), Answer::Faults(1));
            assert_eq!(loss(settings, FaultLimits::NONE), Answer::Never);
        }
    }
}

#[test]
fn before_kip101_two_restarts_in_order_lose_a_record_acked_by_all() {
    let in_order = faults(2)
        .with(Fault::CRASH, 0)
        .with(Fault::POWER_CUT, 0)
        .with(Fault::LAG, 0)
        .with(Fault::ISOLATION, 0);
    for generation in Generation::ALL {
        let settings = Settings { replication_factor: 2, ..Settings::usual(generation) };
        let expected = if generation == Generation::Hw { Answer::Faults(2) } else { Answer::Never };
        assert_eq!(loss(settings, in_order), expected, "{generation}");
    }
}

#[test]
fn power_lost_everywhere_at_once_loses_what_was_not_flushed() {
    for generation in Generation::ALL {
        let settings = Settings { records: 1, ..Settings::usual(generation) };
        let blackout = FaultLimits::NONE.with(Fault::BLACKOUT, 1);
        let blackout = FaultLimits { total: 1, ..blackout };
        assert_eq!(loss(settings, blackout), Answer::Faults(1), "{generation}");
    }
}

#[test]
fn writes_stop_when_fewer_brokers_than_the_minimum_are_left() {
    for generation in Generation::ALL {
        for (min_insync_replicas, expected) in [(3, 1), (2, 2)] {
            let settings = Settings { min_insync_replicas, ..Settings::usual(generation) };
            let blocked = ask(settings, Question::WriteBlocked, faults(expected));
            assert_eq!(blocked, Answer::Faults(u32::from(expected)), "{generation}");
        }
    }
}

#[test]
fn one_broker_alone_loses_records_with_its_power() {
    for generation in Generation::ALL {
        let one = Settings { replication_factor: 1, ..Settings::usual(generation) };
        let settings = Settings { min_insync_replicas: 1, ..one };
        assert_eq!(loss(settings, faults(2)), Answer::Faults(1), "{generation}");
        assert_eq!(loss(settings, without_lost_power(2)), Answer::Never, "{generation}");
    }
}

/// A partition without a leader whose ELR was wiped by a changed minimum stays without one, even
/// though every broker stopped in order and has everything.
#[test]
fn with_elr_a_changed_minimum_can_make_an_offline_partition_stay_offline() {
    let settings = Settings { replication_factor: 2, ..Settings::usual(Generation::Elr) };
    assert_eq!(ask(settings, Question::Unrecoverable, faults(3)), Answer::Never);
    let changed = faults(3).with(Fault::RECONFIGURATION, 1);
    assert_eq!(ask(settings, Question::Unrecoverable, changed), Answer::Faults(3));

    let kafka = Kafka::new(settings, Question::Unrecoverable).expect("two replicas");
    let mut search = Search::new(kafka, Budget { faults: changed, ..Budget::unlimited() });
    assert_eq!(search.run_to_answer(), Status::Violated(0));
    let stuck = search.violation(0).expect("it was reported").end().clone();
    let kafka = Kafka::new(settings, Question::WriteBlocked).expect("two replicas");
    let mut healing = Search::new(Healing { kafka, from: stuck }, Budget::unlimited());
    assert_eq!(healing.run_to_answer(), Status::Exhausted, "no order of repairs helps");
}

/// Everything that can be done without another fault, until a write succeeds.
struct Healing {
    kafka: Kafka,
    from: World,
}

impl Model for Healing {
    type State = World;
    type Action = Step;

    fn initial(&self, out: &mut Vec<World>) {
        out.push(self.from.clone());
    }

    fn steps(&self, world: &World, out: &mut Vec<Step>) {
        self.kafka.steps(world, out);
    }

    fn next(&self, world: &World, step: Step) -> Option<World> {
        self.kafka.next(world, step)
    }

    fn properties(&self) -> Vec<Property<Healing>> {
        vec![Property {
            name: "no write succeeds",
            holds: |healing, world| {
                let mut properties = healing.kafka.properties().into_iter();
                properties.any(|property| !(property.holds)(&healing.kafka, world))
            },
        }]
    }

    fn encode(&self, world: &World, out: &mut Vec<u8>) {
        self.kafka.encode(world, out);
    }

    fn decode(&self, bytes: &[u8]) -> World {
        self.kafka.decode(bytes)
    }
}

#[cfg(not(debug_assertions))]
mod large {
    use highwater_protocol::control::UncleanElection;

    use super::*;

    /// From 2.1 on, whatever the minimum: two followers leave the ISR, then the last one loses
    /// power. The minimum gates writes, not how small the ISR may get.
    #[test]
    fn without_elr_the_last_replica_standing_loses_a_record_with_its_power() {
        for generation in [Generation::Kip320, Generation::Strict] {
            for min_insync_replicas in 1..=3 {
                let settings = Settings { min_insync_replicas, ..Settings::usual(generation) };
                assert_eq!(loss(settings, faults(3)), Answer::Faults(3), "{settings:?}");
                assert_eq!(loss(settings, faults(2)), Answer::Never, "{settings:?}");
            }
        }
    }

    #[test]
    fn from_kip320_on_no_three_faults_lose_a_record_as_long_as_disks_keep_it() {
        for generation in [Generation::Kip320, Generation::Strict, Generation::Elr] {
            let settings = Settings { records: 1, ..Settings::usual(generation) };
            assert_eq!(loss(settings, without_lost_power(3)), Answer::Never, "{generation}");
            assert_eq!(
                ask(settings, Question::Diverged, without_lost_power(3)),
                Answer::Never,
                "{generation}"
            );
        }
    }

    /// KIP-279 knows where to cut, but not whom to believe: a follower that the metadata reaches
    /// late fetches from a leader of another epoch.
    #[test]
    fn before_kip320_a_late_follower_makes_a_record_be_lost_without_any_lost_power() {
        let settings = Settings { records: 1, ..Settings::usual(Generation::Kip279) };
        assert_eq!(loss(settings, without_lost_power(3)), Answer::Faults(3));
    }

    #[test]
    fn an_unclean_election_loses_a_record_without_any_lost_power() {
        for min_insync_replicas in 1..=2 {
            let usual = Settings::usual(Generation::Strict);
            let unclean = UncleanElection::Enabled;
            let settings = Settings { min_insync_replicas, unclean, ..usual };
            assert_eq!(loss(settings, without_lost_power(3)), Answer::Faults(3));
            assert_eq!(loss(settings, without_lost_power(2)), Answer::Never);
        }
    }

    /// With ELR it takes as many unclean ends of processes as the minimum says: one is survived.
    /// (A crash is unclean to the controller, though the page cache survives it.)
    #[test]
    fn with_elr_as_many_processes_must_end_uncleanly_as_must_be_in_sync() {
        let settings = Settings::usual(Generation::Elr);
        assert_eq!(loss(settings, faults(3)), Answer::Faults(3));
        assert_eq!(loss(settings, faults(2)), Answer::Never);
        let one_unclean = faults(3).with(Fault::POWER_CUT, 1).with(Fault::CRASH, 0);
        assert_eq!(loss(settings, one_unclean), Answer::Never);
        let three = Settings { min_insync_replicas: 3, ..settings };
        let two_unclean = faults(3).with(Fault::POWER_CUT, 2).with(Fault::CRASH, 0);
        assert_eq!(loss(three, two_unclean), Answer::Never);
        assert_eq!(loss(three, faults(3)), Answer::Faults(3));
    }

    /// An operator who lowers the minimum in the middle of it takes the ELR away.
    #[test]
    fn with_elr_and_a_lowered_minimum_one_lost_power_is_enough() {
        let settings = Settings { records: 1, ..Settings::usual(Generation::Elr) };
        let one_power_cut = without_lost_power(4)
            .with(Fault::POWER_CUT, 1)
            .with(Fault::CRASH, 0)
            .with(Fault::ISOLATION, 0);
        assert_eq!(loss(settings, one_power_cut), Answer::Never);
        let lowered = one_power_cut.with(Fault::RECONFIGURATION, 1);
        assert_eq!(loss(settings, lowered), Answer::Faults(4));
    }
}
