//! What can go wrong at a moment: one thing, by one command, and what would mend it.

use highwater_engine::command::{Election, Node};
use highwater_engine::{Cluster, Command, PartitionId, Stop};
use highwater_phrase::Lang;
use highwater_phrase::danger::FaultWord;
use highwater_protocol::BrokerId;
use highwater_scene::words;

/// A single thing that can go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A broker's process ends, in order or not.
    Stop(BrokerId, Stop),
    /// A broker's link to the controller or to a leader is cut.
    Cut(BrokerId, Node),
    /// Somebody asks for an unclean election of a partition without a leader.
    Elect(PartitionId),
}

impl Fault {
    /// Every fault that is possible at this moment, broker by broker, the most ordinary first.
    #[must_use]
    pub fn possible(cluster: &Cluster) -> Vec<Fault> {
        let mut faults = Vec::new();
        for broker in cluster.brokers() {
            let stops = [Stop::Clean, Stop::Crash, Stop::PowerCut];
            faults.extend(stops.map(|how| Fault::Stop(broker.id, how)));
            // A link of a process that isn't there has nothing to carry.
            if broker.has_process() {
                faults.extend(links(cluster, broker.id));
            }
        }
        let without_leader = cluster.partitions().filter(|partition| {
            cluster.registration(*partition).is_some_and(|known| known.leader.is_none())
        });
        faults.extend(without_leader.map(Fault::Elect));
        faults.retain(|fault| cluster.check(&fault.command()).is_ok());
        faults
    }

    /// The command that makes it happen.
    #[must_use]
    pub fn command(self) -> Command {
        match self {
            Fault::Stop(broker, how) => Command::Stop(broker, how),
            Fault::Cut(broker, other) => Command::CutLink(Node::Broker(broker), other),
            Fault::Elect(partition) => Command::Elect(partition, Election::Unclean),
        }
    }

    /// The command that mends it, where that can be done.
    #[must_use]
    pub fn remedy(self) -> Option<Command> {
        match self {
            Fault::Stop(broker, _) => Some(Command::Start(broker)),
            Fault::Cut(broker, other) => Some(Command::HealLink(Node::Broker(broker), other)),
            Fault::Elect(_) => None,
        }
    }

    /// The broker that it happens to.
    #[must_use]
    pub fn broker(self) -> Option<BrokerId> {
        match self {
            Fault::Stop(broker, _) | Fault::Cut(broker, _) => Some(broker),
            Fault::Elect(_) => None,
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(self, cluster: &Cluster, lang: Lang) -> String {
        match self {
            Fault::Stop(broker, how) => FaultWord::Stop(broker.0, words::stop(how)).name(lang),
            Fault::Cut(broker, other) => FaultWord::Cut(broker.0, words::node(other)).name(lang),
            Fault::Elect(partition) => {
                FaultWord::Elect(&cluster.config().partition_name(partition)).name(lang)
            }
        }
    }
}

/// A broker's links to the controller and to those whom it has to follow.
fn links(cluster: &Cluster, broker: BrokerId) -> Vec<Fault> {
    let mut links = vec![Fault::Cut(broker, Node::Controller)];
    for partition in cluster.partitions() {
        let Some(known) = cluster.registration(partition) else { continue };
        let leader = known.leader.filter(|leader| *leader != broker);
        let leader = leader.filter(|_| known.replicas.contains(&broker));
        let link = leader.map(|leader| Fault::Cut(broker, Node::Broker(leader)));
        links.extend(link.filter(|link| !links.contains(link)));
    }
    links
}
