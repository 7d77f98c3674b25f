//! A fault played by the engine on a copy of the cluster: what it breaks, and what still works.
//!
//! The run that is asked about is never touched, and nothing is judged here: what is broken is said
//! by the engine's verdicts, what is refused by protocol. Only what the fault makes the difference
//! for is laid to it.

use std::rc::Rc;

use highwater_engine::event::Fact;
use highwater_engine::verdict::Verdict;
use highwater_engine::{Cluster, Command, Event, EventId, PartitionId};
use highwater_protocol::produce::Acks;

use super::fault::Fault;

/// How many engine steps a fault gets to come to rest, and again after it was mended.
pub const STEPS_MAX: u32 = 5_000;

/// Whether a partition takes writes with `acks=all`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writes {
    /// It does.
    Taken,
    /// It has no leader that acts.
    Offline,
    /// Its leader refuses them.
    Refused,
}

impl Writes {
    /// What a partition does at a moment.
    #[must_use]
    pub fn of(cluster: &Cluster, partition: PartitionId) -> Writes {
        let min_insync = usize::from(cluster.min_insync_replicas(partition));
        match cluster.acting_leader(partition) {
            None => Writes::Offline,
            Some(leader) => match leader.admit_write(Acks::All, min_insync, cluster.generation()) {
                Ok(()) => Writes::Taken,
                Err(_) => Writes::Refused,
            },
        }
    }
}

/// When a trial is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// When the first promise is broken, if any is.
    Broken,
    /// When all has come to rest.
    Rest,
}

/// What came of a fault, or of none.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The cluster at the end.
    pub end: Cluster,
    /// What happened in it that removed records or broke something.
    pub noted: Vec<Event>,
    /// What each partition did with writes before the fault was mended.
    pub meanwhile: Vec<(PartitionId, Writes)>,
    /// How many engine steps it took.
    pub steps: u32,
    /// Whether it has come to rest at the end.
    pub rested: bool,
    /// How many verdicts there were before.
    known: usize,
    /// What is broken without the fault, too.
    anyway: Rc<[Verdict]>,
}

impl Trial {
    /// Plays on without any fault: what is broken then is no fault's doing.
    #[must_use]
    pub fn without_fault(start: &Cluster) -> Trial {
        let mut trial = Trial::begin(start, Rc::new([]));
        trial.rest(Until::Rest);
        trial
    }

    /// Plays a fault: it happens, all comes to rest, it is mended, all comes to rest. `quiet` is
    /// what became of the same start without it.
    #[must_use]
    pub fn play(start: &Cluster, quiet: &Trial, fault: Fault, until: Until) -> Trial {
        let anyway = quiet.broken().map(|(_, verdict)| verdict.clone());
        let mut trial = Trial::begin(start, anyway.collect());
        trial.submit(&fault.command());
        trial.rest(until);
        let writes = trial.end.partitions().map(|id| (id, Writes::of(&trial.end, id)));
        trial.meanwhile = writes.collect();
        if let Some(remedy) = fault.remedy()
            && !trial.is_over(until)
            && trial.end.check(&remedy).is_ok()
        {
            trial.submit(&remedy);
            trial.rest(until);
        }
        trial
    }

    fn begin(start: &Cluster, anyway: Rc<[Verdict]>) -> Trial {
        Trial {
            end: start.clone(),
            noted: Vec::new(),
            meanwhile: Vec::new(),
            steps: 0,
            rested: true,
            known: start.verdicts().len(),
            anyway,
        }
    }

    /// What broke a promise that was kept before, and would be kept without the fault.
    pub fn broken(&self) -> impl Iterator<Item = &(EventId, Verdict)> {
        self.new_verdicts().filter(|(_, verdict)| {
            verdict.breaks_a_promise() && !self.anyway.iter().any(|other| is_same(verdict, other))
        })
    }

    /// Every verdict that was not there before.
    pub fn new_verdicts(&self) -> impl Iterator<Item = &(EventId, Verdict)> {
        self.end.verdicts().iter().skip(self.known)
    }

    /// Whether it broke a promise.
    #[must_use]
    pub fn is_dangerous(&self) -> bool {
        self.broken().next().is_some()
    }

    fn is_over(&self, until: Until) -> bool {
        until == Until::Broken && self.is_dangerous()
    }

    fn submit(&mut self, command: &Command) {
        let mut events = Vec::new();
        // It was looked at before whether this can be done.
        let _ = self.end.submit(command, &mut events);
        self.note(&mut events);
    }

    fn rest(&mut self, until: Until) {
        let mut events = Vec::new();
        self.rested = true;
        for _ in 0..STEPS_MAX {
            if self.end.is_quiet() || self.is_over(until) || !self.end.step(&mut events) {
                return;
            }
            self.steps += 1;
            self.note(&mut events);
        }
        self.rested = false;
    }

    fn note(&mut self, events: &mut Vec<Event>) {
        let told = |event: &Event| matches!(event.fact, Fact::Removed { .. } | Fact::Broken(_));
        self.noted.extend(events.drain(..).filter(told));
    }
}

/// Whether two verdicts, of two futures, are about the same thing.
fn is_same(a: &Verdict, b: &Verdict) -> bool {
    match (a, b) {
        (Verdict::AckedRecordLost(a), Verdict::AckedRecordLost(b)) => a.batch == b.batch,
        (
            Verdict::ConsumedRecordLost { partition: p, offset: a, .. },
            Verdict::ConsumedRecordLost { partition: q, offset: b, .. },
        )
        | (
            Verdict::Diverged { partition: p, offset: a, .. },
            Verdict::Diverged { partition: q, offset: b, .. },
        ) => (p, a) == (q, b),
        _ => false,
    }
}
