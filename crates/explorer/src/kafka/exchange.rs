//! A follower asks its leader and takes the answer, as one step.
//!
//! An answer with records was read before the request had any effect, so a follower's high watermark
//! stays one exchange behind. A request that finds no records waits at the leader: if it told the
//! leader something new of a member of the ISR, the exchange ends there, and the next one brings the
//! answer. Otherwise nothing comes between question and answer: a reply that arrives late is dropped by the follower
//! where its epoch or log end has changed, so nothing is missed by that from 2.1 on.

use highwater_protocol::fetch::{FetchReply, FetchRequest};
use highwater_protocol::follower::{FetchErrorReaction, FollowPhase, reset_to_leader};
use highwater_protocol::leading::Outlook;
use highwater_protocol::log::ReplicaLog;
use highwater_protocol::replica::{FetchOutcome, Replica};
use highwater_protocol::{BrokerId, Offset};

use crate::kafka::guards::Guard;
use crate::kafka::model::Kafka;
use crate::kafka::world::{Seat, World};

impl Kafka {
    /// A follower asks its leader. Says whether there was anything to ask and to answer.
    pub(super) fn exchange(&self, world: &mut World, follower: BrokerId) -> bool {
        let Some(seat) = world.seat(follower).filter(|seat| seat.runs()) else {
            return false;
        };
        let Some(following) = seat.replica.following() else {
            return false;
        };
        let Some(leader) = following.leader else {
            return false;
        };
        if !world.seat(leader).is_some_and(|seat| seat.runs()) {
            return false;
        }
        if world.is_idle(seat, leader) {
            return false;
        }
        match following.phase {
            FollowPhase::Truncating { asked } => self.ask_epoch_end(world, follower, leader, asked),
            FollowPhase::Fetching => self.fetch(world, follower, leader),
            FollowPhase::NoLeader | FollowPhase::Failed => false,
        }
    }

    fn ask_epoch_end(
        &self,
        world: &mut World,
        follower: BrokerId,
        leader: BrokerId,
        asked: highwater_protocol::LeaderEpoch,
    ) -> bool {
        let answer =
            world.seat(leader).and_then(|seat| seat.replica.answer_epoch_end(asked, None).ok());
        let (Some(answer), Some(seat)) = (answer, world.seat_mut(follower)) else {
            return false;
        };
        let cut = seat.replica.accept_epoch_end(asked, answer, self.settings.generation);
        let following = seat.replica.following();
        seat.settled = following.is_some_and(|f| f.phase == FollowPhase::Fetching);
        cut.is_some()
    }

    fn fetch(&self, world: &mut World, follower: BrokerId, leader: BrokerId) -> bool {
        let generation = self.settings.generation;
        let request = world
            .seat(follower)
            .and_then(|seat| seat.replica.fetch_request(seat.epoch, generation));
        let Some(request) = request else {
            return false;
        };
        let Some(reply) = self.serve(world, leader, &request) else {
            return true;
        };
        let Some(seat) = world.seat_mut(follower) else {
            return false;
        };
        match seat.replica.accept_fetch(&request, &reply, generation) {
            FetchOutcome::Accepted(_) => {
                seat.settled = true;
                true
            }
            FetchOutcome::Cut(_) => true,
            FetchOutcome::Ignored => false,
            FetchOutcome::Refused(_, reaction) => self.react(world, follower, leader, reaction),
        }
    }

    /// The leader's part: it answers, notes the fetch, takes the follower into the ISR where it
    /// may, and looks at its high watermark. `None` if the fetch waits there now.
    fn serve(
        &self,
        world: &mut World,
        leader: BrokerId,
        request: &FetchRequest,
    ) -> Option<FetchReply> {
        let generation = self.settings.generation;
        let follower = request.replica;
        let standing = world.standing_at(leader, follower);
        let seat = world.seat_mut(leader)?;
        let limit = u32::from(self.settings.fetch_records);
        let mut request = *request;
        if !self.settings.has(Guard::FetchFencing) {
            request.leader_epoch = None;
        }
        if !self.settings.has(Guard::DivergenceCheck) {
            request.last_fetched_epoch = None;
        }
        let taken = seat.replica.take_fetch(&request, limit, standing, generation);
        let Some(noted) = taken.noted else {
            return Some(taken.reply);
        };
        let joins = self.with_outlook(world, leader, Default::default(), |outlook| {
            let seat = world.seat(leader);
            seat.is_some_and(|seat| self.may_join(&seat.replica, follower, outlook))
        });
        let leadership = world.seat_mut(leader).and_then(|seat| seat.replica.leadership_mut());
        let proposed = joins
            && leadership.is_some_and(|leadership| leadership.isr.propose_expand(follower).is_ok());
        if noted.changed() {
            self.look_at_leader(world, leader);
        }
        if proposed {
            self.alter_isr(world, leader);
        }
        let seat = world.seat(leader)?;
        let is_member =
            seat.replica.leadership().is_some_and(|l| l.isr.maximal().contains(follower));
        let waits = !taken.reply.brings_news() && is_member && (noted.changed() || proposed);
        (!waits).then_some(taken.reply)
    }

    /// Whether a follower may join the ISR, a guard that is off having nothing to ask for.
    fn may_join(&self, leader: &Replica, follower: BrokerId, outlook: &Outlook<'_>) -> bool {
        let mut lax = None;
        if !self.settings.has(Guard::EpochStart) {
            let leader: &mut Replica = lax.insert(leader.clone());
            if let Some(leadership) = leader.leadership_mut() {
                leadership.epoch_start = Offset::ZERO;
            }
        }
        if !self.settings.has(Guard::HighWatermarkReached) {
            let leader: &mut Replica = lax.insert(leader.clone());
            let log = &leader.log;
            leader.log = ReplicaLog::from_parts(
                log.start(),
                log.entries().to_vec(),
                Offset::ZERO,
                log.recovery_point(),
                log.epochs().clone(),
            );
        }
        lax.as_ref().unwrap_or(leader).may_join(follower, outlook)
    }

    fn react(
        &self,
        world: &mut World,
        follower: BrokerId,
        leader: BrokerId,
        reaction: FetchErrorReaction,
    ) -> bool {
        match reaction {
            FetchErrorReaction::Fail => true,
            FetchErrorReaction::BackOff => false,
            FetchErrorReaction::ResetToLeader => {
                let bounds = world.seat(leader).and_then(|seat| {
                    let replica = &seat.replica;
                    replica.check_leads(None).ok()?;
                    Some((replica.log.start(), replica.log.end()))
                });
                let (Some((start, end)), Some(seat)) = (bounds, world.seat_mut(follower)) else {
                    return false;
                };
                reset_to_leader(&mut seat.replica.log, start, end);
                true
            }
        }
    }
}

impl World {
    /// Whether a fetch would tell nothing new to leader or follower. (Answering "no" too often would
    /// only cost time.)
    fn is_idle(&self, follower: &Seat, leader: BrokerId) -> bool {
        let (Some(led), replica) = (self.seat(leader), &follower.replica) else {
            return false;
        };
        let Some(leadership) = led.replica.leadership() else {
            return false;
        };
        let Some(remote) = leadership.remote(replica.broker) else {
            return false;
        };
        let same_epoch = replica.leader_epoch == led.replica.leader_epoch;
        let is_known = remote.log_end == Some(replica.log.end());
        let same_log = replica.log.end() == led.replica.log.end()
            && replica.log.high_watermark() == led.replica.log.high_watermark()
            && replica.log.epochs().latest() == led.replica.log.epochs().latest();
        let same_process = remote
            .broker_epoch
            .is_none_or(|carried| carried.is_none_or(|carried| carried == follower.epoch));
        let is_member = leadership.isr.committed().contains(replica.broker);
        follower.settled && same_epoch && is_known && same_log && same_process && is_member
    }
}
