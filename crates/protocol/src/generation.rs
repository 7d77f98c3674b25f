//! Protocol generations: one switch, asked for capabilities, never for its name.
//!
//! A rule elsewhere in this crate says what it needs ("does a fetch carry the leader epoch?");
//! only this module knows which release brought it.

use std::fmt;

use crate::epoch_cache::AssignRule;

/// How a replica finds the point to cut its log at when it starts to follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Truncation {
    /// To its own high watermark, at once and without asking (before 0.11).
    ToHighWatermark,
    /// Asks the leader where its last epoch ends; the answer is an offset only (KIP-101, 0.11).
    ByEpochEndOffset,
    /// As before, but the answer names the epoch too, and the follower asks again until they
    /// agree (KIP-279, 2.0).
    ByEpochAndEndOffset,
    /// The fetch itself carries the last fetched epoch and the leader answers with the point of
    /// divergence (2.8).
    OnFetch,
}

/// How a leader changes the ISR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IsrChange {
    /// It writes the partition's state to ZooKeeper and goes on at once (before 2.7).
    ZooKeeperWrite,
    /// It asks the controller and works with the maximal ISR until the answer (KIP-497, 2.7).
    AlterPartition,
}

/// What the controller makes of a broker that is back before its session ran out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuickRestart {
    /// It compares sets of live broker ids, so it sees nothing and the ISR stays as it was
    /// (before KIP-380, 2.2).
    Unnoticed,
    /// Every incarnation has an epoch of its own; the old one is removed from the ISR first.
    Noticed,
}

/// One generation of the replication protocol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Generation {
    /// Before 0.11: followers cut to their own high watermark.
    Hw,
    /// 0.11: leader epochs, KIP-101.
    Kip101,
    /// 2.0: KIP-279.
    Kip279,
    /// 2.1 to 3.6: fetches fenced by leader epoch, KIP-320.
    Kip320,
    /// 3.7 and later without ELR: the high watermark is frozen below the minimum ISR.
    Strict,
    /// 4.x with eligible leader replicas, KIP-966.
    Elr,
}

impl Generation {
    /// Every generation, oldest first.
    pub const ALL: [Generation; 6] = [
        Generation::Hw,
        Generation::Kip101,
        Generation::Kip279,
        Generation::Kip320,
        Generation::Strict,
        Generation::Elr,
    ];

    /// The name used in scenarios, links and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Generation::Hw => "hw",
            Generation::Kip101 => "kip101",
            Generation::Kip279 => "kip279",
            Generation::Kip320 => "kip320",
            Generation::Strict => "strict",
            Generation::Elr => "elr",
        }
    }

    /// The generation with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Generation> {
        Generation::ALL.into_iter().find(|generation| generation.name() == name)
    }

    /// The releases it stands for, as a reader would say it.
    #[must_use]
    pub fn releases(self) -> &'static str {
        match self {
            Generation::Hw => "0.8 – 0.10",
            Generation::Kip101 => "0.11 – 1.1",
            Generation::Kip279 => "2.0",
            Generation::Kip320 => "2.1 – 3.6",
            Generation::Strict => "3.7+",
            Generation::Elr => "4.x + ELR",
        }
    }

    /// How followers find the point to cut at.
    #[must_use]
    pub fn truncation(self) -> Truncation {
        match self {
            Generation::Hw => Truncation::ToHighWatermark,
            Generation::Kip101 => Truncation::ByEpochEndOffset,
            Generation::Kip279 => Truncation::ByEpochAndEndOffset,
            Generation::Kip320 | Generation::Strict | Generation::Elr => Truncation::OnFetch,
        }
    }

    /// Whether replicas keep a leader epoch cache (KIP-101, 0.11).
    #[must_use]
    pub fn has_epoch_cache(self) -> bool {
        self >= Generation::Kip101
    }

    /// Whether a new leader writes an epoch entry before its first record (KAFKA-7415, 2.0.1).
    #[must_use]
    pub fn writes_epoch_at_election(self) -> bool {
        self >= Generation::Kip320
    }

    /// How the epoch cache treats entries that contradict it.
    #[must_use]
    pub fn assign_rule(self) -> AssignRule {
        if self.writes_epoch_at_election() {
            AssignRule::ReplaceConflicting
        } else {
            AssignRule::OnlyGrowing
        }
    }

    /// Whether fetches carry the leader epoch and are fenced by it (KIP-320, 2.1).
    #[must_use]
    pub fn fences_fetch(self) -> bool {
        self >= Generation::Kip320
    }

    /// How a leader changes the ISR.
    #[must_use]
    pub fn isr_change(self) -> IsrChange {
        if self >= Generation::Kip320 {
            IsrChange::AlterPartition
        } else {
            IsrChange::ZooKeeperWrite
        }
    }

    /// Whether brokers and controller meet in ZooKeeper rather than in a KRaft quorum. A generation spans
    /// releases with both; it is taken to have what the model gives it, and there leaders ask a controller
    /// for the ISR exactly where there is no ZooKeeper.
    #[must_use]
    pub fn uses_zookeeper(self) -> bool {
        self.isr_change() == IsrChange::ZooKeeperWrite
    }

    /// What a restart within the session looks like to the controller.
    #[must_use]
    pub fn quick_restart(self) -> QuickRestart {
        if self >= Generation::Kip320 { QuickRestart::Noticed } else { QuickRestart::Unnoticed }
    }

    /// Whether a fetch carries the broker epoch and stale ones are refused (KIP-903, 3.5; counted
    /// from 3.7 here, because `kip320` spans releases without it).
    #[must_use]
    pub fn checks_broker_epoch(self) -> bool {
        self >= Generation::Strict
    }

    /// Whether the high watermark is frozen while the ISR is below the minimum (KAFKA-15583, 3.7).
    #[must_use]
    pub fn gates_high_watermark(self) -> bool {
        self >= Generation::Strict
    }

    /// Whether `min.insync.replicas` is capped by the replication factor (3.7).
    #[must_use]
    pub fn caps_min_isr(self) -> bool {
        self >= Generation::Strict
    }

    /// Whether an ISR shrink that keeps the leader leaves the leader epoch alone (3.6-IV0).
    #[must_use]
    pub fn keeps_epoch_on_shrink(self) -> bool {
        self >= Generation::Strict
    }

    /// Whether the controller keeps eligible leader replicas (KIP-966).
    #[must_use]
    pub fn has_elr(self) -> bool {
        self == Generation::Elr
    }

    /// Whether a non-member of the ISR that is caught up and eligible holds the high watermark back.
    ///
    /// The caught-up rule is old; the eligibility test came with 3.3 (KIP-841).
    #[must_use]
    pub fn outsiders_hold_high_watermark(self) -> bool {
        true
    }

    /// Whether a follower starts over when only the epoch changed (2.0) or only when the leader did.
    #[must_use]
    pub fn restarts_fetcher_on_epoch(self) -> bool {
        self >= Generation::Kip279
    }

    /// Whether an out-of-sync test treats an equal log end as caught up whatever the time (2.1).
    #[must_use]
    pub fn equal_end_is_caught_up(self) -> bool {
        self >= Generation::Kip320
    }

    /// Whether clients aren't told where the log ends while a new leader's high watermark is behind
    /// the start of its epoch (KIP-207, 2.2; counted from 2.1 here).
    #[must_use]
    pub fn guards_latest_offset(self) -> bool {
        self >= Generation::Kip320
    }

    /// Whether there are transactions (KIP-98, 0.11).
    #[must_use]
    pub fn has_transactions(self) -> bool {
        self >= Generation::Kip101
    }

    /// Whether clients wait longer after each try that failed (KIP-580, 3.7).
    #[must_use]
    pub fn grows_client_backoff(self) -> bool {
        self >= Generation::Strict
    }

    /// Whether an error that means "ask another broker" says which (KIP-951, 3.7).
    #[must_use]
    pub fn names_leader_in_errors(self) -> bool {
        self >= Generation::Strict
    }

    /// Default of `unclean.leader.election.enable` (true before 0.11).
    #[must_use]
    pub fn unclean_election_default(self) -> bool {
        self == Generation::Hw
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
