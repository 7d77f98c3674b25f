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
fn exception(error: ErrorCode) -> (&'static str, &'static str) {
    match error {
        ErrorCode::PreferredLeaderNotAvailable => {
            ("PreferredLeaderNotAvailableException", "The preferred leader was not available.")
        }
        ErrorCode::EligibleLeadersNotAvailable => (
            "EligibleLeadersNotAvailableException",
            "Eligible topic partition leaders are not available.",
        ),
        _ => {
            ("UnknownTopicOrPartitionException", "This server does not host this topic-partition.")
        }
    }
}

/// The lines for the outcomes of an election, one outcome a partition: first those that were
/// elected, then those that needed none, then the failures.
#[must_use]
pub fn outcome(election: Election, outcomes: &[(String, Result<(), ErrorCode>)]) -> String {
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
    if !not_needed.is_empty() {
        text.push_str(&format!("Valid replica already elected for partitions {not_needed}\n"));
    }
    for (name, result) in outcomes {
        let Err(error) = result else { continue };
        if *error == ErrorCode::ElectionNotNeeded {
            continue;
        }
        let (class, message) = exception(*error);
        text.push_str(&format!(
            "Error completing leader election ({}) for partition: {name}: \
             org.apache.kafka.common.errors.{class}: {message}\n",
            kind(election)
        ));
    }
    text
}
