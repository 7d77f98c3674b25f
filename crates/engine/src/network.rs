//! Messages under way between nodes. No message ever decides anything.

use std::rc::Rc;

use highwater_protocol::epoch_cache::EpochEnd;
use highwater_protocol::fetch::{FetchReply, FetchRequest};
use highwater_protocol::lag::Millis;
use highwater_protocol::{
    BrokerEpoch, BrokerId, BrokerList, ErrorCode, LeaderEpoch, Offset, PartitionEpoch,
};

use crate::client_metadata::KnownLeader;
use crate::command::Node;
use crate::config::PartitionId;
use crate::consumer::{ConsumerRequest, Told};
use crate::event::EventId;
use crate::image::MetadataImage;
use crate::ledger::{Append, BatchId};

/// The number of a message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MessageId(pub u32);

/// A message under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InFlight {
    /// Who sent it.
    pub from: Node,
    /// Whom it is for.
    pub to: Node,
    /// When it was sent.
    pub sent: Millis,
    /// When it arrives.
    pub due: Millis,
    /// The event that made it be sent.
    pub cause: Option<EventId>,
    /// What it says.
    pub message: Message,
}

/// What a follower's epoch question or its answer is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EpochQuestion {
    /// Which partition.
    pub partition: PartitionId,
    /// The epoch whose end is asked for.
    pub asked: LeaderEpoch,
}

/// An ISR that a leader asks for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IsrRequest {
    /// Which partition.
    pub partition: PartitionId,
    /// The leader's epoch.
    pub leader_epoch: LeaderEpoch,
    /// The partition epoch it knows.
    pub partition_epoch: PartitionEpoch,
    /// The ISR it wants, each member with the broker epoch it knows of it.
    pub isr: Vec<(BrokerId, Option<BrokerEpoch>)>,
}

/// The controller's answer to it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IsrAnswer {
    /// Which partition.
    pub partition: PartitionId,
    /// The partition epoch that the request was made at.
    pub asked_at: PartitionEpoch,
    /// The new state, or why not.
    pub result: Result<IsrState, ErrorCode>,
}

/// The part of a registration that an ISR answer carries.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IsrState {
    /// The ISR.
    pub isr: BrokerList,
    /// The leader epoch.
    pub leader_epoch: LeaderEpoch,
    /// The partition epoch.
    pub partition_epoch: PartitionEpoch,
}

/// What a message says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Message {
    /// A follower fetches all its partitions with this leader.
    Fetch(Vec<(PartitionId, FetchRequest)>),
    /// The leader's answers, beside the requests they belong to.
    FetchAnswer(Vec<(PartitionId, FetchRequest, FetchReply)>),
    /// A follower asks where epochs end.
    EpochEnds(Vec<EpochQuestion>),
    /// The leader's answers.
    EpochEndsAnswer(Vec<(EpochQuestion, Result<Option<EpochEnd>, ErrorCode>)>),
    /// A follower whose fetch was out of range asks for the bounds of the leader's log.
    LogBounds(PartitionId),
    /// The leader's log start and log end.
    LogBoundsAnswer(PartitionId, Result<(Offset, Offset), ErrorCode>),
    /// The producer writes a batch.
    Produce {
        /// Which.
        batch: BatchId,
        /// Which attempt of it, from 1.
        attempt: u32,
    },
    /// The broker answers.
    ProduceAnswer {
        /// Which.
        batch: BatchId,
        /// Which attempt of it.
        attempt: u32,
        /// How it ended.
        result: Result<(), ErrorCode>,
        /// Where the records are in the leader's log, be it in spite of an error.
        append: Option<Append>,
        /// The leader, where the error means that another broker leads (KIP-951).
        leader: Option<KnownLeader>,
    },
    /// A client asks who leads what.
    AskMetadata,
    /// The consumer asks for records, or for an end of the log.
    ConsumerAsks(ConsumerRequest),
    /// The leader answers.
    ConsumerAnswer(ConsumerRequest, Result<Told, ErrorCode>),
    /// A broker asks for other ISRs of partitions that it leads.
    AlterPartition(Vec<IsrRequest>),
    /// The controller answers.
    AlterPartitionAnswer(Vec<IsrAnswer>),
    /// A new process registers, with the epoch that its clean shutdown left behind.
    Register(Option<BrokerEpoch>),
    /// The controller answers with the new epoch.
    RegisterAnswer(Result<BrokerEpoch, ErrorCode>),
    /// A broker has caught up with the metadata and wants to be unfenced.
    Ready,
    /// A broker wants to stop.
    WantShutdown,
    /// The controller lets it stop.
    MayShutdown,
    /// The metadata: the newest for a broker, what a broker has applied for a client.
    Metadata(Rc<MetadataImage>),
}
