//! A broker's copy of a partition: what it takes itself for, and what it has.

use highwater_engine::PartitionId;
use highwater_engine::broker::{Broker, Fetcher};
use highwater_phrase::inspect::FetchWord;
use highwater_phrase::{Label, caption, inspect as phrase};
use highwater_protocol::control::PartitionRegistration;
use highwater_protocol::follower::FollowPhase;
use highwater_protocol::replica::Replica;
use highwater_protocol::{BrokerId, Offset};
use highwater_scene::describe;
use highwater_scene::mark::Mark;

use super::{Looked, beside, nothing, set};
use crate::document::{Block, Line, Row};

/// What it knows beside what the controller has, and its log beside the leader's.
pub(super) fn blocks(
    looked: &Looked<'_>,
    home: &Broker,
    partition: PartitionId,
    replica: &Replica,
) -> Vec<Block> {
    let Some(known) = looked.cluster.registration(partition) else { return Vec::new() };
    let copy = Copy { looked, home, partition, replica, known };
    // Without a process nobody believes anything.
    let mut blocks: Vec<Block> = home.has_process().then(|| copy.metadata()).into_iter().collect();
    blocks.push(copy.log());
    blocks.extend(copy.fetch().map(|word| Block::Text(copy.fetches(word).into())));
    blocks
}

struct Copy<'a> {
    looked: &'a Looked<'a>,
    home: &'a Broker,
    partition: PartitionId,
    replica: &'a Replica,
    known: &'a PartitionRegistration,
}

impl Copy<'_> {
    fn metadata(&self) -> Block {
        let looked = self.looked;
        let (broker, partition) = (self.home.id.0, self.partition.0);
        let number = |number: Option<u32>| number.map_or(nothing(), |n| Line::text(n.to_string()));
        let epoch = match self.replica.leader_epoch {
            Some(epoch) => Line::marked(epoch.to_string(), Mark::Epoch { broker, partition }),
            None => nothing(),
        };
        let mut rows = vec![
            self.role(),
            beside(looked.say(Label::LeaderEpoch), epoch, number(Some(self.known.leader_epoch.0))),
            beside(
                looked.say(Label::PartitionEpoch),
                number(self.replica.partition_epoch.map(|epoch| epoch.0)),
                number(Some(self.known.partition_epoch.0)),
            ),
            beside("ISR".to_owned(), self.isr(), Line::text(set(&self.known.isr))),
        ];
        if looked.cluster.generation().has_elr() {
            let image = self.home.image.partitions.get(usize::from(partition));
            let own = image.map_or(nothing(), |image| Line::text(set(&image.elr)));
            rows.push(beside("ELR".to_owned(), own, Line::text(set(&self.known.elr))));
        }
        looked.beside_table(Label::Partition, self.home.id, Label::AtController, rows)
    }

    /// What it is, beside whom the controller has as the leader.
    fn role(&self) -> Row {
        let looked = self.looked;
        let view = looked.scene.broker(self.home.id.0);
        let lane = view.and_then(|v| v.lanes.iter().find(|l| l.partition == self.partition.0));
        let role = view.zip(lane).map(|(view, lane)| describe::role(view, lane, looked.lang));
        let leads = self.replica.leadership().is_some();
        let leader = looked.broker(self.known.leader).0;
        let prefix = Line::text(format!("{}: ", Label::Leader.text(looked.lang)));
        Row {
            cells: vec![
                Line::text(looked.say(Label::Role)),
                role.map_or(nothing(), Line::text),
                leader.into_iter().fold(prefix, Line::then),
            ],
            stands_out: leads != (self.known.leader == Some(self.home.id)),
        }
    }

    /// The ISR as a leader has it, or as the metadata of anybody else says.
    fn isr(&self) -> Line {
        let (broker, partition) = (self.home.id.0, self.partition.0);
        let image = self.home.image.partitions.get(usize::from(partition));
        let members: Option<&[BrokerId]> = match self.replica.leadership() {
            Some(leadership) => Some(leadership.isr.members()),
            None => image.map(|image| &image.isr[..]),
        };
        let mark = Mark::Membership { broker, partition };
        members.map_or(nothing(), |members| Line::marked(set(members), mark))
    }

    /// Its log; a follower's beside that of the leader that the controller has.
    fn log(&self) -> Block {
        let looked = self.looked;
        let log = &self.replica.log;
        let leader = self.known.leader.filter(|leader| *leader != self.home.id);
        let theirs = leader.and_then(|leader| looked.cluster.replica(leader, self.partition));
        let here = self.home.disk.high_watermarks.get(&self.partition).copied();
        let plain = |offset: Option<Offset>| {
            offset.map_or(nothing(), |offset| Line::text(offset.to_string()))
        };
        let mut rows = vec![
            self.beside_leader("LEO", log.end(), theirs.map(|theirs| theirs.log.end())),
            self.beside_leader(
                "HW",
                log.high_watermark(),
                theirs.map(|theirs| theirs.log.high_watermark()),
            ),
            row(looked.say(Label::HwOnDisk), plain(here)),
            row(looked.say(Label::FlushedUpTo), plain(Some(log.recovery_point()))),
            row(looked.say(Label::LogStart), plain(Some(log.start()))),
        ];
        if theirs.is_none() {
            rows.iter_mut().for_each(|row| row.cells.truncate(2));
        }
        looked.beside_table(Label::Log, self.home.id, Label::AtLeader, rows)
    }

    fn beside_leader(&self, name: &str, own: Offset, theirs: Option<Offset>) -> Row {
        let line = |broker: BrokerId, offset: Offset| {
            let (broker, partition) = (broker.0, self.partition.0);
            let mark = match name {
                "LEO" => Mark::Leo { broker, partition },
                _ => Mark::HighWatermark { broker, partition },
            };
            Line::marked(offset.to_string(), mark)
        };
        let leader = self.known.leader.zip(theirs);
        let truth = leader.map_or(nothing(), |(leader, offset)| line(leader, offset));
        let row = beside(name.to_owned(), line(self.home.id, own), truth);
        Row { stands_out: row.stands_out && theirs.is_some(), ..row }
    }

    /// What a follower is about to do, and when, if it has to wait.
    fn fetches(&self, word: FetchWord) -> String {
        let lang = self.looked.lang;
        let leader = self.replica.following().and_then(|following| following.leader);
        let paused = leader.and_then(|leader| match self.home.fetchers.get(&leader) {
            Some(Fetcher::BackOff(until)) => Some(*until),
            _ => None,
        });
        let delayed = self.home.delayed.get(&self.partition).copied();
        let until = paused.max(delayed).filter(|until| self.looked.cluster.now() < *until);
        match until {
            Some(until) => {
                let until = caption::time(lang, until);
                format!("{} {}", word.say(lang), phrase::pauses(lang, &until))
            }
            None => word.say(lang),
        }
    }

    fn fetch(&self) -> Option<FetchWord> {
        let following = self.replica.following().filter(|_| self.home.has_process())?;
        let leader = following.leader.map(|leader| leader.0);
        Some(match (following.phase, leader) {
            (FollowPhase::Fetching, Some(leader)) => {
                FetchWord::Fetching { leader, offset: self.replica.log.end().0 }
            }
            (FollowPhase::Truncating { asked }, Some(leader)) => {
                FetchWord::Asking { leader, epoch: asked.0 }
            }
            (FollowPhase::Failed, _) => FetchWord::Failed,
            _ => FetchWord::NoLeader,
        })
    }
}

fn row(term: String, value: Line) -> Row {
    Row { cells: vec![Line::text(term), value, nothing()], stands_out: false }
}
