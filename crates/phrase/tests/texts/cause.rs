//! Where chains of causes begin, and what they add.

use highwater_phrase::cause::{
    self, Actor, Detail as D, Root as R, State as S, Title as T, Wish as W,
};
use highwater_phrase::news::{AcksWord, NodeWord, StopWord};

use crate::page::{Page, broker, number, rounds};

const SETS: [&[u8]; 3] = [&[0, 1], &[2], &[3]];
const ENDS: [(u8, u32); 2] = [(1, 5), (2, 4)];
const STOPS: [StopWord; 3] = [StopWord::Clean, StopWord::Crash, StopWord::PowerCut];

pub(crate) fn put(page: &mut Page) {
    page.heading("where chains of causes begin");
    roots(page);
    page.heading("titles of answers");
    titles(page);
    page.heading("how things stand");
    states(page);
    page.heading("what chains add");
    details(page);
    page.text("not_moving", |lang| cause::not_moving(lang).to_owned());
    page.text("last_change", |lang| cause::last_change(lang).to_owned());
    page.text("log_end_of", |lang| cause::log_end_of(lang, 1, 5));
    page.text("ask_record", |lang| cause::ask_record(lang, "m2"));
}

fn roots(page: &mut Page) {
    let say = |root: R<'_>| page.text(root, |lang| root.say(lang));
    samples! { say; R<'_>;
        R::Wish(..) => [R::Wish(Actor::Reader, W::Consume)],
        R::Time => [R::Time],
        R::PreferredTask => [R::PreferredTask],
        R::UncleanTask => [R::UncleanTask],
        R::Fetching => [R::Fetching],
    }
    let by_script = |wish: W<'_>| {
        let root = R::Wish(Actor::Script, wish);
        page.text(root, |lang| root.say(lang));
    };
    let (a, b) = (NodeWord::Broker(2), NodeWord::Controller);
    samples! { by_script; W<'_>;
        W::Stop { .. } => STOPS.map(|how| W::Stop { broker: 1, how }),
        W::Restart { .. } => STOPS.map(|how| W::Restart { broker: 2, how }),
        W::Start { .. } => rounds(|i| W::Start { broker: broker(i) }),
        W::Produce { .. } => [1, 200].map(|count| W::Produce { name: "m2", count, acks: AcksWord::All }),
        W::Consume => [W::Consume],
        W::CutLink { .. } => [W::CutLink { a, b }],
        W::HealLink { .. } => [W::HealLink { a: b, b: a }],
        W::Slow { .. } => [0, 300].map(|extra| W::Slow { broker: 1, extra }),
        W::Set { .. } => [
            W::Set { name: "min.insync.replicas", value: "1" },
            W::Set { name: "unclean.leader.election.enable", value: "true" },
        ],
        W::Elect { .. } => [true, false].map(|unclean| W::Elect { unclean }),
        W::Reassign { .. } => SETS.map(|replicas| W::Reassign { replicas }),
        W::CancelReassignment => [W::CancelReassignment],
        W::EndTransaction { .. } => [true, false].map(|commit| W::EndTransaction { name: "t1", commit }),
        W::Grow { .. } => [W::Grow { count: 6 }],
        W::Flush { .. } => [W::Flush { broker: 1 }],
    }
}

fn titles(page: &mut Page) {
    let say = |title: T| page.text(title, |lang| title.say(lang));
    samples! { say; T;
        T::Event => [T::Event],
        T::HighWatermark { .. } => rounds(|i| T::HighWatermark { broker: broker(i), at: number(i + 1) }),
        T::LogEnd { .. } => [T::LogEnd { broker: 1, at: 4 }],
        T::Leads { .. } => rounds(|i| T::Leads { broker: broker(i), epoch: number(i + 1) }),
        T::Follows { .. } => [T::Follows { broker: 2, epoch: 5 }],
        T::Idle { .. } => [T::Idle { broker: 2 }],
        T::InIsr { .. } => [T::InIsr { broker: 3 }],
        T::InElr { .. } => [T::InElr { broker: 1 }],
        T::Outside { .. } => [T::Outside { broker: 2 }],
    }
}

fn states(page: &mut Page) {
    let say = |state: S<'_>| page.text(state, |lang| state.say(lang));
    samples! { say; S<'_>;
        S::HeldBy { .. } => SETS.map(|holders| S::HeldBy { ends: &ENDS, at: 4, log_end: 5, holders }),
        S::AllCommitted { .. } => [S::AllCommitted { ends: &ENDS, at: 4 }],
        S::BehindLeader { .. } => [S::BehindLeader { at: 3, leader: 1, leaders: 4 }],
        S::LikeLeader { .. } => [S::LikeLeader { at: 3, leader: 1 }],
        S::Still { .. } => rounds(|i| S::Still { at: number(i) }),
        S::Down { .. } => [S::Down { at: 1 }],
        S::LogAsBegun { .. } => [0, 100].map(|at| S::LogAsBegun { at }),
        S::RoleAsBegun { .. } => [Some(1), Some(2), None]
            .map(|leader| S::RoleAsBegun { replicas: &[1, 0], leader }),
        S::IsrAsBegun { .. } => [S::IsrAsBegun { isr: SETS[0] }],
        S::OutsideAsBegun { .. } => [S::OutsideAsBegun { isr: SETS[1] }],
    }
}

fn details(page: &mut Page) {
    let say = |detail: D<'_>| page.text(detail, |lang| detail.say(lang));
    let alive: &[u8] = &[2];
    samples! { say; D<'_>;
        D::Candidates { .. } => [None, Some(SETS[1])]
            .map(|elr| D::Candidates { replicas: &[2, 1, 0], isr: SETS[0], elr, alive }),
        D::SessionOver { .. } => [D::SessionOver { setting: "broker.session.timeout.ms", millis: 9_000 }],
        D::WaitedFor { .. } => rounds(|i| D::WaitedFor { required: number(i + 1), at: number(i) }),
        D::HwFromCheckpoint { .. } => rounds(|i| D::HwFromCheckpoint { hw: number(i), checkpoint: number(i + 1) }),
        D::ElrEmptied { .. } => SETS.map(|elr| D::ElrEmptied { isr: 2, min_isr: 2, elr }),
        D::ElrLeft { .. } => SETS.map(|brokers| D::ElrLeft { brokers }),
        D::ReadsUpTo { .. } => [D::ReadsUpTo { lso: 3, hw: 5 }],
    }
}
