//! An error code with the sentence that Kafka sends along.
//!
//! The sentences are part of Kafka's interface (tools print them), so they are English and fixed.

use std::fmt;

use crate::error::ErrorCode;

/// What a client gets for a refused request. Source: `org.apache.kafka.common.requests.ApiError`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ApiError {
    /// The code.
    pub code: ErrorCode,
    /// Kafka's sentence.
    pub message: String,
}

impl ApiError {
    /// A code with its sentence.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        ApiError { code, message: message.into() }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}
