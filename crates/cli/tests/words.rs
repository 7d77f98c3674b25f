//! Every word that the explorer has for machines is a sentence for people, in both languages.

use highwater_explorer::kafka::{Assumption, Fault, Guard, Question, Step};
use highwater_explorer::map::Measure;
use highwater_phrase::{Lang, schedule};
use highwater_protocol::BrokerId;

#[test]
fn every_step_is_a_sentence() {
    let one = BrokerId(1);
    let faults = [
        Fault::CleanStop(one),
        Fault::QuickRestart(one),
        Fault::Crash(one),
        Fault::PowerCut(one),
        Fault::Blackout,
        Fault::Lag(one),
        Fault::Isolate(one),
        Fault::SetMinInsyncReplicas(1),
    ];
    let steps = [
        Step::Write,
        Step::Exchange(one),
        Step::Drop(one),
        Step::Fence(one),
        Step::Start(one),
        Step::Rejoin(one),
        Step::PreferredElection,
    ];
    for step in steps.into_iter().chain(faults.into_iter().map(Step::Fault)) {
        for lang in [Lang::Ko, Lang::En] {
            let sentence = schedule::step(lang, step.name(), step.number());
            assert!(sentence.ends_with('.'), "{step}: {sentence}");
            let named = step.number().is_none_or(|number| sentence.contains(&number.to_string()));
            assert!(named, "{step}: {sentence}");
        }
    }
}

#[test]
fn every_question_guard_and_assumption_is_put_into_words() {
    for lang in [Lang::Ko, Lang::En] {
        for question in Question::ALL {
            assert_ne!(schedule::question(lang, question.name()), question.name());
        }
        for measure in Measure::ALL {
            assert_ne!(schedule::measure(lang, measure.name()), measure.name());
        }
        for guard in Guard::ALL {
            assert!(schedule::guard(lang, guard.name()).ends_with('.'), "{guard:?}");
        }
        for assumption in Assumption::ALL {
            let sentence = schedule::assumption(lang, assumption.name());
            assert!(sentence.ends_with('.'), "{assumption:?}");
        }
    }
}
