//! The variants, and how far a state may grow.

/// How followers truncate and what is checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variant {
    /// To the own high watermark.
    Hw,
    /// By the end offset of the last epoch.
    Kip101,
    /// To the last common record.
    Kip279,
    /// As before, and leader and follower must be in the same epoch.
    Kip320,
}

impl Variant {
    /// All of them, oldest first.
    pub const ALL: [Variant; 4] = [Variant::Hw, Variant::Kip101, Variant::Kip279, Variant::Kip320];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Variant::Hw => "hw",
            Variant::Kip101 => "kip101",
            Variant::Kip279 => "kip279",
            Variant::Kip320 => "kip320",
        }
    }

    /// The variant with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|variant| variant.name() == name)
    }
}

/// How far a state may grow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    replicas: u8,
    log: u8,
    records: u8,
    epochs: u8,
}

/// Most replicas.
pub(super) const REPLICAS_MAX: usize = 5;

/// Most records in a log.
pub(super) const LOG_MAX: usize = 6;

/// Most leader epochs that can be announced: one more than the largest bound.
pub(super) const EPOCHS_MAX: usize = 8;

impl Bounds {
    /// One replica, and nothing to do.
    pub const SMALLEST: Bounds = Bounds { replicas: 1, log: 0, records: 0, epochs: 0 };

    /// Bounds of 1 to 5 replicas, logs of up to 6 records, up to 15 records in all and leader
    /// epochs from 0 up to at most 7; `None` for anything else.
    #[must_use]
    pub fn new(replicas: u8, log: u8, records: u8, epochs: u8) -> Option<Bounds> {
        let fits = (1..=REPLICAS_MAX).contains(&usize::from(replicas))
            && usize::from(log) <= LOG_MAX
            && records <= 15
            && usize::from(epochs) < EPOCHS_MAX;
        fits.then_some(Bounds { replicas, log, records, epochs })
    }

    /// How many replicas there are.
    #[must_use]
    pub fn replicas(self) -> u8 {
        self.replicas
    }

    /// The most records that a log can hold.
    #[must_use]
    pub fn log(self) -> u8 {
        self.log
    }

    /// How many records can be written.
    #[must_use]
    pub fn records(self) -> u8 {
        self.records
    }

    /// The largest leader epoch.
    #[must_use]
    pub fn epochs(self) -> u8 {
        self.epochs
    }
}
