//! What came out differently after settings were changed.

use std::rc::Rc;

use highwater_phrase::difference::{AnswerWord, DifferenceWord, EndWord, FateWord};
use highwater_phrase::{Label, Lang};
use highwater_protocol::{BrokerId, BrokerSet};
use highwater_scenario::condition::Condition;
use highwater_scenario::differences::{Answer as Told, Fate};
use highwater_scenario::format::format_condition;
use highwater_scenario::{Difference, Overrides, Scenario, ScriptEnd, Timeline, differences};
use highwater_scene::words::refusal;

use crate::document::{Answer, Block, Line, Piece};
use crate::moment::Moment;

/// More lines than these are not read.
const LINES_MAX: usize = 5;

/// The script of a run as it ended under other settings before, against how it ends now, the
/// weightiest difference first. `None` for settings that don't fit the script.
#[must_use]
pub fn changed(moment: Moment<'_>, before: Overrides) -> Option<Answer> {
    let scenario = moment.timeline.scenario();
    let before = Timeline::play(Rc::clone(scenario), before).ok()?;
    let found = differences(&before, moment.timeline);
    let line = |found| Line(vec![Piece::Text(difference(found, moment.timeline, moment.lang))]);
    let mut blocks: Vec<Block> =
        found.iter().take(LINES_MAX).map(|found| Block::Text(line(found))).collect();
    if blocks.is_empty() {
        blocks.push(Block::Text(Label::NoDifference.text(moment.lang).into()));
    }
    let title = Label::Difference.text(moment.lang).to_owned();
    Some(Answer { title, blocks, ..Answer::default() })
}

/// How a script ended, with its own words.
pub(crate) fn ended(end: &ScriptEnd, scenario: &Scenario, lang: Lang) -> EndWord {
    self::end(end, lang, |_, condition| format_condition(scenario, condition))
}

/// How a script ended; `text` writes the condition of a line that was never fulfilled.
#[must_use]
pub fn end(end: &ScriptEnd, lang: Lang, text: impl Fn(u32, &Condition) -> String) -> EndWord {
    match end {
        ScriptEnd::Finished => EndWord::Finished,
        ScriptEnd::Stuck { line, condition } => EndWord::Stuck(*line, text(*line, condition)),
        ScriptEnd::Refused { line, refusal: why } => {
            EndWord::Refused(*line, refusal(why).say(lang))
        }
        ScriptEnd::TooLong { line } => EndWord::TooLong(*line),
    }
}

/// A difference in a sentence; `timeline` knows the partitions' names.
fn difference(difference: &Difference, timeline: &Timeline, lang: Lang) -> String {
    let name = |id| timeline.last().config().partition_name(id);
    let broker = |id: Option<BrokerId>| id.map(|id| id.0);
    match difference {
        Difference::End(change) => {
            DifferenceWord::End(ended(&change.after, timeline.scenario(), lang)).say(lang)
        }
        Difference::Fate(name, change) => {
            let (before, after) = (fate(change.before), fate(change.after));
            DifferenceWord::Fate { name, before, after }.say(lang)
        }
        Difference::Answer(name, change) => {
            let (before, after) = (answer(change.before), answer(change.after));
            DifferenceWord::Answer { name, before, after }.say(lang)
        }
        Difference::Leader(id, change) => {
            let (before, after) = (broker(change.before), broker(change.after));
            DifferenceWord::Leader { partition: &name(*id), before, after }.say(lang)
        }
        Difference::LeaderEpoch(id, change) => {
            let (before, after) = (change.before.0, change.after.0);
            DifferenceWord::Epoch { partition: &name(*id), before, after }.say(lang)
        }
        Difference::Isr(id, change) => {
            let (before, after) = (members(change.before), members(change.after));
            let partition = &name(*id);
            DifferenceWord::Isr { partition, before: &before, after: &after }.say(lang)
        }
        Difference::LogEnd(_, id, change) => {
            let (before, after) = (change.before.map(|o| o.0), change.after.map(|o| o.0));
            DifferenceWord::LogEnd { broker: id.0, before, after }.say(lang)
        }
        Difference::HighWatermark(_, id, change) => {
            let (before, after) = (change.before.map(|o| o.0), change.after.map(|o| o.0));
            DifferenceWord::HighWatermark { broker: id.0, before, after }.say(lang)
        }
        Difference::Consumed(change) => {
            let (before, after) = (change.before.map(|o| o.0), change.after.map(|o| o.0));
            DifferenceWord::Consumed { before, after }.say(lang)
        }
        Difference::Verdicts(change) => {
            DifferenceWord::Verdicts { before: change.before, after: change.after }.say(lang)
        }
        Difference::UncleanElections(change) => {
            DifferenceWord::Unclean { before: change.before, after: change.after }.say(lang)
        }
    }
}

fn members(set: BrokerSet) -> Vec<u8> {
    set.iter().map(|id| id.0).collect()
}

/// What became of a batch.
pub(crate) fn fate(fate: Fate) -> FateWord {
    match fate {
        Fate::Kept => FateWord::Kept,
        Fate::Lost => FateWord::Lost,
        Fate::Elsewhere => FateWord::Elsewhere,
        Fate::Absent => FateWord::Absent,
    }
}

/// What the producer was told of a batch.
pub(crate) fn answer(answer: Told) -> AnswerWord {
    match answer {
        Told::NotSent => AnswerWord::NotSent,
        Told::Pending => AnswerWord::Pending,
        Told::Acked => AnswerWord::Acked,
        Told::Refused(error) => AnswerWord::Refused(error.name()),
        Told::Unknown(error) => AnswerWord::Unknown(error.name()),
    }
}
