//! `highwater run`: plays a scenario and tells what happened.

use std::fmt::Write;

use highwater_engine::Cluster;
use highwater_phrase::{Lang, caption};
use highwater_scenario::{Held, Timeline};

use crate::args::{Form, RunWish};
use crate::check::failures;
use crate::outcome::{Exit, Outcome};
use crate::{report, source, trace};

pub(crate) fn run(wish: &RunWish) -> Outcome {
    let played =
        source::load(&wish.source).and_then(|scenario| source::play(&scenario, wish.generation));
    let timeline = match played {
        Ok(timeline) => timeline,
        Err(outcome) => return outcome,
    };
    let failed = failures(&timeline);
    let text = match wish.form {
        Form::Json => report::pretty(&report::of(&timeline)),
        Form::Text => told(&timeline, wish, &failed),
    };
    let exit = if failed.is_empty() { Exit::Fine } else { Exit::Failed };
    Outcome { text, errors: String::new(), exit }
}

fn told(timeline: &Timeline, wish: &RunWish, failed: &[(u32, String)]) -> String {
    let lang = wish.lang;
    let scenario = timeline.scenario();
    let cluster = timeline.last();
    let generation = cluster.generation();
    let mut text = format!(
        "{}: {}\n{} {generation} (Kafka {})\n\n{}\n",
        scenario.slug,
        trace::in_language(&scenario.title, lang),
        lang.pick("세대", "generation"),
        generation.releases(),
        trace::tell(timeline, wish.detail, lang),
    );
    // Writing to a string can't fail.
    for verdict in verdicts(timeline, lang) {
        let _ = writeln!(text, "{} {verdict}", lang.pick("판정:", "verdict:"));
    }
    for (line, failure) in failed {
        let word = lang.pick("실패:", "failed:");
        let _ = writeln!(text, "{word} {}:{line}: {failure}", wish.source);
    }
    let _ = writeln!(text, "{}", counts(timeline, lang));
    let _ = writeln!(text, "{}", ending(cluster, lang));
    text
}

/// The verdicts that break a promise, as sentences.
fn verdicts(timeline: &Timeline, lang: Lang) -> Vec<String> {
    let broken = timeline.last().verdicts().iter();
    let broken = broken.filter(|(_, verdict)| verdict.breaks_a_promise());
    broken
        .filter_map(|(id, _)| {
            let event = timeline.event(*id)?;
            let state = timeline.state_at(timeline.position_of(*id)?);
            Some(trace::sentence(timeline, &state, event, lang))
        })
        .collect()
}

fn counts(timeline: &Timeline, lang: Lang) -> String {
    let count = |held| timeline.expectations().iter().filter(|e| e.held == held).count();
    let (yes, no) = (count(Held::Yes), count(Held::No));
    let (others, unreached) = (count(Held::NotForThisGeneration), count(Held::NotReached));
    match lang {
        Lang::Ko => format!(
            "기대: {yes}개 성립, {no}개 실패, {unreached}개 미도달, {others}개는 다른 세대용"
        ),
        Lang::En => format!(
            "expectations: {yes} held, {no} failed, {unreached} not reached, \
             {others} for other generations"
        ),
    }
}

fn ending(cluster: &Cluster, lang: Lang) -> String {
    let time = caption::time(lang, cluster.now());
    let digest = cluster.events_digest();
    match lang {
        Lang::Ko => format!("끝: {time}, 다이제스트 {digest:016x}"),
        Lang::En => format!("end: {time}, digest {digest:016x}"),
    }
}
