//! Why what stands at a mark of the picture is as it is: by the last event that made it so, or by how
//! things stand.

use std::rc::Rc;

use highwater_engine::broker::Broker;
use highwater_engine::{Cluster, EventId, Fact, PartitionId};
use highwater_phrase::cause::{self, State, Title};
use highwater_phrase::news::ReplicationNews;
use highwater_phrase::{Lang, News, caption};
use highwater_protocol::leader::HighWatermarkRule;
use highwater_protocol::replica::{Replica, Role};
use highwater_protocol::{BrokerId, BrokerList};

use super::past::Past;
use super::rule::Rule;
use super::steps;
use crate::document::{Answer, Block, Line, Step};
use crate::moment::Moment;

/// The answer for a mark, if there is such a thing.
pub(super) fn answer(moment: Moment<'_>, mark: &str) -> Option<Answer> {
    let mut parts = mark.split('-');
    let kind = parts.next()?;
    let home = BrokerId(parts.next()?.parse().ok()?);
    let partition = PartitionId(parts.next()?.parse().ok()?);
    if parts.next().is_some() {
        return None;
    }
    let state = moment.cluster();
    state.replica(home, partition)?;
    let place = Place { moment, past: Past::of(moment), state, home, partition };
    match kind {
        "hw" => place.high_watermark(),
        "leo" => place.log_end(),
        "epoch" => place.role(),
        "isr" => place.isr(),
        _ => None,
    }
}

/// One copy of a partition at a moment.
struct Place<'a> {
    moment: Moment<'a>,
    past: Past<'a>,
    state: Rc<Cluster>,
    home: BrokerId,
    partition: PartitionId,
}

impl Place<'_> {
    fn lang(&self) -> Lang {
        self.moment.lang
    }

    fn replica(&self) -> Option<&Replica> {
        self.state.replica(self.home, self.partition)
    }

    fn last(&self, is_meant: impl Fn(&Fact) -> bool) -> Option<EventId> {
        self.past.last(self.past.until, is_meant)
    }

    fn answer(&self, title: Title, blocks: Vec<Block>) -> Option<Answer> {
        let mut title = title.say(self.lang());
        if 1 < self.state.config().partition_count() {
            title = format!("[{}] {title}", self.state.config().partition_name(self.partition));
        }
        Some(Answer { title, blocks, ..Answer::default() })
    }

    fn steps(&self, id: EventId) -> Block {
        Block::Steps(steps::of(self.past, id, self.lang()))
    }

    /// How things stand now, as a step.
    fn stands(&self, what: String, why: String, rule: Option<Rule>) -> Step {
        let time = caption::time(self.lang(), self.state.now());
        Step {
            when: time,
            position: self.moment.position,
            what: Line::text(what),
            why: Line::text(why),
            rule: rule.map_or("", Rule::source).to_owned(),
        }
    }

    fn chain_or(&self, last: Option<EventId>, state: State<'_>) -> Vec<Block> {
        match last {
            Some(id) => vec![self.steps(id)],
            None => {
                let step = self.stands(state.say(self.lang()), String::new(), None);
                vec![Block::Steps(vec![step])]
            }
        }
    }

    fn log_end(&self) -> Option<Answer> {
        let at = self.replica()?.log.end().0;
        let (id, home) = (self.partition, self.home);
        let last = self.last(|fact| match fact {
            Fact::Appended { partition, broker, .. } => (*partition, *broker) == (id, home),
            Fact::Replicated { partition, broker, from, to }
            | Fact::Removed { partition, broker, from, to, .. } => {
                (*partition, *broker) == (id, home) && from != to
            }
            _ => false,
        });
        let title = Title::LogEnd { broker: home.0, at };
        self.answer(title, self.chain_or(last, State::LogAsBegun { at }))
    }

    fn role(&self) -> Option<Answer> {
        let replica = self.replica()?;
        let (id, home) = (self.partition, self.home);
        let last = self.last(|fact| match fact {
            Fact::BecameLeader { partition, broker, .. }
            | Fact::BecameFollower { partition, broker, .. } => (*partition, *broker) == (id, home),
            Fact::Stopped { broker, .. } => *broker == home,
            _ => false,
        });
        let epoch = replica.leader_epoch.map_or(0, |epoch| epoch.0);
        let is_up = self.state.broker(home).is_some_and(Broker::is_up);
        let title = match &replica.role {
            Role::Leader(_) if is_up => Title::Leads { broker: home.0, epoch },
            Role::Follower(_) if is_up => Title::Follows { broker: home.0, epoch },
            _ => Title::Idle { broker: home.0 },
        };
        self.answer(title, self.chain_or(last, State::RoleAsBegun))
    }

    fn isr(&self) -> Option<Answer> {
        let known = self.state.registration(self.partition)?;
        let (id, home) = (self.partition, self.home);
        let moved = |a: &BrokerList, b: &BrokerList| a.contains(&home) != b.contains(&home);
        let last = self.last(|fact| match fact {
            Fact::IsrChanged { partition, from, to, .. }
            | Fact::ElrChanged { partition, from, to } => *partition == id && moved(from, to),
            _ => false,
        });
        let isr: Vec<u8> = known.isr.iter().map(|id| id.0).collect();
        let broker = home.0;
        let (title, state) = if known.isr.contains(&home) {
            (Title::InIsr { broker }, State::IsrAsBegun { isr: &isr })
        } else if known.elr.contains(&home) {
            (Title::InElr { broker }, State::OutsideAsBegun { isr: &isr })
        } else {
            (Title::Outside { broker }, State::OutsideAsBegun { isr: &isr })
        };
        self.answer(title, self.chain_or(last, state))
    }

    fn high_watermark(&self) -> Option<Answer> {
        let replica = self.replica()?;
        let at = replica.log.high_watermark().0;
        let (id, home) = (self.partition, self.home);
        let moved = self.last(|fact| {
            matches!(fact, Fact::HighWatermarkMoved { partition, broker, .. }
                if (*partition, *broker) == (id, home))
        });
        let lang = self.lang();
        let now = match self.state.high_watermark_rule(home, id) {
            Some(rule) => self.leaders(replica, rule)?,
            None => vec![self.followers(replica)],
        };
        let mut blocks = vec![Block::Steps(now)];
        if replica.leadership().is_some() && at < replica.log.end().0 {
            blocks.insert(0, Block::Heading(cause::not_moving(lang).to_owned()));
        }
        if let Some(leader) = self.leader() {
            let at = self.state.replica(leader, id)?.log.high_watermark().0;
            let title = Title::HighWatermark { broker: leader.0, at }.say(lang);
            blocks.push(Block::Choices(vec![(title, format!("why hw-{}-{}", leader.0, id.0))]));
        }
        if let Some(moved) = moved {
            blocks.push(Block::Heading(cause::last_change(lang).to_owned()));
            blocks.push(self.steps(moved));
        }
        self.answer(Title::HighWatermark { broker: home.0, at }, blocks)
    }

    /// What the rule says of a leader's high watermark now, and what stands behind it.
    fn leaders(&self, replica: &Replica, rule: HighWatermarkRule) -> Option<Vec<Step>> {
        let (lang, broker) = (self.lang(), self.home.0);
        let (at, log_end) = (replica.log.high_watermark().0, replica.log.end().0);
        let held = |news| News::Replication(news).say(lang);
        let (step, behind) = match rule {
            HighWatermarkRule::BelowMinIsr { isr, min_isr } => {
                let (isr, min_isr) = (isr as u8, min_isr as u8);
                let said = held(ReplicationNews::HeldByMinIsr { broker, at, isr, min_isr });
                let behind = self.last(|fact| {
                    matches!(fact, Fact::IsrChanged { partition, .. } if *partition == self.partition)
                });
                (self.stands(said.what, said.why, Some(Rule::MinIsrGate)), behind)
            }
            HighWatermarkRule::Unknown { replica } => {
                let said = held(ReplicationNews::HeldByUnknown { broker, at, replica: replica.0 });
                (
                    self.stands(said.what, said.why, Some(Rule::LeaderMinimum)),
                    self.past.hindrance(self.past.until, self.partition, replica),
                )
            }
            HighWatermarkRule::At { held_by, .. } => {
                let holders: Vec<u8> = held_by.iter().map(|id| id.0).collect();
                let ends = steps::known_ends(&self.state, self.home, self.partition, &holders);
                let state = if at < log_end && !holders.is_empty() {
                    State::HeldBy { ends: &ends, at, log_end, holders: &holders }
                } else {
                    State::AllCommitted { ends: &ends, at }
                };
                let hindered = held_by
                    .iter()
                    .filter(|_| at < log_end)
                    .filter_map(|id| self.past.hindrance(self.past.until, self.partition, id));
                let mut step = self.stands(String::new(), String::new(), Some(Rule::LeaderMinimum));
                let words = steps::ends_in_words(&ends, self.partition, lang);
                step.what = steps::marked(state.say(lang), &words);
                (step, hindered.max())
            }
        };
        let mut steps = vec![step];
        steps.extend(behind.map(|id| steps::of(self.past, id, lang)).unwrap_or_default());
        steps.truncate(super::chain::STEPS_MAX);
        Some(steps)
    }

    /// Whom this copy follows.
    fn leader(&self) -> Option<BrokerId> {
        let is_up = self.state.broker(self.home).is_some_and(Broker::is_up);
        self.replica()?.following().filter(|_| is_up)?.leader
    }

    fn followers(&self, replica: &Replica) -> Step {
        let at = replica.log.high_watermark().0;
        let leader = self.leader();
        let leaders = leader.and_then(|id| {
            Some((id.0, self.state.replica(id, self.partition)?.log.high_watermark().0))
        });
        let state = match leaders {
            Some((leader, leaders)) if at != leaders => State::BehindLeader { at, leader, leaders },
            Some((leader, _)) => State::LikeLeader { at, leader },
            None => State::Still { at },
        };
        self.stands(state.say(self.lang()), String::new(), Some(Rule::FollowerHw))
    }
}
