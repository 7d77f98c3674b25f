//! `kind session`: contacts with brokers, and whose session has run out when.

use highwater_protocol::control::session::{ExpiryOrder, SessionState, Sessions};
use highwater_protocol::{BrokerEpoch, BrokerId};

use crate::harness::compare::Answer;
use crate::harness::fields::{self, Fields};
use crate::harness::text::{Failure, Row, Step};

const ORDER: &[(&str, ExpiryOrder)] =
    &[("ascending", ExpiryOrder::AscendingId), ("descending", ExpiryOrder::DescendingId)];

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    let [setup, steps @ ..] = row.steps.as_slice() else {
        return Ok(());
    };
    let mut given = Fields::new(&setup.given);
    let timeout = given
        .need_number("timeout")
        .and_then(|timeout| given.finish().map(|()| timeout))
        .map_err(|text| Failure::at(setup.line, text))?;
    let mut sessions = Sessions::default();
    for step in steps {
        let answer = apply(&mut sessions, timeout, step).map_err(|t| Failure::at(step.line, t))?;
        match (answer, &step.expected) {
            (Some(answer), _) => answer.check(step)?,
            (None, None) => {}
            (None, Some(_)) => return Err(Failure::at(step.line, "a touch has no result")),
        }
    }
    Ok(())
}

fn apply(sessions: &mut Sessions, timeout: u64, step: &Step) -> Result<Option<Answer>, String> {
    let mut given = Fields::new(&step.given);
    let action = given.need_word("the word touch, state or scan")?;
    let now = given.need_number("at")?;
    let answer = match action.as_str() {
        "touch" => {
            let (broker, epoch) = broker_and_epoch(&mut given)?;
            sessions.touch(broker, epoch, now);
            None
        }
        "state" => {
            let (broker, epoch) = broker_and_epoch(&mut given)?;
            let state = match sessions.state(broker, epoch, now, timeout) {
                SessionState::Valid => "valid",
                SessionState::Expired => "expired",
            };
            Some(Answer::default().with("session", state))
        }
        "scan" => {
            let order = given.choice("order", ORDER)?.unwrap_or(ExpiryOrder::AscendingId);
            let taken = sessions.take_expired(now, timeout, order);
            let shown = taken.map(|(broker, epoch)| format!("{broker}@{}", epoch.0));
            Some(Answer::default().with_some("expired", shown))
        }
        other => return Err(format!("`{other}` is none of touch, state, scan")),
    };
    given.finish().map(|()| answer)
}

fn broker_and_epoch(given: &mut Fields) -> Result<(BrokerId, BrokerEpoch), String> {
    let text = given.need_word("the broker with its epoch, as in 1@5,")?;
    let (broker, epoch) =
        text.split_once('@').ok_or_else(|| format!("`{text}` is not BROKER@EPOCH"))?;
    Ok((fields::broker("broker", broker)?, BrokerEpoch(fields::number("epoch", epoch)?)))
}
