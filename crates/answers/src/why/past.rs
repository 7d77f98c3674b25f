//! Looking back: which event of a run came last before another one.
//!
//! Only searches; which event explains which is said in `parents`.

use std::rc::Rc;

use highwater_engine::command::{Command, Node};
use highwater_engine::{Cluster, Event, EventId, Fact, PartitionId};
use highwater_protocol::BrokerId;
use highwater_scenario::{DeedAct, FrameCause, Timeline};

use crate::moment::Moment;

/// What has happened up to the moment that is asked about.
#[derive(Clone, Copy)]
pub(crate) struct Past<'a> {
    pub(crate) timeline: &'a Timeline,
    /// The number of the first event that has not happened yet.
    pub(crate) until: EventId,
}

impl<'a> Past<'a> {
    pub(crate) fn of(moment: Moment<'a>) -> Past<'a> {
        let next = moment.past().next().map_or(0, |(_, event)| event.id.0 + 1);
        Past { timeline: moment.timeline, until: EventId(next) }
    }

    /// An event that has happened.
    pub(crate) fn event(&self, id: EventId) -> Option<&'a Event> {
        self.timeline.event(id).filter(|event| event.id < self.until)
    }

    /// The last event before `before` that `is_meant`.
    pub(crate) fn last(
        &self,
        before: EventId,
        is_meant: impl Fn(&Fact) -> bool,
    ) -> Option<EventId> {
        let ids = (0..before.0.min(self.until.0)).rev().map(EventId);
        ids.filter_map(|id| self.event(id)).find(|event| is_meant(&event.fact)).map(|e| e.id)
    }

    /// The position that an event led to.
    pub(crate) fn position_of(&self, id: EventId) -> usize {
        self.timeline.position_of(id).unwrap_or_default()
    }

    /// The cluster after an event.
    pub(crate) fn after(&self, id: EventId) -> Rc<Cluster> {
        self.timeline.state_at(self.position_of(id))
    }

    /// The cluster before the step that an event happened in.
    pub(crate) fn before(&self, id: EventId) -> Rc<Cluster> {
        self.timeline.state_at(self.position_of(id).saturating_sub(1))
    }

    /// The command that an event happened in, with the position it was given at.
    pub(crate) fn command_of(&self, id: EventId) -> Option<(usize, &'a Command)> {
        let index = self.position_of(id).checked_sub(1)?;
        Some((index, self.command_at(index)?))
    }

    /// The command that was given at a position.
    pub(crate) fn command_at(&self, index: usize) -> Option<&'a Command> {
        match &self.timeline.frame(index)?.cause {
            FrameCause::Command(command) => Some(command),
            _ => None,
        }
    }

    /// The position of the last command before an event that `is_meant`.
    pub(crate) fn last_command(
        &self,
        before: EventId,
        is_meant: impl Fn(&Command) -> bool,
    ) -> Option<usize> {
        let indices = (0..self.position_of(before)).rev();
        let mut meant = indices.filter(|index| self.command_at(*index).is_some_and(&is_meant));
        meant.next()
    }

    /// Whether a reader gave the command at a position, not the script.
    pub(crate) fn is_by_reader(&self, index: usize) -> bool {
        self.timeline
            .deeds()
            .iter()
            .any(|deed| deed.position == index && matches!(deed.act, DeedAct::Command(_)))
    }

    /// What keeps a replica from copying, if something does: its process, its link to the leader,
    /// its slowness, a refusal.
    pub(crate) fn hindrance(
        &self,
        before: EventId,
        partition: PartitionId,
        replica: BrokerId,
    ) -> Option<EventId> {
        let last = |is_meant: &dyn Fn(&Fact) -> bool| self.last(before, is_meant);
        let stopped = last(
            &|fact| matches!(fact, Fact::Stopped { broker, .. } | Fact::Started { broker } if *broker == replica),
        );
        let link = last(&|fact| match fact {
            Fact::LinkCut { a, b } | Fact::LinkHealed { a, b } => joins(*a, *b, replica),
            _ => false,
        });
        let slowed =
            last(&|fact| matches!(fact, Fact::Slowed { broker, .. } if *broker == replica));
        let refused = last(&|fact| {
            matches!(fact, Fact::FetchRefused { partition: p, follower, .. }
                if (*p, *follower) == (partition, replica))
        });
        let copied = last(&|fact| {
            matches!(fact, Fact::Replicated { partition: p, broker, .. }
                if (*p, *broker) == (partition, replica))
        });
        let stands = |id: &EventId| match self.event(*id).map(|event| &event.fact) {
            Some(Fact::Stopped { .. } | Fact::LinkCut { .. }) => true,
            Some(Fact::Slowed { extra, .. }) => 0 < *extra,
            Some(Fact::FetchRefused { .. }) => copied < Some(*id),
            _ => false,
        };
        [stopped, link, slowed, refused].into_iter().flatten().filter(stands).max()
    }
}

/// Whether a link is one between a replica and another broker.
fn joins(a: Node, b: Node, replica: BrokerId) -> bool {
    let me = Node::Broker(replica);
    matches!((a, b), (Node::Broker(_), Node::Broker(_))) && (a == me || b == me)
}
