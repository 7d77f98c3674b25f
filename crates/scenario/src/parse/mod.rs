//! The scenario language: from text to a [`Scenario`], or to everything that is wrong with it.
//!
//! The setup lines are read first, then what they refer to is resolved, then the script is read
//! with all names known. One mistake is reported once; no text makes this panic.

mod actions;
mod conditions;
mod cursor;
mod finish;
mod lexer;
mod names;
mod setup;

use crate::error::{Problem, ScenarioError};
use crate::script::{Action, Scenario, Statement};
use actions::{Line, SCRIPT_HEADS, ScriptHead};
use cursor::{Cursor, Parsed, words};
use lexer::Tokens;
use names::{Known, Names};
use setup::{Draft, SETUP_HEADS, SetupHead};

/// The most records of one batch.
pub(crate) use highwater_engine::submit::BATCH_RECORDS_MAX as MOST_RECORDS;
/// The most lines of a scenario.
const MOST_LINES: u32 = 2_000;
/// The most mistakes that are reported of one text.
const MOST_ERRORS: usize = 20;

/// Reads a scenario.
///
/// # Errors
/// Every mistake in the text, in the order of their places, at most 20.
pub fn parse(text: &str) -> Result<Scenario, Vec<ScenarioError>> {
    let mut errors = Vec::new();
    let mut names = Names::new();
    let lines = split(text, &mut names, &mut errors);
    let reader = Reader { errors: &mut errors, names, script: Vec::new() };
    let scenario = reader.read(&lines);
    match scenario {
        Some(scenario) if errors.is_empty() => Ok(scenario),
        _ => Err(first_errors(errors)),
    }
}

/// The first errors of a text, in the order of their places.
fn first_errors(errors: Vec<ScenarioError>) -> Vec<ScenarioError> {
    let place = |error: &ScenarioError| (error.line, error.column);
    let mut first: Vec<ScenarioError> = Vec::new();
    for error in errors {
        // There are few errors, so a sort that costs the page less code is the better one.
        let index = first.iter().take_while(|known| place(known) <= place(&error)).count();
        first.insert(index, error);
        first.truncate(MOST_ERRORS);
    }
    first
}

/// The lines that say something, with their numbers. Those that are no lines at all are looked at
/// for what they may have been meant to name.
fn split<'t>(
    text: &'t str,
    names: &mut Names,
    errors: &mut Vec<ScenarioError>,
) -> Vec<(u32, Tokens<'t>)> {
    let mut lines = Vec::new();
    for (line, number) in text.lines().zip(1_u32..) {
        if MOST_LINES < number {
            let problem = Problem::TooLong { lines: MOST_LINES };
            errors.push(ScenarioError::new(number, 1, problem));
            break;
        }
        match lexer::split(line, number) {
            Ok(tokens) if tokens.tokens.is_empty() => {}
            Ok(tokens) => lines.push((number, tokens)),
            Err(error) => {
                names.let_through(line.split_whitespace().next());
                errors.push(error);
            }
        }
    }
    lines
}

struct Reader<'e> {
    errors: &'e mut Vec<ScenarioError>,
    names: Names,
    script: Vec<Statement>,
}

impl Reader<'_> {
    fn read(mut self, lines: &[(u32, Tokens<'_>)]) -> Option<Scenario> {
        let mut draft = Draft::new();
        let mut script = Vec::new();
        for (number, tokens) in lines {
            let mut cursor = Cursor::new(*number, tokens);
            let head = self.head(&mut cursor, &script);
            let result = match head {
                Ok(Head::Setup(head)) => self.setup(&mut draft, head, cursor, tokens),
                Ok(Head::Timing) => draft.timing(cursor),
                Ok(Head::Script(head)) => {
                    script.push((head, cursor));
                    Ok(())
                }
                Err(error) => Err(error),
            };
            self.errors.extend(result.err());
        }
        let preloads = self.resolve(&draft, &script);
        for (head, cursor) in script {
            self.statement(head, cursor);
        }
        let cluster = draft.cluster?.value;
        Some(Scenario {
            slug: draft.slug?.value,
            title: draft.title,
            about: draft.about,
            generation: cluster.generation,
            brokers: cluster.brokers,
            placement: cluster.placement,
            timings: draft.timings,
            topics: self.names.topics,
            preloads,
            script: self.script,
        })
    }

    /// Which statement a line is; the cursor is then behind its first word.
    fn head(
        &mut self,
        cursor: &mut Cursor<'_>,
        script: &[(ScriptHead, Cursor<'_>)],
    ) -> Parsed<Head> {
        let here = cursor.fail(Problem::TooLate);
        if let Ok(head) = cursor.choice(SETUP_HEADS) {
            return if script.is_empty() { Ok(Head::Setup(head)) } else { Err(here) };
        }
        let Ok(head) = cursor.choice(SCRIPT_HEADS) else {
            let mut accepted = words(SETUP_HEADS);
            accepted.extend(words(SCRIPT_HEADS));
            let mistake = cursor.fail(Problem::UnknownStatement).accepting(accepted);
            self.names.let_through(mistake.suggestion.as_deref());
            return Err(mistake);
        };
        if head == ScriptHead::Set && !is_topic_setting(cursor) {
            return if script.is_empty() { Ok(Head::Timing) } else { Err(here) };
        }
        Ok(Head::Script(head))
    }

    fn setup<'t>(
        &mut self,
        draft: &mut Draft<'t>,
        head: SetupHead,
        cursor: Cursor<'t>,
        tokens: &'t Tokens<'t>,
    ) -> Parsed<()> {
        let result = draft.read(head, cursor, tokens);
        if result.is_err() {
            match head {
                SetupHead::Cluster if draft.cluster.is_none() => {
                    self.names.brokers_known = Known::InPart;
                }
                SetupHead::Topic => self.names.topics_known = Known::InPart,
                _ => {}
            }
        }
        result
    }

    fn resolve(
        &mut self,
        draft: &Draft<'_>,
        script: &[(ScriptHead, Cursor<'_>)],
    ) -> Vec<highwater_engine::config::Preload> {
        let is_whole = self.errors.is_empty();
        match &draft.cluster {
            Some(cluster) => self.names.brokers = cluster.value.brokers.clone(),
            None => {
                if self.names.brokers_known == Known::All {
                    self.errors.push(finish::lacking("cluster"));
                }
                self.names.brokers_known = Known::InPart;
            }
        }
        if draft.slug.is_none() && is_whole {
            self.errors.push(finish::lacking("scenario"));
        }
        finish::topics(draft, &mut self.names, self.errors);
        for (head, cursor) in script {
            if *head == ScriptHead::Grow {
                actions::make_room(cursor.clone(), &mut self.names);
            }
        }
        finish::references(draft, &mut self.names, self.errors)
    }

    fn statement(&mut self, head: ScriptHead, cursor: Cursor<'_>) {
        let line = cursor.line;
        match actions::read(head, cursor, &mut self.names) {
            Ok(Line::Action(action, generations)) => {
                self.script.push(Statement { line, generations, action });
            }
            Ok(Line::Say(language, text, generations)) => {
                // Two languages that follow each other are one text.
                if let Some(last) = self.script.last_mut()
                    && let Action::Say(said) = &mut last.action
                    && !said.has(language)
                    && last.generations == generations
                {
                    said.ko = said.ko.take().or(text.ko);
                    said.en = said.en.take().or(text.en);
                    return;
                }
                self.script.push(Statement { line, generations, action: Action::Say(text) });
            }
            Err(error) => self.errors.push(error),
        }
    }
}

/// What a line's first word says.
enum Head {
    Setup(SetupHead),
    /// `set` with the name of a time.
    Timing,
    Script(ScriptHead),
}

/// Whether `set` is followed by a topic and a setting rather than by the name of a time.
fn is_topic_setting(cursor: &Cursor<'_>) -> bool {
    cursor.peek_second_word().is_some()
}
