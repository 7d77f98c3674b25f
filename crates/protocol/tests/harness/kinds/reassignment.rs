//! `kind reassignment`: the lists of a reassignment, when it is complete, what cancelling leaves.

use highwater_protocol::control::reassignment::{Moving, completed, plan, revert};
use highwater_protocol::control::{Cleanness, ReassignmentCompletion};

use super::partition;
use crate::harness::compare::{Answer, one_line};
use crate::harness::fields::{Fields, show};
use crate::harness::text::{Failure, Row};

pub(crate) fn run(row: &Row) -> Result<(), Failure> {
    one_line(row, answer)
}

fn answer(given: &mut Fields) -> Result<Answer, String> {
    match given.need_word("the word plan, complete or revert")?.as_str() {
        "plan" => {
            let plan = plan(&given.need_list("current")?, &given.need_list("target")?);
            Ok(Answer::default()
                .with("removing", show(&plan.removing))
                .with("adding", show(&plan.adding))
                .with("replicas", show(&plan.replicas)))
        }
        "complete" => complete(given),
        "revert" => {
            let revert = revert(&partition::registration(given)?);
            let cleanness = match revert.cleanness {
                Cleanness::Clean => "clean",
                Cleanness::Unclean => "unclean",
            };
            Ok(Answer::default()
                .with("replicas", show(&revert.replicas))
                .with("isr", show(&revert.isr))
                .with("cleanness", cleanness))
        }
        other => Err(format!("`{other}` is none of plan, complete, revert")),
    }
}

fn complete(given: &mut Fields) -> Result<Answer, String> {
    let plan = plan(&given.need_list("current")?, &given.need_list("target")?);
    let isr = given.need_list("isr")?;
    let completion = given
        .choice("completion", partition::COMPLETION)?
        .unwrap_or(ReassignmentCompletion::AddedInSync);
    let moving =
        Moving { replicas: &plan.replicas, removing: &plan.removing, adding: &plan.adding };
    Ok(match completed(moving, &isr, completion) {
        None => Answer::default(),
        Some(done) => {
            Answer::default().with("replicas", show(&done.replicas)).with("isr", show(&done.isr))
        }
    })
}
