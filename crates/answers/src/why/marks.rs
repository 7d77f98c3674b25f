//! Why what stands at a mark of the picture is as it is: by the last event that made it so, or by how
//! things stand.

use std::rc::Rc;

use highwater_engine::broker::Broker;
use highwater_engine::{Cluster, Event, EventId, Fact, PartitionId};
use highwater_phrase::cause::{self, State, Title};
use highwater_phrase::news::ReplicationNews;
use highwater_phrase::{Lang, News, caption};
use highwater_protocol::leader::HighWatermarkRule;
use highwater_protocol::replica::{Replica, Role};
use highwater_protocol::{BrokerId, BrokerList};
use highwater_scene::mark::Mark;
use highwater_scene::tell;

use super::past::Past;
use super::rule::Rule;
use super::steps;
use crate::document::{Answer, Block, Line, Step};
use crate::moment::Moment;

/// The answer for a mark, if there is such a thing.
pub(super) fn answer(moment: Moment<'_>, mark: &str) -> Option<Answer> {
    let mark = Mark::parse(mark)?;
    let (broker, partition) = match mark {
        Mark::HighWatermark { broker, partition }
        | Mark::Leo { broker, partition }
        | Mark::Epoch { broker, partition }
        | Mark::Membership { broker, partition } => (broker, partition),
        Mark::Record { .. } | Mark::Broker(_) | Mark::EpochCache { .. } => return None,
    };
    let (home, partition) = (BrokerId(broker), PartitionId(partition));
    let state = moment.cluster();
    state.replica(home, partition)?;
    let place = Place { moment, past: Past::of(moment), state, home, partition };
    match mark {
        Mark::HighWatermark { .. } => place.high_watermark(),
        Mark::Leo { .. } => place.log_end(),
        Mark::Epoch { .. } => place.role(),
        _ => place.isr(),
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
        let title = match &replica.role {
            Role::Leader(_) if self.is_up() => Title::Leads { broker: home.0, epoch },
            Role::Follower(_) if self.is_up() => Title::Follows { broker: home.0, epoch },
            _ => Title::Idle { broker: home.0 },
        };
        let begun = self.moment.timeline.state_at(0);
        let known = begun.registration(id);
        let replicas: Vec<u8> = known.iter().flat_map(|k| &k.replicas).map(|id| id.0).collect();
        let leader = known.and_then(|known| known.leader).map(|id| id.0);
        let state = State::RoleAsBegun { replicas: &replicas, leader };
        self.answer(title, self.chain_or(last, state))
    }

    fn isr(&self) -> Option<Answer> {
        let known = self.state.registration(self.partition)?;
        let (id, home) = (self.partition, self.home);
        let moved = |a: &BrokerList, b: &BrokerList| a.contains(&home) != b.contains(&home);
        let changes = |event: &Event| match &event.fact {
            Fact::IsrChanged { partition, from, to, elr, .. } if *partition == id => {
                let before = self.past.before(event.id);
                let elr_before = before.registration(id).map(|known| known.elr.clone());
                moved(from, to) || moved(&elr_before.unwrap_or_default(), elr)
            }
            Fact::ElrChanged { partition, from, to } => *partition == id && moved(from, to),
            _ => false,
        };
        let mut past = self.moment.past().map(|(_, event)| event);
        let last = past.find(|event| changes(event)).map(|event| event.id);
        let isr: Vec<u8> = known.isr.iter().map(|id| id.0).collect();
        let broker = home.0;
        let (title, state) = if known.isr.contains(&home) {
            (Title::InIsr { broker }, State::IsrAsBegun { isr: &isr })
        } else if known.elr.contains(&home) {
            (Title::InElr { broker }, State::OutsideAsBegun { isr: &isr })
        } else {
            (Title::Outside { broker }, State::OutsideAsBegun { isr: &isr })
        };
        let mut blocks = self.chain_or(last, state);
        // Who has left the ELR may have left the ISR long before.
        let left = self.last(|fact| {
            matches!(fact, Fact::IsrChanged { partition, from, to, .. }
                if *partition == id && moved(from, to))
        });
        if let Some(left) = left.filter(|left| Some(*left) != last) {
            blocks.push(Block::Heading(cause::last_change(self.lang()).to_owned()));
            blocks.push(self.steps(left));
        }
        self.answer(title, blocks)
    }

    fn high_watermark(&self) -> Option<Answer> {
        let replica = self.replica()?;
        let at = replica.log.high_watermark().0;
        let (id, home) = (self.partition, self.home);
        let mut past = self.moment.past().map(|(_, event)| event);
        let moved = past.find(|event| self.moved_high_watermark(event)).map(|event| event.id);
        let lang = self.lang();
        let now = match self.state.high_watermark_rule(home, id) {
            Some(rule) => self.leaders(replica, rule)?,
            None => vec![self.followers(replica)],
        };
        let mut blocks = vec![Block::Steps(now)];
        if replica.leadership().is_some() && at < replica.log.end().0 {
            blocks.insert(0, Block::Heading(cause::not_moving(lang).to_owned()));
        }
        if let Some((broker, at)) = self.leaders_high_watermark() {
            let title = Title::HighWatermark { broker, at }.say(lang);
            blocks.push(Block::Choices(vec![(
                title,
                format!("why {}", Mark::HighWatermark { broker, partition: id.0 }.text()),
            )]));
        }
        if let Some(moved) = moved {
            blocks.push(Block::Heading(cause::last_change(lang).to_owned()));
            blocks.push(self.steps(moved));
        }
        self.answer(Title::HighWatermark { broker: home.0, at }, blocks)
    }

    /// Whether an event put the high watermark where it is: it moved, or a log lost its end, or a
    /// process ended with what it had in memory.
    fn moved_high_watermark(&self, event: &Event) -> bool {
        let (id, home) = (self.partition, self.home);
        let hw = |state: &Cluster| state.replica(home, id).map(|r| r.log.high_watermark());
        let concerns = match &event.fact {
            Fact::HighWatermarkMoved { partition, broker, .. } => {
                return (*partition, *broker) == (id, home);
            }
            Fact::Removed { partition, broker, .. } => (*partition, *broker) == (id, home),
            Fact::Stopped { broker, .. } => *broker == home,
            _ => false,
        };
        concerns && hw(&self.past.before(event.id)) != hw(&self.past.after(event.id))
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
                let ends = tell::log_ends(&self.state, self.partition, self.home, held_by);
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
                step.what = Line::marking(&state.say(lang), &words);
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
        self.replica()?.following().filter(|_| self.is_up())?.leader
    }

    /// The broker that this copy follows, and where its high watermark is, if it has a copy at all.
    fn leaders_high_watermark(&self) -> Option<(u8, u32)> {
        let leader = self.leader()?;
        Some((leader.0, self.state.replica(leader, self.partition)?.log.high_watermark().0))
    }

    fn is_up(&self) -> bool {
        self.state.broker(self.home).is_some_and(Broker::is_up)
    }

    fn followers(&self, replica: &Replica) -> Step {
        let at = replica.log.high_watermark().0;
        let state = match self.leaders_high_watermark() {
            Some((leader, leaders)) if at != leaders => State::BehindLeader { at, leader, leaders },
            Some((leader, _)) => State::LikeLeader { at, leader },
            None if self.is_up() => State::Still { at },
            None => State::Down { at },
        };
        let rule = if self.is_up() { Rule::FollowerHw } else { Rule::Load };
        self.stands(state.say(self.lang()), String::new(), Some(rule))
    }
}
