//! Moving a partition to other brokers: what to add and remove, and when it is done.
//!
//! Source: `PartitionReassignmentReplicas`.

use crate::control::rules::ReassignmentCompletion;
use crate::ids::{BrokerId, BrokerList};

/// A replica list and its two halves that are moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moving<'a> {
    /// Every replica, old and new.
    pub replicas: &'a [BrokerId],
    /// Those that leave at the end.
    pub removing: &'a [BrokerId],
    /// Those that came for it.
    pub adding: &'a [BrokerId],
}

/// What a completed reassignment leaves behind.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Completed {
    /// The replicas that stay, in order.
    pub replicas: BrokerList,
    /// The ISR without those that left, in order.
    pub isr: BrokerList,
}

/// The end of the reassignment if this ISR completes it, else `None` (also where none is under
/// way). Source: `PartitionReassignmentReplicas.maybeCompleteReassignment`.
#[must_use]
pub fn completed(
    moving: Moving<'_>,
    isr: &[BrokerId],
    completion: ReassignmentCompletion,
) -> Option<Completed> {
    if moving.removing.is_empty() && moving.adding.is_empty() {
        return None;
    }
    let isr = without(isr, moving.removing);
    let replicas = without(moving.replicas, moving.removing);
    if !moving.removing.is_empty() && (isr.is_empty() || replicas.is_empty()) {
        return None;
    }
    let all_in_isr = |members: &[BrokerId]| members.iter().all(|member| isr.contains(member));
    let done = match completion {
        ReassignmentCompletion::AddedInSync => {
            let shrinks = moving.adding.len() < moving.removing.len();
            all_in_isr(moving.adding) && (!shrinks || all_in_isr(&replicas))
        }
        ReassignmentCompletion::AllInSync => all_in_isr(&replicas),
    };
    done.then_some(Completed { replicas, isr })
}

/// `list` without the members of `gone`, in its own order.
fn without(list: &[BrokerId], gone: &[BrokerId]) -> BrokerList {
    list.iter().copied().filter(|broker| !gone.contains(broker)).collect()
}
