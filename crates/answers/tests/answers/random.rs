//! Whatever a reader does, every question has an answer, and none is out of bounds.

use highwater_answers::{Moment, record, why};
use highwater_engine::command::{Election, Produce};
use highwater_engine::consumer::{LogEdge, StartAt};
use highwater_engine::{Command, Node, PartitionId, Stop, Weight};
use highwater_phrase::Lang;
use highwater_protocol::control::UncleanElection;
use highwater_protocol::produce::Acks;
use highwater_protocol::read::Isolation;
use highwater_protocol::{BrokerId, Generation};
use highwater_scenario::Timeline;

use crate::{runs, why as chains};

const START: &str = "\
scenario free
cluster brokers=3 generation=elr
topic orders partitions=1 rf=3 min.insync.replicas=2
topic events partitions=2 rf=2 min.insync.replicas=1
consume orders-0 from 0
produce m0 to orders-0
until acked m0
";

/// Draws that are the same each time.
struct Draws(u64);

impl Draws {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn broker(&mut self) -> BrokerId {
        BrokerId(self.below(3) as u8)
    }

    fn partition(&mut self) -> PartitionId {
        PartitionId(self.below(3) as u16)
    }

    fn node(&mut self) -> Node {
        match self.below(6) {
            0 => Node::Controller,
            1 => Node::Producer,
            2 => Node::Consumer,
            _ => Node::Broker(self.broker()),
        }
    }

    fn stop(&mut self) -> Stop {
        [Stop::Clean, Stop::Crash, Stop::PowerCut][self.below(3) as usize]
    }

    fn command(&mut self, number: u64) -> Command {
        match self.below(16) {
            0..4 => Command::Produce(Produce {
                name: format!("r{number}").into(),
                count: 1 + self.below(3) as u32,
                partition: self.partition(),
                acks: [Acks::All, Acks::Leader, Acks::None][self.below(3) as usize],
                retries: self.below(3) as u32,
                at: None,
                transaction: None,
            }),
            4 => Command::Stop(self.broker(), self.stop()),
            5 | 6 => Command::Start(self.broker()),
            7 => Command::Restart(self.broker(), self.stop()),
            8 => Command::CutLink(Node::Broker(self.broker()), self.node()),
            9 => Command::HealLink(Node::Broker(self.broker()), self.node()),
            10 => Command::Slow(self.broker(), self.below(2) * 200),
            11 => Command::SetMinInsyncReplicas(self.partition(), 1 + self.below(2) as u8),
            12 => Command::SetUncleanElection(self.partition(), UncleanElection::Enabled),
            13 => Command::Elect(
                self.partition(),
                [Election::Preferred, Election::Unclean][self.below(2) as usize],
            ),
            14 => Command::Reassign(self.partition(), [self.broker()].into_iter().collect()),
            _ => Command::Consume(
                self.partition(),
                StartAt::Edge([LogEdge::Earliest, LogEdge::Latest][self.below(2) as usize]),
                Isolation::ReadUncommitted,
            ),
        }
    }
}

fn run(seed: u64, generation: Generation) -> Timeline {
    let mut timeline = runs::of_text(START, generation);
    let mut draws = Draws(seed);
    for number in 0..24 {
        // A refused wish changes nothing.
        let _ = timeline.act(timeline.len(), draws.command(number));
        timeline.advance([5, 50, 500, 12_000][draws.below(4) as usize]);
    }
    timeline
}

#[test]
fn whatever_is_done_can_be_asked_about() {
    // 39: a follower whose leader has no copy yet.
    for seed in (0..12).chain([39]) {
        let generation = Generation::ALL[seed as usize % 6];
        let timeline = run(seed, generation);
        let slug = format!("seed {seed} under {generation}");
        let events: Vec<_> = timeline.events().cloned().collect();
        for event in events.iter().filter(|event| Weight::Meaningful <= event.fact.weight()) {
            let position = timeline.position_of(event.id).expect("it has happened");
            let moment = Moment { timeline: &timeline, position, lang: Lang::Ko };
            let answer = why::event(moment, event.id.0).expect("it has happened");
            chains::check(&slug, event, &answer);
        }
        for position in (0..=timeline.len()).step_by(timeline.len() / 5) {
            let moment = Moment { timeline: &timeline, position, lang: Lang::En };
            chains::check_marks(&slug, moment);
            let state = moment.cluster();
            for (_, batch) in state.ledger().batches() {
                assert!(record::record(moment, &batch.name).is_some(), "{slug}: {}", batch.name);
            }
        }
    }
}
