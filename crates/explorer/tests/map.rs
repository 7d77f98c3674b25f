//! The safety map of the build is what the explorer finds. Samples always; the whole map with
//! optimized code, where `UPDATE_EXPECT=1` writes it anew:
//! `UPDATE_EXPECT=1 cargo test --profile native -p highwater-explorer --test map`.

mod support;

use highwater_explorer::kafka::Kafka;
use highwater_explorer::map::{
    Cell, CellSearch, Fewest, MapBounds, MapError, Measure, Place, default_map, parse, print,
};
use highwater_explorer::search::{Search, Status};
use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;

fn compute(place: Place) -> Cell {
    let mut search = CellSearch::new(place, MapBounds::DEFAULT);
    loop {
        if let Some(cell) = search.run(50_000) {
            return cell;
        }
    }
}

/// Plays the schedule behind each figure of a cell in the engine: a figure that is a number is a
/// schedule, and the engine says the same of it.
fn play(cell: &Cell) {
    for measure in Measure::ALL {
        let Fewest::Faults(faults) = cell.fewest(measure) else { continue };
        let request = cell.place.request(measure, MapBounds::DEFAULT);
        let kafka = Kafka::new(request.settings, request.question).expect("settings that fit");
        let mut search = Search::new(kafka, request.budget);
        assert_eq!(search.run_to_answer(), Status::Violated(0), "{cell} {measure:?}");
        let trace = search.violation(0).expect("it was reported");
        assert_eq!(trace.faults, u32::from(faults), "{cell} {measure:?}");
        let played = support::replay(&kafka, &trace.actions());
        let said = played.and_then(|mut played| played.says(request.question));
        assert_eq!(said, Ok(true), "{cell} {measure:?}");
    }
}

#[test]
fn every_figure_of_a_small_cluster_is_played_in_the_engine() {
    let small = |cell: &Cell| cell.place.replication_factor == 2;
    default_map().into_iter().filter(small).for_each(|cell| play(&cell));
}

#[cfg(not(debug_assertions))]
#[test]
fn every_figure_is_played_in_the_engine() {
    default_map().iter().for_each(play);
}

#[cfg(not(debug_assertions))]
#[test]
fn the_whole_map_is_what_the_explorer_finds() {
    let cells: Vec<Cell> = MapBounds::DEFAULT.places().into_iter().map(compute).collect();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/map/default.txt");
        std::fs::write(path, print(&cells)).expect("the map can be written");
        return;
    }
    assert_eq!(print(&cells), print(&default_map()));
}

#[test]
fn the_map_has_a_cell_for_every_place_in_order() {
    let places: Vec<_> = default_map().iter().map(|cell| cell.place).collect();
    assert_eq!(places, MapBounds::DEFAULT.places());
}

#[test]
fn small_clusters_are_what_the_explorer_finds() {
    let small = default_map().into_iter().filter(|cell| cell.place.replication_factor <= 2);
    let mut count = 0;
    for cell in small {
        assert_eq!(compute(cell.place), cell);
        count += 1;
    }
    assert_eq!(count, 72);
}

/// One cell of three replicas, so that a debug test sees those as well.
#[test]
fn a_cell_of_three_replicas_is_what_the_explorer_finds() {
    let cell = cell(Generation::Hw, UncleanElection::Disabled, Acks::All, (3, 2));
    assert_eq!(compute(cell.place), cell);
}

#[test]
fn slices_of_any_size_make_the_same_cell() {
    let whole = cell(Generation::Elr, UncleanElection::Enabled, Acks::All, (2, 2));
    let mut search = CellSearch::new(whole.place, MapBounds::DEFAULT);
    let mut slices = 0;
    let found = loop {
        slices += 1;
        if let Some(cell) = search.run(10) {
            break cell;
        }
    };
    assert_eq!(found, whole);
    assert!(50 < slices, "{slices}");
}

#[test]
fn a_limit_makes_a_cell_say_less_and_nothing_false() {
    let whole = cell(Generation::Elr, UncleanElection::Disabled, Acks::All, (2, 2));
    let mut search = CellSearch::new(whole.place, MapBounds { states: 600, ..MapBounds::DEFAULT });
    let found = loop {
        if let Some(cell) = search.run(1_000) {
            break cell;
        }
    };
    assert_eq!(whole.fewest(Measure::Lose), Fewest::Faults(2));
    assert_eq!(found.fewest(Measure::Lose), Fewest::MoreThan(1));
    assert_eq!(found.fewest(Measure::Block), whole.fewest(Measure::Block));
}

#[test]
fn a_map_is_read_as_it_is_written() {
    let cells = default_map();
    assert_eq!(parse(&print(&cells)), Ok(cells));
    let bad = "# a comment\n\nstrict false all 3 2 = 3 3 >3 2\nstrict false all 3 2 = 3 3 >3\n";
    assert_eq!(parse(bad), Err(MapError { line: 4 }));
    assert_eq!(parse("strict maybe all 3 2 = 3 3 >3 2"), Err(MapError { line: 1 }));
    let unknown = parse("strict false 1 3 2 = ? 3 >3 2").expect("a cell");
    assert_eq!(unknown[0].fewest(Measure::Lose), Fewest::Unknown);
}

/// The cell of the build's map with these settings, replicas and minimum.
fn cell(
    generation: Generation,
    unclean: UncleanElection,
    acks: Acks,
    (replication_factor, min_insync_replicas): (u8, u8),
) -> Cell {
    let wanted = Place { generation, unclean, acks, replication_factor, min_insync_replicas };
    let found = default_map().into_iter().find(|cell| cell.place == wanted);
    found.unwrap_or_else(|| panic!("no {wanted:?}"))
}

/// What operators say of these settings, one sentence a line.
#[test]
fn the_map_says_what_operators_say() {
    use Fewest::{Faults, MoreThan};
    use Measure::{Block, Lose, LoseDisksKept, LoseOneUnclean};
    let (no, yes) = (UncleanElection::Disabled, UncleanElection::Enabled);
    let strict = |unclean, acks, min| cell(Generation::Strict, unclean, acks, (3, min));
    let elr = |min| cell(Generation::Elr, no, Acks::All, (3, min));

    // acks=1: the leader goes before a follower has fetched. No disk loses anything.
    assert_eq!(strict(no, Acks::Leader, 2).fewest(LoseDisksKept), Faults(1));
    // acks=all, whatever the minimum: two followers out of the ISR, then the last one without
    // power. The minimum gates writes, not how small the ISR may get.
    for min in 1..=3 {
        assert_eq!(strict(no, Acks::All, min).fewest(LoseOneUnclean), Faults(3));
        assert_eq!(strict(no, Acks::All, min).fewest(LoseDisksKept), MoreThan(3));
    }
    // With an unclean election a stale follower and the members of the ISR going are enough.
    for min in 1..=2 {
        assert_eq!(strict(yes, Acks::All, min).fewest(LoseDisksKept), Faults(3));
    }
    // ELR: it takes as many unclean ends as the minimum says, so one is never enough from 2 on.
    assert_eq!(elr(1).fewest(LoseOneUnclean), Faults(3));
    for min in 2..=3 {
        assert_eq!(elr(min).fewest(LoseOneUnclean), MoreThan(3));
        assert_eq!(elr(min).fewest(Lose), Faults(3));
    }
    // A minimum of all replicas: any single broker that is away blocks acks=all.
    assert_eq!([1, 2, 3].map(|min| elr(min).fewest(Block)), [Faults(3), Faults(2), Faults(1)]);
    // Before 0.11: two brokers stopped in order, one after the other.
    let oldest = cell(Generation::Hw, no, Acks::All, (2, 2));
    assert_eq!(oldest.fewest(LoseDisksKept), Faults(2));
    let next = cell(Generation::Kip101, no, Acks::All, (2, 2));
    assert_eq!(next.fewest(LoseDisksKept), MoreThan(3));
}
