//! Kind sentences for wishes that can't be granted.

use crate::compose::text;
use crate::lang::Lang;
use crate::news::NodeWord;

/// Why a command was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefusalWord<'a> {
    /// There is no such broker.
    NoSuchBroker(u8),
    /// There is no such partition.
    NoSuchPartition,
    /// The broker doesn't run.
    NotRunning(u8),
    /// The broker runs or starts already.
    AlreadyRunning(u8),
    /// The broker is stopping already.
    AlreadyStopping(u8),
    /// A record has this name.
    NameTaken(&'a str),
    /// A batch has at most this many records.
    BadCount(u32),
    /// These two never talk.
    NoSuchLink(NodeWord, NodeWord),
    /// The link is in that state already.
    LinkUnchanged(NodeWord, NodeWord),
    /// At least 1.
    BadMinIsr,
    /// There are none in this generation.
    NoTransactions,
    /// Nothing else will do in a transaction.
    TransactionNeedsAcksAll,
    /// No such transaction is open.
    NoOpenTransaction(&'a str),
    /// Something in the transaction was not acknowledged.
    NotAllAcked(&'a str),
    /// A topic can have so many partitions here.
    NoRoom(u32),
    /// The clock of this run is at its end.
    Unavailable,
}

impl RefusalWord<'_> {
    /// The sentence.
    #[must_use]
    pub fn say(&self, lang: Lang) -> String {
        match lang {
            Lang::Ko => self.ko(),
            Lang::En => self.en(),
        }
    }

    fn ko(&self) -> String {
        match *self {
            RefusalWord::NoSuchBroker(id) => text!["브로커 " id 은는 " 이 클러스터에 없습니다."],
            RefusalWord::NoSuchPartition => "그런 파티션이 없습니다.".to_owned(),
            RefusalWord::NotRunning(id) => {
                text!["브로커 " id 은는 " 지금 꺼져 있습니다. 먼저 켜 주세요."]
            }
            RefusalWord::AlreadyRunning(id) => {
                text!["브로커 " id 은는 " 이미 켜져 있거나 켜지는 중입니다."]
            }
            RefusalWord::AlreadyStopping(id) => text!["브로커 " id 은는 " 이미 종료하는 중입니다."],
            RefusalWord::NameTaken(name) => {
                text!["“" name "”" 이라 "는 레코드가 이미 있습니다."]
            }
            RefusalWord::BadCount(most) => {
                text!["한 번에 보내는 레코드는 1건부터 " most "건까지입니다."]
            }
            RefusalWord::NoSuchLink(a, b) => {
                text![(a.name(Lang::Ko)) 과와 " " (b.name(Lang::Ko)) 은는 " 서로 연결되지 않습니다."]
            }
            RefusalWord::LinkUnchanged(a, b) => {
                text![(a.name(Lang::Ko)) 과와 " " (b.name(Lang::Ko)) " 사이의 링크는 이미 그 상태입니다."]
            }
            RefusalWord::NoTransactions => "트랜잭션은 0.11부터 있습니다.".to_owned(),
            RefusalWord::TransactionNeedsAcksAll => {
                "트랜잭션 안에서는 acks=all로만 쓸 수 있습니다.".to_owned()
            }
            RefusalWord::NoOpenTransaction(name) => {
                text!["열려 있는 트랜잭션 가운데 " name 은는 " 없습니다."]
            }
            RefusalWord::NotAllAcked(name) => {
                text!["트랜잭션 " name "에 성공 응답을 받지 못한 레코드가 있어 커밋할 수 없습니다."]
            }
            RefusalWord::NoRoom(most) => {
                text!["여기서는 파티션을 " most "개까지만 늘릴 수 있습니다."]
            }
            RefusalWord::BadMinIsr => "min.insync.replicas는 1 이상이어야 합니다.".to_owned(),
            RefusalWord::Unavailable => "지금은 할 수 없는 일입니다.".to_owned(),
        }
    }

    fn en(&self) -> String {
        match *self {
            RefusalWord::NoSuchBroker(id) => text!["There is no broker " id " in this cluster."],
            RefusalWord::NoSuchPartition => "There is no such partition.".to_owned(),
            RefusalWord::NotRunning(id) => text!["Broker " id " is off. Start it first."],
            RefusalWord::AlreadyRunning(id) => {
                text!["Broker " id " is on already, or on its way."]
            }
            RefusalWord::AlreadyStopping(id) => text!["Broker " id " is shutting down already."],
            RefusalWord::NameTaken(name) => text!["There is a record called “" name "” already."],
            RefusalWord::BadCount(most) => text!["A batch has 1 to " most " records."],
            RefusalWord::NoSuchLink(a, b) => {
                text![(a.name(Lang::En)) " and " (b.name(Lang::En)) " never talk to each other."]
            }
            RefusalWord::LinkUnchanged(a, b) => {
                text!["The link between " (a.name(Lang::En)) " and " (b.name(Lang::En)) " is in that state already."]
            }
            RefusalWord::NoTransactions => "Transactions came with 0.11.".to_owned(),
            RefusalWord::TransactionNeedsAcksAll => {
                "A transaction is written with acks=all.".to_owned()
            }
            RefusalWord::NoOpenTransaction(name) => text!["No transaction " name " is open."],
            RefusalWord::NotAllAcked(name) => {
                text!["Not everything in transaction " name " was acknowledged, so it can't be committed."]
            }
            RefusalWord::NoRoom(most) => text!["There is room for " most " partitions here."],
            RefusalWord::BadMinIsr => "min.insync.replicas is at least 1.".to_owned(),
            RefusalWord::Unavailable => "This can't be done now.".to_owned(),
        }
    }
}
