//! What an answer takes for granted, so that a certificate can say it.

/// Something that the model takes for granted. Each is worded as what holds in every schedule that
/// is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Assumption {
    /// There is one partition, with one replica on each broker.
    OnePartition,
    /// There is one controller, which is always there and knows everything at once.
    OneController,
    /// The producer writes one record at a time, to the leader that the controller names, and never
    /// tries again.
    OneAttemptPerRecord,
    /// Consumers read from the leader that the controller names, all that it shows.
    ConsumersReadAtOnce,
    /// Any two brokers that run can talk to each other; who doesn't fetch is merely slow.
    BrokersReachEachOther,
    /// New metadata reaches a broker at once, unless it is cut off from the controller.
    MetadataArrivesAtOnce,
    /// Nothing happens between a follower's question and the answer.
    ExchangesAreWhole,
    /// A leader's request for another ISR is answered before anything else happens, unless it is cut
    /// off; then it doesn't ask for a smaller one.
    IsrRequestsAreAnsweredAtOnce,
    /// Nothing is flushed but by a stop in order; a power cut takes everything else.
    NothingIsFlushed,
    /// The high watermark is checkpointed by a stop in order only.
    NothingIsCheckpointed,
    /// A follower outside the ISR was caught up too long ago to hold the high watermark back.
    GraceIsOver,
    /// Sessions run out in any order.
    SessionsEndInAnyOrder,
}

impl Assumption {
    /// All of them.
    pub const ALL: [Assumption; 12] = [
        Assumption::OnePartition,
        Assumption::OneController,
        Assumption::OneAttemptPerRecord,
        Assumption::ConsumersReadAtOnce,
        Assumption::BrokersReachEachOther,
        Assumption::MetadataArrivesAtOnce,
        Assumption::ExchangesAreWhole,
        Assumption::IsrRequestsAreAnsweredAtOnce,
        Assumption::NothingIsFlushed,
        Assumption::NothingIsCheckpointed,
        Assumption::GraceIsOver,
        Assumption::SessionsEndInAnyOrder,
    ];

    /// A short word for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Assumption::OnePartition => "one-partition",
            Assumption::OneController => "one-controller",
            Assumption::OneAttemptPerRecord => "one-attempt-per-record",
            Assumption::ConsumersReadAtOnce => "consumers-read-at-once",
            Assumption::BrokersReachEachOther => "brokers-reach-each-other",
            Assumption::MetadataArrivesAtOnce => "metadata-arrives-at-once",
            Assumption::ExchangesAreWhole => "exchanges-are-whole",
            Assumption::IsrRequestsAreAnsweredAtOnce => "isr-requests-are-answered-at-once",
            Assumption::NothingIsFlushed => "nothing-is-flushed",
            Assumption::NothingIsCheckpointed => "nothing-is-checkpointed",
            Assumption::GraceIsOver => "grace-is-over",
            Assumption::SessionsEndInAnyOrder => "sessions-end-in-any-order",
        }
    }
}
