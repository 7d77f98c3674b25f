//! What is counted, and Kafka's metrics by their JMX names.

/// Counts since the start of the cluster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counters {
    /// ISR expansions that leaders got through.
    pub isr_expands: u32,
    /// ISR shrinks that leaders got through; a shrink of two replicas counts once.
    pub isr_shrinks: u32,
    /// ISR changes that failed or came too late.
    pub failed_isr_updates: u32,
    /// Change records that set `RECOVERING`.
    pub unclean_elections: u32,
    /// Leaders that came from the ELR.
    pub elr_elections: u32,
}

/// One metric and its value now.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Metric {
    /// The MBean's name, in full.
    pub name: String,
    /// The value.
    pub value: i64,
}
