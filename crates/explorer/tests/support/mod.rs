//! Plays a schedule of the explorer in the engine and compares the two after every step.

mod compare;

use std::rc::Rc;

use highwater_engine::command::{Command, Election, Node, Produce, Stop};
use highwater_engine::config::{ClusterConfig, PartitionId, Preload, Timings, TopicConfig};
use highwater_engine::event::{Fact, IsrChangedBy};
use highwater_engine::ledger::Outcome;
use highwater_engine::{Cluster, Event};
use highwater_explorer::kafka::{
    Deed, Ending, Kafka, PLAN_TIMINGS, Party, PlanAction, Question, Sign, Step,
};
use highwater_protocol::isr::Standing;
use highwater_protocol::{BrokerId, LeaderEpoch, Offset};

/// The one partition.
pub(crate) const P: PartitionId = PartitionId(0);

fn timings() -> Timings {
    let plan = PLAN_TIMINGS;
    Timings {
        network_delay: plan.network_delay,
        replica_lag_time_max: plan.replica_lag_time_max,
        replica_fetch_wait_max: plan.replica_fetch_wait_max,
        replica_fetch_backoff: plan.replica_fetch_backoff,
        high_watermark_checkpoint_interval: plan.high_watermark_checkpoint_interval,
        heartbeat_interval: plan.heartbeat_interval,
        session_timeout: plan.session_timeout,
        request_timeout: plan.request_timeout,
        delivery_timeout: plan.request_timeout,
        boot: plan.boot,
        restart_pause: plan.restart_pause,
        ..Timings::defaults()
    }
}

/// Begins what is said where the two differ only because time has passed or hasn't.
pub(crate) const TIME: &str = "a matter of time";

/// A cluster that a plan is played on.
pub(crate) struct Replay<'a> {
    kafka: &'a Kafka,
    pub(crate) cluster: Cluster,
    events: Vec<Event>,
}

/// Plays a schedule; fails where the engine and the explorer differ.
pub(crate) fn replay<'a>(kafka: &'a Kafka, steps: &[Step]) -> Result<Replay<'a>, String> {
    let plan = kafka.plan(steps).ok_or("a step can't happen")?;
    let worlds = kafka.follow(steps).ok_or("a step can't happen")?;
    let mut replay = Replay::start(kafka);
    let mut lines = plan.iter().peekable();
    for (number, world) in worlds.iter().enumerate() {
        let step = number.checked_sub(1);
        let place = |what: String| format!("{what}\nafter step {step:?} of {steps:?}");
        while let Some(line) = lines.next_if(|line| line.step == step) {
            replay.act(&line.action).map_err(place)?;
        }
        compare::compare(world, &replay.cluster).map_err(|what| place(replay.excuse(what)))?;
    }
    Ok(replay)
}

fn node(party: Party) -> Node {
    match party {
        Party::Broker(broker) => Node::Broker(broker),
        Party::Controller => Node::Controller,
    }
}

fn stop(ending: Ending) -> Stop {
    match ending {
        Ending::Clean => Stop::Clean,
        Ending::Crash => Stop::Crash,
        Ending::PowerCut => Stop::PowerCut,
    }
}

impl<'a> Replay<'a> {
    fn start(kafka: &'a Kafka) -> Replay<'a> {
        let settings = kafka.settings();
        let brokers: Vec<BrokerId> = (0..settings.replication_factor).map(BrokerId).collect();
        let preload = Preload {
            partition: P,
            name: Rc::from("old"),
            count: u32::from(settings.preloaded),
            epoch: LeaderEpoch(0),
        };
        let config = ClusterConfig {
            generation: settings.generation,
            brokers: brokers.clone(),
            topics: vec![TopicConfig {
                name: Rc::from("t"),
                assignments: vec![brokers.to_vec()],
                min_insync_replicas: settings.min_insync_replicas,
                unclean: Some(settings.unclean),
            }],
            preloads: Some(preload).filter(|preload| 0 < preload.count).into_iter().collect(),
            timings: timings(),
            fetch_records_max: 1_000,
            placement_seed: 17,
        };
        let cluster = Cluster::start(config).expect("a valid configuration");
        Replay { kafka, cluster, events: Vec::new() }
    }

    fn act(&mut self, action: &PlanAction) -> Result<(), String> {
        match action {
            PlanAction::Wait(time) => {
                let until = self.cluster.now() + time;
                self.cluster.run_until(until, &mut self.events);
                Ok(())
            }
            PlanAction::Until(sign) => self.until(sign),
            PlanAction::Do(deed) => {
                let command = self.command(*deed);
                self.submit(command)
            }
        }
    }

    fn submit(&mut self, command: Command) -> Result<(), String> {
        let done = self.cluster.submit(&command, &mut self.events);
        done.map_err(|refusal| format!("{command:?} is refused: {refusal}"))
    }

    fn command(&self, deed: Deed) -> Command {
        match deed {
            Deed::Produce(number, leader) => self.produce(&format!("r{number}"), leader),
            Deed::Consume => Command::consume_from(P, Offset::ZERO),
            Deed::Cut(a, b) => Command::CutLink(node(a), node(b)),
            Deed::Mend(a, b) => Command::HealLink(node(a), node(b)),
            Deed::Stop(broker, ending) => Command::Stop(broker, stop(ending)),
            Deed::Restart(broker) => Command::Restart(broker, Stop::Clean),
            Deed::Start(broker) => Command::Start(broker),
            Deed::PreferredElection => Command::Elect(P, Election::Preferred),
            Deed::SetMinInsyncReplicas(value) => Command::SetMinInsyncReplicas(P, value),
        }
    }

    /// A write by a producer that knows the leader.
    fn produce(&self, name: &str, leader: BrokerId) -> Command {
        Command::Produce(Produce {
            name: Rc::from(name),
            count: 1,
            partition: P,
            acks: self.kafka.settings().acks,
            retries: 0,
            at: Some(leader),
            transaction: None,
        })
    }

    fn until(&mut self, sign: &Sign) -> Result<(), String> {
        let end = self.cluster.now() + 2 * PLAN_TIMINGS.replica_lag_time_max;
        while self.cluster.now() < end {
            if self.shows(sign) {
                return Ok(());
            }
            self.cluster.step(&mut self.events);
        }
        Err(format!("never came to {sign:?}"))
    }

    fn shows(&self, sign: &Sign) -> bool {
        let cluster = &self.cluster;
        let log = |broker: &BrokerId| cluster.replica(*broker, P).map(|replica| &replica.log);
        match sign {
            Sign::LogEnd(broker, end) => log(broker).is_some_and(|log| log.end() == *end),
            Sign::HighWatermark(broker, offset) => {
                log(broker).is_some_and(|log| log.high_watermark() == *offset)
            }
            Sign::Epochs(broker, entries) => {
                log(broker).is_some_and(|log| log.epochs().entries() == entries)
            }
            Sign::Settled(broker) => {
                cluster.broker(*broker).is_some_and(|broker| broker.is_settled(P))
            }
            Sign::OutOfIsr(broker) => {
                cluster.registration(P).is_some_and(|partition| !partition.isr.contains(broker))
            }
            Sign::Fenced(broker) => cluster.standing(*broker) == Standing::Fenced,
            Sign::InUse(broker) => {
                cluster.broker(*broker).is_some_and(|broker| broker.is_up())
                    && cluster.standing(*broker) != Standing::Fenced
            }
            Sign::Down(broker) => {
                cluster.broker(*broker).is_some_and(|broker| !broker.has_process())
            }
        }
    }

    /// Says so, if the difference can come from time: a follower outside the ISR holds the high
    /// watermark back because it was caught up a short time ago; or the leader has taken a member
    /// out that was not to fall behind.
    fn excuse(&self, what: String) -> String {
        let lag_max = PLAN_TIMINGS.replica_lag_time_max;
        let now = self.cluster.wall_clock();
        let has_grace = self.cluster.brokers().iter().any(|broker| {
            let leadership = broker.replica(P).and_then(|replica| replica.leadership());
            let isr = leadership.map(|leadership| leadership.isr.maximal());
            broker.fetch_times.iter().any(|((_, follower), times)| {
                isr.is_some_and(|isr| !isr.contains(*follower))
                    && now.saturating_sub(times.last_caught_up) <= lag_max
            })
        });
        let has_shrunk = self.events.iter().any(|event| match &event.fact {
            Fact::IsrChanged { from, to, by: IsrChangedBy::Leader, .. } => to.len() < from.len(),
            _ => false,
        });
        if has_grace || has_shrunk { format!("{TIME}: {what}") } else { what }
    }

    /// Whether the engine says what the question asks.
    pub(crate) fn says(&mut self, question: Question) -> Result<bool, String> {
        if question == Question::Unrecoverable {
            self.repair()?;
        }
        if matches!(question, Question::WriteBlocked | Question::Unrecoverable) {
            return self.is_blocked();
        }
        if question == Question::Diverged && !self.has_said(question) {
            // The engine compares when a follower fetches.
            self.mend_links()?;
            self.act(&PlanAction::Wait(2 * PLAN_TIMINGS.replica_fetch_wait_max))?;
        }
        Ok(self.has_said(question))
    }

    fn has_said(&self, question: Question) -> bool {
        let mut verdicts = self.cluster.verdicts().iter();
        verdicts.any(|(_, verdict)| verdict.kind() == question.name())
    }

    fn mend_links(&mut self) -> Result<(), String> {
        let cut: Vec<(Node, Node)> = self.cluster.cut_links().collect();
        for (a, b) in cut {
            if matches!((a, b), (Node::Broker(_), Node::Broker(_))) {
                self.submit(Command::HealLink(a, b))?;
            }
        }
        Ok(())
    }

    /// Mends the links to the controller, and starts what is down when every session has run out.
    fn repair(&mut self) -> Result<(), String> {
        let cut: Vec<(Node, Node)> = self.cluster.cut_links().collect();
        for (a, b) in cut {
            if a == Node::Controller || b == Node::Controller {
                self.submit(Command::HealLink(a, b))?;
            }
        }
        self.act(&PlanAction::Wait(2 * PLAN_TIMINGS.session_timeout))?;
        let brokers: Vec<BrokerId> = self.cluster.brokers().iter().map(|b| b.id).collect();
        for broker in brokers {
            if self.cluster.broker(broker).is_some_and(|broker| !broker.has_process()) {
                self.submit(Command::Start(broker))?;
                self.until(&Sign::InUse(broker))?;
            }
        }
        Ok(())
    }

    /// Mends every link between brokers, waits until nothing changes any more, and writes.
    fn is_blocked(&mut self) -> Result<bool, String> {
        self.mend_links()?;
        let calm = PLAN_TIMINGS.session_timeout * 2 + PLAN_TIMINGS.replica_lag_time_max * 2;
        self.act(&PlanAction::Wait(calm))?;
        let leader = self.cluster.registration(P).and_then(|partition| partition.leader);
        let Some(leader) = leader else { return Ok(true) };
        self.submit(self.produce("probe", leader))?;
        self.act(&PlanAction::Wait(calm))?;
        let probe = self.cluster.ledger().by_name("probe").ok_or("no probe")?;
        let outcome = self.cluster.ledger().batch(probe).outcome;
        Ok(!matches!(outcome, Outcome::Acked(_)))
    }
}
