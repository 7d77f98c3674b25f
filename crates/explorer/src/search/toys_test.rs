//! The search tried on toys that have nothing to do with Kafka.

use crate::search::{
    Budget, FaultKind, FaultLimits, Limit, Model, Progress, Property, Search, Status,
};

/// Two jugs of 3 and 5 litres; 4 litres are wanted.
struct Jugs;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pour {
    Fill(usize),
    Empty(usize),
    Over(usize),
}

const SIZES: [u8; 2] = [3, 5];

impl Model for Jugs {
    type State = [u8; 2];
    type Action = Pour;

    fn initial(&self, out: &mut Vec<[u8; 2]>) {
        out.push([0, 0]);
    }

    fn steps(&self, _state: &[u8; 2], out: &mut Vec<Pour>) {
        out.extend([0, 1].map(Pour::Fill));
        out.extend([0, 1].map(Pour::Empty));
        out.extend([0, 1].map(Pour::Over));
    }

    fn next(&self, state: &[u8; 2], pour: Pour) -> Option<[u8; 2]> {
        let mut jugs = *state;
        match pour {
            Pour::Fill(jug) => jugs[jug] = SIZES[jug],
            Pour::Empty(jug) => jugs[jug] = 0,
            Pour::Over(jug) => {
                let other = 1 - jug;
                let poured = jugs[jug].min(SIZES[other] - jugs[other]);
                jugs[jug] -= poured;
                jugs[other] += poured;
            }
        }
        (jugs != *state).then_some(jugs)
    }

    fn properties(&self) -> Vec<Property<Jugs>> {
        vec![
            Property { name: "never four litres", holds: |_, jugs| jugs[1] != 4 },
            Property { name: "never overfull", holds: |_, jugs| jugs[1] <= 5 },
        ]
    }

    fn encode(&self, state: &[u8; 2], out: &mut Vec<u8>) {
        out.extend_from_slice(state);
    }

    fn decode(&self, bytes: &[u8]) -> [u8; 2] {
        [bytes[0], bytes[1]]
    }
}

#[test]
fn four_litres_take_six_pourings() {
    let mut search = Search::new(Jugs, Budget::unlimited());
    assert_eq!(search.run_to_answer(), Status::Violated(0));
    let trace = search.violation(0).expect("found");
    let over = Pour::Over;
    let expected = [Pour::Fill(1), over(1), Pour::Empty(0), over(1), Pour::Fill(1), over(1)];
    assert_eq!(trace.actions(), expected);
    assert_eq!(*trace.end(), [3, 4]);
    assert_eq!(trace.faults, 0);
    assert_eq!(search.run_to_answer(), Status::Exhausted);
    assert!(search.violation(1).is_none());
    assert_eq!(search.progress().distinct, 16);
}

/// A bit that ticks.
struct Clock;

impl Model for Clock {
    type State = u8;
    type Action = ();

    fn initial(&self, out: &mut Vec<u8>) {
        out.extend([0, 1]);
    }

    fn steps(&self, _state: &u8, out: &mut Vec<()>) {
        out.push(());
    }

    fn next(&self, state: &u8, _tick: ()) -> Option<u8> {
        Some(1 - state)
    }

    fn properties(&self) -> Vec<Property<Clock>> {
        vec![Property { name: "a bit", holds: |_, bit| *bit < 2 }]
    }

    fn encode(&self, state: &u8, out: &mut Vec<u8>) {
        out.push(*state);
    }

    fn decode(&self, bytes: &[u8]) -> u8 {
        bytes[0]
    }
}

#[test]
fn a_binary_clock_has_two_states() {
    let mut search = Search::new(Clock, Budget::unlimited());
    assert_eq!(search.run(0), Status::Working);
    assert_eq!(search.run_to_answer(), Status::Exhausted);
    assert_eq!(search.progress().distinct, 2);
    assert_eq!(search.progress().generated, 2);
    assert_eq!(search.run(1), Status::Exhausted);
}

#[test]
fn a_search_with_nowhere_to_go_is_exhausted() {
    let digraph = Digraph { edges: Vec::new(), goal: 1 };
    let mut search = Search::new(digraph, Budget { depth: 0, ..Budget::unlimited() });
    assert_eq!(search.run_to_answer(), Status::Exhausted);
    assert_eq!(search.progress().distinct, 1);
}

/// Nodes and arrows; some arrows are faults. It should never come to the goal.
#[derive(Clone)]
struct Digraph {
    edges: Vec<Edge>,
    goal: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Edge {
    from: u8,
    to: u8,
    fault: Option<FaultKind>,
}

impl Model for Digraph {
    type State = u8;
    type Action = Edge;

    fn initial(&self, out: &mut Vec<u8>) {
        out.push(0);
    }

    fn steps(&self, node: &u8, out: &mut Vec<Edge>) {
        out.extend(self.edges.iter().filter(|edge| edge.from == *node && edge.fault.is_none()));
    }

    fn faults(&self, node: &u8, out: &mut Vec<Edge>) {
        out.extend(self.edges.iter().filter(|edge| edge.from == *node && edge.fault.is_some()));
    }

    fn fault_kind(&self, edge: Edge) -> FaultKind {
        edge.fault.unwrap_or(FaultKind(0))
    }

    fn next(&self, _node: &u8, edge: Edge) -> Option<u8> {
        Some(edge.to)
    }

    fn properties(&self) -> Vec<Property<Digraph>> {
        vec![Property { name: "not there", holds: |digraph, node| *node != digraph.goal }]
    }

    fn encode(&self, node: &u8, out: &mut Vec<u8>) {
        out.push(*node);
    }

    fn decode(&self, bytes: &[u8]) -> u8 {
        bytes[0]
    }
}

fn step(from: u8, to: u8) -> Edge {
    Edge { from, to, fault: None }
}

fn fault(from: u8, to: u8, kind: u8) -> Edge {
    Edge { from, to, fault: Some(FaultKind(kind)) }
}

fn search(edges: &[Edge], goal: u8, faults: FaultLimits) -> Search<Digraph> {
    let digraph = Digraph { edges: edges.to_vec(), goal };
    Search::new(digraph, Budget { faults, ..Budget::unlimited() })
}

#[test]
fn a_long_way_without_faults_comes_before_a_short_one_with_a_fault() {
    let edges = [fault(0, 9, 0), step(0, 1), step(1, 2), step(2, 3), step(3, 9)];
    let mut long = search(&edges, 9, FaultLimits::of_any_kind(1));
    assert_eq!(long.run_to_answer(), Status::Violated(0));
    let trace = long.violation(0).expect("found");
    assert_eq!((trace.faults, trace.steps.len()), (0, 4));
    let mut short = search(&edges[..4], 9, FaultLimits::of_any_kind(1));
    assert_eq!(short.run_to_answer(), Status::Violated(0));
    let trace = short.violation(0).expect("found");
    assert_eq!((trace.faults, trace.steps.len()), (1, 1));
}

#[test]
fn a_fault_too_much_of_a_kind_is_not_taken() {
    let edges = [fault(0, 1, 0), fault(1, 9, 0), fault(0, 2, 1), step(2, 1)];
    let faults = FaultLimits::of_any_kind(2);
    assert_eq!(search(&edges, 9, faults).run_to_answer(), Status::Violated(0));
    // Node 1 is first reached with a fault of kind 0; it counts that it can be with one of kind 1.
    let one_each = faults.with(FaultKind(0), 1);
    let mut found = search(&edges, 9, one_each);
    assert_eq!(found.run_to_answer(), Status::Violated(0));
    assert_eq!(found.violation(0).expect("found").actions(), [edges[2], edges[3], edges[1]]);
    let none = faults.with(FaultKind(0), 0);
    assert_eq!(search(&edges, 9, none).run_to_answer(), Status::Exhausted);
    assert_eq!(search(&edges, 9, FaultLimits::NONE).run_to_answer(), Status::Exhausted);
}

#[test]
fn every_bound_says_that_it_was_hit() {
    let line: Vec<Edge> = (0..200).map(|node| step(node, node + 1)).collect();
    let digraph = Digraph { edges: line, goal: 255 };
    let answer = |budget| Search::new(digraph.clone(), budget).run_to_answer();
    let all = Budget::unlimited();
    assert_eq!(answer(all), Status::Exhausted);
    assert_eq!(answer(Budget { depth: 200, ..all }), Status::Exhausted);
    assert_eq!(answer(Budget { depth: 199, ..all }), Status::LimitHit(Limit::Depth));
    assert_eq!(answer(Budget { states: 201, ..all }), Status::Exhausted);
    assert_eq!(answer(Budget { states: 200, ..all }), Status::LimitHit(Limit::States));
    assert_eq!(answer(Budget { bytes: 1 << 10, ..all }), Status::LimitHit(Limit::Memory));
}

/// A generator of test data: a linear congruence is enough.
struct Dice(u32);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % bound
    }
}

fn random_edges(dice: &mut Dice, nodes: u32) -> Vec<Edge> {
    let edge = |dice: &mut Dice| Edge {
        from: dice.below(nodes) as u8,
        to: dice.below(nodes) as u8,
        fault: (dice.below(3) == 0).then(|| FaultKind(dice.below(2) as u8)),
    };
    (0..nodes * 3 / 2).map(|_| edge(dice)).collect()
}

/// The fewest faults and then steps to every node, found by repeating all arrows until nothing
/// gets better. The counts of kind 0 and of kind 1 are kept apart.
fn distances(edges: &[Edge], nodes: usize, faults: FaultLimits) -> Vec<Option<(u32, u32)>> {
    let width = usize::from(faults.total) + 1;
    let mut best: Vec<Option<u32>> = vec![None; nodes * width * width];
    let at = |node: usize, zeros: usize, ones: usize| (node * width + zeros) * width + ones;
    best[at(0, 0, 0)] = Some(0);
    let mut better = true;
    while better {
        better = false;
        for edge in edges {
            for (zeros, ones) in (0..width).flat_map(|a| (0..width).map(move |b| (a, b))) {
                let Some(steps) = best[at(usize::from(edge.from), zeros, ones)] else { continue };
                let zeros = zeros + usize::from(edge.fault == Some(FaultKind(0)));
                let ones = ones + usize::from(edge.fault == Some(FaultKind(1)));
                let allowed = zeros + ones < width
                    && zeros <= usize::from(faults.of(FaultKind(0)))
                    && ones <= usize::from(faults.of(FaultKind(1)));
                if !allowed {
                    continue;
                }
                let slot = &mut best[at(usize::from(edge.to), zeros, ones)];
                if slot.is_none_or(|known| steps + 1 < known) {
                    *slot = Some(steps + 1);
                    better = true;
                }
            }
        }
    }
    let counts = |node| {
        let all = (0..width).flat_map(move |a| (0..width).map(move |b| (node, a, b)));
        all.filter_map(|(node, a, b)| Some(((a + b) as u32, best[at(node, a, b)]?))).min()
    };
    (0..nodes).map(counts).collect()
}

#[test]
fn the_shortest_way_is_found_in_random_digraphs_and_slices_change_nothing() {
    let mut dice = Dice(7);
    for round in 0..60 {
        let nodes = 12;
        let edges = random_edges(&mut dice, nodes);
        let mut faults = FaultLimits::of_any_kind(round % 4);
        if round % 3 == 0 {
            faults = faults.with(FaultKind(1), 1);
        }
        let expected = distances(&edges, nodes as usize, faults);
        for goal in 1..nodes as u8 {
            let mut whole = search(&edges, goal, faults);
            let status = whole.run_to_answer();
            let mut sliced = search(&edges, goal, faults);
            while sliced.run(1) == Status::Working {}
            assert_eq!(sliced.run(1), status);
            let figures = |search: &Search<Digraph>| Progress { frontier: 0, ..search.progress() };
            assert_eq!(figures(&sliced), figures(&whole));
            let Some((least, steps)) = expected[usize::from(goal)] else {
                assert_eq!(status, Status::Exhausted);
                continue;
            };
            assert_eq!(status, Status::Violated(0));
            let trace = whole.violation(0).expect("found");
            assert_eq!((trace.faults, trace.steps.len() as u32), (least, steps));
            let mut at = trace.start;
            for (edge, to) in &trace.steps {
                assert_eq!((edge.from, edge.to), (at, *to));
                at = *to;
            }
        }
    }
}
