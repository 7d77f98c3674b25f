//! A chain: the events that explain one, the nearest cause first, at most six.

use highwater_engine::{EventId, Fact};

use super::parents::{self, Link};
use super::past::Past;
use super::root::{self, Root};

/// The most steps that a chain has.
pub(crate) const STEPS_MAX: usize = 6;

/// What explains an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    /// The event itself, then its causes, backwards in time.
    pub(crate) events: Vec<EventId>,
    /// Where it begins, if no event says so, and the event that this belongs to.
    pub(crate) root: Option<(EventId, Root)>,
}

/// What explains an event that has happened.
pub(crate) fn of(past: Past<'_>, head: EventId) -> Chain {
    let (path, root, sides) = walk(past, head);
    let last = path.last().copied().unwrap_or(head);
    let told = past.event(last).and_then(|e| root::is_fact_of_command(past, last, &e.fact));
    let root = (told != Some(root)).then_some((last, root));
    let mut kept = path;
    let mut spare = sides;
    // What can't be left out: the event with its nearest cause, and where it begins.
    while STEPS_MAX < kept.len() {
        let dullest = (2..kept.len() - 1).min_by_key(|index| (telling(past, kept[*index]), *index));
        kept.remove(dullest.unwrap_or(2));
    }
    make_room(past, &mut kept, &spare);
    spare.retain(|id| !kept.contains(id));
    spare.truncate(STEPS_MAX - kept.len());
    kept.extend(spare);
    kept.sort_unstable_by(|a, b| b.cmp(a));
    kept.dedup();
    Chain { events: kept, root }
}

/// The main causes, back to where they begin, and what stands beside the first of them.
fn walk(past: Past<'_>, head: EventId) -> (Vec<EventId>, Root, Vec<EventId>) {
    let (mut path, mut sides) = (vec![head], Vec::new());
    let mut at = head;
    let root = loop {
        let Some(event) = past.event(at) else { break Root::Time };
        let parents = parents::of(past, event);
        // Only of what is near enough to be asked about.
        let speaks = matches!(event.fact, Fact::LeaderElected { .. } | Fact::Replicated { .. });
        if at == head || speaks {
            sides.extend(parents.sides.iter().copied());
        }
        match parents.main {
            Link::Event(id) if id < at => {
                path.push(id);
                at = id;
            }
            Link::Event(_) => break Root::Time,
            Link::Root(root) => break root,
        }
    };
    let origins: Vec<EventId> = sides.iter().filter_map(|side| origin(past, *side)).collect();
    sides.extend(origins);
    let mut seen = Vec::new();
    sides.retain(|id| {
        !path.contains(id) && !seen.contains(id) && {
            seen.push(*id);
            true
        }
    });
    (path, root, sides)
}

/// What somebody did, or what broke, at the beginning of an event's own chain.
fn origin(past: Past<'_>, of: EventId) -> Option<EventId> {
    let mut at = of;
    loop {
        match parents::of(past, past.event(at)?).main {
            Link::Event(id) if id < at => at = id,
            _ => return Some(at).filter(|at| *at != of && 4 <= telling(past, *at)),
        }
    }
}

/// Dull events make room for what stands beside the head, if that says more.
fn make_room(past: Past<'_>, kept: &mut Vec<EventId>, spare: &[EventId]) {
    let wanted = spare.iter().filter(|id| 3 <= telling(past, **id)).count();
    let mut missing = (kept.len() + wanted).saturating_sub(STEPS_MAX);
    while 0 < missing && 3 < kept.len() {
        let dullest = (2..kept.len() - 1).min_by_key(|index| telling(past, kept[*index]));
        match dullest.filter(|index| telling(past, kept[*index]) < 3) {
            Some(index) => kept.remove(index),
            None => return,
        };
        missing -= 1;
    }
}

/// How much an event says in a chain that has become too long.
fn telling(past: Past<'_>, id: EventId) -> u8 {
    match past.event(id).map(|event| &event.fact) {
        None => 0,
        Some(
            Fact::FollowerSettled { .. }
            | Fact::Unfenced { .. }
            | Fact::Registered { .. }
            | Fact::Started { .. }
            | Fact::LeaderLearned { .. }
            | Fact::ProduceSent { .. },
        ) => 1,
        Some(
            Fact::BecameFollower { .. }
            | Fact::BecameLeader { .. }
            | Fact::FetchNoted { .. }
            | Fact::Fenced { .. }
            | Fact::Replicated { .. }
            | Fact::ShutdownStarted { .. },
        ) => 2,
        Some(
            Fact::LeaderElected { .. }
            | Fact::Removed { .. }
            | Fact::Stopped { .. }
            | Fact::LinkCut { .. }
            | Fact::Slowed { .. }
            | Fact::UncleanElectionSet { .. },
        ) => 4,
        Some(_) => 3,
    }
}
