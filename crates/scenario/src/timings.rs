//! The names of times that a scenario can set. Data only.

use highwater_engine::config::Timings;
use highwater_protocol::lag::Millis;

/// A time by its name.
pub(crate) struct TimingName {
    /// Kafka's name, where Kafka has one.
    pub(crate) name: &'static str,
    pub(crate) get: fn(&Timings) -> Millis,
    pub(crate) set: fn(&mut Timings, Millis),
}

/// The least any of them can be: with 0, a cluster could be busy without time going on.
pub(crate) const LEAST_MS: u32 = 1;
/// The most any of them can be: an hour.
pub(crate) const MOST_MS: u32 = 3_600_000;

/// All of them, in the order in which a scenario is written.
pub(crate) const TIMINGS: &[TimingName] = &[
    TimingName {
        name: "network.delay.ms",
        get: |timings| timings.network_delay,
        set: |timings, ms| timings.network_delay = ms,
    },
    TimingName {
        name: "replica.lag.time.max.ms",
        get: |timings| timings.replica_lag_time_max,
        set: |timings, ms| timings.replica_lag_time_max = ms,
    },
    TimingName {
        name: "replica.fetch.wait.max.ms",
        get: |timings| timings.replica_fetch_wait_max,
        set: |timings, ms| timings.replica_fetch_wait_max = ms,
    },
    TimingName {
        name: "replica.fetch.backoff.ms",
        get: |timings| timings.replica_fetch_backoff,
        set: |timings, ms| timings.replica_fetch_backoff = ms,
    },
    TimingName {
        name: "replica.high.watermark.checkpoint.interval.ms",
        get: |timings| timings.high_watermark_checkpoint_interval,
        set: |timings, ms| timings.high_watermark_checkpoint_interval = ms,
    },
    TimingName {
        name: "broker.heartbeat.interval.ms",
        get: |timings| timings.heartbeat_interval,
        set: |timings, ms| timings.heartbeat_interval = ms,
    },
    TimingName {
        name: "broker.session.timeout.ms",
        get: |timings| timings.session_timeout,
        set: |timings, ms| timings.session_timeout = ms,
    },
    TimingName {
        name: "request.timeout.ms",
        get: |timings| timings.request_timeout,
        set: |timings, ms| timings.request_timeout = ms,
    },
    TimingName {
        name: "retry.backoff.ms",
        get: |timings| timings.retry_backoff,
        set: |timings, ms| timings.retry_backoff = ms,
    },
    TimingName {
        name: "delivery.timeout.ms",
        get: |timings| timings.delivery_timeout,
        set: |timings, ms| timings.delivery_timeout = ms,
    },
    TimingName {
        name: "transaction.timeout.ms",
        get: |timings| timings.transaction_timeout,
        set: |timings, ms| timings.transaction_timeout = ms,
    },
    TimingName {
        name: "boot.ms",
        get: |timings| timings.boot,
        set: |timings, ms| timings.boot = ms,
    },
    TimingName {
        name: "restart.pause.ms",
        get: |timings| timings.restart_pause,
        set: |timings, ms| timings.restart_pause = ms,
    },
];
