//! The options of `highwater explore`: each is a line of the request that the search takes.

use std::fmt::Write;

use highwater_engine::command::Command;
use highwater_explorer::session::{Request, RequestError};
use highwater_phrase::Lang;
use highwater_protocol::control::UncleanElection;
use highwater_scenario::{Action, Overrides, Scenario};

use crate::args::{Form, Mistake};
use crate::outcome::Outcome;
use crate::source;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ExploreWish {
    /// A scenario whose settings are taken.
    pub(super) source: Option<String>,
    /// The options that are settings, with the lines that they stand for.
    pub(super) lines: Vec<(&'static str, String)>,
    pub(crate) form: Form,
    pub(crate) lang: Lang,
    pub(crate) wants_scenario: bool,
    pub(crate) wants_map: bool,
    pub(crate) fails_on_violation: bool,
    pub(crate) tells_progress: bool,
}

/// Options with a value, and the words of a request that they stand for.
const SETTINGS: [(&str, &str); 20] = [
    ("--generation", "generation"),
    ("--rf", "rf"),
    ("--min-isr", "min.insync.replicas"),
    ("--acks", "acks"),
    ("--unclean", "unclean"),
    ("--records", "records"),
    ("--preloaded", "preloaded"),
    ("--fetch-records", "fetch.records"),
    ("--without", "without"),
    ("--exhibit", "exhibit"),
    ("--question", "question"),
    ("--faults", "faults"),
    ("--states", "states"),
    ("--depth", "depth"),
    ("--reference", "reference"),
    ("--replicas", "replicas"),
    ("--log", "log"),
    ("--epochs", "epochs"),
    ("--claim", "claim"),
    ("--lang", ""),
];

/// Reads what follows `explore`.
pub(crate) fn parse(arguments: &[String], lang: Lang) -> Result<ExploreWish, Mistake> {
    let mut wish = ExploreWish {
        source: None,
        lines: Vec::new(),
        form: Form::Text,
        lang,
        wants_scenario: false,
        wants_map: false,
        fails_on_violation: false,
        tells_progress: true,
    };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let (name, inline) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
            _ => (argument.as_str(), None),
        };
        match name {
            "--json" => wish.form = Form::Json,
            "--scenario" => wish.wants_scenario = true,
            "--map" => wish.wants_map = true,
            "--fail-on-violation" => wish.fails_on_violation = true,
            "--quiet" => wish.tells_progress = false,
            _ if name.starts_with('-') => {
                let value = || inline.or_else(|| arguments.next().cloned());
                wish.setting(name, value)?;
            }
            _ if wish.source.is_none() => wish.source = Some(argument.clone()),
            _ => return Err(Mistake::TooMany(argument.clone())),
        }
    }
    // An exhibit sets everything, so that what else is said comes after it.
    wish.lines.sort_by_key(|(option, _)| *option != "--exhibit");
    Ok(wish)
}

impl ExploreWish {
    fn setting(
        &mut self,
        name: &str,
        value: impl FnOnce() -> Option<String>,
    ) -> Result<(), Mistake> {
        match name {
            "--limit" => {
                let value = value().ok_or(Mistake::NoValue("--limit"))?;
                self.lines.push(("--limit", format!("limit {}", value.replacen('=', " ", 1))));
            }
            "--memory" => {
                let value = value().ok_or(Mistake::NoValue("--memory"))?;
                let bytes = value.parse::<u64>().ok().and_then(|mib| mib.checked_mul(1 << 20));
                let bytes = bytes.ok_or_else(|| Mistake::BadValue("--memory", value.clone()))?;
                self.lines.push(("--memory", format!("memory {bytes}")));
            }
            _ => {
                let known = SETTINGS.iter().find(|(option, _)| *option == name);
                let (option, word) =
                    known.ok_or_else(|| Mistake::UnknownOption(name.to_owned()))?;
                let value = value().ok_or(Mistake::NoValue(option))?;
                if *option == "--lang" {
                    self.lang = Lang::by_tag(&value).ok_or(Mistake::BadValue(option, value))?;
                } else {
                    self.lines.push((option, format!("{word} {value}")));
                }
            }
        }
        Ok(())
    }
}

/// The request: the scenario's settings, then the options.
pub(crate) fn request(wish: &ExploreWish) -> Result<Request, Outcome> {
    let mut text = match &wish.source {
        Some(name) => settings_of(&*source::load(name)?),
        None => String::new(),
    };
    // A guard is shown where it matters, as far as nothing else is said.
    if wish.source.is_none()
        && let Some((_, line)) = wish.lines.iter().find(|(option, _)| *option == "--without")
    {
        text.push_str(&line.replacen("without", "exhibit", 1));
        text.push('\n');
    }
    let before = text.lines().count();
    for (_, line) in &wish.lines {
        // A line break in a value must not become another setting.
        text.push_str(&line.replace(['\n', '\r'], " "));
        text.push('\n');
    }
    Request::parse(&text).map_err(|error| {
        let at = match error {
            RequestError::UnknownWord { line } | RequestError::BadValue { line, .. } => Some(line),
            RequestError::Settings(_) | RequestError::Bounds => None,
        };
        let option = at.and_then(|line| {
            let guard = || wish.lines.iter().find(|(option, _)| *option == "--without");
            line.checked_sub(before + 1).map_or_else(guard, |index| wish.lines.get(index))
        });
        Outcome::bad_input(match (option, error) {
            (Some((option, _)), RequestError::BadValue { wanted, .. }) => {
                format!("{option}: {wanted}")
            }
            (Some((option, _)), _) => format!("{option} does not belong to this model"),
            (None, error) => error.to_string(),
        })
    })
}

/// The settings of a scenario's first partition, and the acks of its first write.
fn settings_of(scenario: &Scenario) -> String {
    let config = Overrides::default().config(scenario);
    let mut text = format!("generation {}\n", config.generation);
    if let Some(topic) = config.topics.first() {
        let replicas = topic.assignments.first().map_or(0, |replicas| replicas.len());
        let unclean = config.unclean(topic) == UncleanElection::Enabled;
        let min_insync = topic.min_insync_replicas;
        // Writing to a string can't fail.
        let _ = writeln!(text, "rf {replicas}\nmin.insync.replicas {min_insync}");
        let _ = writeln!(text, "unclean {unclean}");
    }
    let acks = scenario.script.iter().find_map(|statement| match &statement.action {
        Action::Command(Command::Produce(produce)) => Some(produce.acks),
        _ => None,
    });
    if let Some(acks) = acks {
        let _ = writeln!(text, "acks {}", acks.name());
    }
    text
}
