//! Doing something to the cluster: every act makes a branch, nothing is lost.

use std::rc::Rc;

use highwater_engine::command::{Node, Produce};
use highwater_engine::{Command, PartitionId, Stop};
use highwater_phrase::news::NodeWord;
use highwater_protocol::produce::Acks;
use highwater_protocol::{BrokerId, Offset};

use super::{Notice, Store};
use crate::intent::Act;

/// How much slower a broker becomes, each way, in ms.
const SLOW_MS: u64 = 200;
/// How often the producer tries again.
const RETRIES: u32 = 2;

impl Store {
    pub(super) fn act(&mut self, act: Act) {
        let command = self.command(act);
        self.menu = None;
        match self.timeline.act(self.position, command) {
            Ok(position) => {
                self.notice = None;
                self.new_run();
                self.go_to(position);
                // What was done has consequences, and they are what the reader wants to see.
                self.player.play();
            }
            Err(refusal) => {
                self.player.playing = false;
                self.notice = Some(Notice::Refused(refusal));
            }
        }
    }

    pub(super) fn undo(&mut self) {
        if let Some(position) = self.timeline.undo() {
            self.notice = None;
            self.new_run();
            self.go_to(position);
        }
    }

    /// The command that an act means at this position.
    fn command(&self, act: Act) -> Command {
        let cluster = self.timeline.state_at(self.position);
        let broker = |id: u8| cluster.broker(BrokerId(id));
        match act {
            Act::Do(command) => command,
            Act::CrashOrStart(id) => {
                if broker(id).is_some_and(highwater_engine::broker::Broker::has_process) {
                    Command::Stop(BrokerId(id), Stop::Crash)
                } else {
                    Command::Start(BrokerId(id))
                }
            }
            Act::Link(id, other) => {
                let (a, b) = (Node::Broker(BrokerId(id)), node(other));
                if cluster.is_cut(a, b) { Command::HealLink(a, b) } else { Command::CutLink(a, b) }
            }
            Act::Slow(id) => {
                let is_slow = broker(id).is_some_and(|broker| 0 < broker.slow);
                Command::Slow(BrokerId(id), if is_slow { 0 } else { SLOW_MS })
            }
            Act::Produce => Command::Produce(Produce {
                name: self.fresh_name(),
                count: 1,
                partition: PartitionId(0),
                acks: self.overrides.acks.unwrap_or(Acks::All),
                retries: RETRIES,
                at: None,
                transaction: None,
            }),
            Act::Consume => Command::consume_from(PartitionId(0), Offset::ZERO),
        }
    }

    /// The first of m1, m2, … that no record has had.
    fn fresh_name(&self) -> Rc<str> {
        let cluster = self.timeline.state_at(self.position);
        let ledger = cluster.ledger();
        let taken = |name: &str| {
            // A batch of several called `m` has records called m0, m1, …
            ledger.by_name(name).is_some()
                || ledger.batches().any(|(_, batch)| {
                    1 < batch.count
                        && name.strip_prefix(&*batch.name).is_some_and(|rest| {
                            rest.parse::<u32>().is_ok_and(|place| place < batch.count)
                        })
                })
        };
        let mut number = 1;
        loop {
            let name = format!("m{number}");
            if !taken(&name) {
                return name.into();
            }
            number += 1;
        }
    }
}

fn node(word: NodeWord) -> Node {
    match word {
        NodeWord::Broker(id) => Node::Broker(BrokerId(id)),
        NodeWord::Controller => Node::Controller,
        NodeWord::Producer => Node::Producer,
        NodeWord::Consumer => Node::Consumer,
    }
}
