//! `kind replica-trace`: one replica, mostly a leader, that hears of metadata, fetches, writes,
//! times and answers to its ISR changes.

use highwater_protocol::fetch::FetchRequest;
use highwater_protocol::isr::Standing;
use highwater_protocol::list_offsets::{ListOffset, RequestVersion, Spot};
use highwater_protocol::produce::Acks;
use highwater_protocol::replica::{IsrAfterChange, IsrAnswer, Replica, RoleChange};
use highwater_protocol::{
    BrokerEpoch, BrokerId, ErrorCode, LeaderEpoch, Offset, PartitionEpoch, leader,
};

use super::reading::{READERS, show_listed, show_reply};
use super::replica_bench::{Counters, Registration, ReplicaBench, show_outcome};
use super::trace::{self, Bench};
use super::{notation, replica_show};
use crate::harness::compare::Answer;
use crate::harness::fields::{self, Fields, broker, choice, number};
use crate::harness::text::{Failure, Row};

const ACTIONS: &str = "lead, follow, image, min-isr, fetch, read, request, epoch-end, append, \
                       write, pending, shrink-check, answer, list, cut, restart, look";

const ACKS: &[(&str, Acks)] = &[("0", Acks::None), ("1", Acks::Leader), ("all", Acks::All)];

const VERSIONS: &[(&str, RequestVersion)] =
    &[("4", RequestVersion::BeforeFive), ("5", RequestVersion::FiveOn)];

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    trace::run::<ReplicaBench>(row)
}

impl Bench for ReplicaBench {
    fn set_up(given: &mut Fields) -> Result<Self, String> {
        let generation = notation::generation(given)?;
        let me = given.take("me").map_or(Ok(BrokerId(0)), |text| broker("me", &text))?;
        let replicas = given.list("replicas")?.unwrap_or_else(|| [me].into_iter().collect());
        let mut replica = Replica::new(me);
        replica.log = notation::log_field(given, ("log", "hw"), generation)?;
        let registration = Registration {
            isr: given.list("isr")?.unwrap_or_else(|| replicas.clone()),
            replicas,
            leader: None,
            leader_epoch: notation::epoch_field(given, "epoch")?.unwrap_or_default(),
            partition_epoch: PartitionEpoch(given.number("pe")?.unwrap_or(0)),
        };
        Ok(ReplicaBench {
            replica,
            registration,
            times: Default::default(),
            standings: Default::default(),
            own_epoch: BrokerEpoch(given.number("broker-epoch")?.unwrap_or(1)),
            now: given.number("at")?.unwrap_or(0),
            lag_max: given.number("lag")?.unwrap_or(30_000),
            min_insync: given.number("min-isr")?.unwrap_or(1),
            generation,
            counters: Counters::default(),
            asked_at: PartitionEpoch(0),
        })
    }

    fn act(&mut self, action: &str, given: &mut Fields) -> Result<Answer, String> {
        self.now = given.number("at")?.unwrap_or(self.now);
        let answer = Answer::default();
        match action {
            "lead" => {
                let me = self.replica.broker;
                Ok(answer.with_optional("change", self.hear(given, Some(me))?))
            }
            "follow" => {
                let leader = notation::broker_or_none(given)?;
                Ok(answer.with_optional("change", self.hear(given, leader)?))
            }
            "image" => self.image(given).map(|()| answer),
            "min-isr" => {
                self.min_insync = number("min-isr", &given.need_word("the value")?)?;
                Ok(answer)
            }
            "fetch" => self.on_fetch(given),
            "read" => self.read(given),
            "request" => self.request(given),
            "epoch-end" => self.epoch_end(given),
            "append" => {
                let count = number("append", &given.need_word("how many records")?)?;
                self.append(count).map_err(|error| error.to_string()).map(|()| answer)
            }
            "write" => self.write(given),
            "pending" => self.pending(given),
            "shrink-check" => Ok(match self.shrink_check() {
                Ok(proposed) => {
                    answer.with_some("proposes", proposed.map(|isr| fields::show(&isr)))
                }
                Err(error) => answer.with("error", error.name()),
            }),
            "answer" => self.on_answer(given),
            "list" => self.list(given),
            "cut" => {
                self.replica.log.truncate_to(notation::offset_word(given, "the log end")?);
                Ok(answer)
            }
            "restart" => {
                let checkpoint = notation::offset_field(given, "checkpoint")?.unwrap_or_default();
                self.replica.reload(checkpoint);
                self.times.clear();
                Ok(answer)
            }
            "look" => Ok(answer),
            other => Err(format!("`{other}` is no action; actions are {ACTIONS}")),
        }
    }

    fn show(&self, answer: Answer) -> Answer {
        replica_show::show(self, answer)
    }
}

impl ReplicaBench {
    /// `lead …`, `follow LEADER …`: metadata arrives; what isn't said stays as it was.
    fn hear(
        &mut self,
        given: &mut Fields,
        leader: Option<BrokerId>,
    ) -> Result<&'static str, String> {
        let before = self.registration.clone();
        let epoch = notation::epoch_field(given, "epoch")?;
        self.registration = Registration {
            replicas: given.list("replicas")?.unwrap_or(before.replicas),
            isr: given.list("isr")?.unwrap_or(before.isr),
            leader,
            leader_epoch: epoch.unwrap_or(before.leader_epoch),
            partition_epoch: given.number("pe")?.map_or(before.partition_epoch, PartitionEpoch),
        };
        Ok(match self.apply() {
            RoleChange::Stale => "ignored",
            RoleChange::LeaderOfNewEpoch { led_before: false } => "new-leader",
            RoleChange::LeaderOfNewEpoch { led_before: true } => "re-elected",
            RoleChange::LeaderContinues | RoleChange::FollowerContinues => "continues",
            RoleChange::FollowerStarts { .. } => "follows",
        })
    }

    /// `image BROKER fenced|shutting-down|EPOCH`: what the leader's metadata says of a broker.
    fn image(&mut self, given: &mut Fields) -> Result<(), String> {
        let id = broker("broker", &given.need_word("the broker")?)?;
        let word = given.need_word("fenced, shutting-down or a broker epoch")?;
        let standing = match word.as_str() {
            "fenced" => Standing::Fenced,
            "shutting-down" => Standing::ShuttingDown,
            epoch => Standing::Active(BrokerEpoch(number("the broker epoch", epoch)?)),
        };
        self.standings.insert(id, standing);
        Ok(())
    }

    /// `BROKER OFFSET last= epoch= start= broker-epoch=`
    fn fetch_request(&self, given: &mut Fields) -> Result<FetchRequest, String> {
        let replica = broker("broker", &given.need_word("the follower")?)?;
        let offset = notation::offset_word(given, "the fetch offset")?;
        let carried = given.take("broker-epoch").unwrap_or_else(|| "1".to_owned());
        Ok(FetchRequest {
            replica,
            offset,
            leader_epoch: notation::epoch_field(given, "epoch")?,
            last_fetched_epoch: notation::epoch_field(given, "last")?,
            log_start: notation::offset_field(given, "start")?.unwrap_or_default(),
            broker_epoch: notation::known("broker-epoch", &carried, BrokerEpoch)?,
        })
    }

    fn on_fetch(&mut self, given: &mut Fields) -> Result<Answer, String> {
        let request = self.fetch_request(given)?;
        let (taken, proposed) = self.fetch(&request);
        let names = proposed.as_ref().map(|isr| replica_show::members(self, isr));
        Ok(show_reply(&taken.reply)
            .with_some("proposes", proposed.map(|isr| fields::show(&isr)))
            .with_optional("as", names.unwrap_or_default()))
    }

    /// `read BROKER OFFSET …`: a parked fetch is read again.
    fn read(&self, given: &mut Fields) -> Result<Answer, String> {
        let request = self.fetch_request(given)?;
        let reply = self.replica.answer_fetch(&request, u32::MAX, self.generation);
        let sent = if reply.brings_news() { "at-once" } else { "later" };
        Ok(show_reply(&reply).with_optional("sent", sent))
    }

    /// `epoch-end EPOCH epoch=`: OffsetsForLeaderEpoch.
    fn epoch_end(&self, given: &mut Fields) -> Result<Answer, String> {
        let asked = LeaderEpoch(number("epoch", &given.need_word("the epoch")?)?);
        let carried = notation::epoch_field(given, "epoch")?;
        Ok(match self.replica.answer_epoch_end(asked, carried) {
            Ok(end) => Answer::default().with("end", notation::show_end(end)),
            Err(error) => Answer::default().with("error", error.name()),
        })
    }

    /// `request epoch=`: any request that only the leader may answer, or with `to=anyone` one
    /// that any replica may.
    fn request(&self, given: &mut Fields) -> Result<Answer, String> {
        let carried = notation::epoch_field(given, "epoch")?;
        let of_leader = given.choice("to", &[("leader", true), ("anyone", false)])?;
        let result = if of_leader.unwrap_or(true) {
            self.replica.check_leads(carried).map(|_| ())
        } else {
            leader::check_leader_epoch(carried, self.replica.leader_epoch)
        };
        let refused = result.err().map(|error| error.to_string());
        Ok(Answer::default().with_some("error", refused))
    }

    /// `write N acks=all`
    fn write(&mut self, given: &mut Fields) -> Result<Answer, String> {
        let count = number("write", &given.need_word("how many records")?)?;
        let acks = choice("acks", &given.need("acks")?, ACKS)?;
        let admitted = self.replica.admit_write(acks, self.min_insync, self.generation);
        let written = admitted.and_then(|()| self.append(count));
        Ok(Answer::default().with_some("error", written.err().map(|error| error.to_string())))
    }

    /// `pending END`: how an `acks=all` write stands that ends there.
    fn pending(&self, given: &mut Fields) -> Result<Answer, String> {
        let required = notation::offset_word(given, "the exclusive end of the write")?;
        let done = self.replica.completion_of(required, self.min_insync, self.generation);
        let shown = match done {
            None => "waits".to_owned(),
            Some(Ok(())) => "done".to_owned(),
            Some(Err(error)) => error.to_string(),
        };
        Ok(Answer::default().with("write", shown))
    }

    /// `answer ok isr= epoch= pe=`, `answer ERROR`: the controller's answer, to the last request
    /// unless `asked-at=` names the partition epoch of an earlier one.
    fn on_answer(&mut self, given: &mut Fields) -> Result<Answer, String> {
        let word = given.need_word("ok or the error")?;
        let proposed = self.replica.leadership().map(|l| l.isr.proposed()).unwrap_or_default();
        let isr = given.list("isr")?.unwrap_or(proposed);
        let mut answer = self.grant(&isr);
        if word == "ok" {
            if let Ok(IsrAfterChange { leader_epoch, partition_epoch, .. }) = &mut answer.result {
                *leader_epoch = notation::epoch_field(given, "epoch")?.unwrap_or(*leader_epoch);
                let given = given.number("pe")?.map(PartitionEpoch);
                *partition_epoch = given.unwrap_or(*partition_epoch);
            }
        } else {
            let error = ErrorCode::by_name(&word).ok_or_else(|| format!("`{word}` is no error"))?;
            answer.result = Err(error);
        }
        let asked_at = given.number("asked-at")?.map_or(self.asked_at, PartitionEpoch);
        let outcome = self.answer(IsrAnswer { asked_at, ..answer });
        Ok(Answer::default().with("outcome", show_outcome(outcome)))
    }

    /// `list latest|earliest as= lso= version= epoch=`
    fn list(&self, given: &mut Fields) -> Result<Answer, String> {
        let spot = match given.need_word("latest, earliest or found")?.as_str() {
            "latest" => Spot::Latest,
            "earliest" => Spot::Earliest,
            "found" => {
                let text = given.need_word("the offset that a search by time found, or -1,")?;
                Spot::AtTime(notation::known("found", &text, Offset)?)
            }
            other => return Err(format!("`{other}` is none of latest, earliest, found")),
        };
        let word = given.need("as")?;
        let asked = ListOffset {
            reader: choice("as", &word, READERS)?,
            spot,
            leader_epoch: notation::epoch_field(given, "epoch")?,
            version: given.choice("version", VERSIONS)?.unwrap_or(RequestVersion::FiveOn),
        };
        let high_watermark = self.replica.log.high_watermark();
        let last_stable = notation::offset_field(given, "lso")?.unwrap_or(high_watermark);
        Ok(show_listed(self.replica.list_offset(&asked, last_stable, self.generation)))
    }
}
