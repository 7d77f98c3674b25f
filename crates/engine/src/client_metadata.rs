//! What a client knows of the partitions' leaders, and how it learns more: it asks a live broker,
//! which answers with the metadata that it has applied itself.
//!
//! A client knows nothing but what it was told: after an election it goes on with the old leader
//! until an error, a broken connection or a refused one makes it ask. Source: `Metadata`,
//! `NetworkClient.DefaultMetadataUpdater`.

use std::rc::Rc;

use highwater_protocol::client;
use highwater_protocol::lag::Millis;
use highwater_protocol::produce::client_backoff;
use highwater_protocol::{BrokerId, BrokerSet, Generation, LeaderEpoch};

use crate::cluster::{Cluster, Timer};
use crate::command::Node;
use crate::config::PartitionId;
use crate::event::{Event, Fact};
use crate::image::MetadataImage;
use crate::network::Message;
use crate::table::Table;

/// A partition's leader as a client knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KnownLeader {
    /// Who leads; `None` if the partition had no live leader.
    pub leader: Option<BrokerId>,
    /// In which epoch.
    pub epoch: LeaderEpoch,
}

/// What a client knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ClientMetadata {
    leaders: Table<PartitionId, KnownLeader>,
    /// The brokers that it has a connection to.
    pub(crate) connected: BrokerSet,
    refresh: Refresh,
    /// When the last refresh ended, well or not.
    ended: Option<Millis>,
    /// Whose connection broke last, and when.
    lost: Option<(BrokerId, Millis)>,
    /// How many refreshes in a row brought nothing new.
    fruitless: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
enum Refresh {
    /// None is wanted.
    #[default]
    Idle,
    /// It waits for its time.
    Due,
    /// This broker was asked.
    Asked(BrokerId),
}

impl ClientMetadata {
    /// What a client knows that has just read this metadata.
    pub(crate) fn of(image: &MetadataImage) -> ClientMetadata {
        let mut known = ClientMetadata::default();
        for (id, leader) in leaders(image) {
            known.leaders.insert(id, leader);
        }
        known
    }

    /// The leader of a partition; `None` if the client has never heard of the partition.
    #[must_use]
    pub fn leader(&self, partition: PartitionId) -> Option<KnownLeader> {
        self.leaders.get(&partition).copied()
    }

    /// Takes news of a partition, unless they are older than what is known. Says whether the leader
    /// changed.
    fn take(&mut self, id: PartitionId, news: KnownLeader, generation: Generation) -> bool {
        let known = self.leader(id);
        if !client::takes_leader_news(known.map(|known| known.epoch), news.epoch, generation) {
            return false;
        }
        self.leaders.insert(id, news);
        known.map(|known| known.leader) != Some(news.leader)
    }
}

/// The leaders that a broker with this metadata names.
fn leaders(image: &MetadataImage) -> impl Iterator<Item = (PartitionId, KnownLeader)> {
    let known = image.partitions.iter().enumerate();
    known.filter(|(_, registration)| !registration.replicas.is_empty()).map(
        |(index, registration)| {
            let named = |id| client::leader_in_metadata(Some(id), image.standing(id));
            let leader = registration.leader.and_then(named);
            (PartitionId(index as u16), KnownLeader { leader, epoch: registration.leader_epoch })
        },
    )
}

impl Cluster {
    /// The client asks for metadata, at once or when `retry.backoff.ms` have passed since it last
    /// did, unless it is about to do so anyway.
    pub(crate) fn refresh_metadata(&mut self, client: Node) {
        let now = self.now;
        let retry_backoff = self.config.timings.retry_backoff;
        let generation = self.generation();
        let known = self.client_metadata_mut(client);
        if known.refresh != Refresh::Idle {
            return;
        }
        known.refresh = Refresh::Due;
        let pause = client_backoff(retry_backoff, known.fruitless, generation);
        let when = known.ended.map_or(now, |ended| ended + pause).max(now);
        if when == now {
            self.ask_for_metadata(client);
        } else {
            self.at(when, Timer::RefreshMetadata(client));
        }
    }

    /// Asks the broker that the client waits least for, of equals the lowest.
    pub(crate) fn ask_for_metadata(&mut self, client: Node) {
        if self.client_metadata(client).refresh != Refresh::Due {
            return;
        }
        let load = |id: BrokerId| match (client, &self.consumer) {
            (Node::Producer, _) => {
                let pending = self.producer.pending.values();
                pending.filter(|pending| pending.to == Some(id)).count()
            }
            (_, consumer) => {
                let waits = consumer.as_ref().is_some_and(|known| known.waits_for == Some(id));
                usize::from(waits)
            }
        };
        let asked = self
            .brokers
            .iter()
            .filter(|broker| !broker.starts_fresh && self.can_reach(client, broker.id))
            .map(|broker| (load(broker.id), broker.id))
            .min()
            .map(|(_, id)| id);
        let Some(id) = asked else { return self.refresh_failed(client) };
        let known = self.client_metadata_mut(client);
        known.refresh = Refresh::Asked(id);
        known.connected = known.connected.with(id);
        self.send(client, Node::Broker(id), Message::AskMetadata);
    }

    /// Whether a client has a connection to a broker or can make one now.
    pub(crate) fn can_reach(&self, client: Node, id: BrokerId) -> bool {
        self.reconnects_at(client, id) <= self.now && self.is_reachable(client, id)
    }

    /// From when on a client may make a new connection to a broker.
    pub(crate) fn reconnects_at(&self, client: Node, id: BrokerId) -> Millis {
        let lost = self.client_metadata(client).lost.filter(|(other, _)| *other == id);
        lost.map_or(0, |(_, at)| client::reconnects_at(at))
    }

    /// Whether a broker would take a client's connection.
    pub(crate) fn is_reachable(&self, client: Node, id: BrokerId) -> bool {
        let is_up = self.broker(id).is_some_and(|broker| broker.is_up());
        is_up && !self.is_cut(client, Node::Broker(id))
    }

    /// No answer will come; the client asks again by and by, if something waits for it. (Kafka's
    /// client asks on and on, which changes nothing.)
    fn refresh_failed(&mut self, client: Node) {
        let now = self.now;
        let waits = match client {
            Node::Consumer => self.consumer.as_ref().is_some_and(|c| c.waits_for.is_none()),
            _ => !self.producer.pending.is_empty(),
        };
        let known = self.client_metadata_mut(client);
        known.refresh = Refresh::Idle;
        known.ended = Some(now);
        known.fruitless += 1;
        if waits {
            self.refresh_metadata(client);
        }
    }

    /// The client's connection to a broker broke, or was refused. That is a reason to ask whom to
    /// talk to, if there was one.
    pub(crate) fn client_disconnected(&mut self, client: Node, broker: BrokerId) {
        let now = self.now;
        let known = self.client_metadata_mut(client);
        let was_connected = known.connected.contains(broker);
        known.connected = known.connected.without(broker);
        known.lost = Some((broker, now));
        if known.refresh == Refresh::Asked(broker) {
            self.refresh_failed(client);
        } else if was_connected {
            self.refresh_metadata(client);
        }
    }

    /// A broker was asked for metadata.
    pub(crate) fn on_ask_metadata(&mut self, at: BrokerId, client: Node) {
        if let Some(broker) = self.broker(at) {
            let image = Rc::clone(&broker.image);
            self.send(Node::Broker(at), client, Message::Metadata(image));
        }
    }

    /// The client has new metadata, as of what the asked broker knew.
    pub(crate) fn on_client_metadata(
        &mut self,
        client: Node,
        image: &MetadataImage,
        out: &mut Vec<Event>,
    ) {
        let now = self.now;
        let generation = self.generation();
        let known = self.client_metadata_mut(client);
        known.refresh = Refresh::Idle;
        known.ended = Some(now);
        let mut news = Vec::new();
        for (id, leader) in leaders(image) {
            if known.take(id, leader, generation) {
                news.push((id, leader));
            }
        }
        known.fruitless = if news.is_empty() { known.fruitless + 1 } else { 0 };
        let read = self.consumer.as_ref().map(|consumer| consumer.partition);
        news.retain(|(partition, _)| client == Node::Producer || read == Some(*partition));
        for (partition, KnownLeader { leader, epoch }) in news {
            self.emit(Fact::LeaderLearned { client, partition, leader, epoch }, out);
        }
        match client {
            Node::Consumer => self.consumer_again(),
            _ => self.pump_producer(out),
        }
    }

    /// An error named the leader along with it (KIP-951, 3.7). Says whether that is news.
    pub(crate) fn learn_leader(
        &mut self,
        client: Node,
        partition: PartitionId,
        named: KnownLeader,
        out: &mut Vec<Event>,
    ) -> bool {
        let generation = self.generation();
        let is_news = self.client_metadata_mut(client).take(partition, named, generation);
        if is_news {
            let KnownLeader { leader, epoch } = named;
            self.emit(Fact::LeaderLearned { client, partition, leader, epoch }, out);
        }
        is_news
    }

    fn client_metadata(&self, client: Node) -> &ClientMetadata {
        match client {
            Node::Consumer => &self.consumer_metadata,
            _ => &self.producer.metadata,
        }
    }

    fn client_metadata_mut(&mut self, client: Node) -> &mut ClientMetadata {
        match client {
            Node::Consumer => &mut self.consumer_metadata,
            _ => &mut self.producer.metadata,
        }
    }
}
