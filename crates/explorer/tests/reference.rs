//! The abstract model against what TLC counted.
//!
//! The largest row takes seconds where code is optimized and minutes where it isn't, so it is left
//! to `cargo test --profile native`.

use highwater_explorer::reference::{Bounds, Claim, Reference, Variant};
use highwater_explorer::search::{Budget, Model, Search, Status};

/// What TLC says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tlc {
    /// Violated, with a shortest trace of so many steps.
    Violated(usize),
    /// Exhausted, with so many distinct states and so many levels (the first state is level 1).
    Holds { distinct: u32, levels: u32 },
}

fn search(variant: Variant, claim: Claim, bounds: [u8; 4]) -> Search<Reference> {
    let [replicas, log, records, epochs] = bounds;
    let bounds = Bounds::new(replicas, log, records, epochs).expect("small enough");
    Search::new(Reference { variant, bounds, claim }, Budget::unlimited())
}

fn check(variant: Variant, claim: Claim, bounds: [u8; 4], expected: Tlc) {
    let mut search = search(variant, claim, bounds);
    let found = match search.run_to_answer() {
        Status::Violated(property) => {
            let trace = search.violation(property).expect("it was reported");
            assert!(!(search.properties()[property].holds)(search.model(), trace.end()));
            Tlc::Violated(trace.steps.len())
        }
        Status::Exhausted => {
            let progress = search.progress();
            Tlc::Holds { distinct: progress.distinct, levels: progress.depth }
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(found, expected, "{variant:?} {claim:?} {bounds:?}");
}

#[test]
fn outcomes_states_and_shortest_traces_are_those_of_tlc() {
    use Claim::{StrongIsr, WeakIsr};
    use Variant::{Hw, Kip101, Kip279, Kip320};
    let holds = |distinct, levels| Tlc::Holds { distinct, levels };
    check(Hw, StrongIsr, [2, 2, 2, 2], Tlc::Violated(9));
    check(Hw, StrongIsr, [3, 2, 2, 2], Tlc::Violated(8));
    check(Kip101, StrongIsr, [2, 2, 2, 2], Tlc::Violated(11));
    check(Kip101, StrongIsr, [3, 2, 2, 2], Tlc::Violated(10));
    check(Kip279, StrongIsr, [2, 2, 2, 2], holds(9_027, 18));
    check(Kip279, StrongIsr, [3, 2, 2, 2], Tlc::Violated(10));
    check(Kip320, StrongIsr, [2, 2, 2, 2], holds(5_973, 18));
    check(Kip279, StrongIsr, [2, 3, 3, 2], holds(32_713, 21));
    check(Kip320, StrongIsr, [2, 3, 3, 3], holds(120_879, 26));
    check(Kip101, WeakIsr, [3, 2, 2, 2], Tlc::Violated(10));
    check(Hw, WeakIsr, [3, 2, 2, 2], Tlc::Violated(8));
    check(Kip320, WeakIsr, [2, 2, 2, 2], holds(5_973, 18));
}

#[test]
fn kip320_with_three_replicas_has_as_many_states_as_tlc_counts() {
    let expected = Tlc::Holds { distinct: 737_794, levels: 26 };
    check(Variant::Kip320, Claim::StrongIsr, [3, 2, 2, 2], expected);
}

#[cfg(not(debug_assertions))]
#[test]
fn kip320_with_logs_of_three_has_as_many_states_as_tlc_counts() {
    let expected = Tlc::Holds { distinct: 4_093_531, levels: 31 };
    check(Variant::Kip320, Claim::StrongIsr, [3, 3, 3, 2], expected);
}

#[test]
fn a_trace_can_be_followed_by_hand() {
    let mut search = search(Variant::Hw, Claim::StrongIsr, [2, 2, 2, 2]);
    assert_eq!(search.run_to_answer(), Status::Violated(0));
    let trace = search.violation(0).expect("it was reported");
    let mut state = trace.start.clone();
    for (action, after) in &trace.steps {
        state = search.model().next(&state, *action).expect("it can happen");
        assert_eq!(state, *after);
    }
}

#[test]
fn names_lead_back_to_what_they_name() {
    for variant in Variant::ALL {
        assert_eq!(Variant::by_name(variant.name()), Some(variant));
    }
    for claim in [Claim::StrongIsr, Claim::WeakIsr] {
        assert_eq!(Claim::by_name(claim.name()), Some(claim));
    }
    assert_eq!(Bounds::new(6, 1, 1, 1), None);
    assert_eq!(Bounds::new(1, 1, 1, 8), None);
}
