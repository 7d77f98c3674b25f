//! Elections that nobody asks for: the controller's tasks of every five minutes.

use highwater_engine::command::{Command, Stop};
use highwater_engine::event::ElectedFrom;
use highwater_engine::{Cluster, Event, Fact, PartitionId};
use highwater_protocol::control::UncleanElection;
use highwater_protocol::{BrokerId, Generation};

use crate::support::cluster;

const P: PartitionId = PartitionId(0);

fn submit(cluster: &mut Cluster, command: Command) {
    cluster.submit(&command, &mut Vec::new()).expect("a possible command");
}

fn leader(cluster: &Cluster) -> Option<u8> {
    cluster.registration(P).and_then(|known| known.leader).map(|id| id.0)
}

fn elections(events: &[Event]) -> Vec<(u64, u8, ElectedFrom)> {
    let of_p = |event: &Event| match event.fact {
        Fact::LeaderElected { partition: P, leader, from, .. } => Some((event.at, leader.0, from)),
        _ => None,
    };
    events.iter().filter_map(of_p).collect()
}

#[test]
fn leadership_goes_back_to_the_preferred_replica_within_five_minutes() {
    for generation in Generation::ALL {
        let mut cluster = cluster(generation, 1);
        submit(&mut cluster, Command::Restart(BrokerId(0), Stop::Clean));
        let mut out = Vec::new();
        cluster.run_until(20_000, &mut out);
        // Before 2.2 a controller doesn't notice a restart that is quick, so nobody else leads.
        let moved = Generation::Kip320 <= generation;
        assert_eq!(leader(&cluster), Some(u8::from(moved)), "{generation}");
        out.clear();
        cluster.run_until(299_999, &mut out);
        assert_eq!(elections(&out), [], "{generation}: too early");
        cluster.run_until(300_000, &mut out);
        let expected = [(300_000, 0, ElectedFrom::Isr)];
        assert_eq!(elections(&out), expected[..usize::from(moved)], "{generation}");
        out.clear();
        cluster.run_until(700_000, &mut out);
        assert_eq!(elections(&out), [], "{generation}: it is where it belongs");
    }
}

#[test]
fn a_preferred_replica_outside_the_isr_is_not_elected() {
    let mut cluster = cluster(Generation::Strict, 1);
    submit(&mut cluster, Command::Stop(BrokerId(0), Stop::Crash));
    cluster.run_until(600_000, &mut Vec::new());
    assert_eq!(leader(&cluster), Some(1));
}

#[test]
fn a_leaderless_partition_gets_a_leader_within_five_minutes_of_being_allowed_one() {
    for allowed in [UncleanElection::Enabled, UncleanElection::Disabled] {
        let mut cluster = cluster(Generation::Strict, 1);
        for (id, until) in [(1, 12_000), (2, 24_000), (0, 36_000)] {
            submit(&mut cluster, Command::Stop(BrokerId(id), Stop::Crash));
            cluster.run_until(until, &mut Vec::new());
        }
        submit(&mut cluster, Command::Start(BrokerId(1)));
        cluster.run_until(40_000, &mut Vec::new());
        assert_eq!(leader(&cluster), None, "broker 1 is not in the ISR");
        // Changing the setting triggers nothing by itself.
        submit(&mut cluster, Command::SetUncleanElection(P, allowed));
        let mut out = Vec::new();
        cluster.run_until(299_999, &mut out);
        assert_eq!(elections(&out), []);
        cluster.run_until(300_000, &mut out);
        let expected = [(300_000, 1, ElectedFrom::AnyReplica)];
        let count = usize::from(allowed == UncleanElection::Enabled);
        assert_eq!(elections(&out), expected[..count]);
        // The other partition is in the same place.
        assert_eq!(cluster.counters().unclean_elections as usize, 2 * count);
    }
}
