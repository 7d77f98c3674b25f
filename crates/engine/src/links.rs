//! Links that are cut and mended.

use highwater_protocol::BrokerId;

use crate::broker::Process;
use crate::cluster::Cluster;
use crate::command::Node;
use crate::network::Message;

impl Cluster {
    /// A link was cut: what is under way is lost, waiting requests fail.
    pub(crate) fn cut_link(&mut self, a: Node, b: Node) {
        self.cut_links.insert((a.min(b), a.max(b)));
        self.in_flight.retain(|_, m| (m.from, m.to) != (a, b) && (m.from, m.to) != (b, a));
        match (a, b) {
            (Node::Broker(x), Node::Broker(y)) => {
                self.drop_parked(x, y);
                self.drop_parked(y, x);
                self.connection_lost(x, y);
                self.connection_lost(y, x);
            }
            (Node::Broker(id), Node::Controller) | (Node::Controller, Node::Broker(id)) => {
                let heard = self.last_heartbeat(id);
                self.lose_contact(id, heard);
                self.isr_requests_failed(id);
                let starting =
                    self.broker(id).is_some_and(|broker| broker.process == Process::Starting);
                if starting {
                    self.register_again(id);
                }
            }
            (Node::Broker(id), Node::Producer) | (Node::Producer, Node::Broker(id)) => {
                self.producer_loses(id);
            }
            (Node::Broker(id), Node::Consumer) | (Node::Consumer, Node::Broker(id)) => {
                self.consumer_loses(id);
            }
            _ => {}
        }
    }

    pub(crate) fn drop_parked(&mut self, leader: BrokerId, follower: BrokerId) {
        if let Some(broker) = self.broker_mut(leader) {
            broker.parked.retain(|parked| parked.follower != follower);
        }
    }

    /// A link was mended: what must not wait for a timer is done at once.
    pub(crate) fn heal_link(&mut self, a: Node, b: Node) {
        self.cut_links.remove(&(a.min(b), a.max(b)));
        let ((Node::Broker(id), Node::Controller) | (Node::Controller, Node::Broker(id))) = (a, b)
        else {
            return;
        };
        let Some(broker) = self.broker(id).filter(|broker| broker.is_up()) else {
            return;
        };
        let shutting_down = broker.process == Process::ShuttingDown;
        self.controller.silent.remove(&id);
        self.publish_to(id);
        let wish = if shutting_down { Message::WantShutdown } else { Message::Ready };
        self.send(Node::Broker(id), Node::Controller, wish);
        self.retry_isr_requests(id);
    }
}
