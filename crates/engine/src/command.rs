//! What a person or a scenario can ask of a cluster, and how it may be refused.
//!
//! A command is a wish. What came of it is said by events.

use std::fmt;
use std::rc::Rc;

use highwater_protocol::control::UncleanElection;
use highwater_protocol::lag::Millis;
use highwater_protocol::produce::Acks;
use highwater_protocol::read::Isolation;
use highwater_protocol::{BrokerId, BrokerList, Offset};

use crate::config::PartitionId;
use crate::consumer::StartAt;
use crate::idempotence::Idempotence;
use crate::transactions::TransactionEnd;

/// How a broker's process ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stop {
    /// In order: leaderships are handed over, everything is flushed, the shutdown is marked clean.
    Clean,
    /// The process is killed; the page cache survives.
    Crash,
    /// The machine loses power; what was not flushed is gone.
    PowerCut,
}

impl Stop {
    /// The word that scenarios use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stop::Clean => "clean",
            Stop::Crash => "crash",
            Stop::PowerCut => "power-cut",
        }
    }
}

/// One end of a connection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Node {
    /// A broker.
    Broker(BrokerId),
    /// The controller quorum, as one node.
    Controller,
    /// The producer.
    Producer,
    /// The consumer.
    Consumer,
}

/// Which election is asked for, as with `kafka-leader-election.sh`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Election {
    /// The first replica shall lead.
    Preferred,
    /// Anybody alive shall lead.
    Unclean,
}

/// A write.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Produce {
    /// The name by which the records are spoken of.
    pub name: Rc<str>,
    /// How many records in the batch.
    pub count: u32,
    /// Where to.
    pub partition: PartitionId,
    /// What the producer waits for.
    pub acks: Acks,
    /// How often the producer tries again after an error that allows it.
    pub retries: u32,
    /// Whom the first attempt goes to, whomever the producer takes for the leader: what another
    /// producer would do that knows more or less.
    pub at: Option<BrokerId>,
    /// The transaction that it belongs to, which begins with its first batch.
    pub transaction: Option<Rc<str>>,
}

/// A wish.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// Write records.
    Produce(Produce),
    /// Start a consumer on a partition, in place of the one before.
    Consume(PartitionId, StartAt, Isolation),
    /// End a broker's process.
    Stop(BrokerId, Stop),
    /// Start a broker's process.
    Start(BrokerId),
    /// End a broker's process and start it again after a short pause.
    Restart(BrokerId, Stop),
    /// Cut the connection between two nodes.
    CutLink(Node, Node),
    /// Mend it.
    HealLink(Node, Node),
    /// Delay what a broker replicates by so many ms each way; 0 ends it.
    Slow(BrokerId, Millis),
    /// Set a topic's `min.insync.replicas`.
    SetMinInsyncReplicas(PartitionId, u8),
    /// Set a topic's `unclean.leader.election.enable`.
    SetUncleanElection(PartitionId, UncleanElection),
    /// Ask the controller for an election.
    Elect(PartitionId, Election),
    /// Move a partition to these replicas, the first of them preferred.
    Reassign(PartitionId, BrokerList),
    /// End the move of a partition where it stands.
    CancelReassignment(PartitionId),
    /// End a transaction.
    EndTransaction(Rc<str>, TransactionEnd),
    /// Give a topic so many partitions; the topic is named by its first one.
    Grow(PartitionId, u32),
    /// Set the producer's `enable.idempotence`.
    SetIdempotence(Idempotence),
    /// Flush a broker's logs to disk, as the operating system may do at any time.
    Flush(BrokerId),
}

impl Command {
    /// A consumer that reads everything below the high watermark, from an offset on.
    #[must_use]
    pub fn consume_from(partition: PartitionId, offset: Offset) -> Command {
        Command::Consume(partition, StartAt::Offset(offset), Isolation::ReadUncommitted)
    }
}

/// Why a command was not carried out. Nothing has changed then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no such broker.
    NoSuchBroker(BrokerId),
    /// There is no such partition.
    NoSuchPartition(PartitionId),
    /// The broker is not running.
    NotRunning(BrokerId),
    /// The broker is stopping already.
    AlreadyStopping(BrokerId),
    /// The broker is running or starting already.
    AlreadyRunning(BrokerId),
    /// A record of this name exists.
    NameTaken(Rc<str>),
    /// A batch has at least one record and at most this many.
    BadCount(u32),
    /// These two nodes are never connected.
    NoSuchLink(Node, Node),
    /// The link is in this state already.
    LinkUnchanged(Node, Node),
    /// `min.insync.replicas` must be at least 1.
    BadMinInsyncReplicas,
    /// There are no transactions in this generation.
    NoTransactions,
    /// What is written in a transaction is written with `acks=all`.
    TransactionNeedsAcksAll,
    /// No transaction of this name is open.
    NoOpenTransaction(Rc<str>),
    /// A transaction can't be committed while something in it was not acknowledged.
    NotAllAcked(Rc<str>),
    /// This run has room for so many partitions of the topic.
    NoRoom(u32),
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Broker(id) => write!(f, "{id}"),
            Node::Controller => f.write_str("controller"),
            Node::Producer => f.write_str("producer"),
            Node::Consumer => f.write_str("consumer"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoSuchBroker(id) => write!(f, "there is no broker {id}"),
            Refusal::NoSuchPartition(id) => write!(f, "there is no partition number {}", id.0),
            Refusal::NotRunning(id) => write!(f, "broker {id} is not running"),
            Refusal::AlreadyStopping(id) => write!(f, "broker {id} is stopping already"),
            Refusal::AlreadyRunning(id) => write!(f, "broker {id} is running already"),
            Refusal::NameTaken(name) => write!(f, "a record called {name} exists already"),
            Refusal::BadCount(most) => write!(f, "a batch has 1 to {most} records"),
            Refusal::NoSuchLink(a, b) => write!(f, "{a} and {b} are never connected"),
            Refusal::LinkUnchanged(a, b) => {
                write!(f, "the link between {a} and {b} is in that state already")
            }
            Refusal::NoTransactions => f.write_str("there are no transactions before 0.11"),
            Refusal::TransactionNeedsAcksAll => f.write_str("a transaction needs acks=all"),
            Refusal::NoOpenTransaction(name) => write!(f, "no transaction {name} is open"),
            Refusal::NotAllAcked(name) => {
                write!(f, "not everything in transaction {name} was acknowledged")
            }
            Refusal::NoRoom(most) => write!(f, "this run has room for {most} partitions"),
            Refusal::BadMinInsyncReplicas => f.write_str("min.insync.replicas is at least 1"),
        }
    }
}
