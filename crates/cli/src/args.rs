//! The command line: what is asked for. It opens no file.

mod options;

use std::fmt;

use highwater_answers::Question;
use highwater_answers::question::QuestionError;
use highwater_phrase::Lang;
use highwater_protocol::Generation;
use highwater_protocol::lag::Millis;

use crate::explore::{self, ExploreWish};
use options::Options;

/// What `highwater --help` prints.
pub(crate) const USAGE: &str = "\
highwater: Kafka replication scenarios on the command line

  highwater list [--json]
      the scenarios of the library

  highwater run SLUG|FILE [--generation G] [--lang ko|en] [--json] [--trace]
      plays a scenario; --trace tells every event, --json prints the end state and all events

  highwater check SLUG|FILE… [--generation G|all]
      plays scenarios and says which expectations fail

  highwater describe SLUG|FILE [--at TIME|END] [--generation G] [--show WHAT]
      prints what Kafka's tools and checkpoint files would show at a time such as 500ms or 30s;
      WHAT is one tool's text by itself: topics, topics-with-overrides,
      under-replicated-partitions, under-min-isr-partitions, at-min-isr-partitions,
      unavailable-partitions, elections, reassignments, quorum-status, quorum-replication;
      or files: every file of every broker's log directory that the model knows

  highwater why SLUG|FILE --event N|--mark MARK [--at TIME|END] [--generation G] [--lang ko|en]
      why an event happened (numbers as in `run --trace`), or why what stands at a place is as it
      is: hw-BROKER-PARTITION for a high watermark, leo-… for a log end, epoch-… for a role, isr-…
      for a membership; partitions are counted from 0

  highwater record SLUG|FILE [NAME] [--at TIME|END] [--generation G] [--lang ko|en]
      what became of a batch, or of one record by its place in the picture,
      rec-PARTITION-OFFSET-BROKER; without a name, a table of all batches

  highwater inspect SLUG|FILE [MARK] [--at TIME|END] [--generation G] [--lang ko|en]
      what a broker is and knows beside what is true: broker-BROKER, or cache-BROKER-PARTITION for
      an epoch cache; without a mark, the whole cluster

  highwater danger SLUG|FILE [--at TIME|END] [--generation G] [--lang ko|en]
      what each single fault at that time would lose

  highwater windows SLUG|FILE [--generation G] [--lang ko|en]
      when in the run a single fault would have lost something

  highwater compare SLUG|FILE [COLUMNS] [--at TIME|END] [--generation G] [--lang ko|en]
      the same script under two to four generations, `hw,elr`, or settings with `|` between them,
      `gen=hw|gen=elr&min=2`: what differs at that time, or at their ends

  highwater explore [SLUG|FILE] [OPTIONS]
      looks for the least that must go wrong, or says that nothing does within the bounds
      settings (a scenario's, where one is named): --generation G --rf N --min-isr N
        --acks all|1|0 --unclean true|false --records N --preloaded N --fetch-records N
      mutation lab: --without GUARD switches a guard off, in settings where it matters unless
        others are given; --exhibit GUARD takes the same settings with the guard in force
        guards: broker-epoch, min-isr-gate, high-watermark-reached, epoch-start, fetch-fencing,
        divergence-check, unclean-shutdown
      question: --question acked-record-lost|consumed-record-lost|diverged|
        high-watermark-went-back|write-blocked|unrecoverable
      bounds: --faults N --limit KIND=N --states N --depth N --memory MIB
        kinds: clean-stop, crash, power-cut, lag, isolation, blackout, reconfiguration
      the abstract model instead: --reference hw|kip101|kip279|kip320 --claim strong|weak
        --replicas N --log N --records N --epochs N
      output: --json, --scenario (what was found, to be played by `run`), --lang ko|en, --quiet,
        --fail-on-violation (exit code 1 if something was found)

  highwater explore --map [--generation G] [--rf N] [--faults N] [--records N] [--states N] [--json]
      the safety map: for every combination of settings up to N replicas the fewest faults that
      lose an acknowledged record or block writes

Generations: hw, kip101, kip279, kip320, strict, elr; without one, the scenario's own.
Exit codes: 0 fine, 1 an expectation failed or a script got stuck, 2 bad input.
";

/// How something is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Text,
    Json,
}

/// How much a run tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    Narration,
    Trace,
}

/// Under which generations scenarios are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    Own,
    One(Generation),
    All,
}

/// The time at which a cluster is described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum At {
    End,
    Time(Millis),
}

/// What is shown of a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Show {
    Everything,
    Topics,
    Overrides,
    UnderReplicated,
    UnderMinIsr,
    AtMinIsr,
    Unavailable,
    Elections,
    Reassignments,
    QuorumStatus,
    QuorumReplication,
    Files,
}

impl Show {
    /// Each by the name of the tool's option, where that has one.
    const NAMES: [(&str, Show); 11] = [
        ("topics", Show::Topics),
        ("topics-with-overrides", Show::Overrides),
        ("under-replicated-partitions", Show::UnderReplicated),
        ("under-min-isr-partitions", Show::UnderMinIsr),
        ("at-min-isr-partitions", Show::AtMinIsr),
        ("unavailable-partitions", Show::Unavailable),
        ("elections", Show::Elections),
        ("reassignments", Show::Reassignments),
        ("quorum-status", Show::QuorumStatus),
        ("quorum-replication", Show::QuorumReplication),
        ("files", Show::Files),
    ];

    fn by_name(name: &str) -> Option<Show> {
        let found = Show::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, show)| *show)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RunWish {
    pub(crate) source: String,
    pub(crate) generation: Option<Generation>,
    pub(crate) lang: Lang,
    pub(crate) form: Form,
    pub(crate) detail: Detail,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CheckWish {
    pub(crate) sources: Vec<String>,
    pub(crate) which: Which,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DescribeWish {
    pub(crate) source: String,
    pub(crate) generation: Option<Generation>,
    pub(crate) at: At,
    pub(crate) show: Show,
}

/// A question about a moment of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AskWish {
    pub(crate) source: String,
    pub(crate) generation: Option<Generation>,
    pub(crate) at: At,
    pub(crate) lang: Lang,
    pub(crate) question: Question,
}

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    Help,
    List(Form),
    Run(RunWish),
    Check(CheckWish),
    Describe(DescribeWish),
    Ask(AskWish),
    Explore(ExploreWish),
}

/// What is wrong with a command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mistake {
    NoCommand,
    UnknownCommand(String),
    UnknownOption(String),
    NoValue(&'static str),
    BadValue(&'static str, String),
    NoScenario,
    NoQuestion,
    BadQuestion(QuestionError),
    TooMany(String),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::NoCommand => f.write_str("no command is given"),
            Mistake::UnknownCommand(found) => write!(f, "there is no command `{found}`"),
            Mistake::UnknownOption(found) => write!(f, "there is no option `{found}` here"),
            Mistake::NoValue(option) => write!(f, "`{option}` needs a value"),
            Mistake::BadValue(option, found) => write!(f, "`{option}` can't be `{found}`"),
            Mistake::NoScenario => f.write_str("no scenario is given"),
            Mistake::NoQuestion => f.write_str("give either `--event` or `--mark`"),
            Mistake::BadQuestion(error) => error.fmt(f),
            Mistake::TooMany(found) => {
                write!(f, "one scenario is enough: `{found}` is one too many")
            }
        }
    }
}

/// The language of the environment, English where it says nothing.
pub(crate) fn language_of_environment() -> Lang {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    if set.is_some_and(|value| value.starts_with("ko")) { Lang::Ko } else { Lang::En }
}

/// Reads a command line without the program's name.
pub(crate) fn parse(arguments: &[String], lang: Lang) -> Result<Request, Mistake> {
    let (command, rest) = arguments.split_first().ok_or(Mistake::NoCommand)?;
    if rest.iter().any(|argument| argument == "--help" || argument == "-h") {
        return Ok(Request::Help);
    }
    match command.as_str() {
        "help" | "--help" | "-h" => Ok(Request::Help),
        "list" => {
            let options = Options::read(rest, &["--json"], lang)?;
            match options.sources.first() {
                Some(extra) => Err(Mistake::UnknownOption(extra.clone())),
                None => Ok(Request::List(options.form)),
            }
        }
        "run" => {
            let known = ["--generation", "--lang", "--json", "--trace"];
            let options = Options::read(rest, &known, lang)?;
            Ok(Request::Run(RunWish {
                source: options.one_source()?,
                generation: options.one_generation()?,
                lang: options.lang,
                form: options.form,
                detail: options.detail,
            }))
        }
        "check" => {
            let options = Options::read(rest, &["--generation"], lang)?;
            if options.sources.is_empty() {
                return Err(Mistake::NoScenario);
            }
            Ok(Request::Check(CheckWish { sources: options.sources, which: options.which }))
        }
        "describe" => {
            let options = Options::read(rest, &["--generation", "--at", "--show"], lang)?;
            Ok(Request::Describe(DescribeWish {
                source: options.one_source()?,
                generation: options.one_generation()?,
                at: options.at,
                show: options.show,
            }))
        }
        "why" => why(rest, lang),
        "record" => record(rest, lang),
        "inspect" => about(rest, lang, "inspect", "cluster"),
        "compare" => about(rest, lang, "compare", ""),
        "danger" => {
            let options = Options::read(rest, &["--generation", "--at", "--lang"], lang)?;
            options.one_source().and_then(|source| options.ask(source, Question::Danger))
        }
        "windows" => {
            let options = Options::read(rest, &["--generation", "--lang"], lang)?;
            options.one_source().and_then(|source| options.ask(source, Question::Windows))
        }
        "explore" => explore::parse(rest, lang).map(Request::Explore),
        other => Err(Mistake::UnknownCommand(other.to_owned())),
    }
}

fn why(rest: &[String], lang: Lang) -> Result<Request, Mistake> {
    let known = ["--generation", "--at", "--lang", "--event", "--mark"];
    let options = Options::read(rest, &known, lang)?;
    let question = match (options.event, options.mark.clone()) {
        (Some(event), None) => Question::WhyEvent(event),
        (None, Some(mark)) => Question::Why(mark),
        _ => return Err(Mistake::NoQuestion),
    };
    options.one_source().and_then(|source| options.ask(source, question))
}

fn record(rest: &[String], lang: Lang) -> Result<Request, Mistake> {
    let options = Options::read(rest, &["--generation", "--at", "--lang"], lang)?;
    let (source, question) = match options.sources.as_slice() {
        [] => return Err(Mistake::NoScenario),
        [source] => (source, Question::Records),
        [source, name] => (source, Question::Record(name.clone())),
        [_, _, extra, ..] => return Err(Mistake::UnknownOption(extra.clone())),
    };
    options.ask(source.clone(), question)
}

/// A question that may say what it is about, behind the scenario.
fn about(rest: &[String], lang: Lang, verb: &str, otherwise: &str) -> Result<Request, Mistake> {
    let options = Options::read(rest, &["--generation", "--at", "--lang"], lang)?;
    let (source, what) = match options.sources.as_slice() {
        [] => return Err(Mistake::NoScenario),
        [source] => (source, otherwise),
        [source, what] => (source, what.as_str()),
        [_, _, extra, ..] => return Err(Mistake::UnknownOption(extra.clone())),
    };
    let question = Question::read(&format!("{verb} {what}")).map_err(Mistake::BadQuestion)?;
    options.ask(source.clone(), question)
}
