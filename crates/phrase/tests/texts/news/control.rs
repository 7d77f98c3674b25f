//! The controller.

use highwater_phrase::News;
use highwater_phrase::news::{ControlNews as C, ElectedWord, IsrReason};

use crate::page::{Page, broker, number, rounds};

/// Brokers in braces: the last one decides a particle.
const SETS: [&[u8]; 4] = [&[0, 1], &[2], &[2, 3], &[]];
const REASONS: [IsrReason; 7] = [
    IsrReason::Lag(1),
    IsrReason::Lag(10_000),
    IsrReason::Lag(30_002),
    IsrReason::CaughtUp,
    IsrReason::Controller,
    IsrReason::Elected,
    IsrReason::Moved,
];
const ELECTED: [ElectedWord; 4] =
    [ElectedWord::Isr, ElectedWord::Elr, ElectedWord::LastLeader, ElectedWord::Anyone];

pub(crate) fn put(page: &mut Page) {
    page.heading("news of the controller");
    let say = |news: C<'_>| page.sentence(&news, |lang| News::Control(news.clone()).say(lang));
    let error = "INELIGIBLE_REPLICA";
    samples! { say; C<'_>;
        C::IsrProposed { .. } => rounds(|i| C::IsrProposed { leader: broker(i), isr: SETS[i] }),
        C::IsrRefused { .. } => rounds(|i| C::IsrRefused { leader: broker(i), error }),
        C::IsrChanged { .. } => isr_changed(),
        C::ElrChanged { .. } => SETS.map(|to| C::ElrChanged { from: &[7, 8], to }),
        C::Elected { .. } => elected(),
        C::Offline { .. } => [(SETS[0], true), (SETS[3], false), (SETS[1], false)]
            .map(|(isr, with_elr)| C::Offline { isr, with_elr }),
        C::ElectionRefused { .. } => [C::ElectionRefused { error: "ELECTION_NOT_NEEDED" }],
        C::Moving { .. } => rounds(|i| C::Moving { adding: SETS[i], removing: SETS[i + 1] }),
        C::Replicas { .. } => SETS.map(|replicas| C::Replicas { replicas }),
        C::Created { .. } => rounds(|i| C::Created { replicas: SETS[i], leader: broker(i) }),
        C::CopyDeleted { .. } => rounds(|i| C::CopyDeleted { broker: broker(i) }),
        C::RequestRefused { .. } => [C::RequestRefused { error: "INVALID_REPLICA_ASSIGNMENT" }],
        C::BecameLeader { .. } => rounds(|i| C::BecameLeader { broker: broker(i), epoch: number(i + 1), log_end: number(i + 2), hw: number(i + 3) }),
        C::BecameFollower { .. } => [
            rounds(|i| C::BecameFollower { broker: broker(i), leader: Some(broker(i + 1)), epoch: number(i + 2), log_end: number(i + 3) }),
            rounds(|i| C::BecameFollower { broker: broker(i), leader: None, epoch: number(i + 2), log_end: number(i + 3) }),
        ].concat(),
    }
}

fn isr_changed() -> Vec<C<'static>> {
    let mut all = Vec::new();
    let changes: [(&[u8], &[u8]); 7] = [
        (&[0, 1], &[0]),
        (&[0, 1, 2, 3], &[0, 1]),
        (&[0], &[0, 2]),
        (&[0], &[0, 1, 3]),
        (&[0, 1], &[1, 2]),
        (&[1], &[1]),
        (&[1], &[]),
    ];
    for (from, to) in changes {
        let reason = REASONS[all.len() % REASONS.len()];
        all.push(C::IsrChanged { from, to, elr: &[], reason });
    }
    for reason in REASONS {
        for elr in SETS {
            all.push(C::IsrChanged { from: &[0, 1], to: &[0], elr, reason });
        }
    }
    all
}

fn elected() -> Vec<C<'static>> {
    let mut all = rounds(|i| C::Elected {
        leader: broker(i),
        before: Some(broker(i)),
        epoch: number(i + 1),
        from: ELECTED[i],
    });
    for from in ELECTED {
        all.extend(rounds(|i| C::Elected {
            leader: broker(i),
            before: [None, Some(7), None][i],
            epoch: number(i + 1),
            from,
        }));
    }
    all
}
