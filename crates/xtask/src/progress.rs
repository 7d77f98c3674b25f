//! Lines that tell a waiting person what is going on.
//!
//! It only prints; what a step does and whether it is needed is decided elsewhere.

use std::time::{Duration, Instant};

/// Announces a step: what, why, and roughly how long where that is worth saying.
pub(crate) fn step(what: &str) -> Started {
    println!("→ {what}");
    Started::now()
}

/// A remark under the step that was announced last.
pub(crate) fn note(text: &str) {
    println!("  {text}");
}

/// When a step began.
pub(crate) struct Started(Instant);

impl Started {
    /// A beginning that is not announced.
    pub(crate) fn now() -> Self {
        Self(Instant::now())
    }

    /// How long ago that was, for reading.
    pub(crate) fn elapsed(&self) -> String {
        readable(self.0.elapsed())
    }
}

/// A duration for reading: `0.4 s`, `12 s`, `3 min 05 s`.
pub(crate) fn readable(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..10 => format!("{}.{} s", seconds, duration.subsec_millis() / 100),
        10..60 => format!("{seconds} s"),
        _ => format!("{} min {:02} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_naturally() {
        assert_eq!(readable(Duration::from_millis(430)), "0.4 s");
        assert_eq!(readable(Duration::from_millis(12_900)), "12 s");
        assert_eq!(readable(Duration::from_secs(185)), "3 min 05 s");
    }
}
