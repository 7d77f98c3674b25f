//! What a leader believes of its followers, beside what is true of them.

use highwater_engine::PartitionId;
use highwater_engine::broker::Broker;
use highwater_phrase::{Label, caption, inspect as phrase};
use highwater_protocol::BrokerId;
use highwater_protocol::leader::RemoteReplica;
use highwater_protocol::replica::Replica;
use highwater_scene::mark::Mark;

use super::{Looked, nothing};
use crate::document::{Block, Line, Row};

/// A row for each follower; nothing for a copy that doesn't lead.
pub(super) fn table(
    looked: &Looked<'_>,
    home: &Broker,
    partition: PartitionId,
    replica: &Replica,
) -> Option<Block> {
    let leadership = replica.leadership()?;
    let members = leadership.isr.committed();
    let rows = leadership.remotes.iter().map(|remote| {
        let theirs = looked.cluster.replica(remote.id, partition);
        let real = theirs.map(|theirs| theirs.log.end());
        let (broker, number) = (remote.id.0, partition.0);
        let mark = Mark::Leo { broker, partition: number };
        let real_leo = real.map_or(nothing(), |end| Line::marked(end.to_string(), mark));
        let known = remote.log_end.map_or(nothing(), |end| Line::text(end.to_string()));
        let member = if members.contains(remote.id) { Label::InIsr } else { Label::OutOfIsr };
        let place = Mark::Membership { broker, partition: number };
        Row {
            cells: vec![
                looked.broker(Some(remote.id)),
                known,
                real_leo,
                caught_up(looked, home, partition, remote),
                Line::marked(looked.say(member), place),
            ],
            stands_out: remote.log_end != real,
        }
    });
    let head =
        [Label::Follower, Label::KnownLeo, Label::RealLeo, Label::CaughtUp, Label::Membership];
    Some(looked.table(looked.say(Label::FollowersSeen), &head, rows.collect()))
}

/// How long ago a follower was last known to have everything.
fn caught_up(
    looked: &Looked<'_>,
    home: &Broker,
    partition: PartitionId,
    remote: &RemoteReplica,
) -> Line {
    let key: (PartitionId, BrokerId) = (partition, remote.id);
    let last = home.fetch_times.get(&key).map_or(0, |times| times.last_caught_up);
    if last == 0 {
        return Line::text(looked.say(Label::Never));
    }
    let ago = looked.cluster.wall_clock().saturating_sub(last);
    Line::text(phrase::ago(looked.lang, &caption::time(looked.lang, ago)))
}
