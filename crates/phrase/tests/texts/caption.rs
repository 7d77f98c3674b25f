//! Captions.

use highwater_phrase::caption::{self, MessageWord as M};
use highwater_phrase::news::NodeWord;

use crate::news::LINKS;
use crate::page::{Page, broker, number, rounds};

pub(crate) fn put(page: &mut Page) {
    messages(page);
    things(page);
    counts(page);
}

fn messages(page: &mut Page) {
    page.heading("messages");
    let (from, to) = (NodeWord::Broker(2), NodeWord::Controller);
    let say = |word: M| {
        page.text(&word, |lang| {
            format!("{}\n     {}", word.short(lang), word.long(lang, from, to))
        });
    };
    let two = |i: usize| (number(i), number(i + 1));
    let errors = [
        "FENCED_LEADER_EPOCH",
        "UNKNOWN_LEADER_EPOCH",
        "NOT_LEADER_OR_FOLLOWER",
        "OFFSET_OUT_OF_RANGE",
        "NOT_ENOUGH_REPLICAS",
        "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
        "REQUEST_TIMED_OUT",
    ];
    samples! { say; M;
        M::Fetch { .. } => rounds(|i| M::Fetch { offset: number(i) }),
        M::FetchMany { .. } => rounds(|i| M::FetchMany { partitions: number(i) }),
        M::Records { .. } => rounds(|i| M::Records { count: [0, 1, 1_000][i], hw: number(i) }),
        M::RecordsMany { .. } => rounds(|i| M::RecordsMany { partitions: number(i), count: number(i + 1) }),
        M::Diverging { .. } => rounds(|i| M::Diverging { epoch: number(i), end: number(i + 1) }),
        M::Error { .. } => errors.map(|name| M::Error { name }),
        M::EpochEnd { .. } => rounds(|i| M::EpochEnd { epoch: number(i) }),
        M::EpochEndAnswer { .. } => rounds(|i| M::EpochEndAnswer { answer: [Some(two(i)), None][i % 2] }),
        M::LogBounds => [M::LogBounds],
        M::LogBoundsAnswer { .. } => rounds(|i| M::LogBoundsAnswer { bounds: [Some(two(i)), None][i % 2] }),
        M::Produce { .. } => rounds(|i| M::Produce { name: "m2".to_owned(), count: number(i) }),
        M::Ack { .. } => [M::Ack { name: "m2".to_owned() }],
        M::Read { .. } => rounds(|i| M::Read { offset: number(i) }),
        M::ReadAnswer { .. } => rounds(|i| M::ReadAnswer { from: number(i), to: number(i) + [1, 2, 3][i] }),
        M::LogEdge { .. } => [None, Some(1), Some(1_000)].map(|offset| M::LogEdge { name: "latest", offset }),
        M::AlterIsr { .. } => rounds(|i| M::AlterIsr { isr: (0..broker(i)).collect() }),
        M::IsrAnswer { .. } => rounds(|i| M::IsrAnswer { isr: (0..broker(i)).collect() }),
        M::IsrMany { .. } => rounds(|i| M::IsrMany { partitions: number(i) }),
        M::Register => [M::Register],
        M::Registered => [M::Registered],
        M::Ready => [M::Ready],
        M::WantShutdown => [M::WantShutdown],
        M::MayShutdown => [M::MayShutdown],
        M::Metadata => [M::Metadata],
        M::NewEpoch { .. } => rounds(|i| M::NewEpoch { epoch: number(i) }),
    }
}

fn things(page: &mut Page) {
    page.heading("captions");
    for millis in [0, 80, 999, 1_000, 1_005, 3_250, 30_000, 1_234_500] {
        page.text(("time", millis), |lang| caption::time(lang, millis));
        page.text(("at_time", millis), |lang| caption::at_time(lang, millis, "…"));
        page.text(("branch", "B", millis), |lang| caption::branch(lang, "B", millis));
        page.text(("millis", millis), |_| caption::millis(millis));
        page.text(("position", 3, 12, millis), |lang| caption::position(lang, 3, 12, millis));
    }
    for i in 0..3 {
        let (first, second) = (number(i), number(i + 1));
        page.text(("broker", broker(i)), |lang| caption::broker(lang, broker(i)));
        page.text(("epoch", first), |lang| caption::epoch(lang, first));
        page.text(("epoch_start", first, second), |lang| caption::epoch_start(lang, first, second));
        page.text(("next_offset", first), |lang| caption::next_offset(lang, first));
        page.text(("place", first, second), |lang| caption::place(lang, first, second));
        for offset in [None, Some(second)] {
            page.text(("parked", broker(i), offset), |lang| {
                caption::parked(lang, broker(i), offset)
            });
        }
    }
    for brokers in [&[][..], &[2], &[1, 2, 3]] {
        page.text(("set", brokers), |_| caption::set(brokers));
    }
    page.text("not_done", |lang| caption::not_done(lang, "…"));
    use highwater_phrase::caption::PredictWord as P;
    for word in [
        P::Leader("orders-0"),
        P::HighWatermark(2),
        P::HighWatermarkAcked(0, "m2"),
        P::HighWatermarkAt(0, 2, 200),
        P::HighWatermarkAt(0, 1, 3),
        P::Lost("m2"),
        P::Lost("p17"),
    ] {
        page.text(word, |lang| word.ask(lang));
    }
    page.text("predicted_wrong", |lang| caption::predicted_wrong(lang, "2"));
    page.text("predict_score", |lang| caption::predict_score(lang, 2, 3));
    for (to, _) in LINKS {
        for cut in [false, true] {
            page.text(("link", to, cut), |lang| caption::link(lang, to, cut));
        }
    }
}

fn counts(page: &mut Page) {
    page.heading("counts");
    for count in [0, 1, 2, 1_000] {
        page.text(("more", count), |lang| caption::more(lang, count));
        page.text(("records", count), |lang| caption::records(lang, count));
        page.text(("mistakes", count), |lang| caption::mistakes(lang, count));
        page.text(("kept_so_far", count), |lang| caption::kept_so_far(lang, count));
    }
}
