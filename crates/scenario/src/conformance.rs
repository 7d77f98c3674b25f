//! Scenarios that hold the engine to the rules and teach nothing beyond the library: by name.
//!
//! Tests and the command line play them. The page never asks for them, so they are there only
//! with the feature `texts`; a link to one of them would not be understood there.

use crate::parse::parse;
use crate::script::Scenario;

/// A file with a scenario.
struct File {
    slug: &'static str,
    text: &'static str,
}

const FILES: &[File] = &[
    File { slug: "s1-loss", text: include_str!("../../../scenarios/worked/s1-loss.hw") },
    File {
        slug: "s2-divergence",
        text: include_str!("../../../scenarios/worked/s2-divergence.hw"),
    },
    File { slug: "s6-unclean", text: include_str!("../../../scenarios/worked/s6-unclean.hw") },
    File { slug: "s7-latest", text: include_str!("../../../scenarios/worked/s7-latest.hw") },
    File { slug: "trace-a", text: include_str!("../../../scenarios/traces/trace-a.hw") },
    File { slug: "trace-b", text: include_str!("../../../scenarios/traces/trace-b.hw") },
    File { slug: "trace-c", text: include_str!("../../../scenarios/traces/trace-c.hw") },
    File { slug: "trace-d", text: include_str!("../../../scenarios/traces/trace-d.hw") },
    File { slug: "trace-e", text: include_str!("../../../scenarios/traces/trace-e.hw") },
    File { slug: "trace-f", text: include_str!("../../../scenarios/traces/trace-f.hw") },
    File { slug: "trace-h", text: include_str!("../../../scenarios/traces/trace-h.hw") },
    File { slug: "trace-i", text: include_str!("../../../scenarios/traces/trace-i.hw") },
    File { slug: "trace-j", text: include_str!("../../../scenarios/traces/trace-j.hw") },
    File { slug: "trace-growth", text: include_str!("../../../scenarios/traces/trace-growth.hw") },
    File {
        slug: "trace-reassignment",
        text: include_str!("../../../scenarios/traces/trace-reassignment.hw"),
    },
    File { slug: "trace-k", text: include_str!("../../../scenarios/traces/trace-k.hw") },
];

/// Their names, in order.
pub fn slugs() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.slug)
}

/// The text of one of them.
#[must_use]
pub fn text(slug: &str) -> Option<&'static str> {
    FILES.iter().find(|file| file.slug == slug).map(|file| file.text)
}

/// One of them.
#[must_use]
pub fn load(slug: &str) -> Option<Scenario> {
    parse(text(slug)?).ok()
}
