//! What a reader did, and what a script asks, as words of `highwater-phrase`.

use highwater_engine::command::Node;
use highwater_engine::idempotence::Idempotence;
use highwater_engine::{Command, Stop};
use highwater_phrase::caption::PredictWord;
use highwater_phrase::{Label, Lang, caption};
use highwater_protocol::BrokerId;
use highwater_protocol::control::UncleanElection;
use highwater_scenario::condition::Claim;
use highwater_scenario::{Prediction, Scenario, Subject};
use highwater_scene::words::node;

/// What a reader did, in a few words.
#[must_use]
pub fn command(command: &Command, lang: Lang) -> String {
    let broker = |id: &BrokerId, label: Label| {
        format!("{}: {}", caption::broker(lang, id.0), label.text(lang))
    };
    match command {
        Command::Produce(produce) => format!("{} {}", Label::Produce.text(lang), produce.name),
        Command::Consume(..) => Label::StartConsumer.text(lang).to_owned(),
        Command::Stop(id, Stop::Clean) => broker(id, Label::StopClean),
        Command::Stop(id, Stop::Crash) => broker(id, Label::StopCrash),
        Command::Stop(id, Stop::PowerCut) => broker(id, Label::StopPower),
        Command::Start(id) => broker(id, Label::Start),
        Command::Restart(id, _) => broker(id, Label::Restart),
        Command::CutLink(a, b) => link(*a, *b, false, lang),
        Command::HealLink(a, b) => link(*a, *b, true, lang),
        Command::Slow(id, 0) => broker(id, Label::MakeFast),
        Command::Slow(id, _) => broker(id, Label::MakeSlow),
        Command::Flush(id) => broker(id, Label::Flush),
        Command::SetIdempotence(value) => {
            format!("enable.idempotence = {}", *value == Idempotence::On)
        }
        Command::Reassign(..) => "kafka-reassign-partitions --execute".to_owned(),
        Command::EndTransaction(name, end) => format!("{} {name}", end.name()),
        Command::Grow(_, count) => format!("partitions = {count}"),
        Command::CancelReassignment(_) => "kafka-reassign-partitions --cancel".to_owned(),
        Command::Elect(..) => Label::ElectUnclean.text(lang).to_owned(),
        Command::SetMinInsyncReplicas(_, value) => format!("min.insync.replicas = {value}"),
        Command::SetUncleanElection(_, value) => {
            let on = *value == UncleanElection::Enabled;
            format!("unclean.leader.election.enable = {on}")
        }
    }
}

fn link(a: Node, b: Node, cut: bool, lang: Lang) -> String {
    format!("{}: {}", node(a).name(lang), caption::link(lang, node(b), cut))
}

/// What a script asks.
#[must_use]
pub fn question(asked: &Prediction, scenario: &Scenario, lang: Lang) -> String {
    let word = match &*asked.subject {
        Subject::Leader(partition) => {
            return PredictWord::Leader(&scenario.partition_name(*partition)).ask(lang);
        }
        Subject::Lost(record) => return PredictWord::Lost(&record.to_string()).ask(lang),
        Subject::HighWatermark(broker, _) => match asked.when.as_ref().map(|when| &when.claim) {
            Some(Claim::Acked(record)) => {
                return PredictWord::HighWatermarkAcked(broker.0, &record.to_string()).ask(lang);
            }
            Some(Claim::Leo(_, other, offset)) => {
                PredictWord::HighWatermarkAt(broker.0, other.0, offset.0)
            }
            _ => PredictWord::HighWatermark(broker.0),
        },
    };
    word.ask(lang)
}
