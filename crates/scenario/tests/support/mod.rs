//! What several test files need.

use highwater_protocol::{BrokerId, BrokerSet, LeaderEpoch, Offset, PartitionEpoch};
use highwater_scenario::condition::{Claim, Condition, Polarity};

/// The same claim with another value, or the opposite of a claim without one.
pub(crate) fn made_wrong(condition: &Condition) -> Condition {
    let plus = |offset: &Offset| offset.next();
    let claim = match &condition.claim {
        Claim::Leo(partition, broker, end) => Claim::Leo(*partition, *broker, plus(end)),
        Claim::Lso(partition, broker, at) => Claim::Lso(*partition, *broker, plus(at)),
        Claim::Hw(partition, broker, mark) => Claim::Hw(*partition, *broker, plus(mark)),
        Claim::Consumed(position) => Claim::Consumed(plus(position)),
        Claim::Epoch(partition, epoch) => Claim::Epoch(*partition, LeaderEpoch(epoch.0 + 1)),
        Claim::Verdicts(count) => Claim::Verdicts(count + 1),
        Claim::UncleanElections(count) => Claim::UncleanElections(count + 1),
        Claim::Isr(partition, isr) => Claim::Isr(*partition, other_set(*isr)),
        Claim::Elr(partition, elr) => Claim::Elr(*partition, other_set(*elr)),
        Claim::Leader(partition, leader) => Claim::Leader(*partition, other_broker(*leader)),
        Claim::LastKnownLeader(partition, leader) => {
            Claim::LastKnownLeader(*partition, other_broker(*leader))
        }
        Claim::PartitionEpoch(partition, epoch) => {
            Claim::PartitionEpoch(*partition, PartitionEpoch(epoch.0 + 1))
        }
        Claim::IsrOrder(partition, isr) if 1 < isr.len() => {
            Claim::IsrOrder(*partition, isr.iter().rev().copied().collect())
        }
        Claim::Replicas(which, partition, list) => {
            let other: BrokerSet = other_set(list.iter().copied().collect());
            Claim::Replicas(*which, *partition, other.iter().collect())
        }
        other => {
            let polarity = match condition.polarity {
                Polarity::Is => Polarity::IsNot,
                Polarity::IsNot => Polarity::Is,
            };
            return Condition { polarity, claim: other.clone() };
        }
    };
    Condition { polarity: condition.polarity, claim }
}

fn other_broker(broker: Option<BrokerId>) -> Option<BrokerId> {
    if broker.is_none() { Some(BrokerId(0)) } else { None }
}

fn other_set(set: BrokerSet) -> BrokerSet {
    let zero = BrokerId(0);
    if set.contains(zero) { set.without(zero) } else { set.with(zero) }
}
