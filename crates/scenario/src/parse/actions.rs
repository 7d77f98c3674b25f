//! The statements of a script: commands, waiting, narration, expectations.

use highwater_engine::command::{Command, Election, Node, Produce, Stop};
use highwater_engine::config::PartitionId;
use highwater_engine::consumer::{LogEdge, StartAt};
use highwater_engine::idempotence::Idempotence;
use highwater_engine::transactions::TransactionEnd;
use highwater_protocol::Offset;
use highwater_protocol::produce::Acks;
use highwater_protocol::read::Isolation;

use super::conditions::{condition, partition_equals};
use super::cursor::{Cursor, Parsed, words};
use super::finish::{partition_before, record_name};
use super::names::{Known, Names};
use super::setup::{Language, MOST_PARTITIONS, UNCLEAN, in_a_language};
use crate::error::{Accepted, Kind, Problem};
use crate::generations::Generations;
use crate::prediction::Subject;
use crate::script::{Action, Text};

/// The most times that a producer tries again.
const MOST_RETRIES: u32 = 1_000;
/// The largest offset to consume from.
const MOST_OFFSET: u32 = 1_000_000;

/// A statement of the script.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScriptHead {
    Produce,
    Consume,
    Stop,
    Start,
    Restart,
    Cut,
    Heal,
    Slow,
    Flush,
    Idempotence,
    Elect,
    Reassign,
    Cancel,
    Grow,
    Commit,
    Abort,
    Set,
    Wait,
    Until,
    Say,
    Expect,
    Predict,
    Reveal,
}

pub(crate) const SCRIPT_HEADS: &[(&str, ScriptHead)] = &[
    ("produce", ScriptHead::Produce),
    ("consume", ScriptHead::Consume),
    ("stop", ScriptHead::Stop),
    ("start", ScriptHead::Start),
    ("restart", ScriptHead::Restart),
    ("cut", ScriptHead::Cut),
    ("heal", ScriptHead::Heal),
    ("slow", ScriptHead::Slow),
    ("flush", ScriptHead::Flush),
    ("idempotence", ScriptHead::Idempotence),
    ("elect", ScriptHead::Elect),
    ("reassign", ScriptHead::Reassign),
    ("cancel", ScriptHead::Cancel),
    ("grow", ScriptHead::Grow),
    ("commit", ScriptHead::Commit),
    ("abort", ScriptHead::Abort),
    ("set", ScriptHead::Set),
    ("wait", ScriptHead::Wait),
    ("until", ScriptHead::Until),
    ("say", ScriptHead::Say),
    ("expect", ScriptHead::Expect),
    ("predict", ScriptHead::Predict),
    ("reveal", ScriptHead::Reveal),
];

const STOPS: &[(&str, Stop)] =
    &[("clean", Stop::Clean), ("crash", Stop::Crash), ("power-cut", Stop::PowerCut)];

pub(crate) const ACKS: &[(&str, Acks)] =
    &[("all", Acks::All), ("1", Acks::Leader), ("0", Acks::None)];

/// What a line of the script says.
pub(crate) enum Line {
    Action(Action, Generations),
    /// A text in one language; its twin may follow.
    Say(Language, Text, Generations),
}

/// Reads the rest of a line that begins with `head`.
pub(crate) fn read(head: ScriptHead, mut cursor: Cursor<'_>, names: &mut Names) -> Parsed<Line> {
    let cursor = &mut cursor;
    let mut options: &[Accepted] = &[];
    let action = match head {
        ScriptHead::Produce => return produce(cursor, names),
        ScriptHead::Say => {
            let (language, words) = in_a_language(cursor)?;
            let mut text = Text::default();
            text.put(language, words);
            let generations = cursor.generations_and_end(&[])?;
            return Ok(Line::Say(language, text, generations));
        }
        ScriptHead::Wait => Action::Wait(cursor.duration()?),
        ScriptHead::Until => Action::Until(condition(cursor, names)?),
        ScriptHead::Expect => Action::Expect(condition(cursor, names)?),
        ScriptHead::Predict => Action::Predict(subject(cursor, names)?),
        ScriptHead::Reveal => Action::Reveal,
        ScriptHead::Consume => {
            let partition = partition_before(cursor, names, &["from", "isolation", "in"])?;
            options = match cursor.peek_word().map(|spot| spot.text) {
                Some("from") => &[Accepted::Word("isolation")],
                Some("isolation") => &[],
                _ => &[Accepted::Word("from"), Accepted::Word("isolation")],
            };
            let (from, isolation) = (start_at(cursor)?, isolation(cursor)?);
            Action::Command(Command::Consume(partition, from, isolation))
        }
        ScriptHead::Set => set(cursor, names)?,
        ScriptHead::Commit => end(cursor, names, TransactionEnd::Commit)?,
        ScriptHead::Abort => end(cursor, names, TransactionEnd::Abort)?,
        _ => Action::Command(fault(head, cursor, names)?),
    };
    let generations = cursor.generations_and_end(options)?;
    Ok(Line::Action(action, generations))
}

/// What `predict` can ask for.
#[derive(Clone, Copy)]
enum Asked {
    Leader,
    HighWatermark,
    Lost,
}

const ASKED: &[(&str, Asked)] =
    &[("leader", Asked::Leader), ("hw", Asked::HighWatermark), ("lost", Asked::Lost)];

/// `leader [PARTITION]`, `hw BROKER [PARTITION]` or `lost RECORD`
fn subject(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<Subject> {
    Ok(match cursor.choice(ASKED)? {
        Asked::Leader => Subject::Leader(partition_before(cursor, names, &["in"])?),
        Asked::HighWatermark => {
            let broker = names.broker(cursor)?;
            Subject::HighWatermark(broker, partition_before(cursor, names, &["in"])?)
        }
        Asked::Lost => Subject::Lost(names.record(cursor)?),
    })
}

/// `[from 5|earliest|latest]`
fn start_at(cursor: &mut Cursor<'_>) -> Parsed<StartAt> {
    if !cursor.takes_word("from") {
        return Ok(StartAt::Offset(Offset::ZERO));
    }
    if let Ok(edge) = cursor.choice(EDGES) {
        return Ok(StartAt::Edge(edge));
    }
    let offset = cursor.number(0, MOST_OFFSET).map_err(|mistake| {
        let mut accepted = mistake.accepted.clone();
        accepted.extend(words(EDGES));
        mistake.accepting(accepted)
    })?;
    Ok(StartAt::Offset(Offset(offset)))
}

const EDGES: &[(&str, LogEdge)] = &[("earliest", LogEdge::Earliest), ("latest", LogEdge::Latest)];

/// `[isolation=read_committed]`
fn isolation(cursor: &mut Cursor<'_>) -> Parsed<Isolation> {
    if !cursor.takes_word("isolation") {
        return Ok(Isolation::ReadUncommitted);
    }
    cursor.equals()?;
    cursor.choice(&[
        ("read_committed", Isolation::ReadCommitted),
        ("read_uncommitted", Isolation::ReadUncommitted),
    ])
}

/// Everything that is done to a broker or a link.
fn fault(head: ScriptHead, cursor: &mut Cursor<'_>, names: &Names) -> Parsed<Command> {
    Ok(match head {
        ScriptHead::Cut => {
            let (a, b) = link(cursor, names)?;
            Command::CutLink(a, b)
        }
        ScriptHead::Heal => {
            let (a, b) = link(cursor, names)?;
            Command::HealLink(a, b)
        }
        ScriptHead::Elect => {
            let kind = cursor
                .choice(&[("preferred", Election::Preferred), ("unclean", Election::Unclean)])?;
            Command::Elect(partition_before(cursor, names, &["in"])?, kind)
        }
        ScriptHead::Reassign => {
            let partition = partition_equals(cursor, names)?;
            Command::Reassign(partition, names.brokers(cursor)?)
        }
        ScriptHead::Cancel => {
            cursor.choice(&[("reassignment", ())])?;
            Command::CancelReassignment(partition_before(cursor, names, &["in"])?)
        }
        ScriptHead::Grow => {
            let (topic, count) = grow(cursor, names)?;
            Command::Grow(topic, count)
        }
        ScriptHead::Stop => {
            let broker = names.broker(cursor)?;
            Command::Stop(broker, cursor.choice(STOPS)?)
        }
        ScriptHead::Restart => {
            let broker = names.broker(cursor)?;
            Command::Restart(broker, cursor.choice(STOPS)?)
        }
        ScriptHead::Slow => {
            let broker = names.broker(cursor)?;
            Command::Slow(broker, cursor.duration()?)
        }
        ScriptHead::Flush => Command::Flush(names.broker(cursor)?),
        ScriptHead::Idempotence => Command::SetIdempotence(
            cursor.choice(&[("on", Idempotence::On), ("off", Idempotence::Off)])?,
        ),
        _ => Command::Start(names.broker(cursor)?),
    })
}

/// `grow orders to=4`
fn grow(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<(PartitionId, u32)> {
    let topic = names.topic(cursor)?;
    cursor.choice(&[("to", ())])?;
    cursor.equals()?;
    Ok((topic, cursor.number(1, MOST_PARTITIONS)?))
}

/// Makes room for the partitions that a `grow` asks for: they are numbered before anything happens.
pub(crate) fn make_room(mut cursor: Cursor<'_>, names: &mut Names) {
    // What is wrong with the line is said when its turn comes.
    let Ok((id, count)) = grow(&mut cursor, names) else { return };
    names.make_room(id, count as usize);
}

/// `commit t1`, `abort t1`
fn end(cursor: &mut Cursor<'_>, names: &mut Names, end: TransactionEnd) -> Parsed<Action> {
    let name = names.ended_transaction(cursor, end.name())?;
    Ok(Action::Command(Command::EndTransaction(name, end)))
}

const PRODUCE_OPTIONS: &[Accepted] = &[
    Accepted::Kind(Kind::Count),
    Accepted::Word("to"),
    Accepted::Word("acks"),
    Accepted::Word("retries"),
    Accepted::Word("at"),
    Accepted::Word("tx"),
];

/// `produce m2 [x100] [to orders-0] [acks=all|1|0] [retries=N] [at 1] [tx=t1]`, options in any order.
fn produce(cursor: &mut Cursor<'_>, names: &mut Names) -> Parsed<Line> {
    let known = names.batches_known;
    // Until the line is read to its end, uses of its name are let through.
    names.batches_known = Known::InPart;
    let spot = record_name(cursor)?;
    let (mut count, mut partition, mut acks, mut retries) = (None, None, None, None);
    let (mut at, mut transaction) = (None, None);
    while let Some(option) = cursor.peek_word() {
        match option.text {
            "to" if partition.is_none() => {
                cursor.takes_word("to");
                let target = cursor.word(Kind::Partition)?;
                partition = Some(names.partition_called(cursor, target)?);
            }
            "acks" if acks.is_none() => {
                cursor.takes_word("acks");
                cursor.equals()?;
                acks = Some(cursor.choice(ACKS)?);
            }
            "retries" if retries.is_none() => {
                cursor.takes_word("retries");
                cursor.equals()?;
                retries = Some(cursor.number(0, MOST_RETRIES)?);
            }
            "tx" if transaction.is_none() => {
                cursor.takes_word("tx");
                cursor.equals()?;
                transaction = Some(record_name(cursor)?);
            }
            "at" if at.is_none() => {
                cursor.takes_word("at");
                at = Some(names.broker(cursor)?);
            }
            text if count.is_none() && is_count(text) => count = Some(cursor.count()?),
            _ => break,
        }
    }
    let generations = cursor.generations_and_end(PRODUCE_OPTIONS)?;
    let partition = match partition {
        Some(partition) => partition,
        None => names.only_partition(cursor)?,
    };
    if let Some(spot) = transaction.filter(|_| acks.is_some_and(|acks| acks != Acks::All)) {
        return Err(cursor.fail_at(spot, Problem::TransactionNeedsAcksAll));
    }
    let count = count.unwrap_or(1);
    let name = names.add_batch(cursor, spot, count)?;
    names.batches_known = known;
    let produce = Produce {
        name,
        count,
        partition,
        acks: acks.unwrap_or(Acks::All),
        retries: retries.unwrap_or(0),
        at,
        transaction: transaction.map(|spot| names.begun_transaction(spot)),
    };
    Ok(Line::Action(Action::Command(Command::Produce(produce)), generations))
}

fn is_count(text: &str) -> bool {
    text.strip_prefix('x').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// `0 1` or `1 controller`
fn link(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<(Node, Node)> {
    let a = node(cursor, names)?;
    let here = cursor.fail(Problem::NoSuchLink);
    let b = node(cursor, names)?;
    let broker = |node: Node| matches!(node, Node::Broker(_));
    if a == b || !(broker(a) || broker(b)) {
        return Err(here);
    }
    Ok((a, b))
}

fn node(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<Node> {
    const NODES: &[(&str, Node)] = &[
        ("controller", Node::Controller),
        ("producer", Node::Producer),
        ("consumer", Node::Consumer),
    ];
    if let Ok(node) = cursor.choice(NODES) {
        return Ok(node);
    }
    let before = cursor.fail(Problem::UnknownBroker);
    names.broker(cursor).map(Node::Broker).map_err(|_| {
        let mut accepted = names.broker_names();
        accepted.extend(NODES.iter().map(|(word, _)| Accepted::Word(word)));
        before.accepting(accepted)
    })
}

/// `set orders min.insync.replicas=1`
fn set(cursor: &mut Cursor<'_>, names: &Names) -> Parsed<Action> {
    #[derive(Clone, Copy)]
    enum Setting {
        MinInsyncReplicas,
        Unclean,
    }
    let topic = names.topic(cursor)?;
    let setting = cursor.choice(&[
        ("min.insync.replicas", Setting::MinInsyncReplicas),
        ("unclean.leader.election.enable", Setting::Unclean),
    ])?;
    cursor.equals()?;
    Ok(Action::Command(match setting {
        Setting::MinInsyncReplicas => {
            let most = super::setup::MOST_BROKERS;
            Command::SetMinInsyncReplicas(topic, cursor.number(1, most)? as u8)
        }
        Setting::Unclean => Command::SetUncleanElection(topic, cursor.choice(UNCLEAN)?),
    }))
}
