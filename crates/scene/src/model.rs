//! The view model: what there is to see, without saying where.

use std::rc::Rc;

use highwater_phrase::GenerationWord;
use highwater_phrase::caption::MessageWord;
use highwater_phrase::news::NodeWord;

/// Everything there is to see at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// Simulated ms.
    pub at: u64,
    /// The rules in force.
    pub generation: GenerationWord,
    /// Partitions as the controller has them.
    pub partitions: Vec<Rc<PartitionView>>,
    /// Brokers, ascending.
    pub brokers: Vec<Rc<BrokerView>>,
    /// Messages under way, oldest first.
    pub messages: Vec<Rc<MessageView>>,
    /// Links that are cut.
    pub cuts: Vec<(NodeWord, NodeWord)>,
    /// The producer.
    pub producer: Rc<ProducerView>,
    /// The consumer.
    pub consumer: Rc<ConsumerView>,
    /// The offsets that any log may reach in this run, so that the axis needs no change.
    pub span: Span,
    /// The offsets around which something ends at any time in this run.
    pub focus: Vec<Span>,
    /// The offsets around which something ends at this moment.
    pub near: Vec<Span>,
    /// The first offset that the reader wants to see, if it was chosen.
    pub pan: Option<u32>,
}

/// Offsets `[from, to)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The first.
    pub from: u32,
    /// The exclusive end.
    pub to: u32,
}

impl Span {
    /// How many offsets.
    #[must_use]
    pub fn len(self) -> u32 {
        self.to.saturating_sub(self.from)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A partition as the controller has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartitionView {
    /// Its index.
    pub id: u16,
    /// Its name, `orders-0`.
    pub name: Rc<str>,
    /// The leader.
    pub leader: Option<u8>,
    /// The leader epoch.
    pub epoch: u32,
    /// The ISR.
    pub isr: Vec<u8>,
    /// The ELR.
    pub elr: Vec<u8>,
    /// Every replica.
    pub replicas: Vec<u8>,
    /// `min.insync.replicas`
    pub min_isr: u8,
    /// The epoch that gets the first hue.
    pub first_epoch: u32,
    /// Where logs part or records are missing.
    pub guide: Option<Guide>,
}

/// A line at an offset that runs through all lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guide {
    /// The first offset concerned.
    pub offset: u32,
    /// What is wrong from there on.
    pub kind: GuideKind,
}

/// What is wrong from an offset on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuideKind {
    /// Acknowledged records are lost.
    Lost,
    /// Two logs hold different records.
    Differs,
}

/// A broker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrokerView {
    /// Its id.
    pub id: u8,
    /// Its process.
    pub process: ProcessView,
    /// Whether the controller holds it fenced.
    pub fenced: bool,
    /// Extra ms each way.
    pub slow: u64,
    /// Its copies, by partition.
    pub lanes: Vec<Rc<LaneView>>,
}

/// The state of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProcessView {
    /// It runs.
    Running,
    /// It starts.
    Starting,
    /// It is about to stop.
    ShuttingDown,
    /// It was stopped in order.
    Stopped,
    /// It was killed.
    Crashed,
    /// Its machine has no power.
    NoPower,
}

impl ProcessView {
    /// Whether there is no process.
    #[must_use]
    pub fn is_down(self) -> bool {
        matches!(self, ProcessView::Stopped | ProcessView::Crashed | ProcessView::NoPower)
    }
}

/// What a copy is at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoleView {
    /// Its broker is down.
    Down,
    /// It leads.
    Leader,
    /// The controller chose it, and it does not know yet.
    Elected,
    /// It believes that it leads; the controller has somebody else.
    StaleLeader,
    /// It follows this broker.
    Follower(Option<u8>),
    /// It asks where to cut before it follows.
    Asking(u8),
    /// It was fenced and waits for metadata.
    Failed,
    /// No metadata has reached it.
    Idle,
}

/// Where a copy stands in the controller's sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MembershipView {
    /// In the ISR.
    Isr,
    /// In the ELR.
    Elr,
    /// In neither.
    Outside,
}

/// One copy of a partition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaneView {
    /// Whose.
    pub broker: u8,
    /// Of which partition.
    pub partition: u16,
    /// Its partition's name.
    pub name: Rc<str>,
    /// Its role.
    pub role: RoleView,
    /// Its membership.
    pub membership: MembershipView,
    /// The leader epoch it knows.
    pub epoch: u32,
    /// The epoch that gets the first hue.
    pub first_epoch: u32,
    /// The first offset.
    pub start: u32,
    /// Log end offset.
    pub leo: u32,
    /// High watermark as this copy knows it.
    pub hw: u32,
    /// Offsets below it are on disk.
    pub disk: u32,
    /// Where LEO was before the last step, if it moved.
    pub leo_before: Option<u32>,
    /// Where the high watermark was before the last step, if it moved.
    pub hw_before: Option<u32>,
    /// The log as runs.
    pub runs: Vec<Run>,
    /// The records that are looked at one by one, ghosts included.
    pub cells: Vec<Cell>,
    /// What is left of removed records behind the log's end.
    pub ghosts: Vec<Ghosts>,
    /// The epoch cache; `None` where the rules know none.
    pub epochs: Option<Vec<EpochRow>>,
    /// Fetches that wait at this leader, by follower, with their offsets.
    pub parked: Vec<(u8, u32)>,
}

/// Neighbouring records that look the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Which offsets.
    pub span: Span,
    /// Their epoch.
    pub epoch: u32,
    /// Whether this copy knows them to be committed.
    pub committed: bool,
}

/// What became of a record in one copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is there.
    Here,
    /// It was cut or taken by a power cut, and no promise was broken by that (yet).
    Cut,
    /// It is gone although it was acknowledged.
    Lost,
}

/// Neighbouring ghosts of one fate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ghosts {
    /// Which offsets.
    pub span: Span,
    /// What became of their records.
    pub fate: Fate,
}

/// One record, or what is left of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Its offset.
    pub offset: u32,
    /// Its name.
    pub name: Rc<str>,
    /// Its epoch.
    pub epoch: u32,
    /// Whether this copy knows it to be committed.
    pub committed: bool,
    /// Whether it is known to be on disk.
    pub on_disk: bool,
    /// What became of it.
    pub fate: Fate,
    /// Whether an acknowledged record was lost here before this one came.
    pub scar: bool,
    /// Whether it came or went in the last step.
    pub fresh: bool,
}

/// One line of the epoch cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EpochRow {
    /// The epoch.
    pub epoch: u32,
    /// Its offsets in this log; may be empty.
    pub span: Span,
}

/// A message under way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MessageView {
    /// Its number.
    pub id: u32,
    /// Who sent it.
    pub from: NodeWord,
    /// Whom it is for.
    pub to: NodeWord,
    /// When it was sent.
    pub sent: u64,
    /// When it arrives.
    pub due: u64,
    /// Whether it answers another one.
    pub shape: MessageShape,
    /// What it says.
    pub word: MessageWord,
    /// The epoch of its records, for the hue.
    pub epoch: Option<u32>,
}

/// What a message looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageShape {
    /// It asks.
    Request,
    /// It answers.
    Answer,
    /// It answers with an error.
    Refusal,
    /// It carries metadata.
    Metadata,
}

/// What became of a batch, as the producer knows it, and whether that was true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchState {
    /// No answer yet.
    Pending,
    /// Acknowledged.
    Acked,
    /// Nothing was appended.
    Refused(&'static str),
    /// It may or may not exist.
    Unknown(&'static str),
    /// Acknowledged and lost.
    Lost,
}

/// A produced batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchView {
    /// Its name.
    pub name: Rc<str>,
    /// How many records.
    pub count: u32,
    /// `acks=…`
    pub acks: highwater_phrase::news::AcksWord,
    /// What became of it.
    pub state: BatchState,
}

/// The producer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProducerView {
    /// What it produced last, newest first; at most three.
    pub batches: Vec<BatchView>,
    /// How many lost batches there are in all.
    pub lost: u32,
}

/// The consumer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConsumerView {
    /// The next offset it asks for; `None` before it starts.
    pub position: Option<u32>,
    /// The names of what it read last, oldest first; at most four.
    pub read: Vec<Rc<str>>,
}
