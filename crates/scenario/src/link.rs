//! Settings and deeds as text: for links, and for whoever has to play a run again.
//!
//! `gen=kip101&rf=3` are settings, `12:k1;40:+1000;52:flush~1` are deeds: a position, and the command as a
//! script has it with `~` for spaces, or by how many ms the end was put off. What readers do most has a
//! letter: `k1` crashes broker 1, `c1` stops it cleanly, `w1` cuts its power, `s1` starts it, `pm7` writes
//! the record m7 as the page does. Links are written by strangers, so
//! what can't be read is left out; nothing here panics, and nothing knows what a link looks like as a
//! whole.

use std::rc::Rc;

use highwater_protocol::Generation;
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;

use highwater_engine::Command;

use crate::format::{format_cluster, format_command};
use crate::overrides::Overrides;
use crate::parse::parse;
use crate::script::{Action, Scenario};
use crate::timeline::{Deed, DeedAct};

/// The most brokers that a link may ask for, so that no link makes a page slow.
const BROKERS_MAX: u8 = 9;
/// The most deeds that a text may ask for.
const DEEDS_MAX: usize = 200;
/// The longest time by which a text may put an end off, in ms.
const ADVANCE_MS_MAX: u32 = 600_000;

impl Overrides {
    /// The settings that are not the scenario's own, each as a key and a value.
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        let mut add = |key, value: Option<String>| {
            if let Some(value) = value {
                pairs.push((key, value));
            }
        };
        add("gen", self.generation.map(|generation| generation.name().to_owned()));
        add("brokers", self.brokers.map(|count| count.to_string()));
        add("rf", self.replication_factor.map(|count| count.to_string()));
        add("min", self.min_insync_replicas.map(|count| count.to_string()));
        add("unclean", self.unclean.map(|value| unclean_name(value).to_owned()));
        add("acks", self.acks.map(|acks| acks.name().to_owned()));
        add("lag", self.replica_lag_time_max.map(|ms| ms.to_string()));
        pairs
    }

    /// Takes a setting over from a key and a value; false for a key that is none of settings.
    pub fn take(&mut self, key: &str, value: &str) -> bool {
        let count = || value.parse::<u8>().ok().map(|count| count.clamp(1, BROKERS_MAX));
        match key {
            "gen" => self.generation = Generation::by_name(value),
            "brokers" => self.brokers = count(),
            "rf" => self.replication_factor = count(),
            "min" => self.min_insync_replicas = count(),
            "unclean" => {
                self.unclean = [UncleanElection::Enabled, UncleanElection::Disabled]
                    .into_iter()
                    .find(|choice| unclean_name(*choice) == value);
            }
            "acks" => {
                self.acks = [Acks::None, Acks::Leader, Acks::All]
                    .into_iter()
                    .find(|acks| acks.name() == value);
            }
            "lag" => self.replica_lag_time_max = value.parse::<u32>().ok().map(u64::from),
            _ => return false,
        }
        true
    }

    /// The settings as one text, `gen=elr&rf=3`.
    #[must_use]
    pub fn write(&self) -> String {
        joined(&self.pairs())
    }

    /// Reads what [`Overrides::write`] wrote.
    #[must_use]
    pub fn read(text: &str) -> Overrides {
        let mut overrides = Overrides::default();
        for (key, value) in text.split('&').filter_map(|pair| pair.split_once('=')) {
            overrides.take(key, value);
        }
        overrides
    }
}

/// Pairs as one text, `a=1&b=2`.
#[must_use]
pub fn joined(pairs: &[(&'static str, String)]) -> String {
    let mut out = String::new();
    for (key, value) in pairs {
        if !out.is_empty() {
            out.push('&');
        }
        out.push_str(key);
        out.push('=');
        out.push_str(value);
    }
    out
}

fn unclean_name(value: UncleanElection) -> &'static str {
    match value {
        UncleanElection::Enabled => "on",
        UncleanElection::Disabled => "off",
    }
}

/// Deeds as one text.
#[must_use]
pub fn write_deeds(scenario: &Scenario, deeds: &[Deed]) -> String {
    let mut out = String::new();
    for deed in deeds {
        if !out.is_empty() {
            out.push(';');
        }
        out.push_str(&deed.position.to_string());
        out.push(':');
        match &deed.act {
            DeedAct::Advance(ms) => {
                out.push('+');
                out.push_str(&ms.to_string());
            }
            DeedAct::Command(command) => write_command(&mut out, scenario, command),
        }
    }
    out
}

/// A letter, and what a script has in its place before and after the rest.
const SHORT: [(&str, &str, &str); 5] = [
    ("k", "stop ", " crash"),
    ("c", "stop ", " clean"),
    ("w", "stop ", " power-cut"),
    ("s", "start ", ""),
    ("p", "produce ", " retries=2"),
];

fn write_command(out: &mut String, scenario: &Scenario, command: &Command) {
    let text = format_command(scenario, command);
    let short = SHORT.iter().find_map(|(letter, before, after)| {
        let rest = text.strip_prefix(before)?.strip_suffix(after)?;
        rest.bytes().all(|byte| byte != b' ').then_some((letter, rest))
    });
    match short {
        Some((letter, rest)) => {
            out.push_str(letter);
            out.push_str(rest);
        }
        // Of spaces an address would make three characters each.
        None => out.extend(text.chars().map(|c| if c == ' ' { '~' } else { c })),
    }
}

/// The line of a script that a deed stands for.
fn line_of(act: &str) -> String {
    let short = SHORT.iter().find_map(|(letter, before, after)| {
        let rest = act.strip_prefix(letter)?;
        // A letter with more behind it than a number or a name is the beginning of a word.
        let is_short = match *letter {
            "p" => !rest.contains('~'),
            _ => rest.bytes().all(|byte| byte.is_ascii_digit()),
        };
        is_short.then(|| [before, rest, after].concat())
    });
    short.unwrap_or_else(|| act.chars().map(|c| if c == '~' { ' ' } else { c }).collect())
}

/// Reads what [`write_deeds`] wrote, up to the first deed that can't be read: those after it may
/// stand on it.
#[must_use]
pub fn read_deeds(scenario: &Scenario, overrides: &Overrides, text: &str) -> Vec<Deed> {
    let base = bare(scenario, overrides);
    let mut deeds = Vec::new();
    for part in text.split(';').filter(|part| !part.is_empty()).take(DEEDS_MAX) {
        let Some(deed) = read_deed(&base, part) else {
            break;
        };
        deeds.push(deed);
    }
    deeds
}

fn read_deed(base: &str, part: &str) -> Option<Deed> {
    let (position, act) = part.split_once(':')?;
    let position = position.parse().ok()?;
    if let Some(ms) = act.strip_prefix('+') {
        let ms = ms.parse::<u32>().ok()?.min(ADVANCE_MS_MAX);
        return Some(Deed { position, act: DeedAct::Advance(ms.into()) });
    }
    let scenario = parse(&format!("{base}{}\n", line_of(act))).ok()?;
    match scenario.script.last()?.action.clone() {
        Action::Command(command) if scenario.script.len() == 1 => {
            Some(Deed { position, act: DeedAct::Command(Rc::new(command)) })
        }
        _ => None,
    }
}

/// The cluster of a scenario under settings, with no script, as text that a command can follow.
fn bare(scenario: &Scenario, overrides: &Overrides) -> String {
    let config = overrides.config(scenario);
    let mut bare = Scenario { script: Vec::new(), ..scenario.clone() };
    bare.brokers = config.brokers;
    for (topic, config) in bare.topics.iter_mut().zip(config.topics) {
        topic.replication_factor = config.assignments.first().map_or(1, |list| list.len() as u8);
        topic.assignments = config.assignments.into_iter().map(Some).collect();
        topic.partitions = topic.assignments.len();
    }
    format_cluster(&bare)
}

#[cfg(test)]
mod tests {
    use highwater_engine::Stop;
    use highwater_protocol::BrokerId;

    use super::*;
    use crate::Timeline;

    #[test]
    fn settings_that_are_written_are_read() {
        let overrides = Overrides {
            generation: Some(Generation::Kip101),
            brokers: Some(5),
            unclean: Some(UncleanElection::Disabled),
            acks: Some(Acks::Leader),
            ..Overrides::default()
        };
        assert_eq!(overrides.write(), "gen=kip101&brokers=5&unclean=off&acks=1");
        assert_eq!(Overrides::read(&overrides.write()), overrides);
    }

    /// A run that a reader has changed, at its first position, in its past, and beyond its end.
    fn changed(overrides: Overrides) -> Timeline {
        let scenario = Rc::new(Scenario::free_play(3, 3));
        let mut timeline = Timeline::play(scenario, overrides).expect("a cluster");
        let stop = |id| Command::Stop(BrokerId(id), Stop::Crash);
        timeline.act(0, stop(1)).expect("it runs");
        timeline.act(timeline.len(), Command::Start(BrokerId(1))).expect("it is down");
        timeline.advance(1_000);
        let past = timeline.len() / 2;
        timeline.act(past, stop(4)).expect("it runs");
        timeline
    }

    #[test]
    fn a_branch_is_made_again_from_its_deeds() {
        let overrides = Overrides { brokers: Some(5), ..Overrides::default() };
        let timeline = changed(overrides);
        let text = write_deeds(timeline.scenario(), timeline.deeds());
        assert!(text.starts_with("0:k1;"), "{text}");
        assert!(text.ends_with(":k4"), "{text}");

        let deeds = read_deeds(timeline.scenario(), &overrides, &text);
        assert_eq!(deeds, timeline.deeds());
        let mut again =
            Timeline::play(Rc::clone(timeline.scenario()), overrides).expect("a cluster");
        assert_eq!(again.repeat(&deeds), deeds.len());
        assert_eq!(again.len(), timeline.len());
        assert_eq!(again.last().digest(), timeline.last().digest());
    }

    #[test]
    fn every_kind_of_deed_is_read_as_it_was_written() {
        let scenario = Scenario::free_play(3, 3);
        let lines = [
            "stop 1 crash",
            "stop 1 clean",
            "stop 2 power-cut",
            "start 1",
            "restart 0 clean",
            "produce m7 retries=2",
            "produce m8 acks=1 retries=2",
            "produce power",
            "flush 1",
            "slow 2 200ms",
            "cut 1 controller",
            "heal 0 2",
            "elect unclean",
            "consume from 0",
        ];
        let base = bare(&scenario, &Overrides::default());
        for line in lines {
            let read = parse(&format!("{base}{line}\n")).expect("a statement");
            let Action::Command(command) = read.script[0].action.clone() else { panic!("{line}") };
            let deeds = vec![Deed { position: 3, act: DeedAct::Command(Rc::new(command)) }];
            let text = write_deeds(&scenario, &deeds);
            assert!(!text.contains(' '), "{text}");
            assert_eq!(read_deeds(&scenario, &Overrides::default(), &text), deeds, "{text}");
        }
    }

    #[test]
    fn nonsense_ends_the_deeds() {
        let scenario = Scenario::free_play(3, 3);
        let read = |text| read_deeds(&scenario, &Overrides::default(), text).len();
        assert_eq!(read("0:k1;5:k9;6:s1"), 1);
        assert_eq!(read("0:stop~1~crash;5:flush~0"), 2, "long forms are read, too");
        assert_eq!(read("x;0:k1"), 0);
        assert_eq!(read("0:say en \"hm\""), 0);
        assert_eq!(read("0:+99999999999999"), 0);
        assert_eq!(read(""), 0);
    }
}
