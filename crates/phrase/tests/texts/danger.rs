//! What one fault would cost.

use highwater_phrase::danger::{self, FaultWord as F};
use highwater_phrase::news::StopWord;

use crate::news::LINKS;
use crate::page::{Page, broker, number, rounds};

pub(crate) fn put(page: &mut Page) {
    page.heading("danger");
    samples! { |word: F<'_>| page.text(word, |lang| {
            let name = word.name(lang);
            format!("{name}\n     {}\n     {}", danger::loses(lang, &name, "m2"), danger::breaks(lang, &name))
        }); F<'_>;
        F::Stop(..) => [StopWord::Clean, StopWord::Crash, StopWord::PowerCut]
            .into_iter().flat_map(|how| rounds(move |i| F::Stop(broker(i), how))).collect::<Vec<_>>(),
        F::Cut(..) => LINKS.iter().zip(0..3).map(|((_, other), i)| F::Cut(broker(i), *other)).collect::<Vec<_>>(),
        F::Elect(_) => ["orders-0", "글-1"].map(F::Elect),
    }
    for i in 0..3 {
        let (some, all) = (number(i), number(i + 1));
        let records = |lang| danger::records(lang, ["m2", "글", "orders"][i], some);
        page.text(("anyway", some), |lang| danger::anyway(lang, &records(lang)));
        page.text(("count", some, all), |lang| danger::count(lang, some, all));
        page.text(("none", all), |lang| danger::none(lang, all));
        page.text(("windows", i), |lang| danger::windows(lang, i as u32));
        page.text(("windows_how", all), |lang| danger::windows_how(lang, all));
    }
    page.text("unsettled", |lang| {
        let name = F::Stop(1, StopWord::Clean).name(lang);
        danger::unsettled(lang, &name, 5_000)
    });
    page.text("windows_limit", |lang| danger::windows_limit(lang, "40 ms", 1_000_000));
    page.text("how", |lang| danger::how(lang).to_owned());
    page.text("no_more", |lang| danger::no_more(lang).to_owned());
    page.text("writes", |lang| {
        let offline = danger::offline(lang, "orders-0");
        let refused = danger::refused(lang, "orders-1, orders-2");
        format!("{}; {offline}; {}", danger::taken(lang), danger::stay(lang, &refused))
    });
}
