//! What came of faults, in the words that the verdicts of a run have.

use highwater_engine::verdict::{Loss, Verdict};
use highwater_engine::{Cluster, EventId};
use highwater_phrase::danger as phrase;
use highwater_phrase::verdict::Card;
use highwater_scene::mark::Mark;
use highwater_scene::tell;

use super::fault::Fault;
use super::trial::{Trial, Until, Writes};
use crate::document::{Block, Line};
use crate::moment::Moment;

/// A fault and what came of it.
pub(super) struct Outcome {
    pub(super) fault: Fault,
    pub(super) name: String,
    pub(super) trial: Trial,
    /// The records that are lost by it.
    pub(super) lost: Vec<String>,
    /// Where the first of them is now.
    place: Option<Mark>,
    /// What it breaks, and what else there is to be said of it.
    cards: Vec<(bool, Card)>,
}

impl Outcome {
    pub(super) fn of(moment: Moment<'_>, quiet: &Trial, fault: Fault) -> Outcome {
        let start = moment.cluster();
        let trial = Trial::play(&start, quiet, fault, Until::Rest);
        let place = losses(&trial).next().and_then(|loss| place(&start, loss));
        Outcome {
            fault,
            name: fault.name(&start, moment.lang),
            lost: lost(moment, &trial),
            place,
            cards: told(moment, &trial),
            trial,
        }
    }

    pub(super) fn is_dangerous(&self) -> bool {
        self.trial.is_dangerous()
    }

    /// What it costs, in a cell of a table.
    pub(super) fn cost(&self) -> Line {
        let lost = self.lost.join(", ");
        let others = self.cards.iter().skip(self.lost.len()).map(|(_, card)| card.title.clone());
        let others: Vec<String> = others.collect();
        match (lost.is_empty(), others.is_empty(), self.place) {
            (true, true, _) => Line::text("–"),
            (true, false, _) => Line::text(others.join(", ")),
            (false, _, Some(place)) => Line::marked(lost, place),
            (false, _, None) => Line::text(lost),
        }
    }
}

fn losses(trial: &Trial) -> impl Iterator<Item = &Loss> {
    trial.broken().filter_map(|(_, verdict)| match verdict {
        Verdict::AckedRecordLost(loss) => Some(loss),
        _ => None,
    })
}

/// The records that are lost at the end of a trial, by name.
pub(super) fn lost(moment: Moment<'_>, trial: &Trial) -> Vec<String> {
    let name = |loss: &Loss| {
        let batch = trial.end.ledger().batch(loss.batch);
        let count = loss.end.0.saturating_sub(loss.first.0);
        phrase::records(moment.lang, &batch.name, count)
    };
    losses(trial).map(name).collect()
}

/// Where a record that will be lost can be seen now: on its leader, or on whoever has it.
fn place(start: &Cluster, loss: &Loss) -> Option<Mark> {
    let leader = start.registration(loss.partition).and_then(|known| known.leader);
    let others = start.brokers().iter().map(|broker| broker.id);
    let batch = start.ledger().batches().find(|(id, _)| *id == loss.batch)?.1;
    let holder = leader.into_iter().chain(others).find(|id| {
        let entry = start.replica(*id, loss.partition).and_then(|r| r.log.entry(loss.first));
        let within = |record: u32| batch.first.0 <= record && record < batch.first.0 + batch.count;
        entry.is_some_and(|entry| within(entry.record.0))
    })?;
    let (partition, offset, broker) = (loss.partition.0, loss.first.0, holder.0);
    Some(Mark::Record { partition, offset, broker })
}

/// The cards of what is broken, losses first, then of what is not as bad.
fn told(moment: Moment<'_>, trial: &Trial) -> Vec<(bool, Card)> {
    let before = moment.timeline;
    let known = moment.cluster().event_count();
    let removed_by = |id: EventId| {
        let event = match id.0 < known {
            true => before.event(id),
            false => trial.noted.iter().find(|event| event.id == id),
        };
        event.and_then(tell::removed_by)
    };
    let is_loss = |id: EventId| {
        let verdict = trial.broken().find(|(event, _)| *event == id);
        matches!(verdict, Some((_, Verdict::AckedRecordLost(_))))
    };
    let of_fault = |id: EventId, breaks: bool| match breaks {
        true => trial.broken().any(|(event, _)| *event == id),
        false => trial.new_verdicts().any(|(event, _)| *event == id),
    };
    let cards = tell::cards(&trial.end, &removed_by, moment.lang);
    let cards = cards.into_iter().filter(|(id, breaks, _)| of_fault(*id, *breaks));
    let (losses, others): (Vec<_>, Vec<_>) = cards.partition(|(id, ..)| is_loss(*id));
    losses.into_iter().chain(others).map(|(_, breaks, card)| (breaks, card)).collect()
}

/// What would be broken, as the cards of verdicts say it, each once with the faults that do it.
pub(super) fn cards(dangerous: &[&Outcome]) -> Vec<Block> {
    let mut found: Vec<(&Card, Vec<&str>)> = Vec::new();
    for outcome in dangerous {
        for (_, card) in outcome.cards.iter().filter(|(breaks, _)| *breaks) {
            match found.iter_mut().find(|(known, _)| *known == card) {
                Some((_, names)) => names.push(&outcome.name),
                None => found.push((card, vec![&outcome.name])),
            }
        }
    }
    let blocks = found.into_iter().flat_map(|(card, names)| {
        let rows = card.rows.iter();
        let rows = rows.map(|(term, text)| (term.clone(), Line::text(text.clone())));
        [
            Block::Heading(names.join(", ")),
            Block::Text(card.title.clone().into()),
            Block::Terms(rows.collect()),
        ]
    });
    blocks.collect()
}

/// Whether writes were taken while the fault lasted, and if not, whether they are at the end.
pub(super) fn writes(moment: Moment<'_>, trial: &Trial) -> String {
    let lang = moment.lang;
    let names = |wanted: Writes| {
        let refusing = trial.meanwhile.iter().filter(|(_, writes)| *writes == wanted);
        let names = refusing.map(|(id, _)| trial.end.config().partition_name(*id));
        names.collect::<Vec<_>>().join(", ")
    };
    let (offline, refused) = (names(Writes::Offline), names(Writes::Refused));
    if offline.is_empty() && refused.is_empty() {
        return phrase::taken(lang).to_owned();
    }
    let mut parts = Vec::new();
    if !offline.is_empty() {
        parts.push(phrase::offline(lang, &offline));
    }
    if !refused.is_empty() {
        parts.push(phrase::refused(lang, &refused));
    }
    let now = parts.join(", ");
    let stays =
        |(id, was): &(_, Writes)| *was == Writes::Taken || Writes::of(&trial.end, *id) == *was;
    if trial.meanwhile.iter().all(stays) { phrase::stay(lang, &now) } else { now }
}
