//! What each generation can do, as one table: a capability that moves to another release is seen here.

use highwater_protocol::Generation;
use highwater_protocol::produce::Acks;

/// A capability by its name, and a mark for each generation that has it, oldest first.
type Capability = (&'static str, fn(Generation) -> bool, &'static str);

const CAPABILITIES: &[Capability] = &[
    ("has_epoch_cache", Generation::has_epoch_cache, "-xxxxx"),
    ("writes_epoch_at_election", Generation::writes_epoch_at_election, "---xxx"),
    ("fences_fetch", Generation::fences_fetch, "---xxx"),
    ("uses_zookeeper", Generation::uses_zookeeper, "xxx---"),
    ("checks_broker_epoch", Generation::checks_broker_epoch, "----xx"),
    ("gates_high_watermark", Generation::gates_high_watermark, "----xx"),
    ("caps_min_isr", Generation::caps_min_isr, "----xx"),
    ("keeps_epoch_on_shrink", Generation::keeps_epoch_on_shrink, "----xx"),
    ("has_elr", Generation::has_elr, "-----x"),
    ("outsiders_hold_high_watermark", Generation::outsiders_hold_high_watermark, "xxxxxx"),
    ("restarts_fetcher_on_epoch", Generation::restarts_fetcher_on_epoch, "--xxxx"),
    ("equal_end_is_caught_up", Generation::equal_end_is_caught_up, "---xxx"),
    ("guards_latest_offset", Generation::guards_latest_offset, "---xxx"),
    ("has_transactions", Generation::has_transactions, "-xxxxx"),
    ("grows_client_backoff", Generation::grows_client_backoff, "----xx"),
    ("names_leader_in_errors", Generation::names_leader_in_errors, "----xx"),
    ("unclean_election_default", Generation::unclean_election_default, "x-----"),
];

#[test]
fn every_capability_came_with_its_generation() {
    for (name, has, expected) in CAPABILITIES {
        let mark = |generation: Generation| if has(generation) { 'x' } else { '-' };
        let found: String = Generation::ALL.into_iter().map(mark).collect();
        assert_eq!(found, *expected, "{name}");
    }
}

#[test]
fn names_are_those_of_scenarios_and_links() {
    let names: Vec<String> = Generation::ALL.iter().map(Generation::to_string).collect();
    assert_eq!(names, ["hw", "kip101", "kip279", "kip320", "strict", "elr"]);
    for generation in Generation::ALL {
        assert_eq!(Generation::by_name(generation.name()), Some(generation));
    }
    assert_eq!(Generation::by_name("kip102"), None);
    let acks = [Acks::None, Acks::Leader, Acks::All].map(Acks::name);
    assert_eq!(acks, ["0", "1", "all"]);
}

#[test]
fn the_releases_of_all_generations_are_a_line_without_gaps() {
    let releases = Generation::ALL.map(Generation::releases);
    assert_eq!(releases, ["0.8 – 0.10", "0.11 – 1.1", "2.0", "2.1 – 3.6", "3.7+", "4.x + ELR"]);
}
