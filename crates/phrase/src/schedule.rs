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

/// What a figure of the safety map counts, as a phrase.
#[must_use]
pub fn measure(lang: Lang, word: &str) -> &str {
    let key = match word {
        "lose" => Key::MeasureLose,
        "lose-one-unclean" => Key::MeasureLoseOneUnclean,
        "lose-disks-kept" => Key::MeasureLoseDisksKept,
        "block" => Key::MeasureBlock,
        other => return other,
    };
    said(lang, key)
}

/// The scenario of a schedule with its title and a sentence for each step, in both languages. The
/// explorer marks the steps by comments: `# 4. power-cut 0`.
#[must_use]
pub fn narrated(scenario: &str) -> String {
    let mut told = String::with_capacity(2 * scenario.len());
    for line in scenario.lines() {
        told.push_str(line);
        told.push('\n');
        if let Some(word) = line.strip_prefix("scenario found-") {
            let say = |lang| question(lang, word);
            put_both(&mut told, "title", say(Lang::Ko), say(Lang::En));
        } else if let Some((word, number)) = marked(line) {
            let say = |lang| step(lang, word, number);
            put_both(&mut told, "say", &say(Lang::Ko), &say(Lang::En));
        }
    }
    told
}

/// The word and the number of a step that a comment marks.
fn marked(line: &str) -> Option<(&str, Option<u8>)> {
    let (place, words) = line.strip_prefix("# ")?.split_once(". ")?;
    place.parse::<u32>().ok()?;
    match words.split_once(' ') {
        Some((word, number)) => Some((word, Some(number.parse().ok()?))),
        None => Some((words, None)),
    }
}

fn put_both(out: &mut String, statement: &str, ko: &str, en: &str) {
    for (tag, words) in [(" ko \"", ko), (" en \"", en)] {
        out.push_str(statement);
        out.push_str(tag);
        out.push_str(words);
        out.push_str("\"\n");
    }
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
        assert_eq!(measure(Lang::En, "weight"), "weight");
    }

    #[test]
    fn a_scenario_is_told_where_its_comments_mark_steps() {
        let plain =
            "scenario found-diverged\n# by hand. x\n# 12. blackout\n# 13. start 2\nstart 2\n";
        let told = "scenario found-diverged\n\
                    title ko \"두 레플리카가 HW 아래에서 서로 다르다\"\n\
                    title en \"two replicas differ below both HWs\"\n\
                    # by hand. x\n# 12. blackout\n\
                    say ko \"모든 브로커의 전원이 한꺼번에 나갑니다.\"\n\
                    say en \"Every broker loses power at once.\"\n\
                    # 13. start 2\n\
                    say ko \"브로커 2가 다시 시작합니다.\"\n\
                    say en \"Broker 2 starts again.\"\n\
                    start 2\n";
        assert_eq!(narrated(plain), told);
    }
}
