//! Leader and followers.

use highwater_phrase::News;
use highwater_phrase::news::{CutWord, ReplicationNews as R};

use crate::page::{Page, broker, number, rounds};

const RULES: [CutWord; 6] = [
    CutWord::OwnHighWatermark,
    CutWord::NoEpoch,
    CutWord::EpochEnd,
    CutWord::EpochAndEnd,
    CutWord::Diverging,
    CutWord::OutOfRange,
];
const ERRORS: [&str; 5] = [
    "FENCED_LEADER_EPOCH",
    "UNKNOWN_LEADER_EPOCH",
    "OFFSET_OUT_OF_RANGE",
    "NOT_LEADER_OR_FOLLOWER",
    "KAFKA_STORAGE_ERROR",
];

pub(crate) fn put(page: &mut Page) {
    page.heading("news of replication");
    let say = |news: R<'_>| page.sentence(&news, |lang| News::Replication(news.clone()).say(lang));
    samples! { say; R<'_>;
        R::FetchSent { .. } => fetch_sent(),
        R::FetchNoted { .. } => rounds(|i| R::FetchNoted { leader: broker(i), follower: broker(i + 1), log_end: number(i + 2) }),
        R::FetchAnswered { .. } => rounds(|i| R::FetchAnswered { leader: broker(i), follower: broker(i + 1) }),
        R::FetchRefused { .. } => fetch_refused(),
        R::Diverged { .. } => rounds(|i| R::Diverged { leader: broker(i), follower: broker(i + 1), epoch: number(i + 2), end: number(i + 3) }),
        R::EpochAsked { .. } => rounds(|i| R::EpochAsked { follower: broker(i), leader: broker(i + 1), epoch: number(i + 2) }),
        R::EpochAnswered { .. } => epoch_answered(),
        R::Replicated { .. } => rounds(|i| R::Replicated { broker: broker(i + 1), from: number(i), to: number(i) + [1, 3, 40][i] }),
        R::Settled { .. } => rounds(|i| R::Settled { broker: broker(i), log_end: number(i + 1) }),
        R::Cut { .. } => cut(),
        R::PowerCut { .. } => rounds(|i| R::PowerCut { broker: broker(i + 1), from: number(i) + [1, 3, 2][i], to: number(i), names: ["m2, m3", "", "글"][i] }),
        R::LeaderHw { .. } => rounds(|i| R::LeaderHw { broker: broker(i), from: number(i + 1), to: number(i + 2), ends: [&[(1, 5), (2, 4)][..], &[(3, 1_000)], &[]][i] }),
        R::FollowerHw { .. } => rounds(|i| R::FollowerHw { broker: broker(i), from: number(i + 1), to: number(i + 2), leader_value: number(i + 3), log_end: number(i + 4) }),
        R::HeldByMinIsr { .. } => rounds(|i| R::HeldByMinIsr { broker: broker(i), at: number(i + 1), isr: broker(i + 2), min_isr: broker(i + 3) }),
        R::LastStable { .. } => [(5, 5), (3, 5), (2, 1_000)].map(|(at, hw)| R::LastStable { broker: 1, at, hw }),
        R::HeldByUnknown { .. } => rounds(|i| R::HeldByUnknown { broker: broker(i), at: number(i + 1), replica: broker(i + 2) }),
    }
}

fn fetch_sent() -> Vec<R<'static>> {
    let with = |offset: fn(usize) -> Option<u32>| {
        rounds(|i| R::FetchSent {
            follower: broker(i),
            leader: broker(i + 1),
            offset: offset(i + 2),
        })
    };
    [with(|i| Some(number(i))), with(|_| None)].concat()
}

fn fetch_refused() -> Vec<R<'static>> {
    let refused =
        |(i, error)| R::FetchRefused { leader: broker(i), follower: broker(i + 1), error };
    ERRORS.into_iter().enumerate().map(refused).collect()
}

fn epoch_answered() -> Vec<R<'static>> {
    let with = |answer: fn(usize) -> Option<(u32, u32)>| {
        rounds(|i| R::EpochAnswered {
            leader: broker(i),
            follower: broker(i + 1),
            asked: number(i + 2),
            answer: answer(i + 2),
        })
    };
    let same = with(|i| Some((number(i), number(i + 2))));
    [same, with(|i| Some((number(i + 1), number(i + 2)))), with(|_| None)].concat()
}

fn cut() -> Vec<R<'static>> {
    let mut all = Vec::new();
    for rule in RULES {
        all.extend(rounds(|i| {
            let (from, names) = (number(i) + [1, 3, 2][i], ["m2, m3", "", "글"][i]);
            R::Cut { broker: broker(i + 1), from, to: number(i), names, rule }
        }));
        all.push(R::Cut { broker: 1, from: 2, to: 2, names: "", rule });
    }
    all
}
