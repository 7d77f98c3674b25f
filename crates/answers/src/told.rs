//! The scenario's values as the words that `highwater-phrase` speaks in.

use highwater_phrase::Lang;
use highwater_phrase::difference::{AnswerWord, EndWord, FateWord};
use highwater_scenario::differences::{Answer, Fate};
use highwater_scenario::run::ScriptEnd;
use highwater_scene::words;

/// How a script ended.
pub(crate) fn end(end: &ScriptEnd, lang: Lang) -> EndWord {
    match end {
        ScriptEnd::Finished => EndWord::Finished,
        ScriptEnd::Stuck { line, condition } => EndWord::Stuck(*line, condition.clone()),
        ScriptEnd::Refused { line, refusal } => {
            EndWord::Refused(*line, words::refusal(refusal).say(lang))
        }
        ScriptEnd::TooLong { line } => EndWord::TooLong(*line),
    }
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
pub(crate) fn answer(answer: Answer) -> AnswerWord {
    match answer {
        Answer::NotSent => AnswerWord::NotSent,
        Answer::Pending => AnswerWord::Pending,
        Answer::Acked => AnswerWord::Acked,
        Answer::Refused(error) => AnswerWord::Refused(error.name()),
        Answer::Unknown(error) => AnswerWord::Unknown(error.name()),
    }
}
