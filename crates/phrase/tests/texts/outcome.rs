//! Verdicts, differences, refusals.

use highwater_phrase::difference::{AnswerWord as A, DifferenceWord as D, EndWord, FateWord};
use highwater_phrase::news::{AcksWord, CutWord, NodeWord};
use highwater_phrase::refusal::RefusalWord as R;
use highwater_phrase::verdict::{LostWord, VerdictWord as V};
use highwater_phrase::{Lang, News};

use crate::page::{Page, broker, number, rounds};

pub(crate) fn put(page: &mut Page) {
    verdicts(page);
    differences(page);
    refusals(page);
}

fn verdicts(page: &mut Page) {
    page.heading("verdicts");
    let say = |word: V<'_>| {
        page.sentence(&word, |lang| News::Verdict(word.clone()).say(lang));
        page.text("card", |lang| card(&word, lang));
    };
    samples! { say; V<'_>;
        V::Lost { .. } => lost(),
        V::Diverged { .. } => rounds(|i| V::Diverged { leader: broker(i), follower: broker(i + 1), offset: number(i + 2) }),
        V::ConsumedLost { .. } => rounds(|i| V::ConsumedLost { offset: number(i), leader: broker(i + 1) }),
        V::HwWentBack { .. } => rounds(|i| V::HwWentBack { leader: broker(i), from: number(i + 1), to: number(i + 2) }),
    }
}

fn card(word: &V<'_>, lang: Lang) -> String {
    let card = word.card(lang);
    card.rows.iter().fold(card.title, |out, (term, text)| format!("{out}\n     {term}: {text}"))
}

fn lost() -> Vec<V<'static>> {
    let ways = [
        LostWord::Cut(0, CutWord::OwnHighWatermark),
        LostWord::Cut(1, CutWord::NoEpoch),
        LostWord::Cut(2, CutWord::EpochEnd),
        LostWord::Cut(3, CutWord::EpochAndEnd),
        LostWord::Cut(0, CutWord::Diverging),
        LostWord::Cut(2, CutWord::OutOfRange),
        LostWord::PowerCut(1),
        LostWord::PowerCut(2),
        LostWord::NeverHad(1),
        LostWord::NeverHad(2),
    ];
    let acks = [AcksWord::All, AcksWord::Leader, AcksWord::None];
    let copies: [(&[u8], bool); 4] = [(&[1], true), (&[1, 2], false), (&[], false), (&[], true)];
    let lost = |(i, by): (usize, LostWord)| {
        let (last_copies, copies_left) = copies[i % 4];
        let (count, first) = ([1, 2, 1_200][i % 3], number(i));
        V::Lost {
            name: ["m2", "글", "orders"][i % 3],
            count,
            first,
            end: first + count,
            epoch: [Some(5), None][i % 2],
            acks: acks[i % 3],
            by,
            last_copies,
            copies_left,
        }
    };
    ways.into_iter().enumerate().map(lost).collect()
}

fn differences(page: &mut Page) {
    page.heading("differences");
    let say = |word: D<'_>| page.text(&word, |lang| word.say(lang));
    let partition = "orders-0";
    samples! { say; D<'_>;
        D::End(_) => ends(),
        D::Fate { .. } => fates(),
        D::Answer { .. } => answers(),
        D::Leader { .. } => [(Some(1), None), (None, Some(2)), (Some(1), Some(3))]
            .map(|(before, after)| D::Leader { partition, before, after }),
        D::Epoch { .. } => rounds(|i| D::Epoch { partition, before: number(i), after: number(i + 1) }),
        D::Isr { .. } => [(&[1][..], &[1, 2][..]), (&[], &[3]), (&[3], &[])]
            .map(|(before, after)| D::Isr { partition, before, after }),
        D::LogEnd { .. } => rounds(|i| D::LogEnd { broker: broker(i), before: [Some(3), None, Some(1_000)][i], after: [Some(4), Some(1), None][i] }),
        D::HighWatermark { .. } => rounds(|i| D::HighWatermark { broker: broker(i), before: [Some(3), None, Some(1_000)][i], after: [Some(4), Some(1), None][i] }),
        D::Consumed { .. } => rounds(|i| D::Consumed { before: [Some(3), None, Some(1_000)][i], after: [Some(4), Some(1), None][i] }),
        D::Verdicts { .. } => rounds(|i| D::Verdicts { before: number(i), after: number(i + 1) }),
        D::Unclean { .. } => rounds(|i| D::Unclean { before: number(i), after: number(i + 1) }),
    }
}

fn ends() -> Vec<D<'static>> {
    let mut all = vec![D::End(EndWord::Finished)];
    for line in [1, 2, 1_000] {
        all.push(D::End(EndWord::Stuck(line, "until acked m2".to_owned())));
        all.push(D::End(EndWord::Refused(line, "하지 않았습니다.".to_owned())));
        all.push(D::End(EndWord::TooLong(line)));
    }
    all
}

fn fates() -> Vec<D<'static>> {
    let fates = [FateWord::Kept, FateWord::Lost, FateWord::Elsewhere, FateWord::Absent];
    let mut all = Vec::new();
    for before in fates {
        for after in fates {
            all.extend(["m2", "글"].map(|name| D::Fate { name, before, after }));
        }
    }
    all
}

fn answers() -> Vec<D<'static>> {
    let answers = [
        A::NotSent,
        A::Pending,
        A::Acked,
        A::Refused("NOT_ENOUGH_REPLICAS"),
        A::Unknown("REQUEST_TIMED_OUT"),
    ];
    let pair = |i: usize| D::Answer { name: "m2", before: answers[i], after: answers[(i + 1) % 5] };
    (0..5).map(pair).collect()
}

fn refusals(page: &mut Page) {
    page.heading("refusals");
    let links = crate::news::LINKS;
    samples! { |word: R<'_>| page.text(&word, |lang| word.say(lang)); R<'_>;
        R::NoSuchBroker(_) => rounds(|i| R::NoSuchBroker(broker(i))),
        R::NoSuchPartition => [R::NoSuchPartition],
        R::NotRunning(_) => rounds(|i| R::NotRunning(broker(i))),
        R::AlreadyRunning(_) => rounds(|i| R::AlreadyRunning(broker(i))),
        R::AlreadyStopping(_) => rounds(|i| R::AlreadyStopping(broker(i))),
        R::NameTaken(_) => ["m1", "m2", "m3", "글"].map(R::NameTaken),
        R::BadCount(_) => rounds(|i| R::BadCount(number(i))),
        R::NoSuchLink(..) => links.map(|(a, b): (NodeWord, NodeWord)| R::NoSuchLink(a, b)),
        R::LinkUnchanged(..) => links.map(|(a, b)| R::LinkUnchanged(a, b)),
        R::NoTransactions => [R::NoTransactions],
        R::TransactionNeedsAcksAll => [R::TransactionNeedsAcksAll],
        R::NoOpenTransaction(_) => ["t1", "t2", "t3"].map(R::NoOpenTransaction),
        R::NotAllAcked(_) => [R::NotAllAcked("t1")],
        R::NoRoom(_) => rounds(|i| R::NoRoom(number(i))),
        R::BadMinIsr => [R::BadMinIsr],
        R::Unavailable => [R::Unavailable],
    }
}
