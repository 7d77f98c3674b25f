//! What explains leaders, ISR, ELR and roles.

use highwater_engine::event::{ElectedFrom, IsrChangedBy};
use highwater_engine::{EventId, Fact, Node, PartitionId};
use highwater_protocol::{BrokerId, BrokerList, BrokerSet};

use super::super::root::Root;
use super::{Link, Parents, View};

impl View<'_> {
    pub(super) fn control(&self, fact: &Fact) -> Option<Parents> {
        Some(match fact {
            Fact::IsrChangeProposed { partition, isr, .. } => {
                let state = self.past.before(self.event.id);
                let before = state.registration(*partition).map(|known| known.isr.clone());
                self.by_leader(*partition, &before.unwrap_or_default(), isr)
            }
            Fact::IsrChanged { partition, from, to, by, .. } => match by {
                IsrChangedBy::Leader => self.by_leader(*partition, from, to),
                IsrChangedBy::Reassignment => self.found(self.last(|fact| {
                    matches!(fact, Fact::ReplicasChanged { partition: p, .. } if p == partition)
                })),
                IsrChangedBy::Controller => self.departed(),
            },
            Fact::IsrChangeRefused { partition, .. } => {
                // What the leader had missed, and why it asks only now.
                match self.leadership(*partition) {
                    Some(id) => match self.caused().main {
                        Link::Event(cause) => Parents::new(Link::Event(id)).with(Some(cause)),
                        Link::Root(_) => Parents::new(Link::Event(id)),
                    },
                    None => self.caused(),
                }
            }
            Fact::LeaderElected { partition, leader, from, .. } => {
                self.elected(*partition, *leader, *from)
            }
            Fact::WentOffline { partition, .. } => {
                let shrunk = self.last(|fact| {
                    matches!(fact, Fact::IsrChanged { partition: p, .. } if p == partition)
                });
                self.departed().with(shrunk)
            }
            Fact::CopyDeleted { partition, .. } => self.found(self.last(|fact| {
                matches!(fact, Fact::ReplicasChanged { partition: p, .. } if p == partition)
            })),
            Fact::BecameLeader { partition, broker, .. } => self.began_to_lead(*partition, *broker),
            Fact::BecameFollower { partition, broker, .. } => {
                self.began_to_follow(*partition, *broker)
            }
            Fact::RegistrationRefused { broker, .. } => self.found(self.last(
                |fact| matches!(fact, Fact::Stopped { broker: b, .. } if b == broker),
            )),
            _ => return None,
        })
    }

    /// Why a leader wants another ISR: what let a replica catch up, or what keeps one from it.
    fn by_leader(&self, id: PartitionId, from: &BrokerList, to: &BrokerList) -> Parents {
        let set = |list: &BrokerList| list.iter().copied().collect::<BrokerSet>();
        let (from, to) = (set(from), set(to));
        if let Some(joined) = to.minus(from).iter().next() {
            return self.joined(id, joined);
        }
        let left = from.minus(to);
        let hindrance = |replica| self.past.hindrance(self.event.id, id, replica);
        let mut hindered: Vec<EventId> = left.iter().filter_map(hindrance).collect();
        hindered.sort_unstable();
        match hindered.pop() {
            Some(id) => Parents { main: Link::Event(id), sides: hindered },
            None => Parents::new(Link::Root(Root::Time)),
        }
    }

    /// The last event that let a replica copy: it came back, or so did its link or its speed.
    pub(super) fn enabled(&self, id: PartitionId, replica: BrokerId) -> Option<EventId> {
        self.last(|fact| match fact {
            Fact::Unfenced { broker } | Fact::Slowed { broker, extra: 0 } => *broker == replica,
            Fact::LinkHealed { a, b } => [*a, *b].contains(&Node::Broker(replica)),
            Fact::BecameFollower { partition, broker, .. } => {
                (*partition, *broker) == (id, replica)
            }
            Fact::ReplicasChanged { partition, .. } => *partition == id,
            _ => false,
        })
    }

    fn joined(&self, id: PartitionId, replica: BrokerId) -> Parents {
        let enabled = self.enabled(id, replica);
        let told = self.last(|fact| match fact {
            Fact::FetchNoted { partition, follower, .. }
            | Fact::Replicated { partition, broker: follower, .. }
            | Fact::FollowerSettled { partition, broker: follower, .. } => {
                (*partition, *follower) == (id, replica)
            }
            _ => false,
        });
        match (told.filter(|told| enabled <= Some(*told)), enabled) {
            (told, Some(enabled)) => Parents::new(Link::Event(enabled)).with(told),
            (Some(told), None) => Parents::new(Link::Event(told)),
            (None, None) => self.caused(),
        }
    }

    /// What made the controller act: a broker that left or came, not the other records it wrote.
    fn departed(&self) -> Parents {
        let main = self
            .cause_but(|fact| matches!(fact, Fact::IsrChanged { .. } | Fact::ElrChanged { .. }));
        Parents::new(match main {
            Link::Root(Root::Time) => Link::Root(Root::UncleanTask),
            main => main,
        })
    }

    fn elected(&self, id: PartitionId, leader: BrokerId, from: ElectedFrom) -> Parents {
        let parents = match (self.departed(), from) {
            // Nobody left: it is the task that looks for preferred leaders.
            (Parents { main: Link::Root(Root::UncleanTask), .. }, ElectedFrom::Isr) => {
                Parents::new(Link::Root(Root::PreferredTask))
            }
            (parents, _) => parents,
        };
        let offline = self.last(|fact| match fact {
            Fact::LeaderElected { partition, .. } | Fact::WentOffline { partition, .. } => {
                *partition == id
            }
            _ => false,
        });
        let offline = offline.filter(|id| {
            let fact = self.past.event(*id).map(|event| &event.fact);
            matches!(fact, Some(Fact::WentOffline { .. }))
        });
        let eligible = match from {
            ElectedFrom::Isr => None,
            ElectedFrom::Elr => self.last(|fact| {
                matches!(fact, Fact::IsrChanged { partition, from, elr, .. }
                    if *partition == id && from.contains(&leader) && elr.contains(&leader))
            }),
            ElectedFrom::LastKnownLeader | ElectedFrom::AnyReplica => {
                self.last(|fact| matches!(fact, Fact::UncleanElectionSet { .. }))
            }
        };
        parents.with(offline).with(eligible)
    }

    fn began_to_lead(&self, id: PartitionId, home: BrokerId) -> Parents {
        let elected = self.last(|fact| {
            matches!(fact, Fact::LeaderElected { partition, leader, .. }
                if (*partition, *leader) == (id, home))
        });
        let earlier = self.role(id, home);
        // Metadata can tell a leader of its own election again, in another epoch.
        self.found(elected.max(self.created(id)).filter(|elected| earlier < Some(*elected)))
    }

    fn created(&self, id: PartitionId) -> Option<EventId> {
        self.last(
            |fact| matches!(fact, Fact::PartitionCreated { partition, .. } if *partition == id),
        )
    }

    fn began_to_follow(&self, id: PartitionId, home: BrokerId) -> Parents {
        let elected = self.leadership(id).max(self.created(id));
        let earlier = self.role(id, home);
        let started = self.last(|fact| matches!(fact, Fact::Started { broker } if *broker == home));
        let news = |found: Option<EventId>| found.filter(|found| earlier < Some(*found));
        match (news(elected), news(started)) {
            (Some(elected), started) => Parents::new(Link::Event(elected)).with(started),
            (None, Some(started)) => Parents::new(Link::Event(started)),
            (None, None) => self.caused(),
        }
    }
}
