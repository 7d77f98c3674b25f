//! What a broker is and knows.

use highwater_phrase::inspect::{
    self, CopyWord as C, FetchWord as F, StandWord as S, WaitWord as W,
};

use crate::page::{Page, broker, number, rounds};

pub(crate) fn put(page: &mut Page) {
    page.heading("inspector");
    stands(page);
    samples! { |word: F| page.text(word, |lang| word.say(lang)); F;
        F::Fetching { .. } => rounds(|i| F::Fetching { leader: broker(i), offset: number(i + 1) }),
        F::Asking { .. } => rounds(|i| F::Asking { leader: broker(i), epoch: number(i + 1) }),
        F::Failed => [F::Failed],
        F::NoLeader => [F::NoLeader],
    }
    samples! { |word: W<'_>| page.text(word, |lang| word.say(lang)); W<'_>;
        W::Write { .. } => rounds(|i| W::Write { name: ["m2", "글", "orders"][i], count: number(i), hw: number(i + 1) }),
        W::Reader { .. } => rounds(|i| W::Reader { offset: number(i) }),
        W::Isr { .. } => [&[1][..], &[1, 2], &[1, 2, 3]].map(|isr| W::Isr { isr }),
    }
    for i in 0..3 {
        let (some, all) = (number(i), number(i + 1));
        page.text(("copies", broker(i), all, some), |lang| {
            inspect::copies(lang, broker(i), all, some)
        });
        page.text(("no_copy", broker(i)), |lang| inspect::no_copy(lang, broker(i)));
        page.text(("cluster", some, all), |lang| inspect::cluster(lang, (some, all), (some, all)));
    }
    page.text("ago", |lang| inspect::ago(lang, "80 ms"));
    page.text("pauses", |lang| inspect::pauses(lang, "80 ms"));
    page.text("cache", |lang| inspect::cache(lang).to_owned());
    page.text("no_cache", |lang| inspect::no_cache(lang).to_owned());
}

fn stands(page: &mut Page) {
    let say = |i: usize, word: S| {
        let (leo, hw) = (number(i + 1), number(i + 2));
        move |lang| word.say(lang, C { broker: broker(i), partition: "orders-0", leo, hw })
    };
    let mut i = 0;
    let said = |word: S| {
        page.text(word, say(i, word));
        i += 1;
    };
    samples! { said; S;
        S::Leads { .. } => rounds(|i| S::Leads { epoch: number(i) }),
        S::Believes { .. } => [None, Some(1), Some(2), Some(3)].map(|leader| S::Believes { epoch: 5, leader }),
        S::Chosen { .. } => rounds(|i| S::Chosen { epoch: number(i) }),
        S::Follows { .. } => rounds(|i| S::Follows { leader: broker(i + 1) }),
        S::Idle => rounds(|_| S::Idle),
        S::Starting => rounds(|_| S::Starting),
        S::Off => rounds(|_| S::Off),
    }
}
