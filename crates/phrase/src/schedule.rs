//! What the explorer says: the steps of a schedule, questions, guards, and what is taken for granted.
//!
//! The explorer names all of these by short words for machines; the words are what is turned into
//! sentences here. A word that is not known is shown as it is, so that nothing is ever hidden.

use crate::compose::{said, template, text};
use crate::keys::Key;
use crate::lang::Lang;

/// A step of a schedule as a sentence: its word, and the broker or the value that belongs to it.
#[must_use]
pub fn step(lang: Lang, word: &str, number: Option<u8>) -> String {
    let n = number.unwrap_or_default();
    match word {
        "write" => text!(lang, StepWrite),
        "exchange" => text!(lang, StepExchange, n),
        "drop" => text!(lang, StepDrop, n),
        "fence" => text!(lang, StepFence, n),
        "start" => text!(lang, StepStart, n),
        "rejoin" => text!(lang, StepRejoin, n),
        "preferred-election" => text!(lang, StepPreferredElection),
        "clean-stop" => text!(lang, StepCleanStop, n),
        "quick-restart" => text!(lang, StepQuickRestart, n),
        "crash" => text!(lang, StepCrash, n),
        "power-cut" => text!(lang, StepPowerCut, n),
        "blackout" => text!(lang, StepBlackout),
        "lag" => text!(lang, StepLag, n),
        "isolate" => text!(lang, StepIsolate, n),
        "set-min-insync-replicas" => text!(lang, StepSetMinInsyncReplicas, n),
        other => template(lang, "{0} {1}", &[other.into(), n.into()]),
    }
}

/// What shall never happen, as a phrase.
#[must_use]
pub fn question(lang: Lang, word: &str) -> &str {
    let key = match word {
        "acked-record-lost" => Key::NeverAckedRecordLost,
        "consumed-record-lost" => Key::NeverConsumedRecordLost,
        "diverged" => Key::NeverDiverged,
        "high-watermark-went-back" => Key::NeverHighWatermarkWentBack,
        "write-blocked" => Key::NeverWriteBlocked,
        "unrecoverable" => Key::NeverUnrecoverable,
        other => return other,
    };
    said(lang, key)
}

/// Something that an answer takes for granted, as a sentence.
#[must_use]
pub fn assumption(lang: Lang, word: &str) -> &str {
    let key = match word {
        "one-partition" => Key::GivenOnePartition,
        "one-controller" => Key::GivenOneController,
        "one-attempt-per-record" => Key::GivenOneAttemptPerRecord,
        "consumers-read-at-once" => Key::GivenConsumersReadAtOnce,
        "brokers-reach-each-other" => Key::GivenBrokersReachEachOther,
        "metadata-arrives-at-once" => Key::GivenMetadataArrivesAtOnce,
        "exchanges-are-whole" => Key::GivenExchangesAreWhole,
        "isr-requests-are-answered-at-once" => Key::GivenIsrRequestsAreAnsweredAtOnce,
        "nothing-is-flushed" => Key::GivenNothingIsFlushed,
        "nothing-is-checkpointed" => Key::GivenNothingIsCheckpointed,
        "grace-is-over" => Key::GivenGraceIsOver,
        "sessions-end-in-any-order" => Key::GivenSessionsEndInAnyOrder,
        other => return other,
    };
    said(lang, key)
}

/// What a guard of the protocol says, as a sentence.
#[must_use]
pub fn guard(lang: Lang, word: &str) -> &str {
    let key = match word {
        "broker-epoch" => Key::GuardBrokerEpoch,
        "min-isr-gate" => Key::GuardMinIsrGate,
        "high-watermark-reached" => Key::GuardHighWatermarkReached,
        "epoch-start" => Key::GuardEpochStart,
        "fetch-fencing" => Key::GuardFetchFencing,
        "divergence-check" => Key::GuardDivergenceCheck,
        "unclean-shutdown" => Key::GuardUncleanShutdown,
        other => return other,
    };
    said(lang, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_sentences_with_the_right_particles() {
        assert_eq!(
            step(Lang::Ko, "crash", Some(1)),
            "브로커 1의 프로세스가 죽습니다. 페이지 캐시는 남습니다."
        );
        assert_eq!(step(Lang::Ko, "lag", Some(2)), "브로커 2가 오래 뒤처져 리더가 ISR에서 뺍니다.");
        assert_eq!(step(Lang::Ko, "lag", Some(1)), "브로커 1이 오래 뒤처져 리더가 ISR에서 뺍니다.");
        assert_eq!(step(Lang::En, "start", Some(0)), "Broker 0 starts again.");
    }

    #[test]
    fn an_unknown_word_is_shown() {
        assert_eq!(step(Lang::En, "sneeze", Some(3)), "sneeze 3");
        assert_eq!(question(Lang::Ko, "what"), "what");
        assert_eq!(assumption(Lang::Ko, "that"), "that");
        assert_eq!(guard(Lang::Ko, "luck"), "luck");
    }
}
