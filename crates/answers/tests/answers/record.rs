//! What became of records: the same as the engine has it, for every batch of every scenario.

use crate::runs;
use expect_test::expect_file;
use highwater_answers::{Answer, Block, Moment, Piece, Question, Row, plain, record, session};
use highwater_engine::verdict::{LostBy, Verdict};
use highwater_engine::{Cluster, PartitionId};
use highwater_phrase::Lang;
use highwater_protocol::{BrokerId, Generation, Offset, RecordId};
use highwater_scenario::Timeline;

fn copies(answer: &Answer) -> &[Row] {
    let rows = answer.blocks.iter().find_map(|block| match block {
        Block::Table { rows, .. } => Some(rows.as_slice()),
        _ => None,
    });
    rows.expect("there is a table of copies")
}

/// The marks of the picture that a row names.
fn marks(row: &Row) -> Vec<String> {
    let pieces = row.cells.iter().flat_map(|cell| &cell.0);
    let marks = pieces.filter_map(|piece| match piece {
        Piece::Marked(_, mark) => Some(mark.text()),
        _ => None,
    });
    marks.collect()
}

/// What stands at `rec-PARTITION-OFFSET-BROKER`.
fn at_mark(state: &Cluster, mark: &str) -> RecordId {
    let numbers: Vec<u32> = mark
        .trim_start_matches("rec-")
        .split('-')
        .map(|part| part.parse().expect("a number"))
        .collect();
    let (partition, broker) = (PartitionId(numbers[0] as u16), BrokerId(numbers[2] as u8));
    let log = &state.replica(broker, partition).expect("the copy exists").log;
    log.entry(Offset(numbers[1])).expect("the record is there").record
}

fn check(slug: &str, timeline: &Timeline, position: usize) {
    let moment = Moment { timeline, position, lang: Lang::En };
    let state = moment.cluster();
    for (id, batch) in state.ledger().batches() {
        let what = format!("{slug}, {} at {position}", batch.name);
        let answer = record::record(moment, &batch.name).expect("it exists");
        let mut named = Vec::new();
        for row in copies(&answer) {
            assert!(row.cells.iter().all(|cell| !cell.is_empty()), "{what}");
            let records = marks(row).into_iter().filter(|mark| mark.starts_with("rec-"));
            for mark in records {
                let (found, _) = state.ledger().batch_of(at_mark(&state, &mark)).expect("a batch");
                assert_eq!(found, id, "{what}: {mark}");
                named.push(mark.rsplit('-').next().expect("a broker").to_owned());
            }
        }
        named.dedup();
        let records = batch.first.0..batch.first.0 + batch.count;
        let holds = |broker: &&highwater_engine::broker::Broker| {
            let log = broker.replica(batch.partition).map(|replica| replica.log.entries());
            log.is_some_and(|log| log.iter().any(|entry| records.contains(&entry.record.0)))
        };
        let holders = state.brokers().iter().filter(holds).map(|broker| broker.id.0.to_string());
        assert_eq!(named, holders.collect::<Vec<_>>(), "{what}: who holds it");
        check_loser(&what, &state, id, &answer);
    }
}

/// The row that stands out is the one of the broker that the verdict names.
fn check_loser(
    what: &str,
    state: &Cluster,
    id: highwater_engine::ledger::BatchId,
    answer: &Answer,
) {
    let loser = state.verdicts().iter().find_map(|(_, verdict)| match verdict {
        Verdict::AckedRecordLost(loss) if loss.batch == id => match loss.by {
            LostBy::Removal(broker, _) | LostBy::NeverHad(broker) => Some(broker),
        },
        _ => None,
    });
    let told = copies(answer).iter().find(|row| row.stands_out).map(|row| marks(row)[0].clone());
    assert_eq!(told, loser.map(|id| format!("broker-{}", id.0)), "{what}: who lost it");
}

#[test]
fn every_batch_has_a_ledger_that_the_logs_bear_out() {
    for generation in Generation::ALL {
        for (slug, timeline) in runs::all(generation) {
            check(&slug, &timeline, timeline.len() / 2);
            check(&slug, &timeline, timeline.len());
        }
    }
}

#[test]
fn a_mark_names_the_record_that_stands_there_or_stood_there() {
    let timeline = runs::of("uncommitted-tail", Generation::Kip320);
    let title = |position, name: &str| {
        let moment = Moment { timeline: &timeline, position, lang: Lang::En };
        record::record(moment, name).map(|answer| answer.title)
    };
    let end = timeline.len();
    assert_eq!(title(end, "rec-0-3-1").as_deref(), Some("Record of m3"));
    // What is there now comes before what was cut there.
    assert_eq!(title(end, "rec-0-100-0").as_deref(), Some("Record of z"));
    assert_eq!(title(end, "rec-0-101-0").as_deref(), Some("Record of xall"));
    let crashed = timeline.position_at(9_000);
    assert_eq!(title(crashed, "rec-0-100-0").as_deref(), Some("Record of x1"));
    for name in
        ["", "nobody", "m100", "m-1", "rec-0-101-1", "rec-7-0-0", "rec-0-0-300", "rec-0", "rec-"]
    {
        assert_eq!(title(end, name), None, "{name}");
    }
}

#[test]
fn every_choice_and_question_in_a_ledger_has_an_answer() {
    let timeline = runs::of("unclean-election", Generation::Elr);
    let moment = Moment { timeline: &timeline, position: timeline.len(), lang: Lang::Ko };
    let asked = |text: &str| {
        let question = Question::read(text).unwrap_or_else(|error| panic!("{error}"));
        session::answer(moment, &question).unwrap_or_else(|| panic!("{text} has no answer"))
    };
    for (words, question) in asked("record m2").blocks.iter().flat_map(|block| match block {
        Block::Choices(choices) => choices.clone(),
        Block::Terms(terms) => terms.iter().flat_map(|(_, line)| questions(line)).collect(),
        Block::Table { rows, .. } => {
            rows.iter().flat_map(|row| &row.cells).flat_map(questions).collect()
        }
        _ => Vec::new(),
    }) {
        let answer = asked(&question);
        assert!(!words.is_empty() && !answer.blocks.is_empty(), "{question}");
    }
}

fn questions(line: &highwater_answers::Line) -> Vec<(String, String)> {
    let asked = line.0.iter().filter_map(|piece| match piece {
        Piece::Ask(words, question) => Some((words.clone(), question.clone())),
        _ => None,
    });
    asked.collect()
}

#[test]
fn ledgers_are_as_they_were_read() {
    let asked = [
        ("kip101-loss", Generation::Hw, "record m2"),
        ("last-replica-standing", Generation::Strict, "record m"),
        ("last-replica-standing", Generation::Elr, "record m"),
        ("read-bounds", Generation::Elr, "record t"),
        ("read-bounds", Generation::Elr, "record t1-abort"),
        ("uncommitted-tail", Generation::Kip320, "record x1"),
        ("uncommitted-tail", Generation::Kip320, "record xall"),
        ("hw-round-trip", Generation::Kip320, "record p57"),
        ("unclean-election", Generation::Strict, "records"),
        ("placement-3x3", Generation::Kip320, "records"),
    ];
    let mut text = String::new();
    for (slug, generation, question) in asked {
        let timeline = runs::of(slug, generation);
        text.push_str(&format!("== {slug}, {generation}: {question}\n\n"));
        for lang in Lang::ALL {
            let moment = Moment { timeline: &timeline, position: timeline.len(), lang };
            let question = Question::read(question).expect("it is one");
            let answer = session::answer(moment, &question).expect("it is there");
            text.push_str(&plain::write(&answer));
            text.push('\n');
        }
    }
    expect_file!["record.txt"].assert_eq(&text);
}
