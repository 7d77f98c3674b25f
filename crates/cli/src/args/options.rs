//! What can stand behind a command, whichever it is.

use highwater_answers::Question;
use highwater_phrase::Lang;
use highwater_protocol::Generation;
use highwater_protocol::lag::Millis;

use super::{AskWish, At, Detail, Form, Mistake, Request, Show, Which};

/// Everything that can stand behind a command.
pub(super) struct Options {
    pub(super) sources: Vec<String>,
    pub(super) which: Which,
    pub(super) lang: Lang,
    pub(super) form: Form,
    pub(super) detail: Detail,
    pub(super) at: At,
    pub(super) show: Show,
    pub(super) event: Option<u32>,
    pub(super) mark: Option<String>,
}

impl Options {
    pub(super) fn read(
        arguments: &[String],
        known: &[&str],
        lang: Lang,
    ) -> Result<Options, Mistake> {
        let mut options = Options {
            sources: Vec::new(),
            which: Which::Own,
            lang,
            form: Form::Text,
            detail: Detail::Narration,
            at: At::End,
            show: Show::Everything,
            event: None,
            mark: None,
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let (name, inline) = match argument.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
                _ => (argument.as_str(), None),
            };
            if !name.starts_with('-') {
                options.sources.push(argument.clone());
                continue;
            }
            if !known.contains(&name) {
                return Err(Mistake::UnknownOption(name.to_owned()));
            }
            let mut value = |name| {
                inline.clone().or_else(|| arguments.next().cloned()).ok_or(Mistake::NoValue(name))
            };
            match name {
                "--json" => options.form = Form::Json,
                "--trace" => options.detail = Detail::Trace,
                "--generation" => {
                    options.which = read(value("--generation")?, "--generation", which)?
                }
                "--lang" => options.lang = read(value("--lang")?, "--lang", Lang::by_tag)?,
                "--show" => options.show = read(value("--show")?, "--show", Show::by_name)?,
                "--event" => options.event = Some(read(value("--event")?, "--event", number)?),
                "--mark" => options.mark = Some(value("--mark")?),
                _ => options.at = read(value("--at")?, "--at", time)?,
            }
        }
        Ok(options)
    }

    pub(super) fn one_source(&self) -> Result<String, Mistake> {
        match self.sources.as_slice() {
            [] => Err(Mistake::NoScenario),
            [source] => Ok(source.clone()),
            [_, extra, ..] => Err(Mistake::TooMany(extra.clone())),
        }
    }

    pub(super) fn ask(&self, source: String, question: Question) -> Result<Request, Mistake> {
        let generation = self.one_generation()?;
        Ok(Request::Ask(AskWish { source, generation, at: self.at, lang: self.lang, question }))
    }

    pub(super) fn one_generation(&self) -> Result<Option<Generation>, Mistake> {
        match self.which {
            Which::Own => Ok(None),
            Which::One(generation) => Ok(Some(generation)),
            Which::All => Err(Mistake::BadValue("--generation", "all".to_owned())),
        }
    }
}

/// Reads an option's value.
fn read<T>(
    value: String,
    option: &'static str,
    reader: impl Fn(&str) -> Option<T>,
) -> Result<T, Mistake> {
    reader(&value).ok_or(Mistake::BadValue(option, value))
}

/// The number of an event, as `run --trace` prints it.
fn number(text: &str) -> Option<u32> {
    text.strip_prefix('#').unwrap_or(text).parse().ok()
}

fn which(name: &str) -> Option<Which> {
    if name == "all" { Some(Which::All) } else { Generation::by_name(name).map(Which::One) }
}

/// `END`, `500ms`, `30s`, `2min`, or a number of ms.
fn time(text: &str) -> Option<At> {
    if text.eq_ignore_ascii_case("end") {
        return Some(At::End);
    }
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "ms" => 1,
        "s" => 1_000,
        "min" => 60_000,
        _ => return None,
    };
    digits.parse::<Millis>().ok()?.checked_mul(unit).map(At::Time)
}
