//! Producer and consumer.

use highwater_phrase::News;
use highwater_phrase::news::{AcksWord, ClientNews as C, NodeWord, Why};

use crate::page::{Page, broker, number, rounds};

const ACKS: [AcksWord; 3] = [AcksWord::None, AcksWord::Leader, AcksWord::All];
/// One record, several, and a name that ends in a consonant.
const BATCHES: [(&str, u32); 3] = [("m2", 1), ("orders", 100), ("글", 1)];

pub(crate) fn put(page: &mut Page) {
    page.heading("news of clients");
    let say = |news: C<'_>| page.sentence(&news, |lang| News::Client(news.clone()).say(lang));
    samples! { say; C<'_>;
        C::Sent { .. } => sent(),
        C::Appended { .. } => rounds(|i| {
            let (name, count) = BATCHES[i];
            let (first, end) = (number(i), number(i) + count);
            C::Appended { name, count, broker: broker(i + 1), first, end, epoch: number(i + 2) }
        }),
        C::Recognized { .. } => rounds(|i| {
            let (name, count) = BATCHES[i];
            let (first, end) = (number(i), number(i) + count);
            C::Recognized { name, count, broker: broker(i + 1), first, end }
        }),
        C::Idempotence { .. } => [true, false].map(|on| C::Idempotence { on }),
        C::Acked { .. } => rounds(|i| {
            let (name, count) = BATCHES[i];
            C::Acked { name, count, acks: ACKS[i] }
        }),
        C::Refused { .. } => refused(),
        C::Unknown { .. } => rounds(|i| {
            let (name, count) = BATCHES[i];
            C::Unknown { name, count, error: "REQUEST_TIMED_OUT" }
        }),
        C::WillRetry { .. } => rounds(|i| {
            let (name, count) = BATCHES[i];
            C::WillRetry { name, count, error: "NOT_LEADER_OR_FOLLOWER" }
        }),
        C::LeaderLearned { .. } => leader_learned(),
        C::Consumed { .. } => rounds(|i| {
            let from = number(i);
            let hidden = [0, 1, 1_000][i];
            C::Consumed { from, to: from + 1 + number(i + 8) % 3, broker: broker(i + 1), hidden }
        }),
        C::Started { .. } => rounds(|i| C::Started { edge: ["earliest", "latest", "latest"][i], at: number(i) }),
        C::Withheld { .. } => ["OFFSET_NOT_AVAILABLE", "NOT_LEADER_OR_FOLLOWER"].map(|error| C::Withheld { broker: 1, error }),
        C::Reset { .. } => rounds(|i| C::Reset { from: number(i), to: number(i + 4) }),
    }
}

fn sent() -> Vec<C<'static>> {
    let mut all = Vec::new();
    for attempt in [0, 1, 2, 3] {
        all.extend(rounds(|i| {
            let (name, count) = BATCHES[i];
            C::Sent { name, count, to: broker(i + 1), acks: ACKS[i], attempt }
        }));
    }
    all
}

fn leader_learned() -> Vec<C<'static>> {
    let mut all = Vec::new();
    for client in [NodeWord::Producer, NodeWord::Consumer] {
        all.extend(rounds(|i| C::LeaderLearned {
            client,
            leader: Some(broker(i)),
            epoch: number(i + 1),
        }));
        all.push(C::LeaderLearned { client, leader: None, epoch: 3 });
    }
    all
}

fn refused() -> Vec<C<'static>> {
    let mut all = rounds(|i| {
        let (name, count) = BATCHES[i];
        let why = Why::TooFewInSync { isr: broker(i), min_isr: broker(i + 1) };
        C::Refused { name, count, error: "NOT_ENOUGH_REPLICAS", why }
    });
    all.extend(BATCHES.map(|(name, count)| {
        let error = "NOT_LEADER_OR_FOLLOWER";
        C::Refused { name, count, error, why: Why::AsTheErrorSays }
    }));
    all
}
