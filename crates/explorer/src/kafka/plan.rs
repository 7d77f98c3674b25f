//! From a schedule of steps to what a cluster in time must be told: commands and waits.
//!
//! In a cluster in time followers fetch by themselves. So the links between brokers are cut, and
//! for an exchange the one between follower and leader is mended until its effect is seen. Whoever
//! shall fall behind is left alone for long before, while the others ask now and then.
//!
//! Nothing here knows a cluster; whoever plays a plan turns a [`Deed`] into a command and a [`Sign`]
//! into a condition.

use highwater_protocol::epoch_cache::EpochEntry;
use highwater_protocol::lag::Millis;
use highwater_protocol::{BrokerId, Offset};

use crate::kafka::lifecycle::End;
use crate::kafka::model::Kafka;
use crate::kafka::planner::Planner;
use crate::kafka::step::Step;

/// Times that a plan relies on, by the names of the engine's settings; all in ms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlanTimings {
    /// One way between any two nodes.
    pub network_delay: Millis,
    /// `replica.lag.time.max.ms`.
    pub replica_lag_time_max: Millis,
    /// `replica.fetch.wait.max.ms`.
    pub replica_fetch_wait_max: Millis,
    /// `replica.fetch.backoff.ms`.
    pub replica_fetch_backoff: Millis,
    /// `replica.high.watermark.checkpoint.interval.ms`: so long that it doesn't happen.
    pub high_watermark_checkpoint_interval: Millis,
    /// `broker.heartbeat.interval.ms`.
    pub heartbeat_interval: Millis,
    /// `broker.session.timeout.ms`.
    pub session_timeout: Millis,
    /// The producer's `request.timeout.ms` and `delivery.timeout.ms`: no write is given up.
    pub request_timeout: Millis,
    /// From a process's start to its registration.
    pub boot: Millis,
    /// How long a restart leaves the process down.
    pub restart_pause: Millis,
}

/// Longer than any plan takes, in ms.
const HOUR: Millis = 3_600_000;

/// A session outlives a search of the leader for those who fell behind (every half of the lag
/// time), and a follower is not behind for long enough while a session runs out.
pub const PLAN_TIMINGS: PlanTimings = PlanTimings {
    network_delay: 1,
    replica_lag_time_max: 40_000,
    replica_fetch_wait_max: 100,
    replica_fetch_backoff: 2,
    high_watermark_checkpoint_interval: HOUR,
    heartbeat_interval: 1,
    session_timeout: 25_000,
    request_timeout: HOUR,
    boot: 1,
    restart_pause: 1,
};

/// How a process ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// In order.
    Clean,
    /// Killed.
    Crash,
    /// With the machine's power.
    PowerCut,
}

impl From<End> for Ending {
    fn from(end: End) -> Ending {
        match end {
            End::Clean => Ending::Clean,
            End::Crash => Ending::Crash,
            End::PowerCut => Ending::PowerCut,
        }
    }
}

/// One end of a link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Party {
    /// A broker.
    Broker(BrokerId),
    /// The controller.
    Controller,
}

/// Something to ask of a cluster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Deed {
    /// Write the record with this number, from 1, with the acks of the settings, trying once; the
    /// producer knows that this broker leads.
    Produce(u8, BrokerId),
    /// Start a consumer at offset 0.
    Consume,
    /// Cut a link.
    Cut(Party, Party),
    /// Mend a link.
    Mend(Party, Party),
    /// End a process.
    Stop(BrokerId, Ending),
    /// End a process in order and start it again at once.
    Restart(BrokerId),
    /// Start a process.
    Start(BrokerId),
    /// Ask for an election of the preferred replica.
    PreferredElection,
    /// Set the topic's `min.insync.replicas`.
    SetMinInsyncReplicas(u8),
}

/// Something that can be seen of a cluster.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sign {
    /// A replica's log ends here.
    LogEnd(BrokerId, Offset),
    /// A replica's own high watermark.
    HighWatermark(BrokerId, Offset),
    /// A replica's leader epoch cache.
    Epochs(BrokerId, Vec<EpochEntry>),
    /// A follower fetches from where its leader wants its log to end.
    Settled(BrokerId),
    /// The controller's ISR lacks a broker.
    OutOfIsr(BrokerId),
    /// The controller holds a broker fenced.
    Fenced(BrokerId),
    /// A broker runs and isn't fenced.
    InUse(BrokerId),
    /// A broker has no process.
    Down(BrokerId),
}

/// One line of a plan.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PlanAction {
    /// Ask for something.
    Do(Deed),
    /// Let things happen until this is seen.
    Until(Sign),
    /// Let time pass, in ms.
    Wait(Millis),
}

/// A line of a plan with what it is for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlanLine {
    /// The number of the step that it belongs to, from 0; `None` before the first one.
    pub step: Option<usize>,
    /// What to do.
    pub action: PlanAction,
}

impl Kafka {
    /// The plan for a schedule; `None` if a step can't happen when its turn comes.
    #[must_use]
    pub fn plan(&self, steps: &[Step]) -> Option<Vec<PlanLine>> {
        Planner::new(self, steps)?.plan()
    }
}
