//! `kind heartbeat`: the state that a heartbeat leads to, and what the controller remembers of it.

use highwater_protocol::BrokerId;
use highwater_protocol::control::heartbeat::{
    BrokerControlState, BrokerHeartbeatState, Heartbeat, HeartbeatWish, Leaderships,
    MetadataOffset, all_active_have_applied, next_state, reply,
};

use crate::harness::compare::Answer;
use crate::harness::fields::{self, Fields};
use crate::harness::text::{Failure, Row, Step};

const WISH: &[(&str, HeartbeatWish)] = &[
    ("run", HeartbeatWish::Run),
    ("fence", HeartbeatWish::Fence),
    ("shut-down", HeartbeatWish::ShutDown),
    ("fence-and-shut-down", HeartbeatWish::FenceAndShutDown),
];

const LEADS: &[(&str, Leaderships)] = &[("none", Leaderships::None), ("some", Leaderships::Some)];

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    let [setup, steps @ ..] = row.steps.as_slice() else {
        return Ok(());
    };
    let mut given = Fields::new(&setup.given);
    let mut brokers = brokers(&mut given)
        .and_then(|brokers| given.finish().map(|()| brokers))
        .map_err(|text| Failure::at(setup.line, text))?;
    for step in steps {
        let answer = apply(&mut brokers, step).map_err(|text| Failure::at(step.line, text))?;
        answer.check(step)?;
    }
    Ok(())
}

/// Reads `active` as ID@METADATA-OFFSET, `shutting-down` as ID@SHUTDOWN-OFFSET, `fenced` as ids.
fn brokers(given: &mut Fields) -> Result<Vec<BrokerHeartbeatState>, String> {
    let mut brokers = Vec::new();
    for id in given.list("fenced")?.unwrap_or_default() {
        brokers.push(BrokerHeartbeatState::registered(id));
    }
    for (id, offset) in with_offsets("active", given)? {
        let mut broker = BrokerHeartbeatState::registered(id);
        broker.touch(BrokerControlState::Unfenced, offset);
        brokers.push(broker);
    }
    for (id, offset) in with_offsets("shutting-down", given)? {
        let mut broker = BrokerHeartbeatState::registered(id);
        broker.touch(BrokerControlState::Unfenced, MetadataOffset(0));
        broker.controlled_shutdown_offset = Some(offset);
        brokers.push(broker);
    }
    Ok(brokers)
}

fn with_offsets(
    key: &'static str,
    given: &mut Fields,
) -> Result<Vec<(BrokerId, MetadataOffset)>, String> {
    let Some(text) = given.take(key) else {
        return Ok(Vec::new());
    };
    let read = |element: &str| {
        let (id, offset) = element
            .split_once('@')
            .ok_or_else(|| format!("{key}: `{element}` is not BROKER@OFFSET"))?;
        Ok((fields::broker(key, id)?, MetadataOffset(fields::number(key, offset)?)))
    };
    fields::elements(key, &text)?.into_iter().map(read).collect()
}

fn apply(brokers: &mut [BrokerHeartbeatState], step: &Step) -> Result<Answer, String> {
    let mut given = Fields::new(&step.given);
    let action = given.need_word("an action")?;
    if action == "all-applied" {
        let offset = MetadataOffset(given.need_number("offset")?);
        let answer = if all_active_have_applied(brokers, offset) { "yes" } else { "no" };
        return given.finish().map(|()| Answer::default().with("applied", answer));
    }
    let id = fields::broker("broker", &given.need_word("the broker")?)?;
    let index = brokers
        .iter()
        .position(|broker| broker.id == id)
        .ok_or_else(|| format!("broker {id} is none of the row's brokers"))?;
    let answer = match action.as_str() {
        "heartbeat" => heartbeat(brokers, index, &mut given)?,
        "late-heartbeat" => {
            let state = brokers[index].control_state();
            brokers[index].touch(state, MetadataOffset(given.need_number("offset")?));
            remembered(&brokers[index])
        }
        "fence" => {
            let offset = brokers[index].metadata_offset.unwrap_or_default();
            brokers[index].touch(BrokerControlState::Fenced, offset);
            remembered(&brokers[index])
        }
        "enter-shutdown" => {
            let offset = MetadataOffset(given.need_number("offset")?);
            match brokers[index].enter_controlled_shutdown(offset) {
                Ok(()) => remembered(&brokers[index]),
                Err(_) => Answer::default().with("error", "fenced-broker"),
            }
        }
        other => {
            return Err(format!(
                "`{other}` is none of heartbeat, late-heartbeat, fence, enter-shutdown, all-applied"
            ));
        }
    };
    given.finish().map(|()| answer)
}

/// A heartbeat is answered without being remembered, so that a row can try several.
fn heartbeat(
    brokers: &[BrokerHeartbeatState],
    index: usize,
    given: &mut Fields,
) -> Result<Answer, String> {
    let heartbeat = Heartbeat {
        wish: given.choice("wish", WISH)?.unwrap_or(HeartbeatWish::Run),
        metadata_offset: MetadataOffset(given.number("offset")?.unwrap_or(0)),
        registration_offset: MetadataOffset(given.number("registration")?.unwrap_or(0)),
        leaderships: given.choice("leads", LEADS)?.unwrap_or(Leaderships::None),
    };
    let next = next_state(&brokers[index], heartbeat, brokers);
    let reply = reply(heartbeat, next);
    let yes_no = |flag: bool| if flag { "yes" } else { "no" };
    Ok(Answer::default()
        .with("state", show(next))
        .with_optional("is-caught-up", yes_no(reply.is_caught_up))
        .with_optional("is-fenced", yes_no(reply.is_fenced))
        .with_optional("in-controlled-shutdown", yes_no(reply.in_controlled_shutdown))
        .with_optional("should-shut-down", yes_no(reply.should_shut_down)))
}

fn remembered(broker: &BrokerHeartbeatState) -> Answer {
    let show_offset = |offset: Option<MetadataOffset>| {
        offset.map_or_else(|| "none".to_owned(), |offset| offset.0.to_string())
    };
    Answer::default()
        .with("state", show(broker.control_state()))
        .with_optional("metadata-offset", show_offset(broker.metadata_offset))
        .with_optional("shutdown-offset", show_offset(broker.controlled_shutdown_offset))
}

fn show(state: BrokerControlState) -> &'static str {
    match state {
        BrokerControlState::Fenced => "FENCED",
        BrokerControlState::Unfenced => "UNFENCED",
        BrokerControlState::ControlledShutdown => "CONTROLLED_SHUTDOWN",
        BrokerControlState::ShutdownNow => "SHUTDOWN_NOW",
    }
}
