//! A schedule as a text in the scenario language: the plan, line by line, and at its end what is to be
//! seen then.
//!
//! The text is all that is known of that language here; whoever reads it must come to the same
//! verdict, and the tests of the command line see that it does. It has no sentences: a comment before
//! each step, `# 4. power-cut 0`, says where one can be put.

use highwater_protocol::BrokerId;
use highwater_protocol::control::UncleanElection;
use highwater_protocol::lag::Millis;

use crate::kafka::model::Kafka;
use crate::kafka::plan::{Deed, Ending, PLAN_TIMINGS, Party, PlanAction, Sign};
use crate::kafka::settings::Question;
use crate::kafka::step::Step;
use crate::kafka::world::{Contact, World};

/// Long enough for sessions to run out and for everybody to fall behind who does, twice.
const CALM: Millis = PLAN_TIMINGS.session_timeout * 2 + PLAN_TIMINGS.replica_lag_time_max * 2;

impl Kafka {
    /// The scenario `slug` that plays a schedule and expects what the question asks about; `None` if
    /// a step can't happen when its turn comes.
    #[must_use]
    pub fn scenario(&self, slug: &str, steps: &[Step]) -> Option<String> {
        let plan = self.plan(steps)?;
        let worlds = self.follow(steps)?;
        let mut script = Script { kafka: self, text: String::new() };
        script.set_up(slug);
        let mut step = None;
        for line in &plan {
            if line.step != step
                && let Some(number) = line.step
            {
                step = line.step;
                script.line(&format!("\n# {}. {}", number + 1, steps[number]));
            }
            script.action(&line.action);
        }
        script.line("");
        script.ending(worlds.last()?);
        Some(script.text)
    }
}

struct Script<'a> {
    kafka: &'a Kafka,
    text: String,
}

impl Script<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn set_up(&mut self, slug: &str) {
        let settings = self.kafka.settings();
        let replicas = settings.replication_factor;
        self.line(&format!("scenario {slug}"));
        self.line(&format!("cluster brokers={replicas} generation={}", settings.generation));
        self.line(&format!(
            "topic t rf={replicas} min.insync.replicas={} unclean.leader.election.enable={}",
            settings.min_insync_replicas,
            settings.unclean == UncleanElection::Enabled
        ));
        if 0 < settings.preloaded {
            self.line(&format!("preload t-0 name=old records={} epoch=0", settings.preloaded));
        }
        let times = PLAN_TIMINGS;
        for (name, time) in [
            ("network.delay.ms", times.network_delay),
            ("replica.lag.time.max.ms", times.replica_lag_time_max),
            ("replica.fetch.wait.max.ms", times.replica_fetch_wait_max),
            ("replica.fetch.backoff.ms", times.replica_fetch_backoff),
            (
                "replica.high.watermark.checkpoint.interval.ms",
                times.high_watermark_checkpoint_interval,
            ),
            ("broker.heartbeat.interval.ms", times.heartbeat_interval),
            ("broker.session.timeout.ms", times.session_timeout),
            ("request.timeout.ms", times.request_timeout),
            ("delivery.timeout.ms", times.request_timeout),
            ("boot.ms", times.boot),
            ("restart.pause.ms", times.restart_pause),
        ] {
            self.line(&format!("set {name}={time}"));
        }
        self.line("");
    }

    fn action(&mut self, action: &PlanAction) {
        match action {
            PlanAction::Wait(time) => self.wait(*time),
            PlanAction::Do(deed) => self.deed(*deed),
            PlanAction::Until(sign) => self.until(sign),
        }
    }

    fn wait(&mut self, time: Millis) {
        self.line(&format!("wait {time}ms"));
    }

    fn produce(&mut self, name: &str, how: &str) {
        let acks = self.kafka.settings().acks.name();
        self.line(&format!("produce {name} acks={acks} {how}"));
    }

    fn deed(&mut self, deed: Deed) {
        match deed {
            Deed::Produce(number, leader) => {
                self.produce(&format!("r{number}"), &format!("at {leader}"));
            }
            Deed::Consume => self.line("consume t from 0"),
            Deed::Cut(a, b) => self.line(&format!("cut {} {}", party(a), party(b))),
            Deed::Mend(a, b) => self.line(&format!("heal {} {}", party(a), party(b))),
            Deed::Stop(broker, ending) => {
                let ending = match ending {
                    Ending::Clean => "clean",
                    Ending::Crash => "crash",
                    Ending::PowerCut => "power-cut",
                };
                self.line(&format!("stop {broker} {ending}"));
            }
            Deed::Restart(broker) => self.line(&format!("restart {broker} clean")),
            Deed::Start(broker) => self.line(&format!("start {broker}")),
            Deed::PreferredElection => self.line("elect preferred t-0"),
            Deed::SetMinInsyncReplicas(value) => {
                self.line(&format!("set t min.insync.replicas={value}"));
            }
        }
    }

    fn until(&mut self, sign: &Sign) {
        let condition = match sign {
            Sign::LogEnd(broker, end) => format!("leo {broker} = {end}"),
            Sign::HighWatermark(broker, offset) => format!("hw {broker} = {offset}"),
            Sign::Epochs(broker, entries) => {
                let entries: Vec<String> = entries
                    .iter()
                    .map(|entry| format!("{}:{}", entry.epoch, entry.start))
                    .collect();
                let entries =
                    if entries.is_empty() { "none".to_owned() } else { entries.join(" ") };
                format!("epochs {broker} = {entries}")
            }
            Sign::Settled(broker) => format!("fetching {broker}"),
            Sign::OutOfIsr(broker) => format!("not isr has {broker}"),
            Sign::Fenced(broker) => format!("fenced {broker}"),
            Sign::InUse(broker) => {
                self.line(&format!("until up {broker}"));
                format!("not fenced {broker}")
            }
            Sign::Down(broker) => format!("down {broker}"),
        };
        self.line(&format!("until {condition}"));
    }

    /// What shows that the question's answer is yes.
    fn ending(&mut self, end: &World) {
        match self.kafka.question() {
            Question::AckedRecordLost => self.lost_records(end),
            Question::ConsumedRecordLost => self.line("expect not verdicts = 0"),
            Question::Diverged => {
                // Copies are compared when a follower fetches.
                self.mend_links(end);
                self.wait(2 * PLAN_TIMINGS.replica_fetch_wait_max);
                self.line("expect diverged");
            }
            Question::HighWatermarkWentBack => {
                if let Some(leader) = end.acting_leader() {
                    let high_watermark = leader.log.high_watermark();
                    self.line(&format!("expect hw {} = {high_watermark}", leader.broker));
                }
            }
            Question::WriteBlocked => self.probe(end),
            Question::Unrecoverable => {
                self.repair(end);
                self.probe(end);
            }
        }
    }

    fn lost_records(&mut self, end: &World) {
        let lost = end.acting_leader().map(|leader| self.kafka.lost_at(end, leader));
        let lost = lost.unwrap_or_default();
        for number in &lost {
            self.line(&format!("expect lost r{number}"));
        }
        if lost.is_empty() {
            self.line("expect not verdicts = 0");
        }
    }

    fn mend_links(&mut self, end: &World) {
        let brokers: Vec<BrokerId> = end.brokers().collect();
        for (number, broker) in brokers.iter().enumerate() {
            for other in &brokers[number + 1..] {
                self.deed(Deed::Mend(Party::Broker(*broker), Party::Broker(*other)));
            }
        }
    }

    /// Mends the links to the controller and starts what is down when every session has run out.
    fn repair(&mut self, end: &World) {
        for broker in end.brokers().filter(|id| end.contact(*id) == Some(Contact::Isolated)) {
            self.deed(Deed::Mend(Party::Broker(broker), Party::Controller));
        }
        self.wait(2 * PLAN_TIMINGS.session_timeout);
        for broker in end.brokers().filter(|id| !end.runs(*id)) {
            self.deed(Deed::Start(broker));
            self.until(&Sign::InUse(broker));
        }
    }

    /// Lets everybody talk to everybody, waits until nothing changes any more, and writes.
    fn probe(&mut self, end: &World) {
        self.mend_links(end);
        self.wait(CALM);
        // The producer may have to find out first who leads.
        self.produce("probe", "retries=9");
        self.wait(CALM);
        self.line("expect not acked probe");
    }
}

fn party(party: Party) -> String {
    match party {
        Party::Broker(broker) => broker.to_string(),
        Party::Controller => "controller".to_owned(),
    }
}
