//! Processes, links, settings.

use highwater_phrase::News;
use highwater_phrase::news::{BrokerNews as B, NodeWord as N, StopWord};

use crate::page::{Page, broker, number, rounds};

/// Two ends each.
pub(crate) const LINKS: [(N, N); 6] = [
    (N::Broker(1), N::Broker(2)),
    (N::Broker(2), N::Broker(1)),
    (N::Controller, N::Broker(3)),
    (N::Producer, N::Broker(0)),
    (N::Broker(0), N::Consumer),
    (N::Consumer, N::Producer),
];

pub(crate) fn put(page: &mut Page) {
    page.heading("nodes");
    samples! { |node: N| page.text(node, |lang| node.name(lang)); N;
        N::Broker(_) => rounds(|i| N::Broker(broker(i))),
        N::Controller => [N::Controller],
        N::Producer => [N::Producer],
        N::Consumer => [N::Consumer],
    }

    page.heading("news of brokers");
    let say = |news: B<'_>| page.sentence(&news, |lang| News::Broker(news.clone()).say(lang));
    let error = "DUPLICATE_BROKER_REGISTRATION";
    samples! { say; B<'_>;
        B::ShutdownStarted { .. } => rounds(|i| B::ShutdownStarted { broker: broker(i) }),
        B::Stopped { .. } => [StopWord::Clean, StopWord::Crash, StopWord::PowerCut]
            .map(|how| rounds(|i| B::Stopped { broker: broker(i), how }))
            .concat(),
        B::Started { .. } => rounds(|i| B::Started { broker: broker(i) }),
        B::Registered { .. } => [true, false]
            .map(|after_clean| rounds(|i| B::Registered { broker: broker(i), after_clean }))
            .concat(),
        B::RestartUnnoticed { .. } => rounds(|i| B::RestartUnnoticed { broker: broker(i) }),
        B::RegistrationRefused { .. } => rounds(|i| B::RegistrationRefused { broker: broker(i), error }),
        B::Fenced { .. } => rounds(|i| B::Fenced { broker: broker(i) }),
        B::Unfenced { .. } => rounds(|i| B::Unfenced { broker: broker(i) }),
        B::MetadataApplied { .. } => rounds(|i| B::MetadataApplied { broker: broker(i) }),
        B::LinkCut { .. } => LINKS.map(|(a, b)| B::LinkCut { a, b }),
        B::LinkHealed { .. } => LINKS.map(|(a, b)| B::LinkHealed { a, b }),
        B::Slowed { .. } => rounds(|i| B::Slowed { broker: broker(i), extra: [0, 1, 12_000][i] }),
        B::MinIsrSet { .. } => rounds(|i| B::MinIsrSet { topic: "orders", value: broker(i) }),
        B::UncleanSet { .. } => [true, false].map(|on| B::UncleanSet { topic: "orders", on }),
        B::Flushed { .. } => rounds(|i| B::Flushed { broker: broker(i) }),
    }
    // Kept apart: numbers of every size are said in the same way.
    page.text("grouped", |_| highwater_phrase::grouped(u64::from(number(6)) * 1_000));
}
