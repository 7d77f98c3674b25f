//! What can happen to the partition, and what of it counts as a fault.

use std::fmt;

use highwater_protocol::BrokerId;

use crate::search::FaultKind;

/// Something that happens, whole: what a broker does at once upon a message is one step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// The producer writes the next record to the leader that the controller names.
    Write,
    /// A follower asks its leader and takes the answer: where its last epoch ends, or records.
    Exchange(BrokerId),
    /// The leader takes a replica out of the ISR that can't fetch from it.
    Drop(BrokerId),
    /// The controller fences a broker that it hasn't heard of for too long.
    Fence(BrokerId),
    /// A broker's process starts, registers and is unfenced.
    Start(BrokerId),
    /// A broker hears from the controller again.
    Rejoin(BrokerId),
    /// The controller gives the leadership back to the preferred replica.
    PreferredElection,
    /// A fault.
    Fault(Fault),
}

impl Step {
    /// The word for what happens, for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Step::Write => "write",
            Step::Exchange(_) => "exchange",
            Step::Drop(_) => "drop",
            Step::Fence(_) => "fence",
            Step::Start(_) => "start",
            Step::Rejoin(_) => "rejoin",
            Step::PreferredElection => "preferred-election",
            Step::Fault(fault) => fault.name(),
        }
    }

    /// The number that belongs to the word: the broker, or the value of a setting.
    #[must_use]
    pub fn number(self) -> Option<u8> {
        match self {
            Step::Write | Step::PreferredElection | Step::Fault(Fault::Blackout) => None,
            Step::Exchange(broker)
            | Step::Drop(broker)
            | Step::Fence(broker)
            | Step::Start(broker)
            | Step::Rejoin(broker)
            | Step::Fault(
                Fault::CleanStop(broker)
                | Fault::QuickRestart(broker)
                | Fault::Crash(broker)
                | Fault::PowerCut(broker)
                | Fault::Lag(broker)
                | Fault::Isolate(broker),
            ) => Some(broker.0),
            Step::Fault(Fault::SetMinInsyncReplicas(value)) => Some(value),
        }
    }

    /// Whether it counts as a fault.
    #[must_use]
    pub fn is_fault(self) -> bool {
        matches!(self, Step::Fault(_))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.number().map_or(Ok(()), |number| write!(f, " {number}"))
    }
}

/// Something that goes wrong, or that an operator does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// A broker is stopped in order.
    CleanStop(BrokerId),
    /// A broker is stopped in order and is back before the controller notices (before 2.2 only).
    QuickRestart(BrokerId),
    /// A broker's process is killed; the page cache survives.
    Crash(BrokerId),
    /// A broker's machine loses power, and with it what was not flushed.
    PowerCut(BrokerId),
    /// Every broker that runs loses power at once.
    Blackout,
    /// A running follower hasn't kept up for so long that the leader takes it out of the ISR.
    Lag(BrokerId),
    /// A broker and the controller don't hear each other any more; other links work.
    Isolate(BrokerId),
    /// An operator sets the topic's `min.insync.replicas`.
    SetMinInsyncReplicas(u8),
}

impl Fault {
    /// The word for it, for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fault::CleanStop(_) => "clean-stop",
            Fault::QuickRestart(_) => "quick-restart",
            Fault::Crash(_) => "crash",
            Fault::PowerCut(_) => "power-cut",
            Fault::Blackout => "blackout",
            Fault::Lag(_) => "lag",
            Fault::Isolate(_) => "isolate",
            Fault::SetMinInsyncReplicas(_) => "set-min-insync-replicas",
        }
    }

    /// The kind with this name on the command line.
    #[must_use]
    pub fn kind_by_name(name: &str) -> Option<FaultKind> {
        let found = Fault::KINDS.iter().find(|(_, known)| *known == name);
        found.map(|(kind, _)| *kind)
    }

    /// Its kind, for budgets.
    #[must_use]
    pub fn kind(self) -> FaultKind {
        FaultKind(match self {
            Fault::CleanStop(_) | Fault::QuickRestart(_) => Fault::CLEAN_STOP.0,
            Fault::Crash(_) => Fault::CRASH.0,
            Fault::PowerCut(_) => Fault::POWER_CUT.0,
            Fault::Blackout => Fault::BLACKOUT.0,
            Fault::Lag(_) => Fault::LAG.0,
            Fault::Isolate(_) => Fault::ISOLATION.0,
            Fault::SetMinInsyncReplicas(_) => Fault::RECONFIGURATION.0,
        })
    }

    /// Stops and quick restarts in order.
    pub const CLEAN_STOP: FaultKind = FaultKind(0);
    /// Crashes.
    pub const CRASH: FaultKind = FaultKind(1);
    /// Power cuts of single brokers.
    pub const POWER_CUT: FaultKind = FaultKind(2);
    /// Followers that don't keep up.
    pub const LAG: FaultKind = FaultKind(3);
    /// Brokers that don't hear from the controller.
    pub const ISOLATION: FaultKind = FaultKind(4);
    /// Power cuts of all brokers at once.
    pub const BLACKOUT: FaultKind = FaultKind(5);
    /// Changes of `min.insync.replicas`.
    pub const RECONFIGURATION: FaultKind = FaultKind(6);

    /// Every kind with its name on the command line.
    pub const KINDS: [(FaultKind, &'static str); 7] = [
        (Fault::CLEAN_STOP, "clean-stop"),
        (Fault::CRASH, "crash"),
        (Fault::POWER_CUT, "power-cut"),
        (Fault::LAG, "lag"),
        (Fault::ISOLATION, "isolation"),
        (Fault::BLACKOUT, "blackout"),
        (Fault::RECONFIGURATION, "reconfiguration"),
    ];
}
