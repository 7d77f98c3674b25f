//! Messages under way, in a reader's words.

use std::rc::Rc;

use highwater_engine::Cluster;
use highwater_engine::command::Node;
use highwater_engine::consumer::{Asks, ConsumerRequest, Told};
use highwater_engine::image::MetadataImage;
use highwater_engine::network::{InFlight, IsrAnswer, Message, MessageId};
use highwater_phrase::caption::MessageWord;
use highwater_protocol::fetch::FetchReply;

use crate::model::{MessageShape, MessageView};
use crate::words;

pub(super) fn all(cluster: &Cluster) -> Vec<Rc<MessageView>> {
    cluster.in_flight().map(|(id, message)| Rc::new(view(cluster, id, message))).collect()
}

fn view(cluster: &Cluster, id: MessageId, message: &InFlight) -> MessageView {
    let Said { shape, word, epoch } = said(cluster, (message.from, message.to), &message.message);
    MessageView {
        id: id.0,
        from: words::node(message.from),
        to: words::node(message.to),
        sent: message.sent,
        due: message.due,
        shape,
        word,
        epoch,
    }
}

struct Said {
    shape: MessageShape,
    word: MessageWord,
    epoch: Option<u32>,
}

impl Said {
    fn request(word: MessageWord) -> Said {
        Said { shape: MessageShape::Request, word, epoch: None }
    }

    fn answer(word: MessageWord) -> Said {
        Said { shape: MessageShape::Answer, word, epoch: None }
    }

    fn refusal(name: &'static str) -> Said {
        Said { shape: MessageShape::Refusal, word: MessageWord::Error { name }, epoch: None }
    }
}

fn said(cluster: &Cluster, (from, to): (Node, Node), message: &Message) -> Said {
    match message {
        Message::Fetch(requests) => Said::request(match &requests[..] {
            [(_, only)] => MessageWord::Fetch { offset: only.offset.0 },
            many => MessageWord::FetchMany { partitions: many.len() as u32 },
        }),
        Message::FetchAnswer(answers) => match &answers[..] {
            [(_, _, only)] => fetch_reply(only),
            many => Said::answer(MessageWord::RecordsMany {
                partitions: many.len() as u32,
                count: many.iter().map(|(_, _, reply)| record_count(reply)).sum(),
            }),
        },
        Message::EpochEnds(questions) => Said::request(MessageWord::EpochEnd {
            epoch: questions.first().map_or(0, |question| question.asked.0),
        }),
        Message::EpochEndsAnswer(answers) => match answers.first() {
            Some((_, Err(error))) => Said::refusal(error.name()),
            Some((_, Ok(answer))) => Said::answer(MessageWord::EpochEndAnswer {
                answer: answer.map(|at| (at.epoch.0, at.end.0)),
            }),
            None => Said::answer(MessageWord::EpochEndAnswer { answer: None }),
        },
        Message::LogBounds(_) => Said::request(MessageWord::LogBounds),
        Message::LogBoundsAnswer(_, Ok((start, end))) => {
            Said::answer(MessageWord::LogBoundsAnswer { bounds: Some((start.0, end.0)) })
        }
        Message::LogBoundsAnswer(_, Err(error)) => Said::refusal(error.name()),
        Message::Produce { .. } | Message::ProduceAnswer { .. } => produce(cluster, message),
        Message::ConsumerAsks(request) | Message::ConsumerAnswer(request, _) => {
            consumer(request, message)
        }
        _ => control(cluster, (from, to), message),
    }
}

fn consumer(request: &ConsumerRequest, message: &Message) -> Said {
    match (request.asks, message) {
        (_, Message::ConsumerAnswer(_, Err(error))) => Said::refusal(error.name()),
        (Asks::Records(from), Message::ConsumerAnswer(_, Ok(Told::Records(entries, _)))) => Said {
            epoch: entries.last().map(|entry| entry.epoch.0),
            ..Said::answer(MessageWord::ReadAnswer {
                from: from.0,
                to: from.0 + entries.len() as u32,
            })
        },
        (_, Message::ConsumerAnswer(_, Ok(Told::Offset(offset)))) => {
            Said::answer(MessageWord::LogEdge { name: "=", offset: Some(offset.0) })
        }
        (Asks::Where(edge), _) => {
            Said::request(MessageWord::LogEdge { name: edge.name(), offset: None })
        }
        (Asks::Records(from), _) => Said::request(MessageWord::Read { offset: from.0 }),
    }
}

fn fetch_reply(reply: &FetchReply) -> Said {
    match reply {
        FetchReply::Error(error) => Said::refusal(error.name()),
        FetchReply::Diverging { at } => {
            Said::answer(MessageWord::Diverging { epoch: at.epoch.0, end: at.end.0 })
        }
        FetchReply::Records { entries, high_watermark, .. } => Said {
            epoch: entries.last().map(|entry| entry.epoch.0),
            ..Said::answer(MessageWord::Records {
                count: entries.len() as u32,
                hw: high_watermark.0,
            })
        },
    }
}

fn record_count(reply: &FetchReply) -> u32 {
    match reply {
        FetchReply::Records { entries, .. } => entries.len() as u32,
        _ => 0,
    }
}

fn produce(cluster: &Cluster, message: &Message) -> Said {
    match message {
        Message::Produce { batch, .. } => {
            let batch = cluster.ledger().batch(*batch);
            Said::request(MessageWord::Produce { name: batch.name.to_string(), count: batch.count })
        }
        Message::ProduceAnswer { result: Err(error), .. } => Said::refusal(error.name()),
        Message::ProduceAnswer { batch, .. } => {
            let name = cluster.ledger().batch(*batch).name.to_string();
            Said::answer(MessageWord::Ack { name })
        }
        _ => Said::request(MessageWord::Metadata),
    }
}

fn control(cluster: &Cluster, (from, to): (Node, Node), message: &Message) -> Said {
    match message {
        Message::AlterPartition(requests) => Said::request(match &requests[..] {
            [only] => MessageWord::AlterIsr { isr: only.isr.iter().map(|(id, _)| id.0).collect() },
            many => MessageWord::IsrMany { partitions: many.len() as u32 },
        }),
        Message::AlterPartitionAnswer(answers) => match &answers[..] {
            [IsrAnswer { result: Ok(state), .. }] => Said::answer(MessageWord::IsrAnswer {
                isr: state.isr.iter().map(|id| id.0).collect(),
            }),
            [IsrAnswer { result: Err(error), .. }] => Said::refusal(error.name()),
            many => Said::answer(MessageWord::IsrMany { partitions: many.len() as u32 }),
        },
        Message::Register(_) => Said::request(MessageWord::Register),
        Message::RegisterAnswer(Ok(_)) => Said::answer(MessageWord::Registered),
        Message::RegisterAnswer(Err(error)) => Said::refusal(error.name()),
        Message::Ready => Said::request(MessageWord::Ready),
        Message::WantShutdown => Said::request(MessageWord::WantShutdown),
        Message::MayShutdown => Said::answer(MessageWord::MayShutdown),
        Message::Metadata(image) if from == Node::Controller => {
            Said { shape: MessageShape::Metadata, word: novelty(cluster, to, image), epoch: None }
        }
        _ => Said::request(MessageWord::Metadata),
    }
}

/// What is new in metadata for whom it goes to, if one thing is.
fn novelty(cluster: &Cluster, to: Node, image: &MetadataImage) -> MessageWord {
    let known = match to {
        Node::Broker(id) => cluster.broker(id).map(|home| &home.image.partitions[..]),
        _ => None,
    };
    let known = known.unwrap_or_default();
    let mut changed = image
        .partitions
        .iter()
        .zip(known)
        .filter(|(new, old)| (new.leader_epoch, &new.isr) != (old.leader_epoch, &old.isr));
    match (changed.next(), changed.next()) {
        (Some((new, old)), None) if new.leader_epoch != old.leader_epoch => {
            MessageWord::NewEpoch { epoch: new.leader_epoch.0 }
        }
        (Some((new, _)), None) => {
            MessageWord::IsrAnswer { isr: new.isr.iter().map(|id| id.0).collect() }
        }
        _ => MessageWord::Metadata,
    }
}
