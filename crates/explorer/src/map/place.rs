//! Where a cell lies, what is measured there, and how far is looked.

use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;

use crate::kafka::{Fault, Question, Settings, usual_budget};
use crate::search::{Budget, FaultLimits};
use crate::session::KafkaRequest;

/// One combination of settings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The rules in force; whether there is an ELR follows from it.
    pub generation: Generation,
    /// `unclean.leader.election.enable`.
    pub unclean: UncleanElection,
    /// What producers wait for.
    pub acks: Acks,
    /// Replicas.
    pub replication_factor: u8,
    /// `min.insync.replicas`, never more than there are replicas.
    pub min_insync_replicas: u8,
}

/// What is measured: the fewest faults to something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Measure {
    /// To lose an acknowledged record.
    Lose,
    /// The same, if at most one process ends uncleanly: one broker loses power, others only stop in
    /// order, fall behind or are cut off from the controller.
    LoseOneUnclean,
    /// The same, if every disk keeps what it was given: nobody loses power.
    LoseDisksKept,
    /// To let no write with the set acks succeed before something is repaired.
    Block,
}

impl Measure {
    /// All of them, in the order of the columns.
    pub const ALL: [Measure; 4] =
        [Measure::Lose, Measure::LoseOneUnclean, Measure::LoseDisksKept, Measure::Block];

    /// A short word for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Measure::Lose => "lose",
            Measure::LoseOneUnclean => "lose-one-unclean",
            Measure::LoseDisksKept => "lose-disks-kept",
            Measure::Block => "block",
        }
    }

    /// The measure with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Measure> {
        Measure::ALL.into_iter().find(|measure| measure.name() == name)
    }

    /// What must not happen there.
    #[must_use]
    pub fn question(self) -> Question {
        match self {
            Measure::Lose | Measure::LoseOneUnclean | Measure::LoseDisksKept => {
                Question::AckedRecordLost
            }
            Measure::Block => Question::WriteBlocked,
        }
    }

    /// The faults that count, at most so many together. Power cuts of all brokers at once and
    /// changes of settings are left out, as usual.
    pub(crate) fn faults(self, total: u8) -> FaultLimits {
        let usual = usual_budget(total).faults;
        match self {
            Measure::Lose | Measure::Block => usual,
            Measure::LoseOneUnclean => usual.with(Fault::POWER_CUT, 1).with(Fault::CRASH, 0),
            Measure::LoseDisksKept => usual.with(Fault::POWER_CUT, 0),
        }
    }
}

/// How large the map is and how far is looked in each of its cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MapBounds {
    /// The largest replication factor.
    pub replicas: u8,
    /// The most faults.
    pub faults: u8,
    /// How many records are produced.
    pub records: u8,
    /// The most states of one search.
    pub states: u32,
}

impl MapBounds {
    /// Up to three replicas, three faults, one record, two million states.
    pub const DEFAULT: MapBounds =
        MapBounds { replicas: 3, faults: 3, records: 1, states: 2_000_000 };

    /// Every place of the map, in its order: generations, oldest first, then without and with
    /// unclean elections, then `acks=all` and `acks=1`, then replicas and minimum, rising. (To lose
    /// a record, `acks=0` is as good as `acks=1`.)
    #[must_use]
    pub fn places(self) -> Vec<Place> {
        let mut places = Vec::new();
        for generation in Generation::ALL {
            for unclean in [UncleanElection::Disabled, UncleanElection::Enabled] {
                for acks in [Acks::All, Acks::Leader] {
                    for replication_factor in 1..=self.replicas {
                        places.extend((1..=replication_factor).map(|min_insync_replicas| Place {
                            generation,
                            unclean,
                            acks,
                            replication_factor,
                            min_insync_replicas,
                        }));
                    }
                }
            }
        }
        places
    }
}

impl Place {
    /// The search that measures something here; a session that is started with it finds the schedule.
    #[must_use]
    pub fn request(self, measure: Measure, bounds: MapBounds) -> KafkaRequest {
        let settings = Settings {
            replication_factor: self.replication_factor,
            min_insync_replicas: self.min_insync_replicas,
            acks: self.acks,
            unclean: self.unclean,
            records: bounds.records,
            ..Settings::usual(self.generation)
        };
        let faults = measure.faults(bounds.faults);
        let budget = Budget { faults, states: bounds.states, ..usual_budget(bounds.faults) };
        KafkaRequest { settings, question: measure.question(), budget }
    }
}
