//! `kind broker-registration`: one RegisterBroker request against what is stored.

use highwater_protocol::control::broker_registration::{RegisterBrokerRequest, register_broker};
use highwater_protocol::control::session::SessionState;
use highwater_protocol::control::{
    BrokerChange, BrokerRegistration, Brokers, DirectoryId, IncarnationId, PreviousShutdown,
};
use highwater_protocol::{BrokerEpoch, BrokerId};

use crate::harness::compare::{Answer, one_line};
use crate::harness::fields::{self, Fields};
use crate::harness::text::{Failure, Row};

const SESSION: &[(&str, SessionState)] =
    &[("valid", SessionState::Valid), ("expired", SessionState::Expired)];

const YES_NO: &[(&str, bool)] = &[("yes", true), ("no", false)];

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    one_line(row, answer)
}

fn answer(given: &mut Fields) -> Result<Answer, String> {
    let id: BrokerId = BrokerId(given.number("id")?.unwrap_or(1));
    let brokers = stored(id, given)?;
    let request = RegisterBrokerRequest {
        id,
        incarnation: IncarnationId(given.need_number("incarnation")?),
        previous_epoch: given.number("previous-epoch")?.map(BrokerEpoch),
        rack: None,
        directories: directories("directories", given)?.unwrap_or_else(|| vec![DirectoryId(500)]),
    };
    let session = given.choice("session", SESSION)?.unwrap_or(SessionState::Expired);
    let next_offset = BrokerEpoch(given.number("next-offset")?.unwrap_or(200));

    let registered = match register_broker(&brokers, &request, session, next_offset) {
        Ok(registered) => registered,
        Err(error) => return Ok(Answer::default().with("error", error.name())),
    };
    let shutdown = match registered.change {
        None => "none",
        Some(BrokerChange::NewIncarnation(_, PreviousShutdown::Clean)) => "clean",
        Some(BrokerChange::NewIncarnation(_, PreviousShutdown::Unclean)) => "unclean",
        Some(other) => return Err(format!("a registration led to {other:?}")),
    };
    let registration = registered.registration;
    let yes_no = |flag: bool| if flag { "yes" } else { "no" };
    Ok(Answer::default()
        .with("epoch", registration.epoch.0.to_string())
        .with("shutdown", shutdown)
        .with_optional("fenced", yes_no(registration.fenced))
        .with_optional("shutting-down", yes_no(registration.in_controlled_shutdown)))
}

/// Reads the registration that is stored for the id, if any, and another broker's directories.
fn stored(id: BrokerId, given: &mut Fields) -> Result<Brokers, String> {
    let mut brokers = Brokers::default();
    let registration = |id, directories| BrokerRegistration {
        id,
        epoch: BrokerEpoch(0),
        incarnation: IncarnationId(0),
        rack: None,
        directories,
        fenced: false,
        in_controlled_shutdown: false,
    };
    if let Some(epoch) = given.number("stored-epoch")? {
        brokers.put(BrokerRegistration {
            epoch: BrokerEpoch(epoch),
            incarnation: IncarnationId(given.need_number("stored-incarnation")?),
            fenced: given.choice("stored-fenced", YES_NO)?.unwrap_or(false),
            in_controlled_shutdown: given.choice("stored-shutting-down", YES_NO)?.unwrap_or(false),
            ..registration(id, vec![DirectoryId(500)])
        });
    }
    if let Some(directories) = directories("other-directories", given)? {
        brokers.put(registration(BrokerId(id.0 + 1), directories));
    }
    Ok(brokers)
}

fn directories(key: &'static str, given: &mut Fields) -> Result<Option<Vec<DirectoryId>>, String> {
    let read = |text: String| -> Result<Vec<DirectoryId>, String> {
        let ids = fields::elements(key, &text)?.into_iter();
        ids.map(|id| fields::number(key, id).map(DirectoryId)).collect()
    };
    given.take(key).map(read).transpose()
}
