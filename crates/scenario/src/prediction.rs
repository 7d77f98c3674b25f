//! What a script asks its reader before it goes on, and what turned out.
//!
//! `predict leader`, `predict hw 1` and `predict lost m2` ask at the place where they stand; the answer is
//! what is the case at the next `reveal`, or at the end of the script. Nothing is ever taken from a
//! text: the answer is read off the cluster.

use std::rc::Rc;

use highwater_engine::Cluster;
use highwater_engine::config::PartitionId;
use highwater_protocol::BrokerId;

use crate::condition::{Claim, Condition, Polarity, RecordRef};
use crate::judge;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// Who will lead a partition.
    Leader(PartitionId),
    /// Where a replica's high watermark will be.
    HighWatermark(BrokerId, PartitionId),
    /// Whether an acknowledged record will be lost.
    Lost(RecordRef),
}

/// An answer, the reader's or the true one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This broker leads, or none.
    Leader(Option<BrokerId>),
    /// The high watermark is here.
    Offset(u32),
    /// It is lost, or it is not.
    Lost(bool),
}

/// A question of a script with its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prediction {
    /// Where it is asked.
    pub position: usize,
    /// Where its answer is to be seen.
    pub revealed_at: usize,
    /// What is asked.
    pub subject: Rc<Subject>,
    /// The answer.
    pub truth: Outcome,
    /// What could be answered.
    pub choices: Vec<Outcome>,
    /// What the script waits for before the answer is to be seen, if that is the last thing it does.
    pub when: Option<Rc<Condition>>,
}

impl Subject {
    /// What is the case in a cluster.
    #[must_use]
    pub fn outcome(&self, cluster: &Cluster) -> Outcome {
        match self {
            Subject::Leader(partition) => {
                Outcome::Leader(cluster.registration(*partition).and_then(|known| known.leader))
            }
            Subject::HighWatermark(broker, partition) => {
                let replica = cluster.replica(*broker, *partition);
                Outcome::Offset(replica.map_or(0, |replica| replica.log.high_watermark().0))
            }
            Subject::Lost(record) => {
                let claim = Claim::Lost(record.clone());
                let lost = Condition { polarity: Polarity::Is, claim };
                Outcome::Lost(judge::holds(cluster, &lost))
            }
        }
    }

    /// What a reader could answer when it is asked: every replica or nobody; every offset up to the end of
    /// the longest log; yes or no.
    fn choices(&self, cluster: &Cluster) -> Vec<Outcome> {
        match self {
            Subject::Leader(partition) => {
                let known = cluster.registration(*partition);
                let replicas = known.map(|known| known.replicas.clone()).unwrap_or_default();
                let replicas = replicas.into_iter().map(Some);
                replicas.chain([None]).map(Outcome::Leader).collect()
            }
            Subject::HighWatermark(_, partition) => {
                let ends = cluster.brokers().iter().filter_map(|broker| {
                    cluster.replica(broker.id, *partition).map(|replica| replica.log.end().0)
                });
                (0..=ends.max().unwrap_or(0)).map(Outcome::Offset).collect()
            }
            Subject::Lost(_) => [true, false].map(Outcome::Lost).into(),
        }
    }
}

/// The questions of a script while it is played.
#[derive(Clone, Default)]
pub(crate) struct Asked {
    pub(crate) all: Vec<Prediction>,
    /// Those before have their answer.
    open_from: usize,
}

impl Asked {
    /// Asks at a position.
    pub(crate) fn ask(&mut self, position: usize, subject: &Subject, cluster: &Cluster) {
        self.all.push(Prediction {
            position,
            revealed_at: position,
            subject: Rc::new(subject.clone()),
            truth: subject.outcome(cluster),
            choices: subject.choices(cluster),
            when: None,
        });
    }

    /// Answers everything that is open by what is the case at a position, which was waited for.
    pub(crate) fn reveal(
        &mut self,
        position: usize,
        cluster: &Cluster,
        when: Option<&Rc<Condition>>,
    ) {
        for prediction in &mut self.all[self.open_from..] {
            prediction.revealed_at = position;
            prediction.when = when.cloned();
            prediction.truth = prediction.subject.outcome(cluster);
            // What came about can always be answered, even if nobody could have thought of it.
            if !prediction.choices.contains(&prediction.truth) {
                prediction.choices.push(prediction.truth);
            }
        }
        self.open_from = self.all.len();
    }
}
