//! Questions and answers as text, for a worker that only passes strings on.
//!
//! Four messages. `run LANG`, then lines `set SETTINGS`, `deeds DEEDS` (as in
//! [`highwater_scenario::link`]), an empty line and the scenario's text, makes a run; the reply is
//! `ok`. `ask POSITION QUESTION` asks about it; the reply is `answer QUESTION`, a line
//! `danger BROKERS`, for some questions more lines (`windows 3-17,40-44`: positions), an empty line
//! and HTML. `changed SETTINGS` asks what came out differently than under these settings, and
//! `check LANG`, with a text from the next line on, what is wrong with it; the replies are answers, too.
//! What can't be done gets `error` and a reason, and what was there before stays. Nothing here panics,
//! reads a clock or keeps more than one run, and that under the settings that were compared last.

use std::rc::Rc;

use highwater_phrase::Lang;
use highwater_scenario::{Overrides, Timeline, link, parse};

use crate::compare::Columns;
use crate::danger::Windows;
use crate::document::Answer;
use crate::moment::Moment;
use crate::question::Question;
use crate::{
    changed, compare, danger, guards, html, inspect, map, mistakes, record, table, unmet, why,
};

/// A run that can be asked about.
#[derive(Default)]
pub struct Session {
    run: Option<(Timeline, Lang)>,
    /// The runs beside it that were compared last.
    columns: Columns,
    /// Its danger windows, once they were asked for: they are the same at every position.
    windows: Option<Windows>,
}

impl Session {
    /// A session without a run.
    #[must_use]
    pub fn new() -> Session {
        Session::default()
    }

    /// Does what a message asks, and replies.
    pub fn handle(&mut self, message: &str) -> String {
        let reply = match message.split_once(' ') {
            Some(("run", rest)) => self.run(rest),
            Some(("ask", rest)) => self.ask(rest),
            Some(("changed", rest)) => self.changed(rest),
            Some(("check", rest)) => check(rest),
            _ => Err(format!("a message can't begin with `{}`", first_line(message))),
        };
        reply.unwrap_or_else(|reason| format!("error {reason}"))
    }

    fn run(&mut self, rest: &str) -> Result<String, String> {
        let (head, text) = rest.split_once("\n\n").ok_or("an empty line belongs before a text")?;
        let mut lines = head.lines();
        let tag = lines.next().unwrap_or_default();
        let lang = Lang::by_tag(tag).ok_or_else(|| format!("`{tag}` is no language"))?;
        let (mut overrides, mut deeds) = (Overrides::default(), "");
        for line in lines {
            match line.split_once(' ') {
                Some(("set", settings)) => overrides = Overrides::read(settings),
                Some(("deeds", text)) => deeds = text,
                _ => return Err(format!("`set` or `deeds` belongs here, not `{line}`")),
            }
        }
        let scenario = parse(text).map_err(|errors| {
            let line = errors.first().map_or(0, |error| error.line);
            format!("the scenario has a mistake in line {line}")
        })?;
        let scenario = Rc::new(scenario);
        let mut timeline = Timeline::play(Rc::clone(&scenario), overrides)
            .map_err(|_| "the settings do not fit the scenario".to_owned())?;
        let wanted = link::read_deeds(&scenario, &overrides, deeds);
        if timeline.repeat(&wanted) < wanted.len() {
            return Err("a deed was refused".to_owned());
        }
        self.run = Some((timeline, lang));
        self.columns = Columns::default();
        self.windows = None;
        Ok("ok".to_owned())
    }

    fn ask(&mut self, rest: &str) -> Result<String, String> {
        let (timeline, lang) = self.run.as_ref().ok_or("there is no run yet")?;
        let (position, question) = rest.split_once(' ').unwrap_or((rest, ""));
        let position: usize =
            position.parse().map_err(|_| format!("`{position}` is no position"))?;
        let position = position.min(timeline.len());
        let moment = Moment { timeline, position, lang: *lang };
        let asked = Question::read(question).map_err(|error| error.to_string())?;
        if asked == Question::Windows {
            let found = self.windows.get_or_insert_with(|| danger::windows(timeline));
            let answer = danger::tell_windows(moment, found);
            return Ok(reply(question, &answer, &format!("windows {}\n", ranges(&found.ranges))));
        }
        let answer = match &asked {
            Question::Compare(settings) => {
                Some(compare::compare(moment, settings, &mut self.columns))
            }
            asked => answer(moment, asked),
        };
        let answer = answer.ok_or_else(|| format!("`{question}` is not here"))?;
        Ok(reply(question, &answer, ""))
    }

    fn changed(&self, settings: &str) -> Result<String, String> {
        let (timeline, lang) = self.run.as_ref().ok_or("there is no run yet")?;
        let moment = Moment { timeline, position: timeline.len(), lang: *lang };
        let answer = changed::changed(moment, Overrides::read(settings))
            .ok_or_else(|| format!("`{settings}` does not fit the scenario"))?;
        Ok(reply("changed", &answer, ""))
    }
}

fn check(rest: &str) -> Result<String, String> {
    let (tag, text) = rest.split_once('\n').unwrap_or((rest, ""));
    let lang = Lang::by_tag(tag).ok_or_else(|| format!("`{tag}` is no language"))?;
    Ok(reply("check", &mistakes::mistakes(text, lang), ""))
}

/// The reply to a question; `more` is what stands in the head besides, a line each.
fn reply(question: &str, answer: &Answer, more: &str) -> String {
    let endangered: Vec<String> = answer.endangered.iter().map(u8::to_string).collect();
    let (endangered, body) = (endangered.join(","), html::write(answer));
    format!("answer {question}\ndanger {endangered}\n{more}\n{body}")
}

fn ranges(ranges: &[(usize, usize)]) -> String {
    let ranges: Vec<String> = ranges.iter().map(|(from, to)| format!("{from}-{to}")).collect();
    ranges.join(",")
}

/// Answers a question; `None` if what it asks about does not exist at the moment.
#[must_use]
pub fn answer(moment: Moment<'_>, question: &Question) -> Option<Answer> {
    match question {
        Question::WhyEvent(event) => why::event(moment, *event),
        Question::Why(mark) => why::mark(moment, mark),
        Question::Record(name) => record::record(moment, name),
        Question::Records => Some(record::records(moment)),
        Question::Inspect(mark) => inspect::inspect(moment, mark),
        Question::Map(measure) => Some(map::map(*measure, moment.lang)),
        Question::Table => Some(table::table(moment)),
        Question::Unmet => Some(unmet::unmet(moment)),
        Question::Guards => Some(guards::guards(moment.lang)),
        Question::Danger => Some(danger::danger(moment)),
        Question::Windows => Some(danger::tell_windows(moment, &danger::windows(moment.timeline))),
        Question::Compare(settings) => {
            Some(compare::compare(moment, settings, &mut Columns::default()))
        }
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENARIO: &str = "\
scenario two
cluster brokers=2 generation=strict
topic orders partitions=1 rf=2 min.insync.replicas=1
produce m1
until acked m1
";

    fn session() -> Session {
        let mut session = Session::new();
        let reply =
            session.handle(&format!("run en\nset gen=elr\ndeeds 3:stop 1 crash\n\n{SCENARIO}"));
        assert_eq!(reply, "ok");
        session
    }

    #[test]
    fn a_question_is_answered() {
        let reply = session().handle("ask 99999 danger");
        assert!(reply.starts_with("answer danger\ndanger "), "{reply}");
        assert!(reply.contains("\n\n"), "{reply}");
    }

    #[test]
    fn other_settings_are_compared_and_texts_are_checked() {
        let reply = session().handle("changed gen=hw");
        assert!(reply.starts_with("answer changed\n"), "{reply}");
        let reply = session().handle("check en\nscenario x\ncluster brokerz=2\n");
        assert!(reply.contains("line 2, column 9") && reply.contains("brokers"), "{reply}");
    }

    #[test]
    fn windows_are_told_in_the_head() {
        let mut session = Session::new();
        // With one replica, what is in its page cache only is lost with the power.
        let alone = SCENARIO.replace("rf=2", "rf=1");
        assert_eq!(session.handle(&format!("run en\n\n{alone}")), "ok");
        let reply = session.handle("ask 0 windows");
        let head = reply.split("\n\n").next();
        assert_eq!(head, Some("answer windows\ndanger \nwindows 2-3"));
    }

    #[test]
    fn what_can_not_be_done_is_said() {
        let said = |message: &str, reply: &str| assert_eq!(session().handle(message), reply);
        said("who are you", "error a message can't begin with `who are you`");
        said("ask x danger", "error `x` is no position");
        said("ask 1 who", "error `who` is no question");
        said("ask 1 compare hw", "error 2 to 4 columns can be compared, not 1");
        said("ask 1 record nobody", "error `record nobody` is not here");
        said("run xx\n\nscenario", "error `xx` is no language");
        said("run en", "error an empty line belongs before a text");
        said("run en\nwish 1\n\nx", "error `set` or `deeds` belongs here, not `wish 1`");
        let wrong = format!("run en\n\n{SCENARIO}nonsense\n");
        said(&wrong, "error the scenario has a mistake in line 6");
        said(&format!("run en\ndeeds 0:start 1\n\n{SCENARIO}"), "error a deed was refused");
        assert_eq!(Session::new().handle("ask 1 danger"), "error there is no run yet");
    }
}
