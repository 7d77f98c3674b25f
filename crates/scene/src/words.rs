//! The engine's values as the words that `highwater-phrase` speaks in.

use highwater_engine::command::{Node, Refusal, Stop};
use highwater_phrase::GenerationWord;
use highwater_phrase::news::{AcksWord, CutWord, NodeWord, StopWord};
use highwater_phrase::refusal::RefusalWord;
use highwater_protocol::Generation;
use highwater_protocol::follower::CutRule;
use highwater_protocol::produce::Acks;

/// A generation.
#[must_use]
pub fn generation(generation: Generation) -> GenerationWord {
    match generation {
        Generation::Hw => GenerationWord::Hw,
        Generation::Kip101 => GenerationWord::Kip101,
        Generation::Kip279 => GenerationWord::Kip279,
        Generation::Kip320 => GenerationWord::Kip320,
        Generation::Strict => GenerationWord::Strict,
        Generation::Elr => GenerationWord::Elr,
    }
}

/// What a producer waits for.
#[must_use]
pub fn acks(acks: Acks) -> AcksWord {
    match acks {
        Acks::None => AcksWord::None,
        Acks::Leader => AcksWord::Leader,
        Acks::All => AcksWord::All,
    }
}

/// An end of a link.
#[must_use]
pub fn node(node: Node) -> NodeWord {
    match node {
        Node::Broker(id) => NodeWord::Broker(id.0),
        Node::Controller => NodeWord::Controller,
        Node::Producer => NodeWord::Producer,
        Node::Consumer => NodeWord::Consumer,
    }
}

/// How a process ended.
#[must_use]
pub fn stop(stop: Stop) -> StopWord {
    match stop {
        Stop::Clean => StopWord::Clean,
        Stop::Crash => StopWord::Crash,
        Stop::PowerCut => StopWord::PowerCut,
    }
}

/// The rule of a cut.
#[must_use]
pub fn cut(rule: CutRule) -> CutWord {
    match rule {
        CutRule::OwnHighWatermark => CutWord::OwnHighWatermark,
        CutRule::HighWatermarkForLackOfEpoch => CutWord::NoEpoch,
        CutRule::EpochEndOffset => CutWord::EpochEnd,
        CutRule::EpochAndEndOffset => CutWord::EpochAndEnd,
        CutRule::DivergingEpoch => CutWord::Diverging,
        CutRule::OutOfRange => CutWord::OutOfRange,
    }
}

/// Why a command was not carried out.
#[must_use]
pub fn refusal(refusal: &Refusal) -> RefusalWord<'_> {
    match refusal {
        Refusal::NoSuchBroker(id) => RefusalWord::NoSuchBroker(id.0),
        Refusal::NoSuchPartition(_) => RefusalWord::NoSuchPartition,
        Refusal::NotRunning(id) => RefusalWord::NotRunning(id.0),
        Refusal::AlreadyRunning(id) => RefusalWord::AlreadyRunning(id.0),
        Refusal::AlreadyStopping(id) => RefusalWord::AlreadyStopping(id.0),
        Refusal::NameTaken(name) => RefusalWord::NameTaken(name),
        Refusal::BadCount(most) => RefusalWord::BadCount(*most),
        Refusal::NoSuchLink(a, b) => RefusalWord::NoSuchLink(node(*a), node(*b)),
        Refusal::LinkUnchanged(a, b) => RefusalWord::LinkUnchanged(node(*a), node(*b)),
        Refusal::NoTransactions => RefusalWord::NoTransactions,
        Refusal::TransactionNeedsAcksAll => RefusalWord::TransactionNeedsAcksAll,
        Refusal::NoOpenTransaction(name) => RefusalWord::NoOpenTransaction(name),
        Refusal::NotAllAcked(name) => RefusalWord::NotAllAcked(name),
        Refusal::NoRoom(most) => RefusalWord::NoRoom(*most),
        Refusal::BadMinInsyncReplicas => RefusalWord::BadMinIsr,
    }
}
