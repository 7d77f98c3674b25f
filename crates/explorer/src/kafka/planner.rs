//! How a plan is made: step by step, looking ahead for followers that shall fall behind.

use highwater_protocol::BrokerId;
use highwater_protocol::lag::Millis;

use crate::kafka::lifecycle::End;
use crate::kafka::model::Kafka;
use crate::kafka::plan::{Deed, PLAN_TIMINGS, Party, PlanAction, PlanLine, Sign};
use crate::kafka::settings::Question;
use crate::kafka::step::{Fault, Step};
use crate::kafka::world::{Contact, Process, Seat, World};

/// Long enough for every message that a step causes, and shorter than a fetch waits at a leader.
const SHORT: Millis = 10;

/// Longer than the controller needs to notice that one session has run out and not yet another
/// that is as much younger.
const GAP: Millis = PLAN_TIMINGS.session_timeout / 8 + 500;

/// Longer than a follower may be behind.
const LONG: Millis = PLAN_TIMINGS.replica_lag_time_max + 1_000;

pub(super) struct Planner<'a> {
    steps: &'a [Step],
    question: Question,
    /// Whether an epoch can be seen at all.
    has_epoch_cache: bool,
    /// The world before each step, and the last one.
    worlds: Vec<World>,
    lines: Vec<PlanLine>,
    at: Option<usize>,
    produced: u8,
}

impl<'a> Planner<'a> {
    pub(super) fn new(kafka: &Kafka, steps: &'a [Step]) -> Option<Planner<'a>> {
        let worlds = kafka.follow(steps)?;
        let question = kafka.question();
        let has_epoch_cache = kafka.settings().generation.has_epoch_cache();
        Some(Planner {
            steps,
            question,
            has_epoch_cache,
            worlds,
            lines: Vec::new(),
            at: None,
            produced: 0,
        })
    }

    pub(super) fn plan(mut self) -> Option<Vec<PlanLine>> {
        self.prepare();
        let steps = self.steps;
        for (number, step) in steps.iter().enumerate() {
            self.at = Some(number);
            for follower in self.stragglers_from(number) {
                self.leave_behind(number, follower);
            }
            self.step(number, *step)?;
            self.mend_after_end(number);
            self.wait(SHORT);
        }
        Some(self.lines)
    }

    fn push(&mut self, action: PlanAction) {
        self.lines.push(PlanLine { step: self.at, action });
    }

    fn deed(&mut self, deed: Deed) {
        self.push(PlanAction::Do(deed));
    }

    fn until(&mut self, sign: Sign) {
        self.push(PlanAction::Until(sign));
    }

    fn wait(&mut self, time: Millis) {
        self.push(PlanAction::Wait(time));
    }

    fn world(&self, number: usize) -> Option<&World> {
        self.worlds.get(number)
    }

    /// Lets time pass, so that who is not known to be caught up counts as behind, and cuts the
    /// links between brokers.
    fn prepare(&mut self) {
        self.wait(LONG);
        if self.question == Question::ConsumedRecordLost {
            self.deed(Deed::Consume);
        }
        let brokers: Vec<BrokerId> =
            self.worlds.first().into_iter().flat_map(World::brokers).collect();
        for (number, broker) in brokers.iter().enumerate() {
            for other in &brokers[number + 1..] {
                self.deed(Deed::Cut(Party::Broker(*broker), Party::Broker(*other)));
            }
        }
        self.wait(SHORT);
    }

    fn step(&mut self, number: usize, step: Step) -> Option<()> {
        match step {
            Step::Write => {
                let leader = self.world(number)?.partition().leader?;
                self.produced += 1;
                self.deed(Deed::Produce(self.produced, leader));
            }
            Step::Exchange(follower) => self.exchange(number, follower)?,
            Step::Drop(follower) => self.until(Sign::OutOfIsr(follower)),
            Step::Fence(broker) => self.until(Sign::Fenced(broker)),
            Step::Start(broker) => {
                self.deed(Deed::Start(broker));
                self.until(Sign::InUse(broker));
            }
            Step::Rejoin(broker) => {
                self.deed(Deed::Mend(Party::Broker(broker), Party::Controller));
                self.wait(SHORT);
                self.until(Sign::InUse(broker));
            }
            Step::PreferredElection => self.deed(Deed::PreferredElection),
            Step::Fault(fault) => self.fault(number, fault),
        }
        Some(())
    }

    /// Mends the link to the controller of a broker whose process ended while it was cut off: its
    /// next process can register.
    fn mend_after_end(&mut self, number: usize) {
        let (Some(before), Some(after)) = (self.world(number), self.world(number + 1)) else {
            return;
        };
        let ended = |broker: &BrokerId| {
            before.contact(*broker) == Some(Contact::Isolated)
                && after.process(*broker) != Some(Process::Running)
        };
        let ended: Vec<BrokerId> = before.brokers().filter(ended).collect();
        for broker in ended {
            self.deed(Deed::Mend(Party::Broker(broker), Party::Controller));
        }
    }

    fn fault(&mut self, number: usize, fault: Fault) {
        let silences = matches!(fault, Fault::Crash(_) | Fault::PowerCut(_) | Fault::Isolate(_));
        if silences && self.has_silent_broker(number) {
            self.wait(GAP);
        }
        match fault {
            Fault::CleanStop(broker) => {
                self.deed(Deed::Stop(broker, End::Clean.into()));
                self.until(Sign::Down(broker));
            }
            Fault::QuickRestart(broker) => {
                self.deed(Deed::Restart(broker));
                self.until(Sign::InUse(broker));
            }
            Fault::Crash(broker) => self.deed(Deed::Stop(broker, End::Crash.into())),
            Fault::PowerCut(broker) => self.deed(Deed::Stop(broker, End::PowerCut.into())),
            Fault::Blackout => {
                // One after the other: nobody can do anything meanwhile, and their sessions run
                // out in the order in which the schedule has it.
                for broker in self.running_by_fencing(number) {
                    self.deed(Deed::Stop(broker, End::PowerCut.into()));
                    self.wait(GAP);
                }
            }
            Fault::Lag(follower) => self.until(Sign::OutOfIsr(follower)),
            Fault::Isolate(broker) => {
                self.deed(Deed::Cut(Party::Broker(broker), Party::Controller));
            }
            Fault::SetMinInsyncReplicas(value) => self.deed(Deed::SetMinInsyncReplicas(value)),
        }
    }

    /// Whether a session is running out.
    fn has_silent_broker(&self, number: usize) -> bool {
        let seats = self.world(number).map(|world| &world.seats);
        seats.is_some_and(|seats| seats.iter().any(|s| !s.fenced && !s.hears_controller()))
    }

    /// The brokers that run, in the order in which they are fenced later.
    fn running_by_fencing(&self, number: usize) -> Vec<BrokerId> {
        let Some(world) = self.world(number) else {
            return Vec::new();
        };
        let runs = |broker: &BrokerId| world.seat(*broker).is_some_and(Seat::runs);
        let fenced_at = |broker: &BrokerId| {
            let later = self.steps[number..].iter();
            later.take_while(|step| **step != Step::Fence(*broker)).count()
        };
        let mut running: Vec<BrokerId> = Vec::new();
        for broker in world.brokers().filter(runs) {
            // A handful at most: a general sort would be a tenth of what a page downloads here.
            let behind = |other: &BrokerId| fenced_at(&broker) < fenced_at(other);
            let at = running.iter().position(behind).unwrap_or(running.len());
            running.insert(at, broker);
        }
        running
    }

    /// Mends the link between a follower and its leader until the exchange is over. What the
    /// follower has then is waited for, because its next fetch must not get through.
    fn exchange(&mut self, number: usize, follower: BrokerId) -> Option<()> {
        let (before, after) = (self.world(number)?, self.world(number + 1)?);
        let leader = before.replica(follower)?.following()?.leader?;
        let signs = signs(before, after, follower, self.has_epoch_cache)?;
        let (a, b) = (Party::Broker(follower), Party::Broker(leader));
        self.deed(Deed::Mend(a, b));
        if signs.is_empty() {
            self.wait(SHORT);
        }
        for sign in signs {
            self.until(sign);
        }
        self.deed(Deed::Cut(a, b));
        Some(())
    }

    /// The followers that are to be out of the ISR by lag later on and that do nothing from this
    /// step on which would count as keeping up.
    fn stragglers_from(&self, number: usize) -> Vec<BrokerId> {
        let falls_behind = |at: usize| match self.steps[at] {
            Step::Drop(follower) | Step::Fault(Fault::Lag(follower)) => Some(follower),
            _ => None,
        };
        let later = number..self.steps.len();
        later
            .filter_map(|at| Some((at, falls_behind(at)?)))
            .filter(|(at, follower)| self.last_grace(*at, *follower) == number)
            .map(|(_, follower)| follower)
            .collect()
    }

    /// The step from which on a follower gets no new grace before it falls behind at step `at`:
    /// after its last exchange, after the leader's epoch began, and after others fell behind.
    fn last_grace(&self, at: usize, follower: BrokerId) -> usize {
        let epoch = |number: usize| self.worlds[number].partition().leader_epoch;
        let graces = (0..at).rev().find(|number| {
            let step = self.steps[*number];
            let moves_time = matches!(step, Step::Drop(_) | Step::Fault(Fault::Lag(_)));
            step == Step::Exchange(follower) || moves_time || epoch(*number) != epoch(number + 1)
        });
        graces.map_or(0, |number| number + 1)
    }

    /// Lets a follower be behind for long, while the other members that hold everything ask.
    fn leave_behind(&mut self, number: usize, follower: BrokerId) {
        let Some((leader, others)) = self.askers(number, follower) else {
            return;
        };
        self.wait(LONG);
        for other in others {
            let (a, b) = (Party::Broker(other), Party::Broker(leader));
            self.deed(Deed::Mend(a, b));
            self.wait(SHORT);
            self.deed(Deed::Cut(a, b));
        }
    }

    /// The leader and the followers, but for one, that can ask it without telling anything new.
    fn askers(&self, number: usize, but: BrokerId) -> Option<(BrokerId, Vec<BrokerId>)> {
        let world = self.world(number)?;
        let led = world.acting_leader()?;
        let end = led.log.end();
        let is_quiet = |remote: &&highwater_protocol::leader::RemoteReplica| {
            let seat = world.seat(remote.id);
            let has_all = seat.is_some_and(|seat| {
                let follows = seat.replica.following().and_then(|f| f.leader) == Some(led.broker);
                seat.runs() && seat.settled && follows && seat.replica.log.end() == end
            });
            remote.id != but && remote.log_end == Some(end) && has_all
        };
        let others = led.leadership()?.remotes.iter().filter(is_quiet).map(|r| r.id).collect();
        Some((led.broker, others))
    }
}

/// What can be seen of a follower after an exchange and not before.
fn signs(
    before: &World,
    after: &World,
    follower: BrokerId,
    has_epoch_cache: bool,
) -> Option<Vec<Sign>> {
    let (old, new) = (&before.replica(follower)?.log, &after.replica(follower)?.log);
    let mut signs = Vec::new();
    if old.end() != new.end() {
        signs.push(Sign::LogEnd(follower, new.end()));
    }
    if has_epoch_cache && old.epochs() != new.epochs() {
        signs.push(Sign::Epochs(follower, new.epochs().entries().to_vec()));
    }
    if old.high_watermark() != new.high_watermark() {
        signs.push(Sign::HighWatermark(follower, new.high_watermark()));
    }
    if after.is_settled(follower) && !before.is_settled(follower) {
        signs.push(Sign::Settled(follower));
    }
    Some(signs)
}
