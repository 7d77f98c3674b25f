//! What `kafka-leader-election.sh` prints.

use highwater_engine::command::Election;
use highwater_protocol::ErrorCode;

fn kind(election: Election) -> &'static str {
    match election {
        Election::Preferred => "PREFERRED",
        Election::Unclean => "UNCLEAN",
    }
}

/// The name of the exception and its message, as far as an election can end in it.
fn exception(name: &str, error: ErrorCode) -> (&'static str, String) {
    match error {
        ErrorCode::PreferredLeaderNotAvailable => (
            "PreferredLeaderNotAvailableException",
            "The preferred leader was not available.".to_owned(),
        ),
        ErrorCode::EligibleLeadersNotAvailable => (
            "EligibleLeadersNotAvailableException",
            "Eligible topic partition leaders are not available.".to_owned(),
        ),
        _ => ("UnknownTopicOrPartitionException", format!("No such partition as {name}")),
    }
}

/// What the tool was asked to elect leaders for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    /// Partitions by name (`--topic`, `--path-to-json-file`).
    Named,
    /// All of them (`--all-topic-partitions`): those that need no election are not spoken of.
    All,
}

/// What the tool says last, on its error output and before a stack trace, if a partition failed; it
/// exits with 1 then.
#[must_use]
pub fn failure(outcomes: &[(String, Result<(), ErrorCode>)]) -> Option<String> {
    let failed = |result: &Result<(), ErrorCode>| {
        result.is_err_and(|error| error != ErrorCode::ElectionNotNeeded)
    };
    let count = outcomes.iter().filter(|(_, result)| failed(result)).count();
    (0 < count).then(|| format!("{count} replica(s) could not be elected\n"))
}

/// The lines for the outcomes of an election, one outcome a partition: first those that were
/// elected, then those that needed none, then the failures.
#[must_use]
pub fn outcome(
    election: Election,
    asked: Asked,
    outcomes: &[(String, Result<(), ErrorCode>)],
) -> String {
    let names = |wanted: &dyn Fn(&Result<(), ErrorCode>) -> bool| {
        let matching = outcomes.iter().filter(|(_, result)| wanted(result));
        matching.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let mut text = String::new();
    let elected = names(&|result| result.is_ok());
    if !elected.is_empty() {
        let kind = kind(election);
        text.push_str(&format!(
            "Successfully completed leader election ({kind}) for partitions {elected}\n"
        ));
    }
    let not_needed = names(&|result| *result == Err(ErrorCode::ElectionNotNeeded));
    if asked == Asked::Named && !not_needed.is_empty() {
        text.push_str(&format!("Valid replica already elected for partitions {not_needed}\n"));
    }
    for (name, result) in outcomes {
        let Err(error) = result else { continue };
        if *error == ErrorCode::ElectionNotNeeded {
            continue;
        }
        let (class, message) = exception(name, *error);
        text.push_str(&format!(
            "Error completing leader election ({}) for partition: {name}: \
             org.apache.kafka.common.errors.{class}: {message}\n",
            kind(election)
        ));
    }
    text
}
