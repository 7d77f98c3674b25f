//! News of every kind.

mod broker;
mod client;
mod control;
mod replication;

pub(crate) use broker::LINKS;

use crate::page::Page;

pub(crate) fn put(page: &mut Page) {
    client::put(page);
    replication::put(page);
    control::put(page);
    broker::put(page);
}
