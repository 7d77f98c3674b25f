//! The same abstract model in this search and in the `stateright` crate, one thread each, in one
//! run: `cargo bench -p highwater-explorer --features stateright --bench side_by_side`.

use std::time::Instant;

use highwater_explorer::reference::{Action, Bounds, Claim, Reference, State, Variant};
use highwater_explorer::search::{Budget, Model as _, Search, Status};
use stateright::{Checker, Model, Property};

const ROUNDS: usize = 5;

struct Theirs(Reference);

impl Model for Theirs {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let mut states = Vec::new();
        self.0.initial(&mut states);
        states
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        self.0.steps(state, actions);
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        self.0.next(state, action)
    }

    fn properties(&self) -> Vec<Property<Theirs>> {
        vec![Property::always("strong ISR", |model, state| {
            model.0.properties().iter().all(|property| (property.holds)(&model.0, state))
        })]
    }
}

fn main() {
    let bounds = Bounds::new(3, 2, 2, 2).expect("small enough");
    let model = Reference { variant: Variant::Kip320, bounds, claim: Claim::StrongIsr };
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let mut search = Search::new(model, Budget::unlimited());
        assert_eq!(search.run_to_answer(), Status::Exhausted);
        let ours = began.elapsed();
        let progress = search.progress();
        drop(search);

        let began = Instant::now();
        let checker = Theirs(model).checker().threads(1).spawn_bfs().join();
        let theirs = began.elapsed();
        assert_eq!(checker.unique_state_count(), progress.distinct as usize);
        eprintln!(
            "{} distinct, {} generated: {} ms here, {} ms in stateright",
            progress.distinct,
            progress.generated,
            ours.as_millis(),
            theirs.as_millis(),
        );
    }
}
