//! The one error of this program: a sentence for the person who started it.
//!
//! Nothing here is matched on by code. A failure says what was tried, what came back, and what to
//! do about it where that is known.

use std::fmt;

/// Why a task could not be done.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    /// A failure with this explanation.
    pub(crate) fn new(explanation: impl Into<String>) -> Self {
        Self(explanation.into())
    }

    /// For `map_err`: the same failure of the system, with what was being done at the time.
    pub(crate) fn during<E: fmt::Display>(what: impl fmt::Display) -> impl FnOnce(E) -> Self {
        move |error| Self(format!("{what}: {error}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
