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
        match *self {
            RefusalWord::NoSuchBroker(id) => text!(lang, WishNoSuchBroker, id),
            RefusalWord::NoSuchPartition => text!(lang, WishNoSuchPartition),
            RefusalWord::NotRunning(id) => text!(lang, WishNotRunning, id),
            RefusalWord::AlreadyRunning(id) => text!(lang, WishAlreadyRunning, id),
            RefusalWord::AlreadyStopping(id) => text!(lang, WishAlreadyStopping, id),
            RefusalWord::NameTaken(name) => text!(lang, WishNameTaken, name),
            RefusalWord::BadCount(most) => text!(lang, WishBadCount, most),
            RefusalWord::NoSuchLink(a, b) => text!(lang, WishNoSuchLink, a, b),
            RefusalWord::LinkUnchanged(a, b) => text!(lang, WishLinkUnchanged, a, b),
            RefusalWord::NoTransactions => text!(lang, WishNoTransactions),
            RefusalWord::TransactionNeedsAcksAll => text!(lang, WishTransactionNeedsAcksAll),
            RefusalWord::NoOpenTransaction(name) => text!(lang, WishNoOpenTransaction, name),
            RefusalWord::NotAllAcked(name) => text!(lang, WishNotAllAcked, name),
            RefusalWord::NoRoom(most) => text!(lang, WishNoRoom, most),
            RefusalWord::BadMinIsr => text!(lang, WishBadMinIsr),
            RefusalWord::Unavailable => text!(lang, WishUnavailable),
        }
    }
}
