//! What became of a record.

use highwater_phrase::Lang;
use highwater_phrase::difference::{AnswerWord, FateWord};
use highwater_phrase::fate::{self, CopyState as C, Fact as F, Term as T};
use highwater_phrase::news::CutWord;
use highwater_phrase::verdict::LostWord;

use crate::page::{Page, broker, number, rounds};

pub(crate) fn put(page: &mut Page) {
    page.heading("what became of a record");
    terms(page);
    facts(page);
    copies(page);
    let fates = [FateWord::Kept, FateWord::Lost, FateWord::Elsewhere, FateWord::Absent];
    for word in fates {
        page.text(word, |lang| word.text(lang).to_owned());
    }
    page.text("answer", |lang| AnswerWord::Unknown("REQUEST_TIMED_OUT").say(lang));
    page.text("part", |lang| fate::part(lang, (100, 150), C::OnDisk));
    page.text("down", |lang| fate::down(lang, &C::OnDisk.say(lang)));
}

fn terms(page: &mut Page) {
    let say = |term: T| page.text(term, |lang| term.text(lang).to_owned());
    samples! { say; T;
        T::AllRecords => [T::AllRecords],
        T::Batch => [T::Batch],
        T::Appended => [T::Appended],
        T::Committed => [T::Committed],
        T::ReadBy => [T::ReadBy],
        T::GoneFrom => [T::GoneFrom],
        T::Loser => [T::Loser],
        T::LastCopy => [T::LastCopy],
        T::Copies => [T::Copies],
        T::State => [T::State],
        T::Since => [T::Since],
        T::Until => [T::Until],
        T::Why => [T::Why],
    }
}

fn facts(page: &mut Page) {
    let say = |fact: F<'_>| page.text(fact, |lang: Lang| fact.say(lang));
    samples! { say; F<'_>;
        F::Append { .. } => [(1, 2), (100, 200)].map(|(first, end)| F::Append { broker: 1, first, end, epoch: 5 }),
        F::NeverAppended => [F::NeverAppended],
        F::FromTheStart => [F::FromTheStart],
        F::Passed { .. } => rounds(|i| F::Passed { hw: number(i) }),
        F::NotPassed => [F::NotPassed],
        F::Read { .. } => rounds(|i| F::Read { broker: broker(i) }),
        F::Hidden { .. } => [F::Hidden { broker: 2 }],
        F::NotRead => [F::NotRead],
        F::NotGone => [F::NotGone],
        F::Gone(..) => [
            F::Gone(LostWord::Cut(0, CutWord::OwnHighWatermark)),
            F::Gone(LostWord::PowerCut(1)),
            F::Gone(LostWord::NeverHad(2)),
        ],
        F::PromiseKept => [F::PromiseKept],
        F::PromiseOpen => [F::PromiseOpen],
        F::NoPromise => [F::NoPromise],
        F::HeldBy { .. } => [F::HeldBy { brokers: &[1, 2] }],
        F::HeldLastBy { .. } => [F::HeldLastBy { brokers: &[1] }],
        F::Nowhere => [F::Nowhere],
    }
}

fn copies(page: &mut Page) {
    let say = |state: C| page.text(state, |lang| state.say(lang));
    samples! { say; C;
        C::OnDisk => [C::OnDisk],
        C::InPageCache => [C::InPageCache],
        C::Cut(..) => [C::Cut(CutWord::EpochEnd)],
        C::PowerCut => [C::PowerCut],
        C::CopyDeleted => [C::CopyDeleted],
        C::NeverHad => [C::NeverHad],
    }
}
