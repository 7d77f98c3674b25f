//! How the files write offsets, epochs, logs and epoch caches.

use highwater_protocol::epoch_cache::{AssignRule, EpochCache, EpochEnd};
use highwater_protocol::log::{Entry, ReplicaLog};
use highwater_protocol::{BrokerId, Generation, LeaderEpoch, Offset, RecordId};

use crate::harness::fields::{Fields, broker, elements, number};

/// Reads an epoch and an offset, as in `3@9`.
pub(super) fn epoch_at(what: &str, text: &str) -> Result<(LeaderEpoch, Offset), String> {
    let (epoch, offset) =
        text.split_once('@').ok_or_else(|| format!("{what}: `{text}` is not EPOCH@OFFSET"))?;
    Ok((LeaderEpoch(number(what, epoch)?), Offset(number(what, offset)?)))
}

/// Reads an epoch's end, as in `3@9`.
pub(super) fn epoch_end(what: &str, text: &str) -> Result<EpochEnd, String> {
    epoch_at(what, text).map(|(epoch, end)| EpochEnd { epoch, end })
}

/// Writes an epoch's end, or `none`.
pub(super) fn show_end(end: Option<EpochEnd>) -> String {
    end.map_or_else(|| "none".to_owned(), |at| format!("{}@{}", at.epoch, at.end))
}

/// Reads a number of which Kafka's tests also use -1, for which there is no value here.
pub(super) fn known<T>(
    what: &str,
    text: &str,
    value: impl FnOnce(u32) -> T,
) -> Result<Option<T>, String> {
    if text == "-1" { Ok(None) } else { number(what, text).map(|number| Some(value(number))) }
}

/// Reads a cache, as in `[2@6,3@8]`.
pub(super) fn cache(what: &str, text: &str) -> Result<EpochCache, String> {
    let mut cache = EpochCache::default();
    for element in elements(what, text)? {
        let (epoch, start) = epoch_at(what, element)?;
        if cache.latest().is_some_and(|last| epoch <= last.epoch || start <= last.start) {
            return Err(format!("{what}: `{text}` does not grow in epoch and offset"));
        }
        cache.assign(epoch, start, AssignRule::ReplaceConflicting);
    }
    Ok(cache)
}

/// Writes a cache as it is read.
pub(super) fn show_cache(cache: &EpochCache) -> String {
    let entries: Vec<String> =
        cache.entries().iter().map(|entry| format!("{}@{}", entry.epoch, entry.start)).collect();
    format!("[{}]", entries.join(","))
}

/// The record that a leader of `epoch` wrote at `offset`: there is one such record, whoever holds it.
pub(super) fn record(epoch: LeaderEpoch, offset: Offset) -> Entry {
    Entry { epoch, record: RecordId(epoch.0.wrapping_mul(10_000).wrapping_add(offset.0)) }
}

/// Reads a log: `[0,0,2]` has a record of each of these epochs from offset 0 on; `[4@0,5@149]:200`
/// ends at 200 and has these epochs from these offsets on, the last ones possibly without records.
/// The high watermark is 0, or the log start.
pub(super) fn log(what: &str, text: &str, generation: Generation) -> Result<ReplicaLog, String> {
    let rule = generation.assign_rule();
    let mut log = ReplicaLog::default();
    let Some((list, end)) = text.rsplit_once(':') else {
        for element in elements(what, text)? {
            let epoch = LeaderEpoch(number(what, element)?);
            log.append(record(epoch, log.end()), rule);
        }
        return Ok(log);
    };
    let (cache, end) = (cache(what, list)?, Offset(number(what, end)?));
    if let Some(first) = cache.entries().first().filter(|first| Offset::ZERO < first.start) {
        log.truncate_fully_and_start_at(first.start);
    }
    for entry in cache.entries() {
        let next = cache.entries().iter().find(|other| entry.start < other.start);
        let until = next.map_or(end, |next| next.start.min(end));
        if log.end() == until {
            log.start_epoch(entry.epoch, rule);
        }
        while log.end() < until {
            log.append(record(entry.epoch, log.end()), rule);
        }
    }
    if log.end() == end { Ok(log) } else { Err(format!("{what}: `{text}` can't end at {end}")) }
}

/// The same log with another leader epoch cache.
pub(super) fn with_cache(log: &ReplicaLog, cache: EpochCache) -> ReplicaLog {
    let entries = log.entries().to_vec();
    let (high_watermark, recovery_point) = (log.high_watermark(), log.recovery_point());
    ReplicaLog::from_parts(log.start(), entries, high_watermark, recovery_point, cache)
}

/// The log with the first name, empty if it was not given, and the high watermark with the second.
pub(super) fn log_field(
    given: &mut Fields,
    (log_key, high_watermark_key): (&'static str, &'static str),
    generation: Generation,
) -> Result<ReplicaLog, String> {
    let text = given.take(log_key).unwrap_or_else(|| "[]".to_owned());
    let mut log = self::log(log_key, &text, generation)?;
    if let Some(high_watermark) = offset_field(given, high_watermark_key)? {
        log.set_high_watermark(high_watermark);
    }
    Ok(log)
}

/// Writes an offset, -1 for one that isn't known.
pub(super) fn show_known(offset: Option<Offset>) -> String {
    offset.map_or_else(|| "-1".to_owned(), |offset| offset.to_string())
}

/// Writes the epochs of a log's records.
pub(super) fn show_log(log: &ReplicaLog) -> String {
    let epochs: Vec<String> = log.entries().iter().map(|entry| entry.epoch.to_string()).collect();
    format!("[{}]", epochs.join(","))
}

/// The generation that `generation=` names; the newest without ELR by default.
pub(super) fn generation(given: &mut Fields) -> Result<Generation, String> {
    let Some(name) = given.take("generation") else {
        return Ok(Generation::Strict);
    };
    Generation::by_name(&name).ok_or_else(|| {
        let names: Vec<&str> = Generation::ALL.iter().map(|generation| generation.name()).collect();
        format!("generation: `{name}` is not one of {}", names.join(", "))
    })
}

/// The next word as a broker, or `none`.
pub(super) fn broker_or_none(given: &mut Fields) -> Result<Option<BrokerId>, String> {
    match given.need_word("the leader, or none,")?.as_str() {
        "none" => Ok(None),
        id => broker("leader", id).map(Some),
    }
}

/// The next word as an offset.
pub(super) fn offset_word(given: &mut Fields, what: &str) -> Result<Offset, String> {
    let text = given.need_word(what)?;
    number(what, &text).map(Offset)
}

/// The offset with this name, if it was given.
pub(super) fn offset_field(
    given: &mut Fields,
    key: &'static str,
) -> Result<Option<Offset>, String> {
    given.number(key).map(|number| number.map(Offset))
}

/// The epoch with this name, if it was given.
pub(super) fn epoch_field(
    given: &mut Fields,
    key: &'static str,
) -> Result<Option<LeaderEpoch>, String> {
    given.number(key).map(|number| number.map(LeaderEpoch))
}
