//! What the explorer says.

use highwater_phrase::schedule;

use crate::page::{Page, broker};

const STEPS: [&str; 16] = [
    "write",
    "exchange",
    "drop",
    "fence",
    "start",
    "rejoin",
    "preferred-election",
    "clean-stop",
    "quick-restart",
    "crash",
    "power-cut",
    "blackout",
    "lag",
    "isolate",
    "set-min-insync-replicas",
    "sneeze",
];
const QUESTIONS: [&str; 7] = [
    "acked-record-lost",
    "consumed-record-lost",
    "diverged",
    "high-watermark-went-back",
    "write-blocked",
    "unrecoverable",
    "who-knows",
];
const ASSUMPTIONS: [&str; 13] = [
    "one-partition",
    "one-controller",
    "one-attempt-per-record",
    "consumers-read-at-once",
    "brokers-reach-each-other",
    "metadata-arrives-at-once",
    "exchanges-are-whole",
    "isr-requests-are-answered-at-once",
    "nothing-is-flushed",
    "nothing-is-checkpointed",
    "grace-is-over",
    "sessions-end-in-any-order",
    "fair-weather",
];
const GUARDS: [&str; 8] = [
    "broker-epoch",
    "min-isr-gate",
    "high-watermark-reached",
    "epoch-start",
    "fetch-fencing",
    "divergence-check",
    "unclean-shutdown",
    "luck",
];

const MEASURES: [&str; 5] = ["lose", "lose-one-unclean", "lose-disks-kept", "block", "weight"];

pub(crate) fn put(page: &mut Page) {
    page.heading("steps of a schedule");
    for word in STEPS {
        for number in [None, Some(broker(0)), Some(broker(1)), Some(broker(2))] {
            page.text((word, number), |lang| schedule::step(lang, word, number));
        }
    }
    page.heading("questions, assumptions, guards, measures");
    for word in QUESTIONS {
        page.text(word, |lang| schedule::question(lang, word).to_owned());
    }
    for word in ASSUMPTIONS {
        page.text(word, |lang| schedule::assumption(lang, word).to_owned());
    }
    for word in GUARDS {
        page.text(word, |lang| schedule::guard(lang, word).to_owned());
    }
    for word in MEASURES {
        page.text(word, |lang| schedule::measure(lang, word).to_owned());
    }
}
