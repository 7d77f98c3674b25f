//! An exploration told to people.

use std::fmt::Write;

use highwater_explorer::kafka::{Assumption, Fault, Guard, Settings};
use highwater_explorer::search::{Budget, FaultLimits, Progress};
use highwater_explorer::session::{
    Answer, KafkaRequest, ReferenceRequest, Report, Request, StepLine, Violation,
};
use highwater_phrase::{Lang, grouped, schedule};
use highwater_protocol::control::UncleanElection;

/// The whole text.
pub(super) fn of(request: &Request, report: &Report, answer: &Answer, lang: Lang) -> String {
    let mut text = asked(request, lang);
    text.push('\n');
    // Writing to a string can't fail.
    match answer {
        Answer::Violated(found) => violated(request, found, lang, &mut text),
        Answer::Exhausted { assumptions } => exhausted(assumptions, lang, &mut text),
        Answer::LimitHit { limit } => {
            let name = limit.name();
            let _ = writeln!(
                text,
                "{}",
                match lang {
                    Lang::Ko => format!("한도 도달({name}): 여기까지는 없었고, 그 너머는 모릅니다"),
                    Lang::En => format!(
                        "limit hit ({name}): nothing until here, and nothing is certain beyond it"
                    ),
                }
            );
        }
    }
    let _ = writeln!(text, "\n{}", figures(&report.progress, lang));
    text
}

/// What was asked.
fn asked(request: &Request, lang: Lang) -> String {
    let budget = bounds(request, lang);
    match request {
        Request::Kafka(request) => {
            let word = request.question.name();
            let question = schedule::question(lang, word);
            format!(
                "{}: {question} ({word})\n{}: {}\n{}{}: {budget}\n",
                lang.pick("질문", "question"),
                lang.pick("설정", "settings"),
                settings(request),
                without(request.settings.without, lang),
                lang.pick("범위", "bounds"),
            )
        }
        Request::Reference(request) => format!(
            "{}: {}\n{}: {budget}\n",
            lang.pick("모델", "model"),
            reference(request),
            lang.pick("범위", "bounds"),
        ),
    }
}

/// The guard that is switched off, and where Kafka got it.
fn without(guard: Option<Guard>, lang: Lang) -> String {
    let Some(guard) = guard else {
        return String::new();
    };
    let name = guard.name();
    let origin = guard.origin().map(|origin| format!(", {origin}")).unwrap_or_default();
    let sentence = schedule::guard(lang, name);
    format!("{}: {sentence} ({name}{origin})\n", lang.pick("꺼 둔 규칙", "switched off"))
}

fn settings(request: &KafkaRequest) -> String {
    let settings = &request.settings;
    let mut text = format!(
        "generation={} rf={} min.insync.replicas={} acks={} unclean.leader.election.enable={} \
         records={} preloaded={}",
        settings.generation,
        settings.replication_factor,
        settings.min_insync_replicas,
        settings.acks.name(),
        settings.unclean == UncleanElection::Enabled,
        settings.records,
        settings.preloaded,
    );
    if settings.fetch_records != Settings::ALL_RECORDS {
        let _ = write!(text, " fetch.records={}", settings.fetch_records);
    }
    text
}

fn reference(request: &ReferenceRequest) -> String {
    let model = &request.model;
    let bounds = model.bounds;
    format!(
        "reference={} claim={} replicas={} log={} records={} epochs={}",
        model.variant.name(),
        model.claim.name(),
        bounds.replicas(),
        bounds.log(),
        bounds.records(),
        bounds.epochs()
    )
}

fn bounds(request: &Request, lang: Lang) -> String {
    let Budget { states, depth, bytes, faults } = request.budget();
    let mut parts = Vec::new();
    if let Request::Kafka(_) = request {
        parts.push(fault_limits(faults, lang));
    }
    parts.push(format!("{}{}", grouped(u64::from(*states)), lang.pick("개 상태", " states")));
    if *depth < u32::MAX - 1 {
        parts.push(format!("{}{}", grouped(u64::from(*depth)), lang.pick("단계", " steps")));
    }
    if *bytes < u64::MAX {
        parts.push(format!("{} MiB", grouped(bytes >> 20)));
    }
    parts.join(", ")
}

fn fault_limits(faults: &FaultLimits, lang: Lang) -> String {
    let total = count(u32::from(faults.total), "fault", lang, "장애 ", "개");
    let limited = Fault::KINDS.iter().filter(|(kind, _)| faults.of(*kind) < faults.total);
    let limited: Vec<String> =
        limited.map(|(kind, name)| format!("{name} {}", faults.of(*kind))).collect();
    if limited.is_empty() { total } else { format!("{total} ({})", limited.join(", ")) }
}

/// `3 faults`, `1 fault`, `장애 3개`.
fn count(number: u32, word: &str, lang: Lang, before: &str, after: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    match lang {
        Lang::Ko => format!("{before}{number}{after}"),
        Lang::En => format!("{number} {word}{plural}"),
    }
}

fn violated(request: &Request, found: &Violation, lang: Lang, text: &mut String) {
    let steps = count(found.steps.len() as u32, "step", lang, "", "단계");
    let faults = count(found.faults, "fault", lang, "장애 ", "개");
    let fewest = match request {
        Request::Kafka(_) => format!("{faults}, {steps}"),
        // Nothing in the abstract model counts as a fault.
        Request::Reference(_) => steps,
    };
    let _ = writeln!(text, "{}: {fewest}", lang.pick("가능함", "violated"));
    for (number, step) in (1..).zip(&found.steps) {
        let mark = if step.is_fault { lang.pick("장애", "fault") } else { "" };
        // Korean letters are as wide as two others.
        let width = if lang == Lang::Ko && step.is_fault { 3 } else { 5 };
        let _ = writeln!(text, "{number:>4}  {mark:<width$}  {}", sentence(request, step, lang));
    }
}

/// A step as a sentence; those of the abstract model have none and are shown as they are.
pub(super) fn sentence(request: &Request, step: &StepLine, lang: Lang) -> String {
    let (word, number) = step.text.split_once(' ').unwrap_or((&step.text, ""));
    match request {
        Request::Kafka(_) => schedule::step(lang, word, number.parse().ok()),
        Request::Reference(_) => step.text.clone(),
    }
}

fn exhausted(assumptions: &[Assumption], lang: Lang, text: &mut String) {
    let never = lang.pick(
        "다 보았음: 이 범위 안에서는 일어나지 않습니다",
        "exhausted: it never happens within these bounds",
    );
    let _ = writeln!(text, "{never}");
    if assumptions.is_empty() {
        return;
    }
    let _ = writeln!(text, "{}:", lang.pick("전제", "taken for granted"));
    for assumption in assumptions {
        let _ = writeln!(text, "  - {}", schedule::assumption(lang, assumption.name()));
    }
}

fn figures(progress: &Progress, lang: Lang) -> String {
    let (distinct, generated) =
        (grouped(u64::from(progress.distinct)), grouped(progress.generated));
    let depth = progress.depth;
    match lang {
        Lang::Ko => format!("서로 다른 상태 {distinct}개, 생성 {generated}개, 깊이 {depth}"),
        Lang::En => format!("{distinct} distinct states of {generated} generated, depth {depth}"),
    }
}

/// A line of progress. It is the same in every language: it is for whoever waits.
pub(super) fn progress(progress: &Progress) -> String {
    format!(
        "{} faults, depth {}: {} distinct states of {} generated, {} to expand, {} MiB",
        progress.faults,
        progress.depth,
        grouped(u64::from(progress.distinct)),
        grouped(progress.generated),
        grouped(u64::from(progress.frontier)),
        grouped(progress.bytes >> 20),
    )
}
