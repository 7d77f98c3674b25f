//! Whether anything is still going to happen by itself.
//!
//! Idle fetches go round for ever and timers never end; this module tells those apart from work
//! that will still change something.

use highwater_protocol::fetch::FetchReply;
use highwater_protocol::isr::Standing;

use crate::broker::{Broker, Process};
use crate::cluster::{Cluster, Task, Timer};
use crate::command::Node;
use crate::config::PartitionId;
use crate::network::{InFlight, Message};

impl Cluster {
    /// Whether only idle traffic is left: nobody waits, starts, stops or lags in a way that time
    /// alone will change.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.producer.pending.is_empty()
            && self.brokers.iter().all(|broker| {
                !matches!(broker.process, Process::Starting | Process::ShuttingDown)
                    && !broker.starts_again
            })
            && self.queue.values().all(|task| self.is_idle_task(task))
            && self.in_flight.values().all(|message| self.is_idle_message(message))
            && self.partitions().all(|partition| self.is_settled(partition))
    }

    fn is_idle_task(&self, task: &Task) -> bool {
        let Task::Timer(timer, _) = task else {
            return true;
        };
        match timer {
            Timer::Boot { .. }
            | Timer::StartAgain { .. }
            | Timer::RegisterAgain { .. }
            | Timer::GrantShutdown { .. }
            | Timer::IsrRequestsAgain { .. }
            | Timer::ProduceRetry
            | Timer::ClientDisconnected { .. } => false,
            Timer::TransactionTimeout(id) => !self.ledger.is_open(*id),
            Timer::SessionScan => !self
                .controller
                .silent
                .keys()
                .any(|broker| self.standing(*broker) != Standing::Fenced),
            _ => true,
        }
    }

    fn is_idle_message(&self, under_way: &InFlight) -> bool {
        match &under_way.message {
            Message::Fetch(_) => true,
            Message::FetchAnswer(parts) => parts.iter().all(|(partition, _, reply)| {
                let FetchReply::Records { entries, high_watermark, .. } = reply else {
                    return false;
                };
                let Node::Broker(follower) = under_way.to else {
                    return false;
                };
                let known = self.replica(follower, *partition).map(|r| r.log.high_watermark());
                entries.is_empty() && known == Some(*high_watermark)
            }),
            Message::Metadata(image) => {
                let Node::Broker(broker) = under_way.to else {
                    return false;
                };
                self.broker(broker).is_some_and(|b| image.offset <= b.image.offset)
            }
            Message::ConsumerAsks(_) => true,
            _ => false,
        }
    }

    /// Whether a partition's replicas will stay as they are.
    fn is_settled(&self, partition: PartitionId) -> bool {
        let Some(registration) = self.registration(partition) else {
            return true;
        };
        let Some(leader) = registration.leader else {
            return true;
        };
        let Some(home) = self.broker(leader).filter(|broker| broker.is_up()) else {
            // The controller will notice (a session scan is due) or can't.
            return true;
        };
        let Some(replica) = home.replica(partition) else {
            return true;
        };
        let Some(leadership) = replica.leadership() else {
            return false;
        };
        if leadership.isr.pending().is_some() && !self.is_cut(home.node(), Node::Controller) {
            return false;
        }
        registration.replicas.iter().filter(|id| **id != leader).all(|id| {
            let Some(follower) = self.broker(*id) else {
                return true;
            };
            let member = leadership.isr.committed().contains(*id);
            if !follower.is_up() || self.is_cut(home.node(), follower.node()) {
                // An unreachable member with the same log end stays for ever; another one is
                // removed when its time has come.
                let known = leadership.remote(*id).and_then(|remote| remote.log_end);
                return !member || known == Some(replica.log.end());
            }
            self.follower_is_settled(home, follower, partition, member)
        })
    }

    fn follower_is_settled(
        &self,
        home: &Broker,
        follower: &Broker,
        partition: PartitionId,
        member: bool,
    ) -> bool {
        let (Some(ours), Some(theirs)) = (home.replica(partition), follower.replica(partition))
        else {
            return true;
        };
        let same = ours.log.end() == theirs.log.end()
            && ours.log.high_watermark() == theirs.log.high_watermark();
        let may_join = matches!(home.image.standing(follower.id), Standing::Active(_));
        let follows = theirs.following().is_some_and(|f| f.leader == Some(home.id));
        let controller_away = self.is_cut(home.node(), Node::Controller);
        if !follows {
            return self.is_cut(follower.node(), Node::Controller);
        }
        same && (member || !may_join || controller_away)
    }
}
